//! No sequence of steps of a machine, its clock and the bot gives or takes time.

use jiff::Timestamp;
use kradan::service::Limits;
use kradan_table::{Command, TableId};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::service::test_service::*;

/// A step of a machine, its clock, the bot or a game.
#[derive(Clone, Debug)]
enum Step {
    /// The bot runs for so many seconds.
    Run(i64),
    /// The clock is moved while the bot runs, as the emulator's page does.
    Pass(i64),
    /// The machine sleeps, or the process is stopped.
    Sleep(i64),
    Jump(i64),
    SetRight,
    /// The process is killed, and starts again later.
    Kill(i64),
    Move,
    Show,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let long = || prop_oneof![0..200_i64, 0..DAY];
    let step = prop_oneof![
        3 => prop_oneof![0..100_i64, 800..1_200_i64].prop_map(Step::Run),
        2 => long().prop_map(Step::Pass),
        1 => (0..5 * DAY).prop_map(Step::Sleep),
        3 => prop_oneof![-20 * DAY..20 * DAY, -10..10_i64].prop_map(Step::Jump),
        2 => Just(Step::SetRight),
        2 => (0..5 * DAY).prop_map(Step::Kill),
        2 => Just(Step::Move),
        2 => Just(Step::Show),
    ];
    prop::collection::vec(step, 1..24)
}

/// A game under random steps, with the time that really passed.
struct ClockTrial {
    test: TestService,
    id: TableId,
    off_by: i64,
    /// The seconds for which the bot ran since the last move, and the number of its absences.
    present: i64,
    absences: i64,
    /// The service's own count of that time at the last move.
    since: Timestamp,
}

impl ClockTrial {
    async fn begin() -> ClockTrial {
        let mut test = TestService::open_with(by_hand(), Limits::default());
        let id = test.table().await;
        let since = test.clock.read().present;
        ClockTrial { test, id, off_by: 0, present: 0, absences: 0, since }
    }

    async fn take(mut self, step: Step) -> ClockTrial {
        match step {
            Step::Run(seconds) => {
                self.test.run_for(seconds).await;
                self.present += seconds;
            }
            Step::Pass(seconds) => {
                self.test.pass(seconds).await;
                self.test.run_due_tables_once().await;
                self.present += seconds;
            }
            Step::Sleep(seconds) => {
                self.test.clock.advance(seconds);
                self.absences += 1;
                self.test.run_due_tables_once().await;
            }
            Step::Jump(seconds) => {
                self.test.clock.set_wall(seconds);
                self.off_by += seconds;
            }
            Step::SetRight => self.test.clock.set_wall(-std::mem::take(&mut self.off_by)),
            Step::Kill(seconds) => {
                self.absences += 1;
                self.test = self.test.closed_for(seconds).await;
            }
            Step::Move => self.play().await,
            Step::Show => _ = self.test.ask(ANN, self.id, &Command::Show(HERE)).await,
        }
        self
    }

    async fn play(&mut self) {
        let stored = self.test.service.load(self.id).await.unwrap().unwrap();
        let Some(player) = stored.table.person_to_move() else { return };
        let mv = stored.table.game().legal_moves().swap_remove(0);
        if self.test.ask(player, self.id, &Command::play(&mv)).await.is_ok() {
            (self.present, self.absences) = (0, 0);
            self.since = self.test.clock.read().present;
        }
    }

    /// Checks that each absence costs at most the 90 seconds in which it is not noticed.
    async fn check(&self) {
        let stored = self.test.service.load(self.id).await.unwrap().unwrap();
        let pace = stored.table.pace().start().unwrap();
        let (present, unnoticed) = (seconds(self.present), seconds(self.absences * 90));
        let spent = self.test.clock.read().present.duration_since(self.since);
        assert!(
            present <= spent,
            "{spent} instead of {present}: more is credited than they were away"
        );
        assert!(spent <= present + unnoticed, "{spent} instead of {present}");
        match stored.table.deadline() {
            Some(deadline) => {
                let time_left =
                    deadline.duration_since(self.test.clock.read().time_at(stored.credited));
                assert_eq!(
                    time_left,
                    pace - spent,
                    "the deadline is nearer by the time that was spent"
                );
            }
            None => assert!(present + unnoticed >= pace, "lost on time after {present}"),
        }
    }
}

/// Whatever the clock does, nobody loses on time before the bot ran for as long as the pace says,
/// and nobody is credited more than the bot was away, once.
#[test]
fn no_clock_gives_or_takes_time() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let config = ProptestConfig { cases: 40, failure_persistence: None, ..Default::default() };
    let tested = TestRunner::new(config).run(&steps(), |steps| {
        runtime.block_on(async {
            let mut trial = ClockTrial::begin().await;
            for step in steps {
                trial = trial.take(step).await;
                trial.check().await;
            }
        });
        Ok(())
    });
    tested.unwrap();
}

//! The bot's running time and the date. The running time is counted by the time since the machine
//! was booted, which nobody can set. The date follows the machine's clock with care.

use jiff::{SignedDuration, Timestamp};

use super::chance::chance;
use kradan_table::Moment;

/// The time between two heartbeats, once the service has run for as long.
pub(super) const HEARTBEAT: SignedDuration = SignedDuration::from_secs(20);

/// The time without a reading of the clock after which the bot counts as absent.
pub(super) const ABSENT_AFTER: SignedDuration = SignedDuration::from_secs(90);

/// The time for which a jump of the machine's clock must last before the date follows it.
pub(super) const LASTING: SignedDuration = SignedDuration::from_mins(15);

/// The distance between the machine's clock and the date that counts as a jump.
pub(super) const APART: SignedDuration = SignedDuration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The bot's running time, which begins at the date of the first start. It never goes back, and
    /// only passes while the bot runs.
    pub present: Timestamp,
    /// How far the date is ahead of the running time: all downtime, plus what the machine's clock
    /// was set forward, minus what it was set back.
    pub credited: SignedDuration,
}

impl Reading {
    /// The date and time for people.
    #[must_use]
    pub fn time(self) -> Timestamp {
        later(self.present, self.credited)
    }

    /// The time at a table with so much credit.
    #[must_use]
    pub fn time_at(self, credited: SignedDuration) -> Timestamp {
        later(self.present, credited)
    }

    /// The time at a table with so much credit, and a random number.
    pub(super) fn moment_at(self, credited: SignedDuration) -> Moment {
        Moment { time: self.time_at(credited), chance: chance() }
    }
}

/// The running time and the date, from the readings of the machine's two clocks: the wall clock,
/// which people and programs set, and the time since the boot, which only passes.
///
/// * While the bot is there, [`Reading::present`] passes as the second one does.
/// * Where nobody looked for longer than [`ABSENT_AFTER`], the bot was away: for all that time but
///   the [`HEARTBEAT`] within which somebody would have looked.
/// * A jump of the wall clock changes nothing until it has lasted for [`LASTING`]. Then the date
///   follows it, and every deadline moves by as much: nobody has more or less time left.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckedClock {
    now: Reading,
    /// The time since the boot at the last reading.
    boot: SignedDuration,
    suspected: Option<Suspected>,
}

#[derive(Clone, Copy, Debug)]
struct Suspected {
    by: SignedDuration,
    since: SignedDuration,
}

/// The result of a reading of the clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Observation {
    Nothing,
    /// The bot was absent for so long.
    Absence(SignedDuration),
    /// The wall clock has jumped by so much, and may be set right again.
    Jump(SignedDuration),
    /// A jump has lasted, and the date has followed it.
    Adopted(SignedDuration),
}

impl CheckedClock {
    /// Starts with a running time, at the date of the wall clock.
    pub(super) fn starting(
        present: Timestamp,
        wall: Timestamp,
        boot: SignedDuration,
    ) -> CheckedClock {
        let now = Reading { present, credited: wall.duration_since(present) };
        CheckedClock { now, boot, suspected: None }
    }

    pub(super) fn now(&self) -> Reading {
        self.now
    }

    /// Takes the readings of the two clocks.
    pub(super) fn observe(&mut self, wall: Timestamp, boot: SignedDuration) -> Observation {
        let passed = boot.saturating_sub(self.boot).max(SignedDuration::ZERO);
        self.boot = self.boot.max(boot);
        let away = if passed > ABSENT_AFTER { passed - HEARTBEAT } else { SignedDuration::ZERO };
        self.now.present = later(self.now.present, passed - away);
        self.now.credited = self.now.credited.saturating_add(away);
        let seen = self.suspect(wall);
        if seen == Observation::Nothing && away > SignedDuration::ZERO {
            return Observation::Absence(away);
        }
        seen
    }

    /// Counts an absence as running time.
    pub(super) fn forget_absence(&mut self, absence: SignedDuration) {
        self.now.present = later(self.now.present, absence);
        self.now.credited = self.now.credited.saturating_sub(absence);
    }

    fn suspect(&mut self, wall: Timestamp) -> Observation {
        let by = wall.duration_since(self.now.time());
        if by.abs() <= APART {
            self.suspected = None;
            return Observation::Nothing;
        }
        let is_same = |jump: &Suspected| by.saturating_sub(jump.by).abs() <= APART;
        let Some(jump) = self.suspected.filter(is_same) else {
            self.suspected = Some(Suspected { by, since: self.boot });
            return Observation::Jump(by);
        };
        if self.boot.saturating_sub(jump.since) < LASTING {
            return Observation::Nothing;
        }
        self.suspected = None;
        self.set(by);
        Observation::Adopted(by)
    }

    /// Lets time pass on all clocks while the bot runs.
    pub(super) fn pass(&mut self, by: SignedDuration) {
        self.boot = self.boot.saturating_add(by);
        self.now.present = later(self.now.present, by);
    }

    /// Sets the date, and moves all deadlines with it.
    pub(super) fn set(&mut self, by: SignedDuration) {
        self.now.credited = self.now.credited.saturating_add(by);
    }
}

/// A time later by a span, up to the limits of a timestamp.
pub(super) fn later(time: Timestamp, by: SignedDuration) -> Timestamp {
    time.saturating_add(by).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;

    use super::*;

    const SECOND: SignedDuration = SignedDuration::from_secs(1);
    const DAY: SignedDuration = SignedDuration::from_hours(24);

    /// A machine with its two clocks, and what really happens to the bot on it.
    #[derive(Debug)]
    struct Machine {
        wall: Timestamp,
        boot: SignedDuration,
        checked: CheckedClock,
        /// The real running time and downtime of the bot.
        there: SignedDuration,
        away: SignedDuration,
        /// The most downtime that nobody could notice.
        unnoticed: SignedDuration,
        /// The end of the last stored heartbeat.
        noted: Timestamp,
        /// The error of the wall clock.
        jumped: SignedDuration,
    }

    impl Machine {
        fn start() -> Machine {
            let wall: Timestamp = "2026-11-20T00:00:00Z".parse().unwrap();
            let (boot, zero) = (DAY, SignedDuration::ZERO);
            let checked = CheckedClock::starting(wall, wall, boot);
            let mut machine = Machine {
                wall,
                boot,
                checked,
                there: zero,
                away: zero,
                unnoticed: zero,
                noted: wall,
                jumped: zero,
            };
            machine.look();
            machine
        }

        fn look(&mut self) -> Observation {
            let observation = self.checked.observe(self.wall, self.boot);
            self.noted = later(self.checked.now().present, HEARTBEAT);
            observation
        }

        /// The bot runs, and its last seconds are not stored.
        fn unseen(&mut self, by: SignedDuration) {
            self.tick(by);
            self.there += by;
        }

        fn tick(&mut self, by: SignedDuration) {
            self.wall = later(self.wall, by);
            self.boot += by;
        }

        /// Time passes, and the bot reads the clock as it does while it runs.
        fn pass(&mut self, by: SignedDuration) -> Vec<Observation> {
            let mut left = by;
            let mut seen = Vec::new();
            while left > SignedDuration::ZERO {
                let step = left.min(HEARTBEAT);
                self.tick(step);
                left -= step;
                seen.push(self.look());
            }
            self.there += by;
            seen.retain(|seen| *seen != Observation::Nothing);
            seen
        }

        /// The machine sleeps, or the process is stopped.
        fn sleep(&mut self, by: SignedDuration) {
            self.tick(by);
            self.away += by;
            self.unnoticed += by.min(ABSENT_AFTER);
            self.look();
        }

        fn jump(&mut self, by: SignedDuration) {
            self.wall = later(self.wall, by);
            self.jumped += by;
        }

        /// The process ends, and starts again from its last heartbeat.
        fn restart(&mut self, after: SignedDuration) {
            self.tick(after);
            self.away += after;
            self.unnoticed += HEARTBEAT;
            self.checked = CheckedClock::starting(self.noted, self.wall, self.boot);
            self.look();
        }

        fn elapsed(&self) -> SignedDuration {
            let start = Machine::start().checked.now().present;
            self.checked.now().present.duration_since(start)
        }
    }

    #[test]
    fn a_jump_that_is_set_right_changes_nothing() {
        for days in [10, -10] {
            let mut machine = Machine::start();
            machine.pass(SECOND * 60);
            machine.jump(DAY * days);
            assert_eq!(machine.look(), Observation::Jump(DAY * days));
            let before = machine.checked.now();
            assert_eq!(machine.pass(SECOND * 3), []);
            machine.jump(-DAY * days);
            machine.look();
            let expected = Reading { present: later(before.present, SECOND * 3), ..before };
            assert_eq!(machine.checked.now(), expected);
            assert_eq!(machine.checked.now().time(), machine.wall);
            assert_eq!(machine.pass(DAY), []);
            assert_eq!(machine.checked.now().credited, SignedDuration::ZERO);
        }
    }

    #[test]
    fn a_lasting_jump_moves_the_date_and_costs_no_time() {
        for days in [10, -10] {
            let mut machine = Machine::start();
            machine.jump(DAY * days);
            let seen = machine.pass(SignedDuration::from_mins(16));
            assert_eq!(seen, [Observation::Jump(DAY * days), Observation::Adopted(DAY * days)]);
            assert_eq!(machine.checked.now().credited, DAY * days);
            assert_eq!(machine.checked.now().time(), machine.wall);
            assert_eq!(machine.elapsed(), machine.there);
        }
    }

    #[test]
    fn repeated_jumps_never_move_the_date() {
        let mut machine = Machine::start();
        for _ in 0..100 {
            machine.jump(DAY);
            let seen = machine.pass(SignedDuration::from_mins(14));
            assert!(matches!(seen[..], [Observation::Jump(_)]), "{seen:?}");
        }
        machine.jump(DAY * -100);
        machine.look();
        assert_eq!(machine.checked.now().credited, SignedDuration::ZERO);
        assert_eq!(machine.checked.now().time(), machine.wall);
    }

    #[test]
    fn sleep_counts_as_downtime() {
        let mut machine = Machine::start();
        machine.sleep(SECOND * 60);
        assert_eq!(machine.checked.now().credited, SignedDuration::ZERO, "that is no absence");
        machine.sleep(DAY * 5);
        assert_eq!(machine.checked.now().credited, DAY * 5 - HEARTBEAT);
        assert_eq!(machine.checked.now().time(), machine.wall);
    }

    #[derive(Clone, Debug)]
    enum Step {
        Pass(i64),
        /// The time since the last reading of the clock.
        Sleep(i64, i64),
        Restart(i64, i64),
        Jump(i64),
        SetRight,
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let week = 7 * 24 * 3_600_i64;
        let long = move || prop_oneof![0..100_i64, 0..4_000_i64, 0..week];
        let jump = prop_oneof![-week..week, -100..100_i64, -5..5_i64];
        let step = prop_oneof![
            4 => prop_oneof![0..100_i64, 0..4_000_i64].prop_map(Step::Pass),
            2 => (0..=20_i64, long()).prop_map(|(unseen, by)| Step::Sleep(unseen, by)),
            4 => jump.prop_map(Step::Jump),
            2 => Just(Step::SetRight),
            2 => (0..=20_i64, long()).prop_map(|(unseen, by)| Step::Restart(unseen, by)),
        ];
        prop::collection::vec(step, 1..40)
    }

    /// The counted running time is never less than the real one, so no more than the real downtime
    /// is credited. It is more only by the seconds before each absence, which no reading can tell.
    /// It does not depend on how the clock was set.
    #[test]
    fn only_running_time_counts() {
        let config = ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() };
        let tested = TestRunner::new(config).run(&steps(), |steps| {
            let mut machine = Machine::start();
            for step in steps {
                let before = machine.checked.now();
                match step {
                    Step::Pass(seconds) => _ = machine.pass(SignedDuration::from_secs(seconds)),
                    Step::Sleep(unseen, seconds) => {
                        machine.unseen(SignedDuration::from_secs(unseen));
                        machine.sleep(SignedDuration::from_secs(seconds));
                    }
                    Step::Restart(unseen, seconds) => {
                        machine.unseen(SignedDuration::from_secs(unseen));
                        machine.restart(SignedDuration::from_secs(seconds));
                    }
                    Step::Jump(seconds) => machine.jump(SignedDuration::from_secs(seconds)),
                    Step::SetRight => machine.jump(-machine.jumped),
                }
                prop_assert!(machine.checked.now().present >= before.present);
                let spent = machine.elapsed();
                let credited = machine.there + machine.away - spent;
                prop_assert!(credited <= machine.away, "{credited:?} credited: {machine:?}");
                prop_assert!(spent <= machine.there + machine.unnoticed, "{spent:?}: {machine:?}");
            }
            // Without further jumps the date becomes that of the wall clock.
            machine.jump(-machine.jumped);
            machine.pass(LASTING + HEARTBEAT * 3);
            let off = machine.wall.duration_since(machine.checked.now().time());
            prop_assert!(off.abs() <= APART, "{off:?}: {machine:?}");
            Ok(())
        });
        tested.unwrap();
    }
}

//! The law of warnings: nobody loses on time without a reminder at a time when they may be called and
//! can still move, unless they switched reminders off. Over random settings, holidays and clocks.

use jiff::{SignedDuration, Timestamp};
use kradan_rules::{BySide, GameKind, Side};
use kradan_table::{
    AbortReason, ChallengeTerms, Command, Ending, Event, Holidays, Ladder, Moment, PlayerId, Quiet,
    Reminder, ReminderWishes, Table, TimeControl,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::transcript::{ANN, BEN, HERE};

#[derive(Clone, Debug)]
enum Step {
    /// So many minutes pass, with what is due in them.
    Pass(i64),
    /// The bot was away for so many minutes.
    Away(i64),
    Move(usize),
    /// A player asks for a holiday of so many days.
    Holiday(Side, u8),
    EndHoliday(Side),
    /// A holiday begins by itself for another game of a player.
    HolidayElsewhere(Side),
    Settings(Side, ReminderWishes),
    Ask(Side, Command),
}

#[derive(Clone, Debug)]
struct Person {
    wishes: ReminderWishes,
    holidays: Holidays,
}

fn wishes() -> impl Strategy<Value = ReminderWishes> {
    let ladder = prop::sample::select(vec![Ladder::Fifth, Ladder::Three, Ladder::Off]);
    let zones = ["Europe/London", "Asia/Bangkok", "Pacific/Chatham", "America/Santiago"];
    let zone = prop::sample::select(zones.to_vec()).prop_map(str::to_owned);
    let hours = (0..24_u8, 1..24_u8).prop_map(|(from, length)| (from, (from + length) % 24));
    let night = prop_oneof![Just((22, 7)), hours];
    let quiet = (night, zone, any::<bool>()).prop_map(|((from, to), zone, is_broken_by_last)| {
        Quiet { hours: format!("{from}-{to}").parse().unwrap(), zone, is_broken_by_last }
    });
    (ladder, prop::option::weighted(0.8, quiet))
        .prop_map(|(ladder, quiet)| ReminderWishes { ladder, quiet })
}

fn person() -> impl Strategy<Value = Person> {
    (wishes(), any::<bool>()).prop_map(|(wishes, is_automatic_off)| {
        let mut holidays = Holidays::default();
        holidays.is_automatic_off = is_automatic_off;
        Person { wishes, holidays }
    })
}

fn step() -> impl Strategy<Value = Step> {
    let side = || prop::sample::select(Side::ALL.to_vec());
    let asked = prop::sample::select(vec![
        Command::AskTakeback,
        Command::GrantTakeback,
        Command::OfferPause,
        Command::AcceptPause,
        Command::Resume,
        Command::GiveTime(1),
        Command::GiveTime(100),
    ]);
    prop_oneof![
        5 => prop_oneof![0..90_i64, 0..1_500_i64, 0..6_000_i64].prop_map(Step::Pass),
        1 => (0..3_000_i64).prop_map(Step::Away),
        5 => (0..100_usize).prop_map(Step::Move),
        2 => (side(), 1..5_u8).prop_map(|(side, days)| Step::Holiday(side, days)),
        1 => side().prop_map(Step::EndHoliday),
        1 => side().prop_map(Step::HolidayElsewhere),
        1 => (side(), wishes()).prop_map(|(side, wishes)| Step::Settings(side, wishes)),
        2 => (side(), asked).prop_map(|(side, command)| Step::Ask(side, command)),
    ]
}

/// A game, and what its player to move was told.
struct Watched {
    table: Table,
    now: Timestamp,
    people: BySide<Person>,
    /// Since when the clock is as it is.
    since: Timestamp,
    /// Whether the player was reminded in this turn, and since the last holiday in it.
    is_warned: bool,
    /// Whether reminders were off at a time of this turn.
    was_off: bool,
}

impl Watched {
    fn new(terms: ChallengeTerms, people: BySide<Person>, now: Timestamp) -> Watched {
        let moment = Moment { time: now, chance: 0 };
        let terms = ChallengeTerms { opponent: Some(BEN), side: Some(Side::First), ..terms };
        let mut table = Table::challenge(ANN, terms, HERE, moment);
        table.apply(BEN, &Command::Accept, moment).unwrap();
        for side in Side::ALL {
            table.keep_reminder_wishes(player(side), &people[side].wishes);
        }
        let zones = BySide::of(|side| people[side].wishes.quiet.clone().map(|it| it.zone));
        table.keep_time_zones(zones);
        let mut watched =
            Watched { table, now, people, since: now, is_warned: false, was_off: false };
        watched.new_turn();
        watched
    }

    fn turn(&self) -> Option<Side> {
        self.table.to_move().map(|(turn, _)| turn)
    }

    fn new_turn(&mut self) {
        (self.since, self.is_warned, self.was_off) = (self.now, false, false);
        self.note_ladder();
    }

    fn note_ladder(&mut self) {
        let is_off = |side: Side| self.people[side].wishes.ladder == Ladder::Off;
        self.was_off |= self.turn().is_some_and(is_off);
    }

    /// Does everything at the time at which it is due.
    fn pass_until(&mut self, end: Timestamp) {
        while let Some(due) = self.table.due().filter(|due| due.at() <= end) {
            self.now = self.now.max(due.at());
            self.do_what_is_due();
        }
        self.now = end;
    }

    fn do_what_is_due(&mut self) {
        let Some(turn) = self.turn() else { return };
        let Person { wishes, holidays } = &mut self.people[turn];
        if self.table.begins_holiday(holidays, self.now) {
            assert!(holidays.begin_by_itself(self.now));
        }
        let wishes = wishes.clone();
        self.tell_table_of_holiday(turn);
        let deadline = self.table.deadline();
        let events = self.table.pass_time(self.now, &wishes);
        self.note(&events, deadline);
    }

    fn tell_table_of_holiday(&mut self, side: Side) {
        let holiday = self.people[side].holidays.current(self.now);
        let events = self.table.set_holiday(player(side), holiday, self.now);
        self.note(&events, None);
    }

    fn note(&mut self, events: &[Event], deadline: Option<Timestamp>) {
        for event in events {
            match event {
                Event::Reminded { side, reminder } => {
                    self.note_reminder(*side, *reminder, deadline);
                }
                Event::HolidayBegan { side, .. } | Event::HolidayEnded { side }
                    if self.turn() == Some(*side) =>
                {
                    (self.since, self.is_warned) = (self.now, false);
                }
                Event::Moved { .. } | Event::TakenBack { .. } => self.new_turn(),
                Event::Resumed { .. } | Event::TimeGiven { .. } => self.since = self.now,
                Event::Ended(
                    Ending::OutOfTime(side)
                    | Ending::OutOfTimeDrawn(side)
                    | Ending::Aborted(AbortReason::OutOfTime(side)),
                ) => self.check_loss(*side, deadline.unwrap()),
                _ => {}
            }
        }
    }

    fn note_reminder(&mut self, side: Side, reminder: Reminder, deadline: Option<Timestamp>) {
        assert_eq!(self.turn(), Some(side));
        let wishes = &self.people[side].wishes;
        assert_ne!(wishes.ladder, Ladder::Off);
        let quiet = wishes.quiet.as_ref().filter(|it| it.around(self.now).is_some());
        assert!(quiet.is_none_or(|it| it.is_broken_by_last), "{reminder:?} in quiet hours");
        // In the time of grace it would be too late.
        self.is_warned |= deadline.is_none_or(|deadline| self.now < deadline);
    }

    /// When a player may be called next.
    fn next_call(&self, side: Side) -> Timestamp {
        let mut at = self.since;
        while let Some((_, end)) =
            self.people[side].wishes.quiet.as_ref().and_then(|it| it.around(at))
        {
            at = end;
        }
        at
    }

    fn check_loss(&self, side: Side, deadline: Timestamp) {
        let could_be_called = self.next_call(side) < deadline;
        assert!(
            self.is_warned || self.was_off || !could_be_called,
            "{side:?} loses at {} without a warning since {}: {:?}",
            self.now,
            self.since,
            self.people[side],
        );
    }

    fn take(&mut self, step: &Step) {
        let now = Moment { time: self.now, chance: 0 };
        match step {
            Step::Pass(minutes) => self.pass_until(self.now + SignedDuration::from_mins(*minutes)),
            Step::Away(minutes) => {
                let by = SignedDuration::from_mins(*minutes);
                self.now += by;
                self.table.credit(by);
                self.since = self.now;
            }
            Step::Move(which) => {
                let Some((_, seat)) = self.table.to_move() else { return };
                let legal = self.table.game().legal_moves();
                let mv = Command::play(&legal[which % legal.len()]);
                let events = self.table.apply(seat, &mv, now).unwrap();
                self.note(&events, None);
            }
            Step::Holiday(side, days) => {
                if self.people[*side].holidays.begin(*days, self.now).is_ok() {
                    self.tell_table_of_holiday(*side);
                }
            }
            Step::EndHoliday(side) => {
                if self.people[*side].holidays.end(self.now) {
                    self.tell_table_of_holiday(*side);
                }
            }
            Step::HolidayElsewhere(side) => {
                self.people[*side].holidays.begin_by_itself(self.now);
            }
            Step::Settings(side, wishes) => {
                self.table.keep_reminder_wishes(player(*side), wishes);
                self.people[*side].wishes = wishes.clone();
                if self.turn() == Some(*side) {
                    self.since = self.now;
                    self.note_ladder();
                }
            }
            Step::Ask(side, command) => {
                if let Ok(events) = self.table.apply(player(*side), command, now) {
                    self.note(&events, None);
                }
            }
        }
        self.pass_until(self.now);
    }
}

fn player(side: Side) -> PlayerId {
    match side {
        Side::First => ANN,
        Side::Second => BEN,
    }
}

fn check_games(cases: u32) {
    let paces = ["1h", "3h", "12h", "1d", "2d", "3d", "7d", "1d+0h", "2h+1h", "10d+1d"];
    let games = (
        prop::sample::select(GameKind::ALL.to_vec()),
        prop::sample::select(paces.to_vec()),
        (any::<bool>(), prop::bool::weighted(0.2)),
        (person(), person()),
        0..365 * 24 * 60_i64,
        prop::collection::vec(step(), 0..40),
    );
    let config = ProptestConfig { cases, failure_persistence: None, ..Default::default() };
    let tested = TestRunner::new(config).run(
        &games,
        |(kind, pace, (weekends_off, no_holidays), (first, second), minute, steps)| {
            let pace: TimeControl = pace.parse().unwrap();
            let terms =
                ChallengeTerms { pace, weekends_off, no_holidays, ..ChallengeTerms::of(kind) };
            let year: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
            let began = year + SignedDuration::from_mins(minute);
            let mut game = Watched::new(terms, BySide { first, second }, began);
            for step in &steps {
                if game.table.is_running() {
                    game.take(step);
                }
            }
            game.pass_until(game.now + SignedDuration::from_hours(24 * 500));
            assert!(!game.table.is_running(), "it is over at last");
            Ok(())
        },
    );
    tested.unwrap();
}

#[test]
fn nobody_loses_on_time_without_a_warning() {
    check_games(1_000);
}

#[test]
#[ignore = "takes half a minute"]
fn nobody_loses_on_time_without_a_warning_in_ten_thousand_games() {
    check_games(10_000);
}

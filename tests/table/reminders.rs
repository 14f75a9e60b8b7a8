//! Reminders: each rung once in a turn, to whoever wants it, and not in quiet hours.

use jiff::{SignedDuration, Timestamp};
use kradan_rules::{GameKind, Side};
use kradan_table::{
    ChallengeTerms, Command, Due, Event, Holiday, Ladder, Moment, Quiet, QuietHours, Refusal,
    Reminder, ReminderWishes, Table,
};
use proptest::prelude::*;

use crate::transcript::{ANN, BEN, HERE};

/// Zones whose clocks change in spring and autumn, by half an hour, never, or with a day left out.
const ZONES: [&str; 7] = [
    "Asia/Bangkok",
    "Europe/Amsterdam",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Asia/Kathmandu",
    "Pacific/Apia",
];

fn minutes(minutes: i64) -> SignedDuration {
    SignedDuration::from_mins(minutes)
}

/// A game of Ann and Ben with so many hours a move.
fn game(kind: GameKind, hours: u16, now: Timestamp) -> Table {
    let terms = ChallengeTerms {
        opponent: Some(BEN),
        side: Some(Side::First),
        pace: format!("{hours}h").parse().unwrap(),
        ..ChallengeTerms::of(kind)
    };
    let now = Moment { time: now, chance: 0 };
    let mut table = Table::challenge(ANN, terms, HERE, now);
    table.apply(BEN, &Command::Accept, now).unwrap();
    table
}

fn wishes(ladder: Ladder) -> ReminderWishes {
    ReminderWishes { ladder, quiet: None }
}

fn start() -> Timestamp {
    "2026-11-20T00:00:00Z".parse().unwrap()
}

/// What is told when everything is done at the time at which it is due, until the game is over.
fn told(table: &mut Table, wishes: &ReminderWishes) -> Vec<(Timestamp, Reminder)> {
    let mut told = Vec::new();
    while let Some(due) = table.due().filter(|_| table.is_running()) {
        for event in table.pass_time(due.at(), wishes) {
            if let Event::Reminded { reminder, .. } = event {
                told.push((due.at(), reminder));
            }
        }
    }
    told
}

#[test]
fn the_rungs_are_parts_of_the_time_at_the_start_of_the_turn() {
    let at = |hours| start() + SignedDuration::from_hours(hours);
    let three =
        [(at(50), Reminder::Half), (at(80), Reminder::Fifth), (at(95), Reminder::Twentieth)];
    for (ladder, expected) in
        [(Ladder::Off, &three[..0]), (Ladder::Fifth, &three[1..2]), (Ladder::Three, &three[..])]
    {
        let mut table = game(GameKind::Othello, 100, start());
        assert_eq!(told(&mut table, &wishes(ladder)), expected);
    }
}

#[test]
fn what_stops_the_clock_or_gives_more_time_repeats_no_rung() {
    let at = |hours| Moment { time: start() + SignedDuration::from_hours(hours), chance: 0 };
    let three = wishes(Ladder::Three);
    for stop in [
        &[
            (ANN, Command::OfferPause, 51),
            (BEN, Command::AcceptPause, 51),
            (BEN, Command::Resume, 99),
        ][..],
        &[(BEN, Command::GiveTime(48), 51)],
    ] {
        let mut table = game(GameKind::Othello, 100, start());
        assert_eq!(table.pass_time(at(50).time, &three).len(), 1);
        for (player, command, hour) in stop {
            table.apply(*player, command, at(*hour)).unwrap();
            assert_eq!(table.pass_time(at(*hour).time, &three), []);
        }
        let rest: Vec<Reminder> = told(&mut table, &three).into_iter().map(|it| it.1).collect();
        assert_eq!(rest, [Reminder::Fifth, Reminder::Twentieth]);
    }
}

#[test]
fn with_a_holiday_the_rungs_begin_anew() {
    let at = |hours| start() + SignedDuration::from_hours(hours);
    let mins = |hours, by| at(hours) + minutes(by);
    let holiday = |from, until, is_automatic| {
        Some(Holiday { from: at(from), until: at(until), is_automatic })
    };
    let over = |until| Reminder::HolidayOver(at(until));
    let with = |holiday: Option<Holiday>, now: i64, end: Option<i64>| {
        let mut table = game(GameKind::Othello, 100, start());
        assert_eq!(table.pass_time(at(80), &wishes(Ladder::Fifth)).len(), 1);
        table.set_holiday(ANN, holiday, at(now));
        if let Some(end) = end {
            assert_eq!(table.set_holiday(ANN, None, at(end)).len(), 1);
        }
        told(&mut table, &wishes(Ladder::Three))
    };
    let planned = with(holiday(90, 150, false), 90, None);
    let expected = [
        (at(150), over(150)),
        (at(155), Reminder::Half),
        (at(158), Reminder::Fifth),
        (mins(159, 30), Reminder::Twentieth),
    ];
    assert_eq!(planned, expected);
    // The player is back early, which they know.
    let expected = [(at(100), Reminder::Half), (at(103), Reminder::Fifth)];
    assert_eq!(with(holiday(90, 150, false), 90, Some(95))[..2], expected);
    // Nothing but the grace would be left: an hour before the end is the latest time.
    let expected = [(at(159), over(160))];
    assert_eq!(with(holiday(100, 160, false), 100, None), expected);
    // A holiday that began by itself is the last time itself.
    let expected =
        [(at(130), Reminder::Half), (at(148), Reminder::Fifth), (at(157), Reminder::Twentieth)];
    assert_eq!(with(holiday(100, 160, true), 100, None), expected);
}

#[test]
fn a_takeback_reminds_nobody_at_once() {
    let at = |hours| Moment { time: start() + SignedDuration::from_hours(hours), chance: 0 };
    let three = wishes(Ladder::Three);
    let mut table = game(GameKind::Othello, 100, start());
    table.pass_time(at(96).time, &three);
    table.apply(ANN, &Command::play("f5"), at(97)).unwrap();
    table.apply(ANN, &Command::AskTakeback, at(98)).unwrap();
    table.apply(BEN, &Command::GrantTakeback, at(98)).unwrap();
    assert_eq!(table.to_move().unwrap().1, ANN);
    assert_eq!(table.pass_time(at(98).time, &three), []);
    assert!(table.due().unwrap().at() > at(98).time);
}

#[test]
fn time_in_which_the_bot_was_away_moves_the_rungs() {
    let mut table = game(GameKind::Othello, 100, start());
    table.credit(SignedDuration::from_hours(500));
    let back = start() + SignedDuration::from_hours(500);
    assert_eq!(table.pass_time(back, &wishes(Ladder::Three)), []);
    assert_eq!(table.due(), Some(Due::Reminder(back + SignedDuration::from_hours(50))));
}

#[test]
fn a_reminder_that_is_asked_for_comes_once_and_goes_with_the_turn() {
    let at = |hours| Moment { time: start() + SignedDuration::from_hours(hours), chance: 0 };
    let off = wishes(Ladder::Off);
    let ask = |hour| Command::RemindAt(at(hour).time);
    let mut table = game(GameKind::Othello, 100, start());
    assert_eq!(table.apply(ANN, &ask(100), at(0)), Err(Refusal::ReminderTooLate));
    assert!(matches!(table.apply(BEN, &ask(5), at(0)), Err(Refusal::NotYourTurn { .. })));
    let set = [Event::ReminderSet { side: Side::First }];
    assert_eq!(table.apply(ANN, &ask(5), at(0)).unwrap(), set);
    assert_eq!(table.asked_reminder(), Some(at(5).time));
    let asked = [Event::Reminded { side: Side::First, reminder: Reminder::Asked }];
    assert_eq!(table.pass_time(at(5).time, &off), asked);
    assert_eq!(table.pass_time(at(6).time, &off), []);
    // Ann does without it, and asks once more.
    table.apply(ANN, &ask(9), at(6)).unwrap();
    assert!(matches!(
        table.apply(BEN, &Command::DropReminder, at(6)),
        Err(Refusal::NotYourTurn { .. })
    ));
    let dropped = [Event::ReminderDropped { side: Side::First }];
    assert_eq!(table.apply(ANN, &Command::DropReminder, at(6)).unwrap(), dropped);
    assert_eq!(table.asked_reminder(), None);
    table.apply(ANN, &ask(9), at(6)).unwrap();
    table.apply(ANN, &Command::play("f5"), at(7)).unwrap();
    assert_eq!(table.asked_reminder(), None);
    assert_eq!(table.pass_time(at(9).time, &off), []);
}

#[test]
fn a_game_without_a_limit_reminds_whoever_asks() {
    let now = Moment { time: start(), chance: 0 };
    let terms = ChallengeTerms {
        opponent: Some(BEN),
        side: Some(Side::First),
        pace: "none".parse().unwrap(),
        ..ChallengeTerms::of(GameKind::Othello)
    };
    let mut table = Table::challenge(ANN, terms, HERE, now);
    table.apply(BEN, &Command::Accept, now).unwrap();
    assert_eq!(table.due(), None);
    let later = start() + SignedDuration::from_hours(3);
    table.apply(ANN, &Command::RemindAt(later), now).unwrap();
    assert_eq!(table.due(), Some(Due::Reminder(later)));
    assert_eq!(table.pass_time(later, &ReminderWishes::default()).len(), 1);
    assert_eq!(table.due(), None);
}

fn sleeping(hours: &str, zone: &str) -> ReminderWishes {
    let hours = hours.parse().unwrap();
    let quiet = Quiet { hours, zone: zone.to_owned(), is_broken_by_last: false };
    ReminderWishes { quiet: Some(quiet), ..wishes(Ladder::Fifth) }
}

#[test]
fn quiet_hours_put_a_reminder_off_to_the_morning() {
    let night = sleeping("22-7", "Europe/Amsterdam");
    // A fifth of 50 hours is left at 01:00 in Amsterdam; it is told at 07:00, with 4 hours left.
    let began: Timestamp = "2026-11-20T08:00:00Z".parse().unwrap();
    let mut table = game(GameKind::Othello, 50, began);
    let morning = "2026-11-22T06:00:00Z".parse().unwrap();
    assert_eq!(told(&mut table, &night), [(morning, Reminder::Fifth)]);
    // A fifth of 24 hours is left at 04:12, and 2 hours after the quiet hours.
    let began: Timestamp = "2026-11-20T08:00:00Z".parse().unwrap();
    let mut table = game(GameKind::Othello, 24, began);
    let morning = "2026-11-21T06:00:00Z".parse().unwrap();
    assert_eq!(told(&mut table, &night), [(morning, Reminder::Fifth)]);
}

#[test]
fn where_the_morning_is_too_late_a_reminder_comes_in_the_evening() {
    let mut night = sleeping("22-7", "Europe/London");
    let (began, evening) = ("2026-11-20T06:30:00Z", "2026-11-20T21:00:00Z");
    let game_of = |began: &str| game(GameKind::Othello, 24, began.parse().unwrap());
    // The table knows the quiet hours from the start, or learns of them at half of the time.
    for is_known in [true, false] {
        let mut table = game_of(began);
        assert!(table.keep_reminder_wishes(ANN, &night));
        if !is_known {
            table.keep_reminder_wishes(ANN, &ReminderWishes::default());
        }
        assert_eq!(told(&mut table, &night), [(evening.parse().unwrap(), Reminder::Fifth)]);
    }
    // A turn that begins in the evening: in the middle of what is left of it.
    let mut table = game(GameKind::Othello, 9, "2026-11-20T21:30:00Z".parse().unwrap());
    table.keep_reminder_wishes(ANN, &night);
    let later = "2026-11-20T21:45:00Z".parse().unwrap();
    assert_eq!(told(&mut table, &night), [(later, Reminder::Fifth)]);
    // The last one may come in the night.
    night.quiet.as_mut().unwrap().is_broken_by_last = true;
    let mut table = game_of(began);
    table.keep_reminder_wishes(ANN, &night);
    let at_once = "2026-11-21T01:42:00Z".parse().unwrap();
    assert_eq!(told(&mut table, &night), [(at_once, Reminder::Fifth)]);
}

/// The end of a holiday in the night, four hours before the end of the time.
#[test]
fn the_end_of_a_holiday_wakes_nobody() {
    let night = sleeping("22-7", "UTC");
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let mut table = game(GameKind::Othello, 24, at("2026-11-20T02:00:00Z"));
    table.keep_reminder_wishes(ANN, &night);
    let (from, until) = (at("2026-11-20T22:00:00Z"), at("2026-11-22T22:00:00Z"));
    table.set_holiday(ANN, Some(Holiday { from, until, is_automatic: false }), from);
    let over = (at("2026-11-22T21:00:00Z"), Reminder::HolidayOver(until));
    assert_eq!(told(&mut table, &night)[0], over);
}

/// What happens in a game.
#[derive(Clone, Debug)]
enum Step {
    /// So many minutes pass.
    Pass(i64),
    /// So many minutes pass without the bot; the date may be set back.
    Away(i64),
    Move(usize),
    /// The last move is taken back.
    TakeBack,
    Ask(i64),
    GiveTime(u16),
    Pause,
    Resume,
    /// A reminder of another game is told.
    Another,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (1..=600_i64).prop_map(Step::Pass),
        1 => (600..=60_000_i64).prop_map(Step::Pass),
        1 => (-500..=20_000_i64).prop_map(Step::Away),
        2 => (0..100_usize).prop_map(Step::Move),
        1 => Just(Step::TakeBack),
        1 => (1..=3_000_i64).prop_map(Step::Ask),
        1 => (1..=48_u16).prop_map(Step::GiveTime),
        1 => Just(Step::Pause),
        1 => Just(Step::Resume),
        2 => Just(Step::Another),
    ]
}

fn any_wishes() -> impl Strategy<Value = ReminderWishes> {
    let ladder = prop::sample::select(vec![Ladder::Off, Ladder::Fifth, Ladder::Three]);
    let hours = (0..24_u8, 1..24_u8).prop_map(|(from, length)| {
        let hours: QuietHours = format!("{from}-{}", (from + length) % 24).parse().unwrap();
        hours
    });
    let zone = prop::sample::select(&ZONES[..]).prop_map(str::to_owned);
    let quiet = (hours, zone, any::<bool>()).prop_map(|(hours, zone, is_broken_by_last)| Quiet {
        hours,
        zone,
        is_broken_by_last,
    });
    (ladder, prop::option::of(quiet)).prop_map(|(ladder, quiet)| ReminderWishes { ladder, quiet })
}

/// A time of 2026, in minutes.
fn any_start() -> impl Strategy<Value = Timestamp> {
    (0..365 * 24 * 60_i64).prop_map(|minute| {
        let year: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        year + minutes(minute)
    })
}

/// Whether a reminder may come at a time: outside of the quiet hours, or because it is the last one.
fn may_come(wishes: &ReminderWishes, reminder: Reminder, now: Timestamp) -> bool {
    let Some(quiet) = &wishes.quiet else { return true };
    let last = if wishes.ladder == Ladder::Fifth { Reminder::Fifth } else { Reminder::Twentieth };
    quiet.around(now).is_none() || (quiet.is_broken_by_last && reminder == last)
}

/// A game whose reminders are checked.
struct Checked {
    table: Table,
    now: Timestamp,
    wishes: ReminderWishes,
    /// Those of this turn.
    told: Vec<Reminder>,
    /// How many were asked for in this turn.
    asked: usize,
}

impl Checked {
    fn pass_time(&mut self) {
        // A pause that ends by itself may have ended long ago.
        for _ in 0..10 {
            let turn = self.table.to_move();
            let events = self.table.pass_time(self.now, &self.wishes);
            for event in &events {
                if let Event::Reminded { side, reminder } = event {
                    assert_eq!(turn.map(|(side, _)| side), Some(*side), "whose turn it is");
                    assert_eq!(events.len(), 1);
                    self.check(*reminder);
                }
            }
            if events.is_empty() {
                break;
            }
        }
        if let Some(due) = self.table.due() {
            assert!(due.at() > self.now, "{due:?} is left undone at {}", self.now);
        }
    }

    fn check(&mut self, reminder: Reminder) {
        self.told.push(reminder);
        if reminder == Reminder::Asked {
            self.asked -= 1;
            return;
        }
        let times = self.told.iter().filter(|it| **it == reminder).count();
        assert_eq!(times, 1, "{reminder:?} is told once in a turn");
        let is_wanted = match self.wishes.ladder {
            Ladder::Off => false,
            Ladder::Fifth => reminder == Reminder::Fifth,
            Ladder::Three => true,
        };
        assert!(is_wanted);
        assert!(may_come(&self.wishes, reminder, self.now));
    }

    /// Whatever a player does, no reminder comes at once.
    fn apply(&mut self, player: kradan_table::PlayerId, command: &Command) -> bool {
        let now = Moment { time: self.now, chance: 0 };
        let done = self.table.apply(player, command, now).is_ok();
        let told = self.told.len();
        self.pass_time();
        assert_eq!(self.told.len(), told, "{command:?}");
        done
    }

    fn new_turn(&mut self) {
        self.told.clear();
        self.asked = 0;
    }

    fn take(&mut self, step: &Step) {
        let Some((turn, _)) = self.table.to_move() else { return };
        let seat = |side| self.table.seats().unwrap()[side].player().unwrap();
        let (mover, other) = (seat(turn), seat(!turn));
        match step {
            Step::Pass(by) => {
                self.now += minutes(*by);
                self.pass_time();
            }
            Step::Away(by) => {
                self.now += minutes(*by);
                self.table.credit(minutes(*by));
                let told = self.told.len();
                self.pass_time();
                // What was put off to a morning may be told in another one.
                assert!(self.wishes.quiet.is_some() || self.told.len() == told);
            }
            Step::Move(which) => {
                let legal = self.table.game().legal_moves();
                self.new_turn();
                assert!(self.apply(mover, &Command::play(&legal[which % legal.len()])));
            }
            Step::TakeBack => {
                if self.apply(other, &Command::AskTakeback) {
                    self.new_turn();
                    assert!(self.apply(mover, &Command::GrantTakeback));
                }
            }
            Step::Ask(by) => {
                if self.apply(mover, &Command::RemindAt(self.now + minutes(*by))) {
                    self.asked = 1;
                }
            }
            Step::Another => {
                let due = self.table.due();
                let event = self.table.remind_early(self.now, &self.wishes);
                if let Some(Event::Reminded { side, reminder }) = event {
                    assert_eq!(side, turn);
                    let due = due.unwrap().at();
                    assert!(due <= self.now + minutes(10), "it would be due soon");
                    let now = std::mem::replace(&mut self.now, due);
                    self.check(reminder);
                    self.now = now;
                }
            }
            Step::GiveTime(hours) => _ = self.apply(other, &Command::GiveTime(*hours)),
            Step::Pause => {
                self.apply(mover, &Command::OfferPause);
                self.apply(other, &Command::AcceptPause);
            }
            Step::Resume => {
                let now = Moment { time: self.now, chance: 0 };
                _ = self.table.apply(mover, &Command::Resume, now);
                self.pass_time();
            }
        }
    }
}

proptest! {
    #[test]
    fn each_rung_is_told_at_most_once_in_a_turn_and_not_in_quiet_hours(
        kind in prop::sample::select(&GameKind::ALL[..]),
        hours in 1..=720_u16,
        began in any_start(),
        wishes in any_wishes(),
        steps in prop::collection::vec(step(), 1..80),
    ) {
        let table = game(kind, hours, began);
        let mut checked = Checked { table, now: began, wishes, told: Vec::new(), asked: 0 };
        for step in &steps {
            checked.take(step);
        }
    }
}

//! Weekends off: clocks that stand on Saturday and Sunday, and what goes with them.

use jiff::{SignedDuration, Timestamp};
use kradan_rules::{BySide, GameKind, Side};
use kradan_table::{
    AbortReason, ChallengeTerms, Command, Due, Ending, Event, Moment, Refusal, Reminder,
    ReminderWishes, SideClock, Table, TableId,
};

use crate::transcript::{ANN, BEN, HERE};

/// 2026-11-20 is a Friday.
fn at(text: &str) -> Timestamp {
    format!("2026-11-{text}:00Z").parse().unwrap()
}

fn moment(text: &str) -> Moment {
    Moment { time: at(text), chance: 0 }
}

fn hours(hours: i64) -> SignedDuration {
    SignedDuration::from_hours(hours)
}

/// A game with weekends off that begins at a time, Ann in UTC and Ben in Bangkok, Ann to move.
fn begun(time: &str, control: &str) -> Table {
    let terms = ChallengeTerms {
        opponent: Some(BEN),
        side: Some(Side::First),
        pace: control.parse().unwrap(),
        weekends_off: true,
        ..ChallengeTerms::of(GameKind::Othello)
    };
    let mut table = Table::challenge(ANN, terms, HERE, moment(time));
    table.apply(BEN, &Command::Accept, moment(time)).unwrap();
    table.keep_time_zones(BySide { first: None, second: Some("Asia/Bangkok".to_owned()) });
    table
}

fn pass(table: &mut Table, time: &str) -> Vec<Event> {
    table.pass_time(at(time), &ReminderWishes::default())
}

#[test]
fn what_is_left_on_friday_is_left_on_monday() {
    let mut table = begun("20T20:00", "12h");
    assert_eq!(table.deadline(), Some(at("23T08:00")));
    assert_eq!(table.clock(Side::First, at("20T23:00")), Some(SideClock::Running(at("23T08:00"))));
    for time in ["21T00:00", "21T12:00", "22T23:59"] {
        assert_eq!(table.clock(Side::First, at(time)), Some(SideClock::Standing(hours(8))));
        assert_eq!(table.weekend_until(at(time)), Some((Side::First, at("23T00:00"))));
    }
    assert_eq!(table.weekend_until(at("20T23:59")), None);
    assert_eq!(table.weekend_until(at("23T00:00")), None);
    assert_eq!(table.time_left(Side::First, at("23T01:00")), Some(hours(7)));
    // It is Saturday in Bangkok when Ann moves on Friday at 17:00.
    table = begun("20T17:00", "12h");
    table.apply(ANN, &Command::play("f5"), moment("20T17:00")).unwrap();
    assert_eq!(table.deadline(), Some(at("22T17:00") + hours(12)));
    assert_eq!(table.weekend_until(at("20T17:00")), Some((Side::Second, at("22T17:00"))));
}

#[test]
fn nobody_is_reminded_or_out_of_time_on_a_weekend() {
    // A fifth is left when 9:36 hours are used, at 5:36 on Monday; half on Monday at 2:00.
    let mut table = begun("20T20:00", "12h");
    assert_eq!(table.due(), Some(Due::Reminder(at("23T02:00"))));
    assert_eq!(pass(&mut table, "23T02:00"), []);
    assert_eq!(table.due(), Some(Due::Reminder(at("23T05:36"))));
    let reminded = Event::Reminded { side: Side::First, reminder: Reminder::Fifth };
    assert_eq!(pass(&mut table, "23T05:36"), [reminded]);
    assert_eq!(pass(&mut table, "23T08:04"), []);
    let ended = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::First)));
    assert_eq!(pass(&mut table, "23T08:05"), [ended]);
    // The grace stands too: of its five minutes two are before the weekend.
    let mut table = begun("20T11:58", "12h");
    assert_eq!(table.deadline(), Some(at("20T23:58")));
    assert_eq!(pass(&mut table, "20T23:57").len(), 1, "a reminder");
    assert_eq!(pass(&mut table, "22T12:00"), []);
    assert_eq!(table.due(), Some(Due::Deadline(at("23T00:03"))));
    table.apply(ANN, &Command::play("f5"), moment("22T12:00")).unwrap();
}

#[test]
fn weekends_stand_beside_pauses_holidays_gifts_and_takebacks() {
    let mut table = begun("20T20:00", "12h");
    let given = Event::TimeGiven { side: Side::First, hours: 24 };
    assert_eq!(table.apply(BEN, &Command::GiveTime(24), moment("21T10:00")), Ok(vec![given]));
    assert_eq!(table.deadline(), Some(at("24T08:00")));
    table.apply(BEN, &Command::OfferPause, moment("21T11:00")).unwrap();
    table.apply(ANN, &Command::AcceptPause, moment("21T11:00")).unwrap();
    assert_eq!((table.deadline(), table.weekend_until(at("21T12:00"))), (None, None));
    table.apply(ANN, &Command::Resume, moment("22T11:00")).unwrap();
    assert_eq!(table.deadline(), Some(at("24T08:00")));
    let holiday =
        kradan_table::Holiday { from: at("20T21:00"), until: at("28T12:00"), is_automatic: false };
    table.set_holiday(ANN, Some(holiday), at("22T11:00"));
    assert_eq!(table.weekend_until(at("22T12:00")), None, "the holiday stops the clock");
    // The holiday ends on the next Saturday.
    assert_eq!(table.deadline(), Some(at("30T00:00") + hours(32)));
    table.apply(ANN, &Command::play("f5"), moment("23T12:00")).unwrap();
    table.apply(ANN, &Command::AskTakeback, moment("23T12:00")).unwrap();
    table.apply(BEN, &Command::GrantTakeback, moment("23T12:00")).unwrap();
    assert!(table.has_weekends_off());
    assert_eq!(table.deadline(), Some(at("30T00:00") + hours(12)));
}

#[test]
fn the_absence_of_the_bot_is_credited_whole() {
    let mut table = begun("20T20:00", "12h");
    // The bot is away on Monday from 1:00 to 6:00; all is five hours later until the next move.
    table.credit(hours(5));
    assert_eq!(table.time_left(Side::First, at("23T06:00")), Some(hours(7)));
    assert_eq!(table.deadline(), Some(at("23T13:00")));
    assert_eq!(table.due(), Some(Due::Reminder(at("23T07:00"))));
    table.apply(ANN, &Command::play("f5"), moment("23T07:00")).unwrap();
    table.apply(BEN, &Command::play("d6"), moment("27T12:00")).unwrap();
    assert_eq!(table.deadline(), Some(at("27T12:00") + hours(12)));
    assert_eq!(table.weekend_until(at("28T00:00")), Some((Side::First, at("30T00:00"))));
}

#[test]
fn a_rematch_keeps_the_weekends_and_a_game_without_a_limit_has_none() {
    let mut table = begun("20T20:00", "3d");
    table.apply(ANN, &Command::Resign, moment("20T20:00")).unwrap();
    let rematch = table.rematch(TableId(1), BEN, None, moment("20T20:00")).unwrap();
    assert!(rematch.has_weekends_off());
    let table = begun("20T20:00", "none");
    assert!(!table.has_weekends_off());
    assert_eq!((table.deadline(), table.weekend_until(at("21T12:00"))), (None, None));
    let mut table = begun("20T20:00", "none");
    assert_eq!(table.apply(ANN, &Command::OfferPause, moment("21T12:00")), Err(Refusal::NoClock));
}

#[test]
fn the_time_zone_of_a_player_is_for_that_player_and_goes_with_them() {
    let zones = |table: &Table| {
        let stored = serde_json::to_string(table).unwrap();
        assert_eq!(&serde_json::from_str::<Table>(&stored).unwrap(), table);
        stored.matches("Asia/Bangkok").count()
    };
    let mut table = begun("20T20:00", "3d");
    assert_eq!(zones(&table), 1);
    assert_eq!(zones(&table.as_known_to(BEN)), 1);
    assert_eq!(zones(&table.as_known_to(ANN)), 0);
    assert!(!table.erase_player(BEN));
    assert_eq!(table.side_of(BEN), begun("20T20:00", "3d").side_of(BEN));
    table.apply(BEN, &Command::LeaveErased, moment("20T20:00")).unwrap();
    assert!(table.erase_player(BEN));
    assert_eq!(table.side_of(BEN), None);
    assert_eq!(zones(&table), 0);
}

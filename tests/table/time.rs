//! Reminders, deadlines and clocks.

use jiff::{SignedDuration, Timestamp};
use kradan_rules::{Game, GameKind, Side};
use kradan_table::{
    AbortReason, ChallengeTerms, Command, Due, Ending, Event, Moment, Refusal, Reminder,
    ReminderWishes, SideClock, Table, TimeControl,
};

use crate::transcript::{ANN, BEN, HERE, at, table};

/// The time after the deadline in which a move still counts.
const GRACE: SignedDuration = SignedDuration::from_mins(5);

fn hours(hours: i64) -> Timestamp {
    at(hours).time
}

/// A table with a time control at which Ann has the first side.
fn timed(kind: GameKind, time: &str) -> Table {
    let terms = ChallengeTerms {
        opponent: Some(BEN),
        side: Some(Side::First),
        pace: time.parse().unwrap(),
        ..ChallengeTerms::of(kind)
    };
    let mut table = Table::challenge(ANN, terms, HERE, at(0));
    table.apply(BEN, &Command::Accept, at(0)).unwrap();
    table
}

/// Lets Ann and Ben play by turns, each move at its hour.
fn play(table: &mut Table, moves: &[(&str, i64)]) {
    for (mv, hour) in moves {
        let (_, player) = table.to_move().unwrap();
        table.apply(player, &Command::play(mv), at(*hour)).unwrap();
    }
}

#[test]
fn a_player_is_reminded_once_and_then_loses_on_time() {
    let mut table = table(GameKind::Othello);
    assert_eq!(TimeControl::default(), "3d".parse().unwrap());
    // Whoever chose nothing is not reminded when half of the time is left.
    assert_eq!(table.due(), Some(Due::Reminder(hours(36))));
    assert_eq!(table.pass_time(hours(36), &ReminderWishes::default()), []);
    // A fifth of 72 hours is 14.4.
    let reminder = hours(72) - SignedDuration::from_mins(14 * 60 + 24);
    assert_eq!(table.due(), Some(Due::Reminder(reminder)));
    assert_eq!(
        table.pass_time(reminder - SignedDuration::from_secs(1), &ReminderWishes::default()),
        []
    );
    assert_eq!(
        table.pass_time(reminder, &ReminderWishes::default()),
        [Event::Reminded { side: Side::First, reminder: Reminder::Fifth }]
    );
    assert_eq!(table.pass_time(reminder, &ReminderWishes::default()), []);
    let twentieth = hours(72) - SignedDuration::from_mins(72 * 60 / 20);
    assert_eq!(table.due(), Some(Due::Reminder(twentieth)));
    assert_eq!(table.pass_time(twentieth, &ReminderWishes::default()), []);
    assert_eq!(table.due(), Some(Due::Deadline(hours(72) + GRACE)));

    table.apply(ANN, &Command::play("f5"), at(71)).unwrap();
    assert_eq!(
        table.pass_time(hours(72) + GRACE, &ReminderWishes::default()),
        [],
        "the move came in time"
    );
    play(&mut table, &[("d6", 71), ("c3", 71), ("d3", 71)]);
    table.apply(ANN, &Command::play("c4"), at(71)).unwrap();
    // A day of downtime is credited.
    table.credit(SignedDuration::from_hours(24));
    assert_eq!(table.deadline(), Some(hours(71 + 72 + 24)));
    table.pass_time(hours(71 + 72 + 24), &ReminderWishes::default());
    assert_eq!(
        table.pass_time(hours(71 + 72 + 24) + GRACE, &ReminderWishes::default()),
        [Event::Ended(Ending::OutOfTime(Side::Second))],
    );
    assert_eq!(table.due(), None);
    assert_eq!(table.pass_time(hours(1_000), &ReminderWishes::default()), []);
    assert_eq!(table.ended_at(), Some(hours(71 + 72 + 24) + GRACE));
}

#[test]
fn a_move_in_the_time_of_grace_counts() {
    let mut table = timed(GameKind::Othello, "1h");
    table.pass_time(hours(1), &ReminderWishes::default());
    let late = Moment { time: hours(1) + GRACE - SignedDuration::from_secs(1), chance: 0 };
    assert_eq!(table.pass_time(late.time, &ReminderWishes::default()), []);
    table.apply(ANN, &Command::play("f5"), late).unwrap();
    assert_eq!(table.deadline(), Some(late.time + SignedDuration::from_hours(1)));
}

#[test]
fn a_game_without_two_moves_of_each_side_is_aborted() {
    for (moves, side) in [(0, Side::First), (1, Side::Second), (2, Side::First), (3, Side::Second)]
    {
        let mut table = timed(GameKind::Othello, "1d");
        play(&mut table, &[("f5", 0), ("d6", 0), ("c3", 0)][..moves]);
        table.pass_time(hours(24), &ReminderWishes::default());
        let aborted = Ending::Aborted(AbortReason::OutOfTime(side));
        assert_eq!(
            table.pass_time(hours(25), &ReminderWishes::default()),
            [Event::Ended(aborted)],
            "{moves} moves"
        );
        assert_eq!(aborted.verdict(), None);
    }
}

#[test]
fn a_bare_khun_wins_nothing_on_time() {
    // White has a rua besides its khun; Black has its khun alone.
    let start = "4k3/8/8/8/8/8/8/R3K3 w";
    for (moves, ending) in [
        (&["a1a2", "e8f8", "a2a3", "f8e8"][..], Ending::OutOfTimeDrawn(Side::First)),
        (&["a1a2", "e8f8", "a2a3", "f8e8", "a3a4"], Ending::OutOfTime(Side::Second)),
    ] {
        let mut table = crate::transcript::table_at(GameKind::Makruk, start);
        assert_eq!(ending_on_time(&mut table, moves), ending, "{moves:?}");
    }
}

#[test]
fn whoever_runs_out_in_ogi_loses_also_against_a_bare_king() {
    // Black has a rook besides its king, and nobody has a piece in hand.
    let start = "4k^3/8/8/8/8/8/8/R3K^3 / O/o";
    for (moves, side) in [
        (&["a1a2", "e8f8", "a2a3", "f8e8"][..], Side::First),
        (&["a1a2", "e8f8", "a2a3", "f8e8", "a3a4"], Side::Second),
    ] {
        let mut table = crate::transcript::table_at(GameKind::Ogi, start);
        assert_eq!(ending_on_time(&mut table, moves), Ending::OutOfTime(side), "{moves:?}");
    }
}

#[test]
fn whoever_runs_out_in_othello_loses_also_while_leading_in_discs() {
    for (moves, counts, side) in [
        (&["f5", "f4", "d3", "d6"][..], (5, 3), Side::First),
        (&["f5", "d6", "c3", "g5", "c6", "d3", "e3"], (4, 7), Side::Second),
    ] {
        let mut table = table(GameKind::Othello);
        let ending = ending_on_time(&mut table, moves);
        let Game::Othello(record) = table.game() else { panic!("a game of Othello") };
        let discs = record.position().disc_counts();
        assert_eq!((discs.first, discs.second), counts, "{moves:?}");
        assert_eq!(ending, Ending::OutOfTime(side), "{moves:?}");
    }
}

/// Plays the moves at once, and lets the side to move run out of time.
fn ending_on_time(table: &mut Table, moves: &[&str]) -> Ending {
    for mv in moves {
        let (_, player) = table.to_move().unwrap();
        table.apply(player, &Command::play(mv), at(0)).unwrap();
    }
    table.pass_time(hours(72), &ReminderWishes::default());
    let events = table.pass_time(hours(73), &ReminderWishes::default());
    let [Event::Ended(ending)] = events[..] else { panic!("{events:?}") };
    ending
}

#[test]
fn a_bank_is_used_up_by_its_owner_and_grows_with_each_move_up_to_its_cap() {
    let mut table = timed(GameKind::Othello, "10d+1d");
    assert_eq!(table.deadline(), Some(hours(240)));
    assert_eq!(table.standing_clock(Side::Second), Some(SignedDuration::from_hours(240)));
    // Ann uses 100 hours, and gets 24.
    play(&mut table, &[("f5", 100)]);
    assert_eq!(table.standing_clock(Side::First), Some(SignedDuration::from_hours(164)));
    assert_eq!(table.deadline(), Some(hours(100 + 240)));
    assert_eq!(table.clock(Side::Second, hours(101)), Some(SideClock::Running(hours(340))));
    let standing = SideClock::Standing(SignedDuration::from_hours(164));
    assert_eq!(table.clock(Side::First, hours(101)), Some(standing));
    // Ben moves at once, six times: 10 days and 5 are the most.
    for ply in 1..=12 {
        let (turn, _) = table.to_move().unwrap();
        assert_eq!(turn == Side::Second, ply % 2 == 1, "nobody passes");
        let mv = table.game().legal_moves().swap_remove(0);
        play(&mut table, &[(&mv, 100)]);
        let moved = (ply + 1) / 2;
        let expected =
            if turn == Side::Second { (240 + 24 * moved).min(360) } else { 164 + 24 * moved };
        assert_eq!(table.standing_clock(turn), Some(SignedDuration::from_hours(expected)));
    }
}

#[test]
fn a_game_without_a_limit_waits_for_ever() {
    let mut table = timed(GameKind::Ogi, "none");
    assert_eq!((table.due(), table.deadline()), (None, None));
    assert_eq!(table.pass_time(Timestamp::MAX, &ReminderWishes::default()), []);
    assert_eq!(table.clock(Side::First, hours(1)), Some(SideClock::Unlimited));
    assert_eq!(table.apply(ANN, &Command::OfferPause, at(1)), Err(Refusal::NoClock));
    assert_eq!(table.apply(ANN, &Command::GiveTime(1), at(1)), Err(Refusal::NoClock));
}

#[test]
fn no_clock_runs_in_a_pause() {
    let mut table = timed(GameKind::Othello, "3d");
    assert_eq!(table.apply(BEN, &Command::AcceptPause, at(9)), Err(Refusal::NothingOffered));
    let offered = Event::PauseOffered { side: Side::Second };
    assert_eq!(table.apply(BEN, &Command::OfferPause, at(9)), Ok(vec![offered]));
    assert_eq!(table.apply(BEN, &Command::AcceptPause, at(9)), Err(Refusal::OwnOffer));
    assert_eq!(table.apply(ANN, &Command::OfferPause, at(9)), Err(Refusal::PauseOfferedFirst));
    assert_eq!(table.deadline(), Some(hours(72)), "an offer stops no clock");
    table.apply(ANN, &Command::AcceptPause, at(10)).unwrap();
    assert_eq!(table.deadline(), None);
    let standing = SideClock::Standing(SignedDuration::from_hours(62));
    assert_eq!(table.clock(Side::First, hours(300)), Some(standing));
    assert_eq!(table.apply(ANN, &Command::OfferPause, at(11)), Err(Refusal::Paused));
    assert_eq!(table.due(), Some(Due::Resumption(hours(10 + 30 * 24))));
    let resumed = Event::Resumed { side: Some(Side::First) };
    assert_eq!(table.apply(ANN, &Command::Resume, at(500)), Ok(vec![resumed]));
    assert_eq!(table.deadline(), Some(hours(562)));
    assert_eq!(table.apply(ANN, &Command::Resume, at(500)), Err(Refusal::NotPaused));
}

#[test]
fn a_move_ends_a_pause_and_a_pause_ends_by_itself() {
    let mut table = timed(GameKind::Othello, "3d");
    table.apply(BEN, &Command::OfferPause, at(0)).unwrap();
    table.apply(ANN, &Command::AcceptPause, at(10)).unwrap();
    let events = table.apply(ANN, &Command::play("f5"), at(100)).unwrap();
    assert_eq!(events[0], Event::Resumed { side: Some(Side::First) });
    assert_eq!(table.deadline(), Some(hours(172)));

    table.apply(BEN, &Command::OfferPause, at(101)).unwrap();
    table.apply(ANN, &Command::AcceptPause, at(102)).unwrap();
    let end = 102 + 30 * 24;
    assert_eq!(
        table.pass_time(hours(end), &ReminderWishes::default()),
        [Event::Resumed { side: None }]
    );
    assert_eq!(table.deadline(), Some(hours(end + 70)));
}

#[test]
fn a_pause_is_offered_again_only_after_a_move() {
    let mut table = timed(GameKind::Othello, "3d");
    play(&mut table, &[("f5", 0)]);
    for answer in [Command::DeclinePause, Command::WithdrawPause] {
        table.apply(ANN, &Command::OfferPause, at(1)).unwrap();
        let by = if answer == Command::DeclinePause { BEN } else { ANN };
        table.apply(by, &answer, at(1)).unwrap();
        assert_eq!(table.apply(ANN, &Command::OfferPause, at(1)), Err(Refusal::DeclinedAlready));
        let moves: &[(&str, i64)] =
            if answer == Command::DeclinePause { &[("d6", 1), ("c3", 1)] } else { &[] };
        play(&mut table, moves);
    }
}

#[test]
fn time_is_given_to_the_opponent_whoever_is_to_move() {
    let mut table = timed(GameKind::Othello, "3d");
    let given = Event::TimeGiven { side: Side::First, hours: 24 };
    assert_eq!(table.apply(BEN, &Command::GiveTime(24), at(1)), Ok(vec![given]));
    assert_eq!(table.deadline(), Some(hours(96)));
    table.apply(ANN, &Command::GiveTime(48), at(1)).unwrap();
    play(&mut table, &[("f5", 2)]);
    assert_eq!(table.deadline(), Some(hours(2 + 72 + 48)));
    play(&mut table, &[("d6", 3)]);
    assert_eq!(table.deadline(), Some(hours(3 + 72)), "it was given for one move");
    // A clock holds 60 days.
    table.apply(BEN, &Command::GiveTime(14 * 24), at(3)).unwrap();
    for days in [14, 14, 14] {
        table.apply(BEN, &Command::GiveTime(days * 24), at(3)).unwrap();
    }
    // Each gift calls the opponent: in one turn there are five.
    let mut spent = timed(GameKind::Othello, "3d");
    for _ in 0..5 {
        spent.apply(BEN, &Command::GiveTime(1), at(1)).unwrap();
    }
    let before = spent.clone();
    assert_eq!(spent.apply(BEN, &Command::GiveTime(1), at(2)), Err(Refusal::GivenOften));
    assert_eq!(spent, before, "a refusal changes nothing");
    play(&mut spent, &[("f5", 2)]);
    spent.apply(BEN, &Command::GiveTime(1), at(2)).unwrap();
    let full = |room| Err(Refusal::ClockFull { most: 60 * 24, room });
    assert_eq!(table.apply(BEN, &Command::GiveTime(48), at(3)), full(24));
    table.apply(BEN, &Command::GiveTime(24), at(3)).unwrap();
    assert_eq!(table.apply(BEN, &Command::GiveTime(1), at(3)), full(0));
}

#[test]
fn no_more_is_given_than_a_bank_holds() {
    let mut table = timed(GameKind::Othello, "10d+1d max 12d");
    let full = |room| Err(Refusal::ClockFull { most: 12 * 24, room });
    assert_eq!(table.apply(BEN, &Command::GiveTime(96), at(24)), full(3 * 24));
    table.apply(BEN, &Command::GiveTime(72), at(24)).unwrap();
}

#[test]
fn nobody_gains_time_by_a_takeback() {
    // Ann moves with 2 hours left, and takes that back after Ben's reply.
    let mut table = timed(GameKind::Othello, "3d");
    play(&mut table, &[("f5", 70), ("d6", 71)]);
    table.apply(ANN, &Command::AskTakeback, at(72)).unwrap();
    table.apply(BEN, &Command::GrantTakeback, at(73)).unwrap();
    assert_eq!(table.deadline(), Some(hours(75)));
    play(&mut table, &[("f5", 74)]);
    assert_eq!(table.deadline(), Some(hours(74 + 72)), "Ben has the whole time for the new move");

    // The addition of a bank goes with the move for which it was given.
    let mut table = timed(GameKind::Othello, "10d+1d");
    play(&mut table, &[("f5", 100), ("d6", 100)]);
    table.apply(ANN, &Command::AskTakeback, at(100)).unwrap();
    table.apply(BEN, &Command::GrantTakeback, at(110)).unwrap();
    assert_eq!(table.deadline(), Some(hours(110 + 140)));
    assert_eq!(table.standing_clock(Side::Second), Some(SignedDuration::from_hours(240)));
}

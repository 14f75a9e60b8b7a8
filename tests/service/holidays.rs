//! Holidays: all clocks of a player stand, and a game is not lost while one can still be taken.

use jiff::SignedDuration;
use kradan::service::{Clock, Limits};
use kradan_rules::{GameKind, Side};
use kradan_store::PeopleStore as _;
use kradan_table::{ChallengeTerms, Command, Ending, Event, HolidayRefusal, SideClock, TableId};

use crate::service::test_service::*;

const MOVES: [&str; 4] = ["f5", "d6", "c3", "d3"];

impl TestService {
    fn at_a_set_time() -> TestService {
        let clock = Clock::by_hand("2026-11-20T00:00:00Z".parse().unwrap());
        TestService::open_with(clock, Limits::default())
    }

    /// A game in which each side has made two moves, Ann to move.
    async fn begun(&mut self) -> TableId {
        let id = self.table().await;
        self.play_moves(id).await;
        id
    }

    /// A game whose challenge said that holidays do not stop its clocks, Ann to move.
    async fn ignoring_holidays(&mut self) -> TableId {
        let terms = ChallengeTerms { no_holidays: true, ..ChallengeTerms::of(GameKind::Othello) };
        self.game_with(terms).await
    }

    /// A game of Ann and Ben, Ann to move.
    async fn game_with(&mut self, terms: ChallengeTerms) -> TableId {
        let terms = ChallengeTerms { opponent: Some(BEN), side: Some(Side::First), ..terms };
        let request = self.request(ANN);
        let opened = self.service.challenge(&request, terms, HERE).await.unwrap();
        self.ask(BEN, opened.id, &Command::Accept).await.unwrap();
        opened.id
    }

    /// A game with so much time for each side in which each has made two moves, Ann to move.
    async fn begun_at(&mut self, pace: &str) -> TableId {
        let pace = pace.parse().unwrap();
        let id =
            self.game_with(ChallengeTerms { pace, ..ChallengeTerms::of(GameKind::Othello) }).await;
        self.play_moves(id).await;
        id
    }

    async fn play_moves(&mut self, id: TableId) {
        for (ply, mv) in MOVES.iter().enumerate() {
            let player = if ply % 2 == 0 { ANN } else { BEN };
            self.ask(player, id, &Command::play(mv)).await.unwrap();
        }
    }

    /// What has been told of holidays in a game.
    async fn told_of_holidays(&self, id: TableId) -> Vec<Event> {
        let told = self.pending_events(id).await.into_iter().flatten();
        told.filter(|it| matches!(it, Event::HolidayBegan { .. } | Event::HolidayEnded { .. }))
            .collect()
    }

    /// Ann's clock, while Ann is to move.
    async fn clock_of_ann(&self, id: TableId) -> Option<SideClock> {
        let stored = self.service.load(id).await.unwrap().unwrap();
        stored.table.clock(Side::First, self.clock.now())
    }

    async fn ending(&self, id: TableId) -> Option<Ending> {
        self.service.load(id).await.unwrap().unwrap().table.ending()
    }

    /// Lets days pass, with what is due in them.
    async fn pass_days(&self, days: i64) {
        for _ in 0..days {
            self.pass(DAY).await;
            self.run_due_tables_once().await;
        }
    }
}

#[tokio::test]
async fn a_holiday_stops_all_own_clocks_and_no_others() {
    let mut test = TestService::at_a_set_time();
    let (mine, other, theirs) = (test.begun().await, test.begun().await, test.begun().await);
    test.ask(ANN, theirs, &Command::play("c4")).await.unwrap();
    let until = test.service.begin_holiday(ANN, 5).await.unwrap().unwrap();
    assert_eq!(until, test.clock.now() + SignedDuration::from_hours(24 * 5));
    assert_eq!(test.time_left(mine).await, SignedDuration::from_hours(24 * 8));
    assert_eq!(test.time_left(theirs).await, SignedDuration::from_hours(24 * 3));
    let began = Event::HolidayBegan { side: Side::First, until, is_automatic: false };
    for id in [mine, other, theirs] {
        assert_eq!(test.pending_events(id).await.last(), Some(&vec![began.clone()]));
    }
    // A second one does not begin, and nothing is told twice.
    let again = test.service.begin_holiday(ANN, 1).await.unwrap();
    assert_eq!(again, Err(HolidayRefusal::Already { until }));

    // Ben's clock runs meanwhile.
    test.pass_days(4).await;
    assert_eq!(test.ending(theirs).await, None, "Ben takes a holiday by himself");
    assert!(test.service.end_holiday(ANN).await.unwrap());
    let ended = vec![Event::HolidayEnded { side: Side::First }];
    assert_eq!(test.pending_events(mine).await.last(), Some(&ended));
    assert_eq!(test.time_left(mine).await, SignedDuration::from_hours(24 * 3));
    assert!(!test.service.end_holiday(ANN).await.unwrap());
}

#[tokio::test]
async fn a_holiday_is_taken_once_before_a_loss() {
    let mut test = TestService::at_a_set_time();
    let (first, second) = (test.begun().await, test.begun().await);
    test.pass_days(3).await;
    test.pass(GRACE + 60).await;
    test.run_due_tables_once().await;
    // One holiday of three days serves both games.
    assert_eq!((test.ending(first).await, test.ending(second).await), (None, None));
    let profile = test.store.profile(ANN).await.unwrap().unwrap();
    let days = SignedDuration::from_hours(24 * 17);
    assert_eq!(profile.holidays.left(test.clock.now()), days);
    test.pass_days(4).await;
    let lost = Some(Ending::OutOfTime(Side::First));
    assert_eq!((test.ending(first).await, test.ending(second).await), (lost, lost));
}

#[tokio::test]
async fn a_holiday_that_begins_by_itself_is_for_the_games_that_run_out() {
    let mut test = TestService::at_a_set_time();
    let days = |days: i64| SignedDuration::from_hours(24 * days);
    let (out, later, bank) =
        (test.begun().await, test.begun_at("4d").await, test.begun_at("10d+1d").await);
    let bank_at = test.time_left(bank).await;
    test.pass_days(3).await;
    test.pass(GRACE + 60).await;
    test.run_due_tables_once().await;
    let passed = days(3) + SignedDuration::from_secs(GRACE + 60);
    let until = test.clock.now() + days(3);
    let began = vec![Event::HolidayBegan { side: Side::First, until, is_automatic: true }];
    assert_eq!(test.told_of_holidays(out).await, began);
    assert_eq!(test.time_left(out).await, days(3));
    let stands = SideClock::Standing(SignedDuration::ZERO);
    assert_eq!(test.clock_of_ann(out).await, Some(stands));
    // The others hear nothing and run on.
    assert_eq!(test.told_of_holidays(later).await, []);
    assert_eq!(test.time_left(later).await, days(4) - passed);
    assert_eq!(test.time_left(bank).await, bank_at - passed);
    // A game that runs out within the holiday has until its end.
    test.pass_days(2).await;
    assert_eq!(test.told_of_holidays(later).await, began);
    assert_eq!(test.clock_of_ann(later).await, Some(stands));
    assert_eq!(test.told_of_holidays(bank).await, []);
    // A holiday that is asked for takes its place, and stops all clocks.
    let until = test.service.begin_holiday(ANN, 5).await.unwrap().unwrap();
    let planned = Event::HolidayBegan { side: Side::First, until, is_automatic: false };
    for id in [out, later, bank] {
        assert_eq!(test.told_of_holidays(id).await.last(), Some(&planned));
    }
    assert_eq!(test.time_left(later).await, days(5));
    let profile = test.store.profile(ANN).await.unwrap().unwrap();
    let left = profile.holidays.left(test.clock.now());
    assert_eq!(left, days(13), "of the other one two days are spent");
    test.pass_days(4).await;
    assert_eq!(test.ending(out).await, None);
}

#[tokio::test]
async fn whoever_wants_no_holiday_by_itself_loses_on_time() {
    let mut test = TestService::at_a_set_time();
    let id = test.begun().await;
    let change = |person: &mut kradan_store::Profile| person.holidays.is_automatic_off = true;
    test.store.update_profile(ANN, Box::new(change)).await.unwrap();
    test.pass_days(4).await;
    assert_eq!(test.ending(id).await, Some(Ending::OutOfTime(Side::First)));
}

#[tokio::test]
async fn a_late_move_finds_the_holiday_that_saved_the_game() {
    let mut test = TestService::at_a_set_time();
    let id = test.begun().await;
    // Nobody has looked at what is due.
    test.pass(3 * DAY + GRACE + 60).await;
    test.ask(ANN, id, &Command::play("c4")).await.unwrap();
    assert_eq!(test.ending(id).await, None);
}

/// The process ends after the holiday is stored, and before the games know of it.
#[tokio::test]
async fn a_game_that_missed_a_holiday_learns_of_it_when_it_is_due() {
    let mut test = TestService::at_a_set_time();
    let id = test.begun().await;
    let now = test.clock.now();
    let change = move |person: &mut kradan_store::Profile| {
        person.holidays.begin(10, now).unwrap();
    };
    test.store.update_profile(ANN, Box::new(change)).await.unwrap();
    test.pass_days(9).await;
    assert_eq!(test.ending(id).await, None);
    assert_eq!(test.time_left(id).await, SignedDuration::from_hours(24 * 4));
}

/// Each beginning and end is told in every game of the player.
#[tokio::test]
async fn a_holiday_that_ends_at_once_costs_a_day() {
    let test = TestService::at_a_set_time();
    for days in (0..20).rev() {
        test.service.begin_holiday(ANN, 1).await.unwrap().unwrap();
        test.pass(60).await;
        assert!(test.service.end_holiday(ANN).await.unwrap());
        let profile = test.store.profile(ANN).await.unwrap().unwrap();
        let left = profile.holidays.left(test.clock.now());
        assert_eq!(left, SignedDuration::from_hours(24 * days));
    }
    let refused = test.service.begin_holiday(ANN, 1).await.unwrap();
    assert_eq!(refused, Err(HolidayRefusal::TooLong { left: SignedDuration::ZERO }));
}

#[tokio::test]
async fn a_game_that_begins_in_a_holiday_waits_for_its_end() {
    let mut test = TestService::at_a_set_time();
    test.service.begin_holiday(ANN, 5).await.unwrap().unwrap();
    let id = test.table().await;
    assert_eq!(test.time_left(id).await, SignedDuration::from_hours(24 * 8));
}

#[tokio::test]
async fn a_game_that_ignores_holidays_keeps_its_clock_running() {
    let mut test = TestService::at_a_set_time();
    let before = [test.table().await, test.ignoring_holidays().await];
    let untold = test.pending_events(before[1]).await;
    let until = test.service.begin_holiday(ANN, 5).await.unwrap().unwrap();
    let began = Event::HolidayBegan { side: Side::First, until, is_automatic: false };
    assert_eq!(test.pending_events(before[0]).await.last(), Some(&vec![began]));
    assert_eq!(test.pending_events(before[1]).await, untold, "nothing is told of a holiday");
    let during = [test.table().await, test.ignoring_holidays().await];

    let days = |days: i64| SignedDuration::from_hours(24 * days);
    test.pass_days(2).await;
    for [normal, ignoring] in [before, during] {
        assert_eq!(test.clock_of_ann(normal).await, Some(SideClock::Standing(days(3))));
        let running = SideClock::Running(test.clock.now() + days(1));
        assert_eq!(test.clock_of_ann(ignoring).await, Some(running));
    }
    test.pass_days(2).await;
    for [normal, ignoring] in [before, during] {
        assert_eq!(test.ending(normal).await, None);
        assert_eq!(test.time_left(normal).await, days(4));
        assert_eq!(test.ending(ignoring).await, Some(aborted(Side::First)));
    }
}

/// What ends at a table by itself obeys a holiday that the table has not heard of.
#[tokio::test]
async fn a_block_does_not_lose_a_game_on_time() {
    let mut test = TestService::at_a_set_time();
    let id = test.begun().await;
    test.ask(BEN, id, &Command::Draw).await.unwrap();
    test.pass(3 * DAY + GRACE + 60).await;
    test.service.block(ANN, BEN).await.unwrap();
    assert_eq!(test.ending(id).await, None);
}

#[tokio::test]
async fn twenty_days_are_the_most_within_a_year() {
    let test = TestService::at_a_set_time();
    test.service.begin_holiday(ANN, 15).await.unwrap().unwrap();
    test.pass_days(16).await;
    let refused = test.service.begin_holiday(ANN, 6).await.unwrap();
    let left = SignedDuration::from_hours(24 * 5);
    assert_eq!(refused, Err(HolidayRefusal::TooLong { left }));
    test.service.begin_holiday(ANN, 5).await.unwrap().unwrap();
    test.pass_days(365).await;
    test.service.begin_holiday(ANN, 15).await.unwrap().unwrap();
}

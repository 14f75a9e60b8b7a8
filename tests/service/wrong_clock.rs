//! A machine whose clock is wrong or set to another time.

use kradan::service::Limits;
use kradan_rules::Side;
use kradan_store::OutboxStore as _;
use kradan_table::{ChannelId, Command, Event, Reminder, TimeControl};

use crate::service::test_service::*;

#[tokio::test]
async fn a_clock_ten_days_ahead_for_three_seconds_changes_nothing() {
    for days in [10, -10] {
        let mut test = TestService::open_with(by_hand(), Limits::default());
        let id = test.table().await;
        for place in [0, 1] {
            test.service.store().add_reader(BEN, ChannelId(place)).await.unwrap();
        }
        test.ask(ANN, id, &Command::play("f5")).await.unwrap();
        test.run_for(DAY / 24).await;
        let deadline = test.service.load(id).await.unwrap().unwrap().table.deadline();
        let pending_before = test.pending_events(id).await.len();

        test.clock.set_wall(days * DAY);
        test.service.record_heartbeat().await.unwrap();
        test.run_for(3).await;
        test.clock.set_wall(-days * DAY);
        test.run_for(60).await;
        assert_eq!(
            test.pending_events(id).await.len(),
            pending_before,
            "nothing happens because of the jump"
        );

        for round in 0..10 {
            test.ask(ANN, id, &Command::Show(ChannelId(round % 2))).await.unwrap();
            if round == 0 {
                test.ask(ANN, id, &Command::Draw).await.unwrap();
                test.ask(BEN, id, &Command::DeclineDraw).await.unwrap();
            }
            test.run_for(3).await;
            let now = test.service.load(id).await.unwrap().unwrap().table.deadline();
            assert_eq!(now, deadline, "{days} days");
        }
        // The next start changes nothing either.
        let test = test.closed_for(0).await;
        let now = test.service.load(id).await.unwrap().unwrap().table.deadline().unwrap();
        let moved = now.duration_since(deadline.unwrap()).abs();
        assert!(moved <= seconds(20), "{moved}");
    }
}

#[tokio::test]
async fn a_jump_that_lasts_moves_the_deadline_with_the_date() {
    for days in [10, -10] {
        let mut test = TestService::open_with(by_hand(), Limits::default());
        let id = test.table().await;
        let (date, time_left) = (test.clock.now(), test.time_left(id).await);
        test.clock.set_wall(days * DAY);
        test.run_for(20 * 60).await;
        assert_eq!(test.clock.now().duration_since(date), seconds(days * DAY + 20 * 60));
        assert_eq!(test.time_left(id).await, time_left - seconds(20 * 60));
        // Setting the clock right moves the deadline back.
        test.clock.set_wall(-days * DAY);
        test.run_for(20 * 60).await;
        assert_eq!(test.clock.now().duration_since(date), seconds(40 * 60));
        assert_eq!(test.time_left(id).await, time_left - seconds(40 * 60));
        assert_eq!(test.plies(id).await, 0);
    }
}

#[tokio::test]
async fn pending_entries_do_not_wait_after_the_clock_is_set_back() {
    let mut test = TestService::open_with(by_hand(), Limits::default());
    let id = test.table().await;
    let ready = async |test: &TestService| {
        let pending_events = test.store.pending(test.clock.now() + seconds(5), 9).await.unwrap();
        pending_events.iter().filter(|entry| entry.id.table == id).count()
    };
    assert_eq!(ready(&test).await, 2);
    test.clock.set_wall(-10 * DAY);
    test.run_for(16 * 60).await;
    assert_eq!(ready(&test).await, 2);
    // The clock is set back while the bot is down.
    let test = test.restarted_after(60, -10 * DAY).await;
    assert_eq!(ready(&test).await, 2);
}

#[tokio::test]
async fn a_clock_that_is_set_back_counts_as_no_attempt() {
    let mut test = TestService::open_with(by_hand(), Limits::default());
    let id = test.table().await;
    let pending_before = test.store.pending_of_table(id).await.unwrap();
    let first = pending_before.first().unwrap().id;
    let at = test.clock.now() + seconds(DAY);
    test.store.postpone(first, at).await.unwrap();
    test.clock.set_wall(-10 * DAY);
    test.run_for(16 * 60).await;
    let test = test.restarted_after(60, -10 * DAY).await;
    let pending_events = test.store.pending_of_table(id).await.unwrap();
    assert_eq!(pending_events.first().unwrap().id, first);
    let moved = at.duration_since(pending_events.first().unwrap().ready_at);
    assert!(moved > seconds(19 * DAY), "{moved}: it follows the clock");
    let attempts: Vec<u32> = pending_events.iter().map(|entry| entry.attempts).collect();
    assert_eq!(attempts, [1, 0]);
}

#[tokio::test]
async fn a_start_under_a_wrong_clock_costs_no_time() {
    for days in [10, -10] {
        let mut test = TestService::open_with(by_hand(), Limits::default());
        let id = test.table().await;
        test.run_for(60).await;
        let time_left = test.time_left(id).await;
        let test = test.restarted_after(3_600, days * DAY).await;
        let spent = time_left - test.time_left(id).await;
        assert!((seconds(0)..=seconds(20)).contains(&spent), "{spent}");
        // The clock is set right before the next start.
        let test = test.restarted_after(3_600, -days * DAY).await;
        let spent = time_left - test.time_left(id).await;
        assert!((seconds(0)..=seconds(40)).contains(&spent), "{spent}");
    }
}

#[tokio::test]
async fn repeated_restarts_cost_no_time() {
    let mut test = TestService::open_with(by_hand(), Limits::default());
    let id = test.table().await;
    let time_left = test.time_left(id).await;
    for _ in 0..20 {
        test = test.closed_for(5).await;
    }
    let spent = time_left - test.time_left(id).await;
    assert!(spent <= seconds(20), "{spent}: a second for each start");
    // A service that shuts down cleanly loses no second.
    let time_left = test.time_left(id).await;
    for _ in 0..20 {
        test.service.record_shutdown().await.unwrap();
        test = test.closed_for(DAY).await;
        test.service.record_shutdown().await.unwrap();
    }
    assert_eq!(test.time_left(id).await, time_left);
}

#[tokio::test]
async fn due_tables_are_processed_whatever_the_date_is() {
    let time = TimeControl::default().start().unwrap().as_secs();
    for days in [100, -100] {
        let mut test = TestService::open_with(by_hand(), Limits::default());
        let id = test.table().await;
        test.clock.set_wall(days * DAY);
        test.run_for(16 * 60).await;
        test.pass(time * 4 / 5 - 16 * 60 - 1).await;
        test.run_due_tables_once().await;
        let reminded = vec![Event::Reminded { side: Side::First, reminder: Reminder::Fifth }];
        assert_ne!(test.pending_events(id).await.last(), Some(&reminded));
        test.pass(1).await;
        test.run_due_tables_once().await;
        assert_eq!(test.pending_events(id).await.last(), Some(&reminded));
        test.pass(time / 5 + GRACE).await;
        test.run_due_tables_once().await;
        let ended = vec![Event::Ended(aborted(Side::First))];
        assert_eq!(test.pending_events(id).await.last(), Some(&ended));
    }
}

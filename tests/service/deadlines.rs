//! Deadlines, reminders, downtime and the end of challenges.

use std::sync::Arc;

use jiff::SignedDuration;
use kradan::service::ServiceError;
use kradan_rules::{GameKind, Side};
use kradan_store::TableStore as _;
use kradan_table::{ChallengeTerms, Command, Event, Refusal, Reminder, TimeControl};

use crate::service::test_service::*;

#[tokio::test]
async fn a_player_is_reminded_once_and_then_out_of_time() {
    let mut test = TestService::open();
    let id = test.table().await;
    let before = test.pending_events(id).await.len();
    let time = TimeControl::default().start().unwrap().as_secs();

    test.pass(time * 4 / 5 + 60).await;
    test.run_until(async || test.pending_events(id).await.len() > before).await;
    let reminded = Event::Reminded { side: Side::First, reminder: Reminder::Fifth };
    assert_eq!(test.pending_events(id).await.last().unwrap(), &vec![reminded.clone()]);

    test.pass(time / 5 + GRACE).await;
    let is_over = async || test.service.load(id).await.unwrap().unwrap().table.ending().is_some();
    test.run_until(is_over).await;
    let pending_events = test.pending_events(id).await;
    assert_eq!(pending_events.last().unwrap(), &vec![Event::Ended(aborted(Side::First))]);
    assert_eq!(pending_events.iter().filter(|events| events.contains(&reminded)).count(), 1);
    assert_eq!(pending_events.len(), before + 2);
}

#[tokio::test]
async fn a_move_after_the_deadline_is_too_late_whoever_notices_first() {
    let mut test = TestService::open();
    let id = test.table().await;
    test.pass(4 * DAY).await;
    let late = test.ask(ANN, id, &Command::play("f5")).await;
    let ending = aborted(Side::First);
    assert!(
        matches!(late, Err(ServiceError::Refused { refusal: Refusal::Over(it), .. }) if it == ending),
        "{late:?}"
    );
    assert_eq!(test.plies(id).await, 0);
}

#[tokio::test]
async fn no_time_is_lost_while_the_bot_is_down() {
    let mut test = TestService::open();
    test.service.record_heartbeat().await.unwrap();
    let id = test.table().await;
    let deadline = test.service.load(id).await.unwrap().unwrap().table.deadline().unwrap();

    let mut test = test.closed_for(5 * DAY).await;
    let stored = test.service.load(id).await.unwrap().unwrap();
    let later = stored.table.deadline().unwrap().duration_since(deadline);
    let missed = SignedDuration::from_secs(5 * DAY);
    let inexact = SignedDuration::from_mins(2);
    assert!(later > missed - inexact && later < missed + inexact, "{later}");
    // The downtime is credited only once.
    test.ask(ANN, id, &Command::play("f5")).await.unwrap();
    let stored = test.service.load(id).await.unwrap().unwrap();
    let time_left = stored.table.deadline().unwrap().duration_since(test.clock.now());
    assert!(time_left <= SignedDuration::from_secs(3 * DAY), "{time_left}");
}

#[tokio::test]
async fn a_machine_that_slept_wakes_to_a_move_in_time() {
    let mut test = TestService::open();
    let (awake, woken) = (test.table().await, test.table().await);
    // The sleep was not recorded: the machine itself was asleep.
    test.clock.advance(5 * DAY);
    test.ask(ANN, awake, &Command::play("f5")).await.unwrap();
    test.run_until(async || test.plies(awake).await == 1).await;
    test.ask(ANN, woken, &Command::play("f5")).await.unwrap();
}

#[tokio::test]
async fn a_declined_challenge_is_deleted() {
    let mut test = TestService::open();
    for command in [Command::Decline, Command::Accept] {
        let request = test.request(ANN);
        let terms = ChallengeTerms { opponent: Some(BEN), ..ChallengeTerms::of(GameKind::Ogi) };
        let id = test.service.challenge(&request, terms, HERE).await.unwrap().id;
        test.ask(BEN, id, &command).await.unwrap();
        // A late click is answered with what became of the challenge.
        test.pass(6 * DAY).await;
        let late = test.ask(BEN, id, &Command::Decline).await;
        let answered = Refusal::Answered;
        assert!(
            matches!(&late, Err(ServiceError::Refused { refusal, .. }) if *refusal == answered),
            "{late:?}"
        );
        test.pass(2 * DAY).await;
        if command == Command::Decline {
            let store = Arc::clone(&test.store);
            test.run_until(async || store.table(id).await.unwrap().is_none()).await;
            let late = test.ask(BEN, id, &Command::Decline).await;
            assert!(matches!(late, Err(ServiceError::NoTable)), "{late:?}");
        } else {
            let stored = test.service.load(id).await.unwrap();
            assert!(stored.is_some(), "a played game stays");
        }
    }
}

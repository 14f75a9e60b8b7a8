//! One table at a time, and each interaction once.

use std::sync::Arc;

use kradan::service::{Listing, ServiceError, TableService};
use kradan_rules::{GameKind, Side};
use kradan_table::{ChallengeTerms, Command, Refusal, Seen};

use crate::service::test_service::*;

#[tokio::test]
async fn an_interaction_that_comes_twice_is_done_once() {
    let mut test = TestService::open();
    let id = test.table().await;
    let request = test.request(ANN);
    let first = test.service.ask(&request, id, &Command::play("f5")).await.unwrap();
    let second = test.service.ask(&request, id, &Command::play("f5")).await.unwrap();
    assert_eq!(first.events, second.events);
    assert_eq!(first.entry, second.entry);
    assert_eq!(test.plies(id).await, 1);

    // After the delivery the repeated interaction has no answer.
    test.service.store().mark_delivered(first.entry.unwrap().id, None).await.unwrap();
    let third = test.service.ask(&request, id, &Command::play("f5")).await;
    assert!(matches!(third, Err(ServiceError::DoneBefore)), "{third:?}");
    assert_eq!(test.plies(id).await, 1);
}

#[tokio::test]
async fn a_refused_interaction_stays_refused() {
    let mut test = TestService::open();
    let id = test.table().await;
    let early = test.request(BEN);
    let refused = test.service.ask(&early, id, &Command::play("d6")).await;
    assert!(
        matches!(refused, Err(ServiceError::Refused { refusal: Refusal::NotYourTurn { .. }, .. })),
        "{refused:?}"
    );
    test.ask(ANN, id, &Command::play("f5")).await.unwrap();
    let again = test.service.ask(&early, id, &Command::play("d6")).await;
    assert!(matches!(again, Err(ServiceError::RefusedBefore)), "{again:?}");
    assert_eq!(test.plies(id).await, 1);
}

#[tokio::test]
async fn a_table_that_was_loaded_earlier_decides_nothing_that_is_no_longer_so() {
    let mut test = TestService::open();
    let id = test.table().await;
    let begun = test.service.load(id).await.unwrap();
    let request = test.request(ANN);
    let command = Command::play("f5");
    test.service.ask_known(&request, id, begun.clone(), &command).await.unwrap();

    // It is another player's turn by now, and Ben may move where he could not.
    let again = test.request(ANN);
    let refused = test.service.ask_known(&again, id, begun.clone(), &command).await;
    let Err(ServiceError::Refused { refusal: Refusal::NotYourTurn { .. }, stored, .. }) = refused
    else {
        panic!("{refused:?}")
    };
    assert_eq!(stored.table.game().plies(), 1);
    let request = test.request(BEN);
    let answer = Command::play("d6");
    let moved = test.service.ask_known(&request, id, begun.clone(), &answer).await.unwrap();
    assert_eq!(moved.stored.table.game().plies(), 2);

    // The game is over when somebody who has not seen it moves.
    let loaded = test.service.load(id).await.unwrap();
    test.ask(BEN, id, &Command::Resign).await.unwrap();
    let late = test.request(ANN);
    let refused = test.service.ask_known(&late, id, loaded, &Command::play("c3")).await;
    assert!(
        matches!(refused, Err(ServiceError::Refused { refusal: Refusal::Over(_), .. })),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_challenge_that_comes_twice_opens_one_table() {
    let mut test = TestService::open();
    let request = test.request(ANN);
    let first =
        test.service.challenge(&request, ChallengeTerms::of(GameKind::Ogi), HERE).await.unwrap();
    let second =
        test.service.challenge(&request, ChallengeTerms::of(GameKind::Ogi), HERE).await.unwrap();
    assert_eq!(first.id, second.id);
    assert_eq!(test.service.tables_of_player(ANN, Listing::Sent, 9).await.unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_concurrent_moves_one_is_made_even_by_two_services() {
    let mut test = TestService::open();
    let id = test.table().await;
    // To the store this is a second process.
    let other = Arc::new(TableService::new(test.store.clone(), test.clock.clone()));
    for ply in 0..40 {
        let stored = test.service.load(id).await.unwrap().unwrap();
        let Some(player) = stored.table.person_to_move() else { break };
        let moves = stored.table.game().legal_moves();
        let (one, two) = (test.request(player), test.request(player));
        let seen = Seen::of(stored.table.game());
        let command = |text: &str| Command::play(text).on(seen);
        let (first, last) = (command(&moves[0]), command(moves.last().unwrap()));
        let tasks = [
            tokio::spawn({
                let service = Arc::clone(&test.service);
                async move { service.ask(&one, id, &first).await.is_ok() }
            }),
            tokio::spawn({
                let service = Arc::clone(&other);
                async move { service.ask(&two, id, &last).await.is_ok() }
            }),
        ];
        let mut made = 0;
        for task in tasks {
            made += usize::from(task.await.unwrap());
        }
        assert_eq!(made, 1, "at ply {ply}");
        let plies = test.plies(id).await;
        assert!(plies > ply);
        if plies != ply + 1 {
            break; // A pass came after it: the plies seen from here on are others.
        }
    }
}

#[tokio::test]
async fn a_refused_count_command_adds_no_outbox_entry() {
    let mut test = TestService::open();
    let terms = ChallengeTerms {
        opponent: Some(BEN),
        side: Some(Side::First),
        ..ChallengeTerms::of(GameKind::Makruk)
    };
    let request = test.request(ANN);
    let id = test.service.challenge(&request, terms, HERE).await.unwrap().id;
    test.ask(BEN, id, &Command::Accept).await.unwrap();
    let refused = test.ask(ANN, id, &Command::from(kradan_rules::makruk::Act::Claim)).await;
    // No count is possible while pawns are on the board, and a refusal adds no outbox entry.
    assert!(matches!(refused, Err(ServiceError::Refused { .. })), "{refused:?}");
    assert_eq!(test.pending_events(id).await.len(), 2);
}

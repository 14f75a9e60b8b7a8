//! A computer's turn that was left to a job, and that outlives a restart.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{join, join_all};
use kradan::service::{Committed, Listing, Searched, TableService};
use kradan_rules::{GameKind, Side};
use kradan_store::{Change, OutboxStore as _, StoredTable, TableStore as _};
use kradan_table::{
    COMPUTER_ANSWERS_WITHIN, ChallengeTerms, ChosenThemes, Command, Event, Level, Moment, PlayerId,
    Table, TableId,
};
use tokio_util::sync::CancellationToken;

use crate::service::test_service::{ANN, BEN, CHAI, HERE, TestService};

const ID: TableId = TableId(7);

/// Stores a table at which the computer is to move, as a process leaves it that is killed.
async fn left_to_a_computer(test: &TestService) {
    left_to(test, ID, ANN, Level::DEFAULT).await;
}

async fn left_to(test: &TestService, id: TableId, person: PlayerId, level: Level) {
    let now = Moment { time: test.clock.now(), chance: 1 };
    let terms =
        ChallengeTerms { side: Some(Side::Second), ..ChallengeTerms::of(GameKind::Othello) };
    let themes = ChosenThemes { of_players: Vec::new(), otherwise: "wood".to_owned() };
    let (table, _) = Table::against_computer(person, level, terms, &themes, HERE, now);
    let credited = test.clock.read().credited;
    let stored = StoredTable { table, revision: 1, credited };
    let change = Change::of(id, stored);
    test.store.commit(change).await.unwrap();
}

/// A table at which Ann has moved, and the response to her move if it waits so long for the computer's.
async fn moved(patience: Duration) -> (TestService, TableId, Committed) {
    let mut test = TestService::open();
    let service = TableService::new(test.store.clone(), test.clock.clone());
    test.service = Arc::new(service.with_reply_patience(patience));
    let terms = ChallengeTerms { side: Some(Side::First), ..ChallengeTerms::of(GameKind::Othello) };
    let themes = ChosenThemes { of_players: Vec::new(), otherwise: "wood".to_owned() };
    let request = test.request(ANN);
    let begun = test.service.play_computer(&request, Level::DEFAULT, terms, &themes, HERE);
    let id = begun.await.unwrap().id;
    let request = test.request(ANN);
    let (service, answered) = (Arc::clone(&test.service), AtomicBool::new(false));
    let answer = async {
        while !answered.load(Ordering::Relaxed) {
            service.make_computer_moves(&CancellationToken::new()).await.unwrap();
            tokio::task::yield_now().await;
        }
    };
    let ask = async {
        let asked = service.ask(&request, id, &Command::play("d3")).await.unwrap();
        answered.store(true, Ordering::Relaxed);
        asked
    };
    let committed = if patience.is_zero() { ask.await } else { join(ask, answer).await.0 };
    (test, id, committed)
}

/// The number of moves in each pending outbox entry of a table, with who caused it.
async fn told(test: &TestService, id: TableId) -> Vec<(usize, Option<PlayerId>)> {
    let entries = test.store.pending_of_table(id).await.unwrap();
    entries.iter().map(|it| (moves(&it.events), it.by)).collect()
}

fn moves(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Moved { .. })).count()
}

#[tokio::test]
async fn a_move_is_committed_before_the_computer_answers_it() {
    let (test, id, committed) = moved(Duration::ZERO).await;
    assert_eq!((moves(&committed.events), test.plies(id).await), (1, 1));
    test.service.make_computer_moves(&CancellationToken::new()).await.unwrap();
    assert_eq!(test.plies(id).await, 2);
    assert_eq!(told(&test, id).await, [(0, Some(ANN)), (1, Some(ANN)), (1, None)]);
}

#[tokio::test]
async fn an_answer_that_comes_soon_is_told_with_the_move() {
    let (test, id, committed) = moved(Duration::from_secs(60)).await;
    assert_eq!((moves(&committed.events), test.plies(id).await), (2, 2));
    assert_eq!(committed.stored, test.service.load(id).await.unwrap().unwrap());
    assert_eq!(told(&test, id).await, [(0, Some(ANN)), (2, Some(ANN))]);
    let entry = committed.entry.expect("everybody hears of it");
    assert_eq!(Some(entry.clone()), test.store.outbox_entry(entry.id).await.unwrap());
    assert!(committed.delivery.is_some());
}

/// What was offered outlives the process that would have answered it.
#[tokio::test]
async fn an_offer_to_a_computer_is_answered_after_a_restart() {
    let (mut test, id, _) = moved(Duration::ZERO).await;
    test.service.make_computer_moves(&CancellationToken::new()).await.unwrap();
    test.service = Arc::new(
        TableService::new(test.store.clone(), test.clock.clone())
            .with_reply_patience(Duration::ZERO),
    );
    test.ask(ANN, id, &Command::Draw).await.unwrap();
    let test = test.closed_for(60).await;
    make_computer_moves(&test).await;
    assert_eq!(test.service.load(id).await.unwrap().unwrap().table.draw_offer(), None);
}

/// Finds the turns that are left to any process.
async fn find_turns(test: &TestService) {
    test.clock.pass(COMPUTER_ANSWERS_WITHIN);
    test.run_due_tables_once().await;
}

async fn make_computer_moves(test: &TestService) {
    find_turns(test).await;
    test.service.make_computer_moves(&CancellationToken::new()).await.unwrap();
}

#[tokio::test]
async fn a_computers_move_is_made_once_after_a_restart_and_told_to_the_player() {
    let test = TestService::open();
    left_to_a_computer(&test).await;
    let test = test.closed_for(3_600).await;
    for _ in 0..2 {
        make_computer_moves(&test).await;
        assert_eq!(test.plies(ID).await, 1);
    }
    let entries = test.store.pending(jiff::Timestamp::MAX, 10).await.unwrap();
    assert_eq!(entries.len(), 1, "{entries:?}");
    assert_eq!((entries[0].by, entries[0].ply), (None, 1));
    assert_eq!(test.service.load(ID).await.unwrap().unwrap().table.person_to_move(), Some(ANN));
}

#[tokio::test]
async fn what_a_player_does_while_the_computer_is_to_move_counts() {
    let mut test = TestService::open();
    left_to_a_computer(&test).await;
    find_turns(&test).await;
    test.ask(ANN, ID, &Command::Resign).await.unwrap();
    make_computer_moves(&test).await;
    assert_eq!(test.plies(ID).await, 0);
}

#[tokio::test]
async fn whoever_is_erased_leaves_the_computer() {
    let test = TestService::open();
    left_to_a_computer(&test).await;
    test.service.wish_erasure(ANN).await.unwrap();
    let stop = CancellationToken::new();
    tokio::select! {
        () = test.service.run_erasures(&stop) => {}
        () = async {
            while !test.is_erased(ANN).await {
                tokio::task::yield_now().await;
            }
        } => {}
    }
    let table = test.store.table(ID).await.unwrap().unwrap().table;
    assert_eq!((table.players().contains(&ANN), table.is_running()), (false, false));
    let running = test.store.tables_of_player(ANN, Listing::Running, 10).await.unwrap();
    assert!(running.is_empty());
    make_computer_moves(&test).await;
    assert_eq!(test.plies(ID).await, 0);
}

/// Whoever has many games of strong computers waits for them, and nobody else does.
#[tokio::test]
async fn the_computers_of_one_person_keep_nobody_waiting() {
    let test = TestService::open();
    let many: Vec<TableId> = (10..70).map(TableId).collect();
    for &id in &many {
        left_to(&test, id, ANN, Level::MAX).await;
    }
    let [quick, strong] = [100, 101].map(TableId);
    left_to(&test, quick, BEN, Level::new(1).unwrap()).await;
    left_to(&test, strong, CHAI, Level::MAX).await;
    find_turns(&test).await;
    let stop = CancellationToken::new();
    tokio::select! {
        made = test.service.make_computer_moves(&stop) => panic!("all at once: {made:?}"),
        () = async {
            while test.plies(quick).await + test.plies(strong).await < 2 {
                tokio::task::yield_now().await;
            }
        } => {}
    }
    let mut made = 0;
    for id in many {
        made += test.plies(id).await;
    }
    assert!(made <= 3, "{made} moves came before");
}

/// A hint is told in three steps.
#[tokio::test]
async fn a_hint_is_searched_for_once() {
    let test = TestService::open();
    left_to_a_computer(&test).await;
    let table = test.service.load(ID).await.unwrap().unwrap().table;
    let found = test.service.best_move(ANN, ID, &table).await;
    assert!(matches!(found, Searched::Found(_)));
    // A search ends on another thread, so its result is never there at once.
    assert_eq!(test.service.best_move(ANN, ID, &table).now_or_never(), Some(found));
}

/// Two hundred presses are one search, and others get theirs meanwhile.
#[tokio::test]
async fn one_hint_is_searched_for_at_a_time() {
    let test = TestService::open();
    left_to_a_computer(&test).await;
    let table = test.service.load(ID).await.unwrap().unwrap().table;
    let asked = |person| test.service.best_move(person, ID, &table);
    let presses = std::iter::repeat_n(ANN, 200).chain([BEN]).map(asked);
    let found = join_all(presses).await;
    let waits = found.iter().filter(|it| **it == Searched::OneMoment).count();
    assert_eq!(waits, 199);
    assert!(found[0] == found[200] && matches!(found[0], Searched::Found(_)), "{found:?}");
    // Ben's was not searched for once more: it was found while he waited.
    assert_eq!(asked(ANN).now_or_never().as_ref(), Some(&found[0]));
}

#[tokio::test]
async fn a_game_is_reviewed_once() {
    let mut test = TestService::open();
    left_to_a_computer(&test).await;
    make_computer_moves(&test).await;
    test.ask(ANN, ID, &Command::Resign).await.unwrap();
    let table = test.service.load(ID).await.unwrap().unwrap().table;
    let found = test.service.review(ANN, ID, &table).await;
    assert!(matches!(found, Searched::Found(_)));
    assert_eq!(test.service.review(ANN, ID, &table).now_or_never(), Some(found));
}

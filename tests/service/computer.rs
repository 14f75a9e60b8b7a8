//! A computer's turn that was left to a job, and that outlives a restart.

use futures_util::FutureExt as _;
use futures_util::future::join_all;
use kradan::service::{Listing, Searched};
use kradan_rules::{GameKind, Side};
use kradan_store::{Change, OutboxStore as _, StoredTable, TableStore as _};
use kradan_table::{
    ChallengeTerms, ChosenThemes, Command, Level, Moment, PlayerId, Table, TableId,
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

async fn make_computer_moves(test: &TestService) {
    test.run_due_tables_once().await;
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
    test.run_due_tables_once().await;
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
    test.run_due_tables_once().await;
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

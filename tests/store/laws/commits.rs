//! Commits: revisions, interactions, concurrency, and the end of a store.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use kradan_ratings::{Rating, after_game};
use kradan_rules::{BySide, GameKind, Side, Verdict};
use kradan_store::{
    Change, CommitError, InteractionId, InteractionResult, Listing, Profile, RatingChange, Ratings,
    Store, StoreErrorKind,
};
use kradan_table::{Command, Due, PlayerId, TableId};

use crate::common::*;

pub(crate) async fn a_committed_change_is_found<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.table(TableId(5)).await.unwrap(), None);
    let change = by_interaction(70, with_entry(5, 1, 0));
    commit(&store, change.clone()).await;
    let is_there = async |store: &S| {
        assert_eq!(store.table(TableId(5)).await.unwrap().as_ref(), Some(&change.stored));
        assert_eq!(store.outbox_entry(entry_id(5, 1)).await.unwrap(), change.entry);
        let outcome = store.interaction_result(InteractionId(70)).await.unwrap();
        assert_eq!(outcome, Some(done(&change)));
        assert_eq!(store.tables_of_player(ANN, Listing::Running, ALL).await.unwrap(), [TableId(5)]);
        assert_eq!(
            store.next_due(Timestamp::MIN).await.unwrap(),
            change.stored.table.due().map(Due::at)
        );
    };
    is_there(&store).await;
    drop(store);
    is_there(&open()).await;
}

pub(crate) async fn a_game_that_ends_is_counted_by_its_kind<S: Store>(open: impl Fn() -> S) {
    let store = open();
    store.update_profile(ANN, Box::new(|it| it.name = "Ann".into())).await.unwrap();
    for (id, count) in [(1, 1), (2, 2)] {
        commit(&store, change(id, 1, playing())).await;
        assert_eq!(finished(&store, ANN).await, [count - 1, 0, 0]);
        let over = after(playing(), BEN, &Command::Resign);
        commit(&store, change(id, 2, over.clone())).await;
        // A game that is over ends no second time.
        commit(&store, change(id, 3, over)).await;
        assert_eq!(finished(&store, ANN).await, [count, 0, 0]);
    }
    drop(store);
    let store = open();
    assert_eq!(finished(&store, ANN).await, [2, 0, 0]);
    assert_eq!(store.profile(BEN).await.unwrap(), None, "who never used the bot has no profile");
}

pub(crate) async fn ratings_change_with_the_end_of_a_game<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for player in [ANN, BEN] {
        store.update_profile(player, Box::new(|_| {})).await.unwrap();
    }
    let kind = GameKind::Othello;
    let players = BySide { first: ANN, second: BEN };
    let new = BySide { first: Rating::NEW, second: Rating::NEW };
    let once = after_game(new, Verdict::Win(Side::First), hour(5));
    let twice = after_game(once, Verdict::Draw, hour(9));
    let ratings = |of: BySide<Rating>| {
        let one = |it| Ratings { of: BTreeMap::from([(kind, it)]), ..Ratings::default() };
        BySide { first: one(of.first), second: one(of.second) }
    };
    let (none, once, twice) = (BySide::<Ratings>::default(), ratings(once), ratings(twice));
    let stored = async |store: &S| {
        let of = async |player| store.profile(player).await.unwrap().unwrap().ratings;
        BySide { first: of(ANN).await, second: of(BEN).await }
    };
    for (id, before, after) in [(1, none, &once), (2, once.clone(), &twice)] {
        commit(&store, change(id, 1, playing())).await;
        let over = change(id, 2, crate::common::after(playing(), BEN, &Command::Resign));
        let with = |before: BySide<Ratings>| Change {
            ratings: Some(RatingChange { players, before, after: after.clone(), server: None }),
            ..over.clone()
        };
        // Of somebody's games that end at once the second is decided anew.
        let stale = BySide { first: before.first.clone(), second: twice.second.clone() };
        assert!(matches!(store.commit(with(stale)).await, Err(CommitError::Conflict)));
        assert_eq!(stored(&store).await, before, "nothing of it is written");
        assert_eq!(store.table(TableId(id)).await.unwrap().unwrap().revision, 1);
        commit(&store, with(before)).await;
    }
    // The game is over, and its points are given back.
    let annulled = change(2, 3, crate::common::after(playing(), BEN, &Command::Resign));
    let ratings =
        Some(RatingChange { players, before: twice.clone(), after: once.clone(), server: None });
    commit(&store, Change { ratings, ..annulled }).await;
    drop(store);
    assert_eq!(stored(&open()).await, once, "to the last digit");
}

/// The finished games of a player, of each kind.
async fn finished(store: &impl Store, player: PlayerId) -> [u32; GameKind::ALL.len()] {
    let profile = store.profile(player).await.unwrap().unwrap();
    GameKind::ALL.map(|kind| profile.finished.of(kind))
}

pub(crate) async fn of_two_changes_to_a_revision_one_is_committed<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for wrong in [0, 2, u64::MAX] {
        let error = store.commit(change(5, wrong, challenge())).await.unwrap_err();
        assert!(matches!(error, CommitError::Conflict), "{wrong}: {error:?}");
    }
    commit(&store, change(5, 1, challenge())).await;
    commit(&store, change(5, 2, playing())).await;
    for wrong in [0, 1, 2, 4] {
        let error = store.commit(change(5, wrong, challenge())).await.unwrap_err();
        assert!(matches!(error, CommitError::Conflict), "{wrong}: {error:?}");
    }
    assert_eq!(store.table(TableId(5)).await.unwrap().unwrap().table, playing());
}

pub(crate) async fn an_interaction_changes_things_once<S: Store>(open: impl Fn() -> S) {
    let first = by_interaction(70, change(5, 1, challenge()));
    let store = open();
    commit(&store, first.clone()).await;
    drop(store);
    let store = open();
    // The error names the earlier result, and not the conflict.
    for again in [
        first.clone(),
        by_interaction(70, change(5, 2, playing())),
        by_interaction(70, with_entry(6, 1, 0)),
    ] {
        let error = store.commit(again).await.unwrap_err();
        assert!(matches!(error, CommitError::Answered(it) if it == done(&first)));
    }
    let error = store.mark_refused(InteractionId(70)).await.unwrap_err();
    assert!(matches!(error, CommitError::Answered(it) if it == done(&first)));
    assert_eq!(store.table(TableId(5)).await.unwrap().unwrap().revision, 1);
    assert_eq!(store.table(TableId(6)).await.unwrap(), None);
    assert_eq!(store.next_pending().await.unwrap(), None);
}

pub(crate) async fn a_refused_change_stores_nothing<S: Store>(open: impl Fn() -> S) {
    let store = open();
    store.mark_refused(InteractionId(71)).await.unwrap();
    assert_eq!(
        store.interaction_result(InteractionId(71)).await.unwrap(),
        Some(InteractionResult::Refused)
    );
    let error = store.commit(by_interaction(71, with_entry(5, 1, 0))).await.unwrap_err();
    assert!(matches!(error, CommitError::Answered(InteractionResult::Refused)), "{error:?}");
    let error = store.commit(by_interaction(72, with_entry(5, 2, 0))).await.unwrap_err();
    assert!(matches!(error, CommitError::Conflict), "{error:?}");
    assert_eq!(store.interaction_result(InteractionId(72)).await.unwrap(), None);
    assert_eq!(store.table(TableId(5)).await.unwrap(), None);
    assert_eq!(store.pending_of_table(TableId(5)).await.unwrap(), []);
    assert_eq!(store.tables_of_player(ANN, Listing::Running, ALL).await.unwrap(), []);
    assert_eq!(store.next_due(Timestamp::MIN).await.unwrap(), None);
}

pub(crate) async fn a_deleted_table_leaves_nothing<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let (other, forgotten) = (with_entry(6, 1, 0), with_entry(5, 1, 0));
    commit(&store, forgotten).await;
    commit(&store, other.clone()).await;
    store.mark_delivered(entry_id(5, 9), Some(posted(HERE, 3))).await.unwrap();
    for wrong in [0, 2] {
        let error = store.delete_table(TableId(5), wrong).await.unwrap_err();
        assert!(matches!(error, CommitError::Conflict), "{wrong}: {error:?}");
    }
    store.delete_table(TableId(5), 1).await.unwrap();
    let is_gone = async |store: &S| {
        assert_eq!(store.table(TableId(5)).await.unwrap(), None);
        assert_eq!(store.posted_board(TableId(5)).await.unwrap(), None);
        assert_eq!(store.pending_of_table(TableId(5)).await.unwrap(), []);
        assert_eq!(store.tables_of_player(ANN, Listing::Running, ALL).await.unwrap(), [TableId(6)]);
        assert_eq!(
            store.tables_in_channel(HERE, Listing::Running, ALL).await.unwrap(),
            [TableId(6)]
        );
        assert_eq!(store.due_tables(hour(9_999), ALL).await.unwrap(), [TableId(6)]);
        assert_eq!(store.pending(hour(9_999), ALL).await.unwrap(), other.entry.as_slice());
    };
    is_gone(&store).await;
    let error = store.delete_table(TableId(5), 1).await.unwrap_err();
    assert!(matches!(error, CommitError::Conflict), "{error:?}");
    drop(store);
    is_gone(&open()).await;
}

pub(crate) async fn results_before_an_interaction_are_deleted<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let refuse = |id| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.mark_refused(InteractionId(id)).await.unwrap() })
    };
    for refused in (0..1_500).map(refuse).collect::<Vec<_>>() {
        refused.await.unwrap();
    }
    store.delete_results_before(InteractionId(1_400)).await.unwrap();
    for id in [0, 1_399] {
        assert_eq!(store.interaction_result(InteractionId(id)).await.unwrap(), None, "{id}");
    }
    for id in [1_400, 1_499] {
        let outcome = store.interaction_result(InteractionId(id)).await.unwrap();
        assert_eq!(outcome, Some(InteractionResult::Refused), "{id}");
    }
}

pub(crate) async fn several_rows_are_read_in_one_call<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for id in [5, 3] {
        commit(&store, change(id, 1, playing())).await;
    }
    let ids = [5, 4, 3].map(TableId);
    let found = store.tables(ids.to_vec()).await.unwrap();
    assert_eq!(found.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [ids[0], ids[2]]);
    for (id, stored) in found {
        assert_eq!(store.table(id).await.unwrap(), Some(stored));
    }
    let named = |name: &str| Profile { name: name.to_owned(), ..Profile::default() };
    for (player, name) in [(BEN, "Ben"), (ANN, "Ann")] {
        let change = move |profile: &mut Profile| name.clone_into(&mut profile.name);
        store.update_profile(player, Box::new(change)).await.unwrap();
    }
    let found = store.profiles(vec![BEN, EVE, ANN]).await.unwrap();
    assert_eq!(found, [(BEN, named("Ben")), (ANN, named("Ann"))]);
    let board = posted(HERE, 7);
    store.mark_delivered(entry_id(3, 1), Some(board)).await.unwrap();
    assert_eq!(store.posted_boards(ids.to_vec()).await.unwrap(), [(ids[2], board)]);
}

pub(crate) async fn concurrent_commits_are_all_stored<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let tasks = (1..=64).map(|id| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            for revision in 1..=8 {
                commit(&*store, by_interaction(id * 100 + revision, with_entry(id, revision, 0)))
                    .await;
                let stored = store.table(TableId(id)).await.unwrap().unwrap();
                assert_eq!(stored.revision, revision);
            }
        })
    });
    for task in tasks.collect::<Vec<_>>() {
        task.await.unwrap();
    }
    drop(store);
    let store = open();
    let newest: Vec<TableId> = (1..=64).rev().map(TableId).collect();
    assert_eq!(store.tables_of_player(ANN, Listing::Running, ALL).await.unwrap(), newest);
    assert_eq!(store.pending(hour(0), ALL).await.unwrap().len(), 64 * 8);
    for id in newest {
        assert_eq!(store.table(id).await.unwrap().unwrap().revision, 8);
    }
}

pub(crate) async fn one_of_many_concurrent_commits_wins<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let tasks = (0..64).map(|interaction| {
        let store = Arc::clone(&store);
        let change = by_interaction(interaction, with_entry(5, 1, 0));
        tokio::spawn(async move { store.commit(change).await })
    });
    let mut won = 0;
    for task in tasks.collect::<Vec<_>>() {
        match task.await.unwrap() {
            Ok(()) => won += 1,
            Err(error) => assert!(matches!(error, CommitError::Conflict), "{error:?}"),
        }
    }
    assert_eq!(won, 1);
    assert_eq!(store.pending_of_table(TableId(5)).await.unwrap().len(), 1);
}

pub(crate) async fn a_closed_store_accepts_no_commit<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let tasks = (1..=32).map(|id| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { (id, store.commit(change(id, 1, playing())).await) })
    });
    let tasks: Vec<_> = tasks.collect();
    store.close().await.unwrap();
    store.close().await.unwrap();
    let error = store.commit(change(99, 1, playing())).await.unwrap_err();
    assert!(is_closed(&error), "{error:?}");
    let error = store.mark_delivered(entry_id(5, 1), None).await.unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::Closed, "{error:?}");
    let mut taken = Vec::new();
    for task in tasks {
        match task.await.unwrap() {
            (id, Ok(())) => taken.push(id),
            (_, Err(error)) => {
                assert!(is_closed(&error), "{error:?}");
            }
        }
    }
    drop(store);
    let store = open();
    for id in taken {
        assert!(store.table(TableId(id)).await.unwrap().is_some(), "{id}");
    }
    assert_eq!(store.table(TableId(99)).await.unwrap(), None);
}

fn is_closed(error: &CommitError) -> bool {
    matches!(error, CommitError::Failed(error) if error.kind() == StoreErrorKind::Closed)
}

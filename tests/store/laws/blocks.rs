//! Blocks, and what a blocked player can commit.

use std::sync::Arc;

use kradan_store::{Blocking, Change, CommitError, Limit, Store};
use kradan_table::PlayerId;

use crate::common::*;

const NOT_BLOCKED: Limit = Limit::NotBlocked { blocker: BEN, blocked: ANN };

pub(crate) async fn blocks_are_stored_for_both_directions<S: Store>(open: impl Fn() -> S) {
    let store = open();
    assert_eq!(store.block(ANN, BEN, hour(0), ALL).await.unwrap(), Blocking::New);
    assert_eq!(store.block(ANN, BEN, hour(1), ALL).await.unwrap(), Blocking::Known);
    assert_eq!(store.block(EVE, BEN, hour(0), ALL).await.unwrap(), Blocking::New);
    drop(store);
    let store = open();
    assert!(store.has_blocked(ANN, BEN).await.unwrap());
    assert!(!store.has_blocked(BEN, ANN).await.unwrap());
    assert_eq!(store.blocked_by(ANN).await.unwrap(), [BEN]);
    assert_eq!(store.blocked_by(BEN).await.unwrap(), []);
    store.unblock(ANN, BEN).await.unwrap();
    store.unblock(ANN, BEN).await.unwrap();
    drop(store);
    let store = open();
    assert!(!store.has_blocked(ANN, BEN).await.unwrap());
    assert!(!store.has_blocked(ANN, BEN).await.unwrap());
    assert!(store.has_blocked(EVE, BEN).await.unwrap());
}

pub(crate) async fn no_more_people_are_blocked_than_a_limit_allows<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let block = |person| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.block(ANN, PlayerId(person), hour(0), 20).await.unwrap() })
    };
    let mut new = 0;
    for blocking in (100..150).map(block).collect::<Vec<_>>() {
        match blocking.await.unwrap() {
            Blocking::New => new += 1,
            other => assert_eq!(other, Blocking::Full),
        }
    }
    assert_eq!((new, store.blocked_by(ANN).await.unwrap().len()), (20, 20));
    let known = store.blocked_by(ANN).await.unwrap()[0];
    assert_eq!(store.block(ANN, known, hour(0), 20).await.unwrap(), Blocking::Known);
    assert_eq!(store.block(BEN, known, hour(0), 20).await.unwrap(), Blocking::New);
}

/// Of a block and a challenge at the same time either the challenge came first, or it is refused.
pub(crate) async fn a_block_is_checked_within_the_commit<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    let limited = |change| Change { limits: vec![NOT_BLOCKED], ..change };
    commit(&*store, limited(change(1, 1, challenge()))).await;
    let tasks = (2..80).map(|id| {
        let (store, next) = (Arc::clone(&store), limited(change(id, 1, challenge())));
        tokio::spawn(async move { (store.commit(next).await, id) })
    });
    let tasks: Vec<_> = tasks.collect();
    assert_eq!(store.block(BEN, ANN, hour(0), ALL).await.unwrap(), Blocking::New);
    let error = store.commit(limited(change(90, 1, challenge()))).await.unwrap_err();
    match error {
        CommitError::Limited(reached) => {
            assert_eq!((reached.limit, reached.until), (NOT_BLOCKED, None));
        }
        other => panic!("{other:?}"),
    }
    for task in tasks {
        let (committed, id) = task.await.unwrap();
        let is_there = store.table(kradan_table::TableId(id)).await.unwrap().is_some();
        assert_eq!(committed.is_ok(), is_there);
    }
    // The other direction is another block.
    let other = Limit::NotBlocked { blocker: ANN, blocked: BEN };
    commit(&*store, Change { limits: vec![other], ..change(91, 1, challenge()) }).await;
    store.unblock(BEN, ANN).await.unwrap();
    commit(&*store, limited(change(90, 1, challenge()))).await;
}

//! Due tables, and the claims on them and on outbox entries.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use kradan_rules::GameKind;
use kradan_store::{Change, ClaimantId, Lease, LeftChannel, OutboxEntry, OutboxEntryId, Store};
use kradan_table::{ChallengeTerms, Table, TableId};

use crate::common::*;

pub(crate) async fn due_tables_come_in_order<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let ids = [5, 3, 9];
    for (hours, id) in (0..).zip(ids) {
        let table = Table::challenge(ANN, ChallengeTerms::of(GameKind::Makruk), HERE, at(hours));
        commit(&store, change(id, 1, table)).await;
    }
    let first_due = hour(24 * 7);
    assert_eq!(store.next_due(Timestamp::MIN).await.unwrap(), Some(first_due));
    assert_eq!(store.next_due(first_due).await.unwrap(), Some(hour(24 * 7 + 1)));
    assert_eq!(store.next_due(hour(24 * 7 + 2)).await.unwrap(), None);
    let before = first_due - SignedDuration::from_nanos(1);
    assert_eq!(store.due_tables(before, ALL).await.unwrap(), []);
    assert_eq!(store.due_tables(first_due, ALL).await.unwrap(), [TableId(5)]);
    assert_eq!(store.due_tables(hour(24 * 9), ALL).await.unwrap(), ids.map(TableId));
    assert_eq!(store.due_tables(hour(24 * 9), 2).await.unwrap(), [TableId(5), TableId(3)]);
}

pub(crate) async fn due_times_do_not_depend_on_credits<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let due = playing().due().unwrap().at();
    for (revision, credited_hours) in [(1, 0), (2, 100), (3, -100)] {
        let mut change = change(5, revision, playing());
        change.stored.credited = SignedDuration::from_hours(credited_hours);
        change.stored.table.credit(change.stored.credited);
        assert_eq!(change.stored.due_at(), Some(due));
        commit(&store, change.clone()).await;
        assert_eq!(store.next_due(Timestamp::MIN).await.unwrap(), Some(due));
        assert_eq!(store.due_tables(due, ALL).await.unwrap(), [TableId(5)]);
        assert_eq!(store.table(TableId(5)).await.unwrap(), Some(change.stored));
    }
}

/// A claim of so many hours that begins at an hour.
fn lease(claimant: u64, hours: i64, length: i64) -> Lease {
    let duration = SignedDuration::from_hours(length);
    Lease { claimant: ClaimantId(claimant), now: hour(hours), duration }
}

pub(crate) async fn a_due_table_is_claimed_by_one<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for id in [5, 3, 9] {
        commit(&store, change(id, 1, challenge())).await;
    }
    let (due, ids) = (24 * 7, [3, 5, 9].map(TableId));
    assert_eq!(store.claim_due(lease(1, due - 1, 9), ALL).await.unwrap(), []);
    assert_eq!(store.claim_due(lease(1, due, 2), 2).await.unwrap(), ids[..2]);
    // A claimant gets its own claims again, and not those of others.
    assert_eq!(store.claim_due(lease(2, due, 2), ALL).await.unwrap(), ids[2..]);
    assert_eq!(store.claim_due(lease(1, due + 1, 2), ALL).await.unwrap(), ids[..2]);
    assert_eq!(store.claim_due(lease(2, due + 2, 0), ALL).await.unwrap(), ids[2..]);
    assert_eq!(store.due_tables(hour(due), ALL).await.unwrap(), ids);
    // A claim ends with its lease.
    assert_eq!(store.claim_due(lease(3, due + 3, 2), 2).await.unwrap(), ids[..2]);
    // It ends with a commit and when the table is deleted.
    commit(&store, change(3, 2, challenge())).await;
    assert_eq!(store.claim_due(lease(4, due + 3, 2), 1).await.unwrap(), ids[..1]);
    store.delete_table(TableId(5), 1).await.unwrap();
    commit(&store, change(5, 1, challenge())).await;
    assert_eq!(store.claim_due(lease(4, due + 3, 2), ALL).await.unwrap(), ids);
}

pub(crate) async fn a_pending_entry_is_claimed_by_one<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for (revision, ready) in [(1, 5), (2, 3), (3, 4)] {
        commit(&store, with_entry(5, revision, ready)).await;
    }
    let claimed = async |lease: Lease, revisions: &[u64]| -> Vec<u64> {
        let ids = revisions.iter().map(|&revision| entry_id(5, revision)).collect();
        let entries = store.claim_entries(lease, ids).await.unwrap();
        entries.iter().map(|entry| entry.id.revision).collect()
    };
    let all = &[2, 3, 1];
    assert_eq!(claimed(lease(1, 2, 9), all).await, [0_u64; 0]);
    assert_eq!(claimed(lease(1, 5, 2), &[2, 3]).await, [2, 3]);
    assert_eq!(claimed(lease(2, 5, 2), all).await, [1]);
    assert_eq!(claimed(lease(1, 6, 2), all).await, [2, 3]);
    assert_eq!(store.pending(hour(5), ALL).await.unwrap().len(), 3);
    // A claim ends with its lease.
    assert_eq!(claimed(lease(3, 7, 9), all).await, [1]);
    assert_eq!(claimed(lease(3, 8, 9), &[2, 3]).await, [2, 3]);
    // A delivered entry is removed. A postponed one can be claimed when it is ready.
    store.mark_delivered(entry_id(5, 2), None).await.unwrap();
    store.postpone(entry_id(5, 3), hour(10)).await.unwrap();
    assert_eq!(claimed(lease(4, 9, 9), all).await, [0_u64; 0]);
    assert_eq!(claimed(lease(4, 10, 9), all).await, [3]);
    // Rescheduling an entry does not end its claim.
    store.reschedule(entry_id(5, 3), hour(9)).await.unwrap();
    assert_eq!(claimed(lease(3, 11, 9), all).await, [1]);
    // The rest of a moved table's entry can be claimed at once.
    let left = Some(LeftChannel { channel: THERE, is_all: false });
    let moved = OutboxEntry { left, ..entry(5, 4, 11) };
    commit(&store, Change { entry: Some(moved), ..change(5, 4, playing()) }).await;
    let all = &[1, 2, 3, 4];
    assert_eq!(claimed(lease(1, 11, 9), all).await, [4]);
    store.mark_delivered_in_new_channel(entry_id(5, 4), None, hour(11)).await.unwrap();
    assert_eq!(claimed(lease(2, 11, 9), all).await, [4]);
}

pub(crate) async fn unwanted_entries_are_left_out<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for (revision, ready) in [(1, 5), (2, 3), (3, 4), (4, 6)] {
        commit(&store, with_entry(5, revision, ready)).await;
    }
    let found = async |most: usize, unwanted: u64| -> Vec<u64> {
        let is_wanted = move |id: OutboxEntryId| id.revision != unwanted;
        let entries = store.pending_where(hour(5), most, Box::new(is_wanted)).await.unwrap();
        entries.iter().map(|entry| entry.id.revision).collect()
    };
    assert_eq!(found(ALL, 0).await, [2, 3, 1]);
    assert_eq!(found(ALL, 3).await, [2, 1]);
    assert_eq!(found(1, 2).await, [3]);
}

pub(crate) async fn concurrent_claimants_share_nothing<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    for id in 1..=60 {
        commit(&*store, with_entry(id, 1, 1)).await;
    }
    let claimants = (0..8).map(|claimant| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            let (mut tables, mut entries) = (Vec::new(), Vec::new());
            for round in 0..10 {
                let lease = lease(claimant, 24 * 30, 1);
                tables.extend(store.claim_due(lease, 5).await.unwrap());
                let pending = store.pending(lease.now, ALL).await.unwrap();
                let ids = pending.iter().cycle().skip(claimant as usize + 7 * round).take(5);
                let ids = ids.map(|entry| entry.id).collect();
                entries.extend(store.claim_entries(lease, ids).await.unwrap());
                tokio::task::yield_now().await;
            }
            let entries = entries.iter().map(|entry| entry.id.table).collect::<BTreeSet<_>>();
            (tables.into_iter().collect::<BTreeSet<_>>(), entries)
        })
    });
    let claimants: Vec<_> = claimants.collect();
    let (mut tables, mut entries) = (Vec::new(), Vec::new());
    for claimant in claimants {
        let (its_tables, its_entries) = claimant.await.unwrap();
        tables.extend(its_tables);
        entries.extend(its_entries);
    }
    for claimed in [&mut tables, &mut entries] {
        assert!(!claimed.is_empty());
        let all = claimed.len();
        claimed.sort_unstable();
        claimed.dedup();
        assert_eq!(claimed.len(), all, "claimed twice");
    }
}

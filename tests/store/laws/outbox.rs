//! Outbox entries, from the commit to the delivery.

use kradan_store::{Change, CommitError, EntryGroup, LeftChannel, OutboxEntry, Store};
use kradan_table::TableId;

use crate::common::*;

pub(crate) async fn an_entry_takes_the_place_of_the_one_that_it_joins<S: Store>(
    open: impl Fn() -> S,
) {
    let store = open();
    commit(&store, with_entry(5, 1, 3)).await;
    let answer = |revision| OutboxEntry { by: None, made_at: hour(1), ..entry(5, revision, 2) };
    let joining = |revision| Change {
        joins: Some(entry_id(5, revision - 1)),
        entry: Some(answer(revision)),
        ..change(5, revision, playing())
    };
    commit(&store, joining(2)).await;
    drop(store);
    let store = open();
    let joined = answer(2).joined_to(entry(5, 1, 3));
    assert_eq!((joined.events.len(), joined.by, joined.ready_at), (2, Some(ANN), hour(3)));
    assert_eq!(store.pending(hour(9), ALL).await.unwrap(), [joined]);
    // One that is delivered is not told once more.
    store.mark_delivered(entry_id(5, 2), None).await.unwrap();
    commit(&store, joining(3)).await;
    assert_eq!(store.pending(hour(9), ALL).await.unwrap(), [answer(3)]);
}

pub(crate) async fn outbox_entries_are_pending_until_they_are_delivered<S: Store>(
    open: impl Fn() -> S,
) {
    let store = open();
    for (revision, ready) in [(1, 5), (2, 3)] {
        commit(&store, with_entry(5, revision, ready)).await;
    }
    commit(&store, with_entry(4, 1, 4)).await;
    let [a, b, c] = [entry(5, 2, 3), entry(4, 1, 4), entry(5, 1, 5)];
    assert_eq!(store.next_pending().await.unwrap(), Some(hour(3)));
    assert_eq!(store.pending(hour(2), ALL).await.unwrap(), []);
    assert_eq!(store.pending(hour(4), ALL).await.unwrap(), [a.clone(), b.clone()]);
    assert_eq!(store.pending(hour(9), 1).await.unwrap(), std::slice::from_ref(&a));
    assert_eq!(store.pending_of_table(TableId(5)).await.unwrap(), [c.clone(), a.clone()]);

    store.mark_delivered(a.id, Some(posted(HERE, 100))).await.unwrap();
    drop(store);
    let store = open();
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(posted(HERE, 100)));
    assert_eq!(store.outbox_entry(a.id).await.unwrap(), None);
    assert_eq!(store.pending(hour(9), ALL).await.unwrap(), [b, c]);
    // Somebody else has delivered the entry in between.
    store.mark_delivered(a.id, Some(posted(HERE, 101))).await.unwrap();
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(posted(HERE, 101)));
}

pub(crate) async fn an_outbox_entry_has_the_id_of_its_change<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for strange in [entry(5, 2, 0), entry(6, 1, 0)] {
        let wrong = Change { entry: Some(strange), ..change(5, 1, playing()) };
        let error = store.commit(wrong).await.unwrap_err();
        assert!(matches!(error, CommitError::Failed(_)), "{error:?}");
    }
    assert_eq!(store.table(TableId(5)).await.unwrap(), None);
    assert_eq!(store.next_pending().await.unwrap(), None);
}

pub(crate) async fn a_postponed_entry_is_ready_later<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, with_entry(5, 1, 3)).await;
    for (attempts, ready) in [(1, 7), (2, 8)] {
        store.postpone(entry_id(5, 1), hour(ready)).await.unwrap();
        assert_eq!(store.next_pending().await.unwrap(), Some(hour(ready)));
        let pending = store.pending(hour(ready), ALL).await.unwrap();
        assert_eq!(pending.len(), 1);
        assert_eq!((pending[0].attempts, pending[0].ready_at), (attempts, hour(ready)));
    }
    store.mark_delivered(entry_id(5, 1), None).await.unwrap();
    store.postpone(entry_id(5, 1), hour(9)).await.unwrap();
    assert_eq!(store.next_pending().await.unwrap(), None);
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), None);
}

pub(crate) async fn a_rescheduled_entry_keeps_its_attempts<S: Store>(open: impl Fn() -> S) {
    let store = open();
    commit(&store, with_entry(5, 1, 3)).await;
    store.postpone(entry_id(5, 1), hour(7)).await.unwrap();
    for ready in [2, 8] {
        store.reschedule(entry_id(5, 1), hour(ready)).await.unwrap();
        let expected = OutboxEntry { attempts: 1, ..entry(5, 1, ready) };
        assert_eq!(store.next_pending().await.unwrap(), Some(hour(ready)));
        assert_eq!(store.pending(hour(ready), ALL).await.unwrap(), std::slice::from_ref(&expected));
        assert_eq!(store.pending_of_table(TableId(5)).await.unwrap(), [expected]);
    }
    store.mark_delivered(entry_id(5, 1), None).await.unwrap();
    store.reschedule(entry_id(5, 1), hour(9)).await.unwrap();
    assert_eq!(store.next_pending().await.unwrap(), None);
}

pub(crate) async fn entries_of_a_group_are_told_with_their_leader<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for table in [4, 5, 6, 7] {
        commit(&store, with_entry(table, 1, 3)).await;
    }
    let [a, b, c, d] = [4, 5, 6, 7].map(|table| entry_id(table, 1));
    store.group_entries(c, vec![d], hour(5)).await.unwrap();
    store.mark_delivered(b, None).await.unwrap();
    // One is delivered, one leads another group, and one follows in it.
    store.group_entries(a, vec![b, c, d], hour(8)).await.unwrap();
    store.group_entries(b, vec![a], hour(8)).await.unwrap();
    drop(store);
    let store = open();
    let group = async |id| store.outbox_entry(id).await.unwrap().unwrap().group;
    assert_eq!(group(a).await, Some(EntryGroup::Leads(vec![])));
    assert_eq!(group(c).await, Some(EntryGroup::Leads(vec![d])));
    assert_eq!(group(d).await, Some(EntryGroup::Follows(c)));
    let ready: Vec<_> = store.pending(hour(4), ALL).await.unwrap().iter().map(|it| it.id).collect();
    assert_eq!(ready, [a, c], "who follows waits");

    store.end_group(c, hour(6)).await.unwrap();
    store.end_group(b, hour(6)).await.unwrap();
    for id in [c, d] {
        let entry = store.outbox_entry(id).await.unwrap().unwrap();
        assert_eq!((entry.group, entry.attempts, entry.ready_at), (None, 1, hour(6)));
    }
    let ready: Vec<_> = store.pending(hour(6), ALL).await.unwrap().iter().map(|it| it.id).collect();
    assert_eq!(ready, [a, c, d]);
}

pub(crate) async fn an_entry_of_a_moved_table_is_delivered_in_two_steps<S: Store>(
    open: impl Fn() -> S,
) {
    let store = open();
    let left = Some(LeftChannel { channel: THERE, is_all: false });
    let moved = OutboxEntry { left, attempts: 3, ..entry(5, 1, 3) };
    commit(&store, Change { entry: Some(moved.clone()), ..change(5, 1, playing()) }).await;
    assert_eq!(moved.left_behind(), None);
    store.mark_delivered_in_new_channel(moved.id, Some(posted(HERE, 100)), hour(4)).await.unwrap();
    drop(store);
    let store = open();
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(posted(HERE, 100)));
    let pending = store.pending(hour(9), ALL).await.unwrap();
    assert_eq!(pending.len(), 1);
    assert_eq!((pending[0].left_behind(), pending[0].attempts), (Some(THERE), 0));
    assert_eq!(
        (pending[0].ready_at, store.next_pending().await.unwrap()),
        (hour(4), Some(hour(4)))
    );
    // A second delivery in the new channel leaves the entry for the old channel.
    store.mark_delivered_in_new_channel(moved.id, Some(posted(HERE, 101)), hour(5)).await.unwrap();
    assert_eq!(store.pending(hour(9), ALL).await.unwrap(), pending);
    assert_eq!(store.posted_board(TableId(5)).await.unwrap(), Some(posted(HERE, 101)));
    store.mark_delivered(moved.id, None).await.unwrap();
    assert_eq!(store.next_pending().await.unwrap(), None);
    // The entry of a table that did not move is removed.
    commit(&store, with_entry(6, 1, 3)).await;
    store.mark_delivered_in_new_channel(entry_id(6, 1), None, hour(4)).await.unwrap();
    assert_eq!(store.next_pending().await.unwrap(), None);
}

pub(crate) async fn missed_entries_are_kept_until_they_are_seen<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let (one, other) = (entry(5, 1, 3), entry(5, 2, 3));
    for entry in [&one, &other, &one] {
        store.add_missed(ANN, entry.clone()).await.unwrap();
    }
    drop(store);
    let store = open();
    assert_eq!(store.missed_by(BEN, ALL).await.unwrap(), []);
    assert_eq!(store.missed_by(ANN, 1).await.unwrap(), std::slice::from_ref(&one));
    assert_eq!(store.missed_by(ANN, ALL).await.unwrap(), [one.clone(), other.clone()]);
    // A missed entry is not pending.
    assert_eq!(store.next_pending().await.unwrap(), None);
    store.remove_missed(ANN, vec![one.id, entry_id(7, 7)]).await.unwrap();
    assert_eq!(store.missed_by(ANN, ALL).await.unwrap(), [other]);
}

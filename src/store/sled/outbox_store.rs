//! [`SledStore`] as a store of outbox entries.

use std::ops::Bound;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{
    EntryGroup, Lease, LeftChannel, OutboxEntry, OutboxEntryId, OutboxStore, PostedBoard,
    StoreError,
};
use super::error::SledError;
use super::keys::{self, IndexKey, RowKey, TreeId};
use super::message_store::post_board;
use super::queries::decoded;
use super::store::SledStore;
use super::trees::{KeyRange, Trees, Writes};
use kradan_table::{PlayerId, TableId};

const ALL: KeyRange = (Bound::Unbounded, Bound::Unbounded);

#[async_trait]
impl OutboxStore for SledStore {
    async fn outbox_entry(&self, id: OutboxEntryId) -> Result<Option<OutboxEntry>, StoreError> {
        self.read(move |trees| trees.read(RowKey::OutboxEntry(id))).await
    }

    async fn pending(&self, until: Timestamp, most: usize) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(move |trees| trees.pending(until, most, |_| true)).await
    }

    async fn pending_where(
        &self,
        until: Timestamp,
        most: usize,
        is_wanted: Box<dyn Fn(OutboxEntryId) -> bool + Send>,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(move |trees| trees.pending(until, most, is_wanted)).await
    }

    async fn claim_entries(
        &self,
        lease: Lease,
        ids: Vec<OutboxEntryId>,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        let leases = Arc::clone(&self.leases);
        let claim = move |trees: &Trees| {
            let candidates = |is_free: &dyn Fn(OutboxEntryId) -> bool| {
                let wanted = ids.iter().filter(|&&id| is_free(id));
                let entries = wanted.filter_map(|&id| trees.readable_entry(id).transpose());
                let is_ready = |entry: &OutboxEntry| entry.ready_at <= lease.now;
                entries.filter(|entry| entry.as_ref().map_or(true, is_ready)).collect()
            };
            leases.entries.claim(&lease, candidates, |entry| entry.id)
        };
        self.read(claim).await
    }

    async fn pending_of_table(&self, table: TableId) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(move |trees| trees.pending_of_table(table)).await
    }

    async fn next_pending(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read(|trees| {
            let first = trees.all_pending(|_| true).next();
            first.map(|pending| pending.map(|entry| entry.ready_at)).transpose()
        })
        .await
    }

    async fn mark_delivered(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
    ) -> Result<(), StoreError> {
        self.write_later(move |trees| mark_delivered(trees, id, board)).await?;
        self.leases.entries.release(id);
        Ok(())
    }

    async fn mark_delivered_in_new_channel(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
        ready_at: Timestamp,
    ) -> Result<(), StoreError> {
        let plan = move |trees: &Trees| mark_delivered_in_new_channel(trees, id, board, ready_at);
        self.write_later(plan).await?;
        self.leases.entries.release(id);
        Ok(())
    }

    /// Stores a missed entry without its interaction token, which will have expired. The pending one is
    /// taken as it is stored: somebody may have been erased from it since it was read.
    async fn add_missed(&self, player: PlayerId, entry: OutboxEntry) -> Result<(), StoreError> {
        self.write_later(move |trees| {
            let entry = trees.readable(RowKey::OutboxEntry(entry.id))?.unwrap_or(entry);
            Writes::of(RowKey::Missed(player, entry.id), &OutboxEntry { answer: None, ..entry })
        })
        .await
    }

    async fn missed_by(
        &self,
        player: PlayerId,
        most: usize,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        let prefix = player.0.to_be_bytes();
        self.read(move |trees| {
            let ids = trees.decoded_keys(TreeId::MissedEntries, &prefix, keys::missed_entry);
            let read = |id| trees.readable(RowKey::Missed(player, id));
            ids.filter_map(|id| id.and_then(read).transpose()).take(most).collect()
        })
        .await
    }

    async fn remove_missed(
        &self,
        player: PlayerId,
        seen: Vec<OutboxEntryId>,
    ) -> Result<(), StoreError> {
        let missed = seen.into_iter().map(move |id| RowKey::Missed(player, id));
        self.write_later(move |_| Ok(Writes::removing(missed))).await
    }

    async fn postpone(&self, id: OutboxEntryId, ready_at: Timestamp) -> Result<(), StoreError> {
        let count_attempt =
            |entry: &mut OutboxEntry| entry.attempts = entry.attempts.saturating_add(1);
        self.write_later(move |trees| reschedule(trees, id, ready_at, count_attempt)).await?;
        self.leases.entries.release(id);
        Ok(())
    }

    async fn reschedule(&self, id: OutboxEntryId, ready_at: Timestamp) -> Result<(), StoreError> {
        self.write_later(move |trees| reschedule(trees, id, ready_at, |_| ())).await
    }

    async fn group_entries(
        &self,
        leader: OutboxEntryId,
        others: Vec<OutboxEntryId>,
        ready_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.write_later(move |trees| {
            let mut writes = Writes::default();
            let Some(mut lead) = single_entry(trees, leader)? else { return Ok(writes) };
            let mut grouped = Vec::new();
            for &other in others.iter().filter(|&&other| other != leader) {
                if let Some(mut entry) = single_entry(trees, other)? {
                    entry.group = Some(EntryGroup::Follows(leader));
                    set_ready_at(&mut writes, &mut entry, ready_at)?;
                    grouped.push(other);
                }
            }
            lead.group = Some(EntryGroup::Leads(grouped));
            writes.put(RowKey::OutboxEntry(leader), &lead)?;
            Ok(writes)
        })
        .await
    }

    async fn end_group(&self, leader: OutboxEntryId, at: Timestamp) -> Result<(), StoreError> {
        self.write_later(move |trees| {
            let mut writes = Writes::default();
            let Some(lead) = trees.read::<OutboxEntry>(RowKey::OutboxEntry(leader))? else {
                return Ok(writes);
            };
            let Some(EntryGroup::Leads(others)) = lead.group.clone() else { return Ok(writes) };
            let mut entries = vec![lead];
            for other in others {
                let entry = trees.read::<OutboxEntry>(RowKey::OutboxEntry(other))?;
                entries
                    .extend(entry.filter(|entry| entry.group == Some(EntryGroup::Follows(leader))));
            }
            for mut entry in entries {
                entry.group = None;
                entry.attempts = entry.attempts.saturating_add(1);
                set_ready_at(&mut writes, &mut entry, at)?;
            }
            Ok(writes)
        })
        .await
    }
}

impl Trees {
    /// The wanted outbox entries that are ready at a time or before.
    fn pending(
        &self,
        until: Timestamp,
        most: usize,
        is_wanted: impl Fn(OutboxEntryId) -> bool,
    ) -> Result<Vec<OutboxEntry>, SledError> {
        self.all_pending(is_wanted)
            .take_while(|pending| pending.as_ref().map_or(true, |entry| entry.ready_at <= until))
            .take(most)
            .collect()
    }

    fn all_pending(
        &self,
        is_wanted: impl Fn(OutboxEntryId) -> bool,
    ) -> impl Iterator<Item = Result<OutboxEntry, SledError>> {
        self.keys(TreeId::OutboxByTime, ALL).filter_map(move |key| {
            let id = key.and_then(|key| decoded(TreeId::OutboxByTime, &key, keys::pending_entry));
            match id {
                Ok((_, id)) if is_wanted(id) => self.readable_entry(id).transpose(),
                Ok(_) => None,
                Err(error) => Some(Err(error)),
            }
        })
    }

    /// The times at which the index lists an outbox entry.
    fn pending_times(&self, id: OutboxEntryId) -> Result<Vec<Timestamp>, SledError> {
        let mut times = Vec::new();
        for key in self.keys(TreeId::OutboxByTime, ALL) {
            let (at, listed) = decoded(TreeId::OutboxByTime, &key?, keys::pending_entry)?;
            times.extend((listed == id).then_some(at));
        }
        Ok(times)
    }

    pub(super) fn pending_of_table(&self, table: TableId) -> Result<Vec<OutboxEntry>, SledError> {
        let (tree, prefix) = (TreeId::OutboxEntries, table.0.to_be_bytes());
        self.decoded_keys(tree, &prefix, keys::outbox_entry_id)
            .filter_map(|id| id.and_then(|id| self.readable_entry(id)).transpose())
            .collect()
    }

    /// Reads an outbox entry, which may have been removed since its key was found.
    fn readable_entry(&self, id: OutboxEntryId) -> Result<Option<OutboxEntry>, SledError> {
        self.readable(RowKey::OutboxEntry(id))
    }
}

fn mark_delivered(
    trees: &Trees,
    id: OutboxEntryId,
    board: Option<PostedBoard>,
) -> Result<Writes, SledError> {
    let mut writes = board_posted(trees, id.table, board)?;
    match trees.read::<OutboxEntry>(RowKey::OutboxEntry(id)) {
        Ok(None) => return Ok(writes),
        Ok(Some(entry)) => writes.unlist(IndexKey::Pending(entry.ready_at, id)),
        // An unreadable entry does not tell the time of its index entry.
        Err(error) if error.is_of_one_value() => {
            trees
                .pending_times(id)?
                .into_iter()
                .for_each(|at| writes.unlist(IndexKey::Pending(at, id)));
        }
        Err(error) => return Err(error),
    }
    writes.remove(RowKey::OutboxEntry(id));
    Ok(writes)
}

/// The writes for a newly posted board, if there is one.
fn board_posted(
    trees: &Trees,
    table: TableId,
    board: Option<PostedBoard>,
) -> Result<Writes, SledError> {
    let mut writes = Writes::default();
    if let Some(board) = board {
        post_board(trees, table, board, &mut writes)?;
    }
    Ok(writes)
}

fn mark_delivered_in_new_channel(
    trees: &Trees,
    id: OutboxEntryId,
    board: Option<PostedBoard>,
    ready_at: Timestamp,
) -> Result<Writes, SledError> {
    let entry = trees.readable::<OutboxEntry>(RowKey::OutboxEntry(id))?;
    let Some((entry, left)) = entry.and_then(|entry| entry.left.map(|left| (entry, left))) else {
        return mark_delivered(trees, id, board);
    };
    if left.is_all {
        return board_posted(trees, id.table, board);
    }
    let mut writes = mark_delivered(trees, id, board)?;
    let left = Some(LeftChannel { is_all: true, ..left });
    let entry = OutboxEntry { left, ready_at, attempts: 0, answer: None, ..entry };
    writes.list(IndexKey::Pending(ready_at, id));
    writes.put(RowKey::OutboxEntry(id), &entry)?;
    Ok(writes)
}

/// Changes the time of an outbox entry, and whatever `change` changes.
fn reschedule(
    trees: &Trees,
    id: OutboxEntryId,
    ready_at: Timestamp,
    change: impl FnOnce(&mut OutboxEntry),
) -> Result<Writes, SledError> {
    let mut writes = Writes::default();
    if let Some(mut entry) = trees.read::<OutboxEntry>(RowKey::OutboxEntry(id))? {
        change(&mut entry);
        set_ready_at(&mut writes, &mut entry, ready_at)?;
    }
    Ok(writes)
}

/// A pending entry that is in no group.
fn single_entry(trees: &Trees, id: OutboxEntryId) -> Result<Option<OutboxEntry>, SledError> {
    let entry = trees.read::<OutboxEntry>(RowKey::OutboxEntry(id))?;
    Ok(entry.filter(|entry| entry.group.is_none()))
}

fn set_ready_at(
    writes: &mut Writes,
    entry: &mut OutboxEntry,
    ready_at: Timestamp,
) -> Result<(), SledError> {
    writes.unlist(IndexKey::Pending(entry.ready_at, entry.id));
    writes.list(IndexKey::Pending(ready_at, entry.id));
    entry.ready_at = ready_at;
    writes.put(RowKey::OutboxEntry(entry.id), entry)
}

//! Reads and writes of who follows games, and what they are to be told.

use std::ops::Bound;

use jiff::Timestamp;

use super::super::{Follow, OutboxEntry, OutboxEntryId};
use super::error::SledError;
use super::keys::{self, IndexKey, RowKey, TreeId};
use super::queries::decoded;
use super::trees::{Trees, Writes};
use kradan_table::{Event, PlayerId, TableId};

impl Trees {
    /// The followers of a table. An unreadable row is logged and left out.
    pub(super) fn followers(&self, table: TableId) -> Result<Vec<(PlayerId, Follow)>, SledError> {
        // The key has the form of a key of two players.
        let players = self.other_players(TreeId::Follows, PlayerId(table.0))?;
        self.read_several(&players, |player| RowKey::Follow(table, player))
    }

    pub(super) fn followed_by(&self, player: PlayerId) -> Result<Vec<TableId>, SledError> {
        let tables = self.other_players(TreeId::FollowsByPlayer, player)?;
        Ok(tables.into_iter().map(|PlayerId(id)| TableId(id)).collect())
    }

    pub(super) fn follower_entries(
        &self,
        until: Timestamp,
        most: usize,
    ) -> Result<Vec<(PlayerId, OutboxEntry)>, SledError> {
        let tree = TreeId::FollowerEntriesByTime;
        let end = Bound::Excluded(keys::after_time(until));
        let mut entries = Vec::new();
        for key in self.tree(tree).range((Bound::Unbounded, end)).keys() {
            if entries.len() >= most {
                break;
            }
            let key = key.map_err(self.failed())?;
            let (_, player, id) = decoded(tree, &key, keys::follower_entry_at)?;
            let entry = self.readable(RowKey::FollowerEntry(player, id))?;
            entries.extend(entry.map(|entry| (player, entry)));
        }
        Ok(entries)
    }

    /// The outbox entries that a follower is still to be told of.
    pub(super) fn follower_entries_for(
        &self,
        player: PlayerId,
    ) -> Result<Vec<OutboxEntryId>, SledError> {
        self.follower_ids(&player.0.to_be_bytes())
    }

    /// The outbox entries of a table that a follower is still to be told of.
    fn follower_entries_of(
        &self,
        table: TableId,
        player: PlayerId,
    ) -> Result<Vec<OutboxEntryId>, SledError> {
        self.follower_ids(&[player.0.to_be_bytes(), table.0.to_be_bytes()].concat())
    }

    fn follower_ids(&self, prefix: &[u8]) -> Result<Vec<OutboxEntryId>, SledError> {
        let ids = self.decoded_keys(TreeId::FollowerEntries, prefix, keys::follower_entry);
        ids.map(|id| id.map(|(_, id)| id)).collect()
    }
}

pub(super) fn unfollow(
    trees: &Trees,
    table: TableId,
    player: PlayerId,
) -> Result<Writes, SledError> {
    let mut writes = Writes::default();
    remove_follow(table, player, &mut writes);
    for id in trees.follower_entries_of(table, player)? {
        remove_entry(trees, player, id, &mut writes)?;
    }
    Ok(writes)
}

fn remove_follow(table: TableId, player: PlayerId, writes: &mut Writes) {
    writes.remove(RowKey::Follow(table, player));
    writes.unlist(IndexKey::FollowedBy(player, table));
}

/// Stores for each follower who wants it that they are to be told of an entry. With the end of the
/// game nobody follows it any more.
pub(super) fn enqueue(
    trees: &Trees,
    entry: &OutboxEntry,
    writes: &mut Writes,
) -> Result<(), SledError> {
    let is_end = entry.events.iter().any(|event| matches!(event, Event::Ended(_)));
    for (player, follow) in trees.followers(entry.id.table)? {
        if follow.wants(&entry.events) {
            let ready_at = entry.made_at;
            let entry = OutboxEntry { ready_at, answer: None, left: None, ..entry.clone() };
            writes.list(IndexKey::FollowerEntry(ready_at, player, entry.id));
            writes.put(RowKey::FollowerEntry(player, entry.id), &entry)?;
        }
        if is_end {
            remove_follow(entry.id.table, player, writes);
        }
    }
    Ok(())
}

/// Removes what is stored of a table's followers.
pub(super) fn remove_followers(
    trees: &Trees,
    table: TableId,
    writes: &mut Writes,
) -> Result<(), SledError> {
    for (player, _) in trees.followers(table)? {
        remove_follow(table, player, writes);
    }
    Ok(())
}

pub(super) fn mark_told(
    trees: &Trees,
    player: PlayerId,
    id: OutboxEntryId,
) -> Result<Writes, SledError> {
    let mut writes = Writes::default();
    remove_entry(trees, player, id, &mut writes)?;
    Ok(writes)
}

fn remove_entry(
    trees: &Trees,
    player: PlayerId,
    id: OutboxEntryId,
    writes: &mut Writes,
) -> Result<(), SledError> {
    let row_key = RowKey::FollowerEntry(player, id);
    if let Some(entry) = trees.readable::<OutboxEntry>(row_key)? {
        writes.unlist(IndexKey::FollowerEntry(entry.ready_at, player, id));
    }
    writes.remove(row_key);
    Ok(())
}

//! Reads and writes of who follows games, and what they are to be told.

use jiff::Timestamp;

use super::super::{Follow, Job, OutboxEntry, OutboxEntryId, Task};
use super::error::SledError;
use super::job_store::put_task;
use super::keys::{self, IndexKey, RowKey, TreeId};
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

    pub(super) fn follower_entries(&self, player: PlayerId) -> Result<Vec<OutboxEntry>, SledError> {
        let ids = self.follower_entry_ids(player)?;
        let entries = self.read_several(&ids, |id| RowKey::FollowerEntry(player, id))?;
        Ok(entries.into_iter().map(|(_, entry)| entry).collect())
    }

    /// The outbox entries that a follower is still to be told of.
    pub(super) fn follower_entry_ids(
        &self,
        player: PlayerId,
    ) -> Result<Vec<OutboxEntryId>, SledError> {
        let prefix = player.0.to_be_bytes();
        let ids = self.decoded_keys(TreeId::FollowerEntries, &prefix, keys::follower_entry);
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
    for id in trees.follower_entry_ids(player)? {
        if id.table == table {
            writes.remove(RowKey::FollowerEntry(player, id));
        }
    }
    Ok(writes)
}

fn remove_follow(table: TableId, player: PlayerId, writes: &mut Writes) {
    writes.remove(RowKey::Follow(table, player));
    writes.unlist(IndexKey::FollowedBy(player, table));
}

/// Stores for each follower who wants it that they are to be told of an entry at a time, in the place of
/// the one that it is joined to. With the end of the game nobody follows it any more.
pub(super) fn enqueue(
    trees: &Trees,
    entry: &OutboxEntry,
    (told_at, joins): (Timestamp, Option<OutboxEntryId>),
    writes: &mut Writes,
) -> Result<(), SledError> {
    let is_end = entry.events.iter().any(|event| matches!(event, Event::Ended(_)));
    for (player, follow) in trees.followers(entry.id.table)? {
        if let Some(earlier) = joins {
            writes.remove(RowKey::FollowerEntry(player, earlier));
        }
        if follow.wants(&entry.events) {
            let entry = OutboxEntry { answer: None, left: None, ..entry.clone() };
            writes.put(RowKey::FollowerEntry(player, entry.id), &entry)?;
            let task = Task::TellFollower(player, entry.id);
            put_task(trees, Job::new(task, told_at), writes)?;
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

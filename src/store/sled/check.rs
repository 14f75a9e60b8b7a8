//! Checks that every row can be read and that the indices agree with the rows.

use std::collections::BTreeSet;

use super::super::{
    ChannelAccess, ControlMessage, Follow, Heartbeat, InteractionId, InteractionResult, Note,
    OutboxEntry, OutboxEntryId, PostedBoard, Profile, ServerSettings, StoredTable,
};
use super::codec::{
    self, Absence, Block, DatabaseMarker, ErasedBytes, Erasure, IndexFields, ListsMarker,
    ReaderMarker, StoreOwner, Stored, StoredTableRow, TableHeader,
};
use super::error::SledError;
use super::keys::{self, IndexKey, RowKey, TreeId};
use crate::table::{ChannelId, GuildId, MessageId, PlayerId, TableId};

/// A check of all rows, which are passed one after the other.
#[derive(Debug, Default)]
pub(super) struct Check {
    pub(super) rows: u64,
    pub(super) tables: u64,
    /// A line for each fault.
    pub(super) faults: Vec<String>,
    /// The index entries that follow from the rows.
    pub(super) wanted: BTreeSet<(TreeId, Vec<u8>)>,
    /// Whether the rows are those of an earlier version, which kept other lists.
    pub(super) is_older: bool,
    /// The index entries that were found.
    listed: BTreeSet<(TreeId, Vec<u8>)>,
}

impl Check {
    pub(super) fn row(&mut self, tree: TreeId, key: &[u8], text: &[u8]) {
        self.rows += 1;
        if is_index(tree) {
            self.listed.insert((tree, key.to_vec()));
            return;
        }
        if let Err(error) = self.read(tree, key, text) {
            let source = std::error::Error::source(&error).map(|source| format!(": {source}"));
            self.faults.push(format!("{error}{}", source.unwrap_or_default()));
        }
    }

    /// Compares the index entries that were found with those that follow from the rows.
    pub(super) fn finish(&mut self) {
        if self.is_older {
            return;
        }
        for (tree, key) in self.listed.difference(&self.wanted) {
            let what = listed(*tree, key);
            self.faults.push(format!("the index {} lists {what}, which is not so", tree.name()));
        }
        for (tree, key) in self.wanted.difference(&self.listed) {
            let what = listed(*tree, key);
            self.faults.push(format!("the index {} does not list {what}", tree.name()));
        }
    }

    fn read(&mut self, tree: TreeId, key: &[u8], text: &[u8]) -> Result<(), SledError> {
        let unknown = || unknown_key(tree);
        let number = || number(key).ok_or_else(unknown);
        match tree {
            TreeId::Meta => read_meta(key, text),
            TreeId::Tables => self.table(TableId(number()?), text),
            TreeId::OutboxEntries => {
                let id = keys::outbox_entry_id(key).ok_or_else(unknown)?;
                self.outbox_entry(id, text)
            }
            TreeId::InteractionResults => {
                let row_key = RowKey::InteractionResult(InteractionId(number()?));
                read_value::<InteractionResult>(row_key, text)
            }
            TreeId::PostedBoards => {
                read_value::<PostedBoard>(RowKey::PostedBoard(TableId(number()?)), text)
            }
            TreeId::Profiles => read_value::<Profile>(RowKey::Profile(PlayerId(number()?)), text),
            TreeId::ChannelAccess => {
                read_value::<ChannelAccess>(RowKey::ChannelAccess(ChannelId(number()?)), text)
            }
            TreeId::Absences => {
                let from = keys::time(key).ok_or_else(unknown)?;
                read_value::<Absence>(RowKey::Absence(from), text)
            }
            TreeId::Readers => {
                let (player, channel) = pair(key).ok_or_else(unknown)?;
                let row_key = RowKey::Reader(PlayerId(player), ChannelId(channel));
                read_value::<ReaderMarker>(row_key, text)
            }
            TreeId::MissedEntries => {
                let (player, _) = key.split_first_chunk().ok_or_else(unknown)?;
                let id = keys::missed_entry(key).ok_or_else(unknown)?;
                let row_key = RowKey::Missed(PlayerId(u64::from_be_bytes(*player)), id);
                read_value::<OutboxEntry>(row_key, text)
            }
            TreeId::Offers => {
                let (table, message) = pair(key).ok_or_else(unknown)?;
                let row_key = RowKey::Offer(TableId(table), MessageId(message));
                read_value::<ControlMessage>(row_key, text)
            }
            TreeId::CleanupQueue => {
                read_value::<ControlMessage>(RowKey::Cleanup(MessageId(number()?)), text)
            }
            TreeId::ServerSettings => {
                read_value::<ServerSettings>(RowKey::ServerSettings(GuildId(number()?)), text)
            }
            TreeId::Blocks => self.block(key, text),
            TreeId::Notes => {
                let (table, player) = pair(key).ok_or_else(unknown)?;
                read_value::<Note>(RowKey::Note(TableId(table), PlayerId(player)), text)
            }
            TreeId::Erasures => read_value::<Erasure>(RowKey::Erasure(PlayerId(number()?)), text),
            TreeId::Follows => self.follow(key, text),
            TreeId::FollowerEntries => self.follower_entry(key, text),
            // These rows have no value.
            TreeId::SentChallenges => keys::sent(key).map(drop).ok_or_else(unknown),
            _ => codec::check(tree.name(), text),
        }
    }

    /// Reads an outbox entry, and notes its entry in the index.
    fn outbox_entry(&mut self, id: OutboxEntryId, text: &[u8]) -> Result<(), SledError> {
        let entry = codec::decode::<OutboxEntry>(RowKey::OutboxEntry(id), text)?;
        let index = IndexKey::Pending(entry.ready_at, id);
        self.wanted.insert((index.tree(), index.key()));
        Ok(())
    }

    /// Reads a block, and notes its entry in the index.
    fn block(&mut self, key: &[u8], text: &[u8]) -> Result<(), SledError> {
        let (blocker, blocked) = keys::players(key).ok_or_else(|| unknown_key(TreeId::Blocks))?;
        let index = IndexKey::BlockedBy(blocked, blocker);
        self.wanted.insert((index.tree(), index.key()));
        read_value::<Block>(RowKey::Block(blocker, blocked), text)
    }

    /// Reads that a player follows a table, and notes its entry in the index.
    fn follow(&mut self, key: &[u8], text: &[u8]) -> Result<(), SledError> {
        let (table, player) = pair(key).ok_or_else(|| unknown_key(TreeId::Follows))?;
        let (table, player) = (TableId(table), PlayerId(player));
        let index = IndexKey::FollowedBy(player, table);
        self.wanted.insert((index.tree(), index.key()));
        read_value::<Follow>(RowKey::Follow(table, player), text)
    }

    /// Reads what a follower is to be told of, and notes its entry in the index.
    fn follower_entry(&mut self, key: &[u8], text: &[u8]) -> Result<(), SledError> {
        let unknown = || unknown_key(TreeId::FollowerEntries);
        let (player, id) = keys::follower_entry(key).ok_or_else(unknown)?;
        let entry = codec::decode::<OutboxEntry>(RowKey::FollowerEntry(player, id), text)?;
        let index = IndexKey::FollowerEntry(entry.ready_at, player, id);
        self.wanted.insert((index.tree(), index.key()));
        Ok(())
    }

    /// Reads a table, which plays its game, and notes its entries in the indices.
    fn table(&mut self, id: TableId, text: &[u8]) -> Result<(), SledError> {
        self.tables += 1;
        let row_key = RowKey::Table(id);
        let TableHeader { keys, .. } = codec::decode(row_key, text)?;
        // A game that cannot be played leaves the table in its lists.
        for index in keys.entries(id) {
            self.wanted.insert((index.tree(), index.key()));
        }
        let row = StoredTable::from(codec::decode::<StoredTableRow>(row_key, text)?);
        if self.is_older || keys == IndexFields::of(&row) {
            return Ok(());
        }
        Err(SledError::Damaged {
            what: format!("{row_key}, whose lists are not those of its game,"),
        })
    }
}

fn read_meta(key: &[u8], text: &[u8]) -> Result<(), SledError> {
    if key == RowKey::Database.key() {
        read_value::<DatabaseMarker>(RowKey::Database, text)
    } else if key == RowKey::Owner.key() {
        read_value::<StoreOwner>(RowKey::Owner, text)
    } else if key == RowKey::Heartbeat.key() {
        read_value::<Heartbeat>(RowKey::Heartbeat, text)
    } else if key == RowKey::Lists.key() {
        read_value::<ListsMarker>(RowKey::Lists, text)
    } else if key == RowKey::ErasedBytes.key() {
        read_value::<ErasedBytes>(RowKey::ErasedBytes, text)
    } else {
        codec::check(TreeId::Meta.name(), text)
    }
}

fn read_value<T: Stored>(row_key: RowKey, text: &[u8]) -> Result<(), SledError> {
    codec::decode::<T>(row_key, text).map(drop)
}

fn unknown_key(tree: TreeId) -> SledError {
    SledError::Damaged { what: format!("a key of {}", tree.name()) }
}

fn number(key: &[u8]) -> Option<u64> {
    Some(u64::from_be_bytes(key.try_into().ok()?))
}

/// The two numbers of a key.
fn pair(key: &[u8]) -> Option<(u64, u64)> {
    let (one, other) = key.split_first_chunk()?;
    Some((u64::from_be_bytes(*one), u64::from_be_bytes(other.try_into().ok()?)))
}

/// Whether a tree can be made again from the rows of other trees.
pub(super) fn is_index(tree: TreeId) -> bool {
    matches!(
        tree,
        TreeId::TablesByChannel
            | TreeId::TablesByPlayer
            | TreeId::DueTables
            | TreeId::OutboxByTime
            | TreeId::Opponents
            | TreeId::BlocksByBlocked
            | TreeId::FollowsByPlayer
            | TreeId::FollowerEntriesByTime
    )
}

/// The table of a row, if the row is an index entry, an outbox entry or a posted board.
pub(super) fn table_of(tree: TreeId, key: &[u8]) -> Option<TableId> {
    match tree {
        TreeId::TablesByChannel | TreeId::TablesByPlayer => keys::table_listed(key),
        TreeId::DueTables => keys::table_due(key).map(|(_, table)| table),
        TreeId::OutboxByTime => keys::pending_entry(key).map(|(_, id)| id.table),
        TreeId::OutboxEntries => keys::outbox_entry_id(key).map(|id| id.table),
        TreeId::PostedBoards => Some(TableId(u64::from_be_bytes(key.try_into().ok()?))),
        _ => None,
    }
}

/// The name of what an index entry leads to.
fn listed(tree: TreeId, key: &[u8]) -> String {
    let row_key = match tree {
        TreeId::Opponents => {
            let table = key.split_first_chunk::<16>().and_then(|(_, table)| keys::table(table));
            table.map(RowKey::Table)
        }
        TreeId::BlocksByBlocked => {
            keys::players(key).map(|(blocked, blocker)| RowKey::Block(blocker, blocked))
        }
        TreeId::FollowsByPlayer => {
            pair(key).map(|(player, table)| RowKey::Follow(TableId(table), PlayerId(player)))
        }
        TreeId::FollowerEntriesByTime => {
            keys::follower_entry_at(key).map(|(_, player, id)| RowKey::FollowerEntry(player, id))
        }
        _ => table_of(tree, key).map(RowKey::Table),
    };
    row_key.map_or_else(|| "an unknown key".to_owned(), |row_key| row_key.to_string())
}

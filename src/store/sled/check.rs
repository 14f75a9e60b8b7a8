//! Whether rows can be read, and whether the indices say what the rows do.

use std::collections::BTreeSet;

use super::super::{
    ChannelAccess, ControlMessage, Heartbeat, InteractionId, InteractionResult, OutboxEntry,
    PostedBoard, Profile, StoredTable,
};
use super::codec::{
    self, Absence, DatabaseMarker, IndexFields, ListsMarker, ReaderMarker, StoreOwner,
    StoredTableRow, TableHeader,
};
use super::error::SledError;
use super::keys::{self, IndexKey, RowKey, TreeId};
use crate::table::{ChannelId, MessageId, PlayerId, TableId};

/// Goes through rows, one after the other.
#[derive(Debug, Default)]
pub(super) struct Check {
    pub(super) rows: u64,
    pub(super) tables: u64,
    /// What is wrong: a line for each row.
    pub(super) faults: Vec<String>,
    /// What should be in the indices.
    pub(super) wanted: BTreeSet<(TreeId, Vec<u8>)>,
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

    /// What is in the indices and should not be, and the other way round.
    pub(super) fn finish(&mut self) {
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
        let unknown = || SledError::Damaged { what: format!("a key of {}", tree.name()) };
        let number = || Some(u64::from_be_bytes(key.try_into().ok()?));
        let number = || number().ok_or_else(unknown);
        match tree {
            TreeId::Meta if key == RowKey::Database.key() => {
                codec::decode::<DatabaseMarker>(RowKey::Database, text).map(drop)
            }
            TreeId::Meta if key == RowKey::Owner.key() => {
                codec::decode::<StoreOwner>(RowKey::Owner, text).map(drop)
            }
            TreeId::Meta if key == RowKey::Heartbeat.key() => {
                codec::decode::<Heartbeat>(RowKey::Heartbeat, text).map(drop)
            }
            TreeId::Meta if key == RowKey::Lists.key() => {
                codec::decode::<ListsMarker>(RowKey::Lists, text).map(drop)
            }
            TreeId::Tables => self.table(TableId(number()?), text),
            TreeId::OutboxEntries => {
                let id = keys::outbox_entry_id(key).ok_or_else(unknown)?;
                let entry = codec::decode::<OutboxEntry>(RowKey::OutboxEntry(id), text)?;
                let index = IndexKey::Pending(entry.ready_at, id);
                self.wanted.insert((index.tree(), index.key()));
                Ok(())
            }
            TreeId::InteractionResults => {
                let id = InteractionId(number()?);
                codec::decode::<InteractionResult>(RowKey::InteractionResult(id), text).map(drop)
            }
            TreeId::PostedBoards => {
                codec::decode::<PostedBoard>(RowKey::PostedBoard(TableId(number()?)), text)
                    .map(drop)
            }
            TreeId::Profiles => {
                codec::decode::<Profile>(RowKey::Profile(PlayerId(number()?)), text).map(drop)
            }
            TreeId::ChannelAccess => {
                codec::decode::<ChannelAccess>(RowKey::ChannelAccess(ChannelId(number()?)), text)
                    .map(drop)
            }
            TreeId::Absences => {
                let from = keys::time(key).ok_or_else(unknown)?;
                codec::decode::<Absence>(RowKey::Absence(from), text).map(drop)
            }
            TreeId::Readers => {
                let (player, channel) = pair(key).ok_or_else(unknown)?;
                let row_key = RowKey::Reader(PlayerId(player), ChannelId(channel));
                codec::decode::<ReaderMarker>(row_key, text).map(drop)
            }
            TreeId::MissedEntries => {
                let (player, _) = key.split_first_chunk().ok_or_else(unknown)?;
                let id = keys::missed_entry(key).ok_or_else(unknown)?;
                let row_key = RowKey::Missed(PlayerId(u64::from_be_bytes(*player)), id);
                codec::decode::<OutboxEntry>(row_key, text).map(drop)
            }
            TreeId::Offers => {
                let (table, message) = pair(key).ok_or_else(unknown)?;
                let row_key = RowKey::Offer(TableId(table), MessageId(message));
                codec::decode::<ControlMessage>(row_key, text).map(drop)
            }
            TreeId::CleanupQueue => {
                codec::decode::<ControlMessage>(RowKey::Cleanup(MessageId(number()?)), text)
                    .map(drop)
            }
            // All that they say is in their keys.
            TreeId::SentChallenges => keys::sent(key).map(drop).ok_or_else(unknown),
            _ => codec::check(tree.name(), text),
        }
    }

    /// Plays the game of a table.
    fn table(&mut self, id: TableId, text: &[u8]) -> Result<(), SledError> {
        self.tables += 1;
        let row_key = RowKey::Table(id);
        let TableHeader { keys, .. } = codec::decode(row_key, text)?;
        let row = StoredTable::from(codec::decode::<StoredTableRow>(row_key, text)?);
        for index in keys.entries(id) {
            self.wanted.insert((index.tree(), index.key()));
        }
        if keys == IndexFields::of(&row) {
            return Ok(());
        }
        Err(SledError::Damaged {
            what: format!("{row_key}, whose lists are not those of its game,"),
        })
    }
}

/// The two numbers of a key.
fn pair(key: &[u8]) -> Option<(u64, u64)> {
    let (one, other) = key.split_first_chunk()?;
    Some((u64::from_be_bytes(*one), u64::from_be_bytes(other.try_into().ok()?)))
}

/// Whether all that a part says is in its keys, and follows from other parts.
pub(super) fn is_index(tree: TreeId) -> bool {
    matches!(
        tree,
        TreeId::TablesByChannel
            | TreeId::TablesByPlayer
            | TreeId::DueTables
            | TreeId::OutboxByTime
            | TreeId::Opponents
    )
}

/// The table that a row of an index, a notice, or a board is about.
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

fn listed(tree: TreeId, key: &[u8]) -> String {
    match table_of(tree, key) {
        Some(TableId(id)) => format!("table {id}"),
        None => "what is no table".to_owned(),
    }
}

//! Checks that every row can be read and that the indices agree with the rows.

use std::collections::BTreeSet;

use super::super::index_fields::IndexFields;
use super::super::{
    ChannelAccess, ControlMessage, DailyPuzzle, Follow, Heartbeat, InteractionResult, Job, Note,
    OutboxEntry, PostedBoard, Profile, ServerSettings, StoredTable, Tournaments,
};
use super::codec::{
    self, Block, DatabaseMarker, ReaderMarker, StoreOwner, Stored, StoredTableRow, TableHeader,
};
use super::error::SledError;
use super::keys::{self, IndexKey, RowKey, TreeId};
use kradan_table::TableId;

/// A check of all rows, which are passed one after the other.
#[derive(Debug, Default)]
pub(super) struct Check {
    pub(super) rows: u64,
    pub(super) tables: u64,
    /// A line for each fault.
    pub(super) faults: Vec<String>,
    /// The index entries that follow from the rows.
    pub(super) wanted: BTreeSet<(TreeId, Vec<u8>)>,
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
        // These rows have no value.
        if tree == TreeId::SentChallenges {
            return keys::sent(key).map(drop).ok_or_else(|| unknown_key(tree));
        }
        let Some(row_key) = RowKey::of(tree, key) else {
            // Rows of later versions have a form as well.
            return if tree == TreeId::Meta {
                codec::check(tree.name(), text)
            } else {
                Err(unknown_key(tree))
            };
        };
        match row_key {
            RowKey::Database => read_value::<DatabaseMarker>(row_key, text),
            RowKey::Owner => read_value::<StoreOwner>(row_key, text),
            RowKey::Heartbeat => read_value::<Heartbeat>(row_key, text),
            RowKey::Table(id) => self.table(id, text),
            RowKey::OutboxEntry(id) => {
                let entry = codec::decode::<OutboxEntry>(row_key, text)?;
                self.want(IndexKey::Pending(entry.ready_at, id));
                Ok(())
            }
            RowKey::InteractionResult(_) => read_value::<InteractionResult>(row_key, text),
            RowKey::PostedBoard(_) => read_value::<PostedBoard>(row_key, text),
            RowKey::Profile(player) => {
                let profile = codec::decode::<Profile>(row_key, text)?;
                profile
                    .standings(player)
                    .into_iter()
                    .for_each(|standing| self.want(IndexKey::Standing(standing)));
                Ok(())
            }
            RowKey::ChannelAccess(_) => read_value::<ChannelAccess>(row_key, text),
            RowKey::Reader(..) => read_value::<ReaderMarker>(row_key, text),
            RowKey::Missed(..) | RowKey::FollowerEntry(..) => {
                read_value::<OutboxEntry>(row_key, text)
            }
            RowKey::Offer(..) => read_value::<ControlMessage>(row_key, text),
            RowKey::ServerSettings(_) => read_value::<ServerSettings>(row_key, text),
            RowKey::Tournaments(_) => read_value::<Tournaments>(row_key, text),
            RowKey::DailyPuzzle(_) => read_value::<DailyPuzzle>(row_key, text),
            RowKey::Block(blocker, blocked) => {
                self.want(IndexKey::BlockedBy(blocked, blocker));
                read_value::<Block>(row_key, text)
            }
            RowKey::Note(..) => read_value::<Note>(row_key, text),
            RowKey::Follow(table, player) => {
                self.want(IndexKey::FollowedBy(player, table));
                read_value::<Follow>(row_key, text)
            }
            RowKey::Job(id) => {
                let job = codec::decode::<Job>(row_key, text)?;
                self.want(IndexKey::JobTime(job.ready_at, id));
                Ok(())
            }
        }
    }

    /// Notes an index entry that follows from a row.
    fn want(&mut self, index: IndexKey) {
        self.wanted.insert((index.tree(), index.key()));
    }

    /// Reads a table, which plays its game, and notes its entries in the indices.
    fn table(&mut self, id: TableId, text: &[u8]) -> Result<(), SledError> {
        self.tables += 1;
        let row_key = RowKey::Table(id);
        let TableHeader { keys, .. } = codec::decode(row_key, text)?;
        // A game that cannot be played leaves the table in its lists.
        for index in keys.entries(id) {
            self.want(index);
        }
        let row = StoredTable::from(codec::decode::<StoredTableRow>(row_key, text)?);
        if keys == IndexFields::of(&row) {
            return Ok(());
        }
        Err(SledError::Damaged {
            what: format!("{row_key}, whose lists are not those of its game,"),
        })
    }
}

fn read_value<T: Stored>(row_key: RowKey, text: &[u8]) -> Result<(), SledError> {
    codec::decode::<T>(row_key, text).map(drop)
}

fn unknown_key(tree: TreeId) -> SledError {
    SledError::Damaged { what: format!("a key of {}", tree.name()) }
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
            | TreeId::Standings
            | TreeId::JobsByTime
    )
}

/// The table of a row, if the row is an index entry, an outbox entry or a posted board.
pub(super) fn table_of(tree: TreeId, key: &[u8]) -> Option<TableId> {
    match tree {
        TreeId::TablesByChannel | TreeId::TablesByPlayer => keys::table_listed(key),
        TreeId::DueTables => keys::table_due(key).map(|(_, table)| table),
        TreeId::OutboxByTime => keys::pending_entry(key).map(|(_, id)| id.table),
        TreeId::OutboxEntries => keys::outbox_entry_id(key).map(|id| id.table),
        TreeId::PostedBoards => keys::id(key).map(TableId),
        _ => None,
    }
}

/// The name of what an index entry leads to.
fn listed(tree: TreeId, key: &[u8]) -> String {
    let row_key = match tree {
        TreeId::Opponents => key.get(16..).and_then(|table| RowKey::of(TreeId::Tables, table)),
        TreeId::BlocksByBlocked => {
            keys::players(key).map(|(blocked, blocker)| RowKey::Block(blocker, blocked))
        }
        TreeId::FollowsByPlayer => {
            keys::players(key).map(|(player, table)| RowKey::Follow(TableId(table.0), player))
        }
        TreeId::Standings => keys::player_standing(key).map(RowKey::Profile),
        TreeId::JobsByTime => keys::job_time(key).map(|(_, id)| RowKey::Job(id)),
        _ => table_of(tree, key).map(RowKey::Table),
    };
    row_key.map_or_else(|| "an unknown key".to_owned(), |row_key| row_key.to_string())
}

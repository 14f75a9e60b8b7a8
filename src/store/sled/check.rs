//! Whether rows can be read, and whether the indices say what the rows do.

use std::collections::BTreeSet;

use super::super::{
    ChannelAccess, ControlMessage, Heartbeat, InteractionId, InteractionResult, OutboxEntry,
    PostedBoard, Profile, StoreError, StoredTable,
};
use super::entry::{self, Entry, Index, Part};
use super::form::{self, Absence, Database, Head, Keys, Lists, Owner, Reader, StoredRow};
use crate::table::{ChannelId, PlayerId, TableId};

/// Goes through rows, one after the other.
#[derive(Debug, Default)]
pub(super) struct Check {
    pub(super) rows: u64,
    pub(super) tables: u64,
    /// What is wrong: a line for each row.
    pub(super) faults: Vec<String>,
    /// What should be in the indices.
    pub(super) wanted: BTreeSet<(Part, Vec<u8>)>,
    listed: BTreeSet<(Part, Vec<u8>)>,
}

impl Check {
    pub(super) fn row(&mut self, part: Part, key: &[u8], text: &[u8]) {
        self.rows += 1;
        if is_index(part) {
            self.listed.insert((part, key.to_vec()));
            return;
        }
        if let Err(error) = self.read(part, key, text) {
            let source = std::error::Error::source(&error).map(|source| format!(": {source}"));
            self.faults.push(format!("{error}{}", source.unwrap_or_default()));
        }
    }

    /// What is in the indices and should not be, and the other way round.
    pub(super) fn finish(&mut self) {
        for (part, key) in self.listed.difference(&self.wanted) {
            let what = listed(*part, key);
            self.faults.push(format!("the index {} lists {what}, which is not so", part.name()));
        }
        for (part, key) in self.wanted.difference(&self.listed) {
            let what = listed(*part, key);
            self.faults.push(format!("the index {} does not list {what}", part.name()));
        }
    }

    fn read(&mut self, part: Part, key: &[u8], text: &[u8]) -> Result<(), StoreError> {
        let unknown = || StoreError::Damaged { what: format!("a key of {}", part.name()) };
        let number = || Some(u64::from_be_bytes(key.try_into().ok()?));
        let number = || number().ok_or_else(unknown);
        match part {
            Part::Meta if key == Entry::Database.key() => {
                form::read::<Database>(Entry::Database, text).map(drop)
            }
            Part::Meta if key == Entry::Owner.key() => {
                form::read::<Owner>(Entry::Owner, text).map(drop)
            }
            Part::Meta if key == Entry::Heartbeat.key() => {
                form::read::<Heartbeat>(Entry::Heartbeat, text).map(drop)
            }
            Part::Meta if key == Entry::Lists.key() => {
                form::read::<Lists>(Entry::Lists, text).map(drop)
            }
            Part::Tables => self.table(TableId(number()?), text),
            Part::Notices => {
                let id = entry::notice_id(key).ok_or_else(unknown)?;
                let notice = form::read::<OutboxEntry>(Entry::OutboxEntry(id), text)?;
                let index = Index::Owed(notice.ready_at, id);
                self.wanted.insert((index.part(), index.key()));
                Ok(())
            }
            Part::Outcomes => {
                let id = InteractionId(number()?);
                form::read::<InteractionResult>(Entry::InteractionResult(id), text).map(drop)
            }
            Part::PostedBoard => {
                form::read::<PostedBoard>(Entry::PostedBoard(TableId(number()?)), text).map(drop)
            }
            Part::People => {
                form::read::<Profile>(Entry::Profile(PlayerId(number()?)), text).map(drop)
            }
            Part::Places => {
                form::read::<ChannelAccess>(Entry::ChannelAccess(ChannelId(number()?)), text)
                    .map(drop)
            }
            Part::Absences => {
                let from = entry::time(key).ok_or_else(unknown)?;
                form::read::<Absence>(Entry::Absence(from), text).map(drop)
            }
            Part::Readers => {
                let (player, place) = pair(key).ok_or_else(unknown)?;
                let entry = Entry::Reader(PlayerId(player), ChannelId(place));
                form::read::<Reader>(entry, text).map(drop)
            }
            Part::Kept => {
                let (player, _) = key.split_first_chunk().ok_or_else(unknown)?;
                let id = entry::notice_kept(key).ok_or_else(unknown)?;
                let entry = Entry::Kept(PlayerId(u64::from_be_bytes(*player)), id);
                form::read::<OutboxEntry>(entry, text).map(drop)
            }
            Part::Offers => {
                let (table, message) = pair(key).ok_or_else(unknown)?;
                let entry = Entry::Offer(TableId(table), message);
                form::read::<ControlMessage>(entry, text).map(drop)
            }
            Part::ToStrip => {
                form::read::<ControlMessage>(Entry::ToStrip(number()?), text).map(drop)
            }
            // All that they say is in their keys.
            Part::Sent => entry::sent(key).map(drop).ok_or_else(unknown),
            _ => form::check(part.name(), text),
        }
    }

    /// Plays the game of a table.
    fn table(&mut self, id: TableId, text: &[u8]) -> Result<(), StoreError> {
        self.tables += 1;
        let entry = Entry::Table(id);
        let Head { keys, .. } = form::read(entry, text)?;
        let row = StoredTable::from(form::read::<StoredRow>(entry, text)?);
        for index in keys.entries(id) {
            self.wanted.insert((index.part(), index.key()));
        }
        if keys == Keys::of(&row) {
            return Ok(());
        }
        Err(StoreError::Damaged {
            what: format!("{entry}, whose lists are not those of its game,"),
        })
    }
}

/// The two numbers of a key.
fn pair(key: &[u8]) -> Option<(u64, u64)> {
    let (one, other) = key.split_first_chunk()?;
    Some((u64::from_be_bytes(*one), u64::from_be_bytes(other.try_into().ok()?)))
}

/// Whether all that a part says is in its keys, and follows from other parts.
pub(super) fn is_index(part: Part) -> bool {
    matches!(part, Part::ByPlace | Part::ByPlayer | Part::Due | Part::Owed | Part::Met)
}

/// The table that a row of an index, a notice, or a board is about.
pub(super) fn table_of(part: Part, key: &[u8]) -> Option<TableId> {
    match part {
        Part::ByPlace | Part::ByPlayer => entry::table_listed(key),
        Part::Due => entry::table_due(key).map(|(_, table)| table),
        Part::Owed => entry::notice_owed(key).map(|(_, id)| id.table),
        Part::Notices => entry::notice_id(key).map(|id| id.table),
        Part::PostedBoard => Some(TableId(u64::from_be_bytes(key.try_into().ok()?))),
        _ => None,
    }
}

fn listed(part: Part, key: &[u8]) -> String {
    match table_of(part, key) {
        Some(TableId(id)) => format!("table {id}"),
        None => "what is no table".to_owned(),
    }
}

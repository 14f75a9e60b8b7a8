//! The stored form of values: JSON with the number of its form. Other forms are refused.

use std::io;

use jiff::{SignedDuration, Timestamp};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Serialize};

use super::super::index_fields::{IndexFields, TableStatus};
use super::super::{
    ChannelAccess, ControlMessage, DailyPuzzle, Follow, Heartbeat, InteractionResult, Job, Listing,
    Note, OutboxEntry, PostedBoard, Profile, ServerSettings, StoredTable, Tournaments,
};
use super::error::SledError;
use super::keys::{IndexKey, ListedTable, RowKey};
use kradan_table::{ApplicationId, Table, TableId};

/// The most bytes of a stored value. The largest table has less than half. sled keeps up to 20
/// values on a page, and writes a page that is larger than a quarter of a segment into a file of
/// its own, which it does not sync.
const MOST_BYTES: usize = kradan_disk::SEGMENT_BYTES / 4 / 24;

pub(super) trait Stored: DeserializeOwned {
    /// The form. A change of the stored JSON increases it.
    const FORM: u64 = 1;
}

impl Stored for StoredTableRow {
    const FORM: u64 = 2;
}

impl Stored for TableHeader {
    const FORM: u64 = StoredTableRow::FORM;
}

impl Stored for Heartbeat {
    const FORM: u64 = 2;
}

impl Stored for DatabaseMarker {
    const FORM: u64 = 2;
}

impl Stored for OutboxEntry {}
impl Stored for InteractionResult {}
impl Stored for PostedBoard {}
impl Stored for Profile {}
impl Stored for ServerSettings {}
impl Stored for Tournaments {}
impl Stored for DailyPuzzle {}
impl Stored for ChannelAccess {}
impl Stored for ReaderMarker {}
impl Stored for ControlMessage {}
impl Stored for StoreOwner {}
impl Stored for Block {}
impl Stored for Note {}
impl Stored for Follow {}
impl Stored for Job {}

/// Marks the database as a store, and gives the form of the whole.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DatabaseMarker {}

/// Marks that a player reads a channel. Both are in the key.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReaderMarker {}

/// That a player blocks another one. Both are in the key.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Block {
    pub(super) since: Timestamp,
}

/// The Discord application that the store is bound to.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoreOwner {
    pub(super) application: ApplicationId,
}

/// A table with the fields of its index entries, which are read without its game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredTableRow {
    revision: u64,
    keys: IndexFields,
    credited: SignedDuration,
    table: Table,
}

/// The part of a table that is read before it is replaced. Its game is not read, which would play
/// it.
#[derive(Debug, Deserialize)]
pub(super) struct TableHeader {
    pub(super) revision: u64,
    pub(super) keys: IndexFields,
}

impl IndexFields {
    pub(super) fn entries(&self, table: TableId) -> Vec<IndexKey> {
        let listed = |listing| ListedTable { listing, table };
        let lists = match self.status {
            TableStatus::Challenge => [Listing::Sent, Listing::Received],
            TableStatus::Running => [Listing::Running; 2],
            TableStatus::Over => [Listing::Over; 2],
            TableStatus::Withdrawn => [Listing::Withdrawn; 2],
        };
        let players = self.players.iter().zip(lists);
        let mut entries: Vec<_> =
            players.map(|(&player, listing)| IndexKey::ByPlayer(player, listed(listing))).collect();
        if self.status != TableStatus::Withdrawn {
            entries.push(IndexKey::ByChannel(self.channel, listed(lists[0])));
        }
        if let (true, &[one, other]) = (self.has_begun(), &self.players[..]) {
            entries.extend([
                IndexKey::Opponents(one, other, table),
                IndexKey::Opponents(other, one, table),
            ]);
        }
        entries.extend(self.due.map(|at| IndexKey::Due(at, table)));
        entries
    }
}

impl From<StoredTable> for StoredTableRow {
    fn from(stored: StoredTable) -> StoredTableRow {
        let keys = IndexFields::of(&stored);
        let StoredTable { table, revision, credited } = stored;
        StoredTableRow { revision, keys, credited, table }
    }
}

/// Takes the table as it is stored.
impl From<StoredTableRow> for StoredTable {
    fn from(stored: StoredTableRow) -> StoredTable {
        let StoredTableRow { revision, keys: _, credited, table } = stored;
        StoredTable { table, revision, credited }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Versioned<T> {
    form: u64,
    value: T,
}

/// The field that all forms have.
#[derive(Deserialize)]
struct Form {
    form: u64,
}

/// Encodes a value.
pub(super) fn encode<T: Stored + Serialize>(
    row_key: RowKey,
    value: &T,
) -> Result<Vec<u8>, SledError> {
    let text = serde_json::to_vec(&Versioned { form: T::FORM, value })
        .map_err(|error| SledError::Disk(error.into()))?;
    if text.len() > MOST_BYTES {
        let why = format!("{row_key} has {} bytes, more than {MOST_BYTES}", text.len());
        return Err(SledError::Disk(io::Error::new(io::ErrorKind::FileTooLarge, why)));
    }
    Ok(text)
}

/// Checks that a value has a form.
pub(super) fn check(what: &str, text: &[u8]) -> Result<(), SledError> {
    let unreadable = |source| SledError::Unreadable { what: what.to_owned(), source };
    serde_json::from_slice::<Form>(text).map(|Form { form: _ }| ()).map_err(unreadable)
}

pub(super) fn decode<T: Stored>(row_key: RowKey, text: &[u8]) -> Result<T, SledError> {
    let unreadable = |source| SledError::Unreadable { what: row_key.to_string(), source };
    let Form { form } = serde_json::from_slice(text).map_err(unreadable)?;
    if form > T::FORM {
        return Err(SledError::Newer { what: row_key.to_string(), form });
    }
    if form < T::FORM {
        let never_was = format!("there never was a form {form} of it");
        return Err(unreadable(serde_json::Error::custom(never_was)));
    }
    serde_json::from_slice::<Versioned<T>>(text).map(|row| row.value).map_err(unreadable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_table::PlayerId;

    const ENTRY: RowKey = RowKey::Profile(PlayerId(4));

    fn read_person(text: &str) -> Result<Profile, String> {
        decode(ENTRY, text.as_bytes()).map_err(|error| match error {
            SledError::Unreadable { what, source } => format!("{what}: {source}"),
            other => other.to_string(),
        })
    }

    #[test]
    fn an_encoded_value_reads_back() {
        let profile = Profile { name: "Ann".into(), hints: Some(false), ..Profile::default() };
        let stored = encode(ENTRY, &profile).unwrap();
        assert_eq!(decode::<Profile>(ENTRY, &stored).unwrap(), profile);
    }

    #[test]
    fn other_forms_are_refused_by_name() {
        let profile = "what is known of player 4";
        for (text, expected) in [
            (r#"{"form":0,"value":{}}"#, "there never was a form 0 of it"),
            (r#"{"form":2,"anything":[]}"#, "has form 2, which a later version of Kradan wrote"),
            (r#"{"form":1,"value":{"shoe":41}}"#, "unknown field `shoe`"),
            (r#"{"form":1,"more":1,"value":{}}"#, "unknown field `more`"),
            (r#"{"value":{}}"#, "missing field `form`"),
            ("", "EOF"),
            ("\u{0}\u{0}", "expected value"),
        ] {
            let error = read_person(text).unwrap_err();
            assert!(error.starts_with(profile) && error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn a_value_that_is_too_large_is_refused() {
        let profile = |bytes| Profile { name: "x".repeat(bytes), ..Profile::default() };
        assert!(encode(ENTRY, &profile(MOST_BYTES / 2)).is_ok());
        let error = encode(ENTRY, &profile(MOST_BYTES)).unwrap_err();
        assert!(matches!(error, SledError::Disk(_)), "{error:?}");
    }
}

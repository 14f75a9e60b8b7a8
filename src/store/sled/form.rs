//! What stored things look like: JSON with the number of its form, so that a later version can tell
//! how old they are and this one can refuse what a later one wrote.

use std::io;

use jiff::Timestamp;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Serialize};

use super::super::{Absence, Notice, Outcome, Person, Reach, Row, Shown, StoreError, Which};
use super::change::Beat;
use super::entry::{Entry, Index, Listed};
use crate::table::{Place, PlayerId, Table, TableId};

/// The most bytes of a stored thing: a table with as many moves as there can be has less than half.
/// sled keeps up to 20 things on a page, and a page that is larger than a quarter of a segment in a
/// file of its own, which nobody syncs.
const MOST_BYTES: usize = crate::disk::SEGMENT_BYTES / 4 / 24;

/// Something stored.
pub(super) trait Stored: DeserializeOwned {
    /// The form in which it is written now. Who changes what is written adds one, and reads the
    /// form before it in [`Stored::older`].
    const FORM: u64 = 1;

    /// Reads an older form.
    fn older(form: u64, _text: &[u8]) -> Result<Self, serde_json::Error> {
        Err(serde_json::Error::custom(format!("there never was a form {form} of it")))
    }
}

impl Stored for StoredRow {}
impl Stored for Head {
    const FORM: u64 = StoredRow::FORM;
}
impl Stored for Notice {}
impl Stored for Outcome {}
impl Stored for Shown {}
impl Stored for Person {}
impl Stored for Absence {}
impl Stored for Reach {}
impl Stored for Beat {}
impl Stored for Database {
    const FORM: u64 = 2;

    /// A folder of form 1 has no journal: a version that knows none refuses form 2, and so never
    /// changes the database alone.
    fn older(form: u64, text: &[u8]) -> Result<Self, serde_json::Error> {
        match form {
            1 => Ok(serde_json::from_slice::<Sheet<Database>>(text)?.value),
            _ => Err(serde_json::Error::custom(format!("there never was a form {form} of it"))),
        }
    }
}
impl Stored for Owner {}

/// That the folder is a store, and of which form as a whole.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Database {}

/// Whose games these are: an application of Discord's.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Owner {
    pub(super) application: u64,
}

/// A table, and what its index entries are, so that they are found again without its game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StoredRow {
    revision: u64,
    keys: Keys,
    credited_until: Timestamp,
    table: Table,
}

/// What is read of a table that is about to be replaced: not its game, which would be played.
#[derive(Debug, Deserialize)]
pub(super) struct Head {
    pub(super) revision: u64,
    pub(super) keys: Keys,
}

/// What a table's index entries are made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Keys {
    /// In which lists it is.
    which: Option<Which>,
    place: Place,
    players: Vec<PlayerId>,
    due: Option<Timestamp>,
}

impl Keys {
    pub(super) fn of(table: &Table) -> Keys {
        let over = table.ending().map(|_| Which::Over);
        Keys {
            which: if table.is_open() { Some(Which::Open) } else { over },
            place: table.place(),
            players: table.players(),
            due: table.due().map(crate::table::Due::at),
        }
    }

    pub(super) fn entries(&self, table: TableId) -> Vec<Index> {
        let mut entries = Vec::new();
        if let Some(which) = self.which {
            let listed = Listed { which, table };
            entries.push(Index::At(self.place, listed));
            entries.extend(self.players.iter().map(|&player| Index::Of(player, listed)));
        }
        entries.extend(self.due.map(|at| Index::Due(at, table)));
        entries
    }
}

impl From<Row> for StoredRow {
    fn from(row: Row) -> StoredRow {
        let Row { table, revision, credited_until } = row;
        StoredRow { revision, keys: Keys::of(&table), credited_until, table }
    }
}

impl From<StoredRow> for Row {
    fn from(stored: StoredRow) -> Row {
        let StoredRow { revision, keys: _, credited_until, table } = stored;
        Row { table, revision, credited_until }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet<T> {
    form: u64,
    value: T,
}

/// A sheet of any form: only what all have in common is looked at.
#[derive(Deserialize)]
struct Form {
    form: u64,
}

/// What is to be stored.
pub(super) fn text<T: Stored + Serialize>(entry: Entry, value: &T) -> Result<Vec<u8>, StoreError> {
    let text = serde_json::to_vec(&Sheet { form: T::FORM, value })
        .map_err(|error| StoreError::Disk(error.into()))?;
    if text.len() > MOST_BYTES {
        let why = format!("{entry} has {} bytes, more than {MOST_BYTES}", text.len());
        return Err(StoreError::Disk(io::Error::new(io::ErrorKind::FileTooLarge, why)));
    }
    Ok(text)
}

/// Whether something is stored in some form.
pub(super) fn check(what: &str, text: &[u8]) -> Result<(), StoreError> {
    let unreadable = |source| StoreError::Unreadable { what: what.to_owned(), source };
    serde_json::from_slice::<Form>(text).map(|Form { form: _ }| ()).map_err(unreadable)
}

/// What is stored.
pub(super) fn read<T: Stored>(entry: Entry, text: &[u8]) -> Result<T, StoreError> {
    let unreadable = |source| StoreError::Unreadable { what: entry.to_string(), source };
    let Form { form } = serde_json::from_slice(text).map_err(unreadable)?;
    if form > T::FORM {
        return Err(StoreError::Newer { what: entry.to_string(), form });
    }
    if form < T::FORM {
        return T::older(form, text).map_err(unreadable);
    }
    let Sheet { value, .. } = serde_json::from_slice::<Sheet<T>>(text).map_err(unreadable)?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry::Person(PlayerId(4));

    fn read_person(text: &str) -> Result<Person, String> {
        read(ENTRY, text.as_bytes()).map_err(|error| match error {
            StoreError::Unreadable { what, source } => format!("{what}: {source}"),
            other => other.to_string(),
        })
    }

    #[test]
    fn what_is_written_reads_back() {
        let person = Person { name: "Ann".into(), hints: Some(false), ..Person::default() };
        let stored = text(ENTRY, &person).unwrap();
        assert_eq!(read::<Person>(ENTRY, &stored).unwrap(), person);
    }

    #[test]
    fn other_forms_are_refused_by_name() {
        let person = "what is known of player 4";
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
            assert!(error.starts_with(person) && error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let person = |bytes| Person { name: "x".repeat(bytes), ..Person::default() };
        assert!(text(ENTRY, &person(MOST_BYTES / 2)).is_ok());
        let error = text(ENTRY, &person(MOST_BYTES)).unwrap_err();
        assert!(matches!(error, StoreError::Disk(_)), "{error:?}");
    }
}

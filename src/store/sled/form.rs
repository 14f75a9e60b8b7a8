//! What stored things look like: JSON with the number of its form, so that a later version can tell
//! how old they are and this one can refuse what a later one wrote.

use std::io;

use jiff::{SignedDuration, Timestamp};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Serialize};

use super::super::{
    ChannelAccess, ControlMessage, Heartbeat, InteractionResult, Listing, OutboxEntry, PostedBoard,
    Profile, StoreError, StoredTable,
};
use super::entry::{Entry, Index, Listed};
use crate::table::{ChannelId, PlayerId, Table, TableId};

/// The most bytes of a stored thing: a table with as many moves as there can be has less than half.
/// sled keeps up to 20 things on a page, and a page that is larger than a quarter of a segment in a
/// file of its own, which nobody syncs.
const MOST_BYTES: usize = crate::disk::SEGMENT_BYTES / 4 / 24;

pub(super) trait Stored: DeserializeOwned {
    /// The form in which it is written now. Who changes what is written adds one, and reads the
    /// form before it in [`Stored::older`].
    const FORM: u64 = 1;

    /// Reads an older form.
    fn older(form: u64, _text: &[u8]) -> Result<Self, serde_json::Error> {
        Err(never_was(form))
    }
}

fn never_was(form: u64) -> serde_json::Error {
    serde_json::Error::custom(format!("there never was a form {form} of it"))
}

impl Stored for StoredRow {
    const FORM: u64 = 2;

    fn older(form: u64, text: &[u8]) -> Result<StoredRow, serde_json::Error> {
        match form {
            1 => value::<RowOfForm1>(text).map(StoredRow::from),
            _ => Err(never_was(form)),
        }
    }
}

impl Stored for Head {
    const FORM: u64 = StoredRow::FORM;

    fn older(form: u64, text: &[u8]) -> Result<Head, serde_json::Error> {
        if form == 1 { value(text) } else { Err(never_was(form)) }
    }
}

impl Stored for Heartbeat {
    const FORM: u64 = 2;

    fn older(form: u64, text: &[u8]) -> Result<Heartbeat, serde_json::Error> {
        match form {
            1 => value(text).map(|HeartbeatOfForm1 { at }| Heartbeat { at, present_until: None }),
            _ => Err(never_was(form)),
        }
    }
}

impl Stored for OutboxEntry {}
impl Stored for InteractionResult {}
impl Stored for PostedBoard {}
impl Stored for Profile {}
impl Stored for Absence {}
impl Stored for ChannelAccess {}
impl Stored for Reader {}
impl Stored for ControlMessage {}
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
impl Stored for Lists {}

/// That the folder is a store, and of which form as a whole.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Database {}

/// That running games and challenges are listed apart, and that it is known who has met whom.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lists {}
/// That a player reads a place: all of it is in the key.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reader {}

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
    credited: SignedDuration,
    table: Table,
    /// Until when absences were credited to it, if it is of the form that said so.
    #[serde(skip)]
    credited_until: Option<Timestamp>,
}

/// A table before form 2: what it has coming depends on the absences that were noted then.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowOfForm1 {
    revision: u64,
    keys: Keys,
    credited_until: Timestamp,
    table: Table,
}

/// A beat before form 2.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeartbeatOfForm1 {
    at: Timestamp,
}

/// A time during which nobody was there to take moves, as long as that was noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Absence {
    pub(super) from: Timestamp,
    pub(super) until: Timestamp,
}

/// For how long nobody was there since a time.
fn missed(absences: &[Absence], since: Timestamp) -> SignedDuration {
    let missed = |absence: &Absence| {
        absence.until.duration_since(absence.from.max(since)).max(SignedDuration::ZERO)
    };
    absences.iter().map(missed).sum()
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
    which: Option<Standing>,
    place: ChannelId,
    /// Of a challenge, the challenger first.
    players: Vec<PlayerId>,
    pub(super) due: Option<Timestamp>,
}

/// How far a table has come that is in lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Standing {
    /// A challenge that waits.
    Challenge,
    /// A game that goes on. Before challenges were apart they were stored by this word as well.
    #[serde(rename = "open")]
    Running,
    /// A game that is over.
    Over,
}

impl Keys {
    pub(super) fn of(row: &StoredTable) -> Keys {
        let table = &row.table;
        let which = match (table.challenged(), table.ending()) {
            (Some(_), _) => Some(Standing::Challenge),
            (None, Some(_)) => Some(Standing::Over),
            (None, None) => table.is_open().then_some(Standing::Running),
        };
        Keys { which, place: table.place(), players: table.players(), due: row.due_at() }
    }

    /// Whether a game has begun.
    pub(super) fn has_begun(&self) -> bool {
        matches!(self.which, Some(Standing::Running | Standing::Over))
    }

    /// Whether the word for it may have been another one's before challenges were apart.
    pub(super) fn is_running(&self) -> bool {
        self.which == Some(Standing::Running)
    }

    pub(super) fn entries(&self, table: TableId) -> Vec<Index> {
        let listed = |which| Listed { which, table };
        let (at, lists) = match self.which {
            None => (None, [Listing::Over; 2]),
            Some(Standing::Challenge) => (Some(Listing::Sent), [Listing::Sent, Listing::Received]),
            Some(Standing::Running) => (Some(Listing::Running), [Listing::Running; 2]),
            Some(Standing::Over) => (Some(Listing::Over), [Listing::Over; 2]),
        };
        let mut entries = Vec::new();
        if let Some(which) = at {
            entries.push(Index::At(self.place, listed(which)));
            let players = self.players.iter().zip(lists);
            entries.extend(players.map(|(&player, which)| Index::Of(player, listed(which))));
        }
        if let (true, &[one, other]) = (self.has_begun(), &self.players[..]) {
            entries.extend([Index::Met(one, other, table), Index::Met(other, one, table)]);
        }
        entries.extend(self.due.map(|at| Index::Due(at, table)));
        entries
    }
}

impl From<StoredTable> for StoredRow {
    fn from(row: StoredTable) -> StoredRow {
        let keys = Keys::of(&row);
        let StoredTable { table, revision, credited } = row;
        StoredRow { revision, keys, credited, table, credited_until: None }
    }
}

impl From<RowOfForm1> for StoredRow {
    fn from(stored: RowOfForm1) -> StoredRow {
        let RowOfForm1 { revision, keys, credited_until, table } = stored;
        let credited = SignedDuration::ZERO;
        StoredRow { revision, keys, credited, table, credited_until: Some(credited_until) }
    }
}

impl StoredRow {
    /// Until when absences were credited to it, if they were then.
    pub(super) fn credited_until(&self) -> Option<Timestamp> {
        self.credited_until
    }

    /// The row, after the absences that may not be credited to it yet.
    pub(super) fn into_row(mut self, absences: &[Absence]) -> StoredTable {
        if let Some(since) = self.credited_until {
            self.table.credit(missed(absences, since));
        }
        StoredTable::from(self)
    }
}

/// As it is stored.
impl From<StoredRow> for StoredTable {
    fn from(stored: StoredRow) -> StoredTable {
        let StoredRow { revision, keys: _, credited, table, credited_until: _ } = stored;
        StoredTable { table, revision, credited }
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

pub(super) fn read<T: Stored>(entry: Entry, text: &[u8]) -> Result<T, StoreError> {
    let unreadable = |source| StoreError::Unreadable { what: entry.to_string(), source };
    let Form { form } = serde_json::from_slice(text).map_err(unreadable)?;
    if form > T::FORM {
        return Err(StoreError::Newer { what: entry.to_string(), form });
    }
    if form < T::FORM {
        return T::older(form, text).map_err(unreadable);
    }
    value(text).map_err(unreadable)
}

fn value<T: DeserializeOwned>(text: &[u8]) -> Result<T, serde_json::Error> {
    serde_json::from_slice::<Sheet<T>>(text).map(|sheet| sheet.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry::Profile(PlayerId(4));

    fn read_person(text: &str) -> Result<Profile, String> {
        read(ENTRY, text.as_bytes()).map_err(|error| match error {
            StoreError::Unreadable { what, source } => format!("{what}: {source}"),
            other => other.to_string(),
        })
    }

    #[test]
    fn what_is_written_reads_back() {
        let person = Profile { name: "Ann".into(), hints: Some(false), ..Profile::default() };
        let stored = text(ENTRY, &person).unwrap();
        assert_eq!(read::<Profile>(ENTRY, &stored).unwrap(), person);
    }

    #[test]
    fn absences_count_from_when_they_are_not_credited_yet() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let absences =
            [(10, 20), (30, 45)].map(|(from, until)| Absence { from: at(from), until: at(until) });
        for (since, missed_seconds) in [(0, 25), (10, 25), (15, 20), (20, 15), (40, 5), (60, 0)] {
            let missed = missed(&absences, at(since));
            assert_eq!(missed, SignedDuration::from_secs(missed_seconds), "since {since}");
        }
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
        let person = |bytes| Profile { name: "x".repeat(bytes), ..Profile::default() };
        assert!(text(ENTRY, &person(MOST_BYTES / 2)).is_ok());
        let error = text(ENTRY, &person(MOST_BYTES)).unwrap_err();
        assert!(matches!(error, StoreError::Disk(_)), "{error:?}");
    }
}

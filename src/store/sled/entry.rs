//! Where things lie: the parts of the database, and their keys. Numbers and times are written
//! highest digit first, so that a part sorts as they do.

use std::fmt;

use jiff::Timestamp;

use super::super::{InteractionId, NoticeId, Which};
use crate::table::{Place, PlayerId, TableId};

/// A part of the database: a tree of sled's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Meta,
    Tables,
    ByPlace,
    ByPlayer,
    Due,
    Notices,
    Owed,
    Outcomes,
    Shown,
    People,
    Absences,
    Places,
}

impl Part {
    pub(super) const ALL: [Part; 12] = [
        Part::Meta,
        Part::Tables,
        Part::ByPlace,
        Part::ByPlayer,
        Part::Due,
        Part::Notices,
        Part::Owed,
        Part::Outcomes,
        Part::Shown,
        Part::People,
        Part::Absences,
        Part::Places,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Part::Meta => "meta",
            Part::Tables => "tables",
            Part::ByPlace => "by-place",
            Part::ByPlayer => "by-player",
            Part::Due => "due",
            Part::Notices => "notices",
            Part::Owed => "owed",
            Part::Outcomes => "outcomes",
            Part::Shown => "shown",
            Part::People => "people",
            Part::Absences => "absences",
            Part::Places => "places",
        }
    }

    pub(super) fn of_name(name: &[u8]) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.name().as_bytes() == name)
    }
}

/// Something stored, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Database,
    Owner,
    Beat,
    Table(TableId),
    Notice(NoticeId),
    Outcome(InteractionId),
    Shown(TableId),
    Person(PlayerId),
    Reach(Place),
    /// By its beginning.
    Absence(Timestamp),
}

impl Entry {
    pub(super) fn part(self) -> Part {
        match self {
            Entry::Database | Entry::Owner | Entry::Beat => Part::Meta,
            Entry::Table(_) => Part::Tables,
            Entry::Notice(_) => Part::Notices,
            Entry::Outcome(_) => Part::Outcomes,
            Entry::Shown(_) => Part::Shown,
            Entry::Person(_) => Part::People,
            Entry::Reach(_) => Part::Places,
            Entry::Absence(_) => Part::Absences,
        }
    }

    pub(super) fn key(self) -> Vec<u8> {
        match self {
            Entry::Database => b"database".to_vec(),
            Entry::Owner => b"owner".to_vec(),
            Entry::Beat => b"beat".to_vec(),
            Entry::Table(TableId(id))
            | Entry::Shown(TableId(id))
            | Entry::Outcome(InteractionId(id))
            | Entry::Person(PlayerId(id))
            | Entry::Reach(Place(id)) => id.to_be_bytes().to_vec(),
            Entry::Notice(id) => notice_key(id).to_vec(),
            Entry::Absence(from) => time_key(from).to_vec(),
        }
    }
}

/// As an error names it.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Database => write!(f, "the database"),
            Entry::Owner => write!(f, "whose games these are"),
            Entry::Beat => write!(f, "the time at which moves could be taken last"),
            Entry::Table(TableId(id)) => write!(f, "table {id}"),
            Entry::Notice(NoticeId { table: TableId(id), revision }) => {
                write!(f, "the notice of table {id}, revision {revision}")
            }
            Entry::Outcome(InteractionId(id)) => write!(f, "the outcome of interaction {id}"),
            Entry::Shown(TableId(id)) => write!(f, "where table {id} is shown"),
            Entry::Person(PlayerId(id)) => write!(f, "what is known of player {id}"),
            Entry::Reach(Place(id)) => write!(f, "what can be done in place {id}"),
            Entry::Absence(from) => write!(f, "the absence of {from}"),
        }
    }
}

/// An entry of an index: all of it is in its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Index {
    At(Place, Listed),
    Of(PlayerId, Listed),
    Due(Timestamp, TableId),
    Owed(Timestamp, NoticeId),
}

/// A table in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Listed {
    pub(super) which: Which,
    pub(super) table: TableId,
}

impl Index {
    pub(super) fn part(self) -> Part {
        match self {
            Index::At(..) => Part::ByPlace,
            Index::Of(..) => Part::ByPlayer,
            Index::Due(..) => Part::Due,
            Index::Owed(..) => Part::Owed,
        }
    }

    pub(super) fn key(self) -> Vec<u8> {
        match self {
            Index::At(Place(owner), listed) | Index::Of(PlayerId(owner), listed) => {
                let TableId(id) = listed.table;
                // The newest first.
                [&list_key(owner, listed.which)[..], &(!id).to_be_bytes()].concat()
            }
            Index::Due(at, TableId(id)) => [&time_key(at)[..], &id.to_be_bytes()].concat(),
            Index::Owed(at, id) => [&time_key(at)[..], &notice_key(id)].concat(),
        }
    }
}

/// How the keys of a list begin.
pub(super) fn list_key(owner: u64, which: Which) -> [u8; 9] {
    let mut key = [0; 9];
    key[..8].copy_from_slice(&owner.to_be_bytes());
    key[8] = match which {
        Which::Open => 0,
        Which::Over => 1,
    };
    key
}

/// The table of a key in a list.
pub(super) fn table_listed(key: &[u8]) -> Option<TableId> {
    let (_, id) = key.split_last_chunk()?;
    Some(TableId(!u64::from_be_bytes(*id)))
}

/// The time and table of a key among those that are due.
pub(super) fn table_due(key: &[u8]) -> Option<(Timestamp, TableId)> {
    let (at, id) = key.split_last_chunk()?;
    Some((time(at)?, TableId(u64::from_be_bytes(*id))))
}

/// The time and notice of a key among those that are owed.
pub(super) fn notice_owed(key: &[u8]) -> Option<(Timestamp, NoticeId)> {
    let (rest, revision) = key.split_last_chunk()?;
    let (at, table) = rest.split_last_chunk()?;
    let id = NoticeId {
        table: TableId(u64::from_be_bytes(*table)),
        revision: u64::from_be_bytes(*revision),
    };
    Some((time(at)?, id))
}

/// The notice of a key among them.
pub(super) fn notice_id(key: &[u8]) -> Option<NoticeId> {
    let (table, revision) = key.split_last_chunk()?;
    let table = TableId(u64::from_be_bytes(table.try_into().ok()?));
    Some(NoticeId { table, revision: u64::from_be_bytes(*revision) })
}

fn notice_key(id: NoticeId) -> [u8; 16] {
    let mut key = [0; 16];
    key[..8].copy_from_slice(&id.table.0.to_be_bytes());
    key[8..].copy_from_slice(&id.revision.to_be_bytes());
    key
}

/// Nanoseconds, with the sign turned round so that times before 1970 come first.
pub(super) fn time_key(at: Timestamp) -> [u8; 16] {
    (at.as_nanosecond() ^ i128::MIN).to_be_bytes()
}

pub(super) fn time(key: &[u8]) -> Option<Timestamp> {
    let nanoseconds = i128::from_be_bytes(key.try_into().ok()?) ^ i128::MIN;
    Timestamp::from_nanosecond(nanoseconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_sort_as_their_keys() {
        let times = ["-009999-01-02T01:59:59Z", "1969-12-31T23:59:59.999999999Z"];
        let times = times.into_iter().chain(["1970-01-01T00:00:00Z", "9999-12-30T22:00:00Z"]);
        let times: Vec<Timestamp> = times.map(|text| text.parse().unwrap()).collect();
        assert!(times.is_sorted_by_key(|&at| time_key(at)));
        assert!(times.iter().all(|&at| time(&time_key(at)) == Some(at)));
    }

    #[test]
    fn keys_read_back() {
        let at: Timestamp = "2026-11-20T00:00:00Z".parse().unwrap();
        let (table, id) = (TableId(7), NoticeId { table: TableId(7), revision: 9 });
        let listed = Listed { which: Which::Over, table };
        assert_eq!(table_listed(&Index::At(Place(3), listed).key()), Some(table));
        assert_eq!(table_listed(&Index::Of(PlayerId(3), listed).key()), Some(table));
        assert_eq!(table_due(&Index::Due(at, table).key()), Some((at, table)));
        assert_eq!(notice_owed(&Index::Owed(at, id).key()), Some((at, id)));
        assert_eq!(notice_id(&Entry::Notice(id).key()), Some(id));
    }

    #[test]
    fn a_key_cut_short_is_none() {
        let id = NoticeId { table: TableId(7), revision: 9 };
        let key = Index::Owed(Timestamp::UNIX_EPOCH, id).key();
        for end in 0..key.len() {
            assert_eq!(notice_owed(&key[..end]), None, "{end}");
        }
        assert_eq!(table_listed(&[1; 7]), None);
        assert_eq!(notice_id(&[1; 15]), None);
    }
}

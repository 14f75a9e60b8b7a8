//! Where things lie: the parts of the database, and their keys. Numbers and times are written
//! highest digit first, so that a part sorts as they do.

use std::fmt;

use jiff::Timestamp;

use super::super::{InteractionId, Listing, OutboxEntryId};
use crate::table::{ChannelId, PlayerId, TableId};

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
    PostedBoard,
    People,
    Absences,
    Places,
    Met,
    Sent,
    Readers,
    Kept,
    Offers,
    ToStrip,
}

impl Part {
    pub(super) const ALL: [Part; 18] = [
        Part::Meta,
        Part::Tables,
        Part::ByPlace,
        Part::ByPlayer,
        Part::Due,
        Part::Notices,
        Part::Owed,
        Part::Outcomes,
        Part::PostedBoard,
        Part::People,
        Part::Absences,
        Part::Places,
        Part::Met,
        Part::Sent,
        Part::Readers,
        Part::Kept,
        Part::Offers,
        Part::ToStrip,
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
            Part::PostedBoard => "shown",
            Part::People => "people",
            Part::Absences => "absences",
            Part::Places => "places",
            Part::Met => "met",
            Part::Sent => "sent",
            Part::Readers => "readers",
            Part::Kept => "kept",
            Part::Offers => "offers",
            Part::ToStrip => "to-strip",
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
    Heartbeat,
    Lists,
    Table(TableId),
    OutboxEntry(OutboxEntryId),
    InteractionResult(InteractionId),
    PostedBoard(TableId),
    Profile(PlayerId),
    ChannelAccess(ChannelId),
    /// That a player reads a place.
    Reader(PlayerId, ChannelId),
    /// A notice for a player who could not be told.
    Kept(PlayerId, OutboxEntryId),
    /// By its beginning.
    Absence(Timestamp),
    /// A message that offers something at a table.
    Offer(TableId, u64),
    /// A message that is to lose its buttons and menus.
    ToStrip(u64),
}

impl Entry {
    pub(super) fn part(self) -> Part {
        match self {
            Entry::Database | Entry::Owner | Entry::Heartbeat | Entry::Lists => Part::Meta,
            Entry::Table(_) => Part::Tables,
            Entry::OutboxEntry(_) => Part::Notices,
            Entry::InteractionResult(_) => Part::Outcomes,
            Entry::PostedBoard(_) => Part::PostedBoard,
            Entry::Profile(_) => Part::People,
            Entry::ChannelAccess(_) => Part::Places,
            Entry::Reader(..) => Part::Readers,
            Entry::Kept(..) => Part::Kept,
            Entry::Absence(_) => Part::Absences,
            Entry::Offer(..) => Part::Offers,
            Entry::ToStrip(_) => Part::ToStrip,
        }
    }

    pub(super) fn key(self) -> Vec<u8> {
        match self {
            Entry::Database => b"database".to_vec(),
            Entry::Owner => b"owner".to_vec(),
            Entry::Heartbeat => b"beat".to_vec(),
            Entry::Lists => b"lists".to_vec(),
            Entry::Table(TableId(id))
            | Entry::PostedBoard(TableId(id))
            | Entry::InteractionResult(InteractionId(id))
            | Entry::Profile(PlayerId(id))
            | Entry::ChannelAccess(ChannelId(id))
            | Entry::ToStrip(id) => id.to_be_bytes().to_vec(),
            Entry::Reader(PlayerId(player), ChannelId(place)) => {
                [player.to_be_bytes(), place.to_be_bytes()].concat()
            }
            Entry::Offer(TableId(id), message) => {
                [id.to_be_bytes(), message.to_be_bytes()].concat()
            }
            Entry::Kept(PlayerId(player), id) => {
                [&player.to_be_bytes()[..], &notice_key(id)].concat()
            }
            Entry::OutboxEntry(id) => notice_key(id).to_vec(),
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
            Entry::Heartbeat => write!(f, "the time at which moves could be taken last"),
            Entry::Lists => write!(f, "how tables are listed"),
            Entry::Table(TableId(id)) => write!(f, "table {id}"),
            Entry::OutboxEntry(OutboxEntryId { table: TableId(id), revision }) => {
                write!(f, "the notice of table {id}, revision {revision}")
            }
            Entry::InteractionResult(InteractionId(id)) => {
                write!(f, "the outcome of interaction {id}")
            }
            Entry::PostedBoard(TableId(id)) => write!(f, "where table {id} is shown"),
            Entry::Profile(PlayerId(id)) => write!(f, "what is known of player {id}"),
            Entry::ChannelAccess(ChannelId(id)) => write!(f, "what can be done in place {id}"),
            Entry::Reader(PlayerId(player), ChannelId(place)) => {
                write!(f, "that player {player} reads place {place}")
            }
            Entry::Kept(PlayerId(player), OutboxEntryId { table: TableId(id), revision }) => {
                write!(f, "what is kept for player {player} of table {id}, revision {revision}")
            }
            Entry::Absence(from) => write!(f, "the absence of {from}"),
            Entry::Offer(TableId(id), message) => {
                write!(f, "the offer at table {id} in message {message}")
            }
            Entry::ToStrip(message) => write!(f, "that message {message} is to be stripped"),
        }
    }
}

/// An entry of an index: all of it is in its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Index {
    At(ChannelId, Listed),
    Of(PlayerId, Listed),
    Due(Timestamp, TableId),
    Owed(Timestamp, OutboxEntryId),
    /// Two have a game with each other: this one.
    Met(PlayerId, PlayerId, TableId),
    Sent(Sent),
}

/// A challenge that was sent: by whom, when, and to whom if not to anybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sent {
    pub(super) challenger: PlayerId,
    pub(super) at: Timestamp,
    pub(super) table: TableId,
    pub(super) opponent: Option<PlayerId>,
}

/// A table in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Listed {
    pub(super) which: Listing,
    pub(super) table: TableId,
}

impl Index {
    pub(super) fn part(self) -> Part {
        match self {
            Index::At(..) => Part::ByPlace,
            Index::Of(..) => Part::ByPlayer,
            Index::Due(..) => Part::Due,
            Index::Owed(..) => Part::Owed,
            Index::Met(..) => Part::Met,
            Index::Sent(_) => Part::Sent,
        }
    }

    pub(super) fn key(self) -> Vec<u8> {
        match self {
            Index::At(ChannelId(owner), listed) | Index::Of(PlayerId(owner), listed) => {
                let TableId(id) = listed.table;
                // The newest first.
                [&list_key(owner, listed.which)[..], &(!id).to_be_bytes()].concat()
            }
            Index::Due(at, TableId(id)) => [&time_key(at)[..], &id.to_be_bytes()].concat(),
            Index::Owed(at, id) => [&time_key(at)[..], &notice_key(id)].concat(),
            Index::Met(one, other, TableId(id)) => {
                [met_key(one, other), id.to_be_bytes().to_vec()].concat()
            }
            Index::Sent(Sent { challenger, at, table: TableId(id), opponent }) => {
                let opponent = opponent.map(|PlayerId(id)| id.to_be_bytes());
                let begin = [sent_key(challenger, at), id.to_be_bytes().to_vec()].concat();
                [&begin[..], opponent.as_ref().map_or(&[], |id| &id[..])].concat()
            }
        }
    }
}

/// How the keys of a list begin.
pub(super) fn list_key(owner: u64, which: Listing) -> [u8; 9] {
    let mut key = [0; 9];
    key[..8].copy_from_slice(&owner.to_be_bytes());
    key[8] = match which {
        // Before challenges were apart they were listed here as well: `lists`.
        Listing::Running => 0,
        Listing::Over => 1,
        Listing::Sent => 2,
        Listing::Received => 3,
    };
    key
}

/// How the keys of two who have games with each other begin.
pub(super) fn met_key(PlayerId(one): PlayerId, PlayerId(other): PlayerId) -> Vec<u8> {
    [one.to_be_bytes(), other.to_be_bytes()].concat()
}

/// How the keys of the challenges begin that a player sent at a time.
pub(super) fn sent_key(PlayerId(challenger): PlayerId, at: Timestamp) -> Vec<u8> {
    [&challenger.to_be_bytes()[..], &time_key(at)].concat()
}

/// The challenge of a key among those that were sent.
pub(super) fn sent(key: &[u8]) -> Option<Sent> {
    let (challenger, rest) = key.split_first_chunk()?;
    let (at, rest) = rest.split_first_chunk::<16>()?;
    let (table, rest) = rest.split_first_chunk()?;
    let opponent = match rest {
        [] => None,
        id => Some(PlayerId(u64::from_be_bytes(id.try_into().ok()?))),
    };
    Some(Sent {
        challenger: PlayerId(u64::from_be_bytes(*challenger)),
        at: time(at)?,
        table: TableId(u64::from_be_bytes(*table)),
        opponent,
    })
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
pub(super) fn notice_owed(key: &[u8]) -> Option<(Timestamp, OutboxEntryId)> {
    let (rest, revision) = key.split_last_chunk()?;
    let (at, table) = rest.split_last_chunk()?;
    let id = OutboxEntryId {
        table: TableId(u64::from_be_bytes(*table)),
        revision: u64::from_be_bytes(*revision),
    };
    Some((time(at)?, id))
}

/// The message of a key among those that are to be stripped, or among the offers.
pub(super) fn message_id(key: &[u8]) -> Option<u64> {
    let (_, message) = key.split_last_chunk()?;
    Some(u64::from_be_bytes(*message))
}

/// The notice of a key among them.
pub(super) fn notice_id(key: &[u8]) -> Option<OutboxEntryId> {
    let (table, revision) = key.split_last_chunk()?;
    let table = TableId(u64::from_be_bytes(table.try_into().ok()?));
    Some(OutboxEntryId { table, revision: u64::from_be_bytes(*revision) })
}

/// The notice of a key among what is kept for players.
pub(super) fn notice_kept(key: &[u8]) -> Option<OutboxEntryId> {
    notice_id(key.get(8..)?)
}

fn notice_key(id: OutboxEntryId) -> [u8; 16] {
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
        let (table, id) = (TableId(7), OutboxEntryId { table: TableId(7), revision: 9 });
        let listed = Listed { which: Listing::Over, table };
        assert_eq!(table_listed(&Index::At(ChannelId(3), listed).key()), Some(table));
        assert_eq!(table_listed(&Index::Of(PlayerId(3), listed).key()), Some(table));
        assert_eq!(table_due(&Index::Due(at, table).key()), Some((at, table)));
        assert_eq!(notice_owed(&Index::Owed(at, id).key()), Some((at, id)));
        assert_eq!(notice_id(&Entry::OutboxEntry(id).key()), Some(id));
        for opponent in [None, Some(PlayerId(4))] {
            let challenge = Sent { challenger: PlayerId(3), at, table, opponent };
            assert_eq!(sent(&Index::Sent(challenge).key()), Some(challenge));
        }
        assert_eq!(notice_kept(&Entry::Kept(PlayerId(3), id).key()), Some(id));
    }

    #[test]
    fn a_key_cut_short_is_none() {
        let id = OutboxEntryId { table: TableId(7), revision: 9 };
        let key = Index::Owed(Timestamp::UNIX_EPOCH, id).key();
        for end in 0..key.len() {
            assert_eq!(notice_owed(&key[..end]), None, "{end}");
        }
        assert_eq!(table_listed(&[1; 7]), None);
        assert_eq!(notice_id(&[1; 15]), None);
    }
}

//! The keys of the trees of the database. Numbers and times are big-endian, so that a tree is
//! sorted by them.

use std::fmt;

use jiff::Timestamp;

pub(super) use super::tree_id::TreeId;

pub(super) use super::super::SentChallenge;
use super::super::{
    InteractionId, JobId, JobKind, Leaderboard, Listing, Month, OutboxEntryId, Standing,
};
use kradan_rules::GameKind;
use kradan_table::{ChannelId, GuildId, MessageId, PlayerId, TableId};

/// The first byte of the keys of tournaments. No id of Discord begins with it.
pub(super) const TOURNAMENTS: u8 = u8::MAX;

/// The first byte of the keys of daily puzzles.
const DAILY_PUZZLES: u8 = u8::MAX - 1;

/// The key of a row that has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKey {
    Database,
    Owner,
    Heartbeat,
    Table(TableId),
    OutboxEntry(OutboxEntryId),
    InteractionResult(InteractionId),
    PostedBoard(TableId),
    Profile(PlayerId),
    ChannelAccess(ChannelId),
    /// A player reads a channel.
    Reader(PlayerId, ChannelId),
    /// An outbox entry that a player has missed.
    Missed(PlayerId, OutboxEntryId),
    Offer(TableId, MessageId),
    ServerSettings(GuildId),
    /// In the tree of the settings, after all of them.
    Tournaments(GuildId),
    /// In the tree of the settings, before the tournaments.
    DailyPuzzle(GuildId),
    /// The first player blocks the second.
    Block(PlayerId, PlayerId),
    Note(TableId, PlayerId),
    Follow(TableId, PlayerId),
    /// An outbox entry that a follower is still to be told of.
    FollowerEntry(PlayerId, OutboxEntryId),
    Job(JobId),
}

impl RowKey {
    pub(super) fn tree(self) -> TreeId {
        match self {
            RowKey::Database | RowKey::Owner | RowKey::Heartbeat => TreeId::Meta,
            RowKey::Table(_) => TreeId::Tables,
            RowKey::OutboxEntry(_) => TreeId::OutboxEntries,
            RowKey::InteractionResult(_) => TreeId::InteractionResults,
            RowKey::PostedBoard(_) => TreeId::PostedBoards,
            RowKey::Profile(_) => TreeId::Profiles,
            RowKey::ChannelAccess(_) => TreeId::ChannelAccess,
            RowKey::Reader(..) => TreeId::Readers,
            RowKey::Missed(..) => TreeId::MissedEntries,
            RowKey::Offer(..) => TreeId::Offers,
            RowKey::ServerSettings(_) | RowKey::Tournaments(_) | RowKey::DailyPuzzle(_) => {
                TreeId::ServerSettings
            }
            RowKey::Block(..) => TreeId::Blocks,
            RowKey::Note(..) => TreeId::Notes,
            RowKey::Follow(..) => TreeId::Follows,
            RowKey::FollowerEntry(..) => TreeId::FollowerEntries,
            RowKey::Job(_) => TreeId::Jobs,
        }
    }

    /// The row of a key; `None` if no row of this version has it.
    pub(super) fn of(tree: TreeId, key: &[u8]) -> Option<RowKey> {
        let id = || id(key);
        let pair = || players(key).map(|(PlayerId(one), PlayerId(other))| (one, other));
        Some(match tree {
            TreeId::Meta => {
                let all = [RowKey::Database, RowKey::Owner, RowKey::Heartbeat];
                return all.into_iter().find(|row_key| row_key.key() == key);
            }
            TreeId::Tables => RowKey::Table(TableId(id()?)),
            TreeId::OutboxEntries => RowKey::OutboxEntry(outbox_entry_id(key)?),
            TreeId::InteractionResults => RowKey::InteractionResult(InteractionId(id()?)),
            TreeId::PostedBoards => RowKey::PostedBoard(TableId(id()?)),
            TreeId::Profiles => RowKey::Profile(PlayerId(id()?)),
            TreeId::ChannelAccess => RowKey::ChannelAccess(ChannelId(id()?)),
            TreeId::Readers => {
                pair().map(|(one, other)| RowKey::Reader(PlayerId(one), ChannelId(other)))?
            }
            TreeId::MissedEntries => {
                follower_entry(key).map(|(player, id)| RowKey::Missed(player, id))?
            }
            TreeId::Offers => {
                pair().map(|(one, other)| RowKey::Offer(TableId(one), MessageId(other)))?
            }
            TreeId::ServerSettings => match key {
                [TOURNAMENTS, guild @ ..] if key.len() == 9 => {
                    RowKey::Tournaments(GuildId(self::id(guild)?))
                }
                [DAILY_PUZZLES, guild @ ..] if key.len() == 9 => {
                    RowKey::DailyPuzzle(GuildId(self::id(guild)?))
                }
                _ => RowKey::ServerSettings(GuildId(id()?)),
            },
            TreeId::Blocks => players(key).map(|(one, other)| RowKey::Block(one, other))?,
            TreeId::Notes => {
                pair().map(|(one, other)| RowKey::Note(TableId(one), PlayerId(other)))?
            }
            TreeId::Follows => {
                pair().map(|(one, other)| RowKey::Follow(TableId(one), PlayerId(other)))?
            }
            TreeId::FollowerEntries => {
                follower_entry(key).map(|(player, id)| RowKey::FollowerEntry(player, id))?
            }
            TreeId::Jobs => RowKey::Job(job_id(key)?),
            _ => return None,
        })
    }

    pub(super) fn key(self) -> Vec<u8> {
        match self {
            RowKey::Database => b"database".to_vec(),
            RowKey::Owner => b"owner".to_vec(),
            RowKey::Heartbeat => b"beat".to_vec(),
            RowKey::Table(TableId(id))
            | RowKey::PostedBoard(TableId(id))
            | RowKey::InteractionResult(InteractionId(id))
            | RowKey::Profile(PlayerId(id))
            | RowKey::ChannelAccess(ChannelId(id))
            | RowKey::ServerSettings(GuildId(id)) => id.to_be_bytes().to_vec(),
            RowKey::Tournaments(GuildId(id)) => [&[TOURNAMENTS][..], &id.to_be_bytes()].concat(),
            RowKey::DailyPuzzle(GuildId(id)) => [&[DAILY_PUZZLES][..], &id.to_be_bytes()].concat(),
            RowKey::Reader(PlayerId(player), ChannelId(channel)) => {
                [player.to_be_bytes(), channel.to_be_bytes()].concat()
            }
            RowKey::Block(blocker, blocked) => players_key(blocker, blocked),
            RowKey::Offer(TableId(id), MessageId(other))
            | RowKey::Note(TableId(id), PlayerId(other))
            | RowKey::Follow(TableId(id), PlayerId(other)) => {
                [id.to_be_bytes(), other.to_be_bytes()].concat()
            }
            RowKey::Missed(PlayerId(player), id) | RowKey::FollowerEntry(PlayerId(player), id) => {
                [&player.to_be_bytes()[..], &outbox_entry_key(id)].concat()
            }
            RowKey::OutboxEntry(id) => outbox_entry_key(id).to_vec(),
            RowKey::Job(JobId { kind, subject }) => {
                [&[kind as u8][..], &subject.to_be_bytes()].concat()
            }
        }
    }
}

/// The name of a row in errors.
impl fmt::Display for RowKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowKey::Database => write!(f, "the database"),
            RowKey::Owner => write!(f, "whose games these are"),
            RowKey::Heartbeat => write!(f, "the time at which moves could be taken last"),
            RowKey::Table(TableId(id)) => write!(f, "table {id}"),
            RowKey::OutboxEntry(OutboxEntryId { table: TableId(id), revision }) => {
                write!(f, "the notice of table {id}, revision {revision}")
            }
            RowKey::InteractionResult(InteractionId(id)) => {
                write!(f, "the outcome of interaction {id}")
            }
            RowKey::PostedBoard(TableId(id)) => write!(f, "where table {id} is shown"),
            RowKey::Profile(PlayerId(id)) => write!(f, "what is known of player {id}"),
            RowKey::ChannelAccess(ChannelId(id)) => write!(f, "what can be done in place {id}"),
            RowKey::Reader(PlayerId(player), ChannelId(channel)) => {
                write!(f, "that player {player} reads place {channel}")
            }
            RowKey::Missed(PlayerId(player), OutboxEntryId { table: TableId(id), revision }) => {
                write!(f, "what is kept for player {player} of table {id}, revision {revision}")
            }
            RowKey::Offer(TableId(id), MessageId(message)) => {
                write!(f, "the offer at table {id} in message {message}")
            }
            RowKey::ServerSettings(GuildId(id)) => write!(f, "the settings of server {id}"),
            RowKey::Tournaments(GuildId(id)) => write!(f, "the tournaments of server {id}"),
            RowKey::DailyPuzzle(GuildId(id)) => write!(f, "the daily puzzle of server {id}"),
            RowKey::Block(PlayerId(blocker), PlayerId(blocked)) => {
                write!(f, "that player {blocker} blocks player {blocked}")
            }
            RowKey::Note(TableId(id), PlayerId(player)) => {
                write!(f, "the note of player {player} on table {id}")
            }
            RowKey::Follow(TableId(id), PlayerId(player)) => {
                write!(f, "that player {player} follows table {id}")
            }
            RowKey::FollowerEntry(
                PlayerId(player),
                OutboxEntryId { table: TableId(id), revision },
            ) => {
                write!(f, "what follower {player} is told of table {id}, revision {revision}")
            }
            RowKey::Job(JobId { kind, subject }) => write!(f, "the job {kind:?} of {subject}"),
        }
    }
}

/// The key of an index entry, which has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum IndexKey {
    ByChannel(ChannelId, ListedTable),
    ByPlayer(PlayerId, ListedTable),
    Due(Timestamp, TableId),
    Pending(Timestamp, OutboxEntryId),
    /// Two players have this game with each other.
    Opponents(PlayerId, PlayerId, TableId),
    Sent(SentChallenge),
    /// The first player is blocked by the second.
    BlockedBy(PlayerId, PlayerId),
    FollowedBy(PlayerId, TableId),
    Standing(Standing),
    /// When a job is ready.
    JobTime(Timestamp, JobId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ListedTable {
    pub(super) listing: Listing,
    pub(super) table: TableId,
}

impl ListedTable {
    /// The key after the list's prefix, by which the newest table comes first.
    fn key(self, list: [u8; 9]) -> Vec<u8> {
        [&list[..], &(!self.table.0).to_be_bytes()].concat()
    }
}

impl IndexKey {
    pub(super) fn tree(self) -> TreeId {
        match self {
            IndexKey::ByChannel(..) => TreeId::TablesByChannel,
            IndexKey::ByPlayer(..) => TreeId::TablesByPlayer,
            IndexKey::Due(..) => TreeId::DueTables,
            IndexKey::Pending(..) => TreeId::OutboxByTime,
            IndexKey::Opponents(..) => TreeId::Opponents,
            IndexKey::Sent(_) => TreeId::SentChallenges,
            IndexKey::BlockedBy(..) => TreeId::BlocksByBlocked,
            IndexKey::FollowedBy(..) => TreeId::FollowsByPlayer,
            IndexKey::Standing(_) => TreeId::Standings,
            IndexKey::JobTime(..) => TreeId::JobsByTime,
        }
    }

    pub(super) fn key(self) -> Vec<u8> {
        match self {
            IndexKey::ByChannel(channel, listed) => {
                listed.key(channel_list_key(channel, listed.listing))
            }
            IndexKey::ByPlayer(player, listed) => {
                listed.key(player_list_key(player, listed.listing))
            }
            IndexKey::Due(at, TableId(id)) => [&time_key(at)[..], &id.to_be_bytes()].concat(),
            IndexKey::Pending(at, id) => [&time_key(at)[..], &outbox_entry_key(id)].concat(),
            IndexKey::Opponents(one, other, TableId(id)) => {
                [players_key(one, other), id.to_be_bytes().to_vec()].concat()
            }
            IndexKey::BlockedBy(blocked, blocker) => players_key(blocked, blocker),
            IndexKey::FollowedBy(PlayerId(player), TableId(id)) => {
                [player.to_be_bytes(), id.to_be_bytes()].concat()
            }
            IndexKey::JobTime(at, JobId { kind, subject }) => {
                [&[kind as u8][..], &time_key(at), &subject.to_be_bytes()].concat()
            }
            IndexKey::Standing(Standing { list, is_provisional, value, player: PlayerId(id) }) => [
                &leaderboard_key(list)[..],
                &[u8::from(is_provisional)],
                // The highest value comes first.
                &(!(value.0 ^ i32::MIN)).to_be_bytes(),
                &id.to_be_bytes(),
            ]
            .concat(),
            IndexKey::Sent(SentChallenge { challenger, at, table: TableId(id), opponent }) => {
                let opponent = opponent.map(|PlayerId(id)| id.to_be_bytes());
                let begin = [sent_key(challenger, at), id.to_be_bytes().to_vec()].concat();
                [&begin[..], opponent.as_ref().map_or(&[], |id| &id[..])].concat()
            }
        }
    }
}

/// The prefix of the keys of a list of players.
pub(super) fn leaderboard_key(list: Leaderboard) -> [u8; 13] {
    let Leaderboard { server: GuildId(server), kind, month } = list;
    let mut key = [0; 13];
    key[..8].copy_from_slice(&server.to_be_bytes());
    key[8] = match kind {
        GameKind::Othello => 0,
        GameKind::Makruk => 1,
        GameKind::Ogi => 2,
    };
    // No game ended in the month 0.
    key[9..].copy_from_slice(&month.map_or(0, |Month(month)| month).to_be_bytes());
    key
}

/// The player of a key in [`TreeId::Standings`].
pub(super) fn player_standing(key: &[u8]) -> Option<PlayerId> {
    let (_, player) = key.split_last_chunk()?;
    Some(PlayerId(u64::from_be_bytes(*player)))
}

/// The prefix of the keys of a player's list.
pub(super) fn player_list_key(PlayerId(player): PlayerId, listing: Listing) -> [u8; 9] {
    list_key(player.to_be_bytes(), listing)
}

/// The prefix of the keys of a channel's list.
pub(super) fn channel_list_key(ChannelId(channel): ChannelId, listing: Listing) -> [u8; 9] {
    list_key(channel.to_be_bytes(), listing)
}

fn list_key(owner: [u8; 8], listing: Listing) -> [u8; 9] {
    let mut key = [0; 9];
    key[..8].copy_from_slice(&owner);
    key[8] = match listing {
        Listing::Running => 0,
        Listing::Over => 1,
        Listing::Sent => 2,
        Listing::Received => 3,
        Listing::Withdrawn => 4,
    };
    key
}

/// Two players in this order. It is also the prefix of the keys of their games with each other.
pub(super) fn players_key(PlayerId(one): PlayerId, PlayerId(other): PlayerId) -> Vec<u8> {
    [one.to_be_bytes(), other.to_be_bytes()].concat()
}

/// The prefix of the keys of the challenges that a player sent at a time.
pub(super) fn sent_key(PlayerId(challenger): PlayerId, at: Timestamp) -> Vec<u8> {
    [&challenger.to_be_bytes()[..], &time_key(at)].concat()
}

/// The challenge of a key in [`TreeId::SentChallenges`].
pub(super) fn sent(key: &[u8]) -> Option<SentChallenge> {
    let (challenger, rest) = key.split_first_chunk()?;
    let (at, rest) = rest.split_first_chunk::<16>()?;
    let (table, rest) = rest.split_first_chunk()?;
    let opponent = match rest {
        [] => None,
        id => Some(PlayerId(u64::from_be_bytes(id.try_into().ok()?))),
    };
    Some(SentChallenge {
        challenger: PlayerId(u64::from_be_bytes(*challenger)),
        at: time(at)?,
        table: TableId(u64::from_be_bytes(*table)),
        opponent,
    })
}

pub(super) fn table_listed(key: &[u8]) -> Option<TableId> {
    let (_, id) = key.split_last_chunk()?;
    Some(TableId(!u64::from_be_bytes(*id)))
}

/// The highest key of the tables that are due at a time.
pub(super) fn last_due_key(at: Timestamp) -> Vec<u8> {
    IndexKey::Due(at, TableId(u64::MAX)).key()
}

/// The time and table of a key in [`TreeId::DueTables`].
pub(super) fn table_due(key: &[u8]) -> Option<(Timestamp, TableId)> {
    let (at, id) = key.split_last_chunk()?;
    Some((time(at)?, TableId(u64::from_be_bytes(*id))))
}

/// The job of a key in [`TreeId::Jobs`].
pub(super) fn job_id(key: &[u8]) -> Option<JobId> {
    let (&kind, subject) = key.split_first()?;
    Some(JobId { kind: JobKind::of_number(kind)?, subject: id(subject)? })
}

/// The time and job of a key in [`TreeId::JobsByTime`].
pub(super) fn job_time(key: &[u8]) -> Option<(Timestamp, JobId)> {
    let (&kind, rest) = key.split_first()?;
    let (at, subject) = rest.split_first_chunk::<16>()?;
    Some((time(at)?, JobId { kind: JobKind::of_number(kind)?, subject: id(subject)? }))
}

/// A key that is greater than those of a kind's jobs that are ready at a time or before.
pub(super) fn jobs_after(kind: JobKind, at: Timestamp) -> Vec<u8> {
    [&[kind as u8][..], &time_key(at), &[u8::MAX; 9]].concat()
}

/// The time and id of a key in [`TreeId::OutboxByTime`].
pub(super) fn pending_entry(key: &[u8]) -> Option<(Timestamp, OutboxEntryId)> {
    let (rest, revision) = key.split_last_chunk()?;
    let (at, table) = rest.split_last_chunk()?;
    let id = OutboxEntryId {
        table: TableId(u64::from_be_bytes(*table)),
        revision: u64::from_be_bytes(*revision),
    };
    Some((time(at)?, id))
}

/// The two players of a key in [`TreeId::Blocks`] or [`TreeId::BlocksByBlocked`].
pub(super) fn players(key: &[u8]) -> Option<(PlayerId, PlayerId)> {
    let (one, other) = key.split_first_chunk()?;
    let other = u64::from_be_bytes(other.try_into().ok()?);
    Some((PlayerId(u64::from_be_bytes(*one)), PlayerId(other)))
}

/// The message of a key in [`TreeId::Offers`].
pub(super) fn message_id(key: &[u8]) -> Option<MessageId> {
    let (_, message) = key.split_last_chunk()?;
    Some(MessageId(u64::from_be_bytes(*message)))
}

/// The id of a key in [`TreeId::OutboxEntries`].
pub(super) fn outbox_entry_id(key: &[u8]) -> Option<OutboxEntryId> {
    let (table, revision) = key.split_last_chunk()?;
    let table = TableId(u64::from_be_bytes(table.try_into().ok()?));
    Some(OutboxEntryId { table, revision: u64::from_be_bytes(*revision) })
}

/// The follower and the id of a key in [`TreeId::FollowerEntries`].
pub(super) fn follower_entry(key: &[u8]) -> Option<(PlayerId, OutboxEntryId)> {
    let (player, rest) = key.split_first_chunk()?;
    Some((PlayerId(u64::from_be_bytes(*player)), outbox_entry_id(rest)?))
}

/// The id of a key in [`TreeId::MissedEntries`].
pub(super) fn missed_entry(key: &[u8]) -> Option<OutboxEntryId> {
    outbox_entry_id(key.get(8..)?)
}

/// The number of a key that is one.
pub(super) fn id(key: &[u8]) -> Option<u64> {
    Some(u64::from_be_bytes(key.try_into().ok()?))
}

fn outbox_entry_key(id: OutboxEntryId) -> [u8; 16] {
    let mut key = [0; 16];
    key[..8].copy_from_slice(&id.table.0.to_be_bytes());
    key[8..].copy_from_slice(&id.revision.to_be_bytes());
    key
}

/// The nanoseconds since 1970 with the sign bit flipped, so that earlier times sort first.
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
        let listed = ListedTable { listing: Listing::Over, table };
        assert_eq!(table_listed(&IndexKey::ByChannel(ChannelId(3), listed).key()), Some(table));
        assert_eq!(table_listed(&IndexKey::ByPlayer(PlayerId(3), listed).key()), Some(table));
        assert_eq!(table_due(&IndexKey::Due(at, table).key()), Some((at, table)));
        assert_eq!(pending_entry(&IndexKey::Pending(at, id).key()), Some((at, id)));
        assert_eq!(outbox_entry_id(&RowKey::OutboxEntry(id).key()), Some(id));
        for opponent in [None, Some(PlayerId(4))] {
            let challenge = SentChallenge { challenger: PlayerId(3), at, table, opponent };
            assert_eq!(sent(&IndexKey::Sent(challenge).key()), Some(challenge));
        }
        assert_eq!(missed_entry(&RowKey::Missed(PlayerId(3), id).key()), Some(id));
        for kind in JobKind::ALL {
            let job = JobId { kind, subject: 9 };
            assert_eq!(RowKey::of(TreeId::Jobs, &RowKey::Job(job).key()), Some(RowKey::Job(job)));
            assert_eq!(job_time(&IndexKey::JobTime(at, job).key()), Some((at, job)));
        }
    }

    #[test]
    fn a_shortened_key_is_none() {
        let id = OutboxEntryId { table: TableId(7), revision: 9 };
        let key = IndexKey::Pending(Timestamp::UNIX_EPOCH, id).key();
        for end in 0..key.len() {
            assert_eq!(pending_entry(&key[..end]), None, "{end}");
        }
        assert_eq!(table_listed(&[1; 7]), None);
        assert_eq!(outbox_entry_id(&[1; 15]), None);
    }
}

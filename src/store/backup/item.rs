//! What a store holds, as items that every backend has.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::super::{
    ChannelAccess, ControlMessage, DailyPuzzle, Follow, InteractionId, InteractionResult, Job,
    Note, OutboxEntry, PostedBoard, Profile, ServerSettings, StoredTable, Tournaments,
};
use kradan_table::{ChannelId, GuildId, PlayerId, TableId};

/// Something that a store holds, with its key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Item {
    Table(TableId, Box<StoredTable>),
    OutboxEntry(OutboxEntry),
    Missed(PlayerId, OutboxEntry),
    InteractionResult(InteractionId, InteractionResult),
    PostedBoard(TableId, PostedBoard),
    Offer(TableId, ControlMessage),
    ChannelAccess(ChannelId, ChannelAccess),
    /// The player reads the channel.
    Reader(PlayerId, ChannelId),
    Profile(PlayerId, Box<Profile>),
    ServerSettings(GuildId, ServerSettings),
    Tournaments(GuildId, Tournaments),
    DailyPuzzle(GuildId, DailyPuzzle),
    /// The first player blocks the second since then.
    Block(PlayerId, PlayerId, Timestamp),
    Note(TableId, PlayerId, Note),
    Follow(TableId, PlayerId, Follow),
    FollowerEntry(PlayerId, OutboxEntry),
    SentChallenge(SentChallenge),
    Job(Job),
}

/// A challenge that counts against a limit. `opponent` is `None` for an open challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentChallenge {
    pub challenger: PlayerId,
    pub at: Timestamp,
    pub table: TableId,
    pub opponent: Option<PlayerId>,
}

/// A kind of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    Table,
    OutboxEntry,
    Missed,
    InteractionResult,
    PostedBoard,
    Offer,
    ChannelAccess,
    Reader,
    Profile,
    ServerSettings,
    Tournaments,
    DailyPuzzle,
    Block,
    Note,
    Follow,
    FollowerEntry,
    SentChallenge,
    Job,
}

impl ItemKind {
    pub const ALL: [ItemKind; 18] = [
        ItemKind::Table,
        ItemKind::OutboxEntry,
        ItemKind::Missed,
        ItemKind::InteractionResult,
        ItemKind::PostedBoard,
        ItemKind::Offer,
        ItemKind::ChannelAccess,
        ItemKind::Reader,
        ItemKind::Profile,
        ItemKind::ServerSettings,
        ItemKind::Tournaments,
        ItemKind::DailyPuzzle,
        ItemKind::Block,
        ItemKind::Note,
        ItemKind::Follow,
        ItemKind::FollowerEntry,
        ItemKind::SentChallenge,
        ItemKind::Job,
    ];

    /// The kind in English, for several.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ItemKind::Table => "tables",
            ItemKind::OutboxEntry => "outbox entries",
            ItemKind::Missed => "missed entries",
            ItemKind::InteractionResult => "results of interactions",
            ItemKind::PostedBoard => "posted boards",
            ItemKind::Offer => "offers",
            ItemKind::ChannelAccess => "channels without a member",
            ItemKind::Reader => "readers of channels",
            ItemKind::Profile => "profiles",
            ItemKind::ServerSettings => "settings of servers",
            ItemKind::Tournaments => "tournaments of servers",
            ItemKind::DailyPuzzle => "daily puzzles of servers",
            ItemKind::Block => "blocks",
            ItemKind::Note => "notes",
            ItemKind::Follow => "followers",
            ItemKind::FollowerEntry => "entries for followers",
            ItemKind::SentChallenge => "sent challenges",
            ItemKind::Job => "jobs",
        }
    }
}

impl Item {
    #[must_use]
    pub fn kind(&self) -> ItemKind {
        match self {
            Item::Table(..) => ItemKind::Table,
            Item::OutboxEntry(_) => ItemKind::OutboxEntry,
            Item::Missed(..) => ItemKind::Missed,
            Item::InteractionResult(..) => ItemKind::InteractionResult,
            Item::PostedBoard(..) => ItemKind::PostedBoard,
            Item::Offer(..) => ItemKind::Offer,
            Item::ChannelAccess(..) => ItemKind::ChannelAccess,
            Item::Reader(..) => ItemKind::Reader,
            Item::Profile(..) => ItemKind::Profile,
            Item::ServerSettings(..) => ItemKind::ServerSettings,
            Item::Tournaments(..) => ItemKind::Tournaments,
            Item::DailyPuzzle(..) => ItemKind::DailyPuzzle,
            Item::Block(..) => ItemKind::Block,
            Item::Note(..) => ItemKind::Note,
            Item::Follow(..) => ItemKind::Follow,
            Item::FollowerEntry(..) => ItemKind::FollowerEntry,
            Item::SentChallenge(_) => ItemKind::SentChallenge,
            Item::Job(_) => ItemKind::Job,
        }
    }
}

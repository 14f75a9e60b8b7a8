//! What is read at once for an interaction, and for an announcement.

use super::model::{ChannelAccess, PostedBoard, StoredTable};
use super::profile::Profile;
use kradan_table::{ChannelId, PlayerId, TableId};

/// What an interaction begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct Visit {
    pub profile: Option<Profile>,
    /// What the bot may do in the channel; `None` if that cannot be read.
    pub access: Option<ChannelAccess>,
    /// Whether the player is known to read the channel.
    pub is_reader: bool,
    /// Whether the channel is a thread that a [job](crate::Task::KeepThread) keeps open.
    pub is_kept_open: bool,
    /// Whether the player [missed](crate::OutboxStore::missed_by) something.
    pub has_missed: bool,
    /// The table that was asked for; `None` if it is missing or cannot be read.
    pub table: Option<StoredTable>,
}

/// Whom an announcement is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addressees {
    pub table: TableId,
    /// Whose profiles are read.
    pub players: Vec<PlayerId>,
    /// The player whom the announcement calls in a channel, and who caused it.
    pub called: Option<(PlayerId, ChannelId, Option<PlayerId>)>,
}

/// What an announcement depends on. What cannot be read is logged and left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Addressed {
    /// The last posted board of the table.
    pub board: Option<PostedBoard>,
    /// The known profiles, in the order of the players.
    pub profiles: Vec<(PlayerId, Profile)>,
    /// Whether the called player blocks who caused it.
    pub is_blocked: bool,
    /// Whether the called player is known to read the channel.
    pub is_reader: bool,
}

//! Channels, threads and conversations.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::cache::CachedMessage;
use super::permissions::Permissions;
use crate::emulator::id::Id;

/// What kind of channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChannelKind {
    /// In a server.
    Text,
    /// Between two people.
    Direct,
    /// Between more.
    Group,
    /// Under a message or a channel.
    Thread,
}

impl ChannelKind {
    /// Discord's number.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            ChannelKind::Text => 0,
            ChannelKind::Direct => 1,
            ChannelKind::Group => 3,
            ChannelKind::Thread => 11,
        }
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Channel {
    pub id: Id,
    pub kind: ChannelKind,
    /// What it is called, in a server.
    pub name: String,
    /// What it is about.
    pub topic: Option<String>,
    /// The server that it is in.
    pub server: Option<Id>,
    /// A thread's channel.
    pub parent: Option<Id>,
    /// A thread's maker.
    pub owner: Option<Id>,
    /// Whose conversation it is.
    pub people: Vec<Id>,
    /// Whether the thread is put away.
    pub is_archived: bool,
    /// Whether only moderators may take it out again.
    pub is_locked: bool,
    /// After how many minutes a silent thread is put away.
    pub archive_after_minutes: u16,
    /// When it was put away or taken out, or given another time for that; as long as it is new,
    /// nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archive_changed: Option<Timestamp>,
    /// What the bot may do here.
    pub bot_permissions: Permissions,
    /// What is denied here to single people.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub denied: BTreeMap<Id, Permissions>,
    /// Slow mode: how many seconds lie between two messages of one person.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub slow_mode_seconds: u16,
    /// Oldest first.
    #[serde(skip)]
    pub(in crate::emulator) messages: BTreeMap<Id, CachedMessage>,
}

impl Channel {
    pub(in crate::emulator) fn new(id: Id, kind: ChannelKind, name: &str) -> Channel {
        Channel {
            id,
            kind,
            name: name.to_owned(),
            topic: None,
            server: None,
            parent: None,
            owner: None,
            people: Vec::new(),
            is_archived: false,
            is_locked: false,
            archive_after_minutes: 1440,
            archive_changed: None,
            bot_permissions: Permissions::OF_A_BOT,
            denied: BTreeMap::new(),
            slow_mode_seconds: 0,
            messages: BTreeMap::new(),
        }
    }

    /// When it was archived or taken out again last, or given another time for that.
    pub(super) fn archive_timestamp(&self) -> Timestamp {
        self.archive_changed.unwrap_or_else(|| self.id.time())
    }

    /// When an active thread will have been silent for long enough to be archived.
    pub(super) fn inactive_at(&self) -> Timestamp {
        let last = self.messages.last_key_value().map(|(id, _)| id.time());
        let active = last.unwrap_or(Timestamp::MIN).max(self.archive_timestamp());
        let silence = SignedDuration::from_mins(i64::from(self.archive_after_minutes));
        active.saturating_add(silence).unwrap_or(Timestamp::MAX)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_zero(seconds: &u16) -> bool {
    *seconds == 0
}

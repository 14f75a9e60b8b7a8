//! Channels, threads and conversations.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::message::PostedMessage;
use super::permissions::Permissions;
use crate::id::Id;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChannelKind {
    /// A text channel of a server.
    Text,
    /// A channel of a server whose messages other servers can follow.
    Announcement,
    /// A voice channel, which has text too.
    Voice,
    /// A stage channel, which has text too.
    Stage,
    /// A channel of posts, which are threads. It has no messages of its own.
    Forum,
    /// Direct messages of two.
    Direct,
    /// Direct messages of more.
    Group,
    /// A public thread in a server's channel.
    Thread,
    /// A thread in an announcement channel.
    AnnouncementThread,
    /// A thread that only its members and moderators see.
    PrivateThread,
}

impl ChannelKind {
    /// Discord's channel type.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            ChannelKind::Text => 0,
            ChannelKind::Direct => 1,
            ChannelKind::Voice => 2,
            ChannelKind::Group => 3,
            ChannelKind::Announcement => 5,
            ChannelKind::AnnouncementThread => 10,
            ChannelKind::Thread => 11,
            ChannelKind::PrivateThread => 12,
            ChannelKind::Stage => 13,
            ChannelKind::Forum => 15,
        }
    }

    #[must_use]
    pub fn is_thread(self) -> bool {
        matches!(
            self,
            ChannelKind::Thread | ChannelKind::AnnouncementThread | ChannelKind::PrivateThread
        )
    }

    /// Whether it is among people, outside of all servers.
    #[must_use]
    pub fn is_conversation(self) -> bool {
        matches!(self, ChannelKind::Direct | ChannelKind::Group)
    }

    /// Whether people talk there. What they may do depends on the permission to connect.
    #[must_use]
    pub fn is_voice(self) -> bool {
        matches!(self, ChannelKind::Voice | ChannelKind::Stage)
    }

    /// The kinds of threads that a channel of this kind can have.
    #[must_use]
    pub fn threads(self) -> &'static [ChannelKind] {
        match self {
            ChannelKind::Text => &[ChannelKind::Thread, ChannelKind::PrivateThread],
            ChannelKind::Announcement => &[ChannelKind::AnnouncementThread],
            ChannelKind::Forum => &[ChannelKind::Thread],
            _ => &[],
        }
    }

    /// The permission to post in a channel of this kind.
    pub(crate) fn posting_permission(self) -> Permissions {
        if self.is_thread() {
            Permissions::SEND_MESSAGES_IN_THREADS
        } else {
            Permissions::SEND_MESSAGES
        }
    }

    /// The permission to change or delete a channel of this kind.
    pub(crate) fn managing_permission(self) -> Permissions {
        if self.is_thread() { Permissions::MANAGE_THREADS } else { Permissions::MANAGE_CHANNELS }
    }
}

/// Whether interactions in a conversation name its people. Those of Discord do not always.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recipients {
    #[default]
    Named,
    Hidden,
}

impl Recipients {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
    fn are_named(&self) -> bool {
        *self == Recipients::Named
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Channel {
    pub id: Id,
    pub kind: ChannelKind,
    /// Empty for direct messages.
    pub name: String,
    pub topic: Option<String>,
    pub server: Option<Id>,
    /// The channel of a thread.
    pub parent: Option<Id>,
    /// The person who opened a thread.
    pub owner: Option<Id>,
    /// The people of direct messages, or the members of a thread.
    pub people: Vec<Id>,
    pub is_archived: bool,
    /// Whether only moderators can unarchive the thread.
    pub is_locked: bool,
    /// The minutes without a message after which a thread is archived.
    pub archive_after_minutes: u16,
    /// When the thread was last archived or unarchived, or its archive time changed; `None` for
    /// never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archive_changed: Option<Timestamp>,
    /// The bot's permissions in the channel.
    pub bot_permissions: Permissions,
    /// The permissions that are denied to single people.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub denied: BTreeMap<Id, Permissions>,
    /// Slow mode: the seconds between two messages of one person.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub slow_mode_seconds: u16,
    /// Whether only adults see it. Threads have their channel's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_age_restricted: bool,
    #[serde(default, skip_serializing_if = "Recipients::are_named")]
    pub recipients: Recipients,
    /// Oldest first.
    #[serde(skip)]
    pub(crate) messages: BTreeMap<Id, Arc<PostedMessage>>,
    /// The people whom messages pinged, each with the message.
    #[serde(skip)]
    pub(crate) pings: BTreeSet<(Id, Id)>,
}

impl Channel {
    pub(crate) fn new(id: Id, kind: ChannelKind, name: &str) -> Channel {
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
            is_age_restricted: false,
            recipients: Recipients::Named,
            messages: BTreeMap::new(),
            pings: BTreeSet::new(),
        }
    }

    pub(crate) fn add_message(&mut self, message: Arc<PostedMessage>) {
        self.pings.extend(message.pinged.iter().map(|&person| (person, message.id)));
        self.messages.insert(message.id, message);
    }

    pub(super) fn remove_message(&mut self, id: Id) {
        let Some(message) = self.messages.remove(&id) else { return };
        for &person in &message.pinged {
            self.pings.remove(&(person, id));
        }
    }

    /// The bot's permissions where it is a member.
    pub(crate) fn effective_bot_permissions(&self) -> Permissions {
        self.if_connected(self.bot_permissions)
    }

    /// The permissions that are left in a voice channel without the one to connect.
    pub(super) fn if_connected(&self, permissions: Permissions) -> Permissions {
        if self.kind.is_voice() && !permissions.has(Permissions::CONNECT) {
            return permissions & Permissions::VIEW_CHANNEL;
        }
        permissions
    }

    /// The messages that pinged a person, oldest first.
    pub(crate) fn pings_of(&self, person: Id) -> impl DoubleEndedIterator<Item = Id> {
        self.pings.range((person, Id(0))..=(person, Id(u64::MAX))).map(|(_, message)| *message)
    }

    /// Discord's `archive_timestamp`.
    pub(super) fn archive_timestamp(&self) -> Timestamp {
        self.archive_changed.unwrap_or_else(|| self.id.time())
    }

    /// The time at which an active thread is archived.
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

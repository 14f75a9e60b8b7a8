//! People, servers and channels.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{BitAnd, BitOr};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::CachedMessage;
use crate::emulator::id::Id;

/// What may be done in a channel, as Discord's bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Permissions(pub u64);

impl Permissions {
    pub const NONE: Permissions = Permissions(0);
    /// Put a reaction under a message.
    pub const ADD_REACTIONS: Permissions = Permissions(1 << 6);
    /// See the channel and what is in it.
    pub const VIEW_CHANNEL: Permissions = Permissions(1 << 10);
    pub const SEND_MESSAGES: Permissions = Permissions(1 << 11);
    /// Have links and embeds shown.
    pub const EMBED_LINKS: Permissions = Permissions(1 << 14);
    pub const ATTACH_FILES: Permissions = Permissions(1 << 15);
    /// Read what was said before.
    pub const READ_MESSAGE_HISTORY: Permissions = Permissions(1 << 16);
    /// Use emojis of other servers.
    pub const USE_EXTERNAL_EMOJIS: Permissions = Permissions(1 << 18);
    /// Change and delete channels, archive and lock threads.
    pub const MANAGE_CHANNELS: Permissions = Permissions(1 << 4);
    /// Delete what others said.
    pub const MANAGE_MESSAGES: Permissions = Permissions(1 << 13);
    /// Ask applications for something.
    pub const USE_APPLICATION_COMMANDS: Permissions = Permissions(1 << 31);
    /// Archive and lock the threads of others.
    pub const MANAGE_THREADS: Permissions = Permissions(1 << 34);
    /// Open a thread that all may read.
    pub const CREATE_PUBLIC_THREADS: Permissions = Permissions(1 << 35);
    pub const SEND_MESSAGES_IN_THREADS: Permissions = Permissions(1 << 38);
    /// Have others see the answers of applications that are not in the server.
    pub const USE_EXTERNAL_APPS: Permissions = Permissions(1 << 50);

    /// What a game bot is given when it is invited.
    pub const OF_A_BOT: Permissions = Permissions(
        Permissions::ADD_REACTIONS.0
            | Permissions::VIEW_CHANNEL.0
            | Permissions::SEND_MESSAGES.0
            | Permissions::EMBED_LINKS.0
            | Permissions::ATTACH_FILES.0
            | Permissions::READ_MESSAGE_HISTORY.0
            | Permissions::USE_EXTERNAL_EMOJIS.0
            | Permissions::USE_APPLICATION_COMMANDS.0
            | Permissions::CREATE_PUBLIC_THREADS.0
            | Permissions::SEND_MESSAGES_IN_THREADS.0,
    );

    /// Whether all of these are among them.
    #[must_use]
    pub fn has(self, others: Permissions) -> bool {
        self & others == others
    }

    /// These, but for those.
    #[must_use]
    pub fn without(self, others: Permissions) -> Permissions {
        Permissions(self.0 & !others.0)
    }
}

impl BitOr for Permissions {
    type Output = Permissions;

    fn bitor(self, other: Permissions) -> Permissions {
        Permissions(self.0 | other.0)
    }
}

impl BitAnd for Permissions {
    type Output = Permissions;

    fn bitand(self, other: Permissions) -> Permissions {
        Permissions(self.0 & other.0)
    }
}

/// As decimal digits, which is how Discord writes them.
impl fmt::Display for Permissions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Somebody with an account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    pub id: Id,
    /// The unique name, in small letters.
    pub username: String,
    /// The name that is shown.
    pub global_name: Option<String>,
    /// The language of their Discord, such as `en-US`.
    pub locale: String,
    /// Whether it is a program.
    pub is_bot: bool,
}

/// Somebody in a server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The name that is shown there.
    pub nick: Option<String>,
    pub joined: Timestamp,
    /// What they may do there.
    pub permissions: Permissions,
}

/// A server, which the API calls a guild.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    pub id: Id,
    /// What it is called.
    pub name: String,
    pub owner: Id,
    pub locale: String,
    /// Who is in it.
    pub members: BTreeMap<Id, Member>,
    /// The bot, if it was ever invited.
    pub(in crate::emulator) bot: Id,
}

impl Server {
    /// Whether the bot is a member.
    #[must_use]
    pub fn has_bot(&self) -> bool {
        self.members.contains_key(&self.bot)
    }
}

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
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_zero(seconds: &u16) -> bool {
    *seconds == 0
}

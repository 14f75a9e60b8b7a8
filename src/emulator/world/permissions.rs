//! Permissions in a channel, as Discord's bits.

use std::fmt;
use std::ops::{BitAnd, BitOr};

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Permissions(pub u64);

impl Permissions {
    pub const NONE: Permissions = Permissions(0);
    /// Changes the settings of the server.
    pub const MANAGE_GUILD: Permissions = Permissions(1 << 5);
    pub const ADD_REACTIONS: Permissions = Permissions(1 << 6);
    pub const VIEW_CHANNEL: Permissions = Permissions(1 << 10);
    pub const SEND_MESSAGES: Permissions = Permissions(1 << 11);
    pub const EMBED_LINKS: Permissions = Permissions(1 << 14);
    pub const ATTACH_FILES: Permissions = Permissions(1 << 15);
    pub const READ_MESSAGE_HISTORY: Permissions = Permissions(1 << 16);
    pub const MENTION_EVERYONE: Permissions = Permissions(1 << 17);
    pub const USE_EXTERNAL_EMOJIS: Permissions = Permissions(1 << 18);
    /// Gives members a time-out.
    pub const MODERATE_MEMBERS: Permissions = Permissions(1 << 40);
    /// Joins voice channels, and does anything there.
    pub const CONNECT: Permissions = Permissions(1 << 20);
    pub const MANAGE_CHANNELS: Permissions = Permissions(1 << 4);
    /// Deletes messages of others.
    pub const MANAGE_MESSAGES: Permissions = Permissions(1 << 13);
    pub const USE_APPLICATION_COMMANDS: Permissions = Permissions(1 << 31);
    /// Archives and locks threads of others.
    pub const MANAGE_THREADS: Permissions = Permissions(1 << 34);
    pub const CREATE_PUBLIC_THREADS: Permissions = Permissions(1 << 35);
    pub const CREATE_PRIVATE_THREADS: Permissions = Permissions(1 << 36);
    pub const SEND_MESSAGES_IN_THREADS: Permissions = Permissions(1 << 38);
    /// Posts in spite of slow mode.
    pub const BYPASS_SLOWMODE: Permissions = Permissions(1 << 52);
    /// Makes responses of applications that are not in the server visible to others.
    pub const USE_EXTERNAL_APPS: Permissions = Permissions(1 << 50);

    /// The permissions of an invited game bot.
    pub const OF_A_BOT: Permissions = Permissions(
        Permissions::ADD_REACTIONS.0
            | Permissions::VIEW_CHANNEL.0
            | Permissions::SEND_MESSAGES.0
            | Permissions::EMBED_LINKS.0
            | Permissions::ATTACH_FILES.0
            | Permissions::READ_MESSAGE_HISTORY.0
            | Permissions::USE_EXTERNAL_EMOJIS.0
            | Permissions::CONNECT.0
            | Permissions::USE_APPLICATION_COMMANDS.0
            | Permissions::CREATE_PUBLIC_THREADS.0
            | Permissions::SEND_MESSAGES_IN_THREADS.0,
    );

    /// What an owner may do beside what every member may.
    pub const OF_AN_OWNER: Permissions =
        Permissions(Permissions::MANAGE_GUILD.0 | Permissions::MODERATE_MEMBERS.0);

    /// What is left to a member in time-out.
    pub const IN_TIME_OUT: Permissions =
        Permissions(Permissions::VIEW_CHANNEL.0 | Permissions::READ_MESSAGE_HISTORY.0);

    /// Whether all the other permissions are among these.
    #[must_use]
    pub fn has(self, others: Permissions) -> bool {
        self & others == others
    }

    /// These permissions except the others.
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

/// Decimal digits, as Discord writes them.
impl fmt::Display for Permissions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

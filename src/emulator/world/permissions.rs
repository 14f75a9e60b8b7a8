//! Permissions in a channel, as the bits that Discord uses.

use std::fmt;
use std::ops::{BitAnd, BitOr};

use serde::{Deserialize, Serialize};

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

//! Types for identities, so that no bare number crosses a function; and when something is asked.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use kradan_rules::Side;

/// A player: a Discord user, but nothing here needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlayerId(pub u64);

impl PlayerId {
    /// Stands for the player of a side whose data was erased. Discord gives nobody such an id.
    #[must_use]
    pub const fn erased(side: Side) -> PlayerId {
        match side {
            Side::First => PlayerId(u64::MAX),
            Side::Second => PlayerId(u64::MAX - 1),
        }
    }

    #[must_use]
    pub const fn is_erased(self) -> bool {
        self.0 >= u64::MAX - 1
    }
}

/// A table. The number is that of the request that opened it, so that a request which arrives twice
/// opens one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TableId(pub u64);

/// Where a table is shown: a channel or a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ChannelId(pub u64);

/// When something is asked, and the chance that goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    pub time: Timestamp,
    /// 64 random bits, for whoever throws pawns or draws lots.
    pub chance: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GuildId(pub u64);

/// A role that members of a guild have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RoleId(pub u64);

/// A message in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MessageId(pub u64);

/// The bot's own application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ApplicationId(pub u64);

//! Who sits where, and when.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A player: a Discord user, but nothing here needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlayerId(pub u64);

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
    /// The time.
    pub time: Timestamp,
    /// 64 random bits, for whoever throws pawns or draws lots.
    pub chance: u64,
}

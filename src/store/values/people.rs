//! What people keep besides their games.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What a player wrote down about a game for themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    pub text: String,
    pub written_at: Timestamp,
}

/// What became of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocking {
    New,
    /// The person was blocked before.
    Known,
    /// The list is full, and nothing was stored.
    Full,
}

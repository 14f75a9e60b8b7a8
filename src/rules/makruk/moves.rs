//! Makruk moves, and what they do to the counts.

use serde::{Deserialize, Serialize};

use crate::Square;

/// A move from square to square, and what it does to the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    pub to: Square,
    /// Whether the move promotes a bia; it is never a choice.
    pub promotes: bool,
    /// What the mover does to the count with this move; [`Position::legal_moves`] lists moves
    /// without an act.
    ///
    /// [`Position::legal_moves`]: crate::Position::legal_moves
    pub act: Option<Act>,
}

/// What a player can do to the counts with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// Claims the board's honour: this move says 1.
    Claim,
    /// Forgets to count on this move; the next number follows the last one said.
    Skip,
    /// Gives the count up before moving.
    Stop,
}

impl Act {
    pub const ALL: [Act; 3] = [Act::Claim, Act::Skip, Act::Stop];

    /// The noun for the error when nobody counts.
    pub(super) const fn acts_on(self) -> &'static str {
        match self {
            Act::Stop => "count to stop",
            Act::Skip | Act::Claim => "number to skip",
        }
    }
}

//! Ōgi moves.

use super::piece::Role;
use crate::Square;

/// A move of a piece on the board, or a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A piece goes from square to square.
    Board {
        from: Square,
        to: Square,
        /// Whether the move promotes; it is never a choice.
        promotes: bool,
    },
    /// A piece in hand is dropped, unpromoted.
    Drop {
        role: Role,
        /// The empty square where it is put.
        to: Square,
    },
}

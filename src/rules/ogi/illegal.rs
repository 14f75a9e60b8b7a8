//! Why an Ōgi move may not be made.

use super::piece::{Piece, Role};
use crate::{FileOrRank, Square, typed};

/// Why an Ōgi move may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// No piece stands where the move begins.
    #[error("no piece stands on {square}")]
    NoPiece {
        /// The empty square.
        square: Square,
    },
    /// The piece there is the opponent's.
    #[error("the piece on {square} is not yours")]
    NotYours { square: Square },
    /// The piece there is not the one that was named.
    #[error("the piece on {square} is a {piece}")]
    OtherPiece {
        /// What the piece is.
        piece: Piece,
        square: Square,
    },
    /// The move ends where it begins.
    #[error("{square} to {square} is not a move")]
    StaysPut { square: Square },
    /// A piece of the mover's own stands where the move ends.
    #[error("a piece of yours stands on {square}")]
    OwnPiece { square: Square },
    /// The piece does not move like that, or something stands in its way.
    #[error("the {piece} on {from} cannot go to {to}")]
    CannotGoThere {
        /// What the piece is.
        piece: Piece,
        from: Square,
        /// Where it cannot go.
        to: Square,
    },
    /// No piece of the mover that fits the text goes there.
    #[error(
        "no {}{} of yours{} can go to {to}",
        face(*.promoted), typed::or_piece(*.role), typed::on(*.line)
    )]
    NoneGoesThere {
        /// What the text said of the piece.
        role: Option<Role>,
        /// Whether the text said that it is a promoted one, or that it is not.
        promoted: Option<bool>,
        /// The file or rank from which the text said that it goes.
        line: Option<FileOrRank>,
        to: Square,
    },
    /// The king would step into an attack.
    #[error("the king would be in check from {by} there")]
    KingIntoCheck {
        /// Where an attacker stands.
        by: Square,
    },
    /// The piece is pinned to its king.
    #[error("that opens your king to check from {by}")]
    ExposesKing {
        /// Where the attacker stands.
        by: Square,
    },
    /// The king would still be in check.
    #[error("that leaves your king in check from {by}")]
    LeavesKingInCheck {
        /// Where an attacker stands.
        by: Square,
    },
    /// A move into, within or out of the last three ranks must promote.
    #[error("the {piece} must promote when it goes from {from} to {to}")]
    MustPromote {
        /// What the piece is.
        piece: Piece,
        from: Square,
        to: Square,
    },
    /// The piece cannot promote with this move.
    #[error("the {piece} does not promote when it goes from {from} to {to}")]
    DoesNotPromote {
        /// What the piece is.
        piece: Piece,
        from: Square,
        to: Square,
    },
    /// The mover holds no such piece.
    #[error("you have no {role} in hand")]
    NotInHand {
        /// What was to be dropped.
        role: Role,
    },
    /// A drop captures nothing: the square must be empty.
    #[error("{square} is taken, and a drop captures nothing")]
    DropOnPiece { square: Square },
    /// A piece of the mover's stands where a piece is to be dropped.
    #[error("{square} holds a piece of yours, and a drop needs an empty square")]
    DropOnOwnPiece { square: Square },
    /// A piece is dropped unpromoted.
    #[error("a {role} is dropped unpromoted")]
    DropPromoted {
        /// What was to be dropped.
        role: Role,
    },
    /// The piece could never move from there: a pawn or lance on the last rank, a knight on the
    /// last two.
    #[error("a {role} dropped on {to} could never move")]
    DropWithoutMove {
        /// What was to be dropped.
        role: Role,
        to: Square,
    },
    /// *Nifu* (二歩): an unpromoted pawn of the mover's stands on that file.
    #[error("nifu: an unpromoted pawn of yours stands on {} already", FileOrRank::File(.to.file()))]
    Nifu {
        /// Where the pawn was to be dropped.
        to: Square,
    },
}

/// The adjective for the face that the text gave.
const fn face(promoted: Option<bool>) -> &'static str {
    match promoted {
        Some(true) => "promoted ",
        Some(false) => "unpromoted ",
        None => "",
    }
}

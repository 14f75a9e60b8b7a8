//! Why a Makruk move may not be made.

use super::moves::Act;
use super::role::Role;
use crate::{FileOrRank, Square, typed};

/// Why a Makruk move may not be made.
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
    #[error("the piece on {square} is a {role}")]
    OtherPiece {
        /// What the piece is.
        role: Role,
        square: Square,
    },
    /// The move ends where it begins.
    #[error("{square} to {square} is not a move")]
    StaysPut { square: Square },
    /// A piece of the mover's own stands where the move ends.
    #[error("a piece of yours stands on {square}")]
    OwnPiece { square: Square },
    /// The piece does not move like that, or something stands in its way.
    #[error("the {role} on {from} cannot go to {to}")]
    CannotGoThere {
        /// What the piece is.
        role: Role,
        from: Square,
        /// Where it cannot go.
        to: Square,
    },
    /// No piece of the mover that fits the text goes there.
    #[error("no {} of yours{} can go to {to}", typed::or_piece(*.role), typed::on(*.line))]
    NoneGoesThere {
        /// What the text said of the piece.
        role: Option<Role>,
        /// The file or rank from which the text said that it goes.
        line: Option<FileOrRank>,
        to: Square,
    },
    /// The khun would step into an attack.
    #[error("the khun would be in check from {by} there")]
    KhunIntoCheck {
        /// Where an attacker stands.
        by: Square,
    },
    /// The piece is pinned to its khun.
    #[error("that opens your khun to check from {by}")]
    ExposesKhun {
        /// Where the attacker stands.
        by: Square,
    },
    /// The khun would still be in check.
    #[error("that leaves your khun in check from {by}")]
    LeavesKhunInCheck {
        /// Where an attacker stands.
        by: Square,
    },
    /// A bia must promote on that rank.
    #[error("a bia that reaches {to} must promote")]
    MustPromote {
        /// Where the move ends.
        to: Square,
    },
    /// The piece does not promote with this move.
    #[error("the {role} does not promote on {to}")]
    DoesNotPromote {
        /// What the piece is.
        role: Role,
        /// Where the move ends.
        to: Square,
    },
    /// The board's honour cannot be claimed now.
    #[error("{0}")]
    CannotClaim(Unclaimable),
    /// The mover is not counting, so there is nothing to skip or stop.
    #[error("you are not counting, so there is no {}", .act.acts_on())]
    NotCounting { act: Act },
}

/// Why the board's honour cannot be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Unclaimable {
    /// A bia stands unpromoted.
    #[error("the count cannot be claimed while a bia stands")]
    BiaStands,
    /// A side has no piece but its khun: that is the pieces' honour.
    #[error("the count cannot be claimed once a khun stands alone")]
    LoneKhun,
    /// The side is counting already.
    #[error("you are counting already")]
    AlreadyCounting,
    /// The table plays without counts.
    #[error("this game is played without counts")]
    Off,
}

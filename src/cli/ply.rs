//! A ply of a replay: a move and what it did.

use kradan_rules::{Position, Side, Square};

/// The last move of a game, and what it did.
pub(super) struct Ply {
    pub(super) mover: Side,
    /// The move without the act.
    pub(super) mv: String,
    /// What the mover did to the count.
    pub(super) act: Option<PlyAct>,
    /// The position after it, without count and house rule.
    pub(super) position: String,
    /// Whether it gave check.
    pub(super) is_check: bool,
    /// The number said with it.
    pub(super) said: Option<u8>,
    /// The count after it.
    pub(super) count: Option<PlyCount>,
    /// What the move did to the pieces.
    pub(super) effect: Effect,
}

/// What the mover did beside the move.
pub(super) struct PlyAct {
    /// Its name in the exact notation.
    pub(super) name: String,
    /// What it is, as the end of a sentence about the mover.
    pub(super) sentence: &'static str,
}

/// A count of moves, up to a draw.
pub(super) struct PlyCount {
    pub(super) kind: &'static str,
    /// The letter of the side that counts.
    pub(super) side: char,
    pub(super) number: u8,
    pub(super) limit: u8,
}

/// What a move did to the pieces.
pub(super) enum Effect {
    /// It turned discs, a1 first.
    Turned(Vec<Square>),
    Moved {
        captured: Option<Captured>,
        /// Whether the piece promoted.
        promoted: bool,
    },
}

pub(super) struct Captured {
    /// Its letter as the position text writes it: `p`, `+R`.
    pub(super) letter: String,
    pub(super) name: String,
}

impl Ply {
    /// A move in a game without counts.
    pub(super) fn of<P: Position>(before: &P, mv: P::Move, after: &P, effect: Effect) -> Ply {
        Ply {
            mover: before.turn(),
            mv: mv.to_string(),
            act: None,
            position: after.to_string(),
            is_check: after.is_check(),
            said: None,
            count: None,
            effect,
        }
    }
}

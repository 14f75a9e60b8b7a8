//! Ōgi on the command line.

use kradan::rules::ogi::{Move, Position};

use super::CliGame;
use crate::cli::ply::{Captured, Effect, Ply};

impl CliGame for Position {
    fn ply(before: &Position, mv: Move, after: &Position) -> Ply {
        let (captured, promoted) = match mv {
            Move::Board { to, promotes, .. } => (before.piece_at(to), promotes),
            Move::Drop { .. } => (None, false),
        };
        let captured = captured
            .map(|(side, piece)| Captured { letter: piece.letters(side), name: piece.to_string() });
        Ply::of(before, mv, after, Effect::Moved { captured, promoted })
    }
}

//! The facts of a Makruk position.

use super::{Made, Piece, Pieces, PositionFacts, grouped};
use crate::makruk::{Move, Position, Role};
use crate::{BySide, Record};

impl PositionFacts for Position {
    fn made(&self, mv: Move) -> Option<Made> {
        let piece = |square| self.piece_at(square).map(|(_, role)| Piece::Makruk(role));
        let Move { from, to, promotes, act: _ } = mv;
        Some(Made::Moved { piece: piece(from)?, from, to, captured: piece(to), promotes })
    }

    fn pieces(record: &Record<Position>) -> Pieces {
        let position = record.position();
        let stands = |side, square, role| position.piece_at(square) == Some((side, role));
        Pieces::Makruk {
            board: BySide::of(|side| grouped(Role::ALL, |square, role| stands(side, square, role))),
            count: position.count(),
            is_due: position.count_is_due(),
        }
    }
}

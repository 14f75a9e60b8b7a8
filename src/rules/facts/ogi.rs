//! The facts of an Ōgi position.

use super::{Made, Piece as AnyPiece, Pieces, PositionFacts, grouped};
use crate::ogi::{Move, Piece, Position, Role};
use crate::{BySide, Record};

impl PositionFacts for Position {
    fn made(&self, mv: Move) -> Option<Made> {
        let piece = |square| self.piece_at(square).map(|(_, piece)| AnyPiece::Ogi(piece));
        Some(match mv {
            Move::Board { from, to, promotes } => {
                Made::Moved { piece: piece(from)?, from, to, captured: piece(to), promotes }
            }
            Move::Drop { role, to } => Made::Dropped { role, to },
        })
    }

    fn pieces(record: &Record<Position>) -> Pieces {
        let position = record.position();
        let faces = Role::ALL
            .into_iter()
            .flat_map(|role| [false, true].map(|promoted| Piece { role, promoted }));
        let stands = |side, square, piece| position.piece_at(square) == Some((side, piece));
        Pieces::Ogi {
            board: BySide::of(|side| {
                grouped(faces.clone(), |square, piece| stands(side, square, piece))
            }),
            hands: *position.hands(),
        }
    }
}

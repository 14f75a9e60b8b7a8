//! The facts of an Othello position.

use super::{Made, Pieces, PositionFacts};
use crate::othello::{Move, Position};
use crate::{BySide, Record};

impl PositionFacts for Position {
    fn made(&self, mv: Move) -> Option<Made> {
        Some(match mv {
            Move::Place(to) => Made::Placed { to, turned: self.flipped(to).len() },
            Move::Pass => Made::Passed,
        })
    }

    fn pieces(record: &Record<Position>) -> Pieces {
        let position = record.position();
        Pieces::Othello {
            discs: BySide::of(|side| position.discs(side).into_iter().collect()),
            score: record.outcome().map(|_| position.score()),
        }
    }
}

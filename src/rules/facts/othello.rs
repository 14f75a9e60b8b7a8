//! The facts of an Othello position.

use super::{Made, Pieces, PositionFacts, by_side};
use crate::rules::Record;
use crate::rules::othello::{Move, Position};

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
            discs: by_side(|side| position.discs(side).into_iter().collect()),
            score: record.outcome().map(|_| position.score()),
        }
    }
}

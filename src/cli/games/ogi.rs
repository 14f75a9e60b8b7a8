//! Ōgi on the command line.

use kradan_rules::notation::{Header, pgn};
use kradan_rules::ogi::{Move, Position};
use kradan_rules::{Position as _, Record};

use super::{CliGame, Evaluation, pgn_comments};
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

    fn evaluated(record: &Record<Position>, header: &Header, evaluations: &[Evaluation]) -> String {
        pgn::write_with(record, header, &pgn_comments(record.start().turn(), evaluations))
    }
}

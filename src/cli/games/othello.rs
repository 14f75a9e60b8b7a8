//! Othello on the command line: turned discs and the score.

use kradan_engine::discs_ahead;
use kradan_rules::Record;
use kradan_rules::notation::{Header, ggf};
use kradan_rules::othello::{Move, Position};

use super::{CliGame, Discs, Evaluation};
use crate::cli::ply::{Effect, Ply};

impl CliGame for Position {
    fn ply(before: &Position, mv: Move, after: &Position) -> Ply {
        let turned = match mv {
            Move::Place(square) => before.flipped(square).into_iter().collect(),
            Move::Pass => Vec::new(),
        };
        Ply::of(before, mv, after, Effect::Turned(turned))
    }

    fn evaluated(record: &Record<Position>, header: &Header, evaluations: &[Evaluation]) -> String {
        let lead = |evaluation: &Evaluation| {
            evaluation.score.map(|score| format!("{:+.2}", discs_ahead(score)))
        };
        ggf::write_with(record, header, &evaluations.iter().map(lead).collect::<Vec<_>>()) + "\n"
    }

    fn discs(record: &Record<Position>) -> Option<Discs> {
        let position = record.position();
        let score = record.outcome().map(|_| position.score());
        Some(Discs { counts: position.disc_counts(), score })
    }
}

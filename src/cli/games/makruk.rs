//! Makruk on the command line: its counts, and the house rule of the lowest honour.

use kradan_rules::makruk::{self, Honour, Honours, Move, Position};
use kradan_rules::notation::{Header, pgn};
use kradan_rules::{Position as _, Record, Side};

use super::{CliGame, Evaluation, OptionError, TableOption, pgn_comments};
use crate::cli::ply::{Captured, Effect, Ply, PlyAct, PlyCount};

impl CliGame for Position {
    fn ply(before: &Position, mv: Move, after: &Position) -> Ply {
        let captured = before.piece_at(mv.to).map(|(side, role)| Captured {
            letter: side.cased(role.letter()).to_string(),
            name: role.to_string(),
        });
        let effect = Effect::Moved { captured, promoted: mv.promotes };
        Ply {
            act: mv.act.map(act),
            position: after.plain(),
            said: before.said(mv),
            count: after.count().map(count),
            ..Ply::of(before, Move { act: None, ..mv }, after, effect)
        }
    }

    fn evaluated(record: &Record<Position>, header: &Header, evaluations: &[Evaluation]) -> String {
        pgn::write_with(record, header, &pgn_comments(record.start().turn(), evaluations))
    }

    fn with_option(&self, option: TableOption) -> Result<Position, OptionError> {
        match option {
            TableOption::Lowest if self.honours() == Honours::Off => {
                Err(OptionError::LowestUncounted)
            }
            TableOption::Lowest => Ok(self.with_honours(Honours::Lowest)),
        }
    }

    fn count_sentence(&self) -> Option<String> {
        self.count_line()
    }
}

fn act(act: makruk::Act) -> PlyAct {
    let sentence = match act {
        makruk::Act::Claim => "claims the board's honour",
        makruk::Act::Skip => "forgets to count",
        makruk::Act::Stop => "gives the count up",
    };
    PlyAct { name: act.to_string(), sentence }
}

fn count(count: makruk::Count) -> PlyCount {
    let kind = match count.honour {
        Honour::Board => "board",
        Honour::Pieces => "pieces",
    };
    let side = match count.side {
        Side::First => 'w',
        Side::Second => 'b',
    };
    PlyCount { kind, side, number: count.number, limit: count.limit }
}

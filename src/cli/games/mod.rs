//! What differs by game on the command line, with a file for each game.
//!
//! [`CliGame`] says it for a position type.

mod makruk;
mod ogi;
mod othello;

use clap::ValueEnum;
use kradan_engine::mate_plies;
use kradan_rules::notation::Header;
use kradan_rules::{BySide, Game, GameKind, Position, Record, Side, each_game};

use super::ply::Ply;

/// The names of all games, as a sentence lists them.
pub(super) fn names() -> String {
    let [names @ .., last] = GameKind::NAMES;
    format!("{} or {last}", names.join(", "))
}

/// The help of an argument that names a game.
pub(super) fn help() -> String {
    format!("The game: {}", names())
}

/// What the commands need to know of a game. The defaults fit a game in which players only move.
trait CliGame: Position {
    /// A move between the positions before and after it.
    fn ply(before: &Self, mv: Self::Move, after: &Self) -> Ply;

    /// The game in the notation in which it is read, with an evaluation for each of its plies.
    fn evaluated(record: &Record<Self>, header: &Header, evaluations: &[Evaluation]) -> String;

    /// The same position under a house rule.
    fn with_option(&self, option: TableOption) -> Result<Self, OptionError> {
        match option {
            TableOption::Lowest => Err(OptionError::LowestElsewhere(Self::KIND)),
        }
    }

    /// The sentence about the count that runs.
    fn count_sentence(&self) -> Option<String> {
        None
    }

    /// The discs on the board, and the score once the game is over.
    fn discs(record: &Record<Self>) -> Option<Discs> {
        let _ = record;
        None
    }
}

/// A house rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum TableOption {
    Lowest,
}

/// Why a house rule does not apply.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OptionError {
    #[error("--option lowest is a rule of makruk, not of {0}")]
    LowestElsewhere(GameKind),
    #[error("--option lowest: nobody counts in this position")]
    LowestUncounted,
}

/// How many discs each side has.
pub(super) struct Discs {
    pub(super) counts: BySide<usize>,
    /// The official score, once the game is over.
    pub(super) score: Option<BySide<usize>>,
}

/// What is thought of a ply.
pub(super) struct Evaluation {
    /// How the mover stands after it, as of `bestmove`; `None` where the game is over.
    pub(super) score: Option<i32>,
    /// A better move, as people write it.
    pub(super) better: Option<String>,
}

/// A game in the notation in which it is read, with an evaluation for each of its plies.
pub(super) fn evaluated(game: &Game, header: &Header, evaluations: &[Evaluation]) -> String {
    each_game!(game, record => CliGame::evaluated(record, header, evaluations))
}

/// A comment for each ply of a PGN.
fn pgn_comments(begins: Side, evaluations: &[Evaluation]) -> Vec<Option<String>> {
    let of = |(index, evaluation): (usize, &Evaluation)| {
        let is_first = (begins == Side::First) == index.is_multiple_of(2);
        let score = if is_first { evaluation.score? } else { -evaluation.score? };
        let better = evaluation.better.as_ref().map(|better| format!(" better: {better}"));
        Some(format!("[%eval {}]{}", pawns(score), better.unwrap_or_default()))
    };
    evaluations.iter().enumerate().map(of).collect()
}

/// A score as PGN has it: in pawns, or as a mate in so many moves.
fn pawns(score: i32) -> String {
    match mate_plies(score) {
        Some(plies) if score < 0 => format!("#-{}", plies.div_ceil(2)),
        Some(plies) => format!("#{}", plies.div_ceil(2)),
        None => format!("{:.2}", f64::from(score) / 100.0),
    }
}

/// The last move of a game, and what it did; `None` at the start.
pub(super) fn last_ply(game: &Game) -> Option<Ply> {
    fn of<P: CliGame>(record: &Record<P>) -> Option<Ply> {
        let [.., before, after] = record.positions() else { return None };
        Some(P::ply(before, *record.moves().last()?, after))
    }
    each_game!(game, record => of(record))
}

/// A game that begins at the last position of this one, under a house rule.
pub(super) fn with_option(game: &Game, option: TableOption) -> Result<Game, OptionError> {
    Ok(each_game!(game, record => Record::new(record.position().with_option(option)?).into()))
}

/// The sentence about the count that runs.
pub(super) fn count_sentence(game: &Game) -> Option<String> {
    each_game!(game, record => record.position().count_sentence())
}

/// The discs on the board, and the score once the game is over.
pub(super) fn discs(game: &Game) -> Option<Discs> {
    each_game!(game, record => CliGame::discs(record))
}

//! What differs by game on the command line, with a file for each game.
//!
//! [`CliGame`] says it for a position type.

mod makruk;
mod ogi;
mod othello;

use clap::ValueEnum;
use kradan::rules::{BySide, Game, GameKind, Position, Record, each_game};

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

    /// The moves of a word, which has no space.
    fn moves_of_word(record: &Record<Self>, word: &str) -> Vec<String> {
        let _ = record;
        vec![word.to_owned()]
    }

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

/// The last move of a game, and what it did; `None` at the start.
pub(super) fn last_ply(game: &Game) -> Option<Ply> {
    fn of<P: CliGame>(record: &Record<P>) -> Option<Ply> {
        let [.., before, after] = record.positions() else { return None };
        Some(P::ply(before, *record.moves().last()?, after))
    }
    each_game!(game, record => of(record))
}

/// The moves of a word at this point of the game; the word has no space.
pub(super) fn moves_of_word(game: &Game, word: &str) -> Vec<String> {
    each_game!(game, record => CliGame::moves_of_word(record, word))
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

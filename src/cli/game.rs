//! The arguments that describe a game: its kind, start, house rule and moves.

use clap::Args;
use kradan_rules::{Escaped, Game, GameKind, Illegal, MoveError, PositionError, cut};

use super::games::{self, OptionError, TableOption};
use super::input;

/// The longest part of a move's text that an error repeats, in characters.
const MOVE_TEXT_MAX: usize = 24;

/// A game and its moves.
#[derive(Debug, Args)]
pub(super) struct GameArgs {
    #[arg(value_name = "GAME", help = games::help())]
    pub(super) kind: GameKind,
    /// Moves as people type them
    pub(super) moves: Vec<String>,
    /// Where to begin instead of the start
    #[arg(long, value_name = "POS", allow_hyphen_values = true,
          value_parser = input::position_argument)]
    from: Option<String>,
    /// A rule of the table: Makruk's lowest honour
    #[arg(long = "option", value_name = "OPTION", ignore_case = true)]
    options: Vec<TableOption>,
}

/// Why the game of the arguments cannot be played.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GameError {
    #[error("--from")]
    From(#[source] PositionError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("ply {ply}{}", reason_text(.text, .source))]
    Move { ply: usize, text: String, source: MoveError<Illegal> },
}

/// The typed text in brackets, unless the reason repeats it.
fn reason_text(text: &str, reason: &MoveError<Illegal>) -> String {
    match reason {
        MoveError::Unreadable(_) => String::new(),
        MoveError::Illegal(_) | MoveError::Ambiguous(_) | MoveError::Over(_) => {
            format!(" ({})", Escaped(text))
        }
    }
}

impl GameArgs {
    /// The game before its first move.
    pub(super) fn start(&self) -> Result<Game, GameError> {
        let mut game = match &self.from {
            Some(text) => Game::from_position(self.kind, text).map_err(GameError::From)?,
            None => Game::new(self.kind),
        };
        for &option in &self.options {
            game = games::with_option(&game, option)?;
        }
        Ok(game)
    }
}

/// Plays a move; `ply` counts from 1.
pub(super) fn play(game: &mut Game, ply: usize, text: &str) -> Result<(), GameError> {
    match game.play_text(text) {
        Ok(_) => Ok(()),
        Err(source) => Err(GameError::Move { ply, text: cut(text.trim(), MOVE_TEXT_MAX), source }),
    }
}

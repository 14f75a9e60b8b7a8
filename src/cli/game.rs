//! The arguments that describe a game: its kind, start, house rule and moves.

use clap::Args;
use kradan_rules::notation::{RecordError, play_on};
use kradan_rules::{Game, GameKind, Illegal, PositionError};

use super::games::{self, OptionError, TableOption};
use super::input;

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
    #[error(transparent)]
    Moves(#[from] RecordError<Illegal>),
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

/// Plays the moves of a text on, up to the first that cannot be made, and does something after each.
pub(super) fn play_each<E: From<GameError>>(
    game: &mut Game,
    text: &str,
    mut after: impl FnMut(&Game) -> Result<(), E>,
) -> Result<(), E> {
    let mut played = game.clone();
    let result = play_on(&mut played, text);
    for mv in played.moves().split_off(game.plies()) {
        game.play_text(&mv).expect("the move was made just now");
        after(game)?;
    }
    result.map_err(|error| GameError::from(error).into())
}

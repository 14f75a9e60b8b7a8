//! How a game is picked, listed and exported, with a file for each game.
//!
//! [`DiscordGame`] says it for a position type. The defaults fit a game in which a piece is picked
//! first and then its target.

mod makruk;
mod ogi;
mod othello;

use crate::render::Pick;
use crate::rules::facts::Piece;
use crate::rules::notation::Header;
use crate::rules::{Game, GameKind, Position, Record, Side, each_game, each_kind};

trait DiscordGame: Position {
    /// Whether a move is one square, which is picked at once.
    const PICKS_SQUARES: bool = false;

    /// How many characters a written move takes in a list of moves.
    const MOVE_WIDTH: usize = 10;

    /// The ending of the name of an exported file.
    const FILE_EXTENSION: &'static str = "pgn";

    /// The piece that is picked, if it is there.
    fn picked(&self, pick: Pick) -> Option<(Side, Piece)>;

    /// What an option for a target says of what the exact notation has behind the square.
    fn target_suffix(suffix: &str) -> &str {
        suffix
    }

    /// The whole game as a file.
    fn exported(record: &Record<Self>, header: &Header) -> String;
}

pub(super) const fn picks_squares(kind: GameKind) -> bool {
    each_kind!(kind, P => P::PICKS_SQUARES)
}

pub(super) const fn move_width(kind: GameKind) -> usize {
    each_kind!(kind, P => P::MOVE_WIDTH)
}

pub(super) const fn file_extension(kind: GameKind) -> &'static str {
    each_kind!(kind, P => P::FILE_EXTENSION)
}

pub(super) fn picked(game: &Game, pick: Pick) -> Option<(Side, Piece)> {
    each_game!(game, record => record.position().picked(pick))
}

pub(super) fn target_suffix(kind: GameKind, suffix: &str) -> &str {
    each_kind!(kind, P => P::target_suffix(suffix))
}

pub(super) fn exported(game: &Game, header: &Header) -> String {
    each_game!(game, record => DiscordGame::exported(record, header))
}

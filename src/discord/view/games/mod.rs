//! How each game's moves are picked, listed and exported, a file for each game.
//!
//! [`DiscordGame`] is implemented by position types. The defaults fit games in which a piece is
//! picked first, then its target.

mod makruk;
mod ogi;
mod othello;

use kradan_i18n::Language;
use kradan_render::Pick;

use kradan_rules::facts::Piece;
use kradan_rules::notation::Header;
use kradan_rules::{Game, GameKind, MoveStyle, Position, Record, Side, each_game, each_kind};

trait DiscordGame: Position {
    /// Whether a move is one square, which is picked at once.
    const PICKS_SQUARES: bool = false;

    /// Whether the board is turned so that the side to move is below.
    const TURNS: bool = true;

    /// The width of a written move in a list, in characters.
    const MOVE_WIDTH: usize = 10;

    /// The language whose readers write the game's moves in a script of their own.
    const HOME: Option<Language> = None;

    /// The file extension of an exported game.
    const FILE_EXTENSION: &'static str = "pgn";

    /// The piece that is picked, if it is there.
    fn picked(&self, pick: Pick) -> Option<(Side, Piece)>;

    /// How many pieces of a kind the side to move has in hand.
    fn in_hand(&self, _role: kradan_rules::ogi::Role) -> u8 {
        0
    }

    /// The whole game as a file.
    fn exported(record: &Record<Self>, header: &Header) -> String;
}

pub(crate) const fn picks_squares(kind: GameKind) -> bool {
    each_kind!(kind, P => P::PICKS_SQUARES)
}

pub(crate) const fn turns(kind: GameKind) -> bool {
    each_kind!(kind, P => P::TURNS)
}

pub(crate) const fn move_width(kind: GameKind) -> usize {
    each_kind!(kind, P => P::MOVE_WIDTH)
}

/// The style of a game's moves for readers of a language: in a script of its own only for its
/// readers.
pub(crate) fn move_style(kind: GameKind, language: Language) -> MoveStyle {
    let home = each_kind!(kind, P => P::HOME);
    if home == Some(language) { MoveStyle::Native } else { MoveStyle::Letters }
}

pub(crate) const fn file_extension(kind: GameKind) -> &'static str {
    each_kind!(kind, P => P::FILE_EXTENSION)
}

pub(crate) fn picked(game: &Game, pick: Pick) -> Option<(Side, Piece)> {
    each_game!(game, record => record.position().picked(pick))
}

pub(crate) fn in_hand(game: &Game, role: kradan_rules::ogi::Role) -> u8 {
    each_game!(game, record => record.position().in_hand(role))
}

pub(crate) fn exported(game: &Game, header: &Header) -> String {
    each_game!(game, record => DiscordGame::exported(record, header))
}

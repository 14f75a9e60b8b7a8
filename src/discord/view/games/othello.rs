//! Othello on Discord: a move is one square.

use super::DiscordGame;
use kradan_render::Pick;
use kradan_rules::facts::Piece;
use kradan_rules::notation::{Header, ggf};
use kradan_rules::othello::Position;
use kradan_rules::{Record, Side};

impl DiscordGame for Position {
    const PICKS_SQUARES: bool = true;
    // Discs have no top, and the names of the squares stay where they are.
    const TURNS: bool = false;
    const MOVE_WIDTH: usize = 4;
    const FILE_EXTENSION: &'static str = "ggf";

    fn picked(&self, _: Pick) -> Option<(Side, Piece)> {
        None
    }

    fn exported(record: &Record<Position>, header: &Header) -> String {
        ggf::write(record, header)
    }
}

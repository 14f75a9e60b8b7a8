//! Othello on Discord: a move is one square.

use super::DiscordGame;
use crate::render::Pick;
use crate::rules::facts::Piece;
use crate::rules::notation::{Header, ggf};
use crate::rules::othello::Position;
use crate::rules::{Record, Side};

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

//! Ōgi at a table: the throw of pawns that decides who begins is told.

use super::table_game::TableGame;
use kradan_rules::ogi::Position;

impl TableGame for Position {
    const SHOWS_FURIGOMA: bool = true;
}

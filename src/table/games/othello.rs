//! Othello at a table: the table passes for a side that cannot move.

use super::table_game::TableGame;
use kradan_rules::othello::{Move, Position};

impl TableGame for Position {
    const PASS: Option<Move> = Some(Move::Pass);
}

//! What differs by game in a search, with a file for each game.

mod makruk;
mod ogi;
mod othello;

use crate::rules::{Side, Square};

/// From 0 at the edge of the board to 3 in the middle.
const fn middle(square: usize) -> i32 {
    let (file, rank) = (square % 8, square / 8);
    let file = if file < 4 { file } else { 7 - file };
    let rank = if rank < 4 { rank } else { 7 - rank };
    (if file < rank { file } else { rank }) as i32
}

/// The index of a square as a side sees it: its own edge is rank 0.
const fn seen_by(side: Side, square: Square) -> usize {
    match side {
        Side::First => square.index(),
        Side::Second => square.index() ^ 0o70,
    }
}

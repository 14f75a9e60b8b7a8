//! What differs by game in a search, with a file for each game.

mod makruk;
mod ogi;
mod othello;

use crate::rules::{Bitboard, Side, Square};

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

/// The index of a square as a side sees it, 0 to 31: both halves of a rank count alike.
const fn folded(side: Side, square: Square) -> usize {
    let seen = seen_by(side, square);
    let file = if seen % 8 < 4 { seen % 8 } else { 7 - seen % 8 };
    seen / 8 * 4 + file
}

/// The squares of a set and those beside them.
const fn around(squares: Bitboard) -> Bitboard {
    let row = squares.0 | squares.shift(1, 0).0 | squares.shift(-1, 0).0;
    Bitboard(row | row << 8 | row >> 8)
}

/// How a side counts in a sum for the first one.
const fn sign(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// The ranks of one step ahead.
const fn up(side: Side) -> i8 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

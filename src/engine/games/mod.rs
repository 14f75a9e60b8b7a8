//! What differs by game in a search, with a file for each game.

mod makruk;
mod ogi;
mod othello;

use std::hash::{Hash, Hasher as _};

use kradan_rules::{Bitboard, Side, Square};
use rustc_hash::FxHasher;

/// The most pieces of a side that can capture on a square.
const CAPTURERS: usize = 16;

/// What a move wins that takes `taken` and leaves a piece of the worth `mover`, once both sides have
/// captured there as long as that pays, the least piece first. `capturers` are the worths of the pieces
/// that can, those of the opponent first; one that stands behind another of them is not among them.
fn exchanged(taken: i32, mover: i32, capturers: [impl Iterator<Item = i32>; 2]) -> i32 {
    let [mut others, mut own] = capturers.map(|side| {
        let mut worths = [None; CAPTURERS];
        worths.iter_mut().zip(side).for_each(|(place, worth)| *place = Some(worth));
        let count = worths.iter().flatten().count();
        worths[..count].sort_unstable();
        worths.into_iter().flatten()
    });
    // What whoever captured so often has won if nobody captures after them.
    let mut won = [0; 2 * CAPTURERS + 1];
    won[0] = taken;
    let (mut stands, mut last) = (mover, 0);
    while let Some(least) = if last % 2 == 0 { others.next() } else { own.next() } {
        won[last + 1] = stands - won[last];
        (stands, last) = (least, last + 1);
    }
    (1..=last).rev().for_each(|at| won[at - 1] = won[at - 1].min(-won[at]));
    won[0]
}

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

/// The squares of a set and those beside them.
const fn around(squares: Bitboard) -> Bitboard {
    let row = squares.0 | squares.shift(1, 0).0 | squares.shift(-1, 0).0;
    Bitboard(row | row << 8 | row >> 8)
}

/// The hash of a part of a position.
fn shape(part: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    part.hash(&mut hasher);
    hasher.finish()
}

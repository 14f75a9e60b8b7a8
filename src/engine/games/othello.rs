//! Othello: corners, mobility, and the discs at the end.

use crate::engine::evaluate::{CERTAIN, DISC, Evaluate};
use crate::rules::othello::{Move, Position};
use crate::rules::{Bitboard, Outcome, Position as _, Side, Verdict};

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

/// Each corner with its neighbours on the edge and the diagonal, which give it away.
const NEIGHBOURS: [(u64, u64, u64); 4] = [
    (1, 0x0102, 0x0200),
    (0x80, 0x8040, 0x4000),
    (0x0100_0000_0000_0000, 0x0201_0000_0000_0000, 0x0002_0000_0000_0000),
    (0x8000_0000_0000_0000, 0x4080_0000_0000_0000, 0x0040_0000_0000_0000),
];

const CORNER: i32 = 250;
const BESIDE_CORNER: i32 = 40;
const DIAGONAL_TO_CORNER: i32 = 90;
const MOBILITY: i32 = 14;
/// An empty square beside a disc is a move for the opponent later.
const FRONTIER: i32 = 6;

impl Evaluate for Position {
    const IS_TACTICAL: bool = false;

    fn evaluate(&self) -> i32 {
        let (own, other) = (self.discs(self.turn()), self.discs(!self.turn()));
        let mobility = |position: &Position| position.placements().len() as i32;
        let moves = mobility(self) - mobility(&self.after(Move::Pass));
        let frontier = frontier(own, own | other) - frontier(other, own | other);
        MOBILITY * moves - FRONTIER * frontier + at_corners(own, other) - at_corners(other, own)
    }

    /// Nothing is won at once but a corner, which a search sees soon enough.
    fn gain(&self, _: Move) -> i32 {
        0
    }

    fn promise(&self, mv: Move, depth: u32) -> i32 {
        let Move::Place(square) = mv else { return 0 };
        let corner = if CORNERS.contains(square) { 10 } else { 0 };
        // What leaves the opponent little to choose is looked at first.
        if depth >= 3 { corner - self.after(mv).placements().len() as i32 } else { corner }
    }

    fn ended(&self, outcome: Outcome, _: i32) -> i32 {
        let score = self.score();
        let lead = score[self.turn()] as i32 - score[!self.turn()] as i32;
        match outcome.verdict {
            Verdict::Draw => 0,
            Verdict::Win(_) => lead.signum() * CERTAIN + lead * DISC,
        }
    }

    fn moves_left(&self) -> Option<u32> {
        let discs = self.discs(Side::First) | self.discs(Side::Second);
        Some(64 - discs.len() as u32)
    }
}

/// How many discs have an empty square beside them.
fn frontier(own: Bitboard, taken: Bitboard) -> i32 {
    let empty = !taken.0;
    let sideways =
        |it: u64| (it << 1) & !0x0101_0101_0101_0101 | (it >> 1) & !0x8080_8080_8080_8080;
    let row = empty | sideways(empty);
    let beside = row | row << 8 | row >> 8;
    (own.0 & beside).count_ones() as i32
}

fn at_corners(own: Bitboard, other: Bitboard) -> i32 {
    let taken = own | other;
    let score = |(corner, edges, diagonal): (u64, u64, u64)| {
        if own.0 & corner != 0 {
            CORNER
        } else if taken.0 & corner != 0 {
            0
        } else {
            let edges = (own.0 & edges & !corner).count_ones() as i32;
            let diagonal = (own.0 & diagonal).count_ones() as i32;
            -BESIDE_CORNER * edges - DIAGONAL_TO_CORNER * diagonal
        }
    };
    NEIGHBOURS.into_iter().map(score).sum()
}

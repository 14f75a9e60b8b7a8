//! Othello: what its patterns are worth, and the discs at the end.

use std::sync::atomic::AtomicBool;

use crate::endgame::Endgame;
use crate::evaluate::{CERTAIN, DISC, ESTIMATED_DISC, Evaluate, Scored};
use crate::net::Sums;
use crate::patterns;
use kradan_rules::othello::{Move, Position};
use kradan_rules::{Bitboard, Outcome, Position as _, Side};

/// What a move less of the opponent is worth in the order of moves, in parts of a disc.
const HALF_A_DISC: i32 = patterns::DISC_PARTS / 2;

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

impl Evaluate for Position {
    const IS_TACTICAL: bool = false;

    const SPREADS: [i32; 5] = [340, 210, 200, 60, 70];

    fn evaluate(&self, _: &mut Sums) -> i32 {
        patterns::worth(self) * ESTIMATED_DISC / patterns::DISC_PARTS
    }

    /// Nothing is won at once but a corner, which a search sees soon enough.
    fn gain(&self, _: Move) -> i32 {
        0
    }

    fn promise(&self, mv: Move, depth: u32) -> i32 {
        let Move::Place(square) = mv else { return 0 };
        let corner = if CORNERS.contains(square) { 10 } else { 0 };
        if depth < 3 {
            return corner;
        }
        // What leaves the opponent little to choose is looked at first.
        let after = self.after(mv);
        let choice = after.placements().len() as i32;
        HALF_A_DISC * (corner - choice) - patterns::worth(&after)
    }

    fn ended(&self, _: Outcome, _: i32) -> i32 {
        let score = self.score();
        certain(score[self.turn()] as i32 - score[!self.turn()] as i32)
    }

    fn moves_left(&self) -> Option<u32> {
        let discs = self.discs(Side::First) | self.discs(Side::Second);
        Some(64 - discs.len() as u32)
    }

    fn foreseen(&self, depth: u32) -> Option<(u32, i32)> {
        let (shallow, off) =
            FORESEEN.get(depth as usize).copied().unwrap_or_else(|| (depth - 6, 175));
        (shallow > 0).then_some((shallow, off))
    }

    fn played_out(&self, nodes: u64, stop: &AtomicBool) -> Option<Scored<Move>> {
        let (mv, lead) = Endgame::new(nodes, stop).best(self).ok()?;
        Some(Scored { mv, score: certain(lead) })
    }
}

/// For each depth a less deep search of the same parity, and by how much its score is off: the root of
/// the mean square that `cargo bench -p kradan-bench --bench learn -- --foresee 10` prints.
const FORESEEN: [(u32, i32); 11] = [
    (0, 0),
    (0, 0),
    (0, 0),
    (1, 180),
    (2, 160),
    (1, 220),
    (2, 180),
    (3, 165),
    (4, 145),
    (3, 190),
    (4, 175),
];

/// The score of a game that ends with so many discs more.
const fn certain(lead: i32) -> i32 {
    lead.signum() * CERTAIN + lead * DISC
}

//! Othello: what its patterns are worth, and the discs at the end.

use std::sync::atomic::AtomicBool;

use crate::endgame::Endgame;
use crate::evaluate::{CERTAIN, DISC, ESTIMATED_DISC, Evaluate, Scored};
use crate::net::Sums;
use crate::patterns;
use kradan_rules::othello::{Move, Position};
use kradan_rules::{Bitboard, Outcome, Position as _, Side};

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);

impl Evaluate for Position {
    const IS_TACTICAL: bool = false;

    /// Half a pawn is nothing here: a beginner may miss five discs.
    const SPREAD: i32 = 4;

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
        // What leaves the opponent little to choose is looked at first.
        if depth >= 3 { corner - self.after(mv).placements().len() as i32 } else { corner }
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
            FORESEEN.get(depth as usize).copied().unwrap_or_else(|| (depth - 6, 270));
        (shallow > 0).then_some((shallow, off))
    }

    fn played_out(&self, nodes: u64, stop: &AtomicBool) -> Option<Scored<Move>> {
        let (mv, lead) = Endgame::new(nodes, stop).best(self).ok()?;
        Some(Scored { mv, score: certain(lead) })
    }
}

/// For each depth a less deep search of the same parity, and by how much its score is off at most
/// times: 1.4 times the root of the mean square that `cargo bench -p kradan-bench --bench learn -- --foresee 10`
/// prints.
const FORESEEN: [(u32, i32); 11] = [
    (0, 0),
    (0, 0),
    (0, 0),
    (1, 230),
    (2, 190),
    (1, 300),
    (2, 260),
    (3, 250),
    (4, 225),
    (3, 290),
    (4, 270),
];

/// The score of a game that ends with so many discs more.
const fn certain(lead: i32) -> i32 {
    lead.signum() * CERTAIN + lead * DISC
}

//! What the search needs to know of a game.

use std::sync::atomic::AtomicBool;

use super::inputs::Inputs;
use super::net::Sums;
use kradan_rules::{Outcome, Position, Verdict};

/// The worth of a win at once. A pawn is worth about 100.
pub(super) const WIN: i32 = 30_000;

/// A score from here on is a mate; less than [`WIN`] by the number of plies to it.
pub(super) const MATES: i32 = WIN - 1_000;

/// A score above this is a win for certain.
pub(super) const CERTAIN: i32 = 20_000;

/// A disc at the end of a game of Othello.
pub(super) const DISC: i32 = 10;

/// A move with its score for the side that makes it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored<M> {
    pub(super) mv: M,
    pub(super) score: i32,
}

/// The search ended before its depth.
pub(super) struct Stopped;

/// About what a disc is worth in a score of Othello before the end.
pub(super) const ESTIMATED_DISC: i32 = 50;

/// How many [shapes](Evaluate::shapes) a position has.
pub(super) const SHAPES: usize = 4;

/// What differs by game in a search. Scores are those of the side to move.
pub(super) trait Evaluate: Position {
    /// Whether a piece can be won at once, so that much depends on single moves.
    const IS_TACTICAL: bool = true;

    /// What a quiet move hardly ever gains.
    const MARGIN: i32 = 120;

    /// Whether who gives check for ever loses.
    const CHECKER_LOSES: bool = false;

    /// The spreads of the lower levels, which are told apart by them as much as by what they look at: see
    /// `tests/bench/levels.rs`.
    const SPREADS: [i32; 5];

    /// The number of [inputs](Evaluate::inputs) that there are.
    const INPUTS: usize = 0;

    /// The number of [slots](Evaluate::slot).
    const SLOTS: usize = 0;

    /// How good the position is, without looking ahead. The sums are those that were kept of another
    /// position.
    fn evaluate(&self, sums: &mut Sums) -> i32;

    /// What both sides see of the position, where a net tells its worth.
    fn inputs(&self) -> Option<Inputs> {
        None
    }

    /// What the position shares with others that are worth more or less than
    /// [told](Evaluate::evaluate), as this one is: hashes.
    fn shapes(&self) -> [u64; SHAPES] {
        [0; SHAPES]
    }

    /// What a move wins at once, above 0; 0 for a quiet move. A search goes on with the others
    /// beyond its depth.
    fn gain(&self, mv: Self::Move) -> i32;

    /// How soon a quiet move is looked at: the highest first. `depth` is how far the search looks
    /// from here.
    fn promise(&self, mv: Self::Move, depth: u32) -> i32;

    /// The worth of what a move captures and promotes.
    fn worth_taken(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    /// What a move wins at least, once both sides have captured where it ends as long as that pays.
    fn exchanged(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    /// The position with the other side to move, where passing would be no advantage.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// Where it is noted how good a move was: below [`SLOTS`](Evaluate::SLOTS), if anywhere.
    fn slot(mv: Self::Move) -> Option<usize> {
        let _ = mv;
        None
    }

    /// Who wins, and in a game of points by how much; a win sooner is better. `ply` is how far the
    /// end is from the position where the search began.
    fn ended(&self, outcome: Outcome, ply: i32) -> i32 {
        match outcome.verdict {
            Verdict::Draw => 0,
            Verdict::Win(side) if side == self.turn() => WIN - ply,
            Verdict::Win(_) => ply - WIN,
        }
    }

    /// The most moves that are left, where the game has an end that can be counted to.
    fn moves_left(&self) -> Option<u32> {
        None
    }

    /// The best move and its score at the end of the game, if so many positions show it before `stop`
    /// is set.
    fn played_out(&self, nodes: u64, stop: &AtomicBool) -> Option<Scored<Self::Move>> {
        let _ = (nodes, stop);
        None
    }

    /// A search less deep than `depth`, and by how much its score is off as a rule; where one search may
    /// tell about another.
    fn foreseen(&self, depth: u32) -> Option<(u32, i32)> {
        let _ = depth;
        None
    }
}

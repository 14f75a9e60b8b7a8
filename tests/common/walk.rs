//! Games of random moves, the same on every machine.

use fastrand::Rng;
use kradan::rules::{Position, Record, makruk, ogi, othello};

/// A position that random games go through.
pub(crate) trait Walks: Position {
    /// The next move of a walk.
    fn step(&self, moves: &[Self::Move], rng: &mut Rng) -> Option<Self::Move> {
        rng.choice(moves).copied()
    }
}

impl Walks for othello::Position {}

impl Walks for ogi::Position {}

impl Walks for makruk::Position {
    /// Half of the moves are captures or a bia's where there are such: a game of random moves alone
    /// would hardly ever get rid of its bia, and so never come to count. Now and then a move has an
    /// act, where the rules allow it; a count given up for good is rare, as few games end after it.
    fn step(&self, moves: &[makruk::Move], rng: &mut Rng) -> Option<makruk::Move> {
        let bia = self.pieces(self.turn(), makruk::Role::Bia);
        let drives = |mv: &&makruk::Move| self.piece_at(mv.to).is_some() || bia.contains(mv.from);
        let driving: Vec<_> = moves.iter().filter(drives).collect();
        let driving = rng.choice(driving).filter(|_| rng.bool());
        let mv = driving.or_else(|| rng.choice(moves))?;
        let act = match rng.u16(..600) {
            0 => Some(makruk::Act::Stop),
            1..=4 => Some(makruk::Act::Claim),
            5..=24 => Some(makruk::Act::Skip),
            _ => None,
        };
        Some(makruk::Move { act: act.filter(|&act| self.judge_act(act).is_ok()), ..*mv })
    }
}

/// The game that a seed stands for, to its end or so many plies.
pub(crate) fn walk<P: Walks>(seed: u64, plies_max: usize) -> Record<P> {
    let mut rng = Rng::with_seed(seed);
    let mut record = Record::<P>::default();
    while record.moves().len() < plies_max {
        let Some(mv) = record.position().step(&record.legal_moves(), &mut rng) else { break };
        record.play(mv).unwrap_or_else(|error| panic!("{mv} is listed as legal: {error}"));
    }
    record
}

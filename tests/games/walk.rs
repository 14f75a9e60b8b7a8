//! Games of random moves, which are the same on every machine.

use fastrand::Rng;
use kradan_rules::Record;

use super::TestedGame;

/// The game of a seed, up to its end or this number of plies.
pub fn walk<P: TestedGame>(seed: u64, plies_max: usize) -> Record<P> {
    let mut rng = Rng::with_seed(seed);
    let mut record = Record::<P>::default();
    while record.moves().len() < plies_max {
        let Some(mv) = record.position().step(&record.legal_moves(), &mut rng) else { break };
        record.play(mv).unwrap_or_else(|error| panic!("{mv} is listed as legal: {error}"));
    }
    record
}

//! Leaves counted at each depth.

use std::collections::BTreeMap;

use kradan_rules::{GameKind, Position, perft};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Depths with more leaves than this wait for release.
const SHALLOW_LEAVES_MAX: u64 = 10_000_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Perft {
    id: String,
    game: GameKind,
    pos: String,
    /// Another program's text of the position.
    #[serde(rename = "fsf")]
    _fsf: Option<IgnoredAny>,
    /// The leaves at depth 1, 2, …
    #[serde(rename = "perft")]
    leaves: Vec<u64>,
    /// The leaves at depths still further down.
    #[serde(default)]
    deep: BTreeMap<u32, u64>,
}

pub(crate) fn check_shallow<P: Position>(record: &Perft) {
    check::<P>(record, |leaves| leaves <= SHALLOW_LEAVES_MAX);
}

pub(crate) fn check_deep<P: Position>(record: &Perft) {
    check::<P>(record, |leaves| leaves > SHALLOW_LEAVES_MAX);
}

fn check<P: Position>(record: &Perft, counts: impl Fn(u64) -> bool) {
    assert_eq!(record.game, P::KIND, "{}", record.id);
    let position: P = record.pos.parse().unwrap();
    let shallow = (1..).zip(record.leaves.iter().copied());
    let deep = record.deep.iter().map(|(&depth, &leaves)| (depth, leaves));
    for (depth, leaves) in shallow.chain(deep).filter(|&(_, leaves)| counts(leaves)) {
        let found = perft(&position.for_perft(), depth);
        assert_eq!(found, leaves, "{} at depth {depth}", record.id);
    }
}

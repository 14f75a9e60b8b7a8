//! Games to play: records of `tests/conformance/records`, and one made by hand.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use kradan_rules::{GameKind, Reason};
use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Recorded {
    pub(crate) id: String,
    pub(crate) game: GameKind,
    pub(crate) moves: Vec<String>,
    /// What a move does to a count, by the index of the move, from 0.
    #[serde(default)]
    pub(crate) acts: BTreeMap<usize, String>,
    pub(crate) result: String,
    pub(crate) reason: Reason,
}

/// The records with these ids, in this order.
pub(crate) fn recorded(kind: GameKind, ids: &[&str]) -> Vec<Recorded> {
    let file = format!("{kind}_games.jsonl");
    let path: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "tests", "conformance", "records", &file].iter().collect();
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{} holds the games: {error}", path.display()));
    let records = text.lines().map(|line| serde_json::from_str::<Recorded>(line).unwrap());
    let mut records: HashMap<String, Recorded> =
        records.map(|record| (record.id.clone(), record)).collect();
    ids.iter().map(|&id| records.remove(id).unwrap_or_else(|| panic!("no record {id}"))).collect()
}

/// A game of Ōgi that one side loses by perpetual check. No record ends so.
pub(crate) fn perpetual_check() -> Recorded {
    Recorded {
        id: "perpetual-check".to_owned(),
        game: GameKind::Ogi,
        moves: PERPETUAL_CHECK.split(' ').map(str::to_owned).collect(),
        acts: BTreeMap::new(),
        result: "1-0".to_owned(),
        reason: Reason::PerpetualCheck,
    }
}

const PERPETUAL_CHECK: &str = "e1f2 f8e7 e3e4 d8c7 e4e5 c7d5 c1d2 \
    d5e4 f2e3 e4d5 e3f2 d5e4 f2e3 e4d5 e3f2 d5e4 f2e3 e4d5 e3f2";

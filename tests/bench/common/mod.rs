//! What the benchmarks share: how much is asked for, medians, and records of games.

use std::path::Path;

use serde_json::Value;

/// Whether all is to be measured, and not only seen to work.
pub(crate) fn is_in_full() -> bool {
    // Cargo says `--bench` when it benchmarks, and not when it tests.
    let asked = |flag: &str| std::env::args().any(|argument| argument == flag);
    asked("--bench") && !asked("--quick")
}

/// The records of a file, one on each line.
pub(crate) fn records(name: &str) -> Vec<Value> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join("tests/conformance/records");
    let text = std::fs::read_to_string(folder.join(name)).expect("the records are there");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

/// The one in the middle.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

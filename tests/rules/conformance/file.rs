//! The folder of facts, its files and their lines.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde::de::DeserializeOwned;

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "tests", "conformance", "records"].iter().collect()
}

/// The names of the files that hold records.
pub(crate) fn names() -> BTreeSet<String> {
    let folder = folder();
    let entries = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{} holds the facts: {error}", folder.display()));
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "FORMAT.md")
        .collect()
}

/// Reads a file and hands each record to `check`, which panics at what is wrong; then sees that
/// there were as many as there should be.
pub(crate) fn check_each<T: DeserializeOwned>(name: &str, records: usize, check: impl Fn(&T)) {
    let path = folder().join(name);
    let text = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{} cannot be read: {error}", path.display()));
    let mut checked = 0;
    for (line, record) in (1..).zip(text.lines()) {
        let record = serde_json::from_str(record)
            .unwrap_or_else(|error| panic!("{name}, line {line}: {error}"));
        check(&record);
        checked += 1;
    }
    assert_eq!(checked, records, "records checked in {name}");
}

//! Edits a store's folder while the store is closed.

use std::fs;
use std::path::Path;

use kradan::store::{SledStore, StoreError};

use crate::common::*;

/// sled's segment size, as the store sets it.
pub(crate) const SEGMENT_BYTES: usize = 4 << 20;

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// A folder with tables 5, 6 and 7, each with one outbox entry.
pub(crate) fn with_tables() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    block_on(async {
        for id in [5, 6, 7] {
            commit(&store, with_entry(id, 1, id.cast_signed())).await;
        }
    });
    folder
}

/// Changes a stored text.
pub(crate) type Damage = fn(&str) -> String;

/// Changes a stored text, and makes the folder one of a version without journals, so that nothing
/// repairs it.
pub(crate) fn rewrite(folder: &Path, tree: &str, key: &[u8], change: impl Fn(&str) -> String) {
    edit(folder, |db| {
        let tree = db.open_tree(tree).unwrap();
        let before = tree.get(key).unwrap().unwrap();
        let after = change(std::str::from_utf8(&before).unwrap());
        assert_ne!(after.as_bytes(), &before[..]);
        tree.insert(key, after.into_bytes()).unwrap();
    });
}

/// Changes the database, and makes the folder one of a version without journals, so that nothing
/// repairs it.
pub(crate) fn edit<T>(folder: &Path, change: impl FnOnce(&sled::Db) -> T) -> T {
    let config = sled::Config::new().path(folder.join("sled")).segment_size(SEGMENT_BYTES);
    // One of sled's threads may hold its last file a moment longer than the store did.
    let db = std::iter::repeat_with(|| config.open()).find_map(Result::ok).unwrap();
    let changed = change(&db);
    forget_journal(folder, &db);
    db.flush().unwrap();
    changed
}

/// Puts a row into the database only.
pub(crate) fn insert(folder: &Path, tree: &str, key: &[u8], text: &str) {
    let config = sled::Config::new().path(folder.join("sled")).segment_size(SEGMENT_BYTES);
    let db = std::iter::repeat_with(|| config.open()).find_map(Result::ok).unwrap();
    db.open_tree(tree).unwrap().insert(key, text).unwrap();
    db.flush().unwrap();
}

/// Makes the folder one of a version without journals.
pub(crate) fn forget_journal(folder: &Path, db: &sled::Db) {
    db.drop_tree("state").unwrap();
    let meta = db.open_tree("meta").unwrap();
    let database = meta.get("database").unwrap().unwrap();
    if &database[..] == br#"{"form":2,"value":{}}"# {
        meta.insert("database", &br#"{"form":1,"value":{}}"#[..]).unwrap();
    }
    if folder.join("journal").exists() {
        fs::remove_dir_all(folder.join("journal")).unwrap();
    }
    fs::write(folder.join("lock"), "").unwrap();
}

pub(crate) fn error_text(error: &StoreError) -> String {
    let source = std::error::Error::source(error).map(ToString::to_string);
    [Some(error.to_string()), source].into_iter().flatten().collect::<Vec<_>>().join(": ")
}

/// Copies a folder, without a child process: that would hold the locks of parallel tests.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &target) } else { _ = fs::copy(&path, &target).unwrap() }
    }
}

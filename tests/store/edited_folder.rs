//! Edits a store's folder while the store is closed.

use std::fs;
use std::path::Path;

use kradan_store::{SledStore, StoreError};

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

/// Changes a stored text.
pub(crate) fn rewrite(folder: &Path, tree: &str, key: &[u8], change: impl Fn(&str) -> String) {
    edit(folder, |db| {
        let tree = db.open_tree(tree).unwrap();
        let before = tree.get(key).unwrap().unwrap();
        let after = change(std::str::from_utf8(&before).unwrap());
        assert_ne!(after.as_bytes(), &before[..]);
        tree.insert(key, after.into_bytes()).unwrap();
    });
}

/// Changes the database, with the state of the rows that it has then.
pub(crate) fn edit<T>(folder: &Path, change: impl FnOnce(&sled::Db) -> T) -> T {
    let config = sled::Config::new().path(folder.join("sled")).segment_size(SEGMENT_BYTES);
    // One of sled's threads may hold its last file a moment longer than the store did.
    let db = std::iter::repeat_with(|| config.open()).find_map(Result::ok).unwrap();
    let changed = change(&db);
    set_state(folder, &db);
    db.flush().unwrap();
    drop(db);
    changed
}

/// Sets the state to that of the rows that a database has now.
fn set_state(folder: &Path, db: &sled::Db) {
    let (mut rows, mut sum) = (0_u64, 0_u64);
    for name in db.tree_names() {
        if [&b"state"[..], b"__sled__default"].contains(&&name[..]) {
            continue;
        }
        for row in &db.open_tree(&name).unwrap() {
            let (key, value) = row.unwrap();
            rows += 1;
            sum = sum.wrapping_add(hash(&name, &key, &value));
        }
    }
    let mut state = [1_u64, rows, sum].map(u64::to_le_bytes).concat();
    state.extend(crc32fast::hash(&state).to_le_bytes());
    db.open_tree("state").unwrap().insert("now", state).unwrap();
    // The next opening makes it anew.
    let _ = fs::remove_file(folder.join("reached"));
}

/// The hash of a row, as the store has it.
fn hash(tree: &[u8], key: &[u8], value: &[u8]) -> u64 {
    let length = u32::try_from(key.len()).unwrap().to_le_bytes();
    let row = [tree, &[0], &length, key, value].concat();
    let mut mixed = u64::from(crc32fast::hash(&row)) | (value.len() as u64) << 32;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
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

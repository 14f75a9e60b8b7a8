//! Folders as processes leave them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use kradan_store::{SledStore, Store as _};
use kradan_table::TableId;
use tempfile::TempDir;

use crate::power::verify::verify;
use crate::power::writer::{Acknowledged, TABLES, Writer, play};

/// How the last process left a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LeftChannel {
    Killed,
    Stopped,
}

/// A folder, and what was acknowledged in it.
pub(crate) struct Folder {
    place: TempDir,
    pub(crate) acknowledged: Acknowledged,
    pub(crate) left: LeftChannel,
}

impl Folder {
    /// Has several processes write, one after the other; every other folder is left by one that
    /// was stopped.
    pub(crate) fn new(number: u32) -> Folder {
        let place = tempfile::tempdir().unwrap();
        let left =
            if number.is_multiple_of(2) { LeftChannel::Killed } else { LeftChannel::Stopped };
        let mut acknowledged = Acknowledged::new();
        stopped(place.path(), 20);
        acknowledged.extend(TABLES.map(|id| (id, 20)));
        let writer = Writer::start(place.path());
        thread::sleep(Duration::from_millis(500));
        acknowledged.extend(writer.kill());
        if left == LeftChannel::Stopped {
            acknowledged = verify(place.path(), &acknowledged);
            stopped(place.path(), 7);
            for revision in acknowledged.values_mut() {
                *revision += 7;
            }
        }
        Folder { place, acknowledged, left }
    }

    /// Another folder with the same in it.
    pub(crate) fn copied(&self) -> TempDir {
        let copy = tempfile::tempdir().unwrap();
        copy_all(self.place.path(), copy.path());
        copy
    }
}

fn stopped(place: &Path, changes: u64) {
    let store = Arc::new(SledStore::open(place).unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
    runtime.block_on(async {
        let tables = TABLES.map(|id| tokio::spawn(play(Arc::clone(&store), TableId(id), changes)));
        for table in tables.collect::<Vec<_>>() {
            table.await.unwrap();
        }
        store.close().await.unwrap();
    });
}

/// All files of a folder, by their names.
pub(crate) fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(contents(&path));
        } else {
            found.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    found
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_all(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

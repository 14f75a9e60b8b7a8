//! A second copy of the last records, for what the database may still lack, and the changes that no
//! segment has yet.
//!
//! Two files take turns. While the database is brought to the disk, records go into the other file;
//! then the first one is emptied. Neither is synced: a process that is killed leaves them whole, and
//! a power cut may leave any part of them. Only whole records count, so nothing here is damage.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const NAMES: [&str; 2] = ["recent-a", "recent-b"];

/// The two files, open for writing.
pub(super) struct RecentFiles {
    files: [Arc<File>; 2],
    /// The file for the next record.
    current: usize,
    /// The length of its records in bytes.
    bytes: u64,
}

impl RecentFiles {
    /// Creates both files, or empties them.
    pub(super) fn create(folder: &Path) -> io::Result<RecentFiles> {
        let [first, second] = paths(folder);
        let files = [Arc::new(File::create(first)?), Arc::new(File::create(second)?)];
        Ok(RecentFiles { files, current: 0, bytes: 0 })
    }

    /// Writes a record, and leaves it with the operating system.
    pub(super) fn append(&mut self, record: &[u8]) -> io::Result<()> {
        self.files[self.current].write_all_at(record, self.bytes)?;
        self.bytes += record.len() as u64;
        Ok(())
    }

    /// The length of the records since the last [turn](RecentFiles::turn) in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Goes on in the other file. The caller empties the returned one when the database is on disk
    /// with its changes.
    pub(super) fn turn(&mut self) -> Arc<File> {
        let full = Arc::clone(&self.files[self.current]);
        (self.current, self.bytes) = (1 - self.current, 0);
        full
    }
}

pub(super) fn paths(folder: &Path) -> [PathBuf; 2] {
    NAMES.map(|name| folder.join(name))
}

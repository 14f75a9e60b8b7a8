//! How far the store has come, in a file beside the database. sled takes the first wrong checksum for the
//! end of its file: a database that lacks its end looks whole up to an earlier change, and only this file
//! tells that there was more.
//!
//! It is written when a change is on disk and before it is acknowledged. It is not synced: after a power
//! cut it may be behind, but never ahead.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use super::checksum::StateChecksum;
use super::error::{is_damage, named};

const NAME: &str = "reached";

pub(super) struct ReachedFile(File);

impl ReachedFile {
    /// Makes the file anew.
    pub(super) fn create(folder: &Path, state: StateChecksum) -> io::Result<ReachedFile> {
        let (path, unfinished) = (path(folder), folder.join("reached.new"));
        let mut file = File::create(&unfinished)?;
        file.write_all(&state.to_bytes())?;
        file.sync_all()?;
        fs::rename(unfinished, path)?;
        kradan_disk::sync(folder)?;
        Ok(ReachedFile(file))
    }

    #[cfg(test)]
    pub(super) fn of(file: File) -> ReachedFile {
        ReachedFile(file)
    }

    pub(super) fn set(&self, state: StateChecksum) -> io::Result<()> {
        self.0.write_all_at(&state.to_bytes(), 0)
    }
}

/// The content of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    Absent,
    /// The number of the last acknowledged change.
    At(u64),
    Damaged,
}

fn path(folder: &Path) -> PathBuf {
    folder.join(NAME)
}

pub(super) fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_file(path(folder)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

/// Reads the file. Damage is no error.
pub(super) fn read(folder: &Path) -> io::Result<Reached> {
    let path = path(folder);
    match fs::read(&path) {
        Ok(bytes) => Ok(StateChecksum::from_bytes(&bytes)
            .map_or(Reached::Damaged, |state| Reached::At(state.number))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Reached::Absent),
        Err(error) if is_damage(&error) => Ok(Reached::Damaged),
        Err(error) => Err(named(&path)(error)),
    }
}

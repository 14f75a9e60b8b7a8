//! The number of the last acknowledged change, in a file beside the journal. If both copies lack
//! their ends, each may look whole up to an earlier change. Only this file tells that there was
//! more.
//!
//! It is written after the record is on disk and before the change is acknowledged. It is not
//! synced: after a power cut it may be behind, but never ahead.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use super::checksum::StateChecksum;
use super::error::{is_damage, named};
use super::temp_file::TempFile;

const NAME: &str = "reached";

pub(super) struct AcknowledgedFile(File);

impl AcknowledgedFile {
    /// Creates the file, or replaces it.
    pub(super) fn create(folder: &Path, state: StateChecksum) -> io::Result<AcknowledgedFile> {
        let target = path(folder);
        let (temp_file, mut file) = TempFile::create(target.with_extension("new"))?;
        file.write_all(&state.to_bytes())?;
        file.sync_all()?;
        temp_file.publish(&target)?;
        Ok(AcknowledgedFile(file))
    }

    pub(super) fn set(&self, state: StateChecksum) -> io::Result<()> {
        self.0.write_all_at(&state.to_bytes(), 0)
    }
}

/// The content of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acknowledged {
    /// There is no file: the folder is new, or of an earlier version.
    Absent,
    /// The number of the last acknowledged change.
    At(u64),
    Damaged,
}

pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join(NAME)
}

/// Reads the file in the journal's folder. Damage is no error.
pub(super) fn read(folder: &Path) -> io::Result<Acknowledged> {
    let path = path(folder);
    match fs::read(&path) {
        Ok(bytes) => Ok(StateChecksum::from_bytes(&bytes)
            .map_or(Acknowledged::Damaged, |state| Acknowledged::At(state.number))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Acknowledged::Absent),
        Err(error) if is_damage(&error) => Ok(Acknowledged::Damaged),
        Err(error) => Err(named(&path)(error)),
    }
}

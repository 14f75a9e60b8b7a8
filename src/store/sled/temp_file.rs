//! Files that are not yet what they are to become.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file that is being made: it goes with this, unless it was moved into its place before.
#[derive(Debug)]
pub(super) struct TempFile(PathBuf);

impl TempFile {
    pub(super) fn create(path: PathBuf) -> io::Result<(TempFile, File)> {
        let file = File::create(&path)?;
        Ok((TempFile(path), file))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Moves the file into its place, where nobody removes it.
    pub(super) fn publish(self, place: &Path) -> io::Result<()> {
        fs::rename(&self.0, place)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        // A file that was published is no longer there.
        let _ = fs::remove_file(&self.0);
    }
}

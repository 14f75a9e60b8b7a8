//! Files that are written under a temporary name.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file with a temporary name. It is removed when this is dropped, unless it was published.
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

    /// Renames the file to its final path.
    pub(super) fn publish(self, place: &Path) -> io::Result<()> {
        fs::rename(&self.0, place)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        // A published file is no longer there.
        let _ = fs::remove_file(&self.0);
    }
}

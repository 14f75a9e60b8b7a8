//! Uploaded files on disk, each in a file of its own: most bytes of a world are pictures, and a
//! database would read them all when it is opened.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use axum::body::Bytes;

use crate::id::Id;

/// The folder of the files, inside the world's.
const FOLDER: &str = "files";

#[derive(Clone, Debug)]
pub(super) struct StoredFiles {
    folder: PathBuf,
}

impl StoredFiles {
    /// Opens the folder, or creates it. Files with ids after the last one in the database belong
    /// to no message, and are removed.
    pub(super) fn open(world: &Path, last_id: Option<Id>) -> io::Result<StoredFiles> {
        let folder = world.join(FOLDER);
        if !folder.is_dir() {
            fs::create_dir(&folder)?;
            fs::File::open(world)?.sync_all()?;
        }
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let id = entry.file_name().to_str().and_then(|it| it.parse::<Id>().ok());
            if id.is_some_and(|id| last_id.is_none_or(|last| id > last)) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(StoredFiles { folder })
    }

    fn path(&self, id: Id) -> PathBuf {
        self.folder.join(id.to_string())
    }

    /// Writes files, and returns when they are on disk.
    pub(super) fn write<'f>(
        &self,
        files: impl Iterator<Item = (&'f Id, &'f Bytes)>,
    ) -> io::Result<()> {
        let mut is_changed = false;
        for (id, bytes) in files {
            let mut file = fs::File::create(self.path(*id))?;
            file.write_all(bytes)?;
            file.sync_all()?;
            is_changed = true;
        }
        if is_changed { fs::File::open(&self.folder)?.sync_all() } else { Ok(()) }
    }

    /// A file, if it exists with this length.
    pub(super) fn read(&self, id: Id, size: u64) -> Option<Bytes> {
        let bytes = fs::read(self.path(id)).ok()?;
        (bytes.len() as u64 == size).then(|| Bytes::from(bytes))
    }

    /// Removes the file of a message that is gone.
    pub(super) fn remove(&self, id: Id) {
        // It may be gone already.
        _ = fs::remove_file(self.path(id));
    }
}

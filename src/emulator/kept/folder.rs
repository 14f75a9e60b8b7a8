//! The folder that a world is kept in.

use std::fs::File;
use std::path::Path;

use super::{Data, KeptError};
use crate::disk::{self, DiskError};

/// The pages that are kept in memory. What was looked at last is in the world's own memory, so few
/// are read.
const CACHE_BYTES: u64 = 4 << 20;

/// Makes the folder where there is none, and takes it for as long as the file is held.
pub(super) fn lock(folder: &Path) -> Result<File, KeptError> {
    Ok(disk::lock(folder)?)
}

/// Opens the rows in a folder that was [locked](lock), with the data file once more.
pub(super) fn open(folder: &Path) -> Result<(sled::Tree, Data), KeptError> {
    let rows = |db: &sled::Db| db.open_tree("rows");
    let (db, data) = disk::open(folder, CACHE_BYTES, |db| rows(db).map(drop))?;
    Ok((rows(&db).map_err(KeptError::Database)?, data))
}

impl From<DiskError> for KeptError {
    fn from(error: DiskError) -> KeptError {
        match error {
            DiskError::Folder { folder, source } => KeptError::Folder { folder, source },
            DiskError::InUse { folder } => KeptError::InUse { folder },
            DiskError::Database(error) => KeptError::Database(error),
        }
    }
}

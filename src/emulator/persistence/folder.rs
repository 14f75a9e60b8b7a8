//! The folder that a world is kept in.

use std::fs::File;
use std::path::Path;

use super::error::PersistenceError;
use crate::disk::{self, DiskError};

/// The pages that are kept in memory. What was looked at last is in the world's own memory, so few
/// are read.
const CACHE_BYTES: u64 = 4 << 20;

/// Makes the folder where there is none, and takes it for as long as the file is held.
pub(super) fn lock(folder: &Path) -> Result<File, PersistenceError> {
    Ok(disk::lock(folder)?)
}

/// Opens the rows in a folder that was [locked](lock), with the data file once more.
pub(super) fn open(folder: &Path) -> Result<(sled::Tree, File), PersistenceError> {
    let rows = |db: &sled::Db| db.open_tree("rows");
    let (db, data) = disk::open(folder, CACHE_BYTES, |db| rows(db).map(drop))?;
    Ok((rows(&db).map_err(PersistenceError::Database)?, data))
}

impl From<DiskError> for PersistenceError {
    fn from(error: DiskError) -> PersistenceError {
        match error {
            DiskError::Folder { folder, source } => PersistenceError::Folder { folder, source },
            DiskError::InUse { folder } => PersistenceError::InUse { folder },
            DiskError::Database(error) => PersistenceError::Database(error),
        }
    }
}

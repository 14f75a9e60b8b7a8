//! The folder of a stored world.

use std::fs::File;
use std::path::Path;

use super::error::PersistenceError;
use kradan_disk::{self as disk, DiskError};

/// The bytes of database pages in memory. The world has its own cache, so few pages are read.
const CACHE_BYTES: u64 = 2 << 20;

/// Creates the folder if need be, and locks it until the returned file is dropped.
pub(super) fn lock(folder: &Path) -> Result<File, PersistenceError> {
    Ok(disk::lock(folder)?)
}

/// Opens the rows in a [locked](lock) folder. Also returns the database's data file, opened a
/// second time.
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

//! The folder, and opening it so that it can be left at any moment.

use std::fs::File;
use std::path::Path;

use super::super::StoreError;
use super::entry::Entry;
use super::form::{Database, Lists};
use super::lists;
use super::trees::{Trees, Writes};
use crate::disk::{self, DiskError};

/// The pages that are kept in memory.
const CACHE_BYTES: u64 = 64 << 20;

/// Makes the folder where there is none, and takes it for as long as the file is held.
pub(super) fn lock(folder: &Path) -> Result<File, StoreError> {
    Ok(disk::lock(folder)?)
}

/// Opens the database in a folder that was [locked](lock), with its data file once more.
pub(super) fn open(folder: &Path) -> Result<(Trees, File), StoreError> {
    let mut first = Writes::default();
    first.put(Entry::Database, &Database {})?;
    first.put(Entry::Lists, &Lists {})?;
    let begin = |db: &sled::Db| Trees::open(db.clone())?.apply(&first);
    let (db, data) = disk::open(folder, CACHE_BYTES, begin)?;
    let trees = Trees::open(db).map_err(StoreError::Database)?;
    check_form(&trees)?;
    lists::renew(&trees)?;
    // Parts that an older version did not have are there before anything is put into them.
    trees.flush().map_err(StoreError::Database)?;
    data.sync_all().map_err(StoreError::Disk)?;
    Ok((trees, data))
}

fn check_form(trees: &Trees) -> Result<(), StoreError> {
    match trees.read::<Database>(Entry::Database)? {
        Some(Database {}) => Ok(()),
        None => Err(StoreError::Damaged { what: Entry::Database.to_string() }),
    }
}

impl From<DiskError> for StoreError {
    fn from(error: DiskError) -> StoreError {
        match error {
            DiskError::Folder { folder, source } => StoreError::Folder { folder, source },
            DiskError::InUse { folder } => StoreError::InUse { folder },
            DiskError::Database(error) => StoreError::Database(error),
        }
    }
}

//! What is done with the folder of a store that no process has open.

use std::path::Path;

use tokio_util::sync::CancellationToken;

use super::super::{ErasureStore, Store as _, StoreError};
use super::closed_folder;
use super::error::failed;
use super::rescue::{self, Rescued};
use super::rewrite;
use super::store::SledStore;
use super::verify::{self, Verified};

/// The bytes of the database and the journal before and after they were rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compacted {
    pub before: u64,
    pub after: u64,
    /// How many people wish to be erased, whom the next start erases.
    pub erasures: usize,
}

impl SledStore {
    /// Checks a folder that no process uses, without changing it. Both copies are read and
    /// compared, every row is read, every game is played, and the indices are compared with the
    /// rows.
    ///
    /// # Errors
    ///
    /// [`InUse`](crate::StoreErrorKind::InUse) while a process has the store open,
    /// [`Inaccessible`](crate::StoreErrorKind::Inaccessible) if there is no store in the folder
    /// or the temporary folder has no room for two copies.
    pub fn verify(folder: &Path) -> Result<Verified, StoreError> {
        SledStore::verify_until(folder, &CancellationToken::new())
    }

    /// Checks a folder as [`verify`](SledStore::verify) does, until it is told to stop.
    ///
    /// # Errors
    ///
    /// Those of [`verify`](SledStore::verify); [`StoreErrorKind::Closed`](crate::StoreErrorKind)
    /// if it was told to stop.
    pub fn verify_until(folder: &Path, stop: &CancellationToken) -> Result<Verified, StoreError> {
        Ok(verify::verify(folder, stop)?)
    }

    /// Rewrites a folder that no process uses, so that no file holds rows that were deleted. What an
    /// opening repairs is repaired.
    ///
    /// # Errors
    ///
    /// As [`open`](SledStore::open) and [`rewrite`](ErasureStore::rewrite), and `Inaccessible` if
    /// there is no store in the folder.
    pub async fn compact(folder: &Path) -> Result<Compacted, StoreError> {
        // An opening would create the store.
        drop(closed_folder::lock_existing(folder)?);
        let size = || rewrite::size_of_store(folder).map_err(failed(folder));
        let store = SledStore::open(folder)?;
        let before = size()?;
        store.rewrite().await?;
        let erasures = store.erasures().await?.len();
        store.close().await?;
        drop(store);
        Ok(Compacted { before, after: size()?, erasures })
    }

    /// Copies all readable rows of both copies into a new store, in a folder that is empty or
    /// missing. `folder` is not changed.
    ///
    /// # Errors
    ///
    /// As [`verify`](SledStore::verify), and `Inaccessible` if `new` is not empty.
    pub fn rescue(folder: &Path, new: &Path) -> Result<Rescued, StoreError> {
        Ok(rescue::rescue(folder, new)?)
    }
}

//! What is done with the folder of a store that no process has open.

use std::path::Path;

use tokio_util::sync::CancellationToken;

use super::super::StoreError;
use super::rescue::{self, Rescued};
use super::store::SledStore;
use super::verify::{self, Verified};

impl SledStore {
    /// Checks a folder that no process uses, without changing it: every row is read, every game is
    /// played, and the indices are compared with the rows.
    ///
    /// # Errors
    ///
    /// [`InUse`](crate::StoreErrorKind::InUse) while a process has the store open,
    /// [`Inaccessible`](crate::StoreErrorKind::Inaccessible) if there is no store in the folder
    /// or the temporary folder has no room for a copy.
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

    /// Copies all readable rows into a new store, in a folder that is empty or
    /// missing. `folder` is not changed.
    ///
    /// # Errors
    ///
    /// As [`verify`](SledStore::verify), and `Inaccessible` if `new` is not empty.
    pub fn rescue(folder: &Path, new: &Path) -> Result<Rescued, StoreError> {
        Ok(rescue::rescue(folder, new)?)
    }
}

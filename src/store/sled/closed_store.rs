//! What is done with the folder of a store that no process has open.

use std::io::Write;
use std::path::Path;

use jiff::Timestamp;
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

    /// Writes a backup of all readable rows. `folder` is not changed.
    ///
    /// # Errors
    ///
    /// As [`verify`](SledStore::verify), and [`Backend`](crate::StoreErrorKind::Backend) if `out` fails.
    pub fn rescue(
        folder: &Path,
        out: impl Write,
        made_at: Timestamp,
    ) -> Result<Rescued, StoreError> {
        Ok(rescue::rescue(folder, out, made_at)?)
    }
}

//! The open database, which can be replaced while the store is in use.

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, TryLockError};

use super::error::SledError;
use super::trees::Trees;

/// The trees of the open database. Nobody uses them while the database is replaced.
pub(super) struct OpenTrees {
    /// `None` while the database is replaced, and after that failed.
    trees: RwLock<Option<Trees>>,
    folder: Arc<Path>,
}

impl OpenTrees {
    pub(super) fn new(trees: Trees) -> OpenTrees {
        let folder = Arc::clone(trees.folder());
        OpenTrees { trees: RwLock::new(Some(trees)), folder }
    }

    /// The folder of the store.
    pub(super) fn folder(&self) -> &Arc<Path> {
        &self.folder
    }

    /// Calls `read` with the trees, and waits while the database is replaced.
    ///
    /// # Errors
    ///
    /// [`SledError::Closed`] if the database could not be replaced.
    pub(super) fn with<T>(&self, read: impl FnOnce(&Trees) -> T) -> Result<T, SledError> {
        let trees = self.trees.read().unwrap_or_else(PoisonError::into_inner);
        trees.as_ref().map(read).ok_or(SledError::Closed)
    }

    /// Calls `read` with the trees as [`with`](OpenTrees::with) does, or returns it if it would
    /// have to wait.
    pub(super) fn try_with<T, F: FnOnce(&Trees) -> T>(
        &self,
        read: F,
    ) -> Result<Result<T, SledError>, F> {
        let trees = match self.trees.try_read() {
            Ok(trees) => trees,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Err(read),
        };
        Ok(trees.as_ref().map(read).ok_or(SledError::Closed))
    }

    /// Waits until nobody uses the database, closes it, and opens another one with the same rows.
    pub(super) fn replace(
        &self,
        open: impl FnOnce() -> Result<Trees, SledError>,
    ) -> Result<(), SledError> {
        let mut trees = self.trees.write().unwrap_or_else(PoisonError::into_inner);
        let snapshot = trees.take().map(|old| old.snapshot());
        let mut opened = open()?;
        if let Some(snapshot) = snapshot {
            opened.take_snapshot_of(snapshot);
        }
        *trees = Some(opened);
        Ok(())
    }

    /// Whether the database could not be replaced.
    pub(super) fn is_closed(&self) -> bool {
        self.trees.read().unwrap_or_else(PoisonError::into_inner).is_none()
    }
}

//! An error of a store, which names no backend.

use std::error::Error;
use std::fmt;

/// What broke in the store. Either nothing was changed, or nobody knows; a change is never made in
/// part.
///
/// Its text and its [source](Error::source) are those of the backend.
pub struct StoreError {
    kind: StoreErrorKind,
    error: Box<dyn Error + Send + Sync>,
}

/// What a caller can do about a [`StoreError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// The place where the store lies cannot be used.
    Inaccessible,
    /// Another process uses the store.
    InUse,
    /// One stored value is damaged, or a later version wrote it. All others are as good as ever.
    Value,
    /// What is stored is damaged beyond repair.
    Damaged,
    /// What was stored is no longer there.
    Gone,
    /// The store belongs to another application of Discord's.
    OtherApplication,
    /// The disk is full.
    Full,
    /// The backend failed to read or to write.
    Backend,
    /// The store is closed.
    Closed,
}

impl StoreError {
    /// An error of a backend.
    pub fn new(kind: StoreErrorKind, error: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
        StoreError { kind, error: error.into() }
    }

    #[must_use]
    pub fn kind(&self) -> StoreErrorKind {
        self.kind
    }

    /// Whether one stored value is at fault, and all others are as good as ever.
    #[must_use]
    pub fn is_of_one_value(&self) -> bool {
        self.kind == StoreErrorKind::Value
    }

    /// Whether nothing will work until the store is opened again. After any other error the store
    /// goes on.
    #[must_use]
    pub fn needs_reopen(&self) -> bool {
        match self.kind {
            StoreErrorKind::Full | StoreErrorKind::Backend | StoreErrorKind::Closed => true,
            StoreErrorKind::Inaccessible
            | StoreErrorKind::InUse
            | StoreErrorKind::Value
            | StoreErrorKind::Damaged
            | StoreErrorKind::Gone
            | StoreErrorKind::OtherApplication => false,
        }
    }
}

impl fmt::Debug for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({:?})", self.kind, self.error)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.error, f)
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

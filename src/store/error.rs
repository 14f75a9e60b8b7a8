//! The errors of a store. They name no backend.

use std::error::Error;
use std::fmt;

use super::{InteractionResult, LimitReached};

/// A failure of the store. Either nothing was changed, or that is unknown; a change is never made
/// in part.
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
    /// The folder of the store cannot be used.
    Inaccessible,
    /// Another process uses the store.
    InUse,
    /// One stored value is damaged, or a later version wrote it. All other values can be read.
    Value,
    /// What is stored is damaged.
    Damaged,
    /// A newer version of the program used the store last, and this one leaves it alone.
    Newer,
    /// The stored files are missing.
    Gone,
    /// The store is bound to another Discord application.
    OtherApplication,
    /// The database does not answer, or not as it should. It may work again at any time.
    Unavailable,
    /// The disk is full.
    Full,
    /// The backend failed to read or to write.
    Backend,
    /// The store is closed.
    Closed,
}

impl StoreError {
    pub fn new(kind: StoreErrorKind, error: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
        StoreError { kind, error: error.into() }
    }

    #[must_use]
    pub fn kind(&self) -> StoreErrorKind {
        self.kind
    }

    /// Whether only one stored value is at fault.
    #[must_use]
    pub fn is_of_one_value(&self) -> bool {
        self.kind == StoreErrorKind::Value
    }

    /// Whether everything fails until the store is opened again. After any other error the store
    /// works.
    #[must_use]
    pub fn needs_reopen(&self) -> bool {
        match self.kind {
            StoreErrorKind::Full
            | StoreErrorKind::Backend
            | StoreErrorKind::Newer
            | StoreErrorKind::Closed => true,
            StoreErrorKind::Inaccessible
            | StoreErrorKind::InUse
            | StoreErrorKind::Value
            | StoreErrorKind::Damaged
            | StoreErrorKind::Gone
            | StoreErrorKind::Unavailable
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

/// Why a change was not committed.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// Somebody else has changed the table: load it and decide again.
    #[error("the table has changed in between")]
    Conflict,
    /// The interaction has a result already.
    #[error("the interaction was dealt with before")]
    Answered(InteractionResult),
    /// A limit does not allow the change.
    #[error("a limit does not allow it")]
    Limited(LimitReached),
    #[error(transparent)]
    Failed(#[from] StoreError),
}

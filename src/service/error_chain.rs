//! Errors on one line, for the log.

use std::error::Error;
use std::fmt;
use std::iter;

/// An error and its sources on one line. Most errors of the store say what failed, and only their
/// source says why.
///
/// ```
/// use kradan::service::{ErrorChain, ServiceError, StoreError, StoreErrorKind};
///
/// let error = StoreError::new(StoreErrorKind::Full, "no space left");
/// let line = ErrorChain(&ServiceError::Failed(error)).to_string();
/// assert_eq!(line, "it failed, and does not count: no space left");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ErrorChain<'a>(pub &'a dyn Error);

impl fmt::Display for ErrorChain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let mut sources = iter::successors(self.0.source(), |&error| error.source());
        sources.try_for_each(|source| write!(f, ": {source}"))
    }
}

//! Why the database failed, and whether another attempt may succeed.

use std::time::Duration;

use deadpool_postgres::PoolError;
use tokio_postgres::error::SqlState;

use super::super::{CommitError, StoreError, StoreErrorKind};
use super::process::Newer;

/// A failure of the database.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("the database of the games fails")]
    Database(#[from] tokio_postgres::Error),
    #[error("there is no connection to the database of the games")]
    Connection(#[from] PoolError),
    #[error("the database of the games has not answered within {} s", .0.as_secs())]
    Silent(Duration),
    #[error("the tables of the games cannot be made in the database")]
    Schema(#[from] refinery::Error),
    #[error(transparent)]
    Newer(#[from] Newer),
    /// A stored value cannot be read.
    #[error("{what} cannot be read")]
    Value { what: String, source: Box<dyn std::error::Error + Send + Sync> },
    #[error("the database of the games belongs to the Discord application {0}")]
    OfAnother(u64),
    #[error("the address of the database is not one of PostgreSQL")]
    Address(#[source] tokio_postgres::Error),
    #[error("the machine has no certificates to trust, for TLS to the database: {}", .0.join("; "))]
    Certificates(Vec<String>),
    /// What is to be stored cannot be.
    #[error("the data cannot be stored")]
    Unstorable(#[from] serde_json::Error),
}

/// The classes of errors after which the same transaction may succeed: no connection, a conflict
/// between transactions, a shortage, and an operator who stops the server.
/// <https://www.postgresql.org/docs/current/errcodes-appendix.html>
const PASSING: [&str; 4] = ["08", "40", "53", "57"];

impl Failure {
    /// Whether another attempt may succeed. What was asked may have been done.
    pub(super) fn passes(&self) -> bool {
        match self {
            Failure::Database(error) => match error.code() {
                // A standby that is about to be promoted.
                Some(&SqlState::READ_ONLY_SQL_TRANSACTION) => true,
                Some(code) => PASSING.iter().any(|class| code.code().starts_with(class)),
                None => error.is_closed() || is_of_the_connection(error),
            },
            Failure::Connection(PoolError::Backend(error)) => error
                .code()
                .is_none_or(|code| PASSING.iter().any(|passing| code.code().starts_with(passing))),
            Failure::Connection(error) => !matches!(error, PoolError::Closed),
            Failure::Silent(_) => true,
            _ => false,
        }
    }

    /// Whether other connections to the same server fail as well, though none is closed.
    fn is_of_the_server(&self) -> bool {
        match self {
            Failure::Silent(_) => true,
            Failure::Database(error) => error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION),
            _ => false,
        }
    }

    fn kind(&self) -> StoreErrorKind {
        match self {
            Failure::Database(_) | Failure::Silent(_) | Failure::Unstorable(_) => {
                StoreErrorKind::Unavailable
            }
            Failure::Connection(PoolError::Closed) => StoreErrorKind::Closed,
            Failure::Connection(_) => StoreErrorKind::Unavailable,
            Failure::Newer(_) => StoreErrorKind::Newer,
            Failure::Value { .. } => StoreErrorKind::Value,
            Failure::OfAnother(_) => StoreErrorKind::OtherApplication,
            Failure::Schema(_) | Failure::Address(_) | Failure::Certificates(_) => {
                StoreErrorKind::Inaccessible
            }
        }
    }
}

/// Whether the connection failed, and not a value that was sent or read.
fn is_of_the_connection(error: &tokio_postgres::Error) -> bool {
    std::error::Error::source(error).is_some_and(<dyn std::error::Error>::is::<std::io::Error>)
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> StoreError {
        StoreError::new(failure.kind(), failure)
    }
}

/// Why a transaction was not committed.
#[derive(Debug)]
pub(super) enum Abort {
    /// The store refuses the change. Nothing was changed.
    Refused(CommitError),
    Failed(Failure),
}

impl<E: Into<Failure>> From<E> for Abort {
    fn from(failure: E) -> Abort {
        Abort::Failed(failure.into())
    }
}

impl From<Abort> for CommitError {
    fn from(abort: Abort) -> CommitError {
        match abort {
            Abort::Refused(refused) => refused,
            Abort::Failed(failure) => CommitError::Failed(failure.into()),
        }
    }
}

/// An error behind which a [`Failure`] may stand.
pub(super) trait MayPass {
    fn passes(&self) -> bool;
    fn is_of_the_server(&self) -> bool;
}

impl MayPass for Failure {
    fn passes(&self) -> bool {
        Failure::passes(self)
    }

    fn is_of_the_server(&self) -> bool {
        Failure::is_of_the_server(self)
    }
}

impl MayPass for Abort {
    fn passes(&self) -> bool {
        matches!(self, Abort::Failed(failure) if failure.passes())
    }

    fn is_of_the_server(&self) -> bool {
        matches!(self, Abort::Failed(failure) if failure.is_of_the_server())
    }
}

//! What a store does: [`Store`], and the traits of its parts, one for each subject.

mod erasure;
mod followers;
mod jobs;
mod messages;
mod outbox;
mod people;
mod processes;
mod servers;
mod tables;
mod visits;

use std::fmt;

use async_trait::async_trait;
use jiff::Timestamp;

pub use self::erasure::ErasureStore;
pub use self::followers::FollowerStore;
pub use self::jobs::JobStore;
pub use self::messages::MessageStore;
pub use self::outbox::OutboxStore;
pub use self::people::PeopleStore;
pub use self::processes::ProcessStore;
pub use self::servers::ServerStore;
pub use self::tables::TableStore;
pub use self::visits::VisitStore;
use super::{Heartbeat, StoreCounts, StoreError};
use kradan_table::ApplicationId;

/// A change of a value that the store reads and writes. It may be made several times, each time to
/// the value as it was then.
pub type Edit<T> = Box<dyn Fn(&mut T) + Send + Sync>;

/// The storage of the whole program. Several processes may share one.
#[async_trait]
pub trait Store:
    TableStore
    + OutboxStore
    + MessageStore
    + PeopleStore
    + FollowerStore
    + JobStore
    + ErasureStore
    + ServerStore
    + ProcessStore
    + VisitStore
    + fmt::Debug
{
    /// Binds the store to one Discord application for good: the ids of people, channels and
    /// interactions belong to it.
    ///
    /// # Errors
    ///
    /// [`OtherApplication`](crate::StoreErrorKind::OtherApplication) if the store is bound to another
    /// application.
    async fn bind_application(&self, application: ApplicationId) -> Result<(), StoreError>;

    /// Stores that the bot is running and takes moves.
    async fn record_heartbeat(&self, heartbeat: Heartbeat) -> Result<(), StoreError>;

    /// The last stored heartbeat.
    async fn heartbeat(&self) -> Result<Option<Heartbeat>, StoreError>;

    /// Counts what is stored, and what is ready at a time. It reads more keys than any other call.
    async fn counts(&self, now: Timestamp) -> Result<StoreCounts, StoreError>;

    /// Waits for the commits that have begun, and closes the store. Later commits fail.
    async fn close(&self) -> Result<(), StoreError>;
}

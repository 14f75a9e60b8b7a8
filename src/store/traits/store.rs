//! The whole of a store.

use std::fmt;

use async_trait::async_trait;

use super::super::{Heartbeat, StoreError};
use super::{
    ErasureStore, FollowerStore, MessageStore, OutboxStore, PeopleStore, ProcessStore, ServerStore,
    TableStore,
};
use kradan_table::ApplicationId;

/// The storage of the whole program. Several processes may share one.
#[async_trait]
pub trait Store:
    TableStore
    + OutboxStore
    + MessageStore
    + PeopleStore
    + FollowerStore
    + ErasureStore
    + ServerStore
    + ProcessStore
    + fmt::Debug
{
    /// Binds the store to one Discord application for good: the ids of people, channels and
    /// interactions belong to it.
    ///
    /// # Errors
    ///
    /// [`OtherApplication`](crate::StoreErrorKind::OtherApplication) if the store is bound to another application.
    async fn bind_application(&self, application: ApplicationId) -> Result<(), StoreError>;

    /// Stores that the bot is running and takes moves.
    async fn record_heartbeat(&self, heartbeat: Heartbeat) -> Result<(), StoreError>;

    /// The last stored heartbeat.
    async fn heartbeat(&self) -> Result<Option<Heartbeat>, StoreError>;

    /// Waits for the commits that have begun, and closes the store. Later commits fail.
    async fn close(&self) -> Result<(), StoreError>;
}

//! What people keep besides their games.

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{Blocking, Note, StoreError};
use kradan_table::{PlayerId, TableId};

/// The part of a [`Store`](crate::Store) that holds what one person keeps for themselves.
#[async_trait]
pub trait PeopleStore: Send + Sync + 'static {
    /// Stores that a player blocks another one, unless they block `most` people already.
    async fn block(
        &self,
        blocker: PlayerId,
        blocked: PlayerId,
        at: Timestamp,
        most: usize,
    ) -> Result<Blocking, StoreError>;

    async fn unblock(&self, blocker: PlayerId, blocked: PlayerId) -> Result<(), StoreError>;

    async fn has_blocked(&self, blocker: PlayerId, blocked: PlayerId) -> Result<bool, StoreError>;

    /// The people whom a player blocks, by their ids.
    async fn blocked_by(&self, blocker: PlayerId) -> Result<Vec<PlayerId>, StoreError>;

    /// The note of a player on a table.
    async fn note(&self, table: TableId, player: PlayerId) -> Result<Option<Note>, StoreError>;

    /// Replaces the note of a player on a table, or removes it.
    async fn set_note(
        &self,
        table: TableId,
        player: PlayerId,
        note: Option<Note>,
    ) -> Result<(), StoreError>;
}

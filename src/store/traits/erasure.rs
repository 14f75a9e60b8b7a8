//! The erasure of everything that is stored about one person.

use async_trait::async_trait;

use super::super::StoreError;
use kradan_table::{ChannelId, PlayerId, TableId};

/// The part of a [`Store`](super::Store) that erases a person. The job is stored first, so that the
/// work goes on after the process was killed.
#[async_trait]
pub trait ErasureStore: Send + Sync + 'static {
    /// Puts [`PlayerId::erased`] in the place of a player in the outbox entries of a table, pending
    /// or missed by the players of the table, who are `players`.
    async fn erase_in_entries(
        &self,
        table: TableId,
        players: Vec<PlayerId>,
        player: PlayerId,
    ) -> Result<(), StoreError>;

    /// Deletes everything about a player that belongs to no table, and the [job](super::JobStore) that
    /// erases them with it. The tables of the player have to be erased before. A [rewriting](Self::rewrite)
    /// is a job from then on.
    async fn erase_player(&self, player: PlayerId) -> Result<(), StoreError>;

    /// Rewrites everything that is stored, so that no file holds what was erased before. The store
    /// stays in use; everybody waits for a moment at the end.
    ///
    /// # Errors
    ///
    /// [`Inaccessible`](crate::StoreErrorKind::Inaccessible) if the disk has no room for a second
    /// copy, and the errors of the disk. Nothing is lost.
    async fn rewrite(&self) -> Result<(), StoreError>;

    /// The channels that a player is known to read.
    async fn channels_read_by(&self, player: PlayerId) -> Result<Vec<ChannelId>, StoreError>;
}

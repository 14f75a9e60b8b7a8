//! Who follows a game that they do not play, and what they are still to be told of it.

use async_trait::async_trait;

use super::super::{Follow, FollowLimits, Following, OutboxEntry, OutboxEntryId, StoreError};
use kradan_table::{PlayerId, TableId};

/// The part of a [`Store`](super::Store) that holds the followers of games.
///
/// A [commit](super::TableStore::commit) with an outbox entry stores in the same transaction for each
/// follower who [wants](Follow::wants) it that they are to be told of it, and a [job](super::JobStore) that
/// does so. With the end of the game nobody follows it any more.
#[async_trait]
pub trait FollowerStore: Send + Sync + 'static {
    /// Stores that a player follows a table, or changes what they are told, unless a limit is
    /// reached.
    async fn follow(
        &self,
        table: TableId,
        player: PlayerId,
        follow: Follow,
        limits: FollowLimits,
    ) -> Result<Following, StoreError>;

    async fn follow_of(
        &self,
        table: TableId,
        player: PlayerId,
    ) -> Result<Option<Follow>, StoreError>;

    /// Removes that a player follows a table, with all that they are still to be told of it.
    async fn unfollow(&self, table: TableId, player: PlayerId) -> Result<(), StoreError>;

    /// The tables that a player follows.
    async fn followed_by(&self, player: PlayerId) -> Result<Vec<TableId>, StoreError>;

    /// What a follower is still to be told, in the order of the tables.
    async fn follower_entries(&self, player: PlayerId) -> Result<Vec<OutboxEntry>, StoreError>;

    /// Removes what a follower was told of.
    async fn mark_told(&self, player: PlayerId, id: OutboxEntryId) -> Result<(), StoreError>;
}

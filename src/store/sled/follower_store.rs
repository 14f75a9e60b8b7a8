//! [`SledStore`] as a store of the followers of games.

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{
    Follow, FollowLimits, FollowerStore, Following, OutboxEntry, OutboxEntryId, StoreError,
};
use super::follower_rows;
use super::keys::RowKey;
use super::store::SledStore;
use super::trees::Trees;
use kradan_table::{PlayerId, TableId};

#[async_trait]
impl FollowerStore for SledStore {
    async fn follow(
        &self,
        table: TableId,
        player: PlayerId,
        follow: Follow,
        limits: FollowLimits,
    ) -> Result<Following, StoreError> {
        let at = (table, player);
        self.write_with(move |trees| follower_rows::follow(trees, at, follow, limits)).await
    }

    async fn follow_of(
        &self,
        table: TableId,
        player: PlayerId,
    ) -> Result<Option<Follow>, StoreError> {
        self.read(move |trees| trees.read(RowKey::Follow(table, player))).await
    }

    async fn unfollow(&self, table: TableId, player: PlayerId) -> Result<(), StoreError> {
        self.write(move |trees| follower_rows::unfollow(trees, table, player)).await
    }

    async fn followed_by(&self, player: PlayerId) -> Result<Vec<TableId>, StoreError> {
        self.read(move |trees| trees.followed_by(player)).await
    }

    async fn follower_entries(
        &self,
        until: Timestamp,
        most: usize,
    ) -> Result<Vec<(PlayerId, OutboxEntry)>, StoreError> {
        self.read(move |trees| trees.follower_entries(until, most)).await
    }

    async fn next_follower_entry(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read(Trees::next_follower_entry).await
    }

    async fn mark_told(&self, player: PlayerId, id: OutboxEntryId) -> Result<(), StoreError> {
        self.write(move |trees| follower_rows::mark_told(trees, player, id)).await
    }

    async fn postpone_telling(
        &self,
        player: PlayerId,
        id: OutboxEntryId,
        ready_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.write(move |trees| follower_rows::postpone_telling(trees, player, id, ready_at)).await
    }
}

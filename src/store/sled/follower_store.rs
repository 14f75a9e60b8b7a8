//! [`SledStore`] as a store of the followers of games.

use async_trait::async_trait;

use super::super::{
    Follow, FollowLimits, FollowerStore, Following, OutboxEntry, OutboxEntryId, StoreError,
};
use super::follower_rows;
use super::keys::{IndexKey, RowKey};
use super::store::SledStore;
use super::trees::Writes;
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
        self.write_with(move |trees| {
            let mut writes = Writes::default();
            let is_known = trees.text(RowKey::Follow(table, player))?.is_some();
            if !is_known && trees.followers(table)?.len() >= limits.of_table {
                return Ok((writes, Following::TableFull));
            }
            if !is_known && trees.followed_by(player)?.len() >= limits.of_player {
                return Ok((writes, Following::PlayerFull));
            }
            writes.put(RowKey::Follow(table, player), &follow)?;
            writes.list(IndexKey::FollowedBy(player, table));
            Ok((writes, if is_known { Following::Known } else { Following::New }))
        })
        .await
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

    async fn follower_entries(&self, player: PlayerId) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(move |trees| trees.follower_entries(player)).await
    }

    async fn mark_told(&self, player: PlayerId, id: OutboxEntryId) -> Result<(), StoreError> {
        self.write(move |_| Ok(Writes::removing([RowKey::FollowerEntry(player, id)]))).await
    }
}

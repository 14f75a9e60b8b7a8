//! [`SledStore`] as a store that erases people.

use async_trait::async_trait;

use super::super::{ErasureStore, StoreError};
use super::erasure_rows::{self, LookedThrough};
use super::store::SledStore;
use super::trees::Trees;
use kradan_table::{ChannelId, PlayerId, TableId};

#[async_trait]
impl ErasureStore for SledStore {
    async fn erase_in_entries(
        &self,
        table: TableId,
        players: Vec<PlayerId>,
        player: PlayerId,
    ) -> Result<(), StoreError> {
        let plan =
            move |trees: &Trees| erasure_rows::erase_in_entries(trees, table, &players, player);
        self.write(plan).await
    }

    async fn erase_player(&self, player: PlayerId) -> Result<(), StoreError> {
        let mut looked_through = Some(LookedThrough::default());
        while let Some(before) = looked_through {
            let erase = move |trees: &Trees| erasure_rows::erase_in_rows(trees, player, before);
            looked_through = self.write_with(erase).await?;
        }
        self.write(move |trees| erasure_rows::erase_player(trees, player)).await
    }

    async fn rewrite(&self) -> Result<(), StoreError> {
        Ok(self.writer.rewrite().await?)
    }

    async fn channels_read_by(&self, player: PlayerId) -> Result<Vec<ChannelId>, StoreError> {
        self.read(move |trees| trees.channels_read_by(player)).await
    }
}

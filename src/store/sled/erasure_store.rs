//! [`SledStore`] as a store that erases people.

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{ErasureStore, StoreError};
use super::codec::ErasedBytes;
use super::erasure_rows::{self, LookedThrough};
use super::keys::RowKey;
use super::store::SledStore;
use super::trees::Trees;
use kradan_table::{ChannelId, PlayerId, TableId};

#[async_trait]
impl ErasureStore for SledStore {
    async fn wish_erasure(&self, player: PlayerId, at: Timestamp) -> Result<(), StoreError> {
        self.write(move |trees| erasure_rows::wish_erasure(trees, player, at)).await
    }

    async fn erasures(&self) -> Result<Vec<PlayerId>, StoreError> {
        self.read(Trees::erasures).await
    }

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

    async fn erased_bytes_since(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.erased_bytes().await?.map(|erased| erased.since))
    }

    async fn rewrite(&self) -> Result<(), StoreError> {
        let erased = self.erased_bytes().await?;
        self.writer.rewrite().await?;
        let Some(erased) = erased else { return Ok(()) };
        self.write(move |trees| erasure_rows::forget_erased_bytes(trees, erased)).await
    }

    async fn channels_read_by(&self, player: PlayerId) -> Result<Vec<ChannelId>, StoreError> {
        self.read(move |trees| trees.channels_read_by(player)).await
    }
}

impl SledStore {
    async fn erased_bytes(&self) -> Result<Option<ErasedBytes>, StoreError> {
        self.read(|trees| trees.read(RowKey::ErasedBytes)).await
    }
}

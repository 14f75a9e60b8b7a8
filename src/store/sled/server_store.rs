//! [`SledStore`] as a store of what servers have.

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{DailyPuzzle, Edit, ServerSettings, ServerStore, StoreError, Tournaments};
use super::keys::{self, RowKey, TreeId};
use super::mutations;
use super::store::SledStore;
use kradan_table::GuildId;

#[async_trait]
impl ServerStore for SledStore {
    async fn server_settings(&self, guild: GuildId) -> Result<ServerSettings, StoreError> {
        let settings = self.read(move |trees| trees.read(RowKey::ServerSettings(guild))).await?;
        Ok(settings.unwrap_or_default())
    }

    async fn update_server_settings(
        &self,
        guild: GuildId,
        change: Edit<ServerSettings>,
    ) -> Result<ServerSettings, StoreError> {
        let row_key = RowKey::ServerSettings(guild);
        self.write_with(move |trees| mutations::update(trees, row_key, change)).await
    }

    async fn tournaments(&self, guild: GuildId) -> Result<Tournaments, StoreError> {
        let stored = self.read(move |trees| trees.read(RowKey::Tournaments(guild))).await?;
        Ok(stored.unwrap_or_default())
    }

    async fn update_tournaments(
        &self,
        guild: GuildId,
        change: Edit<Tournaments>,
    ) -> Result<Tournaments, StoreError> {
        let row_key = RowKey::Tournaments(guild);
        self.write_with(move |trees| mutations::update(trees, row_key, change)).await
    }

    async fn daily_puzzle(&self, guild: GuildId) -> Result<DailyPuzzle, StoreError> {
        let stored = self.read(move |trees| trees.read(RowKey::DailyPuzzle(guild))).await?;
        Ok(stored.unwrap_or_default())
    }

    async fn update_daily_puzzle(
        &self,
        guild: GuildId,
        change: Edit<DailyPuzzle>,
    ) -> Result<DailyPuzzle, StoreError> {
        let row_key = RowKey::DailyPuzzle(guild);
        self.write_with(move |trees| mutations::update(trees, row_key, change)).await
    }

    /// Few servers have any.
    async fn due_tournaments(&self, until: Timestamp) -> Result<Vec<GuildId>, StoreError> {
        self.read(move |trees| {
            let prefix = [keys::TOURNAMENTS];
            let guild = |key: &[u8]| keys::id(key.get(1..)?).map(GuildId);
            let mut due = Vec::new();
            for guild in trees.decoded_keys(TreeId::ServerSettings, &prefix, guild) {
                let guild = guild?;
                let tournaments = trees.readable::<Tournaments>(RowKey::Tournaments(guild))?;
                let at = tournaments.and_then(|tournaments| tournaments.due);
                due.extend(at.filter(|at| *at <= until.as_second()).map(|_| guild));
            }
            Ok(due)
        })
        .await
    }
}

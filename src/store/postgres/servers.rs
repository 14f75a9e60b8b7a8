//! The settings of servers, their tournaments, and their daily puzzles.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::{FutureExt as _, TryFutureExt as _};
use jiff::Timestamp;

use super::super::{DailyPuzzle, Edit, ServerSettings, ServerStore, StoreError, Tournaments};
use super::client::rows;
use super::error::Failure;
use super::rows::unsigned;
use super::store::PostgresStore;
use super::values::{self, DAILY_PUZZLES, SERVER_SETTINGS, TOURNAMENTS};
use kradan_table::GuildId;

#[async_trait]
impl ServerStore for PostgresStore {
    async fn server_settings(&self, guild: GuildId) -> Result<ServerSettings, StoreError> {
        let settings = self
            .read(guild, |client, &guild| values::get(client, &SERVER_SETTINGS, guild.0).boxed())
            .await?;
        Ok(settings.unwrap_or_default())
    }

    async fn update_server_settings(
        &self,
        guild: GuildId,
        change: Edit<ServerSettings>,
    ) -> Result<ServerSettings, StoreError> {
        self.write((guild, change), |client, (guild, change), _| {
            let updated = values::update(client, &SERVER_SETTINGS, guild.0, change);
            updated.map_ok(|(_, settings)| settings).boxed()
        })
        .await
    }

    async fn tournaments(&self, guild: GuildId) -> Result<Tournaments, StoreError> {
        let stored = self
            .read(guild, |client, &guild| values::get(client, &TOURNAMENTS, guild.0).boxed())
            .await?;
        Ok(stored.unwrap_or_default())
    }

    async fn update_tournaments(
        &self,
        guild: GuildId,
        change: Edit<Tournaments>,
    ) -> Result<Tournaments, StoreError> {
        self.write((guild, change), |client, (guild, change), _| {
            let updated = values::update(client, &TOURNAMENTS, guild.0, change);
            updated.map_ok(|(_, tournaments)| tournaments).boxed()
        })
        .await
    }

    async fn daily_puzzle(&self, guild: GuildId) -> Result<DailyPuzzle, StoreError> {
        let stored = self
            .read(guild, |client, &guild| values::get(client, &DAILY_PUZZLES, guild.0).boxed())
            .await?;
        Ok(stored.unwrap_or_default())
    }

    async fn update_daily_puzzle(
        &self,
        guild: GuildId,
        change: Edit<DailyPuzzle>,
    ) -> Result<DailyPuzzle, StoreError> {
        self.write((guild, change), |client, (guild, change), _| {
            let updated = values::update(client, &DAILY_PUZZLES, guild.0, change);
            updated.map_ok(|(_, daily)| daily).boxed()
        })
        .await
    }

    async fn due_tournaments(&self, until: Timestamp) -> Result<Vec<GuildId>, StoreError> {
        self.read(until, |client, &until| due_tournaments(client, until).boxed()).await
    }
}

/// The servers whose tournaments are due.
async fn due_tournaments(
    client: &impl GenericClient,
    until: Timestamp,
) -> Result<Vec<GuildId>, Failure> {
    let sql = "select guild from server_tournaments where (tournaments ->> 'due')::bigint <= $1";
    let found = rows(client, sql, &[&until.as_second()]).await?;
    found.iter().map(|row| unsigned(row, 0).map(GuildId)).collect()
}

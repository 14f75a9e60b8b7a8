//! What servers have chosen, their tournaments, and their daily puzzles.

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{DailyPuzzle, Edit, ServerSettings, StoreError, Tournaments};
use kradan_table::GuildId;

/// The part of a [`Store`](super::Store) that holds what servers have.
#[async_trait]
pub trait ServerStore: Send + Sync + 'static {
    /// The settings of a server; the default where nothing was chosen.
    async fn server_settings(&self, guild: GuildId) -> Result<ServerSettings, StoreError>;

    /// Changes the settings of a server, and returns them as they are then. Concurrent changes are
    /// made one after the other, and each sees the ones before it.
    async fn update_server_settings(
        &self,
        guild: GuildId,
        change: Edit<ServerSettings>,
    ) -> Result<ServerSettings, StoreError>;

    /// The tournaments of a server; none where there never was one.
    async fn tournaments(&self, guild: GuildId) -> Result<Tournaments, StoreError>;

    /// Changes the tournaments of a server, and returns them as they are then. Concurrent changes are
    /// made one after the other, and each sees the ones before it.
    async fn update_tournaments(
        &self,
        guild: GuildId,
        change: Edit<Tournaments>,
    ) -> Result<Tournaments, StoreError>;

    /// The daily puzzle of a server; the default where there never was one.
    async fn daily_puzzle(&self, guild: GuildId) -> Result<DailyPuzzle, StoreError>;

    /// Changes the daily puzzle of a server, and returns it as it is then. Concurrent changes are made one
    /// after the other, and each sees the ones before it.
    async fn update_daily_puzzle(
        &self,
        guild: GuildId,
        change: Edit<DailyPuzzle>,
    ) -> Result<DailyPuzzle, StoreError>;

    /// The servers whose tournaments are [due](Tournaments::due) at a time or before.
    async fn due_tournaments(&self, until: Timestamp) -> Result<Vec<GuildId>, StoreError>;
}

//! The members of servers.

use serenity::all as discord;
use serenity::http::{LightMethod, Request, Route};

use super::super::limits::code;
use super::client::{Api, Counted};
use super::error::ApiError;
use super::pace::Priority;
use crate::table::{GuildId, PlayerId};

impl Api {
    /// Whether Discord says that a person is no member of a server.
    pub(in crate::discord) async fn has_left(
        &self,
        priority: Priority,
        guild: GuildId,
        player: PlayerId,
    ) -> Result<bool, ApiError> {
        self.wait_for_limit(priority).await?;
        let route = Route::GuildMember {
            guild_id: discord::GuildId::new(guild.0),
            user_id: discord::UserId::new(player.0),
        };
        let member = self.read(Counted::AsBot, Request::new(route, LightMethod::Get)).await;
        match member.map(|_: serde_json::Value| ()) {
            Ok(()) => Ok(false),
            Err(ApiError::Gone(code::UNKNOWN_MEMBER)) => Ok(true),
            Err(error) => Err(error),
        }
    }
}

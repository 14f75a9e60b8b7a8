//! Our application, its commands and emoji, and where the gateway is.

use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::CreateAttachment;
use serenity::http::{LightMethod, Request, Route};

use super::super::emoji::UploadedEmoji;
use super::client::{Api, in_time};
use super::error::ApiError;
use super::pace::Priority;
use super::snowflake::id_of;
use crate::table::{ApplicationId, PlayerId};

/// Where the gateway is, and what it takes.
#[derive(Clone, Debug)]
pub(in crate::discord) struct GatewayPlace {
    pub(in crate::discord) url: String,
    /// How many shards Discord recommends.
    pub(in crate::discord) shards: u32,
    /// How many shards may identify within five seconds.
    pub(in crate::discord) max_concurrency: u64,
    /// How many sessions may still be begun.
    pub(in crate::discord) starts_left: u64,
    /// When that is counted anew.
    pub(in crate::discord) reset_after: Duration,
}

impl Api {
    /// Asks which application the token is for, and which user its bot is.
    pub(in crate::discord) async fn current_application(&self) -> Result<ApplicationId, ApiError> {
        let request = Request::new(Route::Oauth2ApplicationCurrent, LightMethod::Get);
        let us: Value = in_time(self.limited.fire(request)).await?;
        let id = id_of(&us).filter(|&id| id != 0);
        let id = id.ok_or_else(|| ApiError::Unsure("Discord names no application".to_owned()))?;
        self.unlimited.set_application_id(id.into());
        self.limited.set_application_id(id.into());
        if let Some(user) = id_of(&us["bot"]) {
            _ = self.user.set(PlayerId(user));
        }
        Ok(ApplicationId(id))
    }

    pub(in crate::discord) async fn gateway(&self) -> Result<GatewayPlace, ApiError> {
        let gateway = in_time(self.limited.get_bot_gateway()).await?;
        let limit = gateway.session_start_limit;
        Ok(GatewayPlace {
            url: gateway.url,
            shards: gateway.shards.max(1),
            max_concurrency: limit.max_concurrency,
            starts_left: limit.remaining,
            reset_after: Duration::from_millis(limit.reset_after),
        })
    }

    /// Replaces all commands of the application.
    pub(in crate::discord) async fn register_commands(
        &self,
        commands: &Value,
    ) -> Result<(), ApiError> {
        self.wait_for_limit(Priority::Person).await;
        let application_id = serenity::all::ApplicationId::new(self.application().0);
        let request = Request::new(Route::Commands { application_id }, LightMethod::Put);
        self.send(&self.limited, request, commands, Vec::new()).await.map(drop)
    }

    /// Lists the emoji of the application.
    pub(in crate::discord) async fn application_emojis(
        &self,
    ) -> Result<Vec<UploadedEmoji>, ApiError> {
        self.wait_for_limit(Priority::Cleanup).await;
        let request = Request::new(self.emojis_route(), LightMethod::Get);
        let listed: Value = in_time(self.limited.fire(request)).await?;
        let items = listed["items"].as_array().map(Vec::as_slice).unwrap_or_default();
        let emoji = |item: &Value| {
            let name = item["name"].as_str()?.to_owned();
            Some(UploadedEmoji { id: id_of(item)?, name })
        };
        Ok(items.iter().filter_map(emoji).collect())
    }

    /// Uploads a PNG file as an emoji of the application, and returns its id.
    pub(in crate::discord) async fn upload_emoji(
        &self,
        name: &str,
        png: &[u8],
    ) -> Result<u64, ApiError> {
        self.emoji_uploads.until_ready().await;
        self.wait_for_limit(Priority::Cleanup).await;
        let image = CreateAttachment::bytes(png, format!("{name}.png")).to_base64();
        let body = json!({ "name": name, "image": image });
        let request = Request::new(self.emojis_route(), LightMethod::Post);
        let uploaded = self.send(&self.limited, request, &body, Vec::new()).await?;
        id_of(&uploaded).ok_or_else(|| ApiError::Unsure("Discord names no emoji".to_owned()))
    }

    fn emojis_route(&self) -> Route<'static> {
        Route::Emojis { application_id: serenity::all::ApplicationId::new(self.application().0) }
    }
}

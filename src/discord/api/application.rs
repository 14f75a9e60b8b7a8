//! The application, its commands and emoji, and the URL of the gateway.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{BotGateway, CreateAttachment};
use serenity::http::{LightMethod, Request, Route};

use super::client::{Api, Counted};
use super::error::ApiError;
use super::pace::Priority;
use super::snowflake::id_of;
use crate::discord::view::emoji::UploadedEmoji;
use kradan_table::{ApplicationId, PlayerId};

/// The type of a slash command. *Application Commands*, Application Command Types.
const SLASH: u8 = 1;

/// The URL and limits of the gateway.
#[derive(Clone, Debug)]
pub(crate) struct GatewayPlace {
    pub(crate) url: String,
    /// The recommended number of shards.
    pub(crate) shards: u32,
    /// The shards that may identify within five seconds (`max_concurrency`).
    pub(crate) max_concurrency: u64,
    /// The session starts that are left.
    pub(crate) starts_left: u64,
    /// The time until they are reset.
    pub(crate) reset_after: Duration,
}

impl Api {
    /// Reads the application of the token, and its bot's user.
    pub(crate) async fn current_application(&self) -> Result<ApplicationId, ApiError> {
        let request = Request::new(Route::Oauth2ApplicationCurrent, LightMethod::Get);
        let us: Value = self.read(Counted::AsBot, request).await?;
        let id = id_of(&us).filter(|&id| id != 0);
        let id = id.ok_or_else(|| ApiError::Unsure("Discord names no application".to_owned()))?;
        self.set_application(ApplicationId(id));
        if let Some(user) = id_of(&us["bot"]) {
            _ = self.user.set(PlayerId(user));
        }
        Ok(ApplicationId(id))
    }

    pub(crate) async fn gateway(&self) -> Result<GatewayPlace, ApiError> {
        let request = Request::new(Route::GatewayBot, LightMethod::Get);
        let gateway: BotGateway = self.read(Counted::AsBot, request).await?;
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
    pub(crate) async fn register_commands(&self, commands: &Value) -> Result<(), ApiError> {
        self.wait_for_limit(Priority::Person).await?;
        let application_id = serenity::all::ApplicationId::new(self.application().0);
        let request = Request::new(Route::Commands { application_id }, LightMethod::Put);
        self.send(Counted::AsBot, request, commands, Vec::new()).await.map(drop)
    }

    /// The ids of the slash commands by name, for mentions of them.
    pub(crate) async fn command_ids(&self) -> Result<HashMap<String, u64>, ApiError> {
        self.wait_for_limit(Priority::Person).await?;
        let application_id = serenity::all::ApplicationId::new(self.application().0);
        let request = Request::new(Route::Commands { application_id }, LightMethod::Get);
        let listed: Value = self.read(Counted::AsBot, request).await?;
        let slash =
            listed.as_array().into_iter().flatten().filter(|command| command["type"] == SLASH);
        Ok(slash
            .filter_map(|command| Some((command["name"].as_str()?.to_owned(), id_of(command)?)))
            .collect())
    }

    /// Lists the emoji of the application.
    pub(crate) async fn application_emojis(&self) -> Result<Vec<UploadedEmoji>, ApiError> {
        self.wait_for_limit(Priority::Cleanup).await?;
        let request = Request::new(self.emojis_route(), LightMethod::Get);
        let listed: Value = self.read(Counted::AsBot, request).await?;
        let items = listed["items"].as_array().map(Vec::as_slice).unwrap_or_default();
        let emoji = |item: &Value| {
            let name = item["name"].as_str()?.to_owned();
            Some(UploadedEmoji { id: id_of(item)?, name })
        };
        Ok(items.iter().filter_map(emoji).collect())
    }

    /// Waits until one more emoji may be uploaded.
    pub(crate) async fn wait_for_emoji_upload(&self) {
        self.emoji_uploads.until_ready().await;
    }

    /// Uploads a PNG file as an emoji of the application, and returns its id.
    pub(crate) async fn upload_emoji(&self, name: &str, png: &[u8]) -> Result<u64, ApiError> {
        self.wait_for_limit(Priority::Cleanup).await?;
        let image = CreateAttachment::bytes(png, format!("{name}.png")).to_base64();
        let body = json!({ "name": name, "image": image });
        let request = Request::new(self.emojis_route(), LightMethod::Post);
        let uploaded = self.send(Counted::AsBot, request, &body, Vec::new()).await?;
        id_of(&uploaded).ok_or_else(|| ApiError::Unsure("Discord names no emoji".to_owned()))
    }

    pub(crate) async fn delete_emoji(&self, id: u64) -> Result<(), ApiError> {
        self.wait_for_limit(Priority::Cleanup).await?;
        let application_id = serenity::all::ApplicationId::new(self.application().0);
        let route = Route::Emoji { application_id, emoji_id: serenity::all::EmojiId::new(id) };
        self.request(Counted::AsBot, Request::new(route, LightMethod::Delete)).await.map(drop)
    }

    fn emojis_route(&self) -> Route<'static> {
        Route::Emojis { application_id: serenity::all::ApplicationId::new(self.application().0) }
    }
}

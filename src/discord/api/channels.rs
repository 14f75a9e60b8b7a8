//! Channels, threads and private conversations.

use serde_json::{Value, json};
use serenity::all as discord;
use serenity::http::{LightMethod, Request, Route};

use super::super::limits::ARCHIVED_AFTER_A_WEEK;
use super::client::{Api, in_time};
use super::error::ApiError;
use super::snowflake::id_of;
use crate::table::{ChannelId, MessageId, PlayerId};

impl Api {
    /// Opens the conversation with a player, or finds it. Many new ones in a row would have the bot
    /// taken for a nuisance: beyond a pace this fails, and is to be tried again later.
    pub(in crate::discord) async fn open_conversation(
        &self,
        player: PlayerId,
    ) -> Result<ChannelId, ApiError> {
        if self.conversations.check().is_err() {
            return Err(ApiError::Unsure("other conversations are opened first".to_owned()));
        }
        self.wait_for_limit().await;
        let request = Request::new(Route::UserMeDmChannels, LightMethod::Post);
        let body = json!({ "recipient_id": player.0.to_string() });
        let conversation = self.send(&self.limited, request, &body, Vec::new()).await?;
        let channel = id_of(&conversation).map(ChannelId);
        channel.ok_or(ApiError::Unsure("a conversation has no id".to_owned()))
    }

    /// Opens a thread below a message, or finds the one that is there.
    pub(in crate::discord) async fn open_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        name: &str,
    ) -> Result<ChannelId, ApiError> {
        self.wait_for_limit().await;
        let route = Route::ChannelMessageThreads {
            channel_id: discord::ChannelId::new(channel.0),
            message_id: discord::MessageId::new(message.0),
        };
        let request = Request::new(route, LightMethod::Post);
        // A week: boards may be days apart, and a post opens the thread again in any case.
        let body = json!({ "name": name, "auto_archive_duration": ARCHIVED_AFTER_A_WEEK });
        let thread = match self.send(&self.limited, request, &body, Vec::new()).await {
            // A message's thread has the message's id.
            Err(ApiError::Exists) => return Ok(ChannelId(message.0)),
            other => other?,
        };
        id_of(&thread).map(ChannelId).ok_or(ApiError::Unsure("a thread has no id".to_owned()))
    }

    /// The channel object of a channel or thread.
    pub(in crate::discord) async fn channel(&self, channel: ChannelId) -> Result<Value, ApiError> {
        self.wait_for_limit().await;
        in_time(self.limited.fire(Request::new(route(channel), LightMethod::Get))).await
    }

    pub(in crate::discord) async fn edit_thread(
        &self,
        thread: ChannelId,
        change: &Value,
    ) -> Result<(), ApiError> {
        self.wait_for_limit().await;
        let request = Request::new(route(thread), LightMethod::Patch);
        self.send(&self.limited, request, change, Vec::new()).await.map(drop)
    }
}

fn route(channel: ChannelId) -> Route<'static> {
    Route::Channel { channel_id: discord::ChannelId::new(channel.0) }
}

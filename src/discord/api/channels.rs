//! Channels, threads and private conversations.

use serde::Deserialize;
use serde_json::{Value, json};
use serenity::all::{self as discord, ChannelType};
use serenity::http::{LightMethod, Request, Route};

use super::super::limits::ARCHIVED_AFTER_A_WEEK;
use super::client::{Api, Counted};
use super::error::ApiError;
use super::pace::Priority;
use super::snowflake::id_of;
use kradan_table::{ChannelId, MessageId, PlayerId};

impl Api {
    /// The direct message channel of a player, opened if needed.
    pub(crate) async fn open_conversation(&self, player: PlayerId) -> Result<ChannelId, ApiError> {
        self.wait_for_limit(Priority::Person).await?;
        let request = Request::new(Route::UserMeDmChannels, LightMethod::Post);
        let body = json!({ "recipient_id": player.0.to_string() });
        let conversation = self.send(Counted::AsBot, request, &body, Vec::new()).await?;
        let channel = id_of(&conversation).map(ChannelId);
        channel.ok_or(ApiError::Unsure("a conversation has no id".to_owned()))
    }

    /// The thread of a message, opened if needed.
    pub(crate) async fn open_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        name: &str,
    ) -> Result<ChannelId, ApiError> {
        let route = Route::ChannelMessageThreads {
            channel_id: discord::ChannelId::new(channel.0),
            message_id: discord::MessageId::new(message.0),
        };
        let body = json!({ "name": name, "auto_archive_duration": ARCHIVED_AFTER_A_WEEK });
        match self.open_thread_by(route, &body).await {
            // A message's thread has the message's id.
            Err(ApiError::Exists) => Ok(ChannelId(message.0)),
            other => other,
        }
    }

    /// Opens a public thread without a message. A second call opens a second one.
    pub(crate) async fn open_new_thread(
        &self,
        channel: ChannelId,
        kind: Option<ChannelType>,
        name: &str,
    ) -> Result<ChannelId, ApiError> {
        let route = Route::ChannelThreads { channel_id: discord::ChannelId::new(channel.0) };
        let kind = match kind {
            Some(ChannelType::News) => ChannelType::NewsThread,
            _ => ChannelType::PublicThread,
        };
        let body =
            json!({ "name": name, "auto_archive_duration": ARCHIVED_AFTER_A_WEEK, "type": kind });
        self.open_thread_by(route, &body).await
    }

    /// Archived after a week, as boards may be days apart. A post opens a thread again.
    async fn open_thread_by(&self, route: Route<'_>, body: &Value) -> Result<ChannelId, ApiError> {
        self.wait_for_limit(Priority::Person).await?;
        let request = Request::new(route, LightMethod::Post);
        let thread = self.send(Counted::AsBot, request, body, Vec::new()).await?;
        id_of(&thread).map(ChannelId).ok_or(ApiError::Unsure("a thread has no id".to_owned()))
    }

    /// The channel object of a channel or thread.
    pub(crate) async fn channel(&self, channel: ChannelId) -> Result<Value, ApiError> {
        self.get(Priority::Person, route(channel)).await
    }

    /// The channel that a thread belongs to; `None` for a channel.
    pub(crate) async fn parent_of(
        &self,
        channel: ChannelId,
    ) -> Result<Option<ChannelId>, ApiError> {
        let object = self.channel(channel).await?;
        // The parent of a channel is its category.
        let is_thread = object["thread_metadata"].is_object();
        let parent = object["parent_id"].as_str().and_then(|id| id.parse().ok()).map(ChannelId);
        Ok(parent.filter(|_| is_thread))
    }

    /// Whether a channel can have threads, by its kind.
    pub(crate) async fn has_threads(&self, channel: ChannelId) -> Result<bool, ApiError> {
        let object = self.channel(channel).await?;
        Ok(ChannelType::deserialize(&object["type"]).is_ok_and(kind_has_threads))
    }

    pub(crate) async fn edit_thread(
        &self,
        thread: ChannelId,
        change: &Value,
    ) -> Result<(), ApiError> {
        self.wait_for_limit(Priority::Person).await?;
        let request = Request::new(route(thread), LightMethod::Patch);
        self.send(Counted::AsBot, request, change, Vec::new()).await.map(drop)
    }
}

/// Whether public threads can be opened in a kind of channel: voice channels, threads and private
/// conversations have none, and in a forum a thread does not start from a message.
pub(crate) fn kind_has_threads(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::Text | ChannelType::News)
}

pub(super) fn route(channel: ChannelId) -> Route<'static> {
    Route::Channel { channel_id: discord::ChannelId::new(channel.0) }
}

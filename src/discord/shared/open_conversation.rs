//! The direct conversation with a player, which is opened where none is known.

use super::bot::Bot;
use super::interaction::Request;
use crate::discord::api::ApiError;
use crate::service::{ErrorChain, Profile};
use kradan_table::{ChannelId, PlayerId};

impl Bot {
    /// Opens the conversation with the caller, if they want to be reminded there and it is not open.
    pub(crate) async fn open_wanted_conversation(&self, request: &Request) {
        // Discord takes suggestions for no sign of somebody who wants to be written to.
        if request.is_autocomplete() || !self.conversations.take(request.user.id) {
            return;
        }
        if let Err(error) = self.open_conversation(request.user.id).await {
            tracing::info!(error = %ErrorChain(&error), "a conversation is opened when its player does something the next time");
        }
    }

    /// The channel of the conversation with a player. Where none is known it is opened.
    pub(crate) async fn conversation_with(&self, player: PlayerId) -> Result<ChannelId, ApiError> {
        let known = self.service.store().profile(player).await.ok().flatten();
        match known.and_then(|profile| profile.conversation) {
            Some(channel) => Ok(channel),
            None => self.open_conversation(player).await,
        }
    }

    /// Opens the conversation with a player, and stores its channel.
    pub(crate) async fn open_conversation(&self, player: PlayerId) -> Result<ChannelId, ApiError> {
        let channel = self.api.open_conversation(player).await?;
        let change = move |it: &mut Profile| it.conversation = Some(channel);
        if let Err(error) = self.service.store().update_profile(player, Box::new(change)).await {
            tracing::warn!(player = player.0, error = %ErrorChain(&error), "the conversation with a player is not stored");
        }
        Ok(channel)
    }
}

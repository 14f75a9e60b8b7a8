//! The direct conversation with a person.

use super::api::ApiError;
use super::bot::Bot;
use crate::service::{ErrorChain, Profile, Store};
use crate::table::{ChannelId, PlayerId};

impl<S: Store> Bot<S> {
    /// The channel of the direct messages with a person. Where none is known it is opened and stored.
    pub(super) async fn conversation_with(&self, player: PlayerId) -> Result<ChannelId, ApiError> {
        let known = self.service.store().profile(player).await.ok().flatten();
        if let Some(channel) = known.and_then(|profile| profile.conversation) {
            return Ok(channel);
        }
        let channel = self.api.open_conversation(player).await?;
        let change = move |it: &mut Profile| it.conversation = Some(channel);
        if let Err(error) = self.service.store().update_profile(player, change).await {
            tracing::warn!(player = player.0, error = %ErrorChain(&error), "the conversation with a player is not stored");
        }
        Ok(channel)
    }
}

//! Delivering where the channel is closed to us: by the deferred response, in private to those whom
//! an entry concerns, or when they do something the next time.

use super::super::announcement::Announcement;
use super::super::api::{ApiError, Original, ShownTo};
use super::super::message::Message;
use super::delivery::{Delivery, mark};
use crate::i18n::{self, Line};
use crate::service::{ErrorChain, OutboxEntry, Profile, Store};
use crate::table::{Event, MessageId, PlayerId};

impl<S: Store> Delivery<S> {
    /// Delivers an entry where we respond and may not post: by the response that was deferred, or
    /// else in private.
    pub(super) async fn edit_deferred_or_tell(
        &self,
        entry: &OutboxEntry,
        announcement: &Announcement<'_>,
        message: &Message,
    ) -> Result<Option<MessageId>, ApiError> {
        if let Some(handle) = self.handle_of(entry) {
            match self.bot.api.original(handle).await? {
                Original::Message(found) => return Ok(Some(found)),
                Original::Deferred => match self.bot.api.edit_original(handle, message).await {
                    Ok(ShownTo::All(edited)) => {
                        self.ping(handle, message).await;
                        return Ok(edited);
                    }
                    Ok(ShownTo::Caller) | Err(ApiError::Gone(_) | ApiError::TooLate) => {}
                    Err(error) => return Err(error),
                },
                Original::None => {}
            }
        }
        self.tell_in_private(entry, announcement, None).await?;
        Ok(None)
    }

    /// Tells those whom an entry concerns in private. For a player who cannot be told so either it is
    /// stored until they do something.
    pub(super) async fn tell_in_private(
        &self,
        entry: &OutboxEntry,
        announcement: &Announcement<'_>,
        why: Option<&ApiError>,
    ) -> Result<(), ApiError> {
        for player in concerned(announcement) {
            match self.tell_player(player, entry, announcement, why).await {
                Ok(()) => {}
                Err(error @ ApiError::Unsure(_)) => return Err(error),
                Err(error) => {
                    tracing::info!(table = entry.id.table.0, player = player.0, error = %ErrorChain(&error), "a player is told when they do something the next time");
                    self.store_missed(player, entry).await?;
                }
            }
        }
        Ok(())
    }

    async fn store_missed(&self, player: PlayerId, entry: &OutboxEntry) -> Result<(), ApiError> {
        self.bot.service.store().add_missed(player, entry.clone()).await.map_err(|error| {
            tracing::error!(table = entry.id.table.0, player = player.0, error = %ErrorChain(&error), "what a player missed is not stored");
            ApiError::Unsure("it could not be stored".to_owned())
        })
    }

    /// Tells one player in private, in their language, and how they get at the board.
    async fn tell_player(
        &self,
        player: PlayerId,
        entry: &OutboxEntry,
        announcement: &Announcement<'_>,
        why: Option<&ApiError>,
    ) -> Result<(), ApiError> {
        let preferences = self.bot.preferences_of(player).await;
        let mut message = announcement.message(&preferences);
        if !matches!(why, Some(ApiError::Gone(_))) {
            let channel = format!("<#{}>", entry.channel.0);
            let hint = i18n::line(&Line::CannotPost { place: &channel }, preferences.language);
            message.text = format!("{}\n-# {hint}", message.text);
        }
        message.rows.clear();
        message.ping = Some(player);
        let mark = mark(entry);
        let known = self.bot.service.store().profile(player).await.ok().flatten();
        if let Some(channel) = known.and_then(|profile| profile.conversation) {
            match self.post_once(channel, entry, &message, &mark).await {
                // The conversation may have another channel by now.
                Err(ApiError::Gone(_)) => {}
                other => return other,
            }
        }
        let channel = self.bot.api.open_conversation(player).await?;
        let change = move |it: &mut Profile| it.conversation = Some(channel);
        if let Err(error) = self.bot.service.store().update_profile(player, change).await {
            tracing::warn!(player = player.0, error = %ErrorChain(&error), "the conversation with a player is not stored");
        }
        self.post_once(channel, entry, &message, &mark).await
    }
}

/// Whom an entry concerns: whom it pings, and both players where time ended their game.
fn concerned(announcement: &Announcement<'_>) -> Vec<PlayerId> {
    let is_end = announcement.events.iter().any(|event| matches!(event, Event::Ended(_)));
    if announcement.by.is_none() && is_end {
        return announcement.row.table.players();
    }
    announcement.calls().into_iter().collect()
}

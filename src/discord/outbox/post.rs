//! Delivering by a message in the channel of the table.

use jiff::SignedDuration;

use super::super::api::{ApiError, Original, Priority};
use super::delivery::{self, age, mark, priority_of};
use super::reconcile;
use crate::discord::api::message_payload::without_file;
use crate::discord::shared::bot::Bot;
use crate::discord::view::message::Message;
use crate::service::{OutboxEntry, TableService};
use kradan_i18n::Language;
use kradan_table::{ChannelId, MessageId};

/// For how long Discord is trusted to know by its nonce what was posted before.
const NONCE_KEPT: SignedDuration = SignedDuration::from_mins(1);

/// Posts an entry in its channel, unless it is there.
pub(super) async fn in_channel(
    bot: &Bot,
    entry: &OutboxEntry,
    message: &Message,
    language: Language,
) -> Result<Option<MessageId>, ApiError> {
    if let Some(handle) = delivery::interaction_handle(bot, entry) {
        match bot.api.original(handle).await? {
            Original::Message(found) => return Ok(Some(found)),
            // The deferred response may stand above boards that came since, and an edit would
            // ping nobody.
            Original::Deferred => match bot.api.delete_original(handle).await {
                Ok(()) | Err(ApiError::Gone(_) | ApiError::TooLate) => {}
                Err(error) => return Err(error),
            },
            Original::None => {}
        }
    }
    if let Some(found) = reconcile::find(bot, entry.channel, entry, message).await? {
        return Ok(Some(found));
    }
    let (mark, priority) = (mark(entry), priority_of(entry));
    match bot.api.post(priority, entry.channel, message, &mark).await {
        Err(error) if error.is_of_file() && message.file.is_some() => {
            let without = without_file(message, entry.channel, language);
            bot.api.post(priority, entry.channel, &without, &mark).await
        }
        other => other,
    }
}

/// Whether Discord knows by its nonce if an entry was posted before.
pub(super) fn is_first_attempt(service: &TableService, entry: &OutboxEntry) -> bool {
    entry.attempts == 0 && age(entry, service.clock().now()) < NONCE_KEPT
}

/// Posts something about an entry in a channel, unless it is there.
pub(super) async fn once(
    bot: &Bot,
    (priority, channel): (Priority, ChannelId),
    entry: &OutboxEntry,
    message: &Message,
    mark: &str,
) -> Result<(), ApiError> {
    let is_first = is_first_attempt(&bot.service, entry);
    if is_first || reconcile::find(bot, channel, entry, message).await?.is_none() {
        bot.api.post(priority, channel, message, mark).await?;
    }
    Ok(())
}

//! Delivering where the channel is closed to us: by the deferred response, in private to those whom
//! an entry concerns, or when they do something the next time.

use super::super::api::{ApiError, Original, ShownTo};
use super::super::limits::code;
use super::delivery::{self, mark, priority_of};
use super::{missed, post, response};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::{guilds, open_conversation, shared_preferences};
use crate::discord::view::announcement::Announcement;
use crate::discord::view::message::Message;
use crate::service::{ErrorChain, OutboxEntry};
use kradan_i18n::{self as i18n, Line};
use kradan_table::{Event, MessageId, PlayerId};

/// Why something comes in private.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// The channel of the table is closed to us.
    CannotPost,
    /// The channel of the table is closed to the reader.
    CannotSee,
    /// The reader is in time-out in the server of the table.
    TimedOut,
}

/// Delivers an entry where we respond and may not post: by the response that was deferred, or
/// else in private.
pub(super) async fn edit_deferred_or_tell(
    bot: &Bot,
    entry: &OutboxEntry,
    announcement: &Announcement<'_>,
    message: &Message,
) -> Result<Option<MessageId>, ApiError> {
    if let Some(handle) = delivery::interaction_handle(bot, entry) {
        match bot.api.original(handle).await? {
            Original::Message(found) => return Ok(Some(found)),
            Original::Deferred => match bot.api.edit_original(handle, message).await {
                Ok(ShownTo::All(edited)) => {
                    response::ping(&bot.api, handle, message).await;
                    return Ok(edited);
                }
                Ok(ShownTo::Caller) | Err(ApiError::Gone(_) | ApiError::TooLate) => {}
                Err(error) => return Err(error),
            },
            Original::None => {}
        }
    }
    tell_concerned(bot, entry, announcement, None).await?;
    Ok(None)
}

/// Tells those whom an entry concerns in private. For a player who cannot be told so either, or
/// blocks the one who caused it, it is stored until they do something; so is what opens no
/// conversation.
pub(super) async fn tell_concerned(
    bot: &Bot,
    entry: &OutboxEntry,
    announcement: &Announcement<'_>,
    why: Option<&ApiError>,
) -> Result<(), ApiError> {
    let hint = (!matches!(why, Some(ApiError::Gone(_)))).then_some(Hint::CannotPost);
    for player in concerned(announcement) {
        tell(bot, player, entry, announcement, hint).await?;
    }
    Ok(())
}

/// Tells one player in private, or when they do something the next time.
pub(super) async fn tell(
    bot: &Bot,
    player: PlayerId,
    entry: &OutboxEntry,
    announcement: &Announcement<'_>,
    hint: Option<Hint>,
) -> Result<(), ApiError> {
    if delivery::is_muted(bot, player, entry).await {
        return missed::add(bot, player, entry).await;
    }
    let message = message(bot, player, entry, announcement, hint).await;
    let may_open = opens_conversation(announcement, player);
    match post(bot, player, entry, (&message, &mark(entry)), may_open).await {
        Err(error) if !error.may_pass() => {
            tracing::info!(table = %entry.id.table.0, error = %ErrorChain(&error), "direct message not sent, stored for the player's next interaction");
            missed::add(bot, player, entry).await
        }
        other => other,
    }
}

/// Posts a message in the direct conversation with a player. One that is not known may have to be
/// opened.
pub(super) async fn post(
    bot: &Bot,
    player: PlayerId,
    entry: &OutboxEntry,
    (message, mark): (&Message, &str),
    may_open: bool,
) -> Result<(), ApiError> {
    if let Some(channel) = open_conversation::known(bot.service.store(), player).await {
        match post::once(bot, (priority_of(entry), channel), entry, message, mark).await {
            // The conversation may have another channel by now.
            Err(ApiError::Gone(_)) => {}
            other => return other,
        }
    }
    if !may_open {
        return Err(ApiError::Gone(code::UNKNOWN_CHANNEL));
    }
    let channel = open_conversation::open(bot, player).await?;
    post::once(bot, (priority_of(entry), channel), entry, message, mark).await
}

/// What one player is told in private, in their language.
pub(super) async fn message(
    bot: &Bot,
    player: PlayerId,
    entry: &OutboxEntry,
    announcement: &Announcement<'_>,
    hint: Option<Hint>,
) -> Message {
    let preferences = shared_preferences::at_table(bot, &announcement.stored.table, player).await;
    let mut message = delivery::message_for(bot, announcement, &preferences).await;
    delivery::add_footer(bot, &mut message, entry, announcement, (true, preferences.language))
        .await;
    if let Some(hint) = hint {
        let channel = guilds::written_channel(bot, entry.id.table, entry.channel).await;
        let line = match hint {
            Hint::CannotPost => Line::CannotPost { place: &channel },
            Hint::CannotSee => Line::CannotSee,
            Hint::TimedOut => Line::TimedOut,
        };
        let hint = i18n::line(&line, preferences.language);
        message.text = format!("{}\n-# {hint}", message.text);
    }
    // A board can be used here too: what is done is announced where the table is shown.
    if !announcement.shows_board() {
        message.rows.clear();
    }
    message.ping = vec![player];
    message
}

/// Whether a conversation is opened to tell a player something: that it is their turn, and that time runs
/// out or has ended their game.
fn opens_conversation(announcement: &Announcement<'_>, player: PlayerId) -> bool {
    let is_turn = announcement.stored.table.person_to_move() == Some(player);
    announcement.ends_on_time() || is_turn && announcement.shows_board()
}

/// Whom an entry concerns: whom it calls, and both players where time ended their game, or where the
/// mover is to move again.
fn concerned(announcement: &Announcement<'_>) -> Vec<PlayerId> {
    let mut concerned = all_concerned(announcement);
    concerned.retain(|player| !player.is_erased());
    concerned
}

fn all_concerned(announcement: &Announcement<'_>) -> Vec<PlayerId> {
    if announcement.is_ended_by_another() {
        return announcement.stored.table.players();
    }
    let called = announcement.mentions();
    let is_move = announcement.events.iter().any(|event| matches!(event, Event::Moved { .. }));
    if is_move && called.is_some() && called == announcement.by {
        // The opponent's reply was planned, or there was none: they have not seen the move.
        return announcement.stored.table.players();
    }
    called.into_iter().collect()
}

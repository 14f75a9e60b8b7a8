//! Sends responses, without their file where files are not allowed: the board then is text. Where a
//! response cannot serve, a follow-up or a message is sent instead.

use backon::Retryable as _;
use serenity::all::Permissions;

use super::super::api::retry::FOLLOW_UP;
use super::super::api::{Api, ApiError, Priority, ShownTo, base_62};
use super::super::limits::code;
use super::reconcile;
use super::response::is_answered_by_message;
use crate::discord::api::message_payload;
use crate::discord::api::message_tokens::MessageTokens;
use crate::discord::api::panels::Panel;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::interaction::Request;
use crate::discord::shared::{cleanup, shared_preferences};
use crate::discord::view::message::{File, Message};
use crate::discord::view::visibility::Visibility;
use crate::service::ControlMessage;
use kradan_table::{ChannelId, MessageId};

/// How a message reaches those who see it.
#[derive(Clone, Copy)]
enum SentAs<'a> {
    /// The first response.
    Response(Visibility),
    /// A change of the message whose control was used.
    Change,
    /// An edit of the response that was deferred.
    Edit,
    /// A message for all after the response.
    FollowUp,
    /// A message of the bot in a channel, known by a mark.
    Post(ChannelId, &'a str),
}

/// Responds with a new message.
pub(crate) async fn response(
    bot: &Bot,
    request: &Request,
    message: &Message,
    visibility: Visibility,
) -> Result<ShownTo, ApiError> {
    send(bot, request, message, SentAs::Response(visibility)).await
}

/// Responds with a new message for all. Where the bot is no member, a press is the only way to
/// change the message that was pressed, unless a token of that message lives.
pub(crate) async fn to_all(
    bot: &Bot,
    request: &Request,
    message: &Message,
) -> Result<ShownTo, ApiError> {
    let is_acknowledged = acknowledge_press(bot, request).await?;
    let sent_as =
        if is_acknowledged { SentAs::FollowUp } else { SentAs::Response(Visibility::Public) };
    send(bot, request, message, sent_as).await
}

/// Responds with a message for all that announces nothing. Beside a private panel it is a message
/// of its own, known by the interaction.
pub(crate) async fn publicly(
    bot: &Bot,
    request: &Request,
    message: &Message,
    is_deferred: bool,
) -> Result<ShownTo, ApiError> {
    if is_answered_by_message(request) {
        let (channel, mark) = (request.origin.channel, base_62(request.interaction.0, 11));
        return beside_panel(bot, request, (channel, &mark), message, is_deferred).await;
    }
    if is_deferred {
        return edit(bot, request, message).await;
    }
    response(bot, request, message, Visibility::Public).await
}

/// Acknowledges a press on a private panel, unless that was done, and posts a message of its own
/// under a mark. In a private thread that the bot is not in, the message follows the
/// acknowledgement.
pub(super) async fn beside_panel(
    bot: &Bot,
    request: &Request,
    (channel, mark): (ChannelId, &str),
    message: &Message,
    is_acknowledged: bool,
) -> Result<ShownTo, ApiError> {
    if !is_acknowledged {
        bot.api.acknowledge(request.handle()).await?;
    }
    let posted = send(bot, request, message, SentAs::Post(channel, mark)).await;
    let may_follow = matches!(&posted, Err(error @ ApiError::Forbidden(_)) if !error.is_of_words());
    if !may_follow || channel != request.origin.channel {
        return posted;
    }
    let followed = send(bot, request, message, SentAs::FollowUp).await?;
    if let ShownTo::All(Some(followed)) = followed {
        let panel = Panel::new(&request.token, Some(followed));
        bot.message_tokens.note(followed, panel);
    }
    Ok(followed)
}

/// Sends a message, without its file where the bot may not attach any.
async fn send(
    bot: &Bot,
    request: &Request,
    message: &Message,
    sent_as: SentAs<'_>,
) -> Result<ShownTo, ApiError> {
    let sent = if message.file.is_some() && !may_attach(request) {
        Err(ApiError::Forbidden(code::MISSING_PERMISSIONS))
    } else {
        send_whole(&bot.api, request, message, sent_as).await
    };
    match sent {
        Err(error) if error.is_of_file() && message.file.is_some() => {
            let message = without_file(bot, request, message).await;
            send_whole(&bot.api, request, &message, sent_as).await
        }
        other => other,
    }
}

async fn send_whole(
    api: &Api,
    request: &Request,
    message: &Message,
    sent_as: SentAs<'_>,
) -> Result<ShownTo, ApiError> {
    let handle = request.handle();
    match sent_as {
        SentAs::Response(visibility) => api.respond(handle, message, visibility).await,
        SentAs::Change => match api.update_message(handle, message).await {
            Ok(()) => Ok(pressed_shown_to(request)),
            // Another press took the message away meanwhile.
            Err(ApiError::Gone(code::UNKNOWN_MESSAGE)) => {
                let is_private = matches!(pressed_shown_to(request), ShownTo::Caller);
                let visibility =
                    if is_private { Visibility::Ephemeral } else { Visibility::Public };
                api.respond(handle, message, visibility).await
            }
            Err(error) => Err(error),
        },
        SentAs::Edit => api.edit_original(handle, message).await,
        SentAs::FollowUp => follow_up(api, request, message).await,
        SentAs::Post(channel, mark) => {
            let posted = api.post(Priority::Person, channel, message, mark).await;
            posted.map(ShownTo::All)
        }
    }
}

/// Sends a message for all after the response. Where Discord does not say whether it took the
/// message, it is looked for. Where that is not possible it is sent again: it is better there
/// twice than not at all.
async fn follow_up(api: &Api, request: &Request, message: &Message) -> Result<ShownTo, ApiError> {
    let mut may_be_there = false;
    let attempt = || {
        let is_sought = std::mem::replace(&mut may_be_there, true);
        async move {
            if is_sought
                && let Ok(Some(found)) = reconcile::find_follow_up(api, request, message).await
            {
                return Ok(ShownTo::All(Some(found)));
            }
            api.follow_up_for_all(request.handle(), message).await
        }
    };
    attempt
        .retry(FOLLOW_UP.backoff())
        .sleep(tokio::time::sleep)
        .when(ApiError::may_pass)
        .adjust(|error, pause| pause.map(|pause| pause.max(error.retry_after())))
        .await
}

/// Responds to a press on an old message: the caller alone sees why nothing was done.
pub(crate) async fn to_stale_press(
    bot: &Bot,
    request: &Request,
    message: &Message,
) -> Result<(), ApiError> {
    if !acknowledge_press(bot, request).await? {
        return response(bot, request, message, Visibility::Ephemeral).await.map(drop);
    }
    if let (Some((pressed, _)), Some(table)) = (request.origin.message, request.table()) {
        let pressed = ControlMessage::new(request.origin.channel, pressed);
        cleanup::queue(&bot.service, table, vec![pressed]).await;
    }
    let api = &bot.api;
    api.follow_up(request.handle(), message, Visibility::Ephemeral).await.map(drop)
}

/// Acknowledges a press on a public message that cannot be changed in another way, and notes its
/// token. Returns whether that was needed.
async fn acknowledge_press(bot: &Bot, request: &Request) -> Result<bool, ApiError> {
    let pressed = request.origin.message.filter(|(_, is_private)| !is_private);
    let Some((pressed, _)) = pressed.filter(|_| request.origin.needs_tokens()) else {
        return Ok(false);
    };
    if bot.message_tokens.get(pressed).is_some() {
        return Ok(false);
    }
    bot.api.acknowledge(request.handle()).await?;
    bot.message_tokens.note(pressed, Panel::new(&request.token, None));
    Ok(true)
}

/// Notes the token of a message that answers a request.
pub(super) fn note_token(tokens: &MessageTokens, request: &Request, message: MessageId) {
    let pressed = request.origin.message.map(|(pressed, _)| pressed);
    let is_followed = pressed
        .and_then(|pressed| tokens.get(pressed))
        .is_some_and(|panel| panel.token == request.token);
    let panel = Panel::new(&request.token, is_followed.then_some(message));
    tokens.note(message, panel);
}

/// Responds with a change of the message whose control was used.
pub(crate) async fn update(
    bot: &Bot,
    request: &Request,
    message: &Message,
) -> Result<ShownTo, ApiError> {
    send(bot, request, message, SentAs::Change).await
}

/// Edits the response that was deferred.
pub(crate) async fn edit(
    bot: &Bot,
    request: &Request,
    message: &Message,
) -> Result<ShownTo, ApiError> {
    send(bot, request, message, SentAs::Edit).await
}

/// A message without its file, which says that we may not attach files.
pub(crate) async fn without_file(bot: &Bot, request: &Request, message: &Message) -> Message {
    let language = match &message.file {
        Some(File::Board(board) | File::Animation(board, _)) => board.language,
        Some(File::Picture(_) | File::Text { .. }) | None => {
            shared_preferences::of_player(bot, request.user.id).await.language
        }
    };
    message_payload::without_file(message, request.origin.channel, language)
}

/// Who sees the message whose control was used.
fn pressed_shown_to(request: &Request) -> ShownTo {
    match request.origin.message {
        Some((message, false)) => ShownTo::All(Some(message)),
        Some((_, true)) | None => ShownTo::Caller,
    }
}

/// Whether we may attach files where a request comes from, as far as Discord says.
fn may_attach(request: &Request) -> bool {
    let ours = request.origin.permissions;
    ours.is_none_or(|ours| ours.contains(Permissions::ATTACH_FILES))
}

//! Responds to requests. What happened at a table is announced by [`crate::discord::outbox`].

use crate::discord::api::panels::{Panel, QUESTION};
use crate::discord::api::{Api, ApiError};
use crate::discord::commands::visibility;
use crate::discord::outbox::response::{self, ResponseKind, is_answered_by_message};
use crate::discord::outbox::send;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::interaction::{Payload, Request};
use crate::discord::shared::{cleanup, shared_preferences};
use crate::discord::view::announcement::board_controls;
use crate::discord::view::message::{ComponentRow, Message};
use crate::discord::view::reply::Reply;
use crate::discord::view::visibility::Visibility;
use crate::service::{Committed, ControlMessage, ErrorChain};
use kradan_i18n::{self as i18n, Line};
use kradan_table::{MessageId, PlayerId, TableId};

/// Responds to a request that has no response. Returns whether Discord took the response.
pub(crate) async fn reply(bot: &Bot, request: &Request, reply: Reply) -> bool {
    let is_autocomplete = request.is_autocomplete();
    let responded = match reply {
        // Nothing but suggestions is a response to autocompletion.
        Reply::Private(_) | Reply::Stale(_) if is_autocomplete => {
            bot.api.suggest(request.handle(), &[]).await
        }
        Reply::Announcement(committed) => {
            let (panel, other) = take_panels(bot, request, committed.id);
            let is_taken =
                response::announce(bot, ResponseKind::First, request, *committed, panel).await;
            close_panel_beside(&bot.api, request, other).await;
            return is_taken;
        }
        Reply::Public(message) => send::publicly(bot, request, &message, false).await.map(drop),
        Reply::Private(message) => match controls_to_renew(bot, request).await {
            Some(rows) => renew_and_follow(bot, request, &rows, &message).await,
            None => send::response(bot, request, &message, Visibility::Ephemeral).await.map(drop),
        },
        Reply::Stale(message) => send::to_stale_press(bot, request, &message).await,
        Reply::Change(message) => {
            let updated = send::update(bot, request, &message).await;
            if updated.is_ok() {
                bot.panels.changed(&request.token);
            }
            updated.map(drop)
        }
        Reply::Ask(form) => bot.api.open_form(request.handle(), &form).await,
        Reply::Suggest(choices) => bot.api.suggest(request.handle(), &choices).await,
        Reply::Nothing => Ok(()),
    };
    if let Err(error) = &responded {
        if matches!(error, ApiError::Answered) {
            bot.panels.not_opened(&request.token);
        }
        tracing::warn!(error = %ErrorChain(error), "response not sent");
    }
    responded.is_ok()
}

/// Edits the deferred response to a request. Returns whether Discord took the edit: while a
/// response is deferred, any message that follows takes its place, and all see it.
pub(crate) async fn reply_deferred(bot: &Bot, request: &Request, reply: Reply) -> bool {
    let responded = match reply {
        Reply::Announcement(committed) => {
            return announce_or_leave(bot, request, *committed).await;
        }
        Reply::Public(message) => send::publicly(bot, request, &message, true).await.map(drop),
        Reply::Change(message) => edit_panel_deferred(bot, request, &message).await,
        Reply::Private(message) | Reply::Stale(message) => {
            reply_privately_deferred(bot, request, &message).await
        }
        // It can be pressed again, when there is less to do.
        Reply::Ask(_) => {
            let language = shared_preferences::of_player(bot, request.user.id).await.language;
            let message = Message::of(i18n::line(&Line::PressAgain, language));
            reply_privately_deferred(bot, request, &message).await
        }
        Reply::Suggest(_) | Reply::Nothing => bot.api.cancel_deferred(request.handle()).await,
    };
    if let Err(error) = &responded {
        tracing::warn!(error = %ErrorChain(error), "deferred response not edited");
    }
    responded.is_ok()
}

async fn announce_or_leave(bot: &Bot, request: &Request, committed: Committed) -> bool {
    if visibility(request) == Visibility::Ephemeral {
        // The response was deferred for the caller alone, and is for all after all.
        let deleted = bot.api.delete_original(request.handle()).await;
        if let Err(error) = &deleted {
            tracing::debug!(error = %ErrorChain(error), "deferred response not deleted");
        }
        response::leave(&bot.service, &committed).await;
        return deleted.is_ok();
    }
    let (panel, other) = take_panels(bot, request, committed.id);
    let is_taken = response::announce(bot, ResponseKind::Deferred, request, committed, panel).await;
    close_panel_beside(&bot.api, request, other).await;
    is_taken
}

/// Forgets the panels that an announcement takes away: the one that was pressed, known or not,
/// and another one of the same table beside it.
fn take_panels(bot: &Bot, request: &Request, table: TableId) -> (Option<Panel>, Option<Panel>) {
    let close = |table| bot.panels.close(request.user.id, table);
    let known = close(table);
    let is_private = request.origin.message.is_some_and(|(_, is_private)| is_private);
    let is_question = is_private && request.table().is_none();
    let asked = if is_question { close(QUESTION) } else { None };
    let is_forgotten = known.is_none() && request.table() == Some(table);
    // The token of a press reaches its message where that is not answered by another one.
    let pressed = if is_answered_by_message(request) {
        (is_question || is_forgotten).then(|| Panel::new(&request.token, None))
    } else {
        asked
    };
    match pressed {
        Some(pressed) => (Some(pressed), known),
        None => (known, None),
    }
}

async fn close_panel_beside(api: &Api, request: &Request, panel: Option<Panel>) {
    if let Some(panel) = panel {
        response::close_panel(api, request, &panel).await;
    }
}

/// Responds to the caller alone, where the response may be deferred for all.
async fn reply_privately_deferred(
    bot: &Bot,
    request: &Request,
    message: &Message,
) -> Result<(), ApiError> {
    if visibility(request) == Visibility::Ephemeral {
        return send::edit(bot, request, message).await.map(drop);
    }
    // A private message would take the place of the deferred public one, and all would see it:
    // where that cannot be deleted, the caller is told nothing.
    let opened = bot.panels.take(&request.token);
    bot.api.cancel_deferred(request.handle()).await?;
    follow_with_panel(bot, request, message, opened).await
}

/// The controls of a table's newest board, if its menu was used.
async fn controls_to_renew(bot: &Bot, request: &Request) -> Option<Vec<ComponentRow>> {
    let Payload::Component { value: Some(_), .. } = request.payload else { return None };
    let (pressed, is_private) = request.origin.message?;
    let table = request.table().filter(|_| !is_private)?;
    let board = bot.service.store().posted_board(table).await.ok().flatten()?;
    let stored = bot.service.load(table).await.ok().flatten()?;
    let is_present = board.message == pressed
        && stored.table.is_running()
        && stored.table.game().plies() == board.ply;
    if !is_present {
        return None;
    }
    let channel = request.origin.channel;
    let shared = shared_preferences::in_channel(bot, table, &stored.table, channel, None).await;
    Some(board_controls(table, &stored.table, &shared))
}

/// Renews the controls of the message whose menu was used, so that the same option can be chosen
/// again, and tells the caller the rest.
async fn renew_and_follow(
    bot: &Bot,
    request: &Request,
    rows: &[ComponentRow],
    message: &Message,
) -> Result<(), ApiError> {
    // The response is now the board itself, which is no panel.
    let opened = bot.panels.take(&request.token);
    bot.api.renew_controls(request.handle(), rows).await?;
    clean_up_renewed(bot, request).await;
    follow_with_panel(bot, request, message, opened).await
}

/// Removes renewed controls again if a move was made meanwhile.
async fn clean_up_renewed(bot: &Bot, request: &Request) {
    let pressed = request.origin.message.zip(request.table());
    if let Some(((pressed, _), table)) = pressed
        && controls_to_renew(bot, request).await.is_none()
    {
        let pressed = ControlMessage::new(request.origin.channel, pressed);
        cleanup::queue(&bot.service, table, vec![pressed]).await;
    }
}

/// Sends a panel after the response, as it was opened if it is to be remembered.
/// Until Discord has told its number nothing is remembered of it: a press reaches it by a token of
/// its own.
async fn follow_with_panel(
    bot: &Bot,
    request: &Request,
    message: &Message,
    opened: Option<((PlayerId, TableId), Panel)>,
) -> Result<(), ApiError> {
    let follow_up = follow_privately(bot, request, message).await?;
    if let (Some(((player, table), panel)), Some(message)) = (opened, follow_up) {
        bot.panels.reopened(player, table, panel.followed(message));
    }
    Ok(())
}

/// Sends a message to the caller alone after the response.
async fn follow_privately(
    bot: &Bot,
    request: &Request,
    message: &Message,
) -> Result<Option<MessageId>, ApiError> {
    let handle = request.handle();
    match bot.api.follow_up(handle, message, Visibility::Ephemeral).await {
        Err(error) if error.is_of_file() && message.file.is_some() => {
            let message = send::without_file(bot, request, message).await;
            bot.api.follow_up(handle, &message, Visibility::Ephemeral).await
        }
        other => other,
    }
}

/// Edits the panel whose control was used. Once the response is deferred, the panel is reached
/// only by the interaction that opened it.
async fn edit_panel_deferred(
    bot: &Bot,
    request: &Request,
    message: &Message,
) -> Result<(), ApiError> {
    let Some(panel) = bot.panels.changing(&request.token) else {
        return reply_privately_deferred(bot, request, message).await;
    };
    let application = request.application;
    let edited = match bot.api.edit_panel(application, &panel, message).await {
        Err(error) if error.is_of_file() && message.file.is_some() => {
            let message = send::without_file(bot, request, message).await;
            bot.api.edit_panel(application, &panel, &message).await
        }
        other => other,
    };
    match edited {
        Ok(()) => bot.api.cancel_deferred(request.handle()).await,
        Err(error) => {
            tracing::debug!(error = %ErrorChain(&error), "panel not edited");
            // Another message takes its place.
            bot.panels.changed(&request.token);
            reply_privately_deferred(bot, request, message).await
        }
    }
}

/// Leaves a reply whose interaction another process has responded to: whether that told what
/// happened is found out by the loop of the outbox.
pub(crate) async fn leave_to_another(bot: &Bot, request: &Request, reply: Reply) {
    bot.panels.not_opened(&request.token);
    if let Reply::Announcement(committed) = reply {
        response::leave(&bot.service, &committed).await;
    }
}

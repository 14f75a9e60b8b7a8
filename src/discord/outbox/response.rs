//! Delivering by the response to the interaction that made a change.

use std::pin::pin;
use std::time::{Duration, Instant};

use serenity::all::Permissions;
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tracing::Instrument as _;

use super::super::api::{Api, ApiError, InteractionHandle, ShownTo};
use super::super::limits::NOT_SHOWN_AFTER;
use super::decide::{Delivered, DeliveryOutcome, Next, Way, aftermath, next};
use super::delivery::{self, mark, span};
use super::{hidden, next_game_prompt, old_messages, post, send};
use crate::discord::api::panels::Panel;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::cleanup::pressed_message;
use crate::discord::shared::interaction::{Origin, Request};
use crate::discord::shared::{guilds, shared_preferences};
use crate::discord::view::announcement::Announcement;
use crate::discord::view::message::Message;
use crate::discord::view::table_view::mention;
use crate::discord::view::visibility::Visibility;
use crate::service::{
    Committed, ControlMessage, ErrorChain, OldBoards, OutboxEntry, PostedBoard, TableService,
};
use kradan_i18n::{self as i18n, HiddenBy, Line};

/// The time between two looks at whether the loop has delivered an entry.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// How an interaction is responded to.
#[derive(Clone, Copy)]
pub(crate) enum ResponseKind {
    /// By the first response, within three seconds.
    First,
    /// By an edit of the response that was deferred. An edit pings nobody: a message for the ping follows.
    Deferred,
}

/// Responds with the announcement of a committed change, and takes the panel away on which it was
/// chosen. What cannot be delivered so is left to the loop. Returns whether Discord took the
/// response.
pub(crate) async fn announce(
    bot: &Bot,
    kind: ResponseKind,
    request: &Request,
    mut committed: Committed,
    panel: Option<Panel>,
) -> bool {
    let Some(entry) = committed.entry.take() else { return false };
    let span = span(&entry);
    announce_entry(bot, kind, request, (committed, entry), panel).instrument(span).await
}

async fn announce_entry(
    bot: &Bot,
    kind: ResponseKind,
    request: &Request,
    (mut committed, entry): (Committed, OutboxEntry),
    panel: Option<Panel>,
) -> bool {
    let lock = committed.delivery.take();
    // Read before responding; later panels belong to the next entry.
    let (announcement, read) = delivery::announcement_of(bot, &entry, &committed.stored).await;
    let (message, preferences) = delivery::message_of(bot, &entry, (&announcement, &read)).await;
    let before = read.board;
    // The deferred response stands above what was delivered while it waited.
    let is_posted = committed.is_after_others
        && entry.channel == request.origin.channel
        && !request.origin.needs_tokens();
    let began = Instant::now();
    let mut is_told = false;
    let response = match kind {
        _ if is_answered_by_message(request) => {
            let is_acknowledged = matches!(kind, ResponseKind::Deferred);
            let (channel, mark) = (entry.channel, mark(&entry));
            let place = (channel, mark.as_str());
            let mut post = pin!(send::beside_panel(bot, request, place, &message, is_acknowledged));
            if let Ok(response) = timeout(NOT_SHOWN_AFTER, &mut post).await {
                response
            } else {
                is_told = true;
                tell_not_shown(bot, request, &entry).await;
                post.await
            }
        }
        ResponseKind::First if is_in_place(bot, request, &announcement, before).await => {
            send::update(bot, request, &message).await
        }
        ResponseKind::First => send::to_all(bot, request, &message).await,
        ResponseKind::Deferred if is_posted => {
            post::in_channel(bot, &entry, &message, preferences.language).await.map(ShownTo::All)
        }
        ResponseKind::Deferred => send::edit(bot, request, &message).await,
    };
    // A message beside a panel is reached in its own way.
    let is_noted = request.origin.needs_tokens() && !is_answered_by_message(request);
    if let (true, Ok(ShownTo::All(Some(shown)))) = (is_noted, &response) {
        send::note_token(&bot.message_tokens, request, *shown);
    }
    after_response(&bot.service, request, (&entry, &announcement, before), &response).await;
    let is_edited =
        matches!(kind, ResponseKind::Deferred) && !is_posted && !is_answered_by_message(request);
    if let (true, Ok(ShownTo::All(_))) = (is_edited, &response) {
        ping(&bot.api, request.handle(), &message).await;
    }
    // The explanation comes before the board that the loop then posts.
    explain_visibility(bot, request, &response).await;
    drop(lock);
    match &response {
        Ok(_) => next_game_prompt::show(bot, request, &announcement, panel).await,
        Err(error) if !is_told => {
            let shown = shown_by_loop(bot, request, &entry, &announcement);
            let until = NOT_SHOWN_AFTER.saturating_sub(began.elapsed());
            tell_if_not_shown(bot, kind, (request, &entry), error, timeout(until, shown)).await;
        }
        Err(_) => {}
    }
    if let (Ok(ShownTo::All(_)), false) = (&response, read.is_reader) {
        hidden::tell_called(bot, &entry, &announcement).await;
    }
    response.is_ok()
}

/// Whether the board that was pressed changes in place: against the computer nobody is called, and the
/// board before would be deleted.
async fn is_in_place(
    bot: &Bot,
    request: &Request,
    announcement: &Announcement<'_>,
    before: Option<PostedBoard>,
) -> bool {
    let table = &announcement.stored.table;
    let pressed = request.origin.message.filter(|(_, is_private)| !is_private);
    let board = before.filter(|board| pressed.is_some_and(|(message, _)| message == board.message));
    let may_be =
        table.computer().is_some() && announcement.shows_board() && announcement.pings().is_empty();
    let Some(board) = board.filter(|_| may_be) else { return false };
    let content = board.as_control_message(announcement.id.table).content;
    let Some(content) = content else { return false };
    let old_boards = old_messages::boards_in(bot, &content, table, board.channel).await;
    matches!(old_boards, Ok(OldBoards::Gone))
}

/// Tells the caller if what they did is not shown in time, after the response failed.
async fn tell_if_not_shown(
    bot: &Bot,
    kind: ResponseKind,
    (request, entry): (&Request, &OutboxEntry),
    error: &ApiError,
    shown: impl Future<Output = Result<(), Elapsed>>,
) {
    let api = &bot.api;
    let is_acknowledged = match kind {
        _ if is_answered_by_message(request) => true,
        ResponseKind::Deferred => false,
        // Another process responds, or it is not known whether we did.
        ResponseKind::First if error.may_pass() => return,
        ResponseKind::First if matches!(error, ApiError::Answered | ApiError::TooLate) => {
            return;
        }
        ResponseKind::First => {
            if api.defer(request.handle(), Visibility::Ephemeral).await.is_err() {
                return;
            }
            false
        }
    };
    let is_shown = shown.await.is_ok();
    // What follows a response that is deferred for all would take its place before everybody.
    let is_cancelled = is_shown || matches!(kind, ResponseKind::Deferred);
    if !is_acknowledged
        && is_cancelled
        && let Err(error) = api.cancel_deferred(request.handle()).await
    {
        tracing::debug!(error = %ErrorChain(&error), "deferred response not deleted");
        return;
    }
    if !is_shown {
        tell_not_shown(bot, request, entry).await;
    }
}

/// Tells the caller if what they did is not shown in time where the table is.
pub(crate) async fn tell_if_not_shown_elsewhere(bot: &Bot, request: &Request, entry: &OutboxEntry) {
    let Ok(Some(stored)) = bot.service.load(entry.id.table).await else { return };
    let announcement = Announcement::of(entry, &stored);
    let shown = shown_by_loop(bot, request, entry, &announcement);
    if timeout(NOT_SHOWN_AFTER, shown).await.is_err() {
        tell_not_shown(bot, request, entry).await;
    }
}

/// Waits until the loop has shown what is pending where the table is.
async fn shown_by_loop(
    bot: &Bot,
    request: &Request,
    entry: &OutboxEntry,
    announcement: &Announcement<'_>,
) {
    loop {
        tokio::time::sleep(BETWEEN_LOOKS).await;
        let pending = bot.service.store().outbox_entry(entry.id).await;
        if pending.is_ok_and(|entry| entry.is_none_or(|entry| entry.left_behind().is_some())) {
            let board = bot.service.store().posted_board(entry.id.table).await.ok().flatten();
            let is_new = board.is_some_and(|board| board.message.0 > request.interaction.0);
            // Otherwise it was told in private.
            if is_new || !announcement.is_shown() {
                return;
            }
        }
    }
}

/// Tells the caller that what they did is not shown yet.
async fn tell_not_shown(bot: &Bot, request: &Request, entry: &OutboxEntry) {
    let language = shared_preferences::of_player(bot, request.user.id).await.language;
    let place = guilds::written_channel(bot, entry.id.table, entry.channel).await;
    let text = i18n::line(&Line::NotShown { place: &place }, language);
    let api = &bot.api;
    let told = api.follow_up(request.handle(), &Message::of(text), Visibility::Ephemeral).await;
    if let Err(error) = told {
        tracing::warn!(error = %ErrorChain(&error), "notice of a late announcement not sent");
    }
}

/// Leaves a committed change to the loop: its interaction is responded to by another process, or
/// its deferred response is for the caller alone.
pub(crate) async fn leave(service: &TableService, committed: &Committed) {
    let Some(entry) = &committed.entry else { return };
    let gone = DeliveryOutcome::Failed(&ApiError::Answered);
    let at = delivery::circumstances(service, entry, &committed.stored);
    if let Next::LeaveToLoop(after) = next(Way::Response, gone, &at) {
        delivery::leave_to_loop(service, entry, after).await;
    }
}

/// Does what follows from the response to a request.
async fn after_response(
    service: &TableService,
    request: &Request,
    (entry, announcement, before): (&OutboxEntry, &Announcement<'_>, Option<PostedBoard>),
    response: &Result<ShownTo, ApiError>,
) {
    let table = entry.id.table.0;
    let attempt = match response {
        Ok(ShownTo::All(_)) => DeliveryOutcome::Shown,
        Ok(ShownTo::Caller) => DeliveryOutcome::ShownToCaller,
        Err(error) => {
            tracing::warn!(error = %ErrorChain(error), %table, "outbox entry not delivered by response");
            DeliveryOutcome::Failed(error)
        }
    };
    let at = delivery::circumstances(service, entry, announcement.stored);
    match next(Way::Response, attempt, &at) {
        Next::LeaveToLoop(after) => delivery::leave_to_loop(service, entry, after).await,
        Next::Finish => {
            // A message beside a panel is posted where the table is shown.
            let channel = if is_answered_by_message(request) {
                entry.channel
            } else {
                request.origin.channel
            };
            let control = |message| ControlMessage::new(channel, message);
            let message = match response {
                Ok(ShownTo::All(message)) => message.map(control),
                Ok(ShownTo::Caller) | Err(_) => None,
            };
            let pressed = pressed_message(request, entry.id.table);
            let delivered = Delivered { message, guild: request.origin.guild, before, pressed };
            let aftermath = aftermath(entry, announcement.stored, &delivered);
            match delivery::finish(service, entry, aftermath).await {
                Ok(()) => {
                    old_messages::allow_rematch_again(service, entry, announcement.stored).await;
                    tracing::debug!(
                        %table,
                        revision = entry.id.revision,
                        "outbox entry delivered by response"
                    );
                }
                Err(error) => {
                    tracing::error!(error = %ErrorChain(&error), %table, "delivered outbox entry still pending");
                }
            }
        }
        // Decided of messages alone.
        Next::TellInPrivate | Next::TryAgain(_) | Next::GiveUp => {}
    }
}

/// Tells the caller why they alone see a response, if they do.
async fn explain_visibility(bot: &Bot, request: &Request, response: &Result<ShownTo, ApiError>) {
    let Ok(ShownTo::Caller) = response else { return };
    tracing::info!("response made ephemeral by Discord");
    let language = shared_preferences::of_player(bot, request.user.id).await.language;
    let why = i18n::line(&Line::OnlyYou { cause: hidden_by(&request.origin) }, language);
    let explained =
        bot.api.follow_up(request.handle(), &Message::of(why), Visibility::Ephemeral).await;
    if let Err(error) = explained {
        tracing::warn!(error = %ErrorChain(&error), "explanation of an ephemeral response not sent");
    }
}

/// Deletes the caller's panel.
pub(crate) async fn close_panel(api: &Api, request: &Request, panel: &Panel) {
    if let Err(error) = api.delete_panel(request.application, panel).await {
        tracing::debug!(error = %ErrorChain(&error), "panel not deleted");
    }
}

/// Pings whom a message pings, after it was edited in.
pub(super) async fn ping(api: &Api, handle: InteractionHandle<'_>, message: &Message) {
    if message.ping.is_empty() {
        return;
    }
    let mentions: Vec<String> = message.ping.iter().copied().map(mention).collect();
    // The lines that mention them, and no bare mention.
    let is_mentioned = |line: &&str| mentions.iter().any(|mention| line.contains(mention.as_str()));
    let lines: Vec<&str> = message.text.lines().filter(is_mentioned).collect();
    // The title alone says nothing of what happened.
    let is_title_alone = lines.iter().all(|line| line.starts_with("-# "));
    let text = if is_title_alone { message.text.clone() } else { lines.join("\n") };
    let ping = Message { ping: message.ping.clone(), ..Message::of(text) };
    if let Err(error) = api.follow_up(handle, &ping, Visibility::Public).await {
        tracing::warn!(error = %ErrorChain(&error), "ping not sent");
    }
}

/// Whether a press is answered by a message in the channel. The response to a press on a private
/// panel refers to the panel (message type 19), and everybody sees above it that it does.
pub(crate) fn is_answered_by_message(request: &Request) -> bool {
    let origin = &request.origin;
    let is_private = origin.message.is_some_and(|(_, is_private)| is_private);
    let connecting = if origin.is_voice() { Permissions::CONNECT } else { Permissions::empty() };
    let needed = Permissions::VIEW_CHANNEL | connecting | sending(origin);
    let may_post = origin.permissions.is_none_or(|ours| ours.contains(needed));
    is_private && origin.is_member && (origin.guild.is_none() || may_post)
}

/// The permission to send messages there.
fn sending(origin: &Origin) -> Permissions {
    if origin.is_thread() {
        Permissions::SEND_MESSAGES_IN_THREADS
    } else {
        Permissions::SEND_MESSAGES
    }
}

/// Why Discord shows a response to its caller alone, as far as it can be seen.
fn hidden_by(origin: &Origin) -> HiddenBy {
    let Some(theirs) = origin.user_permissions else { return HiddenBy::Settings };
    if !theirs.contains(sending(origin)) {
        HiddenBy::SendMessages
    } else if !origin.is_member && !theirs.contains(Permissions::USE_EXTERNAL_APPS) {
        HiddenBy::UseExternalApps
    } else {
        HiddenBy::Settings
    }
}

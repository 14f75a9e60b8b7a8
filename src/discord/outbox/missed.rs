//! What a player could be told neither in the table's channel nor in private. It is stored, and shown
//! after the response to the next thing that they do.

use std::collections::HashMap;
use std::sync::PoisonError;

use super::recap;
use crate::discord::api::{Api, ApiError};
use crate::discord::limits::CONTENT_MAX;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::context::Caller;
use crate::discord::shared::interaction::Request;
use crate::discord::shared::{names_once, shared_preferences, titles};
use crate::discord::view::announcement::Announcement;
use crate::discord::view::mentions::mention_once;
use crate::discord::view::message::Message;
use crate::discord::view::visibility::Visibility;
use crate::service::{ErrorChain, OutboxEntry, OutboxEntryId, StoreError, StoreErrorKind};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_table::PlayerId;

/// How many entries are read at once.
const MISSED_MAX: usize = 25;

/// Shows the caller what happened while they were away, and what they missed, after the response to
/// their request.
pub(crate) async fn show(bot: &Bot, request: &Request, caller: &Caller) {
    // Discord shows no message after suggestions.
    if request.is_autocomplete() {
        return;
    }
    let player = caller.id;
    let recap = recap::take(bot, caller).await.unwrap_or_else(|error| {
        tracing::error!(error = %ErrorChain(&error), "recap of a player cannot be read");
        None
    });
    // Of two requests at once one shows what was missed.
    let is_first = caller.has_missed
        && bot.shown_missed.lock().unwrap_or_else(PoisonError::into_inner).insert(player);
    if !is_first {
        if let Some(recap) = recap {
            follow_up(&bot.api, request, &recap).await;
        }
        return;
    }
    if let Err(error) = show_all(bot, request, recap.unwrap_or_default()).await {
        tracing::error!(error = %ErrorChain(&error), "missed events not shown: the store failed");
    }
    bot.shown_missed.lock().unwrap_or_else(PoisonError::into_inner).remove(&player);
}

/// Shows what was missed below what happened.
async fn show_all(bot: &Bot, request: &Request, recap: Message) -> Result<(), StoreError> {
    let (player, store) = (request.user.id, bot.service.store());
    let missed = store.missed_by(player, MISSED_MAX).await?;
    let language = shared_preferences::of_player(bot, player).await.language;
    let heading = i18n::line(&Line::NotReached, language);
    let happened = Some(recap.text).filter(|text| !text.is_empty());
    let mut lines: Vec<String> = happened.into_iter().chain([heading]).collect();
    let (told, mut names) = (lines.len(), HashMap::new());
    let mut seen: Vec<OutboxEntryId> = Vec::new();
    for entry in &missed {
        // A deleted table and an old reminder have no line.
        let Some((line, named)) = line_of(bot, entry, language).await? else {
            seen.push(entry.id);
            continue;
        };
        names.extend(named);
        lines.push(line);
        mention_once(&mut lines, (0, false), &names);
        if lines.iter().map(|line| line.chars().count() + 1).sum::<usize>() > CONTENT_MAX {
            lines.pop();
        } else {
            seen.push(entry.id);
        }
    }
    if lines.len() == told {
        lines.pop();
    }
    let text = lines.join("\n");
    let message = Message { text, ..recap };
    if !message.text.is_empty() && !follow_up(&bot.api, request, &message).await {
        return Ok(());
    }
    store.remove_missed(player, seen).await
}

/// Whether Discord took it.
async fn follow_up(api: &Api, request: &Request, message: &Message) -> bool {
    let shown = api.follow_up(request.handle(), message, Visibility::Ephemeral).await;
    if let Err(error) = &shown {
        tracing::warn!(error = %ErrorChain(error), "missed events not shown: Discord refused or failed");
    }
    shown.is_ok()
}

/// The line of an entry, which is the events and a link to the table, and the players' names; `None`
/// where the table is deleted or the entry is an old reminder.
async fn line_of(
    bot: &Bot,
    entry: &OutboxEntry,
    language: Language,
) -> Result<Option<(String, HashMap<PlayerId, String>)>, StoreError> {
    let stored = match bot.service.load(entry.id.table).await {
        Err(error) if error.kind() == StoreErrorKind::Value => return Ok(None),
        other => other?,
    };
    let Some(stored) = stored else { return Ok(None) };
    let news = Announcement::of(entry, &stored);
    if news.is_overdue() {
        return Ok(None);
    }
    let events = news.events_in(language).replace('\n', " ");
    let link = titles::link_to(bot, entry.id.table, &stored).await;
    Ok(Some((format!("- {events} · {link}"), names_once::names_at(bot, &stored.table).await)))
}

/// Stores an entry that a player is shown when they do something the next time.
pub(super) async fn add(bot: &Bot, player: PlayerId, entry: &OutboxEntry) -> Result<(), ApiError> {
    bot.service.store().add_missed(player, entry.clone()).await.map_err(|error| {
        tracing::error!(table = %entry.id.table.0, error = %ErrorChain(&error), "missed event not stored");
        ApiError::Unsure("it could not be stored".to_owned())
    })
}

//! Telling followers of a game what happened there, by direct message. What they are to be told is
//! stored with the change that it tells.

use std::time::Duration;

use jiff::SignedDuration;
use tokio_util::sync::CancellationToken;

use super::super::api::{ApiError, Priority};
use super::super::limits::code;
use super::delivery::{age, mark};
use super::post;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::{guilds, names_once, open_conversation, shared_preferences, titles};
use crate::discord::view::announcement::Announcement;
use crate::discord::view::buttons;
use crate::discord::view::message::{File, Message};
use crate::service::{
    Attempt, ErrorChain, Job, JobKind, OutboxEntry, StoreError, StoredTable, Task,
};
use kradan_table::PlayerId;

/// How many followers are told at once. Nothing is told faster than all requests may be made.
const AT_ONCE: usize = 32;

/// For how long it is tried to tell a follower something, and how often at least.
const ATTEMPTS_MIN: u32 = 20;
const TOLD_WITHIN: SignedDuration = SignedDuration::from_hours(24);

/// What became of something that a follower was to be told.
enum Told {
    Yes,
    /// It is tried again later, and what follows waits for it.
    Later(Duration),
    /// The follower cannot be told, or no longer sees the channel of the game.
    NeverAgain,
}

/// Tells followers, until it is told to stop or the store is lost.
pub(crate) async fn tell(bot: &Bot, stop: &CancellationToken) {
    let attempt = async |Job { task, attempts, .. }: Job| match task {
        Task::TellFollower(player, _) => tell_in_order(bot, player, attempts).await,
        _ => Ok(Attempt::Done),
    };
    bot.service.run_jobs(JobKind::TellFollower, AT_ONCE, attempt, stop).await;
}

/// Tells a follower one thing after the other. What follows waits for what cannot be told yet.
async fn tell_in_order(bot: &Bot, player: PlayerId, attempts: u32) -> Result<Attempt, StoreError> {
    let store = bot.service.store();
    let mut entries = store.follower_entries(player).await?;
    entries.sort_by_key(|entry| entry.made_at);
    for entry in entries {
        let entry = OutboxEntry { attempts, ..entry };
        match tell_follower(bot, player, &entry).await? {
            Told::Yes => store.mark_told(player, entry.id).await?,
            Told::Later(_)
                if attempts >= ATTEMPTS_MIN
                    && age(&entry, bot.service.clock().now()) > TOLD_WITHIN =>
            {
                tracing::warn!(table = %entry.id.table.0, "follower not notified: given up");
                store.mark_told(player, entry.id).await?;
            }
            Told::Later(pause) => return Ok(Attempt::Failed(pause)),
            Told::NeverAgain => store.unfollow(entry.id.table, player).await?,
        }
    }
    Ok(Attempt::Done)
}

async fn tell_follower(
    bot: &Bot,
    player: PlayerId,
    entry: &OutboxEntry,
) -> Result<Told, StoreError> {
    let stored = match bot.service.load(entry.id.table).await {
        Err(error) if error.is_of_one_value() => None,
        other => other?,
    };
    let Some(stored) = stored else { return Ok(Told::NeverAgain) };
    // Whether the channel was closed to them is not known, but whether they ever read it.
    if !bot.service.store().is_reader(player, stored.table.channel()).await? {
        tracing::info!(table = %entry.id.table.0, "follower removed: never used the channel");
        return Ok(Told::NeverAgain);
    }
    if has_left(bot, player, entry, &stored).await {
        tracing::info!(table = %entry.id.table.0, "follower removed: left the server");
        return Ok(Told::NeverAgain);
    }
    let message = message_for(bot, player, entry, &stored).await;
    let mark = format!("{}.told", mark(entry));
    let Some(channel) = open_conversation::known(bot.service.store(), player).await else {
        // It was not opened when they began to follow: others were first.
        bot.service.store().add_missed(player, entry.clone()).await?;
        return Ok(Told::Yes);
    };
    let announced = (Priority::Announcement, channel);
    let Err(error) = post::once(bot, announced, entry, &message, &mark).await else {
        return Ok(Told::Yes);
    };
    tracing::info!(table = %entry.id.table.0, error = %ErrorChain(&error), "follower not notified");
    Ok(match error {
        ApiError::Forbidden(code::CANNOT_MESSAGE_USER | code::NO_MUTUAL_GUILDS)
        | ApiError::Gone(_) => Told::NeverAgain,
        ApiError::Forbidden(_) | ApiError::Faulty(_) => Told::Yes,
        error => Told::Later(error.retry_after()),
    })
}

/// Whether a follower has left the server where the game is played. Where Discord does not say so,
/// they are told.
async fn has_left(bot: &Bot, player: PlayerId, entry: &OutboxEntry, stored: &StoredTable) -> bool {
    let channel = stored.table.channel();
    let Some(guild) = guilds::of_table(bot, entry.id.table, channel).await else { return false };
    match bot.api.has_left(Priority::Announcement, guild, player).await {
        Ok(has_left) => has_left,
        Err(error) => {
            tracing::debug!(player = %player.0, error = %ErrorChain(&error), "membership of a follower cannot be read");
            false
        }
    }
}

/// What happened, the board after it, the game with a link, and the button to hear no more.
async fn message_for(
    bot: &Bot,
    player: PlayerId,
    entry: &OutboxEntry,
    stored: &StoredTable,
) -> Message {
    let preferences = shared_preferences::of_player(bot, player).await;
    let language = preferences.language;
    let announcement = Announcement::of(entry, stored);
    let heading = titles::heading(bot, entry.id.table, stored, language).await;
    let events = names_once::in_text(bot, &stored.table, announcement.events_in(language)).await;
    let text = format!("{events}\n-# {heading}");
    let file = Some(File::Board(Box::new(announcement.board(&preferences))));
    let message = Message { file, ping: vec![player], ..Message::of(text) };
    if stored.table.is_running() {
        return message.with_buttons(vec![buttons::unfollow(entry.id.table, stored, language)]);
    }
    message
}

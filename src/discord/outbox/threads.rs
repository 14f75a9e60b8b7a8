//! Threads in which a game runs stay open: Discord archives one that is silent for a week, a move may
//! take a month, and in an archived thread no command can be used.
//!
//! A thread in which somebody uses Kradan is checked before Discord archives it. Once its game is over, a
//! thread of ours is archived after a day: a server has only so many that are open.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::discord::api::snowflake::time_of;
use crate::discord::api::{Api, ApiError, Priority, base_62};
use crate::discord::limits::{
    ARCHIVED_AFTER_A_DAY, ARCHIVED_AFTER_A_WEEK, ARCHIVED_AFTER_THREE_DAYS, code,
};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::{channel_access, shared_preferences, titles};
use crate::discord::view::message::Message;
use crate::service::{Attempt, ErrorChain, Job, JobKind, Listing, StoreError, TableService, Task};
use kradan_table::{ChannelId, TableId};

/// How many games of a thread are looked at.
const GAMES_LOOKED_AT: usize = 20;

/// After how long a thread is looked at again at the latest.
const NEXT_CHECK_MAX: SignedDuration = SignedDuration::from_hours(24);

/// After how long a channel is looked at again that could not be looked at or changed.
const AFTER_FAILURE: SignedDuration = SignedDuration::from_hours(12);

/// How many threads are looked at at once: nobody waits for it.
const AT_ONCE: usize = 1;

/// How long before it would be archived a thread is renewed, at most.
const RENEW_BEFORE_MAX: SignedDuration = SignedDuration::from_hours(24);

fn later(now: Timestamp, by: SignedDuration) -> Timestamp {
    now.saturating_add(by).unwrap_or(Timestamp::MAX)
}

/// A thread, as Discord knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Thread {
    is_archived: bool,
    is_locked: bool,
    /// After how many minutes of silence it is archived.
    minutes: i64,
    /// Since when it is silent.
    silent_since: Timestamp,
    /// Who opened it.
    owner: Option<u64>,
}

impl Thread {
    /// Reads a channel; `None` for one that is no thread.
    fn read(channel: &Value) -> Option<Thread> {
        let data = channel.get("thread_metadata")?;
        let changed = data["archive_timestamp"].as_str()?.parse().ok()?;
        let last = channel["last_message_id"].as_str().and_then(|id| id.parse().ok());
        Some(Thread {
            is_archived: data["archived"].as_bool().unwrap_or(false),
            is_locked: data["locked"].as_bool().unwrap_or(false),
            minutes: data["auto_archive_duration"].as_i64().unwrap_or(ARCHIVED_AFTER_A_DAY),
            silent_since: last.map_or(changed, |last| time_of(last).max(changed)),
            owner: channel["owner_id"].as_str().and_then(|id| id.parse().ok()),
        })
    }

    /// When it is archived if nobody says anything.
    fn archived_at(&self) -> Timestamp {
        let silence = SignedDuration::from_mins(self.minutes);
        self.silent_since.saturating_add(silence).unwrap_or(Timestamp::MAX)
    }

    /// When it has to be renewed if nobody says anything.
    fn renewed_at(&self, since: Timestamp) -> Timestamp {
        let silence = SignedDuration::from_mins(self.minutes);
        let ahead = (silence / 4).min(RENEW_BEFORE_MAX);
        since.saturating_add(silence - ahead).unwrap_or(Timestamp::MAX)
    }
}

/// Has a thread looked at now, if it is one that is watched: a game in it is over.
pub(crate) async fn check_now(service: &TableService, thread: ChannelId) -> Result<(), StoreError> {
    let id = Task::KeepThread(thread).id();
    service.store().hasten_job(id, service.clock().now()).await?;
    service.wake_jobs(JobKind::KeepThread);
    Ok(())
}

/// Keeps the threads of running games open, until it is told to stop.
pub(crate) async fn keep(bot: &Bot, stop: &CancellationToken) {
    let attempt = async |Job { task, .. }: Job| match task {
        Task::KeepThread(thread) => check(bot, thread).await,
        _ => Ok(Attempt::Done),
    };
    bot.service.run_jobs(JobKind::KeepThread, AT_ONCE, attempt, stop).await;
}

/// Keeps a thread open while a game runs in it.
async fn check(bot: &Bot, thread: ChannelId) -> Result<Attempt, StoreError> {
    let now = bot.service.clock().now();
    let running = bot.service.tables_in_channel(thread, Listing::Running, GAMES_LOOKED_AT).await?;
    let next = match running.iter().find(|(_, stored)| stored.table.to_move().is_some()) {
        Some(_) if !channel_access::can_act(bot, thread).await => Some(later(now, AFTER_FAILURE)),
        Some((table, _)) => keep_open(bot, thread, *table, now).await,
        None => {
            keep_open_no_longer(&bot.api, thread).await;
            None
        }
    };
    Ok(next.map_or(Attempt::Done, Attempt::Next))
}

/// Keeps a thread open, and says when it is to be looked at again; `None` if it is no thread.
async fn keep_open(
    bot: &Bot,
    channel: ChannelId,
    table: TableId,
    now: Timestamp,
) -> Option<Timestamp> {
    let thread = match bot.api.channel(channel).await.map(|channel| Thread::read(&channel)) {
        Ok(thread) => thread?,
        Err(error) => {
            tracing::debug!(channel = %channel.0, error = %ErrorChain(&error), "thread not checked");
            return Some(later(now, AFTER_FAILURE));
        }
    };
    if thread.is_locked {
        return Some(later(now, AFTER_FAILURE));
    }
    // Somebody may archive it before.
    let next = |at: Timestamp| Some(at.min(later(now, NEXT_CHECK_MAX)));
    let due = thread.renewed_at(thread.silent_since);
    if !thread.is_archived && due > now {
        return next(due);
    }
    let result = if thread.is_archived {
        match unarchive(&bot.api, channel).await {
            Err(ApiError::Forbidden(_)) => post_in_archived(bot, channel, table).await,
            other => other,
        }
    } else {
        renew(&bot.api, channel, &thread).await
    };
    match result {
        Ok(()) => next(thread.renewed_at(now)),
        // Others opened it, and we may not manage threads: it is opened again once it is
        // archived, which takes no more than writing there.
        Err(ApiError::Forbidden(_)) if !thread.is_archived => next(thread.archived_at()),
        Err(error) => {
            tracing::warn!(channel = %channel.0, error = %ErrorChain(&error), "thread of a running game not kept open");
            Some(later(now, AFTER_FAILURE))
        }
    }
}

/// Has a thread of ours without a running game archived after a day of silence.
async fn keep_open_no_longer(api: &Api, channel: ChannelId) {
    let changed = async {
        let thread = Thread::read(&api.channel(channel).await?);
        let is_ours = |thread: &Thread| thread.owner == Some(api.user().0);
        let is_open = |thread: &Thread| !thread.is_archived && !thread.is_locked;
        match thread.filter(is_ours).filter(is_open) {
            Some(thread) if thread.minutes > ARCHIVED_AFTER_A_DAY => {
                let change = json!({ "auto_archive_duration": ARCHIVED_AFTER_A_DAY });
                api.edit_thread(channel, &change).await
            }
            _ => Ok(()),
        }
    };
    let changed: Result<(), ApiError> = changed.await;
    if let Err(error) = changed {
        tracing::debug!(channel = %channel.0, error = %ErrorChain(&error), "auto-archive duration of a thread not reduced");
    }
}

async fn unarchive(api: &Api, channel: ChannelId) -> Result<(), ApiError> {
    api.edit_thread(channel, &json!({ "archived": false })).await
}

/// Posts a line about a game in its archived thread, which unarchives the thread: others opened it,
/// and we may write there without being allowed to change it.
async fn post_in_archived(bot: &Bot, channel: ChannelId, id: TableId) -> Result<(), ApiError> {
    let stored = bot.service.load(id).await.ok().flatten();
    let Some(stored) = stored else { return Ok(()) };
    let shared = shared_preferences::in_channel(bot, id, &stored.table, channel, None).await;
    let heading = titles::heading(bot, id, &stored, shared.language).await;
    let message = Message::of(format!("-# {heading}"));
    bot.api.post(Priority::Person, channel, &message, &base_62(id.0, 11)).await.map(drop)
}

/// Has the silence of a thread counted anew: changing the time after which it is archived does
/// that, and it is changed back.
async fn renew(api: &Api, channel: ChannelId, thread: &Thread) -> Result<(), ApiError> {
    let other = if thread.minutes == ARCHIVED_AFTER_A_WEEK {
        ARCHIVED_AFTER_THREE_DAYS
    } else {
        ARCHIVED_AFTER_A_WEEK
    };
    for minutes in [other, thread.minutes] {
        let change = json!({ "auto_archive_duration": minutes });
        match api.edit_thread(channel, &change).await {
            Err(ApiError::Forbidden(code::THREAD_IS_ARCHIVED)) => {
                unarchive(api, channel).await?;
            }
            other => other?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_is_silent_since_its_last_message_or_change() {
        let thread = |changed: &str, last: Value| {
            Thread::read(&json!({
                "id": "1300000000000000000", "last_message_id": last,
                "thread_metadata": {
                    "archived": false, "locked": false, "auto_archive_duration": 10_080,
                    "archive_timestamp": changed,
                },
            }))
        };
        let time = |text: &str| text.parse::<Timestamp>().unwrap();
        // 175928847299117063 is the example of Discord's documentation.
        let said = time("2016-04-30T11:18:25.796Z");
        let last = json!("175928847299117063");
        let found = thread("2016-04-28T00:00:00.000000+00:00", last.clone()).unwrap();
        assert_eq!(found.silent_since, said);
        assert_eq!(found.renewed_at(said), time("2016-05-06T11:18:25.796Z"));
        let changed = "2016-05-01T00:00:00.000000+00:00";
        assert_eq!(thread(changed, last).unwrap().silent_since, time(changed));
        assert_eq!(thread(changed, Value::Null).unwrap().silent_since, time(changed));
        assert_eq!(Thread::read(&json!({ "id": "1", "type": 0 })), None);
    }
}

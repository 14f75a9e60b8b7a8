//! Threads in which a game runs stay open: Discord archives one that is silent for a week, a move may
//! take a month, and in an archived thread no command can be used.
//!
//! A thread in which somebody uses Kradan is looked at when it may fall silent: Discord tells since when
//! it is. Once its game is over a thread of ours is archived after a
//! day: a server has only so many that are open.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::discord::api::snowflake::time_of;
use crate::discord::api::{ApiError, Priority, base_62};
use crate::discord::limits::{
    ARCHIVED_AFTER_A_DAY, ARCHIVED_AFTER_A_WEEK, ARCHIVED_AFTER_THREE_DAYS, code,
};
use crate::discord::shared::bot::Bot;
use crate::discord::view::message::Message;
use crate::service::{Attempt, ErrorChain, Job, JobKind, Listing, StoreError, Task};
use kradan_table::{ChannelId, TableId};

/// After how long a thread is looked at first: none is archived earlier than after an hour.
const FIRST_CHECK: SignedDuration = SignedDuration::from_mins(40);

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
        let last = channel["last_message_id"].as_str().and_then(|it| it.parse().ok());
        Some(Thread {
            is_archived: data["archived"].as_bool().unwrap_or(false),
            is_locked: data["locked"].as_bool().unwrap_or(false),
            minutes: data["auto_archive_duration"].as_i64().unwrap_or(ARCHIVED_AFTER_A_DAY),
            silent_since: last.map_or(changed, |last| time_of(last).max(changed)),
            owner: channel["owner_id"].as_str().and_then(|it| it.parse().ok()),
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

impl Bot {
    /// Has a thread looked at before it is archived.
    pub(crate) async fn watch_thread(&self, thread: ChannelId) -> Result<(), StoreError> {
        let first_check = later(self.service.clock().now(), FIRST_CHECK);
        self.service.add_job(Job::new(Task::KeepThread(thread), first_check)).await
    }

    /// Has a thread looked at now, if it is one that is watched: a game in it is over.
    pub(crate) async fn check_thread_now(&self, thread: ChannelId) -> Result<(), StoreError> {
        let id = Task::KeepThread(thread).id();
        self.service.store().hasten_job(id, self.service.clock().now()).await?;
        self.service.wake_jobs(JobKind::KeepThread);
        Ok(())
    }

    /// Keeps the threads of running games open, until it is told to stop.
    pub(crate) async fn keep_threads(&self, stop: &CancellationToken) {
        let attempt = async |Job { task, .. }: Job| match task {
            Task::KeepThread(thread) => self.check_thread(thread).await,
            _ => Ok(Attempt::Done),
        };
        self.service.run_jobs(JobKind::KeepThread, AT_ONCE, attempt, stop).await;
    }

    /// Keeps a thread open while a game runs in it.
    async fn check_thread(&self, thread: ChannelId) -> Result<Attempt, StoreError> {
        let now = self.service.clock().now();
        let running =
            self.service.tables_in_channel(thread, Listing::Running, GAMES_LOOKED_AT).await?;
        let next = match running.iter().find(|(_, stored)| stored.table.to_move().is_some()) {
            Some(_) if !self.can_act(thread).await => Some(later(now, AFTER_FAILURE)),
            Some((table, _)) => self.keep_open(thread, *table, now).await,
            None => {
                self.keep_open_no_longer(thread).await;
                None
            }
        };
        Ok(next.map_or(Attempt::Done, Attempt::Next))
    }

    /// Keeps a thread open, and says when it is to be looked at again; `None` if it is no thread.
    async fn keep_open(
        &self,
        channel: ChannelId,
        table: TableId,
        now: Timestamp,
    ) -> Option<Timestamp> {
        let thread = match self.api.channel(channel).await.map(|it| Thread::read(&it)) {
            Ok(thread) => thread?,
            Err(error) => {
                tracing::debug!(channel = channel.0, error = %ErrorChain(&error), "a thread is not checked");
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
            match self.unarchive(channel).await {
                Err(ApiError::Forbidden(_)) => self.post_in_archived(channel, table).await,
                other => other,
            }
        } else {
            self.renew(channel, &thread).await
        };
        match result {
            Ok(()) => next(thread.renewed_at(now)),
            // Others opened it, and we may not manage threads: it is opened again once it is
            // archived, which takes no more than writing there.
            Err(ApiError::Forbidden(_)) if !thread.is_archived => next(thread.archived_at()),
            Err(error) => {
                tracing::warn!(channel = channel.0, error = %ErrorChain(&error), "a thread with a running game is not kept open");
                Some(later(now, AFTER_FAILURE))
            }
        }
    }

    /// Has a thread of ours without a running game archived after a day of silence.
    async fn keep_open_no_longer(&self, channel: ChannelId) {
        let changed = async {
            let thread = Thread::read(&self.api.channel(channel).await?);
            let is_ours = |it: &Thread| it.owner == Some(self.api.user().0);
            let is_meant = |it: &Thread| is_ours(it) && !it.is_archived && !it.is_locked;
            match thread.filter(is_meant) {
                Some(thread) if thread.minutes > ARCHIVED_AFTER_A_DAY => {
                    let change = json!({ "auto_archive_duration": ARCHIVED_AFTER_A_DAY });
                    self.api.edit_thread(channel, &change).await
                }
                _ => Ok(()),
            }
        };
        let changed: Result<(), ApiError> = changed.await;
        if let Err(error) = changed {
            tracing::debug!(channel = channel.0, error = %ErrorChain(&error), "a thread without a running game stays open for longer");
        }
    }

    async fn unarchive(&self, channel: ChannelId) -> Result<(), ApiError> {
        self.api.edit_thread(channel, &json!({ "archived": false })).await
    }

    /// Posts a line about a game in its archived thread, which unarchives the thread: others opened it,
    /// and we may write there without being allowed to change it.
    async fn post_in_archived(&self, channel: ChannelId, id: TableId) -> Result<(), ApiError> {
        let stored = self.service.load(id).await.ok().flatten();
        let Some(stored) = stored else { return Ok(()) };
        let shared = self.shared_preferences(id, &stored.table, channel, None).await;
        let heading = self.heading(id, &stored, shared.language).await;
        let message = Message::of(format!("-# {heading}"));
        self.api.post(Priority::Person, channel, &message, &base_62(id.0, 11)).await.map(drop)
    }

    /// Has the silence of a thread counted anew: changing the time after which it is archived does
    /// that, and it is changed back.
    async fn renew(&self, channel: ChannelId, thread: &Thread) -> Result<(), ApiError> {
        let other = if thread.minutes == ARCHIVED_AFTER_A_WEEK {
            ARCHIVED_AFTER_THREE_DAYS
        } else {
            ARCHIVED_AFTER_A_WEEK
        };
        for minutes in [other, thread.minutes] {
            let change = json!({ "auto_archive_duration": minutes });
            match self.api.edit_thread(channel, &change).await {
                Err(ApiError::Forbidden(code::THREAD_IS_ARCHIVED)) => {
                    self.unarchive(channel).await?;
                }
                other => other?,
            }
        }
        Ok(())
    }
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

//! Threads in which a game runs stay open: Discord archives one that is silent for a week, a move may
//! take a month, and in an archived thread no command can be used.
//!
//! Nothing is stored for it. When a thread falls silent is what Discord tells of it, so that it can
//! be asked again after a restart.

use std::collections::HashMap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::api::snowflake::time_of;
use super::api::{ApiError, Priority, base_62};
use super::bot::Bot;
use super::limits::{
    ARCHIVED_AFTER_A_WEEK, ARCHIVED_AFTER_DEFAULT, ARCHIVED_AFTER_THREE_DAYS, code,
};
use super::message::Message;
use crate::service::{ErrorChain, StoreError};
use crate::table::{ChannelId, TableId};

/// How often the clock is looked at.
const TICK: Duration = Duration::from_secs(2);

/// How often all running games are looked at.
const EVERY: SignedDuration = SignedDuration::from_mins(30);

/// After how long a silent place is looked at: no thread is archived earlier.
const SILENT: SignedDuration = SignedDuration::from_mins(60);

/// After how long a thread is looked at again at the latest.
const LOOK_AGAIN: SignedDuration = SignedDuration::from_hours(24);

/// After how long a place is looked at again that could not be looked at or changed.
const AFTER_FAILURE: SignedDuration = SignedDuration::from_hours(12);

/// Before one place is looked at after another: nobody waits for it.
const BETWEEN: Duration = Duration::from_millis(200);

/// How long before it would be archived a thread is renewed, at most.
const AHEAD_MAX: SignedDuration = SignedDuration::from_hours(24);

/// A thread, as Discord knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Thread {
    is_archived: bool,
    is_locked: bool,
    /// After how many minutes of silence it is archived.
    minutes: i64,
    /// Since when it is silent.
    silent_since: Timestamp,
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
            minutes: data["auto_archive_duration"].as_i64().unwrap_or(ARCHIVED_AFTER_DEFAULT),
            silent_since: last.map_or(changed, |last| time_of(last).max(changed)),
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
        let ahead = (silence / 4).min(AHEAD_MAX);
        since.saturating_add(silence - ahead).unwrap_or(Timestamp::MAX)
    }
}

/// When which place is looked at next. It may be lost.
type LookAt = HashMap<ChannelId, Timestamp>;

impl Bot {
    /// Keeps the threads of running games open, until it is told to stop.
    pub(super) async fn keep_threads(&self, stop: &CancellationToken) {
        let mut look_at = LookAt::new();
        let mut looked: Option<Timestamp> = None;
        loop {
            let now = self.service.clock().now();
            if looked.is_none_or(|looked| now.duration_since(looked).abs() >= EVERY) {
                looked = Some(now);
                if let Err(error) = self.look_at_threads(now, &mut look_at, stop).await {
                    let is_final = error.needs_reopen();
                    tracing::error!(error = %ErrorChain(&error), is_final, "running games cannot be listed");
                    if is_final {
                        return;
                    }
                }
            }
            tokio::select! {
                () = stop.cancelled() => return,
                () = tokio::time::sleep(TICK) => {}
            }
        }
    }

    async fn look_at_threads(
        &self,
        now: Timestamp,
        look_at: &mut LookAt,
        stop: &CancellationToken,
    ) -> Result<(), StoreError> {
        let tables = self.service.store().due_tables(Timestamp::MAX, usize::MAX).await?;
        let mut places = HashMap::new();
        for id in tables {
            if let Some(place) = self.silent_place(id, now, look_at).await {
                places.insert(place, id);
            }
        }
        look_at.retain(|place, at| *at > now || places.contains_key(place));
        for (place, table) in places {
            let next = self.keep_open(place, table, now).await;
            look_at.insert(place, next);
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = tokio::time::sleep(BETWEEN) => {}
            }
        }
        Ok(())
    }

    /// The place of a running game, if it is to be looked at.
    async fn silent_place(
        &self,
        id: TableId,
        now: Timestamp,
        look_at: &LookAt,
    ) -> Option<ChannelId> {
        let shown = self.service.store().posted_board(id).await.ok()??;
        let place = shown.channel;
        let is_silent = now.duration_since(time_of(shown.message.0)) >= SILENT;
        let is_later = look_at.get(&place).is_some_and(|at| *at > now);
        if !is_silent || is_later || !self.can_act(place).await {
            return None;
        }
        let row = self.service.load(id).await.ok()??;
        (row.table.to_move().is_some() && row.table.place() == place).then_some(place)
    }

    /// Keeps a thread open, and says when it is to be looked at again.
    async fn keep_open(&self, place: ChannelId, table: TableId, now: Timestamp) -> Timestamp {
        let later = |by: SignedDuration| now.saturating_add(by).unwrap_or(Timestamp::MAX);
        let thread = match self.api.channel(place).await.map(|it| Thread::read(&it)) {
            Ok(Some(thread)) => thread,
            // What is no thread never becomes one.
            Ok(None) => return Timestamp::MAX,
            Err(error) => {
                tracing::debug!(place = place.0, error = %ErrorChain(&error), "a place is not looked at");
                return later(AFTER_FAILURE);
            }
        };
        if thread.is_locked {
            return later(AFTER_FAILURE);
        }
        // Somebody may archive it before.
        let next = |at: Timestamp| at.min(later(LOOK_AGAIN));
        let due = thread.renewed_at(thread.silent_since);
        if !thread.is_archived && due > now {
            return next(due);
        }
        let result = if thread.is_archived {
            match self.unarchive(place).await {
                Err(ApiError::Forbidden(_)) => self.post_in_archived(place, table).await,
                other => other,
            }
        } else {
            self.renew(place, &thread).await
        };
        match result {
            Ok(()) => next(thread.renewed_at(now)),
            // Others opened it, and we may not manage threads: it is opened again once it is
            // archived, which takes no more than writing there.
            Err(ApiError::Forbidden(_)) if !thread.is_archived => next(thread.archived_at()),
            Err(error) => {
                tracing::warn!(place = place.0, error = %ErrorChain(&error), "a thread with a running game is not kept open");
                later(AFTER_FAILURE)
            }
        }
    }

    async fn unarchive(&self, place: ChannelId) -> Result<(), ApiError> {
        self.api.edit_thread(place, &json!({ "archived": false })).await
    }

    /// Posts a line about a game in its archived thread, which unarchives the thread: others opened it,
    /// and we may write there without being allowed to change it.
    async fn post_in_archived(&self, place: ChannelId, id: TableId) -> Result<(), ApiError> {
        let stored = self.service.load(id).await.ok().flatten();
        let Some(stored) = stored else { return Ok(()) };
        let shared = self.shared_preferences(id, &stored.table, place, None).await;
        let heading = self.heading(id, &stored, shared.language).await;
        let message = Message::of(format!("-# {heading}"));
        self.api.post(Priority::Person, place, &message, &base_62(id.0, 11)).await.map(drop)
    }

    /// Has the silence of a thread counted anew: changing the time after which it is archived does
    /// that, and it is changed back.
    async fn renew(&self, place: ChannelId, thread: &Thread) -> Result<(), ApiError> {
        let other = if thread.minutes == ARCHIVED_AFTER_A_WEEK {
            ARCHIVED_AFTER_THREE_DAYS
        } else {
            ARCHIVED_AFTER_A_WEEK
        };
        for minutes in [other, thread.minutes] {
            let change = json!({ "auto_archive_duration": minutes });
            match self.api.edit_thread(place, &change).await {
                Err(ApiError::Forbidden(code::THREAD_IS_ARCHIVED)) => self.unarchive(place).await?,
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

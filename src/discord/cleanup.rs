//! Removes the controls of old messages. The queue of these messages is stored, so that the next
//! process goes on where one ends; the requests give way to all others.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use governor::{DefaultDirectRateLimiter, Quota};
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::api::retry::{AFTER_STORE_FAILURE, CLEANUP};
use super::api::{Api, ApiError};
use super::limits::{CLEANUPS_PER_SECOND, SPARE_CLEANUPS_PER_SECOND};
use crate::service::{ChannelAccess, ControlMessage, ErrorChain, Store, StoreError};
use crate::table::MessageId;

/// How many messages are cleaned up at once: one channel that holds requests back does not stop the
/// others.
const AT_ONCE: usize = 8;

/// How many wait for another attempt at most. Beyond that none is begun: Discord is in trouble.
const POSTPONED_MAX: usize = 256;

/// How many that are done are marked together: few enough that a process which soon ends has marked
/// most of what it did.
const MARKED_AT_ONCE: usize = 8;

/// How long it waits at least and at most before it looks again.
const WAIT_MIN: Duration = Duration::from_millis(100);
const WAIT_MAX: Duration = Duration::from_secs(30);

/// What the removal of old controls remembers while it runs.
#[derive(Debug)]
pub(super) struct Cleanup {
    /// The messages that are tried again.
    postponed: Mutex<HashMap<MessageId, Postponed>>,
    added: Notify,
    limiter: DefaultDirectRateLimiter,
    spare: DefaultDirectRateLimiter,
}

/// When a message is tried again.
#[derive(Clone, Copy, Debug)]
struct Postponed {
    until: Instant,
    attempts: u32,
}

/// The outcome of an attempt to remove controls.
enum CleanupOutcome {
    /// Nothing is left to do.
    Done,
    /// The outcome is unknown, or Discord is in trouble.
    Again,
}

impl Default for Cleanup {
    fn default() -> Cleanup {
        Cleanup {
            postponed: Mutex::default(),
            added: Notify::new(),
            limiter: DefaultDirectRateLimiter::direct(Quota::per_second(CLEANUPS_PER_SECOND)),
            spare: DefaultDirectRateLimiter::direct(Quota::per_second(SPARE_CLEANUPS_PER_SECOND)),
        }
    }
}

impl Cleanup {
    /// Has the loop look at the queue.
    pub(super) fn look(&self) {
        self.added.notify_one();
    }

    /// Has a message tried without waiting for its time: somebody used it.
    pub(super) fn hurry(&self, message: MessageId) {
        self.postponed().remove(&message);
        self.look();
    }

    fn postponed(&self) -> MutexGuard<'_, HashMap<MessageId, Postponed>> {
        self.postponed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works through the queue. Told to stop, it does what is there, and returns.
    pub(super) async fn run(&self, store: &impl Store, api: &Api, stop: &CancellationToken) {
        let mut under_way = FuturesUnordered::new();
        let mut attempts: HashMap<MessageId, u32> = HashMap::new();
        let mut done: HashSet<MessageId> = HashSet::new();
        loop {
            let taken =
                |message: MessageId| done.contains(&message) || attempts.contains_key(&message);
            let ready = match self.ready(store, done.len() + attempts.len(), taken).await {
                Ok(ready) => ready,
                Err(error) => {
                    let is_final = error.needs_reopen();
                    tracing::error!(error = %ErrorChain(&error), is_final, "the queue of old controls cannot be read");
                    if is_final {
                        return;
                    }
                    tokio::time::sleep(AFTER_STORE_FAILURE).await;
                    continue;
                }
            };
            for old in ready.into_iter().take(AT_ONCE.saturating_sub(attempts.len())) {
                let before = self.postponed().remove(&old.message).map_or(0, |it| it.attempts);
                attempts.insert(old.message, before + 1);
                under_way.push(async move { (old.message, self.attempt(store, api, old).await) });
            }
            if under_way.is_empty() || done.len() >= MARKED_AT_ONCE {
                if let Err(error) = mark(store, &mut done).await {
                    tracing::error!(error = %ErrorChain(&error), "removed controls are not marked as removed");
                    if error.needs_reopen() {
                        return;
                    }
                }
                if under_way.is_empty() && stop.is_cancelled() {
                    return;
                }
            }
            tokio::select! {
                Some((message, attempt)) = under_way.next() => {
                    let count = attempts.remove(&message).unwrap_or(1);
                    match attempt {
                        CleanupOutcome::Done => _ = done.insert(message),
                        CleanupOutcome::Again => {
                            let until = Instant::now() + CLEANUP.pause(count - 1);
                            self.postponed().insert(message, Postponed { until, attempts: count });
                        }
                    }
                }
                () = self.added.notified() => {}
                () = tokio::time::sleep_until(self.next()) => {}
                () = stop.cancelled(), if under_way.is_empty() => {}
            }
        }
    }

    /// What can be cleaned up now and is not taken, the oldest first.
    async fn ready(
        &self,
        store: &impl Store,
        count: usize,
        taken: impl Fn(MessageId) -> bool,
    ) -> Result<Vec<ControlMessage>, StoreError> {
        let postponed = self.postponed().len();
        let most = AT_ONCE + count + postponed.min(POSTPONED_MAX);
        let mut old = store.cleanup_queue(most).await?;
        let now = Instant::now();
        let postponed = self.postponed();
        old.retain(|it| {
            !taken(it.message) && postponed.get(&it.message).is_none_or(|it| it.until <= now)
        });
        Ok(old)
    }

    /// When to look again.
    fn next(&self) -> Instant {
        let now = Instant::now();
        let next = self.postponed().values().map(|it| it.until).min();
        next.map_or(now + WAIT_MAX, |next| next.clamp(now + WAIT_MIN, now + WAIT_MAX))
    }

    /// Waits until one more request may be made.
    async fn wait_for_limit(&self, api: &Api) {
        if self.limiter.check().is_ok() || (!api.is_busy() && self.spare.check().is_ok()) {
            return;
        }
        if api.is_busy() {
            return self.limiter.until_ready().await;
        }
        tokio::select! {
            () = self.limiter.until_ready() => {}
            () = self.spare.until_ready() => {}
        }
    }

    async fn attempt(&self, store: &impl Store, api: &Api, old: ControlMessage) -> CleanupOutcome {
        // Where we respond and no more, we cannot edit what we posted.
        match store.channel_access(old.channel).await {
            Ok(ChannelAccess::Member) => {}
            Ok(ChannelAccess::AnswersOnly) => return CleanupOutcome::Done,
            // It is as good as none.
            Err(error) if error.is_of_one_value() => {}
            Err(_) => return CleanupOutcome::Again,
        }
        self.wait_for_limit(api).await;
        match api.remove_controls(old.channel, old.message).await {
            Ok(()) | Err(ApiError::Gone(_)) => CleanupOutcome::Done,
            Err(error @ ApiError::Unsure(_)) => {
                tracing::debug!(message = old.message.0, error = %ErrorChain(&error), "old controls stay for now");
                CleanupOutcome::Again
            }
            Err(error) => {
                tracing::info!(message = old.message.0, error = %ErrorChain(&error), "old controls stay for good");
                CleanupOutcome::Done
            }
        }
    }
}

async fn mark(store: &impl Store, done: &mut HashSet<MessageId>) -> Result<(), StoreError> {
    if done.is_empty() {
        return Ok(());
    }
    store.mark_cleaned_up(done.iter().copied().collect()).await?;
    done.clear();
    Ok(())
}

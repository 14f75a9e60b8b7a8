//! The loop that replaces old messages or removes their controls. The queue of these messages is
//! stored, so that the next process continues where one ends; the requests give way to all others.
//! What an old message becomes is decided in `../outbox/old_messages.rs`.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use governor::{DefaultDirectRateLimiter, Quota};
use tokio::sync::Notify;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::discord::api::retry::{CLEANUP, WITHOUT_ACCESS};
use crate::discord::api::{Api, ApiError, Priority};
use crate::discord::limits::{
    CLEANUPS_PER_SECOND, FEWEST_CLEANUPS_PER_SECOND, SPARE_CLEANUPS_PER_SECOND,
};
use crate::service::{AFTER_FAILURE, ControlMessage, ErrorChain, Store, StoreError};
use kradan_table::MessageId;

/// How many messages are cleaned up at once: one channel that holds requests back does not stop the
/// others.
const AT_ONCE: usize = 8;

/// How many wait for another attempt at most. Beyond that none is begun: Discord is in trouble.
const POSTPONED_MAX: usize = 256;

/// How many wait at most until the bot has access to their channels again. Beyond that none is kept.
const KEPT_MAX: usize = 256;

/// How many that are done are marked together: few enough that a process which soon ends has marked
/// most of what it did.
const MARKED_AT_ONCE: usize = 8;

/// How long it waits at least and at most before it looks again.
const WAIT_MIN: Duration = Duration::from_millis(100);
const WAIT_MAX: Duration = Duration::from_secs(30);

/// What the loop remembers while it runs.
#[derive(Debug)]
pub(crate) struct Cleanup {
    /// The messages that are tried again.
    postponed: Mutex<HashMap<MessageId, Postponed>>,
    added: Notify,
    limiter: DefaultDirectRateLimiter,
    spare: DefaultDirectRateLimiter,
    /// The limit while announcements wait.
    fewest: DefaultDirectRateLimiter,
}

/// When a message is tried again.
#[derive(Clone, Copy, Debug)]
struct Postponed {
    until: Instant,
    attempts: u32,
    /// Whether it waits for access to its channel.
    is_kept: bool,
}

/// The outcome of an attempt to replace an old message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CleanupOutcome {
    /// Nothing is left to do.
    Done,
    /// The outcome is unknown, or Discord is in trouble. Discord takes the request after this time.
    Again(Duration),
    /// The bot has no access to the channel, or the thread is archived.
    Kept,
}

impl Default for Cleanup {
    fn default() -> Cleanup {
        Cleanup {
            postponed: Mutex::default(),
            added: Notify::new(),
            limiter: DefaultDirectRateLimiter::direct(Quota::per_second(CLEANUPS_PER_SECOND)),
            spare: DefaultDirectRateLimiter::direct(Quota::per_second(SPARE_CLEANUPS_PER_SECOND)),
            fewest: DefaultDirectRateLimiter::direct(Quota::per_second(FEWEST_CLEANUPS_PER_SECOND)),
        }
    }
}

impl Cleanup {
    /// Wakes the loop.
    pub(crate) fn wake(&self) {
        self.added.notify_one();
    }

    /// Has a message tried without waiting for its time: somebody used it.
    pub(crate) fn retry_now(&self, message: MessageId) {
        self.postponed().remove(&message);
        self.wake();
    }

    fn postpone(&self, message: MessageId, attempts: u32, pause: Duration, is_kept: bool) {
        let until = Instant::now() + pause;
        self.postponed().insert(message, Postponed { until, attempts, is_kept });
    }

    /// How many messages wait for access to their channels.
    fn kept(&self) -> usize {
        self.postponed().values().filter(|it| it.is_kept).count()
    }

    fn postponed(&self) -> MutexGuard<'_, HashMap<MessageId, Postponed>> {
        self.postponed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works through the queue. Told to stop, it does what is there, and returns.
    pub(crate) async fn run<F>(
        &self,
        store: &dyn Store,
        attempt: impl Fn(ControlMessage) -> F,
        stop: &CancellationToken,
    ) where
        F: Future<Output = CleanupOutcome>,
    {
        let mut under_way = FuturesUnordered::new();
        let mut attempts: HashMap<MessageId, u32> = HashMap::new();
        let mut done: HashMap<MessageId, ControlMessage> = HashMap::new();
        loop {
            let taken =
                |message: MessageId| done.contains_key(&message) || attempts.contains_key(&message);
            let ready = match self.ready(store, done.len() + attempts.len(), taken).await {
                Ok(ready) => ready,
                Err(error) => {
                    let is_final = error.needs_reopen();
                    tracing::error!(error = %ErrorChain(&error), is_final, "the queue of old controls cannot be read");
                    if is_final {
                        return;
                    }
                    tokio::time::sleep(AFTER_FAILURE).await;
                    continue;
                }
            };
            for old in ready.into_iter().take(AT_ONCE.saturating_sub(attempts.len())) {
                let before = self.postponed().remove(&old.message).map_or(0, |it| it.attempts);
                attempts.insert(old.message, before + 1);
                let attempt = attempt(old);
                under_way.push(async move { (old, attempt.await) });
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
                Some((old, attempt)) = under_way.next() => {
                    let message = old.message;
                    let count = attempts.remove(&message).unwrap_or(1);
                    match attempt {
                        CleanupOutcome::Again(after) => {
                            self.postpone(message, count, CLEANUP.pause(count - 1).max(after), false);
                        }
                        CleanupOutcome::Kept if self.kept() < KEPT_MAX => {
                            self.postpone(message, count, WITHOUT_ACCESS.pause(count - 1), true);
                        }
                        CleanupOutcome::Done | CleanupOutcome::Kept => _ = done.insert(message, old),
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
        store: &dyn Store,
        count: usize,
        taken: impl Fn(MessageId) -> bool,
    ) -> Result<Vec<ControlMessage>, StoreError> {
        let kept = self.kept();
        let in_trouble = self.postponed().len().saturating_sub(kept);
        let most = AT_ONCE + count + kept + in_trouble.min(POSTPONED_MAX);
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
    pub(crate) async fn wait_for_limit(&self, api: &Api) -> Result<(), ApiError> {
        self.wait_for_own_limit(api).await;
        api.wait_for_limit(Priority::Cleanup).await
    }

    async fn wait_for_own_limit(&self, api: &Api) {
        if api.announces() {
            return self.fewest.until_ready().await;
        }
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
}

async fn mark(
    store: &dyn Store,
    done: &mut HashMap<MessageId, ControlMessage>,
) -> Result<(), StoreError> {
    if done.is_empty() {
        return Ok(());
    }
    store.mark_cleaned_up(done.values().copied().collect()).await?;
    done.clear();
    Ok(())
}

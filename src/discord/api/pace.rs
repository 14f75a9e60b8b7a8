//! The order in which requests wait for Discord's limit on all requests of a bot.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::{Duration, Instant};

use governor::{DefaultDirectRateLimiter, Quota};
use tokio::sync::Mutex;
use tokio_util::task::AbortOnDropHandle;

use super::super::limits::{HELD_BACK_MAX, REQUESTS_AT_ONCE};
use super::error::ApiError;

/// The priority of a request, by who waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Priority {
    /// A person who looks at the screen.
    Person,
    /// Nobody: an event of a clock, or a message to followers.
    Announcement,
    /// Nobody: it removes old controls.
    Cleanup,
}

/// Spaces requests by Discord's limit per second. Announcements wait one at a time, so that a
/// person's request has at most one of them before it.
#[derive(Debug)]
pub(super) struct RequestPace {
    gate: Arc<Gate>,
    /// The number of waiting requests other than cleanups.
    waiting: AtomicUsize,
    /// The number of waiting announcements.
    announcements: AtomicUsize,
}

#[derive(Debug)]
struct Gate {
    limiter: DefaultDirectRateLimiter,
    /// The number of processes that share Discord's limit. A request counts for as many.
    sharing: AtomicU32,
    /// Held by the next request. tokio's locks are fair.
    next: Mutex<()>,
    next_announcement: Mutex<()>,
    /// The end of a global rate limit.
    stopped_until: StdMutex<Option<Instant>>,
}

impl Gate {
    /// What is made at once and what is made within a second are together the most of any second.
    fn of(requests_per_second: NonZeroU32) -> Gate {
        let steady = requests_per_second.get().saturating_sub(REQUESTS_AT_ONCE.get());
        let quota = Quota::per_second(NonZeroU32::new(steady).unwrap_or(NonZeroU32::MIN));
        Gate {
            limiter: DefaultDirectRateLimiter::direct(quota.allow_burst(REQUESTS_AT_ONCE)),
            sharing: AtomicU32::new(1),
            next: Mutex::default(),
            next_announcement: Mutex::default(),
            stopped_until: StdMutex::default(),
        }
    }

    async fn pass(&self, priority: Priority) -> Result<(), ApiError> {
        let _announcement = match priority {
            Priority::Announcement => Some(self.next_announcement.lock().await),
            Priority::Person | Priority::Cleanup => None,
        };
        let _next = self.next.lock().await;
        let mut left = self.sharing.load(Ordering::Relaxed);
        while let Some(part) = NonZeroU32::new(left.min(REQUESTS_AT_ONCE.get())) {
            // No part is larger than what may be used at once.
            let _ = self.limiter.until_n_ready(part).await;
            left -= part.get();
        }
        while let Some(left) = self.stopped_for() {
            if left >= HELD_BACK_MAX {
                return Err(ApiError::Limited(left));
            }
            tokio::time::sleep(left).await;
        }
        Ok(())
    }

    /// The time left of a global rate limit.
    fn stopped_for(&self) -> Option<Duration> {
        let until = *self.stopped_until.lock().unwrap_or_else(PoisonError::into_inner);
        until?.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
    }
}

impl RequestPace {
    pub(super) fn of(requests_per_second: NonZeroU32) -> RequestPace {
        RequestPace {
            gate: Arc::new(Gate::of(requests_per_second)),
            waiting: AtomicUsize::new(0),
            announcements: AtomicUsize::new(0),
        }
    }

    /// Waits until a request may be made.
    ///
    /// # Errors
    ///
    /// [`ApiError::Limited`] if a global rate limit lasts too long.
    pub(super) async fn wait(&self, priority: Priority) -> Result<(), ApiError> {
        let _waiting = (priority != Priority::Cleanup).then(|| Waiting::among(&self.waiting));
        let _announcement =
            (priority == Priority::Announcement).then(|| Waiting::among(&self.announcements));
        let gate = Arc::clone(&self.gate);
        // A task of its own: a caller that is not polled would hold up the others.
        let passed = AbortOnDropHandle::new(tokio::spawn(async move { gate.pass(priority).await }));
        passed.await.unwrap_or_else(|error| {
            tracing::error!(%error, "request sent without waiting: task of the rate limit failed");
            Ok(())
        })
    }

    /// Shares Discord's limit among so many processes, each of which gets the same part.
    pub(super) fn share(&self, processes: NonZeroU32) {
        self.gate.sharing.store(processes.get(), Ordering::Relaxed);
    }

    /// Stops all requests for the time of a global rate limit.
    pub(super) fn stop(&self, time: Duration) {
        tracing::warn!(?time, "rate limited by Discord: all requests of the bot wait");
        let until = Instant::now() + time;
        let mut stopped = self.gate.stopped_until.lock().unwrap_or_else(PoisonError::into_inner);
        *stopped = (*stopped).max(Some(until));
    }

    /// Whether a request other than a cleanup waits.
    pub(super) fn is_busy(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Whether an announcement waits.
    pub(super) fn announces(&self) -> bool {
        self.announcements.load(Ordering::Relaxed) > 0
    }
}

/// Counts a waiting request until dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Waiting<'_> {
    fn among(all: &AtomicUsize) -> Waiting<'_> {
        all.fetch_add(1, Ordering::Relaxed);
        Waiting(all)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::limits::REQUESTS_PER_SECOND;

    /// Begins as many waits, each before the next, and notes the order in which they end.
    async fn order_of(priorities: &[Priority]) -> Vec<usize> {
        let pace = Arc::new(RequestPace::of(REQUESTS_PER_SECOND));
        for _ in 0..REQUESTS_AT_ONCE.get() {
            pace.wait(Priority::Person).await.unwrap();
        }
        let ended = Arc::new(Mutex::new(Vec::new()));
        let mut waits = Vec::new();
        for (number, &priority) in priorities.iter().enumerate() {
            let (pace, ended) = (Arc::clone(&pace), Arc::clone(&ended));
            waits.push(tokio::spawn(async move {
                pace.wait(priority).await.unwrap();
                ended.lock().await.push(number);
            }));
            tokio::task::yield_now().await;
        }
        for wait in waits {
            wait.await.unwrap();
        }
        ended.lock().await.clone()
    }

    #[tokio::test]
    async fn a_person_waits_for_at_most_one_announcement() {
        let mut priorities = vec![Priority::Announcement; 9];
        priorities.push(Priority::Person);
        assert_eq!(order_of(&priorities).await, [0, 9, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[tokio::test]
    async fn equal_requests_are_let_through_in_their_order() {
        for priority in [Priority::Person, Priority::Announcement] {
            assert_eq!(order_of(&[priority; 6]).await, [0, 1, 2, 3, 4, 5]);
        }
    }

    #[tokio::test]
    async fn who_is_not_polled_holds_nobody_up() {
        let pace = RequestPace::of(REQUESTS_PER_SECOND);
        for _ in 0..REQUESTS_AT_ONCE.get() {
            pace.wait(Priority::Person).await.unwrap();
        }
        let mut idle = [Priority::Person, Priority::Announcement]
            .map(|priority| Box::pin(pace.wait(priority)));
        for idle in &mut idle {
            assert!(tokio::time::timeout(Duration::ZERO, idle).await.is_err());
        }
        for priority in [Priority::Announcement, Priority::Person] {
            let wait = tokio::time::timeout(Duration::from_secs(30), pace.wait(priority));
            wait.await.expect("it is let through").unwrap();
        }
    }

    #[tokio::test]
    async fn none_is_let_through_while_discord_takes_none() {
        let pace = RequestPace::of(REQUESTS_PER_SECOND);
        let (begin, time) = (Instant::now(), Duration::from_millis(50));
        pace.stop(time);
        pace.stop(Duration::ZERO);
        for priority in [Priority::Cleanup, Priority::Announcement, Priority::Person] {
            pace.wait(priority).await.unwrap();
            assert!(begin.elapsed() >= time);
        }
        pace.stop(2 * HELD_BACK_MAX);
        let refused = pace.wait(Priority::Person).await.unwrap_err();
        assert!(refused.retry_after() > HELD_BACK_MAX, "{refused}");
    }

    #[tokio::test]
    async fn no_second_has_more_requests_than_discord_allows() {
        let (pace, begin) = (RequestPace::of(REQUESTS_PER_SECOND), Instant::now());
        let mut made = 0;
        while begin.elapsed() < Duration::from_secs(1) {
            pace.wait(Priority::Person).await.unwrap();
            made += 1;
        }
        // The last one came after the second.
        assert!((1..=51).contains(&made), "{made}");
    }

    #[tokio::test]
    async fn a_request_of_one_among_many_counts_for_all() {
        let pace = RequestPace::of(REQUESTS_PER_SECOND);
        pace.share(NonZeroU32::new(7).unwrap());
        let mut made = 0;
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(1) {
            pace.wait(Priority::Person).await.unwrap();
            made += 1;
        }
        // The last one came after the second.
        assert!((1..=51 / 7 + 1).contains(&made), "{made}");
    }
}

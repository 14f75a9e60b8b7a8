//! Boards that have served lose their controls by the way, and never in the way of a board that
//! somebody waits for. That it worked is not known to anybody, and need not be: what is old says so.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use governor::{DefaultDirectRateLimiter, Quota};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use super::wire::Wire;
use crate::hall::Chain;
use crate::table::Place;

/// Requests a second, out of all that are made besides answers: the others are for boards.
const REQUESTS_PER_SECOND: NonZeroU32 = NonZeroU32::new(20).unwrap();

/// How many are stripped at once: one channel that holds requests back does not stop the others.
const AT_ONCE: usize = 8;

/// How many wait at most; beyond that the oldest keep their controls.
const WAITING_MAX: usize = 1_000;

/// The boards that wait for it.
#[derive(Debug)]
pub(super) struct Worn {
    waiting: Mutex<VecDeque<(Place, u64)>>,
    added: Notify,
    limiter: DefaultDirectRateLimiter,
}

impl Default for Worn {
    fn default() -> Worn {
        Worn {
            waiting: Mutex::default(),
            added: Notify::new(),
            limiter: DefaultDirectRateLimiter::direct(Quota::per_second(REQUESTS_PER_SECOND)),
        }
    }
}

impl Worn {
    /// A message is to lose its buttons and menus.
    pub(super) fn add(&self, place: Place, message: u64) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push_back((place, message));
        if waiting.len() > WAITING_MAX {
            waiting.pop_front();
        }
        drop(waiting);
        self.added.notify_one();
    }

    fn next(&self) -> Option<(Place, u64)> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    /// Strips one after the other. Told to stop, it does what is there, and returns.
    pub(super) async fn strip(&self, wire: &Wire, stop: &CancellationToken) {
        let mut under_way = FuturesUnordered::new();
        loop {
            while under_way.len() < AT_ONCE
                && let Some((place, message)) = self.next()
            {
                under_way.push(async move {
                    self.limiter.until_ready().await;
                    if let Err(error) = wire.strip(place, message).await {
                        tracing::debug!(error = %Chain(&error), "an old board keeps its controls");
                    }
                });
            }
            if under_way.is_empty() && stop.is_cancelled() {
                return;
            }
            tokio::select! {
                Some(()) = under_way.next() => {}
                () = self.added.notified() => {}
                () = stop.cancelled(), if under_way.is_empty() => {}
            }
        }
    }
}

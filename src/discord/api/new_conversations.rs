//! The pace at which conversations are opened, and the pause after Discord said that they are too many.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use governor::{DefaultDirectRateLimiter, Quota};
use tokio::sync::MutexGuard;

use super::super::limits::{
    BETWEEN_CONVERSATIONS, CONVERSATIONS_AT_ONCE, CONVERSATIONS_CLOSED_FOR, CONVERSATIONS_PER_DAY,
};
use super::error::ApiError;

/// How long a conversation waits for those that are opened before it: its caller holds a lock.
const TURN_WAIT_MAX: Duration = Duration::from_secs(3);

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

#[derive(Debug)]
pub(super) struct NewConversations {
    pace: DefaultDirectRateLimiter,
    daily: DefaultDirectRateLimiter,
    closed_until: Mutex<Option<Instant>>,
    /// Held while a conversation is opened: the next one begins when it is known what Discord says.
    opening: tokio::sync::Mutex<()>,
}

impl Default for NewConversations {
    fn default() -> NewConversations {
        let limiter = |between: Duration, at_once| {
            let quota = Quota::with_period(between).expect("the period is not zero");
            DefaultDirectRateLimiter::direct(quota.allow_burst(at_once))
        };
        NewConversations {
            pace: limiter(BETWEEN_CONVERSATIONS, CONVERSATIONS_AT_ONCE),
            daily: limiter(DAY / CONVERSATIONS_PER_DAY.get(), CONVERSATIONS_PER_DAY),
            closed_until: Mutex::new(None),
            opening: tokio::sync::Mutex::default(),
        }
    }
}

impl NewConversations {
    /// Waits until no other conversation is being opened, for as long as the guard is held.
    ///
    /// # Errors
    ///
    /// [`ApiError::Unsure`] if others take too long.
    pub(super) async fn wait_for_turn(&self) -> Result<MutexGuard<'_, ()>, ApiError> {
        let turn = tokio::time::timeout(TURN_WAIT_MAX, self.opening.lock()).await;
        turn.map_err(|_| NewConversations::others_first())
    }

    /// Counts a conversation that is about to be opened.
    ///
    /// # Errors
    ///
    /// [`ApiError::Unsure`] if others are opened first, or none is opened for a while.
    pub(super) fn check(&self, now: Instant) -> Result<(), ApiError> {
        let closed_until = *self.closed_until.lock().unwrap_or_else(PoisonError::into_inner);
        if closed_until.is_some_and(|until| now < until) {
            return Err(NewConversations::too_many());
        }
        if self.pace.check().is_err() {
            return Err(NewConversations::others_first());
        }
        self.daily.check().map_err(|_| NewConversations::too_many())
    }

    fn others_first() -> ApiError {
        ApiError::Unsure("other conversations are opened first".to_owned())
    }

    pub(super) fn too_many() -> ApiError {
        ApiError::Unsure("too many conversations were opened".to_owned())
    }

    /// Opens no conversation for a while.
    pub(super) fn close(&self, now: Instant) {
        let until = now + CONVERSATIONS_CLOSED_FOR;
        *self.closed_until.lock().unwrap_or_else(PoisonError::into_inner) = Some(until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_are_opened_at_once_and_none_after_discord_said_that_they_are_too_many() {
        let (conversations, now) = (NewConversations::default(), Instant::now());
        for _ in 0..CONVERSATIONS_AT_ONCE.get() {
            assert_eq!(conversations.check(now), Ok(()));
        }
        assert!(matches!(conversations.check(now), Err(ApiError::Unsure(_))));
        let conversations = NewConversations::default();
        conversations.close(now);
        let closed = Err(NewConversations::too_many());
        assert_eq!(conversations.check(now), closed);
        let before = CONVERSATIONS_CLOSED_FOR.saturating_sub(Duration::from_secs(1));
        assert_eq!(conversations.check(now + before), closed);
        assert_eq!(conversations.check(now + CONVERSATIONS_CLOSED_FOR), Ok(()));
    }
}

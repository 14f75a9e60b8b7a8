//! How often old messages may be replaced: the requests give way to all others.

use std::num::NonZeroU32;

use governor::{DefaultDirectRateLimiter, Quota};

use crate::discord::api::{Api, ApiError, Priority};
use crate::discord::limits::{
    CLEANUPS_PER_SECOND, FEWEST_CLEANUPS_PER_SECOND, SPARE_CLEANUPS_PER_SECOND,
};

/// How many messages may be tried again at once, beyond one a second.
const FURTHER_ATTEMPTS_AT_ONCE: NonZeroU32 = NonZeroU32::new(64).unwrap();

#[derive(Debug)]
pub(crate) struct CleanupLimits {
    limiter: DefaultDirectRateLimiter,
    spare: DefaultDirectRateLimiter,
    /// The limit while announcements wait.
    fewest: DefaultDirectRateLimiter,
    /// The limit of attempts after the first.
    again: DefaultDirectRateLimiter,
}

impl Default for CleanupLimits {
    fn default() -> CleanupLimits {
        CleanupLimits {
            limiter: DefaultDirectRateLimiter::direct(Quota::per_second(CLEANUPS_PER_SECOND)),
            spare: DefaultDirectRateLimiter::direct(Quota::per_second(SPARE_CLEANUPS_PER_SECOND)),
            fewest: DefaultDirectRateLimiter::direct(Quota::per_second(FEWEST_CLEANUPS_PER_SECOND)),
            again: DefaultDirectRateLimiter::direct(
                Quota::per_second(NonZeroU32::MIN).allow_burst(FURTHER_ATTEMPTS_AT_ONCE),
            ),
        }
    }
}

impl CleanupLimits {
    /// Whether one more message may be tried again: one a second.
    pub(crate) fn may_try_again(&self) -> bool {
        self.again.check().is_ok()
    }

    /// Waits until one more request may be made.
    pub(crate) async fn wait(&self, api: &Api) -> Result<(), ApiError> {
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

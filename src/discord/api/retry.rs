//! The pauses between attempts: one policy for each request that is tried again.

use std::time::Duration;

use backon::{BackoffBuilder as _, ExponentialBuilder};

/// Pauses that grow by a factor from the first one to the longest one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RetryPolicy {
    first: Duration,
    factor: f32,
    longest: Duration,
    /// The number of pauses; `None` for no end.
    times: Option<usize>,
}

/// A first response to an interaction. Discord accepts it once, within three seconds: another
/// attempt does no harm.
pub(super) const RESPONSE: RetryPolicy = RetryPolicy {
    first: Duration::from_millis(100),
    factor: 3.0,
    longest: Duration::from_millis(900),
    times: Some(3),
};

/// A public follow-up message, for which somebody waits.
pub(crate) const FOLLOW_UP: RetryPolicy = RetryPolicy {
    first: Duration::from_millis(200),
    factor: 3.0,
    longest: Duration::from_secs(5),
    times: Some(4),
};

/// The requests at the start, before everything else.
pub(crate) const STARTUP: RetryPolicy = RetryPolicy {
    first: Duration::from_millis(500),
    factor: 2.0,
    longest: Duration::from_secs(60),
    times: None,
};

/// The registration of the commands. The pauses grow only where Discord refuses them.
pub(crate) const REGISTRATION: RetryPolicy = RetryPolicy {
    first: Duration::from_secs(30),
    factor: 4.0,
    longest: Duration::from_secs(12 * 3_600),
    times: None,
};

/// The list and the uploads of emoji, for which nobody waits.
pub(crate) const EMOJI: RetryPolicy = RetryPolicy {
    first: Duration::from_secs(1),
    factor: 2.0,
    longest: Duration::from_secs(600),
    times: None,
};

/// Connections to the gateway, after the first one that is made again at once.
pub(crate) const GATEWAY: RetryPolicy = RetryPolicy {
    first: Duration::from_secs(1),
    factor: 2.0,
    longest: Duration::from_secs(60),
    times: None,
};

/// Outbox entries: most failures last for seconds, and somebody waits for a board.
pub(crate) const DELIVERY: RetryPolicy = RetryPolicy {
    first: Duration::from_millis(500),
    factor: 2.0,
    longest: Duration::from_secs(12 * 3_600),
    times: None,
};

/// The removal of old controls without access to the channel, or in an archived thread: Discord
/// blocks addresses with many refused requests.
pub(crate) const WITHOUT_ACCESS: RetryPolicy = RetryPolicy {
    first: Duration::from_secs(60),
    factor: 4.0,
    longest: Duration::from_secs(6 * 3_600),
    times: None,
};

/// The number of pauses after which every policy has reached its longest.
const GROWN: usize = 64;

impl RetryPolicy {
    /// The pauses in order.
    pub(crate) fn backoff(self) -> ExponentialBuilder {
        let builder = ExponentialBuilder::new()
            .with_min_delay(self.first)
            .with_factor(self.factor)
            .with_max_delay(self.longest);
        match self.times {
            Some(times) => builder.with_max_times(times),
            None => builder.without_max_times(),
        }
    }

    /// One pause, counted from 0.
    pub(crate) fn pause(self, number: u32) -> Duration {
        let number = usize::try_from(number).map_or(GROWN, |number| number.min(GROWN));
        self.backoff().without_max_times().build().nth(number).unwrap_or(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_from_the_first_to_the_longest() {
        let all =
            [RESPONSE, FOLLOW_UP, STARTUP, REGISTRATION, EMOJI, GATEWAY, DELIVERY, WITHOUT_ACCESS];
        for retry in all {
            assert_eq!(retry.pause(0), retry.first);
            for number in 0..80 {
                assert!(retry.pause(number) <= retry.pause(number + 1), "{retry:?}");
            }
            assert_eq!(retry.pause(u32::MAX), retry.longest, "{retry:?}");
        }
    }

    #[test]
    fn a_response_is_tried_again_three_times() {
        let pauses: Vec<u128> = RESPONSE.backoff().build().map(|pause| pause.as_millis()).collect();
        assert_eq!(pauses, [100, 300, 900]);
    }

    #[test]
    fn doubled_pauses_are_exact() {
        for number in 0..20 {
            let exact = Duration::from_millis(500) * 2_u32.pow(number);
            assert_eq!(DELIVERY.pause(number), exact.min(DELIVERY.longest));
        }
    }
}

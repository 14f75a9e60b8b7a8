//! When something that failed is tried again.

use std::time::{Duration, Instant};

/// The pause after the first failure.
const SHORTEST: Duration = Duration::from_secs(1);

/// The longest pause.
pub(super) const LONGEST: Duration = Duration::from_secs(600);

/// The failures in a row, and the time of the next attempt.
#[derive(Debug, Default)]
pub(super) struct Retry {
    pub(super) failures: u32,
    at: Option<Instant>,
}

impl Retry {
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.at.is_none_or(|at| now >= at)
    }

    /// Counts a failure, and returns the pause until the next attempt: twice the last one.
    pub(super) fn record_failure(&mut self, now: Instant) -> Duration {
        let pause = SHORTEST.saturating_mul(1 << self.failures.min(16)).min(LONGEST);
        self.failures = self.failures.saturating_add(1);
        self.at = Some(now + pause);
        pause
    }

    pub(super) fn record_success(&mut self) {
        *self = Retry::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_with_each_failure() {
        let start = Instant::now();
        let mut retry = Retry::default();
        assert!(retry.is_due(start));
        let pauses: Vec<u64> = (0..12).map(|_| retry.record_failure(start).as_secs()).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]);
        assert!(!retry.is_due(start + Duration::from_secs(599)));
        assert!(retry.is_due(start + Duration::from_secs(600)));
        retry.record_success();
        assert!(retry.is_due(start));
    }
}

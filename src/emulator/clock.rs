//! The emulator's clock, which can be ahead of the machine's.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

/// The farthest that the clock can be ahead of the machine's.
pub const AHEAD_MAX: SignedDuration = SignedDuration::from_hours(400 * 24);

/// A callback that gets the clock's offset from the machine's: at the start, and after each
/// change.
#[derive(Clone)]
pub struct ClockFollower(Arc<dyn Fn(SignedDuration) + Send + Sync>);

impl ClockFollower {
    /// The callback runs while the emulator is locked, so it must be short.
    pub fn new(follow: impl Fn(SignedDuration) + Send + Sync + 'static) -> ClockFollower {
        ClockFollower(Arc::new(follow))
    }
}

impl fmt::Debug for ClockFollower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClockFollower")
    }
}

/// A clock with an adjustable offset from the machine's.
#[derive(Debug)]
pub(super) struct OffsetClock {
    ahead_ms: AtomicI64,
    follower: Option<ClockFollower>,
}

impl OffsetClock {
    /// Starts a clock with an offset in milliseconds, and reports it to the follower.
    pub(super) fn start(ahead_ms: i64, follower: Option<ClockFollower>) -> OffsetClock {
        let clock = OffsetClock { ahead_ms: AtomicI64::new(ahead_ms), follower };
        clock.report(ahead_ms);
        clock
    }

    pub(super) fn now(&self) -> Timestamp {
        let ahead = SignedDuration::from_millis(self.ahead_ms());
        Timestamp::now().saturating_add(ahead).unwrap_or(Timestamp::MAX)
    }

    /// The offset in milliseconds.
    pub(super) fn ahead_ms(&self) -> i64 {
        self.ahead_ms.load(Ordering::Relaxed)
    }

    /// Sets the offset in milliseconds. Callers hold the world's lock, so that the follower gets
    /// one change after the other.
    pub(super) fn set_ahead_ms(&self, ahead_ms: i64) {
        self.ahead_ms.store(ahead_ms, Ordering::Relaxed);
        self.report(ahead_ms);
    }

    fn report(&self, ahead_ms: i64) {
        if let Some(follower) = &self.follower {
            (follower.0)(SignedDuration::from_millis(ahead_ms));
        }
    }
}

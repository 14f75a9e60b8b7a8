//! What time it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};

use crate::table::Moment;

/// The time by which deadlines go, and chance. Copies of a clock are the same clock.
///
/// It can be put forward, so that what takes days can be seen in a moment.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    /// How far it is ahead, in seconds.
    ahead: Arc<AtomicI64>,
}

impl Clock {
    /// The clock of the machine.
    #[must_use]
    pub fn of_machine() -> Clock {
        Clock::default()
    }

    /// What time it is.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let ahead = SignedDuration::from_secs(self.ahead.load(Ordering::Relaxed));
        super::later(Timestamp::now(), ahead)
    }

    /// What time it is, with chance.
    #[must_use]
    pub fn moment(&self) -> Moment {
        Moment { time: self.now(), chance: chance() }
    }

    /// Puts the clock forward. Whoever waits by it notices within a minute, or when it is
    /// [told](super::Hall::look_at_clock).
    pub fn advance(&self, seconds: i64) {
        self.ahead.fetch_add(seconds, Ordering::Relaxed);
    }
}

/// 64 random bits. Where the system has none to give, the clock's nanoseconds have to do for a
/// throw of pawns.
fn chance() -> u64 {
    getrandom::u64().unwrap_or_else(|_| Timestamp::now().subsec_nanosecond().unsigned_abs().into())
}

//! Setting the emulator's clock.

use std::time::Duration;

use jiff::SignedDuration;

use crate::action_error::ActionError;
use crate::clock::AHEAD_MAX;
use crate::handle::Emulator;
use crate::world::WorldChange;

const AHEAD_MAX_MS: i64 = AHEAD_MAX.as_secs() * 1_000;

impl Emulator {
    /// Sets the clock ahead, to [`AHEAD_MAX`] at most.
    pub fn advance(&self, by: Duration) {
        let by_ms = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.set_clock(|ahead_ms| Some(ahead_ms.saturating_add(by_ms).min(AHEAD_MAX_MS)));
    }

    /// Sets the clock ahead, or back if the duration is negative.
    ///
    /// # Errors
    /// When the clock would be behind the machine's, or more than [`AHEAD_MAX`] ahead of it.
    pub fn move_clock(&self, by: SignedDuration) -> Result<(), ActionError> {
        let by_ms = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        let moved = |ahead_ms: i64| {
            let moved_ms = ahead_ms.saturating_add(by_ms);
            (0..=AHEAD_MAX_MS).contains(&moved_ms).then_some(moved_ms)
        };
        if self.set_clock(moved) { Ok(()) } else { Err(ActionError::Clock) }
    }

    /// Sets the clock to the machine's time.
    pub fn reset_clock(&self) {
        self.set_clock(|_| Some(0));
    }

    /// How far the clock is ahead of the machine's.
    pub(crate) fn seconds_ahead(&self) -> i64 {
        self.0.clock.ahead_ms() / 1_000
    }

    /// Changes the clock's offset in milliseconds. Returns false if `change` refuses to.
    fn set_clock(&self, change: impl Fn(i64) -> Option<i64>) -> bool {
        let is_set = self.with(|world, _| {
            let Some(ahead_ms) = change(self.0.clock.ahead_ms()) else { return false };
            self.0.clock.set_ahead_ms(ahead_ms);
            world.changes.push(WorldChange::World);
            true
        });
        // Threads that are due by the new time are archived now.
        self.with(|_, _| ());
        is_set
    }
}

//! What time it is.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use rustix::time::{ClockId, clock_gettime};

use super::checked_clock::{CheckedClock, Observation, Reading, later};
use crate::table::Moment;

/// The time by which deadlines go, and chance. Copies of a clock are the same clock.
///
/// It goes on steadily whatever becomes of the machine's own clock, tells time in which the bot was
/// there from time in which it was not, and can be put ahead, so that what takes days can be seen
/// in a moment.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Mutex<ClockState>>);

#[derive(Debug)]
struct ClockState {
    /// What a clock without a machine shows.
    by_hand: Option<Clocks>,
    /// What is added to the readings of the machine's clocks.
    wall_moved: SignedDuration,
    boot_moved: SignedDuration,
    /// How far it was [put ahead](Clock::put_ahead).
    ahead: SignedDuration,
    checked: CheckedClock,
    /// By how much the date was set back, and nobody has dealt with it yet.
    set_back: SignedDuration,
}

/// What the two clocks of a machine show.
#[derive(Clone, Copy, Debug)]
struct Clocks {
    wall: Timestamp,
    boot: SignedDuration,
}

/// Which of the machine's clocks counts the time in which it sleeps.
#[cfg(any(target_os = "linux", target_os = "android"))]
const BOOT: ClockId = ClockId::Boottime;
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const BOOT: ClockId = ClockId::Monotonic;

impl Clocks {
    fn of_machine() -> Clocks {
        let boot = clock_gettime(BOOT);
        let nanoseconds = i32::try_from(boot.tv_nsec).unwrap_or_default();
        Clocks { wall: Timestamp::now(), boot: SignedDuration::new(boot.tv_sec, nanoseconds) }
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::of_machine()
    }
}

impl Clock {
    /// The clock of the machine.
    #[must_use]
    pub fn of_machine() -> Clock {
        Clock::starting(None, Clocks::of_machine())
    }

    /// A clock that goes only as it is told, for tests.
    #[must_use]
    pub fn by_hand(time: Timestamp) -> Clock {
        let clocks = Clocks { wall: time, boot: SignedDuration::ZERO };
        Clock::starting(Some(clocks), clocks)
    }

    fn starting(by_hand: Option<Clocks>, now: Clocks) -> Clock {
        Clock(Arc::new(Mutex::new(ClockState {
            by_hand,
            wall_moved: SignedDuration::ZERO,
            boot_moved: SignedDuration::ZERO,
            ahead: SignedDuration::ZERO,
            checked: CheckedClock::starting(now.wall, now.wall, now.boot),
            set_back: SignedDuration::ZERO,
        })))
    }

    /// What time it is.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.read().time()
    }

    /// What time it is, with chance.
    #[must_use]
    pub fn moment(&self) -> Moment {
        let now = self.read();
        now.moment_at(now.credited)
    }

    /// What time it is, and how much of it the bot was there.
    #[must_use]
    pub fn read(&self) -> Reading {
        let mut state = self.state();
        state.look();
        state.checked.now()
    }

    /// Lets time pass without anybody looking, as a machine does that sleeps.
    pub fn advance(&self, seconds: i64) {
        let mut state = self.state();
        let by = SignedDuration::from_secs(seconds);
        state.wall_moved = state.wall_moved.saturating_add(by);
        state.boot_moved = state.boot_moved.saturating_add(by);
    }

    /// Sets the machine's clock, as far as this one knows it, and nothing else.
    pub fn set_wall(&self, by_seconds: i64) {
        let mut state = self.state();
        state.wall_moved = state.wall_moved.saturating_add(SignedDuration::from_secs(by_seconds));
    }

    /// Lets time pass in which the bot is there.
    pub fn pass(&self, by: SignedDuration) {
        let mut state = self.state();
        state.look();
        state.pass(by);
    }

    /// Puts the clock ahead of the machine's by so much. Time that it is put on counts as time in
    /// which the bot was there. Where it is put back, deadlines move with it: nobody has more or
    /// less time left than before.
    ///
    /// Whoever waits by it notices within a minute, or when it is
    /// [told](super::TableService::wake_loops).
    pub fn put_ahead(&self, ahead: SignedDuration) {
        let mut state = self.state();
        state.look();
        let by = ahead.saturating_sub(state.ahead);
        state.ahead = ahead;
        if by.is_negative() {
            state.wall_moved = state.wall_moved.saturating_add(by);
            state.checked.set(by);
            state.set_back = state.set_back.saturating_sub(by);
        } else {
            state.pass(by);
        }
    }

    /// Starts with so much time in which the bot was there; at the first start of all there was
    /// none. Says what time it is then.
    pub(super) fn start(&self, present: impl FnOnce(Timestamp) -> Timestamp) -> Reading {
        let mut state = self.state();
        let wall = state.clocks().wall;
        state.start(present(wall));
        state.checked.now()
    }

    /// By how much the date was set back since this was asked last; zero if it was not.
    pub(super) fn take_set_back(&self) -> SignedDuration {
        std::mem::take(&mut self.state().set_back)
    }

    /// Whether the date was set back, and nobody has dealt with it yet.
    pub(super) fn is_set_back(&self) -> bool {
        !self.state().set_back.is_zero()
    }

    /// Nobody could deal with it.
    pub(super) fn is_still_set_back(&self, by: SignedDuration) {
        let mut state = self.state();
        state.set_back = state.set_back.saturating_add(by);
    }

    fn state(&self) -> MutexGuard<'_, ClockState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClockState {
    fn clocks(&self) -> Clocks {
        let Clocks { wall, boot } = self.by_hand.unwrap_or_else(Clocks::of_machine);
        let boot = boot.saturating_add(self.boot_moved);
        Clocks { wall: later(wall, self.wall_moved), boot }
    }

    fn start(&mut self, present: Timestamp) {
        let Clocks { wall, boot } = self.clocks();
        self.checked = CheckedClock::starting(present, wall, boot);
    }

    fn look(&mut self) {
        let Clocks { wall, boot } = self.clocks();
        match self.checked.observe(wall, boot) {
            Observation::Nothing => {}
            Observation::Absence(length) => {
                tracing::info!(
                    seconds = length.as_secs(),
                    "nobody was there, and no time was lost"
                );
            }
            Observation::Jump(by) => {
                tracing::warn!(
                    seconds = by.as_secs(),
                    "the clock of the machine has jumped: deadlines go on as before"
                );
            }
            Observation::Adopted(by) => {
                if by.is_negative() {
                    self.set_back = self.set_back.saturating_sub(by);
                }
                tracing::warn!(
                    seconds = by.as_secs(),
                    "the clock of the machine stays where it jumped: all deadlines move with it"
                );
            }
        }
    }

    fn pass(&mut self, by: SignedDuration) {
        self.wall_moved = self.wall_moved.saturating_add(by);
        self.boot_moved = self.boot_moved.saturating_add(by);
        self.checked.pass(by);
    }
}

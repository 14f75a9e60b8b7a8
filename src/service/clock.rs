//! The clock: the readings of the machine's clocks, and the offsets that are added to them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};
use rustix::time::{ClockId, clock_gettime};

use super::checked_clock::{CheckedClock, Observation, Reading, later};
use kradan_table::Moment;

/// The clock of deadlines, with random numbers. Copies of a clock are the same clock.
///
/// It passes steadily whatever happens to the machine's clock, and tells running time from
/// downtime. It can be put ahead, so that days pass in a moment.
#[derive(Clone, Debug)]
pub struct Clock(Arc<Mutex<ClockState>>);

#[derive(Debug)]
struct ClockState {
    /// The readings of a clock without a machine.
    by_hand: Option<Clocks>,
    /// The time that is added to the readings of the machine's clocks.
    wall_moved: SignedDuration,
    boot_moved: SignedDuration,
    /// How far the clock was [put ahead](Clock::put_ahead).
    ahead: SignedDuration,
    checked: CheckedClock,
    /// How far the date was set back since that was last handled.
    set_back: SignedDuration,
    /// How long the process was absent since that was last handled.
    absent: SignedDuration,
}

/// The readings of a machine's two clocks.
#[derive(Clone, Copy, Debug)]
struct Clocks {
    wall: Timestamp,
    boot: SignedDuration,
}

/// The machine's clock that also counts the time in which the machine sleeps.
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
    /// A clock that reads the machine's clocks.
    #[must_use]
    pub fn of_machine() -> Clock {
        Clock::starting(None, Clocks::of_machine())
    }

    /// A clock that only passes when it is told to, for tests.
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
            absent: SignedDuration::ZERO,
        })))
    }

    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.read().time()
    }

    /// The date and a random number.
    #[must_use]
    pub fn moment(&self) -> Moment {
        let now = self.read();
        now.moment_at(now.credited)
    }

    /// The running time and the date.
    #[must_use]
    pub fn read(&self) -> Reading {
        let mut state = self.state();
        state.look();
        state.checked.now()
    }

    /// Lets time pass without a reading, as on a machine that sleeps.
    pub fn advance(&self, seconds: i64) {
        let mut state = self.state();
        let by = SignedDuration::from_secs(seconds);
        state.wall_moved = state.wall_moved.saturating_add(by);
        state.boot_moved = state.boot_moved.saturating_add(by);
    }

    /// Sets the machine's wall clock, as this clock reads it.
    pub fn set_wall(&self, by_seconds: i64) {
        let mut state = self.state();
        state.wall_moved = state.wall_moved.saturating_add(SignedDuration::from_secs(by_seconds));
    }

    /// Lets time pass while the bot runs.
    pub fn pass(&self, by: SignedDuration) {
        let mut state = self.state();
        state.look();
        state.pass(by);
    }

    /// Puts the clock ahead of the machine's. Time by which it is put further ahead counts as
    /// running time. If it is put back, that time counts as never passed, and who used it has it
    /// again.
    ///
    /// Loops that wait by the clock notice within a minute, or when they are
    /// [woken](super::TableService::wake_loops).
    pub fn put_ahead(&self, ahead: SignedDuration) {
        let mut state = self.state();
        state.look();
        let by = ahead.saturating_sub(state.ahead);
        state.ahead = ahead;
        state.pass(by);
        if by.is_negative() {
            state.set_back = state.set_back.saturating_sub(by);
        }
    }

    /// Starts with a running time, which is the date at the first start. Returns the reading at the
    /// start.
    pub(super) fn start(&self, present: impl FnOnce(Timestamp) -> Timestamp) -> Reading {
        let mut state = self.state();
        let wall = state.clocks().wall;
        state.start(present(wall));
        state.checked.now()
    }

    /// How far the date was set back since the last call; zero if it was not.
    pub(super) fn take_set_back(&self) -> SignedDuration {
        std::mem::take(&mut self.state().set_back)
    }

    /// Whether the date was set back and that was not handled yet.
    pub(super) fn is_set_back(&self) -> bool {
        !self.state().set_back.is_zero()
    }

    /// Notes that the handling has failed.
    pub(super) fn add_set_back(&self, by: SignedDuration) {
        let mut state = self.state();
        state.set_back = state.set_back.saturating_add(by);
    }

    /// How long the process was absent since the last call; zero if it was not.
    pub(super) fn take_absence(&self) -> SignedDuration {
        let mut state = self.state();
        state.look();
        std::mem::take(&mut state.absent)
    }

    /// Notes that an absence was not handled.
    pub(super) fn add_absence(&self, absence: SignedDuration) {
        let mut state = self.state();
        state.absent = state.absent.saturating_add(absence);
    }

    /// Counts an absence as running time.
    pub(super) fn forget_absence(&self, absence: SignedDuration) {
        self.state().checked.forget_absence(absence);
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
        self.absent = SignedDuration::ZERO;
    }

    fn look(&mut self) {
        let Clocks { wall, boot } = self.clocks();
        match self.checked.observe(wall, boot) {
            Observation::Nothing => {}
            Observation::Absence(length) => {
                self.absent = self.absent.saturating_add(length);
                tracing::info!(seconds = length.as_secs(), "downtime credited to all deadlines");
            }
            Observation::Jump(by) => {
                tracing::warn!(seconds = by.as_secs(), "system clock jumped: deadlines unchanged");
            }
            Observation::Adopted(by) => {
                if by.is_negative() {
                    self.set_back = self.set_back.saturating_sub(by);
                }
                tracing::warn!(
                    seconds = by.as_secs(),
                    "system clock jump accepted: deadlines moved with it"
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

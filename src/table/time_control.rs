//! How long a move may take.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::{Phase, Table};
use crate::rules::Status;

/// Days for each move.
///
/// ```
/// use kradan::table::TimeControl;
///
/// assert_eq!(TimeControl::days(3).map(|pace| pace.in_days()), Some(3));
/// assert_eq!(TimeControl::days(0), None);
/// assert_eq!(TimeControl::days(TimeControl::DAYS_MAX + 1), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct TimeControl(u8);

impl TimeControl {
    /// The most days that a move may take.
    pub const DAYS_MAX: u8 = 30;

    /// A pace of so many days a move, 1 to [`TimeControl::DAYS_MAX`].
    #[must_use]
    pub fn days(days: u8) -> Option<TimeControl> {
        (1..=TimeControl::DAYS_MAX).contains(&days).then_some(TimeControl(days))
    }

    /// The days for each move.
    #[must_use]
    pub fn in_days(self) -> u8 {
        self.0
    }

    fn time(self) -> SignedDuration {
        SignedDuration::from_hours(24 * i64::from(self.0))
    }

    /// How long before the end of its time a side is reminded: when a fifth is left.
    fn reminder(self) -> SignedDuration {
        self.time() / 5
    }
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl(3)
    }
}

/// A number of days that is no pace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a pace is 1 to {most} days a move, not {days}", most = TimeControl::DAYS_MAX, days = self.0)]
pub struct ParseTimeControlError(u8);

impl TryFrom<u8> for TimeControl {
    type Error = ParseTimeControlError;

    fn try_from(days: u8) -> Result<TimeControl, ParseTimeControlError> {
        TimeControl::days(days).ok_or(ParseTimeControlError(days))
    }
}

impl From<TimeControl> for u8 {
    fn from(pace: TimeControl) -> u8 {
        pace.0
    }
}

/// For how long it is known of a challenge that it came to nothing: somebody may still click on it.
const WITHDRAWN_KEPT: SignedDuration = SignedDuration::from_hours(24 * 7);

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The side to move is to be reminded at this time.
    Reminder(Timestamp),
    /// At this time the side to move loses, or the challenge lapses.
    Deadline(Timestamp),
    /// From this time on nobody need know any more that there was a challenge.
    Forgetting(Timestamp),
}

impl Due {
    #[must_use]
    pub fn at(self) -> Timestamp {
        match self {
            Due::Reminder(at) | Due::Deadline(at) | Due::Forgetting(at) => at,
        }
    }
}

/// A time later than another; the end of time where there is none.
pub(super) fn later(time: Timestamp, by: SignedDuration) -> Timestamp {
    time.saturating_add(by).unwrap_or(Timestamp::MAX)
}

impl Table {
    /// Until when the side to move has time; for a challenge, until when it can be accepted.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        match &self.phase {
            Phase::Challenge(challenge) => Some(challenge.lapses_at()),
            Phase::Playing(play) => Some(later(play.thinking_since, self.pace.time())),
            Phase::Over { .. } | Phase::Withdrawn { .. } => None,
        }
    }

    /// What the table waits for next, if it waits: this is what an index of deadlines holds.
    #[must_use]
    pub fn due(&self) -> Option<Due> {
        match &self.phase {
            Phase::Playing(play) if !play.is_reminded => {
                Some(Due::Reminder(later(self.deadline()?, -self.pace.reminder())))
            }
            Phase::Challenge(_) | Phase::Playing(_) => self.deadline().map(Due::Deadline),
            Phase::Over { .. } => None,
            Phase::Withdrawn { since, .. } => Some(Due::Forgetting(later(*since, WITHDRAWN_KEPT))),
        }
    }

    /// Gives time back during which nobody could move, because the bot was not there; less than
    /// none where the date was set back, so that as much time is left as before.
    pub fn credit(&mut self, by: SignedDuration) {
        match &mut self.phase {
            Phase::Challenge(challenge) => challenge.made_at = later(challenge.made_at, by),
            Phase::Playing(play) => play.thinking_since = later(play.thinking_since, by),
            Phase::Withdrawn { since, .. } => *since = later(*since, by),
            Phase::Over { .. } => {}
        }
    }

    /// Whether the game goes on, by its rules and by what the players did.
    #[must_use]
    pub fn is_running(&self) -> bool {
        matches!(self.phase, Phase::Playing(_))
            && matches!(self.game.status(), Status::Ongoing { .. })
    }
}

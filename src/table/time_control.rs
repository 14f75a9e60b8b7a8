//! How long a move may take.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

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

    pub(super) fn time(self) -> SignedDuration {
        SignedDuration::from_hours(24 * i64::from(self.0))
    }

    /// How long before the end of its time a side is reminded: when a fifth is left.
    pub(super) fn reminder(self) -> SignedDuration {
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

/// A time later than another; the end of time where there is none.
pub(super) fn later(time: Timestamp, by: SignedDuration) -> Timestamp {
    time.saturating_add(by).unwrap_or(Timestamp::MAX)
}

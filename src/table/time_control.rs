//! How long moves may take.

use std::fmt;
use std::str::FromStr;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How long moves may take, in whole hours.
///
/// It is written as players type it: `12h` or `3d` for each move, `10d+1d max 15d` for a bank, and
/// `none`. It is stored like that, but whole days for each move are stored as a number, as by earlier
/// versions.
///
/// ```
/// use kradan_table::TimeControl;
///
/// let bank: TimeControl = "10d+1d".parse()?;
/// assert_eq!(bank.to_string(), "10d+1d max 15d");
/// assert_eq!("36h".parse().ok(), TimeControl::per_move(36));
/// assert_eq!(TimeControl::default().to_string(), "3d");
/// assert!("31d".parse::<TimeControl>().is_err());
/// # Ok::<(), kradan_table::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// The same time for each move: [`TimeControl::HOURS`].
    PerMove {
        hours: u16,
    },
    Bank(Bank),
    /// Moves may take as long as they like.
    Unlimited,
}

/// A time for all moves together, which grows with each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bank {
    /// The time at the start: [`TimeControl::HOURS`].
    pub hours: u16,
    /// The time added after each move, at most [`TimeControl::INCREMENT_MAX`].
    pub increment: u16,
    /// The time that the additions do not exceed: at least the start, at most
    /// [`TimeControl::CAP_MAX`].
    pub cap: u16,
}

const DAY: u16 = 24;

impl TimeControl {
    /// The hours for a move, and the hours of a bank at its start.
    pub const HOURS: std::ops::RangeInclusive<u16> = 1..=30 * DAY;

    /// The most hours that a bank gains with a move.
    pub const INCREMENT_MAX: u16 = 7 * DAY;

    /// The most hours that a bank can hold.
    pub const CAP_MAX: u16 = 60 * DAY;

    /// The longest text that is read.
    const TEXT_MAX: usize = 40;

    /// So many hours for each move; `None` outside [`TimeControl::HOURS`].
    #[must_use]
    pub fn per_move(hours: u16) -> Option<TimeControl> {
        TimeControl::HOURS.contains(&hours).then_some(TimeControl::PerMove { hours })
    }

    /// So many days for each move, 1 to 30.
    #[must_use]
    pub fn days(days: u8) -> Option<TimeControl> {
        TimeControl::per_move(u16::from(days) * DAY)
    }

    /// A bank; `None` outside the limits.
    #[must_use]
    pub fn bank(bank: Bank) -> Option<TimeControl> {
        let Bank { hours, increment, cap } = bank;
        let is_valid = TimeControl::HOURS.contains(&hours)
            && increment <= TimeControl::INCREMENT_MAX
            && (hours..=TimeControl::CAP_MAX).contains(&cap);
        is_valid.then_some(TimeControl::Bank(bank))
    }

    /// Reads hours as players type them: `36h`, `3d`, `2d12h`, and a number alone as days.
    #[must_use]
    pub fn read_hours(text: &str) -> Option<u16> {
        let text = Some(text).filter(|text| text.len() <= TimeControl::TEXT_MAX)?;
        hours(&text.to_lowercase().replace(char::is_whitespace, "")).ok()
    }

    /// The time of each side at the start; `None` without a limit.
    #[must_use]
    pub fn start(self) -> Option<SignedDuration> {
        match self {
            TimeControl::PerMove { hours } | TimeControl::Bank(Bank { hours, .. }) => {
                Some(SignedDuration::from_hours(hours.into()))
            }
            TimeControl::Unlimited => None,
        }
    }

    /// The most hours that a clock holds, whatever the opponent gives.
    pub(super) fn most(self) -> u16 {
        match self {
            TimeControl::Bank(Bank { cap, .. }) => cap,
            TimeControl::PerMove { .. } | TimeControl::Unlimited => TimeControl::CAP_MAX,
        }
    }

    /// The time of a side after its move, which it made with `left` on its clock. What the opponent
    /// gave above the cap of a bank stays.
    pub(super) fn after_move(self, left: SignedDuration) -> Option<SignedDuration> {
        match self {
            TimeControl::PerMove { .. } | TimeControl::Unlimited => self.start(),
            TimeControl::Bank(Bank { increment, cap, .. }) => {
                let left = left.max(SignedDuration::ZERO);
                let cap = SignedDuration::from_hours(cap.into()).max(left);
                let gained = left.saturating_add(SignedDuration::from_hours(increment.into()));
                Some(gained.min(cap))
            }
        }
    }

    /// The least time that a side had before a move after which it has `left`.
    pub(super) fn before_move(self, left: SignedDuration) -> SignedDuration {
        match self {
            TimeControl::PerMove { .. } | TimeControl::Unlimited => left,
            TimeControl::Bank(Bank { increment, .. }) => {
                let before = left.saturating_sub(SignedDuration::from_hours(increment.into()));
                before.max(SignedDuration::ZERO)
            }
        }
    }
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl::PerMove { hours: 3 * DAY }
    }
}

/// Hours as `36h`, or as `3d` where they are whole days.
struct Hours(u16);

impl fmt::Display for Hours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            hours if hours > 0 && hours % DAY == 0 => write!(f, "{}d", hours / DAY),
            hours => write!(f, "{hours}h"),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::PerMove { hours } => Hours(hours).fmt(f),
            TimeControl::Bank(Bank { hours, increment, cap }) => {
                write!(f, "{}+{} max {}", Hours(hours), Hours(increment), Hours(cap))
            }
            TimeControl::Unlimited => f.write_str("none"),
        }
    }
}

/// A text that is no time control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error(
    "no time control: 1h to 30d for each move, a bank such as 10d+1d (at most 7d a move, at most 60d together), or none"
)]
pub struct ParseTimeControlError;

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    /// Reads what a player types. A bank without `max` holds at most five additions more than at its
    /// start. A number alone is a number of days.
    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        if text.len() > TimeControl::TEXT_MAX {
            return Err(ParseTimeControlError);
        }
        let text = text.to_lowercase().replace(char::is_whitespace, "");
        if text == "none" {
            return Ok(TimeControl::Unlimited);
        }
        let Some((start, rest)) = text.split_once('+') else {
            return TimeControl::per_move(hours(&text)?).ok_or(ParseTimeControlError);
        };
        let start = hours(start)?;
        let capped = rest.split_once("max").or_else(|| rest.split_once('/'));
        let (increment, cap) = if let Some((increment, cap)) = capped {
            (hours(increment)?, hours(cap)?)
        } else {
            let increment = hours(rest)?;
            let cap = u32::from(start) + 5 * u32::from(increment);
            (increment, u16::try_from(cap).unwrap_or(u16::MAX).min(TimeControl::CAP_MAX))
        };
        TimeControl::bank(Bank { hours: start, increment, cap }).ok_or(ParseTimeControlError)
    }
}

/// Reads a number of hours or days: `36h`, `3d`, `2d12h`, `3`.
fn hours(text: &str) -> Result<u16, ParseTimeControlError> {
    let number = |text: &str| text.parse::<u16>().map_err(|_| ParseTimeControlError);
    let (days, rest) = match text.split_once('d') {
        Some((days, rest)) => (number(days)?, rest),
        None if text.ends_with('h') => (0, text),
        None => (number(text)?, ""),
    };
    let hours = match rest.strip_suffix('h') {
        Some(hours) => number(hours)?,
        None if rest.is_empty() => 0,
        None => return Err(ParseTimeControlError),
    };
    let days = days.checked_mul(DAY).ok_or(ParseTimeControlError)?;
    days.checked_add(hours).ok_or(ParseTimeControlError)
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            TimeControl::PerMove { hours } if hours % DAY == 0 => {
                serializer.serialize_u16(hours / DAY)
            }
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for TimeControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimeControl, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Stored {
            Days(u8),
            Text(String),
        }
        let control = match Stored::deserialize(deserializer)? {
            Stored::Days(days) => TimeControl::days(days),
            Stored::Text(text) => text.parse().ok(),
        };
        control.ok_or_else(|| serde::de::Error::custom(ParseTimeControlError))
    }
}

/// A time later than another; the end of time where there is none.
pub(super) fn later(time: Timestamp, by: SignedDuration) -> Timestamp {
    time.saturating_add(by).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bank(hours: u16, increment: u16, cap: u16) -> TimeControl {
        TimeControl::Bank(Bank { hours, increment, cap })
    }

    fn per_move(hours: u16) -> TimeControl {
        TimeControl::PerMove { hours }
    }

    #[test]
    fn times_are_read_within_their_limits() {
        let fits = format!("{:38}3d", "");
        let is_too_long = format!("{:39}3d", "");
        for (text, expected) in [
            ("none", Some(TimeControl::Unlimited)),
            (" NONE ", Some(TimeControl::Unlimited)),
            ("0h", None),
            ("0d", None),
            ("0", None),
            ("1h", Some(per_move(1))),
            ("1", Some(per_move(24))),
            ("36h", Some(per_move(36))),
            ("2d 12H", Some(per_move(60))),
            ("30", Some(per_move(720))),
            ("30d", Some(per_move(720))),
            ("720h", Some(per_move(720))),
            ("721h", None),
            ("30d1h", None),
            ("31d", None),
            ("2731d", None),
            ("65536h", None),
            ("-1d", None),
            ("1.5d", None),
            ("3d4", None),
            ("h", None),
            ("d", None),
            ("", None),
            (&fits, Some(per_move(72))),
            (&is_too_long, None),
        ] {
            assert_eq!(text.parse().ok(), expected, "{text:?}");
        }
    }

    #[test]
    fn banks_are_read_within_their_limits() {
        for (text, expected) in [
            ("0h+1d", None),
            ("1h+0h", Some(bank(1, 0, 1))),
            ("30d+0h", Some(bank(720, 0, 720))),
            ("721h+0h", None),
            ("31d+1d", None),
            ("10d+1d", Some(bank(240, 24, 360))),
            ("1d+7d", Some(bank(24, 168, 864))),
            ("1d+169h", None),
            // Five additions more are above the most that a bank holds.
            ("30d+7d", Some(bank(720, 168, 1440))),
            ("10d+1d max 239h", None),
            ("10d+1d max 10d", Some(bank(240, 24, 240))),
            ("10d+1d/12d", Some(bank(240, 24, 288))),
            ("10d+1d max 60d", Some(bank(240, 24, 1440))),
            ("10d+1d max 1441h", None),
            ("10d+1d max", None),
            ("10d+", None),
            ("+1d", None),
            ("10d+none", None),
        ] {
            assert_eq!(text.parse().ok(), expected, "{text:?}");
        }
    }

    #[test]
    fn every_time_is_read_back_as_it_was_written() {
        let per_move = TimeControl::HOURS.filter_map(TimeControl::per_move);
        let banks = [(1, 0, 1), (240, 24, 360), (100, 7, 101), (720, 168, 1440)];
        let banks = banks.map(|(hours, increment, cap)| bank(hours, increment, cap));
        for time in per_move.chain(banks).chain([TimeControl::Unlimited]) {
            assert_eq!(time.to_string().parse(), Ok(time));
            let stored = serde_json::to_string(&time).unwrap();
            assert_eq!(serde_json::from_str::<TimeControl>(&stored).unwrap(), time, "{stored}");
        }
        assert_eq!(serde_json::from_str::<TimeControl>("31").ok(), None);
        assert_eq!(serde_json::from_str::<TimeControl>("0").ok(), None);
    }
}

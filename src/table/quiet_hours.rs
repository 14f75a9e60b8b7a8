//! The hours of the day in which a player wants no reminders.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

/// Hours of the day without reminders, in the player's time zone: from the start of the first to the
/// start of the second, over midnight where the first is the later one. The two differ.
///
/// ```
/// use kradan_table::QuietHours;
///
/// let night: QuietHours = "22-7".parse()?;
/// assert_eq!(night.to_string(), "22-7");
/// assert_eq!("22:00 – 07:00".parse(), Ok(night));
/// assert!("7-7".parse::<QuietHours>().is_err());
/// # Ok::<(), kradan_table::ParseQuietHoursError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct QuietHours {
    from: i8,
    to: i8,
}

/// A text that names no two different hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("quiet hours are two different hours from 0 to 23, like 22-7")]
pub struct ParseQuietHoursError;

impl QuietHours {
    /// The start and the end of the quiet hours that last at a time; `None` outside of them.
    ///
    /// Where the clocks skip one of them, it is the first time after it.
    #[must_use]
    pub fn around(self, time: Timestamp, zone: &TimeZone) -> Option<(Timestamp, Timestamp)> {
        let now = zone.to_datetime(time);
        let (is_over_midnight, today) = (self.from > self.to, now.date());
        let (is_begun, is_ended) = (now.hour() >= self.from, now.hour() >= self.to);
        let (first, last) = match (is_over_midnight, is_begun, is_ended) {
            (true, true, _) => (today, today.tomorrow().ok()?),
            (true, false, false) => (today.yesterday().ok()?, today),
            (false, true, false) => (today, today),
            _ => return None,
        };
        let at = |date: Date, hour| zone.to_timestamp(date.at(hour, 0, 0, 0)).ok();
        let (start, end) = (at(first, self.from)?, at(last, self.to)?);
        (start <= time && time < end).then_some((start, end))
    }
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl FromStr for QuietHours {
    type Err = ParseQuietHoursError;

    fn from_str(text: &str) -> Result<QuietHours, ParseQuietHoursError> {
        let (from, to) = text.split_once(['-', '–', '—', '~', '〜']).ok_or(ParseQuietHoursError)?;
        let (from, to) = (hour(from)?, hour(to)?);
        if from == to { Err(ParseQuietHoursError) } else { Ok(QuietHours { from, to }) }
    }
}

/// Reads an hour: `7`, `07`, `7:00`, and `24` for midnight.
fn hour(text: &str) -> Result<i8, ParseQuietHoursError> {
    let text = text.trim();
    let text = text.strip_suffix(":00").unwrap_or(text);
    let is_number = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    let hour: i8 = text.parse().map_err(|_| ParseQuietHoursError)?;
    if is_number && hour <= 24 { Ok(hour % 24) } else { Err(ParseQuietHoursError) }
}

impl TryFrom<String> for QuietHours {
    type Error = ParseQuietHoursError;

    fn try_from(text: String) -> Result<QuietHours, ParseQuietHoursError> {
        text.parse()
    }
}

impl From<QuietHours> for String {
    fn from(hours: QuietHours) -> String {
        hours.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zone(name: &str) -> TimeZone {
        TimeZone::get(name).unwrap()
    }

    fn end(hours: &str, time: &str, zone_name: &str) -> Option<String> {
        let hours: QuietHours = hours.parse().unwrap();
        let around = hours.around(time.parse().unwrap(), &zone(zone_name));
        around.map(|(_, end)| end.to_string())
    }

    fn start(hours: &str, time: &str, zone_name: &str) -> Option<String> {
        let hours: QuietHours = hours.parse().unwrap();
        let around = hours.around(time.parse().unwrap(), &zone(zone_name));
        around.map(|(start, _)| start.to_string())
    }

    #[test]
    fn what_names_no_two_hours_is_refused() {
        for text in
            ["", "22", "22-", "-7", "7-7", "24-0", "25-3", "22:30-7", "a-b", "+2-7", "1-2-3"]
        {
            assert_eq!(text.parse::<QuietHours>(), Err(ParseQuietHoursError), "{text}");
        }
        for (text, hours) in
            [("0-24", None), ("24-7", Some("0-7")), (" 09:00~17:00 ", Some("9-17"))]
        {
            let read = text.parse().ok().as_ref().map(QuietHours::to_string);
            assert_eq!(read.as_deref(), hours);
        }
    }

    #[test]
    fn quiet_hours_end_in_the_zone_of_the_player() {
        // 22:30 in Bangkok.
        let night = end("22-7", "2026-11-20T15:30:00Z", "Asia/Bangkok");
        assert_eq!(night.as_deref(), Some("2026-11-21T00:00:00Z"));
        // 06:59 in Bangkok.
        let morning = end("22-7", "2026-11-20T23:59:00Z", "Asia/Bangkok");
        assert_eq!(morning.as_deref(), Some("2026-11-21T00:00:00Z"));
        assert_eq!(end("22-7", "2026-11-21T00:00:00Z", "Asia/Bangkok"), None);
        assert_eq!(end("22-7", "2026-11-20T14:59:59Z", "Asia/Bangkok"), None);
        let day = end("9-17", "2026-11-20T09:00:00Z", "UTC");
        assert_eq!(day.as_deref(), Some("2026-11-20T17:00:00Z"));
    }

    #[test]
    fn quiet_hours_begin_in_the_zone_of_the_player() {
        let in_bangkok = |time| start("22-7", time, "Asia/Bangkok");
        let evening = Some("2026-11-20T15:00:00Z");
        assert_eq!(in_bangkok("2026-11-20T15:00:00Z").as_deref(), evening);
        assert_eq!(in_bangkok("2026-11-20T23:59:59Z").as_deref(), evening);
        assert_eq!(in_bangkok("2026-11-21T00:00:00Z"), None);
        let day = start("9-17", "2026-11-20T16:59:00Z", "UTC");
        assert_eq!(day.as_deref(), Some("2026-11-20T09:00:00Z"));
    }

    #[test]
    fn a_night_in_which_the_clocks_change_is_longer_or_shorter() {
        // Amsterdam leaves summer time on 2026-10-25 and returns to it on 2026-03-29.
        let longer = end("22-7", "2026-10-24T20:00:00Z", "Europe/Amsterdam");
        assert_eq!(longer.as_deref(), Some("2026-10-25T06:00:00Z"));
        let shorter = end("22-7", "2026-03-28T21:00:00Z", "Europe/Amsterdam");
        assert_eq!(shorter.as_deref(), Some("2026-03-29T05:00:00Z"));
        // 02:00 is skipped: the hours end at 03:00.
        let skipped = end("22-2", "2026-03-28T21:00:00Z", "Europe/Amsterdam");
        assert_eq!(skipped.as_deref(), Some("2026-03-29T01:00:00Z"));
    }
}

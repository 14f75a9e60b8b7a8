//! Weekends off: the clock of a player stands on Saturday and Sunday, in the player's time zone.
//!
//! [`CountedTime`] says how much of the time between two moments counts on a clock, and when so much
//! of it has passed. A day begins when its date does in the time zone, whatever daylight saving does
//! to it.

use std::iter;

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use serde::{Deserialize, Serialize};

use super::time_control::later;
use kradan_rules::{BySide, Side};

/// What a game keeps of its weekends off.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct WeekendsOff {
    /// The IANA names of the time zones of the players. Without one it is UTC.
    #[serde(skip_serializing_if = "is_default")]
    pub(super) zones: BySide<Option<String>>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl WeekendsOff {
    /// The time that counts for a side, with weekends that are later by some time.
    pub(super) fn counted_time(&self, side: Side, later_by: SignedDuration) -> CountedTime {
        let zone = self.zones[side].as_deref().and_then(|name| TimeZone::get(name).ok());
        let zone = zone.unwrap_or(TimeZone::UTC);
        CountedTime(Some(Weekends { zone, later_by }))
    }
}

/// The time that counts on a clock: all of it, or all but weekends.
#[derive(Clone, Debug, Default)]
pub(super) struct CountedTime(Option<Weekends>);

impl CountedTime {
    /// The time that counts from one moment to a later one; zero where that is an earlier one.
    pub(super) fn between(&self, from: Timestamp, to: Timestamp) -> SignedDuration {
        let passed = to.duration_since(from).max(SignedDuration::ZERO);
        let off = self.0.as_ref().map_or(SignedDuration::ZERO, |off| off.between(from, to));
        passed - off
    }

    /// The first moment until which so much time counts, or, where `by` is less than zero, the last
    /// one from which on so much time has counted.
    pub(super) fn after(&self, time: Timestamp, by: SignedDuration) -> Timestamp {
        match &self.0 {
            None => later(time, by),
            Some(off) if by.is_negative() => off.before(time, by.abs()),
            Some(off) => off.after(time, by),
        }
    }

    /// The end of the weekend that lasts at a time.
    pub(super) fn weekend_end(&self, now: Timestamp) -> Option<Timestamp> {
        let (start, end) = self.0.as_ref()?.from(now).next()?;
        (start <= now && now < end).then_some(end)
    }
}

#[derive(Clone, Debug)]
struct Weekends {
    zone: TimeZone,
    later_by: SignedDuration,
}

/// The start and the end of a weekend.
type Weekend = (Timestamp, Timestamp);

impl Weekends {
    fn between(&self, from: Timestamp, to: Timestamp) -> SignedDuration {
        let weekends = self.from(from).take_while(|(start, _)| *start < to);
        let lengths = weekends.map(|(start, end)| end.min(to).duration_since(start.max(from)));
        lengths.map(|length| length.max(SignedDuration::ZERO)).sum()
    }

    fn after(&self, time: Timestamp, by: SignedDuration) -> Timestamp {
        let (mut at, mut rest) = (time, by);
        for (start, end) in self.from(time) {
            let working = start.duration_since(at).max(SignedDuration::ZERO);
            if rest <= working {
                break;
            }
            if end > at {
                (at, rest) = (end, rest - working);
            }
        }
        later(at, rest)
    }

    fn before(&self, time: Timestamp, by: SignedDuration) -> Timestamp {
        let (mut at, mut rest) = (time, by);
        for (start, end) in self.back_from(time) {
            let working = at.duration_since(end).max(SignedDuration::ZERO);
            if rest <= working {
                break;
            }
            if start < at {
                (at, rest) = (start, rest - working);
            }
        }
        later(at, -rest)
    }

    /// The weekends one after the other: the first one has begun before or at a time.
    fn from(&self, time: Timestamp) -> impl Iterator<Item = Weekend> {
        self.weekends(time, 7)
    }

    /// The same weekends, each one before the last.
    fn back_from(&self, time: Timestamp) -> impl Iterator<Item = Weekend> {
        self.weekends(time, -7)
    }

    fn weekends(&self, time: Timestamp, step: i32) -> impl Iterator<Item = Weekend> {
        let next = move |date: &Date| date.checked_add(step.days()).ok();
        iter::successors(self.saturday(time), next).map_while(|date| self.weekend(date))
    }

    /// The last Saturday before or at a time.
    fn saturday(&self, time: Timestamp) -> Option<Date> {
        let today = self.zone.to_datetime(later(time, -self.later_by)).date();
        today.checked_sub(today.weekday().since(Weekday::Saturday).days()).ok()
    }

    fn weekend(&self, saturday: Date) -> Option<Weekend> {
        let monday = saturday.checked_add(2.days()).ok()?;
        Some((self.start_of(saturday)?, self.start_of(monday)?))
    }

    fn start_of(&self, date: Date) -> Option<Timestamp> {
        let start = self.zone.to_timestamp(date.at(0, 0, 0, 0)).ok()?;
        Some(later(start, self.later_by))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HOUR: SignedDuration = SignedDuration::from_hours(1);

    fn counted_in(zone: &str) -> CountedTime {
        let zones = BySide { first: Some(zone.to_owned()), second: None };
        WeekendsOff { zones }.counted_time(Side::First, SignedDuration::ZERO)
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    /// After so many hours that count.
    fn after(zone: &str, from: &str, hours: i64) -> String {
        counted_in(zone).after(at(from), HOUR * i32::try_from(hours).unwrap()).to_string()
    }

    #[test]
    fn time_stands_from_saturday_to_monday_in_the_time_zone() {
        // 2026-11-20 is a Friday.
        assert_eq!(after("UTC", "2026-11-20T20:00:00Z", 12), "2026-11-23T08:00:00Z");
        // Friday 20:00 in Bangkok is 13:00 in UTC, and Monday 8:00 is 1:00.
        assert_eq!(after("Asia/Bangkok", "2026-11-20T13:00:00Z", 12), "2026-11-23T01:00:00Z");
        // All that is left counts until the end of Friday, or is there again on Monday.
        assert_eq!(after("UTC", "2026-11-20T20:00:00Z", 4), "2026-11-21T00:00:00Z");
        assert_eq!(after("UTC", "2026-11-21T20:00:00Z", 0), "2026-11-21T20:00:00Z");
        assert_eq!(after("UTC", "2026-11-21T20:00:00Z", 1), "2026-11-23T01:00:00Z");
        // Two weekends.
        assert_eq!(after("UTC", "2026-11-20T12:00:00Z", 6 * 24), "2026-11-30T12:00:00Z");
        // Back again.
        assert_eq!(after("UTC", "2026-11-23T08:00:00Z", -12), "2026-11-20T20:00:00Z");
        assert_eq!(after("UTC", "2026-11-23T08:00:00Z", -8), "2026-11-23T00:00:00Z");
        assert_eq!(after("UTC", "2026-11-22T08:00:00Z", -1), "2026-11-20T23:00:00Z");
    }

    #[test]
    fn a_zone_that_is_not_known_is_utc() {
        assert_eq!(after("Nowhere/Lost", "2026-11-20T20:00:00Z", 12), "2026-11-23T08:00:00Z");
    }

    #[test]
    fn a_weekend_in_which_the_clocks_change_is_longer_or_shorter() {
        let length = |zone: &str, from: &str| {
            let counted = counted_in(zone);
            let week = HOUR * (7 * 24);
            (week - counted.between(at(from), at(from) + week)).as_hours()
        };
        assert_eq!(length("Europe/Amsterdam", "2026-11-18T00:00:00Z"), 48);
        assert_eq!(length("Europe/Amsterdam", "2026-10-21T00:00:00Z"), 49);
        assert_eq!(length("Europe/Amsterdam", "2026-03-25T00:00:00Z"), 47);
        // Where Sunday begins at 1:00, and where Saturday does not end at once.
        assert_eq!(length("America/Santiago", "2026-09-02T12:00:00Z"), 47);
        assert_eq!(length("America/Santiago", "2026-04-01T12:00:00Z"), 49);
    }

    #[test]
    fn the_end_of_the_weekend_is_known() {
        let bangkok = counted_in("Asia/Bangkok");
        let monday = at("2026-11-22T17:00:00Z");
        assert_eq!(bangkok.weekend_end(at("2026-11-20T16:59:59Z")), None);
        assert_eq!(bangkok.weekend_end(at("2026-11-20T17:00:00Z")), Some(monday));
        assert_eq!(bangkok.weekend_end(at("2026-11-22T16:59:59Z")), Some(monday));
        assert_eq!(bangkok.weekend_end(monday), None);
        assert_eq!(CountedTime::default().weekend_end(at("2026-11-21T20:00:00Z")), None);
    }

    #[test]
    fn the_ends_of_time_are_no_end_of_the_program() {
        let utc = counted_in("UTC");
        let week = HOUR * (7 * 24);
        assert_eq!(utc.after(Timestamp::MAX - HOUR, week), Timestamp::MAX);
        assert_eq!(utc.after(Timestamp::MIN + HOUR, -week), Timestamp::MIN);
    }

    /// Zones with daylight saving on both sides of the equator, at midnight, by half an hour, far
    /// from UTC, and without it.
    const ZONES: [&str; 12] = [
        "UTC",
        "Asia/Bangkok",
        "Asia/Tokyo",
        "Asia/Kolkata",
        "Europe/Amsterdam",
        "America/New_York",
        "America/Santiago",
        "America/Havana",
        "Africa/Cairo",
        "Australia/Lord_Howe",
        "Pacific/Chatham",
        "Pacific/Kiritimati",
    ];

    fn time() -> impl Strategy<Value = Timestamp> {
        let start = at("2024-01-01T00:00:00Z").as_second();
        (0..4 * 366 * 86_400_i64).prop_map(move |by| Timestamp::from_second(start + by).unwrap())
    }

    proptest! {
        #[test]
        fn counted_time_and_weekends_are_all_of_the_time(
            zone in prop::sample::select(&ZONES[..]),
            from in time(),
            quarters in 0..4 * 24 * 40_i32,
            later_by in -100_000..100_000_i64,
        ) {
            let later_by = SignedDuration::from_secs(later_by);
            let zones = BySide { first: None, second: Some(zone.to_owned()) };
            let counted = WeekendsOff { zones }.counted_time(Side::Second, later_by);
            let quarter = SignedDuration::from_mins(15);
            // From the start of a quarter of an hour on: days begin and zones change at one.
            let from = Timestamp::from_second(from.as_second() / 900 * 900).unwrap() + later_by;
            let to = from + quarter * quarters;
            let zone = TimeZone::get(zone).unwrap();
            let is_off = |time: Timestamp| {
                let weekday = zone.to_datetime(time - later_by).weekday();
                matches!(weekday, Weekday::Saturday | Weekday::Sunday)
            };
            let off = (0..quarters).filter(|nth| is_off(from + quarter * *nth)).count();
            let off = quarter * i32::try_from(off).unwrap();
            prop_assert_eq!(counted.between(from, to) + off, to.duration_since(from));
            prop_assert_eq!(counted.weekend_end(from).is_some(), is_off(from));
        }

        #[test]
        fn the_inverse_is_exact(
            zone in prop::sample::select(&ZONES[..]),
            from in time(),
            seconds in 0..40 * 86_400_i64,
        ) {
            let counted = counted_in(zone);
            let by = SignedDuration::from_secs(seconds);
            let end = counted.after(from, by);
            prop_assert_eq!(counted.between(from, end), by);
            let second = SignedDuration::from_secs(1);
            prop_assert!(by.is_zero() || counted.between(from, end - second) < by, "it is the first");
            let start = counted.after(end, -by);
            prop_assert_eq!(counted.between(start, end), by);
            let end = counted.after(from, -by);
            prop_assert_eq!(counted.between(end, from), by);
            prop_assert!(by.is_zero() || counted.between(end + second, from) < by, "it is the last");
        }
    }
}

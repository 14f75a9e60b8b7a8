//! Holidays: days of the year on which a person's clocks stand.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::state::Table;
use super::time_control::later;
use super::{Due, Event, PlayerId};

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// The time in which [`Holidays::DAYS`] can be taken.
const YEAR: SignedDuration = SignedDuration::from_hours(24 * 365);

/// The length of a holiday that is taken by itself.
const AUTOMATIC: SignedDuration = SignedDuration::from_hours(24 * 3);

/// The least time between two holidays that are taken by themselves.
const AUTOMATIC_AGAIN: SignedDuration = SignedDuration::from_hours(24 * 30);

/// The holidays of a person within the last year.
///
/// ```
/// use jiff::{SignedDuration, Timestamp};
/// use kradan_table::Holidays;
///
/// let days = |days: i64| SignedDuration::from_hours(24 * days);
/// let now = Timestamp::UNIX_EPOCH + days(10_000);
/// let mut holidays = Holidays::default();
/// assert_eq!(holidays.begin(5, now), Ok(now + days(5)));
/// assert_eq!(holidays.current(now + days(4)).unwrap().until, now + days(5));
/// // What is not used comes back.
/// holidays.end(now + days(2));
/// assert_eq!(holidays.left(now + days(3)), days(18));
/// assert_eq!(holidays.days_within(now, now + days(9)), 2);
/// assert_eq!(holidays.days_within(now + days(1), now + days(9)), 1);
/// assert_eq!(holidays.days_within(now + days(2), now + days(9)), 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Holidays {
    /// From when until when, the earliest first. At most one is in the future.
    taken: Vec<(Timestamp, Timestamp)>,
    /// Whether none is taken by itself.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_automatic_off: bool,
    /// When one was last taken by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    automatic_at: Option<Timestamp>,
}

/// One holiday.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holiday {
    pub from: Timestamp,
    pub until: Timestamp,
    /// Whether it began by itself, instead of a loss on time.
    pub is_automatic: bool,
}

/// Why a holiday does not begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HolidayRefusal {
    /// There is one already, which did not begin by itself.
    #[error("you are on holiday until {until}")]
    Already { until: Timestamp },
    /// The days of the year are used up, or fewer are left than asked for.
    #[error("{} days are left", left.as_hours() / 24)]
    TooLong { left: SignedDuration },
}

impl Holidays {
    /// The days that can be taken within 365 days.
    pub const DAYS: u8 = 20;

    #[must_use]
    pub fn is_untouched(&self) -> bool {
        *self == Holidays::default()
    }

    /// The holiday that lasts at a time.
    #[must_use]
    pub fn current(&self, now: Timestamp) -> Option<Holiday> {
        let mut taken = self.taken.iter().map(|&(from, until)| Holiday {
            from,
            until,
            is_automatic: self.automatic_at == Some(from),
        });
        taken.find(|holiday| holiday.from <= now && now < holiday.until)
    }

    /// The time that can still be taken at a time. Of a holiday that ended early the first day is
    /// spent, so that nobody begins one ten thousand times.
    #[must_use]
    pub fn left(&self, now: Timestamp) -> SignedDuration {
        let year_ago = later(now, -YEAR);
        let used: SignedDuration = self
            .taken
            .iter()
            .filter(|(from, until)| *until > year_ago || later(*from, DAY) > year_ago)
            .map(|(from, until)| until.duration_since((*from).max(year_ago)).max(DAY))
            .sum();
        (DAY * i32::from(Holidays::DAYS)).saturating_sub(used).max(SignedDuration::ZERO)
    }

    /// How many days of holiday there were between two times. A day that has begun counts.
    #[must_use]
    pub fn days_within(&self, from: Timestamp, until: Timestamp) -> usize {
        let within =
            self.taken.iter().map(|&(begin, end)| end.min(until).duration_since(begin.max(from)));
        let seconds: i64 = within.map(|time| time.as_secs().max(0)).sum();
        usize::try_from((seconds + DAY.as_secs() - 1) / DAY.as_secs()).unwrap_or_default()
    }

    /// Begins a holiday of so many days, and says when it ends. It takes the place of one that began by
    /// itself.
    ///
    /// # Errors
    ///
    /// When the person is on holiday, or so many days are not left.
    pub fn begin(&mut self, days: u8, now: Timestamp) -> Result<Timestamp, HolidayRefusal> {
        let length = DAY * i32::from(days);
        let mut holidays = self.clone();
        if self.current(now).is_some_and(|holiday| holiday.is_automatic) {
            holidays.end(now);
        }
        let left = holidays.left(now);
        if length > left || length.is_zero() {
            return Err(HolidayRefusal::TooLong { left });
        }
        let until = holidays.begin_for(length, now)?;
        *self = holidays;
        Ok(until)
    }

    /// Begins a holiday before a game would be lost on time; whether it does.
    pub fn begin_by_itself(&mut self, now: Timestamp) -> bool {
        if !self.begins_by_itself(now) {
            return false;
        }
        let length = AUTOMATIC.min(self.left(now));
        let has_begun = self.begin_for(length, now).is_ok();
        if has_begun {
            self.automatic_at = Some(now);
        }
        has_begun
    }

    /// Whether a holiday would begin by itself before a game is lost on time.
    #[must_use]
    pub fn begins_by_itself(&self, now: Timestamp) -> bool {
        let is_too_soon = self.automatic_at.is_some_and(|at| now < later(at, AUTOMATIC_AGAIN));
        !self.is_automatic_off
            && !is_too_soon
            && self.current(now).is_none()
            && self.left(now) >= DAY
    }

    fn begin_for(
        &mut self,
        length: SignedDuration,
        now: Timestamp,
    ) -> Result<Timestamp, HolidayRefusal> {
        if let Some(Holiday { until, .. }) = self.current(now) {
            return Err(HolidayRefusal::Already { until });
        }
        let year_ago = later(now, -YEAR);
        self.taken.retain(|(from, until)| (*until).max(later(*from, DAY)) > year_ago);
        let until = later(now, length);
        self.taken.push((now, until));
        Ok(until)
    }

    /// Ends the holiday that lasts at a time; whether there was one.
    pub fn end(&mut self, now: Timestamp) -> bool {
        let current = self.taken.iter_mut().find(|(from, until)| *from <= now && now < *until);
        let was_on_holiday = current.is_some();
        if let Some((_, until)) = current {
            *until = now;
        }
        was_on_holiday
    }
}

impl Table {
    /// Whether holidays stop the clocks of this game.
    #[must_use]
    pub fn allows_holidays(&self) -> bool {
        !self.no_holidays && self.pace.start().is_some()
    }

    /// Whether the player to move begins a holiday by itself now, before the game is lost on time.
    #[must_use]
    pub fn begins_holiday(&self, holidays: &Holidays, now: Timestamp) -> bool {
        let is_out = matches!(self.due_change(), Some(Due::Deadline(at)) if at <= now);
        is_out && self.has_begun() && self.allows_holidays() && holidays.begins_by_itself(now)
    }

    /// Keeps a player's holiday, which stops their clock until its end, or `None` where there is none.
    /// One that began by itself stops only a clock that has run out. Nothing happens where the table has
    /// it already, or where holidays do not count. Time that was used up before it began is not given
    /// back.
    pub fn set_holiday(
        &mut self,
        player: PlayerId,
        holiday: Option<Holiday>,
        now: Timestamp,
    ) -> Vec<Event> {
        let (Some(side), Some(turn)) = (self.side_of(player), self.turn()) else {
            return Vec::new();
        };
        let (allowed, pace) = (self.allows_holidays(), self.pace);
        let is_out = side == turn && self.deadline().is_some_and(|deadline| deadline <= now);
        let Ok(play) = self.play() else { return Vec::new() };
        let is_over = |until: &Timestamp| *until <= now;
        let known = play.clocks.holiday_until[side].filter(|until| !is_over(until));
        let stops =
            |holiday: &Holiday| !holiday.is_automatic || is_out || known == Some(holiday.until);
        let holiday =
            holiday.filter(|holiday| !is_over(&holiday.until) && allowed && stops(holiday));
        let until = holiday.map(|holiday| holiday.until);
        if known == until {
            return Vec::new();
        }
        let planned = holiday.filter(|holiday| !holiday.is_automatic);
        let since = planned.map_or(now, |holiday| holiday.from.min(now));
        play.settle(turn, pace, since);
        play.clear_debt(side, pace);
        play.clocks.holiday_until[side] = until;
        // What began by itself is the last time for the move: reminders come in it.
        let last = holiday.filter(|holiday| holiday.is_automatic);
        play.reminders.note_holiday(side, last.is_some());
        if side == turn
            && let Some(left) = play.left(side, pace)
        {
            let in_holiday = last.map(|holiday| holiday.until.duration_since(now));
            play.remind_anew(left.saturating_add(in_holiday.unwrap_or_default()));
        }
        vec![match holiday {
            Some(Holiday { until, is_automatic, .. }) => {
                Event::HolidayBegan { side, until, is_automatic }
            }
            None => Event::HolidayEnded { side },
        }]
    }
}

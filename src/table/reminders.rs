//! Reminders of a move: the rungs of its time, what a player wants of them, and what of them is done.
//!
//! A rung is reached when a part of the time is left that the side to move had at the start of its
//! turn; with a holiday they begin anew for the time that is left. Each is told at most once in a turn,
//! and before them the end of a holiday. In quiet hours it is put off to their end, unless too
//! little time would be left then: nobody loses for want of a reminder.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::quiet_hours::QuietHours;
use super::time_control::later;
use super::weekend::CountedTime;

/// The time that a reminder after quiet hours leaves for the move, unless half of the time left is
/// less.
const LEFT_IN_THE_MORNING: SignedDuration = SignedDuration::from_hours(1);

/// The time that is left, at the least, when the end of a holiday is told.
const LEFT_AFTER_HOLIDAY: SignedDuration = SignedDuration::from_hours(1);

/// Why a player is reminded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reminder {
    /// Half of the time is left.
    Half,
    /// A fifth of the time is left. Earlier versions had this one alone.
    #[default]
    Fifth,
    Twentieth,
    /// The player asked for it.
    Asked,
    /// The player's holiday ends at this time, and their clock runs from then on.
    HolidayOver(Timestamp),
}

/// The rungs in the order in which they are reached, with the part of the time that is left.
const RUNGS: [(Reminder, i32); 3] =
    [(Reminder::Half, 2), (Reminder::Fifth, 5), (Reminder::Twentieth, 20)];

/// The rungs at which a player is reminded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ladder {
    Off,
    /// Once, when a fifth of the time is left.
    #[default]
    Fifth,
    /// When half, a fifth and a twentieth of the time are left.
    Three,
}

impl Ladder {
    fn has(self, reminder: Reminder) -> bool {
        match self {
            Ladder::Off => false,
            Ladder::Fifth => !matches!(reminder, Reminder::Half | Reminder::Twentieth),
            Ladder::Three => true,
        }
    }
}

/// What a player wants of reminders. The default is that of somebody who chose nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReminderWishes {
    pub ladder: Ladder,
    /// The quiet hours with the time zone in which they count.
    pub quiet: Option<(QuietHours, TimeZone)>,
}

impl ReminderWishes {
    /// Until when a reminder is put off that is due now; `None` where it is told now.
    fn put_off(&self, now: Timestamp, deadline: Timestamp) -> Option<Timestamp> {
        let (hours, zone) = self.quiet.as_ref()?;
        let end = hours.end_at(now, zone)?;
        let left = deadline.duration_since(now);
        let is_in_time = later(end, LEFT_IN_THE_MORNING.min(left / 2)) <= deadline;
        is_in_time.then_some(end)
    }
}

/// The time of a turn of which the rungs are parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnTime {
    deadline: Timestamp,
    /// When each rung is reached. `None` where there was no time at the start: after a takeback
    /// nothing may be left but the grace.
    rungs: Option<[Timestamp; RUNGS.len()]>,
    /// The end of a holiday in this turn.
    holiday_end: Option<Timestamp>,
}

impl TurnTime {
    /// The time of a turn that began with `whole` on the clock.
    pub(super) fn new(
        deadline: Timestamp,
        whole: SignedDuration,
        counted: &CountedTime,
        holiday_end: Option<Timestamp>,
    ) -> TurnTime {
        let rung_at = |(_, part)| counted.after(deadline, -(whole / part));
        let rungs = whole.is_positive().then(|| RUNGS.map(rung_at));
        TurnTime { deadline, rungs, holiday_end }
    }
}

/// What is done of the reminders of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredReminders", into = "StoredReminders")]
pub(super) struct Reminders {
    /// How many rungs are done, told or not.
    done: usize,
    /// Until when the next rung is put off.
    put_off: Option<Timestamp>,
    /// When the side to move asked to be reminded.
    pub(super) asked: Option<Timestamp>,
    /// Whether the end of the holiday is done, told or not.
    is_holiday_done: bool,
}

/// Reminders as they are stored.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredReminders {
    /// Whether the side to move was reminded when a fifth was left. Earlier versions told that alone.
    IsReminded(bool),
    Rungs {
        #[serde(default, skip_serializing_if = "is_default")]
        done: usize,
        #[serde(default, skip_serializing_if = "is_default")]
        put_off: Option<Timestamp>,
        #[serde(default, skip_serializing_if = "is_default")]
        asked: Option<Timestamp>,
        #[serde(default, skip_serializing_if = "is_default")]
        is_holiday_done: bool,
    },
}

/// The rungs that are done before the one of earlier versions.
const BEFORE_FIFTH: usize = 1;

impl From<StoredReminders> for Reminders {
    fn from(stored: StoredReminders) -> Reminders {
        match stored {
            // What the table waits for stays as it was: the store lists it.
            StoredReminders::IsReminded(is_reminded) => {
                let done = if is_reminded { RUNGS.len() } else { BEFORE_FIFTH };
                Reminders { done, ..Reminders::default() }
            }
            StoredReminders::Rungs { done, put_off, asked, is_holiday_done } => {
                Reminders { done: done.min(RUNGS.len()), put_off, asked, is_holiday_done }
            }
        }
    }
}

impl From<Reminders> for StoredReminders {
    fn from(reminders: Reminders) -> StoredReminders {
        let Reminders { done, put_off, asked, is_holiday_done } = reminders;
        match (done, put_off, asked, is_holiday_done) {
            (BEFORE_FIFTH, None, None, false) => StoredReminders::IsReminded(false),
            (done, None, None, false) if done == RUNGS.len() => StoredReminders::IsReminded(true),
            _ => StoredReminders::Rungs { done, put_off, asked, is_holiday_done },
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Reminders {
    /// The reminders of a turn whose rungs begin anew. What was asked for stays.
    pub(super) fn anew(self, is_holiday_done: bool) -> Reminders {
        Reminders { asked: self.asked, is_holiday_done, ..Reminders::default() }
    }

    /// Whether a reminder is done, told or not. One that was asked for leaves nothing behind.
    pub(super) fn is_done(&self, reminder: Reminder) -> bool {
        match reminder {
            Reminder::Asked => true,
            Reminder::HolidayOver(_) => self.is_holiday_done,
            rung => RUNGS[..self.done].iter().any(|(it, _)| *it == rung),
        }
    }

    fn mark_done(&mut self, reminder: Reminder) {
        match RUNGS.iter().position(|(rung, _)| *rung == reminder) {
            Some(rung) => self.done = rung + 1,
            None => self.is_holiday_done = true,
        }
    }

    /// What is not done in a turn, and when it is due, in its order.
    fn rest(&self, turn: TurnTime) -> Vec<(Reminder, Timestamp)> {
        let latest = later(turn.deadline, -LEFT_AFTER_HOLIDAY);
        let holiday = turn.holiday_end.map(|end| (Reminder::HolidayOver(end), end.min(latest)));
        let rungs = turn.rungs.into_iter().flatten().zip(RUNGS).map(|(at, (rung, _))| (rung, at));
        holiday.into_iter().chain(rungs).filter(|(it, _)| !self.is_done(*it)).collect()
    }

    /// When the next reminder is due, whoever wants it. Without a limit of time only those that were
    /// asked for come.
    pub(super) fn due(&self, turn: Option<TurnTime>) -> Option<Timestamp> {
        let next = turn.and_then(|turn| self.rest(turn).first().map(|(_, at)| *at));
        let next = next.map(|at| self.put_off.unwrap_or(at));
        [next, self.asked].into_iter().flatten().min()
    }

    /// Does what is due, and returns the reminder that is to be told. Of several that are due the
    /// end of a holiday is told for all, or else the last one.
    pub(super) fn pass(
        &mut self,
        turn: Option<TurnTime>,
        now: Timestamp,
        wishes: &ReminderWishes,
    ) -> Option<Reminder> {
        let is_asked = self.asked.is_some_and(|at| at <= now);
        if is_asked {
            self.asked = None;
        }
        let other = turn.and_then(|turn| self.pass_turn(turn, now, wishes, is_asked));
        if is_asked { Some(Reminder::Asked) } else { other }
    }

    fn pass_turn(
        &mut self,
        turn: TurnTime,
        now: Timestamp,
        wishes: &ReminderWishes,
        is_told: bool,
    ) -> Option<Reminder> {
        let rest = self.rest(turn);
        if rest.is_empty() || self.put_off.is_some_and(|until| now < until) {
            return None;
        }
        let was_put_off = self.put_off.take().is_some();
        let reached = rest.iter().rposition(|(_, at)| *at <= now);
        let reached = reached.or(was_put_off.then_some(0))?;
        let (due, wants) = (&rest[..=reached], |reminder| wishes.ladder.has(reminder));
        let is_holiday = matches!(due[0], (Reminder::HolidayOver(_), _)) && wants(due[0].0);
        let wanted = due.iter().rposition(|(it, _)| wants(*it));
        let wanted = if is_holiday { Some(0) } else { wanted };
        self.put_off = wishes.put_off(now, turn.deadline).filter(|_| !is_told && wanted.is_some());
        let done = if self.put_off.is_some() { wanted.unwrap_or_default() } else { due.len() };
        due[..done].iter().for_each(|(it, _)| self.mark_done(*it));
        wanted.filter(|_| self.put_off.is_none()).map(|wanted| due[wanted].0)
    }

    /// Moves the times by time in which no clock ran.
    pub(super) fn credit(&mut self, by: SignedDuration) {
        for at in [&mut self.put_off, &mut self.asked].into_iter().flatten() {
            *at = later(*at, by);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hours: i64) -> Timestamp {
        // Noon in Bangkok.
        let start: Timestamp = "2026-11-20T05:00:00Z".parse().unwrap();
        start + SignedDuration::from_hours(hours)
    }

    fn turn(hours: i64) -> TurnTime {
        let whole = SignedDuration::from_hours(hours);
        TurnTime::new(at(hours), whole, &CountedTime::default(), None)
    }

    fn wishes(ladder: Ladder, quiet: Option<&str>) -> ReminderWishes {
        let zone = TimeZone::get("Asia/Bangkok").unwrap();
        ReminderWishes { ladder, quiet: quiet.map(|hours| (hours.parse().unwrap(), zone)) }
    }

    /// What is told hour by hour.
    fn told(turn: TurnTime, wishes: &ReminderWishes, hours: i64) -> Vec<(i64, Reminder)> {
        let mut reminders = Reminders::default();
        (0..=hours)
            .filter_map(|hour| {
                let told = reminders.pass(Some(turn), at(hour), wishes);
                told.map(|reminder| (hour, reminder))
            })
            .collect()
    }

    #[test]
    fn each_rung_is_told_once_to_who_wants_it() {
        let three = [(50, Reminder::Half), (80, Reminder::Fifth), (95, Reminder::Twentieth)];
        assert_eq!(told(turn(100), &wishes(Ladder::Three, None), 100), three);
        assert_eq!(told(turn(100), &wishes(Ladder::Fifth, None), 100), three[1..2]);
        assert_eq!(told(turn(100), &wishes(Ladder::Off, None), 100), []);
    }

    #[test]
    fn of_several_that_are_due_the_last_one_is_told() {
        let mut reminders = Reminders::default();
        let three = wishes(Ladder::Three, None);
        assert_eq!(reminders.pass(Some(turn(100)), at(96), &three), Some(Reminder::Twentieth));
        assert_eq!(reminders.due(Some(turn(100))), None);
        let mut reminders = Reminders::default();
        let fifth = wishes(Ladder::Fifth, None);
        assert_eq!(reminders.pass(Some(turn(100)), at(96), &fifth), Some(Reminder::Fifth));
    }

    #[test]
    fn a_reminder_in_quiet_hours_waits_for_their_end() {
        // Half of the time is left at 22:00, 34 hours after noon; quiet hours end at 7:00, after 43.
        let night = wishes(Ladder::Three, Some("22-7"));
        assert_eq!(told(turn(68), &night, 50), [(43, Reminder::Half)]);
    }

    #[test]
    fn a_reminder_comes_in_quiet_hours_where_it_would_be_too_late_after_them() {
        // 19 hours after noon the quiet hours end, and so does the time.
        let night = wishes(Ladder::Three, Some("22-7"));
        let forced = [(10, Reminder::Half), (16, Reminder::Fifth), (19, Reminder::Twentieth)];
        assert_eq!(told(turn(19), &night, 19), forced);
    }

    #[test]
    fn what_was_asked_for_stands_in_for_a_rung_that_is_due() {
        let mut reminders = Reminders::default();
        let all = wishes(Ladder::Three, Some("0-23"));
        reminders.asked = Some(at(50));
        assert_eq!(reminders.due(Some(turn(100))), Some(at(50)));
        assert_eq!(reminders.pass(Some(turn(100)), at(50), &all), Some(Reminder::Asked));
        assert_eq!(reminders.due(Some(turn(100))), Some(at(80)));
        assert_eq!(Reminders { asked: Some(at(9)), ..reminders }.due(None), Some(at(9)));
    }

    #[test]
    fn the_stored_forms_are_read() {
        let read = |text: &str| serde_json::from_str::<Reminders>(text).unwrap();
        assert_eq!(read("false").due(Some(turn(100))), Some(at(80)), "as it was listed");
        assert_eq!(read("true").due(Some(turn(100))), None);
        assert_eq!(read("{}"), Reminders::default());
        let put_off =
            Reminders { done: 1, put_off: Some(at(7)), asked: Some(at(9)), is_holiday_done: true };
        for done in 0..=RUNGS.len() {
            let single = Reminders { done, ..Reminders::default() };
            for stored in [single, Reminders { done, ..put_off }] {
                assert_eq!(read(&serde_json::to_string(&stored).unwrap()), stored);
            }
        }
        assert_eq!(read(r#"{"done":900}"#).due(Some(turn(100))), None);
    }
}

//! Reminders of a move: the rungs of its time, what a player wants of them, and what of them is done.
//!
//! A rung is reached when a part of the time is left that the side to move had at the start of its
//! turn; with a holiday they begin anew for the time that is left. Each is told at most once in a turn,
//! and before them the end of a holiday. What would fall in quiet hours comes after them, or before
//! them where too little time would be left then: nobody loses for want of a reminder. The last one may
//! come in them where the player wants that.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::quiet_hours::QuietHours;
use super::time_control::later;
use super::weekend::CountedTime;
use kradan_rules::{BySide, Side};

/// The time that a reminder after quiet hours leaves for the move, unless half of the time left is
/// less.
const LEFT_IN_THE_MORNING: SignedDuration = SignedDuration::from_hours(1);

/// The time between a reminder and the quiet hours before which it comes, unless half of the turn's
/// time until then is less.
const BEFORE_QUIET: SignedDuration = SignedDuration::from_hours(1);

/// The time that is left, at the least, when the end of a holiday is told.
pub(super) const LEFT_AFTER_HOLIDAY: SignedDuration = SignedDuration::from_hours(1);

/// Why a player is reminded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reminder {
    /// Half of the time is left.
    Half,
    /// A fifth of the time is left.
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReminderWishes {
    pub ladder: Ladder,
    pub quiet: Option<Quiet>,
}

impl ReminderWishes {
    /// Those of somebody who chose nothing.
    pub(super) const USUAL: &ReminderWishes =
        &ReminderWishes { ladder: Ladder::Fifth, quiet: None };
}

/// The quiet hours of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quiet {
    pub hours: QuietHours,
    /// The IANA name of the time zone in which they count. In one that is not known there are none.
    pub zone: String,
    /// Whether the last reminder of a turn comes in them where it would be too late after them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_broken_by_last: bool,
}

impl Quiet {
    /// The start and the end of the quiet hours that last at a time.
    #[must_use]
    pub fn around(&self, time: Timestamp) -> Option<(Timestamp, Timestamp)> {
        self.hours.around(time, &TimeZone::get(&self.zone).ok()?)
    }

    /// When something is told that would be due at a time.
    fn told_at(&self, due: Timestamp, turn: TurnTime, is_last: bool) -> Timestamp {
        let Some((from, to)) = self.around(due) else { return due };
        let least = LEFT_IN_THE_MORNING.min(turn.deadline.duration_since(due) / 2);
        if later(to, least) <= turn.deadline {
            return to;
        }
        if is_last && self.is_broken_by_last {
            return due;
        }
        let ahead = BEFORE_QUIET.min(from.duration_since(turn.start) / 2);
        let before = later(from, -ahead);
        // Between two nights there may be less than that.
        let before = self.around(before).map_or(before, |(_, end)| end);
        // Nobody can be called in a turn that begins in quiet hours and ends in them.
        if turn.start < before && before < from { before } else { to }
    }
}

/// The time of a turn of which the rungs are parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnTime {
    side: Side,
    /// When its clock was set last.
    start: Timestamp,
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
        side: Side,
        (start, deadline): (Timestamp, Timestamp),
        whole: SignedDuration,
        counted: &CountedTime,
        holiday_end: Option<Timestamp>,
    ) -> TurnTime {
        let rung_at = |(_, part)| counted.after(deadline, -(whole / part));
        let rungs = whole.is_positive().then(|| RUNGS.map(rung_at));
        TurnTime { side, start, deadline, rungs, holiday_end }
    }
}

/// What is done of the reminders of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Reminders {
    /// How many rungs are done, told or not.
    #[serde(skip_serializing_if = "is_default")]
    done: usize,
    /// Until when the next rung is put off, which was reached in quiet hours.
    #[serde(skip_serializing_if = "is_default")]
    put_off: Option<Timestamp>,
    /// When the side to move asked to be reminded.
    #[serde(skip_serializing_if = "is_default")]
    pub(super) asked: Option<Timestamp>,
    /// Whether the end of each side's holiday is done, told or not; it is told once, and not again in a
    /// later turn.
    #[serde(skip_serializing_if = "is_default")]
    holiday_done: BySide<bool>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Reminders {
    pub(super) fn is_untouched(&self) -> bool {
        is_default(self)
    }

    /// The reminders of a turn whose rungs begin anew. What was asked for stays.
    pub(super) fn anew(self) -> Reminders {
        Reminders { asked: self.asked, ..self.of_next_turn() }
    }

    pub(super) fn of_next_turn(self) -> Reminders {
        Reminders { holiday_done: self.holiday_done, ..Reminders::default() }
    }

    /// Notes a holiday of a side, and whether its end is not to be told.
    pub(super) fn note_holiday(&mut self, side: Side, is_done: bool) {
        self.holiday_done[side] = is_done;
    }

    /// Whether a reminder of a side is done, told or not. One that was asked for leaves nothing behind.
    pub(super) fn is_done(&self, side: Side, reminder: Reminder) -> bool {
        match reminder {
            Reminder::Asked => true,
            Reminder::HolidayOver(_) => self.holiday_done[side],
            rung => RUNGS.iter().take(self.done).any(|(done, _)| *done == rung),
        }
    }

    fn mark_all_done(&mut self, side: Side, all: &[Planned]) {
        for planned in all {
            match RUNGS.iter().position(|(rung, _)| *rung == planned.reminder) {
                Some(rung) => self.done = rung + 1,
                None => self.holiday_done[side] = true,
            }
        }
    }

    /// What is not done in a turn, in its order.
    fn rest(&self, turn: TurnTime, wishes: &ReminderWishes) -> Vec<Planned> {
        let latest = later(turn.deadline, -LEFT_AFTER_HOLIDAY);
        let holiday = turn.holiday_end.map(|end| (Reminder::HolidayOver(end), end.min(latest)));
        let rungs = turn.rungs.into_iter().flatten().zip(RUNGS).map(|(at, (rung, _))| (rung, at));
        let rest = holiday
            .into_iter()
            .chain(rungs)
            .filter(|(reminder, _)| !self.is_done(turn.side, *reminder));
        let planned = |(reminder, due)| Planned {
            reminder,
            due,
            told_at: due,
            is_wanted: wishes.ladder.has(reminder),
            is_last: false,
        };
        let mut rest: Vec<Planned> = rest.map(planned).collect();
        if let Some(last) = rest.iter_mut().rfind(|planned| planned.is_wanted) {
            last.is_last = true;
        }
        if let Some(quiet) = &wishes.quiet {
            for planned in rest.iter_mut().filter(|planned| planned.is_wanted) {
                planned.told_at = quiet.told_at(planned.due, turn, planned.is_last);
            }
        }
        rest
    }

    /// When the next reminder is due, whether it is wanted or not. Without a limit of time only those
    /// that were asked for come.
    pub(super) fn due(&self, turn: Option<TurnTime>, wishes: &ReminderWishes) -> Option<Timestamp> {
        let rest = turn.map(|turn| self.rest(turn, wishes)).unwrap_or_default();
        let next = rest.iter().map(|planned| planned.told_at).min();
        let next = next.map(|at| self.put_off.unwrap_or(at));
        [next, self.asked].into_iter().flatten().min()
    }

    /// Does what is due, and returns the reminder that is to be told. Of several that are due the
    /// end of a holiday is told for all, or else the last one that is reached.
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
        let rest = self.rest(turn, wishes);
        if rest.is_empty() || self.put_off.is_some_and(|until| now < until) {
            return None;
        }
        let was_put_off = self.put_off.take().is_some();
        // Who is told something now need not hear again what waits for the end of quiet hours.
        let is_reached =
            |planned: &Planned| planned.told_at <= now || (is_told && planned.due <= now);
        let reached = rest.iter().rposition(is_reached);
        let due = &rest[..=reached.or(was_put_off.then_some(0))?];
        let Some(wanted) = told_of(due, now) else {
            self.mark_all_done(turn.side, due);
            return None;
        };
        let quiet =
            wishes.quiet.as_ref().filter(|quiet| !(quiet.is_broken_by_last && due[wanted].is_last));
        self.put_off =
            quiet.filter(|_| !is_told).and_then(|quiet| quiet.around(now)).map(|(_, end)| end);
        let done = if self.put_off.is_some() { &due[..wanted] } else { due };
        self.mark_all_done(turn.side, done);
        self.put_off.is_none().then_some(due[wanted].reminder)
    }

    /// Forgets until when the next rung is put off: the quiet hours or the time of the turn changed.
    pub(super) fn plan_again(&mut self) {
        self.put_off = None;
    }

    /// Moves what was asked for by time in which no clock ran. Quiet hours end when they end.
    pub(super) fn credit(&mut self, by: SignedDuration) {
        self.plan_again();
        self.asked = self.asked.map(|at| later(at, by));
    }
}

/// A reminder that is not done.
#[derive(Clone, Copy, Debug)]
struct Planned {
    reminder: Reminder,
    /// When it would be due without quiet hours.
    due: Timestamp,
    told_at: Timestamp,
    is_wanted: bool,
    /// Whether it is the last one of its turn that is wanted.
    is_last: bool,
}

/// Which of several reminders is told for all: the end of a holiday, or else the last one that is
/// wanted and reached, or the first one that comes early.
fn told_of(due: &[Planned], now: Timestamp) -> Option<usize> {
    let is_holiday = |planned: &Planned| matches!(planned.reminder, Reminder::HolidayOver(_));
    let first = due.iter().position(|planned| planned.is_wanted)?;
    let reached = due.iter().rposition(|planned| planned.is_wanted && planned.due <= now);
    Some(reached.filter(|_| !is_holiday(&due[first])).unwrap_or(first))
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
        TurnTime::new(Side::First, (at(0), at(hours)), whole, &CountedTime::default(), None)
    }

    fn wishes(ladder: Ladder, quiet: Option<&str>) -> ReminderWishes {
        let quiet = quiet.map(|hours| Quiet {
            hours: hours.parse().unwrap(),
            zone: "Asia/Bangkok".to_owned(),
            is_broken_by_last: false,
        });
        ReminderWishes { ladder, quiet }
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
        assert_eq!(reminders.due(Some(turn(100)), ReminderWishes::USUAL), None);
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
    fn a_reminder_comes_before_quiet_hours_where_it_would_be_too_late_after_them() {
        // 19 hours after noon the quiet hours end, and so does the time: what would come in the night
        // comes at 21:00.
        let mut night = wishes(Ladder::Three, Some("22-7"));
        assert_eq!(told(turn(19), &night, 19), [(9, Reminder::Half)]);
        if let Some(quiet) = &mut night.quiet {
            quiet.is_broken_by_last = true;
        }
        let last = [(9, Reminder::Half), (19, Reminder::Twentieth)];
        assert_eq!(told(turn(19), &night, 19), last);
        // Nobody can be called in a turn that is one night.
        let begun = TurnTime { start: at(10), ..turn(19) };
        assert_eq!(told(begun, &wishes(Ladder::Three, Some("22-7")), 18), []);
    }

    #[test]
    fn time_given_back_does_not_move_the_end_of_quiet_hours() {
        // The quiet hours end 19 hours after noon, and a minute later so does the time.
        let night = wishes(Ladder::Three, Some("22-7"));
        let end = at(19) + SignedDuration::from_mins(1);
        let turn = TurnTime { start: at(8), deadline: end, ..turn(19) };
        let mut reminders = Reminders::default();
        assert_eq!(reminders.pass(Some(turn), at(11), &night), None);
        reminders.credit(SignedDuration::from_mins(35));
        assert_eq!(reminders.pass(Some(turn), at(12), &night), None);
        assert_eq!(reminders.due(Some(turn), &night), Some(at(19)));
        assert!(reminders.pass(Some(turn), at(19), &night).is_some());
    }

    #[test]
    fn what_was_asked_for_stands_in_for_a_rung_that_is_due() {
        let mut reminders = Reminders::default();
        let all = wishes(Ladder::Three, Some("0-23"));
        reminders.asked = Some(at(50));
        assert_eq!(reminders.due(Some(turn(100)), ReminderWishes::USUAL), Some(at(50)));
        assert_eq!(reminders.pass(Some(turn(100)), at(50), &all), Some(Reminder::Asked));
        assert_eq!(reminders.due(Some(turn(100)), ReminderWishes::USUAL), Some(at(80)));
        assert_eq!(
            Reminders { asked: Some(at(9)), ..reminders }.due(None, ReminderWishes::USUAL),
            Some(at(9))
        );
    }

    #[test]
    fn the_stored_forms_are_read() {
        let read = |text: &str| serde_json::from_str::<Reminders>(text).unwrap();
        assert_eq!(read("{}"), Reminders::default());
        let put_off = Reminders {
            done: 1,
            put_off: Some(at(7)),
            asked: Some(at(9)),
            holiday_done: BySide { first: true, second: false },
        };
        for done in 0..=RUNGS.len() {
            let single = Reminders { done, ..Reminders::default() };
            for stored in [single, Reminders { done, ..put_off }] {
                assert_eq!(read(&serde_json::to_string(&stored).unwrap()), stored);
            }
        }
        assert_eq!(read(r#"{"done":900}"#).due(Some(turn(100)), ReminderWishes::USUAL), None);
    }
}

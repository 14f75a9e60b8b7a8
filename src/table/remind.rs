//! Reminding the side to move.

use jiff::{SignedDuration, Timestamp};

use super::reminders::{Reminder, TurnTime};
use super::state::Table;
use super::{Due, Event, Refusal, ReminderWishes};
use kradan_rules::Side;

/// The time by which a reminder may come earlier, so that it comes with one of another game.
const TOLD_TOGETHER: SignedDuration = SignedDuration::from_mins(10);

impl Table {
    /// When the side to move asked to be reminded.
    #[must_use]
    pub fn asked_reminder(&self) -> Option<Timestamp> {
        self.playing()?.reminders.asked
    }

    /// Whether the side to move was reminded of this turn in this way. A reminder that was asked for is
    /// not kept.
    #[must_use]
    pub fn has_reminded(&self, side: Side, reminder: Reminder) -> bool {
        let is_done = self.playing().is_some_and(|play| play.reminders.is_done(reminder));
        self.turn() == Some(side) && is_done
    }

    pub(super) fn remind_at(&mut self, side: Side, at: Timestamp) -> Result<Vec<Event>, Refusal> {
        self.check_turn(side)?;
        if self.deadline().is_some_and(|deadline| at >= deadline) {
            return Err(Refusal::ReminderTooLate);
        }
        self.play()?.reminders.asked = Some(at);
        Ok(vec![Event::ReminderSet { side }])
    }

    pub(super) fn drop_reminder(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        self.check_turn(side)?;
        self.play()?.reminders.asked = None;
        Ok(vec![Event::ReminderDropped { side }])
    }

    /// The time of the present turn, of which reminders are parts.
    pub(super) fn turn_time(&self) -> Option<TurnTime> {
        let (play, turn) = (self.playing()?, self.turn()?);
        let whole = play.turn_time(self.pace)?;
        let (counted, holiday_end) = (play.counted_time(turn), play.holiday_end_in_turn(turn));
        Some(TurnTime::new(self.deadline()?, whole, &counted, holiday_end))
    }

    /// Reminds the side to move, where a reminder is due that it wants.
    pub(super) fn remind(&mut self, now: Timestamp, wishes: &ReminderWishes) -> Option<Event> {
        let is_due = matches!(self.due(), Some(Due::Reminder(at)) if at <= now);
        if is_due { self.remind_at_time(now, wishes) } else { None }
    }

    /// Whether a reminder is due so soon that it can be told with one of another game.
    #[must_use]
    pub fn is_reminder_near(&self, now: Timestamp) -> bool {
        let Some(Due::Reminder(at)) = self.due() else { return false };
        let wait = at.duration_since(now);
        let left = self.deadline().map(|deadline| deadline.duration_since(now));
        wait <= TOLD_TOGETHER && left.is_none_or(|left| wait <= left / 10)
    }

    /// Reminds the side to move already now, where a reminder is [near](Table::is_reminder_near) that
    /// it wants.
    pub fn remind_early(&mut self, now: Timestamp, wishes: &ReminderWishes) -> Option<Event> {
        // A rung that is not wanted may be near as well.
        while self.is_reminder_near(now) {
            let at = self.due()?.at().max(now);
            let told = self.remind_at_time(at, wishes);
            if told.is_some() {
                return told;
            }
        }
        None
    }

    fn remind_at_time(&mut self, now: Timestamp, wishes: &ReminderWishes) -> Option<Event> {
        let (side, turn) = (self.turn()?, self.turn_time());
        let play = self.play().ok()?;
        let reminder = play.reminders.pass(turn, now, wishes)?;
        Some(Event::Reminded { side, reminder })
    }
}

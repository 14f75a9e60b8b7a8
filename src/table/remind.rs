//! Reminding the side to move.

use jiff::{SignedDuration, Timestamp};

use super::reminders::{LEFT_AFTER_HOLIDAY, Reminder, TurnTime};
use super::state::{Play, Table};
use super::{Due, Event, PlayerId, Refusal, ReminderWishes, TimeControl};
use kradan_rules::Side;

/// The time by which a reminder may come earlier, so that it comes with one of another game.
const TOLD_TOGETHER: SignedDuration = SignedDuration::from_mins(10);

impl Play {
    pub(super) fn wishes(&self, side: Side) -> &ReminderWishes {
        self.wishes[side].as_ref().unwrap_or(ReminderWishes::USUAL)
    }

    /// Begins the reminders of the next turn. The end of a holiday is told once more where hardly any
    /// time is left after it.
    pub(super) fn begin_reminders(&mut self, next: Side, control: TimeControl) {
        self.reminders = self.reminders.of_next_turn();
        if self.left(next, control).is_some_and(|left| left < LEFT_AFTER_HOLIDAY) {
            self.reminders.note_holiday(next, false);
        }
    }

    /// Keeps what a side wants of reminders, where it has quiet hours; whether that is new.
    fn keep_wishes(&mut self, side: Side, turn: Option<Side>, wishes: &ReminderWishes) -> bool {
        let wishes = wishes.quiet.is_some().then(|| wishes.clone());
        let is_new = self.wishes[side] != wishes;
        if is_new && turn == Some(side) {
            self.reminders.plan_again();
        }
        self.wishes[side] = wishes;
        is_new
    }
}

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
        let is_done = self.playing().is_some_and(|play| play.reminders.is_done(side, reminder));
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
        let time = (play.thinking_since, self.deadline()?);
        Some(TurnTime::new(turn, time, whole, &counted, holiday_end))
    }

    /// Keeps what a player wants of reminders: their quiet hours decide when one is due. Returns
    /// whether that is new to the table.
    pub fn keep_reminder_wishes(&mut self, player: PlayerId, wishes: &ReminderWishes) -> bool {
        let (side, turn) = (self.side_of(player), self.turn());
        let (Some(side), Ok(play)) = (side, self.play()) else { return false };
        play.keep_wishes(side, turn, wishes)
    }

    /// Keeps what the side to move wants.
    pub(super) fn keep_movers_wishes(&mut self, wishes: &ReminderWishes) {
        if let (Some(turn), Ok(play)) = (self.turn(), self.play()) {
            play.keep_wishes(turn, Some(turn), wishes);
        }
    }

    /// Whether a player has quiet hours at a time, as far as the table knows.
    #[must_use]
    pub fn is_quiet_for(&self, player: PlayerId, now: Timestamp) -> bool {
        let wishes = self.side_of(player).zip(self.playing()).map(|(side, play)| play.wishes(side));
        wishes
            .and_then(|wishes| wishes.quiet.as_ref())
            .is_some_and(|quiet| quiet.around(now).is_some())
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
        self.keep_movers_wishes(wishes);
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

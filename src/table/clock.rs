//! The clocks of a game: how much time each side has, whose clock runs, and what stops it.
//!
//! At most one clock runs, that of the side to move. It stands while the game is paused, while its
//! owner is on holiday, on weekends off, and while the bot was away, which [`Table::credit`] adds.
//! Every change [settles](Play::settle) first: the time used until then is taken from the clock.

use jiff::{SignedDuration, Timestamp};

use super::TimeControl;
use super::state::{Play, Table};
use super::time_control::later;
use super::weekend::CountedTime;
use kradan_rules::{BySide, Side};

/// The time after the deadline in which a move still counts.
const GRACE: SignedDuration = SignedDuration::from_mins(5);

/// The clock of one side, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideClock {
    /// It runs, and is used up at this time.
    Running(Timestamp),
    /// It stands with so much time: the opponent is to move, or it is stopped.
    Standing(SignedDuration),
    /// The game has no time limit.
    Unlimited,
}

impl Play {
    /// When the clock of a side goes on that is to move; `None` while the game is paused.
    fn counts_from(&self, side: Side) -> Option<Timestamp> {
        if self.clocks.paused_since.is_some() {
            return None;
        }
        let holiday = self.holiday_end(side);
        Some(holiday.map_or(self.thinking_since, |until| until.max(self.thinking_since)))
    }

    /// The end of the last holiday of a side, which may be over.
    fn holiday_end(&self, side: Side) -> Option<Timestamp> {
        self.clocks.holiday_until[side].map(|until| later(until, self.clocks.away))
    }

    /// The end of a holiday of the side to move, where the clock was not set since.
    pub(super) fn holiday_end_in_turn(&self, turn: Side) -> Option<Timestamp> {
        self.holiday_end(turn).filter(|end| *end > self.thinking_since)
    }

    /// Begins the reminders of the present turn anew, for a time.
    pub(super) fn remind_anew(&mut self, whole: SignedDuration) {
        self.clocks.turn = Some(whole);
        self.reminders = self.reminders.anew();
    }

    /// The time that counts on the clock of a side while it runs.
    pub(super) fn counted_time(&self, side: Side) -> CountedTime {
        let weekends = self.clocks.weekends.as_ref();
        weekends.map(|weekends| weekends.counted_time(side, self.clocks.away)).unwrap_or_default()
    }

    /// Lets the clock of the side to move count from a time on.
    pub(super) fn count_from(&mut self, now: Timestamp) {
        if now < self.thinking_since {
            return;
        }
        self.thinking_since = now;
        self.clocks.away = SignedDuration::ZERO;
    }

    /// The time left to a side at the last settlement.
    pub(super) fn left(&self, side: Side, control: TimeControl) -> Option<SignedDuration> {
        self.clocks.left[side].or_else(|| control.start())
    }

    /// The time left to a side at a time: below zero in the time of grace. `None` without a limit.
    fn left_at(
        &self,
        side: Side,
        turn: Side,
        control: TimeControl,
        now: Timestamp,
    ) -> Option<SignedDuration> {
        let left = self.left(side, control)?;
        let used = match self.counts_from(side) {
            Some(from) if side == turn => self.counted_time(side).between(from, now),
            Some(_) | None => SignedDuration::ZERO,
        };
        Some(left.saturating_sub(used))
    }

    /// When the time of the side to move is used up. `None` while its clock cannot run out.
    pub(super) fn deadline(&self, turn: Side, control: TimeControl) -> Option<Timestamp> {
        let (from, left) = (self.counts_from(turn)?, self.left(turn, control)?);
        Some(self.counted_time(turn).after(from, left))
    }

    /// The end of the time of grace of the side to move.
    pub(super) fn grace_end(&self, turn: Side, control: TimeControl) -> Option<Timestamp> {
        let (from, left) = (self.counts_from(turn)?, self.left(turn, control)?);
        Some(self.counted_time(turn).after(from, left.saturating_add(GRACE)))
    }

    /// Takes the time used until now from the clock of the side to move.
    pub(super) fn settle(&mut self, turn: Side, control: TimeControl, now: Timestamp) {
        if let Some(left) = self.left_at(turn, turn, control, now.max(self.thinking_since)) {
            self.set_left(turn, control, left);
        }
        self.count_from(now);
    }

    fn set_left(&mut self, side: Side, control: TimeControl, left: SignedDuration) {
        self.clocks.left[side] = Some(left).filter(|left| Some(*left) != control.start());
    }

    /// Forgets the time that a side has used beyond its own.
    pub(super) fn clear_debt(&mut self, side: Side, control: TimeControl) {
        if self.left(side, control).is_some_and(|left| left.is_negative()) {
            self.set_left(side, control, SignedDuration::ZERO);
        }
    }

    /// Stops the clock of the side that has moved, and starts that of the side to move next.
    pub(super) fn press(&mut self, side: Side, next: Side, control: TimeControl, now: Timestamp) {
        self.settle(side, control, now);
        self.clocks.gifts = 0;
        let Some(left) = self.left(side, control) else { return };
        self.clocks.moved_with[side] = Some(left.max(SignedDuration::ZERO));
        if let Some(after) = control.after_move(left) {
            self.set_left(side, control, after);
        }
        self.clocks.turn = self.clocks.left[next];
    }

    /// Sets the clocks as they were before the moves that are taken back: those of the sides in
    /// `undone`. Nobody gains by it: a side has no more than when it made its move, and no more than
    /// now. The time that the opponent used in between is not given back.
    pub(super) fn wind_back(
        &mut self,
        turn: Side,
        next: Side,
        undone: BySide<bool>,
        control: TimeControl,
        now: Timestamp,
    ) {
        self.settle(turn, control, now);
        for side in Side::ALL {
            let Some(left) = self.left(side, control) else { return };
            let moved_with = self.clocks.moved_with[side].take();
            let left = match control {
                // The next turn begins with the whole time.
                TimeControl::PerMove { .. } if side != next => {
                    left.max(control.start().unwrap_or_default())
                }
                _ if !undone[side] => {
                    self.clocks.moved_with[side] = moved_with;
                    left
                }
                _ => left.min(moved_with.unwrap_or_else(|| control.before_move(left))),
            };
            self.set_left(side, control, left);
        }
        self.clocks.turn = self.clocks.left[next];
    }

    /// The time that the clock of a side can still take up, to [`TimeControl::most`]. `None` without a
    /// limit.
    pub(super) fn room(
        &self,
        side: Side,
        turn: Side,
        control: TimeControl,
        now: Timestamp,
    ) -> Option<SignedDuration> {
        let left = self.left_at(side, turn, control, now)?.max(SignedDuration::ZERO);
        let most = SignedDuration::from_hours(control.most().into());
        Some((most - left).max(SignedDuration::ZERO))
    }

    /// Adds time to the clock of a side, which forgets what it has used beyond its own.
    pub(super) fn give(
        &mut self,
        to: Side,
        turn: Side,
        control: TimeControl,
        by: SignedDuration,
        now: Timestamp,
    ) {
        self.settle(turn, control, now);
        self.clear_debt(to, control);
        let Some(left) = self.left(to, control) else { return };
        self.set_left(to, control, left.saturating_add(by));
        self.clocks.gifts = self.clocks.gifts.saturating_add(1);
        if to == turn {
            let start = self.clocks.turn.or_else(|| control.start()).unwrap_or_default();
            self.clocks.turn = Some(start.saturating_add(by));
        }
    }

    /// The time of the side to move at the start of its turn, or when a holiday began or ended since:
    /// that of which reminders are a part.
    pub(super) fn turn_time(&self, control: TimeControl) -> Option<SignedDuration> {
        self.clocks.turn.or_else(|| control.start())
    }

    /// Moves all times by time in which no clock ran.
    pub(super) fn credit_clocks(&mut self, by: SignedDuration) {
        self.thinking_since = later(self.thinking_since, by);
        if let Some(since) = &mut self.clocks.paused_since {
            *since = later(*since, by);
        }
        if self.clocks.weekends.is_some() || self.clocks.holiday_until != BySide::default() {
            self.clocks.away = self.clocks.away.saturating_add(by);
        }
    }
}

impl Table {
    /// The clock of a side while the game goes on.
    #[must_use]
    pub fn clock(&self, side: Side, now: Timestamp) -> Option<SideClock> {
        let play = self.playing()?;
        let turn = self.turn()?;
        let Some(left) = play.left_at(side, turn, self.pace, now) else {
            return Some(SideClock::Unlimited);
        };
        let runs = side == turn
            && play.counts_from(side).is_some_and(|from| from <= now)
            && play.counted_time(side).weekend_end(now).is_none();
        let deadline = play.deadline(turn, self.pace).filter(|_| runs);
        Some(
            deadline
                .map_or(SideClock::Standing(left.max(SignedDuration::ZERO)), SideClock::Running),
        )
    }

    /// The time on the clock of a side that is not to move; `None` without a limit.
    #[must_use]
    pub fn standing_clock(&self, side: Side) -> Option<SignedDuration> {
        let play = self.playing()?;
        play.left(side, self.pace).filter(|_| self.turn() != Some(side))
    }

    /// The time left to a side: below zero in the time of grace. `None` without a limit.
    #[must_use]
    pub fn time_left(&self, side: Side, now: Timestamp) -> Option<SignedDuration> {
        self.playing()?.left_at(side, self.turn()?, self.pace, now)
    }

    /// Whether the clocks stand on Saturday and Sunday.
    #[must_use]
    pub fn has_weekends_off(&self) -> bool {
        self.weekends_off && self.pace.start().is_some()
    }

    /// Keeps the IANA names of the time zones in which the weekends of the players count. Without a
    /// name it is UTC. Nothing happens where the clocks run on weekends.
    pub fn keep_time_zones(&mut self, zones: BySide<Option<String>>) {
        if let Ok(play) = self.play()
            && let Some(weekends) = &mut play.clocks.weekends
        {
            weekends.zones = zones;
        }
    }

    /// The side whose clock stands because of the weekend, and until when.
    #[must_use]
    pub fn weekend_until(&self, now: Timestamp) -> Option<(Side, Timestamp)> {
        let (play, turn) = (self.playing()?, self.turn()?);
        play.counts_from(turn).filter(|from| *from <= now)?;
        Some((turn, play.counted_time(turn).weekend_end(now)?))
    }

    /// Since when both players let the game rest.
    #[must_use]
    pub fn paused_since(&self) -> Option<Timestamp> {
        self.playing()?.clocks.paused_since
    }

    /// The end of a side's holiday that lasts at a time, later by the bot's absence since.
    #[must_use]
    pub fn holiday_until(&self, side: Side, now: Timestamp) -> Option<Timestamp> {
        self.playing()?.holiday_end(side).filter(|until| *until > now)
    }
}

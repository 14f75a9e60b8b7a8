//! What players agree on about their clocks: to let the game rest, and more time for the opponent.

use jiff::{SignedDuration, Timestamp};

use super::play::{check_moved_since, check_offered};
use super::state::Table;
use super::{Event, Moment, Refusal, games};
use kradan_rules::Side;

/// How often time can be given in a turn: each time calls the opponent.
const GIFTS_MAX: u8 = 5;

impl Table {
    pub(super) fn offer_pause(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        let moved = games::last_move_of(&self.game, side);
        self.check_has_clock()?;
        let play = self.play()?;
        if play.clocks.paused_since.is_some() {
            return Err(Refusal::Paused);
        }
        match play.pause_offer {
            Some(by) if by == side => Err(Refusal::OfferedAlready),
            Some(_) => Err(Refusal::PauseOfferedFirst),
            None => {
                check_moved_since(play.pause_declined[side], moved)?;
                play.pause_offer = Some(side);
                Ok(vec![Event::PauseOffered { side }])
            }
        }
    }

    pub(super) fn accept_pause(&mut self, side: Side, now: Moment) -> Result<Vec<Event>, Refusal> {
        let (turn, pace) = (self.turn().ok_or(Refusal::NotBegun)?, self.pace);
        let play = self.play()?;
        check_offered(play.pause_offer, side)?;
        play.settle(turn, pace, now.time);
        play.pause_offer = None;
        play.clocks.paused_since = Some(now.time);
        Ok(vec![Event::Paused { side }])
    }

    pub(super) fn decline_pause(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        check_offered(self.play()?.pause_offer, side)?;
        self.end_pause_offer(!side)?;
        Ok(vec![Event::PauseDeclined { side }])
    }

    pub(super) fn withdraw_pause(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        if self.play()?.pause_offer != Some(side) {
            return Err(Refusal::NothingToWithdraw);
        }
        self.end_pause_offer(side)?;
        Ok(vec![Event::PauseWithdrawn { side }])
    }

    fn end_pause_offer(&mut self, by: Side) -> Result<(), Refusal> {
        let plies = self.game.plies();
        let play = self.play()?;
        play.pause_offer = None;
        play.pause_declined[by] = Some(plies);
        Ok(())
    }

    /// Either player lets the clocks go on.
    pub(super) fn resume(&mut self, side: Side, now: Moment) -> Result<Vec<Event>, Refusal> {
        if self.end_pause(now.time) {
            Ok(vec![Event::Resumed { side: Some(side) }])
        } else {
            Err(Refusal::NotPaused)
        }
    }

    /// Lets the clocks go on; whether they stood.
    pub(super) fn end_pause(&mut self, now: Timestamp) -> bool {
        let Ok(play) = self.play() else { return false };
        if play.clocks.is_stopped {
            return false;
        }
        let was_paused = play.clocks.paused_since.take().is_some();
        if was_paused {
            play.count_from(now);
        }
        was_paused
    }

    /// Gives the opponent more time, as much as their clock can hold.
    pub(super) fn give_time(
        &mut self,
        side: Side,
        hours: u16,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let (turn, pace) = (self.turn().ok_or(Refusal::NotBegun)?, self.pace);
        let play = self.play()?;
        let room = play.room(!side, turn, pace, now.time).ok_or(Refusal::NoClock)?;
        let room = u16::try_from(room.as_hours()).unwrap_or(u16::MAX);
        if hours > room {
            return Err(Refusal::ClockFull { most: pace.most(), room });
        }
        if play.clocks.gifts >= GIFTS_MAX {
            return Err(Refusal::GivenOften);
        }
        play.give(!side, turn, pace, SignedDuration::from_hours(hours.into()), now.time);
        Ok(vec![Event::TimeGiven { side: !side, hours }])
    }

    fn check_has_clock(&self) -> Result<(), Refusal> {
        if self.pace.start().is_some() { Ok(()) } else { Err(Refusal::NoClock) }
    }
}

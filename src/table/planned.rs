//! What conditional moves do at a table: a player plans lines at any time of the game, and a reply is
//! played when its condition comes true. Nobody but their author learns of them.

use super::conditional::Plan;
use super::state::{Phase, Play, Table};
use super::{Event, Moment, PlayerId, Refusal, Seat};
use kradan_rules::{Fingerprint, Side};

/// The most moves that one move brings about, itself included: they are told in one message.
pub const MOVES_AT_ONCE_MAX: usize = 20;

impl Table {
    /// The lines that a player has planned from the present position, in the exact notation. They
    /// are for that player alone.
    #[must_use]
    pub fn planned_lines(&self, player: impl Into<Seat>) -> &[Vec<String>] {
        let Phase::Playing(play) = &self.phase else { return &[] };
        let plan = self.side_of(player).and_then(|side| play.plans[side].as_ref());
        plan.map_or(&[], |plan| plan.lines_at(&self.game))
    }

    /// The table without what others have planned, their time zones, and what their ratings say of other
    /// games.
    #[must_use]
    pub fn as_known_to(&self, player: PlayerId) -> Table {
        let mut table = self.clone();
        let others = Side::ALL.into_iter().filter(|side| self.side_of(player) != Some(*side));
        if let Some(rated) = &mut table.rated {
            others.for_each(|side| rated.leave_out_others(side));
        }
        if let Phase::Playing(play) = &mut table.phase {
            for side in Side::ALL {
                let plan = play.plans[side].take();
                play.plans[side] = plan.filter(|_| play.seats[side] == player);
                if let Some(weekends) = &mut play.clocks.weekends
                    && play.seats[side] != player
                {
                    weekends.zones[side] = None;
                }
            }
        }
        table
    }

    /// Adds a line to the plan of a side.
    pub(super) fn plan(&mut self, side: Side, moves: &[String]) -> Result<Vec<Event>, Refusal> {
        let earlier = self.playing().and_then(|play| play.plans[side].clone());
        let plan = Plan::with_line(earlier, &self.game, side, moves)?;
        if let Phase::Playing(play) = &mut self.phase {
            play.plans[side] = Some(plan);
        }
        Ok(Vec::new())
    }

    /// Removes from the plan of a side the line that leads to a record, or all lines.
    pub(super) fn unplan(&mut self, side: Side, end: Option<Fingerprint>) -> Vec<Event> {
        if let Phase::Playing(play) = &mut self.phase {
            let plan = play.plans[side].take();
            play.plans[side] = end.and_then(|end| plan?.without_line(&self.game, end));
        }
        Vec::new()
    }

    /// Makes a move, and the planned replies that it brings about.
    pub(super) fn make_with_replies(
        &mut self,
        side: Side,
        text: &str,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let events = self.make_along_plans(side, text, now)?;
        Ok(self.with_replies(events, now))
    }

    /// Adds the planned replies that nothing holds up any more.
    pub(super) fn with_replies(&mut self, mut events: Vec<Event>, now: Moment) -> Vec<Event> {
        while moves_in(&events) < MOVES_AT_ONCE_MAX
            && let Some((side, reply)) = self.planned_reply()
        {
            match self.make_along_plans(side, &reply, now) {
                Ok(more) => events.extend(more),
                // What the opponent did besides moving may forbid the reply.
                Err(_) => _ = self.unplan(side, None),
            }
        }
        events
    }

    /// The only move that the person to move has, where nothing else is to be decided.
    #[must_use]
    pub fn only_move(&self) -> Option<(PlayerId, String)> {
        let (turn, seat) = self.to_move()?;
        let player = seat.player()?;
        let play = self.playing()?;
        let is_asked = is_asked(play, turn) || play.takeback.is_some();
        let has_choice = self.can_claim_draw(turn) || !self.game_commands().is_empty();
        if is_asked || has_choice {
            return None;
        }
        let mut moves = self.game.legal_moves();
        let only = moves.pop()?;
        moves.is_empty().then_some((player, only))
    }

    /// Makes the only move of the player to move, and the planned replies that it brings about;
    /// nothing where there is a choice, or where the earlier events are as many moves as are told at
    /// once.
    pub fn play_only_move(&mut self, earlier: &[Event], now: Moment) -> Vec<Event> {
        let Some((turn, _)) = self.to_move() else { return Vec::new() };
        let Some((_, only)) = self.only_move() else { return Vec::new() };
        if moves_in(earlier) == 0 || moves_in(earlier) >= MOVES_AT_ONCE_MAX {
            return Vec::new();
        }
        self.make_with_replies(turn, &only, now).unwrap_or_default()
    }

    /// Makes a move, and leaves of the plans what fits it.
    fn make_along_plans(
        &mut self,
        side: Side,
        text: &str,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let has_plan = self.playing().is_some_and(|play| !has_no_plan(play));
        let before = has_plan.then(|| self.game.fingerprint());
        let events = self.make(side, text, now)?;
        let made = events.iter().find_map(|event| match event {
            Event::Moved { text, .. } => Some(text),
            _ => None,
        });
        let turn = self.to_move().map(|(turn, _)| turn);
        if let (Some(before), Some(made), Phase::Playing(play)) = (before, made, &mut self.phase) {
            for author in Side::ALL {
                let is_met = author != side || turn == Some(author);
                let (plan, made) = (play.plans[author].take(), (made.as_str(), is_met));
                play.plans[author] = plan.and_then(|plan| plan.advanced(before, made, &self.game));
            }
        }
        Ok(events)
    }

    /// The reply that the player to move has planned. An offer of the opponent waits for an answer:
    /// no reply declines it, and in a pause none is made.
    fn planned_reply(&self) -> Option<(Side, String)> {
        let (turn, _) = self.to_move()?;
        let play = self
            .playing()
            .filter(|play| !is_asked(play, turn) && play.clocks.paused_since.is_none())?;
        let reply = play.plans[turn].as_ref()?.reply(&self.game)?;
        Some((turn, reply.to_owned()))
    }
}

/// Whether the opponent of a side offers a draw or a pause.
fn is_asked(play: &Play, side: Side) -> bool {
    [play.draw_offer, play.pause_offer].contains(&Some(!side))
}

fn has_no_plan(play: &Play) -> bool {
    Side::ALL.into_iter().all(|side| play.plans[side].is_none())
}

fn moves_in(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Moved { .. })).count()
}

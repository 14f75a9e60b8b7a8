//! What a player asks of a table at any time, and what time itself does.

use jiff::Timestamp;

use super::challenge::{Challenge, Venue};
use super::state::{Phase, Play, Table, side_of};
use super::{ChannelId, Command, Due, Ending, Event, Moment, PlayerId, Refusal, Seen};

impl Table {
    /// Whether a control may be used that was made for a position: while the game goes on, only
    /// one that was made for the present one.
    ///
    /// # Errors
    ///
    /// [`Refusal::Stale`].
    pub fn check_seen(&self, seen: Seen) -> Result<(), Refusal> {
        if self.is_running() && !seen.is_present(&self.game) {
            return Err(Refusal::Stale { ply: self.game.plies() });
        }
        Ok(())
    }

    /// Does what a player asks, and says what then happened, in order.
    ///
    /// # Errors
    ///
    /// The [`Refusal`]; the table is then as it was.
    pub fn apply(
        &mut self,
        player: PlayerId,
        command: &Command,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        match (&self.phase, command) {
            // No position is at stake.
            (
                Phase::Challenge(_) | Phase::Over { .. } | Phase::Withdrawn { .. },
                Command::On { command, .. },
            ) => self.apply(player, command, now),
            (Phase::Challenge(challenge), command) => {
                let challenge = *challenge;
                self.answer(challenge, player, command, now)
            }
            (
                Phase::Playing(_) | Phase::Over { .. },
                Command::Accept | Command::AcceptIn(_) | Command::Decline | Command::Cancel,
            )
            | (Phase::Withdrawn { .. }, _) => Err(Refusal::Answered),
            (Phase::Over { seats, .. }, Command::Show(place)) => {
                side_of(seats, player).ok_or(Refusal::NotSeated)?;
                Ok(self.show(*place))
            }
            (Phase::Over { seats, .. }, Command::ShowUnread(place)) => {
                side_of(seats, player).ok_or(Refusal::NotSeated)?;
                self.show_unread(*place)
            }
            (Phase::Over { seats, ending }, _) => {
                side_of(seats, player).ok_or(Refusal::NotSeated)?;
                Err(Refusal::Over(*ending))
            }
            (Phase::Playing(play), command) => {
                let side = side_of(&play.seats, player).ok_or(Refusal::NotSeated)?;
                self.at_play(side, command, now)
            }
        }
    }

    /// Does what is due, and says what then happened; nothing where nothing is.
    pub fn pass_time(&mut self, now: Timestamp) -> Vec<Event> {
        let Some(due) = self.due().filter(|due| due.at() <= now) else { return Vec::new() };
        match (&mut self.phase, due) {
            (Phase::Challenge(Challenge { challenger, .. }), _) => {
                self.phase = Phase::Withdrawn { challenger: *challenger, since: now };
                vec![Event::Lapsed]
            }
            (Phase::Playing(play), Due::Reminder(_)) => {
                play.is_reminded = true;
                let turn = self.to_move().map(|(turn, _)| turn);
                turn.map(|side| Event::Reminded { side }).into_iter().collect()
            }
            (Phase::Playing(_), Due::Deadline(_)) => {
                let turn = self.to_move().map(|(turn, _)| turn);
                turn.map(|side| self.end(Ending::OutOfTime(side))).into_iter().collect()
            }
            (Phase::Playing(_), Due::Forgetting(_))
            | (Phase::Over { .. } | Phase::Withdrawn { .. }, _) => Vec::new(),
        }
    }

    fn answer(
        &mut self,
        challenge: Challenge,
        player: PlayerId,
        command: &Command,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let is_challenger = player == challenge.challenger;
        let is_challenged = challenge.opponent.is_none_or(|opponent| opponent == player);
        // Whoever is challenged by name has the challenge shown again as the challenger does.
        let is_player = is_challenger || challenge.opponent == Some(player);
        match command {
            Command::Accept | Command::AcceptIn(_) | Command::Decline if is_challenger => {
                Err(Refusal::OwnChallenge)
            }
            Command::Accept | Command::AcceptIn(_) if !is_challenged => Err(Refusal::NotChallenged),
            // Nobody can decline for all the others.
            Command::Decline if challenge.opponent != Some(player) => Err(Refusal::NotChallenged),
            Command::Cancel if !is_challenger => Err(Refusal::NotSeated),
            Command::Accept => {
                let mut events = self.begin(challenge, player, now);
                events.extend((challenge.setting == Venue::Thread).then_some(Event::NoThread));
                Ok(events)
            }
            Command::AcceptIn(place) => {
                let mut events = self.begin(challenge, player, now);
                events.extend(self.show(*place));
                Ok(events)
            }
            Command::Decline => {
                self.withdraw(challenge, now);
                Ok(vec![Event::Declined])
            }
            Command::Cancel => {
                self.withdraw(challenge, now);
                Ok(vec![Event::Cancelled])
            }
            Command::Show(place) if is_player => Ok(self.show(*place)),
            Command::ShowUnread(place) if is_player => self.show_unread(*place),
            Command::On { command, .. } => self.answer(challenge, player, command, now),
            Command::Move(_)
            | Command::Game(_)
            | Command::Draw
            | Command::AcceptDraw
            | Command::DeclineDraw
            | Command::AskTakeback
            | Command::GrantTakeback
            | Command::RefuseTakeback
            | Command::Resign
            | Command::Show(_)
            | Command::ShowUnread(_) => Err(Refusal::NotBegun),
        }
    }

    fn begin(&mut self, challenge: Challenge, opponent: PlayerId, now: Moment) -> Vec<Event> {
        let (seats, furigoma) = challenge.seats(opponent, self.game.kind(), now);
        self.phase = Phase::Playing(Play::new(seats, now.time));
        vec![Event::Accepted { seats, furigoma }]
    }

    fn withdraw(&mut self, challenge: Challenge, now: Moment) {
        self.phase = Phase::Withdrawn { challenger: challenge.challenger, since: now.time };
    }

    pub(super) fn show(&mut self, place: ChannelId) -> Vec<Event> {
        self.place = place;
        vec![Event::Shown(place)]
    }

    /// Where a table is, it may be shown again, whoever reads it.
    pub(super) fn show_unread(&mut self, place: ChannelId) -> Result<Vec<Event>, Refusal> {
        if self.place == place { Ok(self.show(place)) } else { Err(Refusal::Unread) }
    }

    pub(super) fn end(&mut self, ending: Ending) -> Event {
        if let Some(&seats) = self.seats() {
            self.phase = Phase::Over { seats, ending };
        }
        Event::Ended(ending)
    }
}

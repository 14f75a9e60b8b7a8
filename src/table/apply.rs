//! What a player asks of a table at any time, and what time itself does.

use jiff::Timestamp;

use super::challenge::{Challenge, Venue};
use super::state::{Phase, Play, Table, side_of};
use super::weekend::WeekendsOff;
use super::{
    AbortReason, ChannelId, ChosenThemes, Command, Due, Ending, Event, Level, Moment, PlayerId,
    Rated, Refusal, ReminderWishes, Seat, Seen, TimeControl, games,
};
use kradan_ratings::NotRated;
use kradan_rules::Side;

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

    /// Does what a player or a computer asks, and says what then happened, in order.
    ///
    /// # Errors
    ///
    /// The [`Refusal`]; the table is then as it was.
    pub fn apply(
        &mut self,
        by: impl Into<Seat>,
        command: &Command,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let by = by.into();
        match (&self.phase, command) {
            // No position is at stake.
            (
                Phase::Challenge(_) | Phase::Over { .. } | Phase::Withdrawn { .. },
                Command::On { command, .. },
            ) => self.apply(by, command, now),
            (phase, Command::Themed { themes, command }) => {
                let is_challenge = matches!(phase, Phase::Challenge(_));
                let events = self.apply(by, command, now)?;
                if is_challenge {
                    self.keep_theme(themes);
                }
                Ok(events)
            }
            (Phase::Playing(_), Command::Abort { reason }) => Ok(vec![
                Event::AbortedByModerator { reason: reason.clone() },
                self.end(Ending::Aborted(AbortReason::Moderator), now.time),
            ]),
            (Phase::Over { .. }, Command::Annul { reason }) if self.is_annullable() => {
                Ok(vec![Event::AnnulledByModerator { reason: reason.clone() }])
            }
            (Phase::Over { ending, .. }, Command::Abort { .. } | Command::Annul { .. }) => {
                Err(Refusal::Over(*ending))
            }
            (Phase::Playing(_), Command::Annul { .. }) => Err(Refusal::NotOver),
            (Phase::Challenge(_), Command::Abort { .. } | Command::Annul { .. }) => {
                Err(Refusal::NotBegun)
            }
            (Phase::Challenge(challenge), command) => {
                let challenge = *challenge;
                let player = by.player().ok_or(Refusal::NotSeated)?;
                self.answer(challenge, player, command, now)
            }
            (
                Phase::Playing(_) | Phase::Over { .. },
                Command::Accept
                | Command::AcceptIn(_)
                | Command::PlayComputer(_)
                | Command::PlayComputerIn(..)
                | Command::Decline
                | Command::Cancel,
            )
            | (Phase::Withdrawn { .. }, _) => Err(Refusal::Answered),
            (Phase::Over { seats, .. }, Command::Show(place)) => {
                side_of(seats, by).ok_or(Refusal::NotSeated)?;
                Ok(self.show(*place))
            }
            (Phase::Over { seats, .. }, Command::ShowUnread(place)) => {
                side_of(seats, by).ok_or(Refusal::NotSeated)?;
                self.show_unread(*place)
            }
            (Phase::Over { seats, ending, .. }, _) => {
                side_of(seats, by).ok_or(Refusal::NotSeated)?;
                Err(Refusal::Over(*ending))
            }
            (Phase::Playing(play), command) => {
                let side = side_of(&play.seats, by).ok_or(Refusal::NotSeated)?;
                self.at_play(side, command, now)
            }
        }
    }

    /// Does what is due, and says what then happened; nothing where nothing is.
    ///
    /// `wishes` are those of the side to move.
    pub fn pass_time(&mut self, now: Timestamp, wishes: &ReminderWishes) -> Vec<Event> {
        self.keep_movers_wishes(wishes);
        let Some(due) = self.due_change().filter(|due| due.at() <= now) else {
            return self.remind(now, wishes).into_iter().collect();
        };
        match (&mut self.phase, due) {
            (Phase::Challenge(Challenge { challenger, .. }), _) => {
                let (challenger, declined_by) = (*challenger, None);
                let (since, has_lapsed) = (now, true);
                self.phase = Phase::Withdrawn { challenger, declined_by, since, has_lapsed };
                vec![Event::Lapsed]
            }
            (Phase::Playing(_), Due::Deadline(_)) => {
                self.turn().map(|side| self.run_out(side, now)).into_iter().collect()
            }
            (Phase::Playing(_), Due::Resumption(at)) => {
                self.end_pause(at);
                let now = Moment { time: now, chance: 0 };
                self.with_replies(vec![Event::Resumed { side: None }], now)
            }
            (Phase::Playing(_), Due::Computer(_) | Due::Reminder(_) | Due::Forgetting(_))
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
            Command::Accept | Command::AcceptIn(_) if is_challenger => Err(Refusal::OwnChallenge),
            Command::Decline if is_challenger => Err(Refusal::OwnChallengeDeclined),
            Command::Accept | Command::AcceptIn(_) if !is_challenged => Err(Refusal::NotChallenged),
            // Nobody can decline for all the others.
            Command::Decline if challenge.opponent != Some(player) => Err(Refusal::NotChallenged),
            Command::Cancel if !is_challenger => Err(Refusal::NotYourChallenge),
            Command::PlayComputer(_) | Command::PlayComputerIn(..) if !is_challenger => {
                Err(Refusal::NotYourComputer)
            }
            // Somebody in particular is waited for.
            Command::PlayComputer(_) | Command::PlayComputerIn(..)
                if challenge.opponent.is_some() =>
            {
                Err(Refusal::NotBegun)
            }
            Command::PlayComputer(level) => Ok(self.begin_against(challenge, *level, now)),
            Command::PlayComputerIn(level, place) => {
                let mut events = self.begin_against(challenge, *level, now);
                self.thread = Some(*place);
                events.extend(self.show(*place));
                Ok(events)
            }
            Command::Accept => {
                let mut events = self.begin(challenge, player.into(), now);
                events.extend((challenge.setting == Venue::Thread).then_some(Event::NoThread));
                Ok(events)
            }
            Command::AcceptIn(place) => {
                let mut events = self.begin(challenge, player.into(), now);
                self.thread = Some(*place);
                events.extend(self.show(*place));
                Ok(events)
            }
            Command::Decline => {
                self.withdraw(challenge, Some(player), now);
                Ok(vec![Event::Declined])
            }
            Command::Cancel => {
                self.withdraw(challenge, None, now);
                Ok(vec![Event::Cancelled])
            }
            Command::Show(place) if is_player => Ok(self.show(*place)),
            Command::ShowUnread(place) if is_player => self.show_unread(*place),
            Command::On { command, .. } | Command::Themed { command, .. } => {
                self.answer(challenge, player, command, now)
            }
            // Others are told nothing of a challenge that they may not be able to see.
            _ if !is_player && challenge.opponent.is_some() => Err(Refusal::NotSeated),
            Command::Move(_)
            | Command::Plan(_)
            | Command::Unplan(_)
            | Command::Game(_)
            | Command::Leave(_)
            | Command::Draw
            | Command::AcceptDraw
            | Command::DeclineDraw
            | Command::WithdrawDraw
            | Command::AskTakeback
            | Command::GrantTakeback
            | Command::RefuseTakeback
            | Command::WithdrawTakeback
            | Command::OfferPause
            | Command::AcceptPause
            | Command::DeclinePause
            | Command::WithdrawPause
            | Command::Resume
            | Command::GiveTime(_)
            | Command::RemindAt(_)
            | Command::DropReminder
            | Command::Resign
            | Command::Abort { .. }
            | Command::Annul { .. }
            | Command::LeaveErased
            | Command::Show(_)
            | Command::ShowUnread(_) => Err(Refusal::NotBegun),
        }
    }

    /// Begins a game against a computer, which has no clocks.
    pub(super) fn begin_against(
        &mut self,
        challenge: Challenge,
        level: Level,
        now: Moment,
    ) -> Vec<Event> {
        self.pace = TimeControl::Unlimited;
        (self.no_holidays, self.weekends_off) = (false, false);
        self.rated = Some(Rated::Not(NotRated::Computer));
        self.begin(challenge, level.into(), now)
    }

    fn begin(&mut self, challenge: Challenge, opponent: Seat, now: Moment) -> Vec<Event> {
        let (seats, furigoma) = challenge.seats(opponent, self.game.kind(), now);
        let mut play = Play::new(seats, now.time);
        play.clocks.weekends = self.has_weekends_off().then(WeekendsOff::default);
        self.phase = Phase::Playing(Box::new(play));
        vec![Event::Accepted { seats, furigoma }]
    }

    /// Keeps the theme of the first side for the boards, or that of the second side where the first
    /// chose none.
    pub(super) fn keep_theme(&mut self, ChosenThemes { of_players, otherwise }: &ChosenThemes) {
        let Some(seats) = self.seats() else { return };
        let of = |seat: Seat| {
            of_players.iter().find(|(player, _)| seat == *player).map(|(_, theme)| theme)
        };
        let theme = of(seats.first).or_else(|| of(seats.second)).unwrap_or(otherwise);
        self.theme = Some(theme.clone());
    }

    fn withdraw(&mut self, challenge: Challenge, declined_by: Option<PlayerId>, now: Moment) {
        let (challenger, since) = (challenge.challenger, now.time);
        self.phase = Phase::Withdrawn { challenger, declined_by, since, has_lapsed: false };
    }

    pub(super) fn show(&mut self, channel: ChannelId) -> Vec<Event> {
        self.channel = channel;
        vec![Event::Shown(channel)]
    }

    /// Where a table is, it may be shown again, whoever reads it.
    pub(super) fn show_unread(&mut self, channel: ChannelId) -> Result<Vec<Event>, Refusal> {
        if self.channel == channel { Ok(self.show(channel)) } else { Err(Refusal::Unread) }
    }

    /// Whether each side has made its second move: from then on a game has a result.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        Side::ALL.into_iter().all(|side| games::moves_of(&self.game, side) >= 2)
    }

    /// Ends the game of a side whose player is erased.
    pub(super) fn leave_erased(&mut self, side: Side, now: Timestamp) -> Event {
        let ending = if self.has_begun() {
            Ending::Resigned(side)
        } else {
            Ending::Aborted(AbortReason::Erased(side))
        };
        self.end(ending, now)
    }

    /// Ends the game of a side that is out of time.
    fn run_out(&mut self, side: Side, now: Timestamp) -> Event {
        let ending = if !self.has_begun() {
            Ending::Aborted(AbortReason::OutOfTime(side))
        } else if games::can_win(&self.game, !side) {
            Ending::OutOfTime(side)
        } else {
            Ending::OutOfTimeDrawn(side)
        };
        self.end(ending, now)
    }

    pub(super) fn end(&mut self, ending: Ending, now: Timestamp) -> Event {
        if let Some(&seats) = self.seats() {
            self.phase = Phase::Over { seats, ending, since: Some(now) };
        }
        Event::Ended(ending)
    }
}

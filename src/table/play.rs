//! What happens while a game goes on.

use super::state::{Phase, Play, Table, Takeback};
use super::{Command, Ending, Event, GameCommand, Moment, Refusal, Seat, Seen, games};
use kradan_rules::{BySide, Illegal, MoveError, ParseMoveError, Side};

/// The most plies of a game: the longest games on record are far shorter, and one without an end
/// would make every turn slower than the one before.
pub const PLIES_MAX: usize = 1_000;

impl Table {
    pub(super) fn at_play(
        &mut self,
        side: Side,
        command: &Command,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Move(text) => self.make_with_replies(side, text, now),
            Command::Plan(moves) => self.plan(side, moves),
            Command::Unplan(end) => Ok(self.unplan(side, *end)),
            Command::Game(command) => self.announce(side, *command),
            Command::Leave(command) => self.leave(side, *command),
            Command::Draw => self.draw(side, now),
            Command::AcceptDraw => self.accept_draw(side, now),
            Command::DeclineDraw => {
                self.decline_draw(side).map(|events| self.with_replies(events, now))
            }
            Command::WithdrawDraw => {
                self.withdraw_draw(side).map(|events| self.with_replies(events, now))
            }
            Command::AskTakeback => self.ask_takeback(side),
            Command::GrantTakeback => self.grant_takeback(side, now),
            Command::RefuseTakeback => self.refuse_takeback(side),
            Command::WithdrawTakeback => self.withdraw_takeback(side),
            Command::OfferPause => self.offer_pause(side),
            Command::AcceptPause => self.accept_pause(side, now),
            Command::DeclinePause => {
                self.decline_pause(side).map(|events| self.with_replies(events, now))
            }
            Command::WithdrawPause => {
                self.withdraw_pause(side).map(|events| self.with_replies(events, now))
            }
            Command::Resume => self.resume(side, now).map(|events| self.with_replies(events, now)),
            Command::GiveTime(hours) => self.give_time(side, *hours, now),
            Command::LeaveErased => Ok(vec![self.leave_erased(side, now.time)]),
            Command::Abort { .. } | Command::Annul { .. } => Err(Refusal::NotSeated),
            Command::RemindAt(at) => self.remind_at(side, *at),
            Command::DropReminder => self.drop_reminder(side),
            Command::Resign => Ok(vec![self.end(Ending::Resigned(side), now.time)]),
            Command::Show(place) => Ok(self.show(*place)),
            Command::ShowUnread(place) => self.show_unread(*place),
            Command::Accept
            | Command::AcceptIn(_)
            | Command::PlayComputer(_)
            | Command::PlayComputerIn(..)
            | Command::Decline
            | Command::Cancel => Err(Refusal::Answered),
            Command::Themed { command, .. } => self.at_play(side, command, now),
            Command::On { seen, command } => {
                if !self.answers_standing_offer(*seen, command) {
                    self.check_seen(*seen)?;
                }
                self.at_play(side, command, now)
            }
        }
    }

    /// Whether a side can claim a draw by repetition, without asking the opponent.
    #[must_use]
    pub fn can_claim_draw(&self, side: Side) -> bool {
        self.to_move().is_some_and(|(turn, _)| turn == side) && games::can_claim_draw(&self.game)
    }

    /// Whether the draw that a side offered after so many plies still waits for an answer: the
    /// opponent has made no move since.
    #[must_use]
    pub fn is_draw_offered_since(&self, side: Side, ply: usize) -> bool {
        let is_answered = games::last_move_of(&self.game, !side).is_some_and(|moved| moved >= ply);
        self.draw_offer() == Some(side) && !is_answered && ply <= self.game.plies()
    }

    /// Whether a command answers a draw that still waits for an answer, below the position in which
    /// it was offered: whoever offers it may have moved since.
    fn answers_standing_offer(&self, seen: Seen, command: &Command) -> bool {
        let Seen { plies, fingerprint } = seen;
        let is_answer = matches!(command, Command::AcceptDraw | Command::DeclineDraw);
        let stands = self.draw_offer().is_some_and(|by| self.is_draw_offered_since(by, plies));
        if !is_answer || !stands {
            return false;
        }
        self.game.at_ply(plies).fingerprint() == fingerprint
    }

    /// Whether a player can ask for a takeback, or grant the one that is asked for.
    #[must_use]
    pub fn can_take_back(&self, player: impl Into<Seat>) -> bool {
        let Some(side) = self.side_of(player).filter(|_| self.is_running()) else { return false };
        let is_asked = self.takeback().is_some_and(|(asker, _)| asker != side);
        is_asked || games::last_move_of(&self.game, side).is_some()
    }

    /// What the side to move can ask for with its next move.
    #[must_use]
    pub fn game_commands(&self) -> Vec<GameCommand> {
        if self.to_move().is_some() { games::commands(&self.game) } else { Vec::new() }
    }

    pub(super) fn play(&mut self) -> Result<&mut Play, Refusal> {
        match &mut self.phase {
            Phase::Playing(play) => Ok(play),
            Phase::Challenge(_) | Phase::Over { .. } | Phase::Withdrawn { .. } => {
                Err(Refusal::NotBegun)
            }
        }
    }

    /// The game's refusal for whoever is not to move.
    pub(super) fn check_turn(&self, side: Side) -> Result<(), Refusal> {
        match self.to_move() {
            Some((turn, player)) if turn != side => Err(Refusal::NotYourTurn { turn, player }),
            Some(_) | None => Ok(()),
        }
    }

    /// Makes one move, whoever or whatever decided on it.
    pub(super) fn make(
        &mut self,
        side: Side,
        text: &str,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let plies = self.game.plies();
        self.check_turn(side)?;
        let announced = self.play()?.announced[side];
        let whole = announced.map_or_else(|| text.to_owned(), |command| command.with_move(text));
        games::check_typed(&self.game, &whole)?;
        let made = self.game.play_text(&whole).map_err(|error| as_typed(error, text))?;
        let said = games::said(&self.game);
        let mut events = Vec::new();
        events.extend(self.end_pause(now.time).then_some(Event::Resumed { side: Some(side) }));
        events.push(Event::Moved { side, ply: plies + 1, text: made, said });
        events.extend(games::caused(&self.game));
        events.extend(games::pass_where_needed(&mut self.game));

        let ending = self.ending_by_game();
        let (next, pace) = (self.turn().unwrap_or(!side), self.pace);
        let play = self.play()?;
        play.press(side, next, pace, now.time);
        play.announced[side] = None;
        // A move answers what the opponent offered, and makes one's own takeback another one.
        play.draw_offer = play.draw_offer.filter(|&by| by == side);
        play.takeback = None;
        play.pause_offer = play.pause_offer.filter(|&by| by == side);
        play.begin_reminders(next, pace);
        events.extend(ending.map(|ending| self.end(ending, now.time)));
        Ok(events)
    }

    /// How the game has ended, by its rules or by the table's.
    fn ending_by_game(&self) -> Option<Ending> {
        if let Some(outcome) = self.game.outcome() {
            return Some(Ending::Rules(outcome));
        }
        let is_too_long = self.game.plies() >= PLIES_MAX;
        games::ending(&self.game).or_else(|| is_too_long.then_some(Ending::TooLong))
    }

    fn announce(&mut self, side: Side, command: GameCommand) -> Result<Vec<Event>, Refusal> {
        command.check_kind(self.game.kind())?;
        self.check_turn(side)?;
        games::check_command(&self.game, command)?;
        let plies = self.game.plies();
        let play = self.play()?;
        if play.announced[side] == Some(command) {
            return Err(Refusal::AnnouncedAlready);
        }
        play.announced[side] = Some(command);
        // Everybody is told once in a position: more would be boards without end.
        let is_told = play.announced_at[side].replace(plies) == Some(plies);
        let event =
            if is_told { command.changed_again(side, true) } else { command.announced(side) };
        Ok(vec![event])
    }

    fn leave(&mut self, side: Side, command: GameCommand) -> Result<Vec<Event>, Refusal> {
        command.check_kind(self.game.kind())?;
        let plies = self.game.plies();
        let play = self.play()?;
        if play.announced[side] != Some(command) {
            return Err(Refusal::NothingAnnounced);
        }
        play.announced[side] = None;
        let is_told = play.left_at[side].replace(plies) == Some(plies);
        let event =
            if is_told { command.changed_again(side, false) } else { command.withdrawn(side) };
        Ok(vec![event])
    }

    fn draw(&mut self, side: Side, now: Moment) -> Result<Vec<Event>, Refusal> {
        if self.can_claim_draw(side) {
            return Ok(vec![self.end(Ending::Repetition, now.time)]);
        }
        let moved = games::last_move_of(&self.game, side);
        let play = self.play()?;
        match play.draw_offer {
            Some(by) if by == side => Err(Refusal::OfferedAlready),
            // Who offers may not have seen that the opponent did: that ends no game.
            Some(_) => Err(Refusal::OfferedFirst),
            None => {
                check_moved_since(play.draw_declined[side], moved)?;
                play.draw_offer = Some(side);
                Ok(vec![Event::DrawOffered { side }])
            }
        }
    }

    fn accept_draw(&mut self, side: Side, now: Moment) -> Result<Vec<Event>, Refusal> {
        check_offered(self.play()?.draw_offer, side)?;
        Ok(vec![self.end(Ending::Agreed, now.time)])
    }

    fn decline_draw(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        let plies = self.game.plies();
        let play = self.play()?;
        check_offered(play.draw_offer, side)?;
        play.draw_offer = None;
        play.draw_declined[!side] = Some(plies);
        Ok(vec![Event::DrawDeclined { side }])
    }

    /// What was withdrawn is offered again only after a further move, like what was declined: each
    /// offer calls the opponent.
    fn withdraw_draw(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        let plies = self.game.plies();
        let play = self.play()?;
        if play.draw_offer != Some(side) {
            return Err(Refusal::NothingToWithdraw);
        }
        play.draw_offer = None;
        play.draw_declined[side] = Some(plies);
        Ok(vec![Event::DrawWithdrawn { side }])
    }

    fn ask_takeback(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        match self.play()?.takeback {
            Some(asked) if asked.side == side => return Err(Refusal::OfferedAlready),
            Some(_) => return Err(Refusal::AskedFirst),
            None => {}
        }
        let moved = games::last_move_of(&self.game, side).ok_or(Refusal::NothingToTakeBack)?;
        let last = self.game.plies();
        let plies = last - moved;
        let play = self.play()?;
        check_moved_since(play.takeback_refused[side], Some(moved))?;
        play.takeback = Some(Takeback { side, plies });
        Ok(vec![Event::TakebackAsked { side, plies: (last + 1 - plies, last) }])
    }

    fn grant_takeback(&mut self, side: Side, now: Moment) -> Result<Vec<Event>, Refusal> {
        let play = self.play()?;
        check_offered(play.takeback.map(|asked| asked.side), side)?;
        let Takeback { plies, .. } = play.takeback.ok_or(Refusal::NothingOffered)?;
        let turn = self.turn().ok_or(Refusal::NotBegun)?;
        let left = self.game.plies().saturating_sub(plies);
        let is_undone =
            |side| games::last_move_of(&self.game, side).is_some_and(|moved| moved >= left);
        let undone = BySide::of(is_undone);
        let moves = self.game.moves().split_off(left);
        for _ in 0..plies {
            self.game.take_back();
        }
        let (next, pace) = (self.turn().ok_or(Refusal::NotBegun)?, self.pace);
        self.end_pause(now.time);
        let play = self.play()?;
        let mut clocks = play.clone();
        clocks.wind_back(turn, next, undone, pace, now.time);
        // What was declined stays declined, until the next move that is not taken back.
        let declined = |plies: BySide<Option<usize>>| {
            BySide::of(|side| plies[side].map(|declined| declined.min(left)))
        };
        *play = Play {
            clocks: clocks.clocks,
            reminders: play.reminders,
            wishes: play.wishes.clone(),
            draw_declined: declined(play.draw_declined),
            takeback_refused: declined(play.takeback_refused),
            pause_declined: declined(play.pause_declined),
            ..Play::new(play.seats, now.time)
        };
        play.begin_reminders(next, pace);
        Ok(vec![Event::TakenBack { plies, left, moves }])
    }

    fn refuse_takeback(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        let plies = self.game.plies();
        let play = self.play()?;
        check_offered(play.takeback.map(|asked| asked.side), side)?;
        play.takeback = None;
        play.takeback_refused[!side] = Some(plies);
        Ok(vec![Event::TakebackRefused { side }])
    }

    fn withdraw_takeback(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        let plies = self.game.plies();
        let play = self.play()?;
        if play.takeback.is_none_or(|asked| asked.side != side) {
            return Err(Refusal::NothingToWithdraw);
        }
        play.takeback = None;
        play.takeback_refused[side] = Some(plies);
        Ok(vec![Event::TakebackWithdrawn { side }])
    }
}

/// An error of a move that was read together with an announced command repeats what was typed.
fn as_typed(error: MoveError<Illegal>, typed: &str) -> MoveError<Illegal> {
    match error {
        MoveError::Unreadable(_) => ParseMoveError::new(typed.trim()).into(),
        MoveError::Illegal(_) | MoveError::Ambiguous(_) | MoveError::Over(_) => error,
    }
}

/// Only the opponent answers what a side asks.
pub(super) fn check_offered(by: Option<Side>, side: Side) -> Result<(), Refusal> {
    match by {
        Some(by) if by == side => Err(Refusal::OwnOffer),
        Some(_) => Ok(()),
        None => Err(Refusal::NothingOffered),
    }
}

/// What was declined or withdrawn is offered again only after a further move of the same player.
pub(super) fn check_moved_since(
    declined: Option<usize>,
    last_move: Option<usize>,
) -> Result<(), Refusal> {
    match declined {
        Some(declined) if last_move.is_none_or(|ply| ply < declined) => {
            Err(Refusal::DeclinedAlready)
        }
        Some(_) | None => Ok(()),
    }
}

//! What happens while a game goes on.

use super::state::{Phase, Play, Table, Takeback};
use super::{Command, Ending, Event, GameCommand, Moment, Refusal, games};
use crate::rules::Side;

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
            Command::Move(text) => self.make(side, text, now),
            Command::Game(command) => self.announce(side, *command),
            Command::Draw => self.draw(side),
            Command::AcceptDraw => self.accept_draw(side),
            Command::DeclineDraw => self.decline_draw(side),
            Command::AskTakeback => self.ask_takeback(side),
            Command::GrantTakeback => self.grant_takeback(side, now),
            Command::RefuseTakeback => self.refuse_takeback(side),
            Command::Resign => Ok(vec![self.end(Ending::Resigned(side))]),
            Command::Show(place) => Ok(self.show(*place)),
            Command::ShowUnread(place) => self.show_unread(*place),
            Command::Accept | Command::AcceptIn(_) | Command::Decline | Command::Cancel => {
                Err(Refusal::Answered)
            }
            Command::On { seen, command } => {
                self.check_seen(*seen)?;
                self.at_play(side, command, now)
            }
        }
    }

    /// Whether a side can claim a draw by repetition, without asking the opponent.
    #[must_use]
    pub fn can_claim_draw(&self, side: Side) -> bool {
        self.to_move().is_some_and(|(turn, _)| turn == side) && games::can_claim_draw(&self.game)
    }

    /// What the side to move can ask for with its next move.
    #[must_use]
    pub fn game_commands(&self) -> Vec<GameCommand> {
        if self.to_move().is_some() { games::commands(&self.game) } else { Vec::new() }
    }

    fn play(&mut self) -> Result<&mut Play, Refusal> {
        match &mut self.phase {
            Phase::Playing(play) => Ok(play),
            Phase::Challenge(_) | Phase::Over { .. } | Phase::Withdrawn { .. } => {
                Err(Refusal::NotBegun)
            }
        }
    }

    /// The game's refusal for whoever is not to move.
    fn check_turn(&self, side: Side) -> Result<(), Refusal> {
        match self.to_move() {
            Some((turn, player)) if turn != side => Err(Refusal::NotYourTurn { turn, player }),
            Some(_) | None => Ok(()),
        }
    }

    fn make(&mut self, side: Side, text: &str, now: Moment) -> Result<Vec<Event>, Refusal> {
        let plies = self.game.plies();
        self.check_turn(side)?;
        let announced = self.play()?.announced[side];
        let text = announced.map_or_else(|| text.to_owned(), |command| command.with_move(text));
        games::check_typed(&self.game, &text)?;
        let made = self.game.play_text(&text)?;
        let said = games::said(&self.game);
        let mut events = vec![Event::Moved { side, ply: plies + 1, text: made, said }];
        events.extend(games::pass_where_needed(&mut self.game));

        let ending = self.ending_by_game();
        let play = self.play()?;
        play.announced[side] = None;
        // A move answers what the opponent offered, and makes one's own takeback another one.
        play.draw_offer = play.draw_offer.filter(|&by| by == side);
        play.takeback = None;
        play.thinking_since = now.time;
        play.is_reminded = false;
        events.extend(ending.map(|ending| self.end(ending)));
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
        if self.play()?.announced[side] == Some(command) {
            self.play()?.announced[side] = None;
            return Ok(vec![command.withdrawn(side)]);
        }
        self.check_turn(side)?;
        games::check_command(&self.game, command)?;
        self.play()?.announced[side] = Some(command);
        Ok(vec![command.announced(side)])
    }

    fn draw(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        if self.can_claim_draw(side) {
            return Ok(vec![self.end(Ending::Repetition)]);
        }
        let moved = games::last_move_of(&self.game, side);
        let play = self.play()?;
        match play.draw_offer {
            Some(by) if by == side => Err(Refusal::OfferedAlready),
            Some(_) => Ok(vec![self.end(Ending::Agreed)]),
            None => {
                check_moved_since(play.draw_declined[side], moved)?;
                play.draw_offer = Some(side);
                Ok(vec![Event::DrawOffered { side }])
            }
        }
    }

    fn accept_draw(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        if self.play()?.draw_offer != Some(!side) {
            return Err(Refusal::NothingOffered);
        }
        Ok(vec![self.end(Ending::Agreed)])
    }

    fn decline_draw(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        let plies = self.game.plies();
        let play = self.play()?;
        if play.draw_offer != Some(!side) {
            return Err(Refusal::NothingOffered);
        }
        play.draw_offer = None;
        play.draw_declined[!side] = Some(plies);
        Ok(vec![Event::DrawDeclined { side }])
    }

    fn ask_takeback(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        let moved = games::last_move_of(&self.game, side).ok_or(Refusal::NothingToTakeBack)?;
        let last = self.game.plies();
        let plies = last - moved;
        let play = self.play()?;
        match play.takeback {
            Some(asked) if asked.side == side => return Err(Refusal::OfferedAlready),
            Some(_) => return Err(Refusal::AskedFirst),
            None => check_moved_since(play.takeback_refused[side], Some(moved))?,
        }
        play.takeback = Some(Takeback { side, plies });
        Ok(vec![Event::TakebackAsked { side, plies: (last + 1 - plies, last) }])
    }

    fn grant_takeback(&mut self, side: Side, now: Moment) -> Result<Vec<Event>, Refusal> {
        let play = self.play()?;
        let asked = play.takeback.filter(|asked| asked.side != side);
        let Takeback { plies, .. } = asked.ok_or(Refusal::NothingOffered)?;
        // What was declined stays declined, until the next move that is not taken back.
        let (draw, takeback) = (play.draw_declined, play.takeback_refused);
        *play = Play::new(play.seats, now.time);
        for _ in 0..plies {
            self.game.take_back();
        }
        let left = self.game.plies();
        let play = self.play()?;
        for side in Side::ALL {
            play.draw_declined[side] = draw[side].map(|declined| declined.min(left));
            play.takeback_refused[side] = takeback[side].map(|refused| refused.min(left));
        }
        Ok(vec![Event::TakenBack { plies }])
    }

    fn refuse_takeback(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        let plies = self.game.plies();
        let play = self.play()?;
        if play.takeback.is_none_or(|asked| asked.side == side) {
            return Err(Refusal::NothingOffered);
        }
        play.takeback = None;
        play.takeback_refused[!side] = Some(plies);
        Ok(vec![Event::TakebackRefused { side }])
    }
}

/// Whoever was told no asks again only after a further move of their own.
fn check_moved_since(declined: Option<usize>, last_move: Option<usize>) -> Result<(), Refusal> {
    match declined {
        Some(declined) if last_move.is_none_or(|ply| ply < declined) => {
            Err(Refusal::DeclinedAlready)
        }
        Some(_) | None => Ok(()),
    }
}

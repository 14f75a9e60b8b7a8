//! What happens while a game goes on.

use super::{Command, Ending, Event, Moment, Phase, Play, Refusal, Table, Takeback};
use crate::rules::makruk::{self, Act, Role};
use crate::rules::{Game, GameKind, Illegal, MoveError, Position as _, Side, Status, othello};

/// The most plies of a game: the longest games on record are far shorter, and one without an end
/// would make every turn slower than the one before.
pub const PLIES_MAX: usize = 1_000;

/// How often a Makruk position stands when the side to move may claim a draw.
const CLAIMABLE_REPETITION: usize = 3;

/// How often it stands when the game is drawn by itself.
const DRAWN_REPETITION: usize = 5;

impl Table {
    pub(super) fn at_play(
        &mut self,
        side: Side,
        command: &Command,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Move(text) => self.make(side, text, now),
            Command::Count(act) => self.announce(side, *act),
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
        matches!(&self.game, Game::Makruk(record)
            if record.occurrences() >= CLAIMABLE_REPETITION && record.position().turn() == side)
            && self.is_running()
    }

    /// What the side to move can do to Makruk's counts with its next move.
    #[must_use]
    pub fn acts_open(&self) -> Vec<Act> {
        let (Game::Makruk(record), Some((side, _))) = (&self.game, self.to_move()) else {
            return Vec::new();
        };
        let position = record.position();
        let is_open = |act: &Act| {
            let is_weak_enough = *act != Act::Claim || check_weaker(position, side).is_ok();
            is_weak_enough && position.judge_act(*act).is_ok()
        };
        Act::ALL.into_iter().filter(is_open).collect()
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
        let act = self.play()?.acts[side];
        let text = match act {
            Some(act) if !names_act(text) => format!("{act}: {text}"),
            Some(_) | None => text.to_owned(),
        };
        self.check_claim(side, &text)?;
        let made = self.game.play_text(&text)?;
        let said = self.said_with_last_move();
        let mut events = vec![Event::Moved { side, ply: plies + 1, text: made, said }];
        self.pass_where_needed(&mut events);

        let ending = self.ending_by_game();
        let play = self.play()?;
        play.acts[side] = None;
        // A move answers what the opponent offered, and makes one's own takeback another one.
        play.draw_offer = play.draw_offer.filter(|&by| by == side);
        play.takeback = None;
        play.thinking_since = now.time;
        play.is_reminded = false;
        events.extend(ending.map(|ending| self.end(ending)));
        Ok(events)
    }

    /// Othello: who cannot move passes, without being asked.
    fn pass_where_needed(&mut self, events: &mut Vec<Event>) {
        while let Game::Othello(record) = &mut self.game
            && let Status::Ongoing { turn } = record.status()
            && record.play(othello::Move::Pass).is_ok()
        {
            events.push(Event::Passed { side: turn, ply: record.moves().len() });
        }
    }

    fn said_with_last_move(&self) -> Option<u8> {
        let Game::Makruk(record) = &self.game else { return None };
        let before = record.positions().iter().rev().nth(1)?;
        before.said(*record.moves().last()?)
    }

    /// How the game has ended, by its rules or by the table's.
    fn ending_by_game(&self) -> Option<Ending> {
        if let Some(outcome) = self.game.outcome() {
            return Some(Ending::Rules(outcome));
        }
        if let Game::Makruk(record) = &self.game {
            let position = record.position();
            let is_lone = |side| {
                Role::ALL.iter().map(|&role| position.pieces(side, role).len()).sum::<usize>() == 1
            };
            if Side::ALL.into_iter().all(is_lone) {
                return Some(Ending::BareKhuns);
            }
            if record.occurrences() >= DRAWN_REPETITION {
                return Some(Ending::Repetition);
            }
        }
        (self.game.plies() >= PLIES_MAX).then_some(Ending::TooLong)
    }

    fn announce(&mut self, side: Side, act: Act) -> Result<Vec<Event>, Refusal> {
        if self.game.kind() != GameKind::Makruk {
            return Err(Refusal::NoCounts);
        }
        if self.play()?.acts[side] == Some(act) {
            self.play()?.acts[side] = None;
            return Ok(vec![Event::CountLeft { side }]);
        }
        self.check_turn(side)?;
        let Game::Makruk(record) = &self.game else { return Err(Refusal::NoCounts) };
        record.position().judge_act(act).map_err(illegal)?;
        if act == Act::Claim {
            check_weaker(record.position(), side)?;
        }
        self.play()?.acts[side] = Some(act);
        Ok(vec![Event::CountAnnounced { side, act }])
    }

    /// A claim typed with the move obeys the table's rule as well.
    fn check_claim(&self, side: Side, text: &str) -> Result<(), Refusal> {
        match &self.game {
            Game::Makruk(record) if claims(text) => {
                record.position().judge_act(Act::Claim).map_err(illegal)?;
                check_weaker(record.position(), side)
            }
            Game::Makruk(_) | Game::Othello(_) | Game::Ogi(_) => Ok(()),
        }
    }

    fn draw(&mut self, side: Side) -> Result<Vec<Event>, Refusal> {
        if self.can_claim_draw(side) {
            return Ok(vec![self.end(Ending::Repetition)]);
        }
        let moved = self.last_move_of(side);
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
        let moved = self.last_move_of(side).ok_or(Refusal::NothingToTakeBack)?;
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

    /// How many plies were played before a side's last move; a pass is none.
    fn last_move_of(&self, side: Side) -> Option<usize> {
        let moved = |ply: usize| match &self.game {
            Game::Othello(record) => {
                record.positions()[ply].turn() == side && record.moves()[ply] != othello::Move::Pass
            }
            Game::Makruk(record) => record.positions()[ply].turn() == side,
            Game::Ogi(record) => record.positions()[ply].turn() == side,
        };
        (0..self.game.plies()).rev().find(|&ply| moved(ply))
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

fn illegal(reason: makruk::Illegal) -> Refusal {
    Refusal::Move(MoveError::Illegal(Illegal::Makruk(reason)))
}

fn starts_with_act(text: &str, act: Act) -> bool {
    let act = act.to_string();
    text.trim_start().get(..act.len()).is_some_and(|start| start.eq_ignore_ascii_case(&act))
}

fn names_act(text: &str) -> bool {
    Act::ALL.into_iter().any(|act| starts_with_act(text, act))
}

fn claims(text: &str) -> bool {
    starts_with_act(text, Act::Claim)
}

/// Who is weaker is the table's to say: by the usual scale a player may claim with no more than the
/// opponent has, and against the opponent's running count only with less.
fn check_weaker(position: &makruk::Position, side: Side) -> Result<(), Refusal> {
    let (own, other) = (material(position, side), material(position, !side));
    let is_counted = position.count().is_some_and(|count| count.side != side);
    let may = if is_counted { own < other } else { own <= other };
    if may { Ok(()) } else { Err(Refusal::NotWeaker) }
}

/// The strength of a side in half points: rua 5, ma 3, khon 2½, met and bia-ngai 1½.
fn material(position: &makruk::Position, side: Side) -> usize {
    let worth = |role| match role {
        Role::Khun | Role::Bia => 0,
        Role::Met | Role::BiaNgai => 3,
        Role::Khon => 5,
        Role::Ma => 6,
        Role::Rua => 10,
    };
    Role::ALL.into_iter().map(|role| worth(role) * position.pieces(side, role).len()).sum()
}

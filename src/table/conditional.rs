//! Conditional moves: lines of moves that a player plans for the turns to come.
//!
//! A line holds the opponent's moves, which are conditions, and the replies of its author; passes are
//! in no line, and it goes on over those of both. On the author's own turn it begins with the author's next move, which is no reply and
//! is not made by itself. The lines of a player form a tree with one reply to each condition.

use serde::{Deserialize, Serialize};

use super::{Refusal, games};
use kradan_rules::{Fingerprint, Game, Side, Status};

/// The most lines of a player in a game.
pub const LINES_MAX: usize = 10;

/// The most moves of a line.
pub const LINE_MOVES_MAX: usize = 20;

/// The lines of one player, as they are stored with the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    /// The record after which the lines begin.
    after: Fingerprint,
    /// Each line in the exact notation; never empty.
    lines: Vec<Vec<String>>,
    /// Whether the opponent has just made the move to which the lines now begin with the reply, a pass
    /// included.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_met: bool,
}

impl Plan {
    /// The lines, where they begin at the present position.
    pub(super) fn lines_at(&self, game: &Game) -> &[Vec<String>] {
        if self.after == game.fingerprint() { &self.lines } else { &[] }
    }

    /// The lines of an earlier plan together with a new one of a side. The newest reply to a
    /// condition replaces another one.
    ///
    /// # Errors
    ///
    /// [`Refusal::PlannedMove`], [`Refusal::NoPlannedReply`], [`Refusal::LineTooLong`] and
    /// [`Refusal::TooManyLines`].
    pub(super) fn with_line(
        earlier: Option<Plan>,
        game: &Game,
        side: Side,
        moves: &[String],
    ) -> Result<Plan, Refusal> {
        let line = read_line(game, side, moves)?;
        let after = game.fingerprint();
        let earlier = earlier.filter(|plan| plan.after == after);
        let mut lines = earlier.map(|plan| plan.lines).unwrap_or_default();
        lines.retain(|known| !is_replaced(known, &line));
        let line: Vec<String> = line.into_iter().map(|(_, mv)| mv).collect();
        if !lines.iter().any(|known| known.starts_with(&line)) {
            lines.push(line);
        }
        if lines.len() > LINES_MAX {
            return Err(Refusal::TooManyLines);
        }
        Ok(Plan { after, lines, is_met: false })
    }

    /// The plan without the line that leads to a record; `None` where nothing is left.
    pub(super) fn without_line(mut self, game: &Game, end: Fingerprint) -> Option<Plan> {
        if self.after != game.fingerprint() {
            return None;
        }
        self.lines.retain(|line| after_line(game, line).fingerprint() != end);
        (!self.lines.is_empty()).then_some(self)
    }

    /// The plan after a move was made: the lines that begin with it go on, and the others are
    /// dropped. `before` is the record without the move, which `is_met` where the opponent made it or had
    /// to pass after it.
    pub(super) fn advanced(
        self,
        before: Fingerprint,
        (made, is_met): (&str, bool),
        game: &Game,
    ) -> Option<Plan> {
        if self.after != before {
            return None;
        }
        let rest = |line: Vec<String>| {
            let (first, rest) = line.split_first()?;
            let is_met = games::without_command(first) == games::without_command(made);
            (is_met && !rest.is_empty()).then(|| rest.to_vec())
        };
        let lines: Vec<Vec<String>> = self.lines.into_iter().filter_map(rest).collect();
        (!lines.is_empty()).then(|| Plan { after: game.fingerprint(), lines, is_met })
    }

    /// The reply to the move that the opponent has just made.
    pub(super) fn reply(&self, game: &Game) -> Option<&str> {
        let line = self.lines_at(game).first().filter(|_| self.is_met)?;
        line.first().map(String::as_str)
    }
}

/// Plays a move as a table does, with the passes after it, and returns it in the exact notation.
///
/// # Errors
///
/// As the table refuses the move; the game does not change.
pub fn play_ahead(game: &mut Game, text: &str) -> Result<String, Refusal> {
    if let Some(ending) = games::ending(game) {
        return Err(Refusal::Over(ending));
    }
    games::check_typed(game, text)?;
    let played = game.play_text(text)?;
    games::pass_where_needed(game);
    Ok(played)
}

/// The game after a line of moves; as far as they can be played.
#[must_use]
pub fn after_line(game: &Game, line: &[String]) -> Game {
    let mut ahead = game.clone();
    for mv in line {
        if play_ahead(&mut ahead, mv).is_err() {
            break;
        }
    }
    ahead
}

/// The moves of a line in the exact notation, each with the side that makes it. What the opponent
/// does with a move besides moving is no condition.
fn read_line(game: &Game, side: Side, moves: &[String]) -> Result<Vec<(Side, String)>, Refusal> {
    if moves.len() > LINE_MOVES_MAX {
        return Err(Refusal::LineTooLong);
    }
    let mut ahead = game.clone();
    let mut line = Vec::new();
    for (index, text) in moves.iter().enumerate() {
        if games::is_pass_made(&ahead, text) {
            continue;
        }
        let Status::Ongoing { turn } = ahead.status() else {
            let why = ahead.play_text(text).map_or_else(Refusal::Move, |_| Refusal::NoPlannedReply);
            return Err(planned_move(index, text, why));
        };
        let mut trial = ahead.clone();
        let exact = play_ahead(&mut trial, text).map_err(|why| planned_move(index, text, why))?;
        if turn == side {
            ahead = trial;
            line.push((turn, exact));
        } else {
            let condition = games::without_command(&exact).to_owned();
            play_ahead(&mut ahead, &condition).map_err(|why| planned_move(index, text, why))?;
            line.push((turn, condition));
        }
    }
    let has_condition = line.iter().any(|(mover, _)| *mover != side);
    let has_reply = line.last().is_some_and(|(mover, _)| *mover == side);
    if has_condition && has_reply { Ok(line) } else { Err(Refusal::NoPlannedReply) }
}

/// A refusal of one move of a line, by its index.
fn planned_move(index: usize, text: &str, why: Refusal) -> Refusal {
    Refusal::PlannedMove { number: index + 1, text: text.to_owned(), why: Box::new(why) }
}

/// Whether a known line is a part of a new one, or has another reply to the same condition.
fn is_replaced(known: &[String], line: &[(Side, String)]) -> bool {
    let author = line.last().map(|(side, _)| *side);
    let parting = known.iter().zip(line).find(|(known, (_, new))| *known != new);
    match parting {
        Some((_, (side, _))) => Some(*side) == author,
        None => known.len() <= line.len(),
    }
}

//! A position, and the moves that solve it.

use kradan_rules::{Game, GameKind, Side, Status};

/// A position with the moves that are right in it, turn after turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    pub kind: GameKind,
    position: &'static str,
    turns: Vec<Turn>,
}

/// A turn of the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Turn {
    /// The right moves in the exact notation, the main one first.
    right: Vec<&'static str>,
    /// What the opponent answers, whichever of them is played; `None` at the end.
    reply: Option<&'static str>,
}

/// Which of the right moves were played so far, each by its place among them.
pub type Path<'a> = &'a [usize];

/// What a move of the solver is.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It was the last one: the game after it.
    Solved(Game),
    /// It is right, and this reply follows. `choice` is its place among the right moves.
    GoesOn { choice: usize, reply: &'static str },
    /// Another one is right: the game after it.
    Wrong(Game),
    /// It cannot be played.
    Illegal,
}

impl Exercise {
    /// Reads a position and a line: the solver's moves with a `/` between those that are right at the same
    /// turn, and the replies between them.
    pub(crate) fn read(
        kind: GameKind,
        position: &'static str,
        line: &'static str,
    ) -> Option<Exercise> {
        let mut turns = Vec::new();
        let mut moves = line.split(' ').filter(|text| !text.is_empty());
        while let Some(right) = moves.next() {
            turns.push(Turn { right: right.split('/').collect(), reply: moves.next() });
        }
        (!turns.is_empty() && turns.last()?.reply.is_none()).then_some(Exercise {
            kind,
            position,
            turns,
        })
    }

    /// The number of the solver's turns.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.turns.len()
    }

    /// The right moves at a turn, the main one first; none where there are not as many turns.
    #[must_use]
    pub fn all_right(&self, turn: usize) -> &[&'static str] {
        self.turns.get(turn).map_or(&[], |turn| &turn.right)
    }

    /// The main one of the right moves at a turn; `None` where there are not as many turns.
    #[must_use]
    pub fn right(&self, turn: usize) -> Option<&'static str> {
        self.turns.get(turn)?.right.first().copied()
    }

    /// The game at a turn of the solver; `None` where no such moves lead to one.
    #[must_use]
    pub fn game_at(&self, path: Path<'_>) -> Option<Game> {
        let mut game = Game::from_position(self.kind, self.position).ok()?;
        if path.len() >= self.turns.len() {
            return None;
        }
        for (choice, turn) in path.iter().zip(&self.turns) {
            game.play_text(turn.right.get(*choice)?).ok()?;
            game.play_text(turn.reply?).ok()?;
        }
        Some(game)
    }

    /// The moves from a turn of the solver to the end, by the main ones.
    #[must_use]
    pub fn line_from(&self, turn: usize) -> Vec<&'static str> {
        let left = self.turns.iter().skip(turn);
        left.flat_map(|turn| turn.right.first().copied().into_iter().chain(turn.reply)).collect()
    }

    /// The game at the end of the line, by the main moves.
    #[must_use]
    pub fn solved(&self) -> Option<Game> {
        let mut game = self.game_at(&[])?;
        self.line_from(0).iter().all(|text| game.play_text(text).is_ok()).then_some(game)
    }

    #[must_use]
    pub fn solver(&self) -> Side {
        match self.game_at(&[]).map(|game| game.status()) {
            Some(Status::Ongoing { turn }) => turn,
            _ => Side::First,
        }
    }

    /// What a move at a turn of the solver is.
    #[must_use]
    pub fn answer(&self, path: Path<'_>, text: &str) -> Answer {
        let (Some(mut game), Some(turn)) = (self.game_at(path), self.turns.get(path.len())) else {
            return Answer::Illegal;
        };
        let Ok(played) = game.play_text(text) else { return Answer::Illegal };
        match (turn.right.iter().position(|right| *right == played), turn.reply) {
            (Some(choice), Some(reply)) => Answer::GoesOn { choice, reply },
            (Some(_), None) => Answer::Solved(game),
            (None, _) => Answer::Wrong(game),
        }
    }
}

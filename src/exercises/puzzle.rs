//! Puzzles, and what an answer to one is.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use kradan_rules::{Game, GameKind, Side, Status, Verdict};

/// A position in which one move after the other is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub kind: GameKind,
    /// The puzzle is known by it among those of its game.
    pub number: u32,
    /// The lowest level of the computer that solves it; 9 where none does.
    pub grade: u8,
    position: &'static str,
    /// The solver's moves with the replies between them, in the exact notation.
    line: Vec<&'static str>,
}

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Mate in so many moves of the solver.
    Mate(usize),
    /// The only move that wins the game.
    Win,
    /// The only move that wins much.
    Gain,
}

/// What a move of the solver is.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It was the last one: the game after it.
    Solved(Game),
    /// It is right, and this reply follows.
    GoesOn { reply: &'static str },
    /// Another one is right: the game after it.
    Wrong(Game),
    /// It cannot be played.
    Illegal,
}

/// A puzzle at one of the solver's turns, counted from 0: `makruk-17-0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleStep {
    pub kind: GameKind,
    pub number: u32,
    pub step: usize,
}

impl fmt::Display for PuzzleStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.kind, self.number, self.step)
    }
}

impl FromStr for PuzzleStep {
    type Err = ();

    fn from_str(text: &str) -> Result<PuzzleStep, ()> {
        let mut parts = text.split('-');
        let mut next = || parts.next().ok_or(());
        let (kind, number, step) = (next()?.parse(), next()?.parse(), next()?.parse());
        let read = PuzzleStep {
            kind: kind.map_err(drop)?,
            number: number.map_err(drop)?,
            step: step.map_err(drop)?,
        };
        // No other text names it.
        (read.to_string() == text).then_some(read).ok_or(())
    }
}

impl Puzzle {
    /// The game at one of the solver's turns; `None` where there are not as many.
    #[must_use]
    pub fn game_at(&self, step: usize) -> Option<Game> {
        let mut game = Game::from_position(self.kind, self.position).ok()?;
        let before = self.line.get(..2 * step).filter(|_| 2 * step < self.line.len())?;
        before.iter().all(|text| game.play_text(text).is_ok()).then_some(game)
    }

    #[must_use]
    pub fn solver(&self) -> Side {
        match self.game_at(0).map(|game| game.status()) {
            Some(Status::Ongoing { turn }) => turn,
            _ => Side::First,
        }
    }

    /// The solver's moves with the replies between them, in the exact notation.
    #[must_use]
    pub fn line(&self) -> &[&'static str] {
        &self.line
    }

    /// The game at the end of the line.
    #[must_use]
    pub fn solved(&self) -> Option<Game> {
        let mut game = self.game_at(0)?;
        self.line.iter().all(|text| game.play_text(text).is_ok()).then_some(game)
    }

    #[must_use]
    pub fn task(&self) -> Task {
        if self.kind == GameKind::Othello {
            return Task::Win;
        }
        let ends = self.solved().is_some_and(|game| wins(&game, self.solver()));
        if ends { Task::Mate(self.line.len().div_ceil(2)) } else { Task::Gain }
    }

    /// What a move at one of the solver's turns is. Any mate is right where the last move mates.
    #[must_use]
    pub fn answer(&self, step: usize, text: &str) -> Answer {
        let Some(mut game) = self.game_at(step) else { return Answer::Illegal };
        let Ok(played) = game.play_text(text) else { return Answer::Illegal };
        let is_last = 2 * step + 1 == self.line.len();
        let mates = matches!(self.task(), Task::Mate(_)) && wins(&game, self.solver());
        if played != self.line[2 * step] && !mates {
            return Answer::Wrong(game);
        }
        if is_last || mates {
            return Answer::Solved(game);
        }
        Answer::GoesOn { reply: self.line[2 * step + 1] }
    }

    fn read(kind: GameKind, line: &'static str) -> Option<Puzzle> {
        let mut fields = line.split(" | ");
        let (grade, position) = (fields.next()?.parse().ok()?, fields.next()?);
        let line = fields.next()?.split(' ').collect();
        Some(Puzzle { kind, number: fields.next()?.parse().ok()?, grade, position, line })
    }
}

fn wins(game: &Game, side: Side) -> bool {
    game.outcome().is_some_and(|outcome| outcome.verdict == Verdict::Win(side))
}

/// The puzzles of a game, the lowest grade first.
#[must_use]
pub fn puzzles(kind: GameKind) -> &'static [Puzzle] {
    static OTHELLO: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
        read(GameKind::Othello, include_str!("../../assets/exercises/puzzles/othello.txt"))
    });
    static MAKRUK: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
        read(GameKind::Makruk, include_str!("../../assets/exercises/puzzles/makruk.txt"))
    });
    static OGI: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
        read(GameKind::Ogi, include_str!("../../assets/exercises/puzzles/ogi.txt"))
    });
    match kind {
        GameKind::Othello => &OTHELLO,
        GameKind::Makruk => &MAKRUK,
        GameKind::Ogi => &OGI,
    }
}

fn read(kind: GameKind, text: &'static str) -> Vec<Puzzle> {
    let mut puzzles: Vec<Puzzle> =
        text.lines().filter_map(|line| Puzzle::read(kind, line)).collect();
    puzzles.sort_by_key(|puzzle| (puzzle.grade, puzzle.number));
    puzzles
}

/// The puzzle of a game with a number.
#[must_use]
pub fn puzzle(kind: GameKind, number: u32) -> Option<&'static Puzzle> {
    puzzles(kind).iter().find(|puzzle| puzzle.number == number)
}

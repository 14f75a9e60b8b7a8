//! Puzzles: exercises with a grade, of which none comes twice.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::exercise::{Answer, Exercise};
use kradan_rules::{Game, GameKind, Side, Verdict};

/// A position in which one move after the other is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub exercise: Exercise,
    /// The puzzle is known by it among those of its game.
    pub number: u32,
    /// The lowest level of the computer that solves it; 9 where none does.
    pub grade: u8,
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

/// A puzzle at one of the solver's turns, counted from 0: `makruk-17-0`, and `makruk-17-0-20788` where it is that
/// of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleStep {
    pub kind: GameKind,
    pub number: u32,
    pub step: usize,
    pub day: Option<i64>,
}

impl fmt::Display for PuzzleStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.kind, self.number, self.step)?;
        self.day.map_or(Ok(()), |day| write!(f, "-{day}"))
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
            day: parts.next().map(str::parse).transpose().map_err(drop)?,
        };
        // No other text names it.
        (read.to_string() == text).then_some(read).ok_or(())
    }
}

impl Puzzle {
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.exercise.kind
    }

    /// The game at one of the solver's turns; `None` where there are not as many.
    #[must_use]
    pub fn game_at(&self, step: usize) -> Option<Game> {
        (step < self.exercise.turns()).then(|| self.exercise.game_at(&vec![0; step]))?
    }

    #[must_use]
    pub fn task(&self) -> Task {
        if self.kind() == GameKind::Othello {
            return Task::Win;
        }
        let solver = self.exercise.solver();
        let ends = self.exercise.solved().is_some_and(|game| wins(&game, solver));
        if ends { Task::Mate(self.exercise.turns()) } else { Task::Gain }
    }

    /// What a move at one of the solver's turns is. Any mate is right where the last move mates.
    #[must_use]
    pub fn answer(&self, step: usize, text: &str) -> Answer {
        if step >= self.exercise.turns() {
            return Answer::Illegal;
        }
        match self.exercise.answer(&vec![0; step], text) {
            Answer::Wrong(game)
                if matches!(self.task(), Task::Mate(_)) && wins(&game, self.exercise.solver()) =>
            {
                Answer::Solved(game)
            }
            other => other,
        }
    }

    fn read(kind: GameKind, line: &'static str) -> Option<Puzzle> {
        let mut fields = line.split(" | ");
        let grade = fields.next()?.parse().ok()?;
        let (position, moves) = (fields.next()?, fields.next()?);
        // A step of a puzzle knows one right move alone.
        let exercise = Exercise::read(kind, position, moves).filter(|_| !moves.contains('/'))?;
        Some(Puzzle { exercise, number: fields.next()?.parse().ok()?, grade })
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

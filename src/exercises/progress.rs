//! A player's way through the puzzles of a game: a rating by Glicko-2 against that of each grade, and how many
//! were solved in a row.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::daily::{day_of, is_kept, kept_before};
use super::puzzle::{Puzzle, puzzle, puzzles};
use kradan_ratings::{Rating, after_game};
use kradan_rules::{BySide, GameKind, Side, Verdict};

/// The rating of the first grade, and the points from one grade to the next.
const FIRST_GRADE: f64 = 1_300.0;
const POINTS_PER_GRADE: f64 = 150.0;

/// By how much the rating of a grade may be wrong.
const DEVIATION_OF_GRADE: f64 = 80.0;

/// The grades that there are.
const GRADES: std::ops::RangeInclusive<u8> = 1..=9;

/// A player's puzzles in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    pub rating: Rating,
    /// How many puzzles of each grade were opened.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    counts: BTreeMap<u8, u32>,
    /// The same of those that were kept for a day.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    kept_counts: BTreeMap<u8, u32>,
    /// The puzzle that is being solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Opened>,
    /// How many were solved in a row without a mistake or help.
    pub streak: u32,
}

/// A puzzle that is being solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    pub number: u32,
    pub state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    Untouched,
    /// A hint was given: solving it counts for nothing, and a wrong move still counts.
    Helped,
    /// A wrong move was made, which has counted.
    Failed,
}

impl Default for Progress {
    fn default() -> Progress {
        let (counts, kept_counts) = (BTreeMap::new(), BTreeMap::new());
        Progress { rating: Rating::NEW, counts, kept_counts, open: None, streak: 0 }
    }
}

impl Progress {
    /// The puzzle that is open and was not answered wrong, or the next one that fits the rating, which is open
    /// then. Those of a grade come in the order of their numbers, which new ones do not change; after them come
    /// those that were kept for a day, once it is over.
    pub fn open(&mut self, kind: GameKind, now: Timestamp) -> Option<&'static Puzzle> {
        if let Some(known) = self.opened(kind) {
            return Some(known);
        }
        let fitting = self.grade();
        let mut grades: Vec<u8> = GRADES.collect();
        grades.sort_by_key(|grade| (grade.abs_diff(fitting), *grade));
        let kept = kept_before(kind, day_of(now));
        let next = grades.iter().find_map(|&grade| self.next_of(kind, &kept, grade));
        let next = next.or_else(|| {
            // All were opened: they begin anew.
            self.counts.clear();
            self.kept_counts.clear();
            grades.iter().find_map(|&grade| self.next_of(kind, &kept, grade))
        })?;
        let counts = if is_kept(next) { &mut self.kept_counts } else { &mut self.counts };
        *counts.entry(next.grade).or_default() += 1;
        self.open = Some(Opened { number: next.number, state: State::Untouched });
        Some(next)
    }

    /// The puzzle that is open and was not answered wrong.
    #[must_use]
    pub fn opened(&self, kind: GameKind) -> Option<&'static Puzzle> {
        let open = self.open.filter(|open| open.state != State::Failed)?;
        puzzle(kind, open.number)
    }

    /// The grade whose puzzles the player solves about half of the time.
    fn grade(&self) -> u8 {
        let apart = |grade: u8| (value_of(grade) - self.rating.value).abs();
        GRADES.min_by(|one, other| apart(*one).total_cmp(&apart(*other))).unwrap_or(1)
    }

    /// The next puzzle of a grade, or the next of those that are no longer kept.
    fn next_of(
        &self,
        kind: GameKind,
        kept: &[&'static Puzzle],
        grade: u8,
    ) -> Option<&'static Puzzle> {
        let opened = |counts: &BTreeMap<u8, u32>| counts.get(&grade).copied().unwrap_or(0) as usize;
        let is_next = |puzzle: &&Puzzle| puzzle.grade == grade;
        let own = puzzles(kind).iter().filter(|puzzle| is_next(puzzle) && !is_kept(puzzle));
        let kept = kept.iter().copied().filter(is_next);
        own.skip(opened(&self.counts)).chain(kept.skip(opened(&self.kept_counts))).next()
    }

    /// Notes that a hint was given to the open puzzle.
    pub fn help(&mut self, puzzle: &Puzzle) {
        if let Some(open) = self.open_at(puzzle)
            && open.state == State::Untouched
        {
            open.state = State::Helped;
            self.streak = 0;
        }
    }

    /// Notes that the open puzzle was answered wrong, or its solution asked for. The first time counts.
    pub fn fail(&mut self, puzzle: &Puzzle, now: Timestamp) {
        let Some(open) = self.open_at(puzzle) else { return };
        let is_first = open.state != State::Failed;
        open.state = State::Failed;
        if is_first {
            self.rate(puzzle, false, now);
            self.streak = 0;
        }
    }

    /// Notes that the open puzzle was solved, and returns whether that counts. An older one changes nothing.
    pub fn solve(&mut self, puzzle: &Puzzle, now: Timestamp) -> bool {
        let Some(open) = self.open_at(puzzle).copied() else { return false };
        self.open = None;
        if open.state != State::Untouched {
            return false;
        }
        self.rate(puzzle, true, now);
        self.streak += 1;
        true
    }

    fn open_at(&mut self, puzzle: &Puzzle) -> Option<&mut Opened> {
        self.open.as_mut().filter(|open| open.number == puzzle.number)
    }

    fn rate(&mut self, puzzle: &Puzzle, is_solved: bool, now: Timestamp) {
        let (value, deviation) = (value_of(puzzle.grade), DEVIATION_OF_GRADE);
        let of_puzzle = Rating { value, deviation, at: Some(now), ..Rating::NEW };
        let winner = if is_solved { Side::First } else { Side::Second };
        let before = BySide { first: self.rating, second: of_puzzle };
        self.rating = after_game(before, Verdict::Win(winner), now).first;
    }
}

/// The rating of a grade.
fn value_of(grade: u8) -> f64 {
    FIRST_GRADE + POINTS_PER_GRADE * f64::from(grade.saturating_sub(1))
}

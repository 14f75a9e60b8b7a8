//! The puzzle of a day, the same everywhere.

use jiff::{SignedDuration, Timestamp};

use super::puzzle::{Puzzle, puzzles};
use kradan_rules::GameKind;

/// The hour in UTC at which a day begins: evening in Thailand and Japan, morning in Europe.
const BEGINS_AT: SignedDuration = SignedDuration::from_hours(10);

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// The first day, 2026-11-30.
const FIRST_DAY: i64 = 20_787;

/// The number of the day at a time, counted from 1970-01-01.
#[must_use]
pub fn day_of(now: Timestamp) -> i64 {
    let begun = now.as_second().saturating_sub(BEGINS_AT.as_secs());
    begun.div_euclid(DAY.as_secs())
}

/// When a day begins.
#[must_use]
pub fn begin_of_day(day: i64) -> Timestamp {
    let seconds = day.saturating_mul(DAY.as_secs()).saturating_add(BEGINS_AT.as_secs());
    Timestamp::from_second(seconds).unwrap_or(Timestamp::MAX)
}

/// The puzzle of a day, of those that are kept for the days: the games take turns, each in the order of the
/// numbers of its puzzles, so that new ones change nothing before they are reached. They are to be added before
/// all of their game had their day: from then on each one more changes the puzzles of all days.
#[must_use]
pub fn puzzle_of_day(day: i64) -> Option<&'static Puzzle> {
    let (kind, place) = turn_of(day);
    let kept = kept(kind);
    kept.get(place.checked_rem(kept.len())?).copied()
}

/// The game of a day, and how many days of it there were before.
fn turn_of(day: i64) -> (GameKind, usize) {
    let since = usize::try_from(day.saturating_sub(FIRST_DAY)).unwrap_or(0);
    (GameKind::ALL[since % GameKind::ALL.len()], since / GameKind::ALL.len())
}

/// Whether a puzzle is kept for a day, as a third of each game's are: nobody knows it before.
pub(super) fn is_kept(puzzle: &Puzzle) -> bool {
    puzzle.number % 3 == 1
}

fn kept(kind: GameKind) -> Vec<&'static Puzzle> {
    let mut kept: Vec<&Puzzle> = puzzles(kind).iter().filter(|puzzle| is_kept(puzzle)).collect();
    kept.sort_by_key(|puzzle| puzzle.number);
    kept
}

/// The kept puzzles of a game whose first day is over, in the order of their days.
pub(super) fn kept_before(kind: GameKind, day: i64) -> Vec<&'static Puzzle> {
    let (turn, rounds) = turn_of(day);
    kept(kind).into_iter().take(rounds + usize::from(kind < turn)).collect()
}

//! Which games count.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use kradan_rules::GameKind;

/// The most rated games between the same two within [`PAIR_WITHIN`]: more would let one feed the other.
pub const PAIR_MAX: usize = 10;

/// The time in which the rated games of two people are counted.
pub const PAIR_WITHIN: SignedDuration = SignedDuration::from_hours(30 * 24);

/// What is known of a game that ended with a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    pub kind: GameKind,
    pub plies: usize,
    /// How many rated games the two ended within [`PAIR_WITHIN`].
    pub of_pair: usize,
    /// A reason that is known of it besides.
    pub reason: Option<NotRated>,
}

/// Why a game does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotRated {
    /// It was against a computer.
    Computer,
    /// The challenge said so.
    Friendly,
    /// It had fewer plies than [`plies_min`].
    Short,
    /// The two have ended [`PAIR_MAX`] rated games within [`PAIR_WITHIN`].
    Pair,
    /// One of an absence's losses on time counts.
    Absence,
    /// Somebody else began it.
    TakenOver,
}

/// The plies that a game has at least which counts.
#[must_use]
pub fn plies_min(kind: GameKind) -> usize {
    match kind {
        GameKind::Othello => 10,
        GameKind::Makruk | GameKind::Ogi => 8,
    }
}

/// Whether a game counts.
///
/// # Errors
/// The first reason for which it does not.
pub fn is_rated(game: &Counted) -> Result<(), NotRated> {
    let reasons = [
        game.reason,
        (game.plies < plies_min(game.kind)).then_some(NotRated::Short),
        (game.of_pair >= PAIR_MAX).then_some(NotRated::Pair),
    ];
    reasons.into_iter().flatten().next().map_or(Ok(()), Err)
}

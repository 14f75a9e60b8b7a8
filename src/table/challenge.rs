//! Challenges, and who begins.

use std::ops::RangeInclusive;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::furigoma::Furigoma;
use super::time_control::later;
use super::{Moment, PlayerId, Seat, TimeControl, games};
use kradan_ratings::Rating;
use kradan_rules::{BySide, GameKind, Side};

/// How long a challenge can be accepted.
const LAPSES_AFTER: SignedDuration = SignedDuration::from_hours(24 * 7);

/// How far apart two ratings are at most that are similar, in points.
const SIMILAR: i32 = 200;

/// What a challenger asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChallengeTerms {
    pub kind: GameKind,
    /// Against whom; whoever likes to, if nobody is named.
    pub opponent: Option<PlayerId>,
    /// Which side the challenger takes; chance decides if none is named.
    pub side: Option<Side>,
    /// Where the game is to be played.
    pub setting: Venue,
    /// How long a move may take.
    pub pace: TimeControl,
    /// Which boards keep their pictures; `None` leaves it to the server.
    pub pictures: Option<Pictures>,
    /// The side at the bottom of the boards; `None` leaves it to the players.
    pub below: Option<Below>,
    /// Whether no holiday stops a clock.
    pub no_holidays: bool,
    /// Whether the clocks stand on Saturday and Sunday.
    pub weekends_off: bool,
    /// Whether the game counts for the players' ratings.
    pub is_rated: bool,
    /// The challenger's rating, where everybody is asked to a rated game.
    pub rating: Option<Rating>,
    /// Whom everybody's challenge is for.
    pub asked: Asked,
}

/// Whom a challenge without an opponent is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asked {
    #[default]
    Anybody,
    /// Players whose rating is similar to the challenger's.
    Similar,
}

/// The side at the bottom of a table's boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Below {
    /// The side to move.
    Mover,
    First,
    Second,
}

/// Which boards of a table keep their pictures in a channel that others use too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pictures {
    /// The newest board alone.
    Newest,
    All,
}

/// Where a game is to be played, seen from where its challenge is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Venue {
    /// In the same place.
    #[default]
    Here,
    /// In a thread of its own, which is opened when the challenge is accepted.
    Thread,
}

impl ChallengeTerms {
    /// A game with nothing else said.
    #[must_use]
    pub fn of(kind: GameKind) -> ChallengeTerms {
        ChallengeTerms {
            kind,
            opponent: None,
            side: None,
            setting: Venue::Here,
            pace: TimeControl::default(),
            pictures: None,
            below: None,
            no_holidays: false,
            weekends_off: false,
            is_rated: true,
            rating: None,
            asked: Asked::Anybody,
        }
    }
}

/// A challenge that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Challenge {
    pub(super) challenger: PlayerId,
    pub(super) opponent: Option<PlayerId>,
    pub(super) side: Option<Side>,
    pub(super) setting: Venue,
    pub(super) made_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rating: Option<Rating>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_for_similar: bool,
}

impl Challenge {
    /// The ratings of those whom it is for; `None` where it is for all.
    pub(super) fn similar_ratings(&self) -> Option<RangeInclusive<i32>> {
        let rating = self.rating.filter(|_| self.is_for_similar)?.shown();
        Some(rating - SIMILAR..=rating + SIMILAR)
    }

    pub(super) fn lapses_at(&self) -> Timestamp {
        later(self.made_at, LAPSES_AFTER)
    }

    /// Who sits where once `opponent` accepts, and the throw that decided it, if there was one.
    pub(super) fn seats(
        &self,
        opponent: Seat,
        kind: GameKind,
        now: Moment,
    ) -> (BySide<Seat>, Option<Furigoma>) {
        let throw = Furigoma::throw(self.challenger, now.chance);
        let side = self.side.unwrap_or_else(|| throw.side());
        let is_shown = self.side.is_none() && games::shows_furigoma(kind);
        let shown = is_shown.then_some(throw);
        let seats = match side {
            Side::First => BySide { first: self.challenger.into(), second: opponent },
            Side::Second => BySide { first: opponent, second: self.challenger.into() },
        };
        (seats, shown)
    }
}

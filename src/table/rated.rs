//! Whether a game counts for the ratings of its players.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::Table;
use kradan_ratings::{NotRated, Rating};
use kradan_rules::{BySide, Side};

/// Whether a game counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[expect(clippy::large_enum_variant, reason = "a table has one")]
pub enum Rated {
    /// It is to be counted once it has a result.
    Agreed,
    /// It does not count.
    Not(NotRated),
    /// It was counted.
    Counted {
        /// When, by the clock of the service. No two games of a player have the same time.
        at: Timestamp,
        /// New ratings in the place of somebody's who was erased.
        before: BySide<Rating>,
        after: BySide<Rating>,
    },
}

impl Table {
    /// Whether the game counts; `None` for tables of earlier versions, which do not.
    #[must_use]
    pub fn rated(&self) -> Option<Rated> {
        self.rated
    }

    /// Stores what became of a game that was to be counted.
    pub fn set_rated(&mut self, rated: Rated) {
        self.rated = Some(rated);
    }
}

impl Rated {
    /// Forgets the ratings of a side whose player is erased.
    pub(super) fn erase(&mut self, side: Side) {
        if let Rated::Counted { before, after, .. } = self {
            (before[side], after[side]) = (Rating::NEW, Rating::NEW);
        }
    }

    /// Leaves out when a side played its game before, and how many it had played.
    pub(super) fn leave_out_others(&mut self, side: Side) {
        if let Rated::Counted { before, after, .. } = self {
            for rating in [&mut before[side], &mut after[side]] {
                (rating.games, rating.at) = (0, None);
            }
        }
    }
}

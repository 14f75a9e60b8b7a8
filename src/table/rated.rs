//! Whether a game counts for the ratings of its players.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{GuildId, Table};
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
        /// The server on which it ended, if it did on one that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        server: Option<GuildId>,
        /// When a moderator had it count no more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        annulled_at: Option<Timestamp>,
    },
}

impl Table {
    /// Whether the game counts; `None` where it began before games were rated, and does not.
    #[must_use]
    pub fn rated(&self) -> Option<Rated> {
        self.rated
    }

    /// Whether the game was counted, and can be made not to count.
    #[must_use]
    pub fn is_annullable(&self) -> bool {
        matches!(self.rated, Some(Rated::Counted { annulled_at: None, .. }))
    }

    /// The server on which the game ended that was counted.
    #[must_use]
    pub fn rated_on(&self) -> Option<GuildId> {
        match self.rated? {
            Rated::Counted { server, .. } => server,
            Rated::Agreed | Rated::Not(_) => None,
        }
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

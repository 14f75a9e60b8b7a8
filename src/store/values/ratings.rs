//! The ratings of players, and the lists of a server's players that follow from them.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::Profile;
use kradan_ratings::Rating;
use kradan_rules::{BySide, GameKind, Side};
use kradan_table::{GuildId, PlayerId};

/// The most servers in whose lists of a game a player is: those where they played last.
pub const SERVERS_MAX: usize = 25;

/// A player's ratings in the games that they have played rated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ratings {
    #[serde(default)]
    pub of: BTreeMap<GameKind, Rating>,
    /// The servers in which rated games of a kind ended, with the month of the last one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub servers: BTreeMap<GameKind, BTreeMap<GuildId, Month>>,
    /// When the player lost a rated game on time last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_on_time_at: Option<Timestamp>,
}

impl Ratings {
    /// Stores the rating after a game that ended on a server, if it did on one.
    pub fn count(&mut self, kind: GameKind, rating: Rating, server: Option<GuildId>) {
        self.of.insert(kind, rating);
        let (Some(server), Some(at)) = (server, rating.at) else { return };
        let servers = self.servers.entry(kind).or_default();
        servers.insert(server, Month::of(at));
        while servers.len() > SERVERS_MAX {
            let others = servers.iter().filter(|(other, _)| **other != server);
            let oldest = others.min_by_key(|(_, month)| **month).map(|(other, _)| *other);
            oldest.map(|oldest| servers.remove(&oldest));
        }
    }
}

/// What the end of a game makes of the ratings of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingChange {
    pub players: BySide<PlayerId>,
    /// What is stored: whether a game counts depends on games of other kinds too.
    pub before: BySide<Ratings>,
    pub after: BySide<Ratings>,
    /// The server on which a game ended, where its players are by that.
    pub server: Option<GuildId>,
}

impl RatingChange {
    /// Puts the new rating in the profile of one of the players. Returns whether the rating before is
    /// the one that is stored.
    #[must_use]
    pub(crate) fn apply(&self, player: PlayerId, profile: &mut Profile) -> bool {
        let Some(side) = Side::ALL.into_iter().find(|side| self.players[*side] == player) else {
            return true;
        };
        if let Some(server) = &self.server {
            profile.left_servers.remove(server);
        }
        std::mem::replace(&mut profile.ratings, self.after[side].clone()) == self.before[side]
    }
}

/// A month in UTC, counted from the year 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Month(pub u32);

impl Month {
    #[must_use]
    pub fn of(at: Timestamp) -> Month {
        let date = at.to_zoned(TimeZone::UTC).date();
        let months = i32::from(date.year()) * 12 + i32::from(date.month()) - 1;
        Month(months.max(0).cast_unsigned())
    }
}

/// A list of the players of a server who have ended a rated game of a kind there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leaderboard {
    pub server: GuildId,
    pub kind: GameKind,
    /// Those who ended one in this month; `None` for all.
    pub month: Option<Month>,
}

/// A player in a [`Leaderboard`]. The better one is less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Standing {
    pub list: Leaderboard,
    /// Whether the rating said little when the last game ended: these players are behind all others.
    pub is_provisional: bool,
    pub value: std::cmp::Reverse<i32>,
    pub player: PlayerId,
}

impl Profile {
    /// The lists in which a player is.
    #[must_use]
    pub fn standings(&self, player: PlayerId) -> BTreeSet<Standing> {
        let Ratings { of, servers, .. } = &self.ratings;
        if self.is_unlisted {
            return BTreeSet::new();
        }
        let mut standings = BTreeSet::new();
        // All of somebody's games may have been annulled.
        for (kind, rating) in of.iter().filter(|(_, rating)| rating.games > 0) {
            let is_provisional = rating.was_provisional();
            let value = std::cmp::Reverse(rating.shown());
            let played = servers.get(kind).into_iter().flatten();
            for (&server, &month) in played.filter(|(id, _)| !self.left_servers.contains(id)) {
                for month in [None, Some(month)] {
                    let list = Leaderboard { server, kind: *kind, month };
                    standings.insert(Standing { list, is_provisional, value, player });
                }
            }
        }
        standings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_follow_each_other() {
        let month = |text: &str| Month::of(text.parse().unwrap());
        let [november, december, january] =
            ["2026-11-30T23:59:59Z", "2026-12-01T00:00:00Z", "2027-01-31T00:00:00Z"].map(month);
        assert_eq!((november.0 + 1, december.0 + 1), (december.0, january.0));
    }

    #[test]
    fn the_servers_of_the_latest_games_are_kept() {
        let mut ratings = Ratings::default();
        for server in 0..40 {
            let month = i64::try_from(server).unwrap() * 31 * 24;
            let at = Timestamp::UNIX_EPOCH + jiff::SignedDuration::from_hours(month);
            let rating = Rating { at: Some(at), ..Rating::NEW };
            ratings.count(GameKind::Ogi, rating, Some(GuildId(server)));
        }
        let servers = &ratings.servers[&GameKind::Ogi];
        assert!(servers.keys().eq(&(15..40).map(GuildId).collect::<Vec<_>>()));
    }
}

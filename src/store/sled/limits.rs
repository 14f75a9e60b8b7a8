//! Checks the limits of a change. It runs in the writing thread, right before the change is made.

use std::ops::Bound;

use jiff::{SignedDuration, Timestamp};

use super::super::{CommitError, Limit, LimitReached, Listing, SENT_KEPT};
use super::codec::TableHeader;
use super::error::SledError;
use super::keys::{self, RowKey, SentChallenge, TreeId};
use super::queries::decoded;
use super::trees::Trees;
use kradan_table::{PlayerId, TableId};

pub(super) fn check(trees: &Trees, limits: &[Limit]) -> Result<(), CommitError> {
    for &limit in limits {
        let reached = |until| Err(CommitError::Limited(LimitReached { limit, until }));
        match limit {
            Limit::Running { player, most } => {
                if trees.tables_of_player(player, Listing::Running, most)?.len() >= most {
                    return reached(None);
                }
            }
            Limit::Waiting { challenger, most } => {
                let waiting = trees.tables_of_player(challenger, Listing::Sent, usize::MAX)?;
                if waiting.len() >= most {
                    return reached(fewer_than(most, due(trees, &waiting)?));
                }
            }
            Limit::Received { player, challenger, most } => {
                let waiting = trees.tables_of_player(player, Listing::Received, usize::MAX)?;
                if waiting.len() >= most && !trees.have_played(player, challenger)? {
                    return reached(fewer_than(most, due(trees, &waiting)?));
                }
            }
            Limit::Sent { challenger, most, within, at } => {
                let sent = trees.sent_around(challenger, at, within)?;
                if sent.len() >= most {
                    let over = sent.iter().map(|sent| later(sent.at, within)).collect();
                    return reached(fewer_than(most, over));
                }
            }
            Limit::NotBlocked { blocker, blocked } => {
                if trees.has_blocked(blocker, blocked)? {
                    return reached(None);
                }
            }
            Limit::SentTo { challenger, opponent, within, at } => {
                let mut sent = trees.sent_around(challenger, at, within)?;
                sent.retain(|sent| sent.opponent == Some(opponent));
                for sent in sent.iter().rev() {
                    if !has_begun(trees, sent.table)? {
                        return reached(Some(later(sent.at, within)));
                    }
                }
            }
        }
    }
    Ok(())
}

/// The challenges of a player that are too old to count when this one is sent.
pub(super) fn sent_long_before(
    trees: &Trees,
    sent: SentChallenge,
) -> Result<Vec<SentChallenge>, SledError> {
    let before = later(sent.at, -SENT_KEPT);
    trees.sent_between(sent.challenger, Timestamp::MIN, before)
}

/// The time at which fewer than `most` are left, if each ends at its time.
fn fewer_than(most: usize, mut ends: Vec<Timestamp>) -> Option<Timestamp> {
    ends.sort_unstable();
    let last = ends.len().checked_sub(most)?;
    ends.get(last).copied()
}

/// The due times of the tables that can be read.
fn due(trees: &Trees, tables: &[TableId]) -> Result<Vec<Timestamp>, SledError> {
    let mut times = Vec::new();
    for &table in tables {
        times.extend(head(trees, table)?.and_then(|head| head.keys.due));
    }
    Ok(times)
}

fn has_begun(trees: &Trees, table: TableId) -> Result<bool, SledError> {
    Ok(head(trees, table)?.is_some_and(|head| head.keys.has_begun()))
}

fn head(trees: &Trees, table: TableId) -> Result<Option<TableHeader>, SledError> {
    match trees.read::<TableHeader>(RowKey::Table(table)) {
        Err(error) if error.is_of_one_value() => Ok(None),
        other => other,
    }
}

fn later(time: Timestamp, by: SignedDuration) -> Timestamp {
    let end = if by.is_negative() { Timestamp::MIN } else { Timestamp::MAX };
    time.saturating_add(by).unwrap_or(end)
}

impl Trees {
    /// Whether two players have a game with each other, running or over.
    fn have_played(&self, one: PlayerId, other: PlayerId) -> Result<bool, SledError> {
        let met = self.tree(TreeId::Opponents).scan_prefix(keys::players_key(one, other)).next();
        met.transpose().map(|met| met.is_some()).map_err(self.failed())
    }

    /// The challenges that a player sent less than `within` before or after a time, the oldest
    /// first.
    fn sent_around(
        &self,
        challenger: PlayerId,
        at: Timestamp,
        within: SignedDuration,
    ) -> Result<Vec<SentChallenge>, SledError> {
        let since = at.saturating_sub(within).unwrap_or(Timestamp::MIN);
        let until = at.saturating_add(within).unwrap_or(Timestamp::MAX);
        let mut sent = self.sent_between(challenger, since, until)?;
        sent.retain(|sent| sent.at > since);
        Ok(sent)
    }

    /// The challenges that a player sent from one time on and before another, the oldest first.
    fn sent_between(
        &self,
        challenger: PlayerId,
        since: Timestamp,
        before: Timestamp,
    ) -> Result<Vec<SentChallenge>, SledError> {
        let [since, before] = [since, before].map(|at| keys::sent_key(challenger, at));
        if since > before {
            return Ok(Vec::new());
        }
        self.keys(TreeId::SentChallenges, (Bound::Included(since), Bound::Excluded(before)))
            .map(|key| decoded(TreeId::SentChallenges, &key?, keys::sent))
            .collect()
    }
}

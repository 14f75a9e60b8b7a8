//! Checks the limits of a change. It runs in the writing thread, right before the change is made.

use jiff::{SignedDuration, Timestamp};

use super::super::{CommitError, Limit, LimitReached, Listing, SENT_KEPT};
use super::codec::TableHeader;
use super::error::SledError;
use super::keys::{RowKey, SentChallenge};
use super::trees::Trees;
use kradan_table::TableId;

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

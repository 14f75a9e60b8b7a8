//! Who follows a game that they do not play, and what they are still to be told of it.

use std::future::Future;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::error::StoreError;
use super::model::{OutboxEntry, OutboxEntryId};
use crate::table::{Event, PlayerId, TableId};

/// The part of a [`Store`](super::Store) that holds the followers of games.
///
/// A [commit](super::Store::commit) with an outbox entry stores in the same transaction for each
/// follower who [wants](Follow::wants) it that they are to be told of it. With the end of the game
/// nobody follows it any more.
pub trait FollowerStore: Send + Sync + 'static {
    /// Stores that a player follows a table, or changes what they are told, unless a limit is
    /// reached.
    fn follow(
        &self,
        table: TableId,
        player: PlayerId,
        follow: Follow,
        limits: FollowLimits,
    ) -> impl Future<Output = Result<Following, StoreError>> + Send;

    fn follow_of(
        &self,
        table: TableId,
        player: PlayerId,
    ) -> impl Future<Output = Result<Option<Follow>, StoreError>> + Send;

    /// Removes that a player follows a table, with all that they are still to be told of it.
    fn unfollow(
        &self,
        table: TableId,
        player: PlayerId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The tables that a player follows.
    fn followed_by(
        &self,
        player: PlayerId,
    ) -> impl Future<Output = Result<Vec<TableId>, StoreError>> + Send;

    /// What followers are to be told at a time or before, the longest ready first, at most `most`.
    fn follower_entries(
        &self,
        until: Timestamp,
        most: usize,
    ) -> impl Future<Output = Result<Vec<(PlayerId, OutboxEntry)>, StoreError>> + Send;

    /// The time at which the next follower is to be told.
    fn next_follower_entry(
        &self,
    ) -> impl Future<Output = Result<Option<Timestamp>, StoreError>> + Send;

    /// Removes what a follower was told of.
    fn mark_told(
        &self,
        player: PlayerId,
        id: OutboxEntryId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Postpones what a follower could not be told, and counts the attempt.
    fn postpone_telling(
        &self,
        player: PlayerId,
        id: OutboxEntryId,
        ready_at: Timestamp,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// That a player follows a game that they do not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follow {
    /// Whether they are told of each move, or of the end alone.
    pub each_move: bool,
    pub since: Timestamp,
}

impl Follow {
    /// Whether the follower is told when these events happen.
    #[must_use]
    pub fn wants(&self, events: &[Event]) -> bool {
        events.iter().any(|event| match event {
            Event::Ended(_) => true,
            Event::Moved { .. } | Event::Passed { .. } | Event::TakenBack { .. } => self.each_move,
            _ => false,
        })
    }
}

/// How many may follow one table, and how many tables one player may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowLimits {
    pub of_table: usize,
    pub of_player: usize,
}

/// What became of the wish to follow a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Following {
    New,
    /// The player followed it before.
    Known,
    /// As many follow the table as may, and nothing was stored.
    TableFull,
    /// The player follows as many tables as one may, and nothing was stored.
    PlayerFull,
}

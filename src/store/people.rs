//! What people keep besides their games.

use std::future::Future;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::error::StoreError;
use crate::table::{PlayerId, TableId};

/// The part of a [`Store`](super::Store) that holds what one person keeps for themselves.
pub trait PeopleStore: Send + Sync + 'static {
    /// Stores that a player blocks another one, unless they block `most` people already.
    fn block(
        &self,
        blocker: PlayerId,
        blocked: PlayerId,
        at: Timestamp,
        most: usize,
    ) -> impl Future<Output = Result<Blocking, StoreError>> + Send;

    fn unblock(
        &self,
        blocker: PlayerId,
        blocked: PlayerId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    fn has_blocked(
        &self,
        blocker: PlayerId,
        blocked: PlayerId,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// The people whom a player blocks, by their ids.
    fn blocked_by(
        &self,
        blocker: PlayerId,
    ) -> impl Future<Output = Result<Vec<PlayerId>, StoreError>> + Send;

    /// The players who block a person, by their ids.
    fn blockers_of(
        &self,
        blocked: PlayerId,
    ) -> impl Future<Output = Result<Vec<PlayerId>, StoreError>> + Send;

    /// The note of a player on a table.
    fn note(
        &self,
        table: TableId,
        player: PlayerId,
    ) -> impl Future<Output = Result<Option<Note>, StoreError>> + Send;

    /// Replaces the note of a player on a table, or removes it.
    fn set_note(
        &self,
        table: TableId,
        player: PlayerId,
        note: Option<Note>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// What a player wrote down about a game for themselves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    pub text: String,
    pub written_at: Timestamp,
}

/// What became of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocking {
    New,
    /// The person was blocked before.
    Known,
    /// The list is full, and nothing was stored.
    Full,
}

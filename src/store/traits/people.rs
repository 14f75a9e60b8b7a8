//! People: their profiles, whom they block, what they note, and the channels that they read.

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{Blocking, Edit, Leaderboard, Note, Profile, StoreError};
use kradan_table::{ChannelId, PlayerId, TableId};

/// The part of a [`Store`](super::Store) that holds what belongs to people, whether they play or not.
#[async_trait]
pub trait PeopleStore: Send + Sync + 'static {
    async fn profile(&self, player: PlayerId) -> Result<Option<Profile>, StoreError>;

    /// The profiles of several players, in the order of `players`. A missing profile is left out.
    /// An unreadable profile is logged and left out.
    async fn profiles(
        &self,
        players: Vec<PlayerId>,
    ) -> Result<Vec<(PlayerId, Profile)>, StoreError>;

    /// Changes a profile, and returns it as it is then. Concurrent changes to one profile are made
    /// one after the other, and each sees the ones before it. The player's place in each
    /// [list](Profile::standings) changes with it.
    async fn update_profile(
        &self,
        player: PlayerId,
        change: Edit<Profile>,
    ) -> Result<Profile, StoreError>;

    /// The players of a list, the best first, at most `most`.
    async fn leaderboard(
        &self,
        list: Leaderboard,
        most: usize,
    ) -> Result<Vec<PlayerId>, StoreError>;

    /// Whether a player is known to read a channel.
    async fn is_reader(&self, player: PlayerId, channel: ChannelId) -> Result<bool, StoreError>;

    /// Stores that a player reads a channel.
    async fn add_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError>;

    /// Stores that a player does not read a channel any more.
    async fn remove_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError>;

    /// Stores that a player blocks another one, unless they block `most` people already.
    async fn block(
        &self,
        blocker: PlayerId,
        blocked: PlayerId,
        at: Timestamp,
        most: usize,
    ) -> Result<Blocking, StoreError>;

    async fn unblock(&self, blocker: PlayerId, blocked: PlayerId) -> Result<(), StoreError>;

    async fn has_blocked(&self, blocker: PlayerId, blocked: PlayerId) -> Result<bool, StoreError>;

    /// The people whom a player blocks, by their ids.
    async fn blocked_by(&self, blocker: PlayerId) -> Result<Vec<PlayerId>, StoreError>;

    /// The note of a player on a table.
    async fn note(&self, table: TableId, player: PlayerId) -> Result<Option<Note>, StoreError>;

    /// Replaces the note of a player on a table, or removes it.
    async fn set_note(
        &self,
        table: TableId,
        player: PlayerId,
        note: Option<Note>,
    ) -> Result<(), StoreError>;
}

//! [`SledStore`] as a store of people: profiles, readers of channels, and what they keep besides their games.

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{Blocking, Edit, Leaderboard, Note, PeopleStore, Profile, StoreError};
use super::keys::RowKey;
use super::person_rows;
use super::store::SledStore;
use super::trees::Writes;
use kradan_table::{ChannelId, PlayerId, TableId};

#[async_trait]
impl PeopleStore for SledStore {
    async fn profile(&self, player: PlayerId) -> Result<Option<Profile>, StoreError> {
        self.read(move |trees| trees.read(RowKey::Profile(player))).await
    }

    async fn profiles(
        &self,
        players: Vec<PlayerId>,
    ) -> Result<Vec<(PlayerId, Profile)>, StoreError> {
        self.read(move |trees| trees.read_several(&players, RowKey::Profile)).await
    }

    async fn update_profile(
        &self,
        player: PlayerId,
        change: Edit<Profile>,
    ) -> Result<Profile, StoreError> {
        self.write_with(move |trees| person_rows::update_profile(trees, player, change)).await
    }

    async fn leaderboard(
        &self,
        list: Leaderboard,
        most: usize,
    ) -> Result<Vec<PlayerId>, StoreError> {
        self.read(move |trees| trees.leaderboard(list, most)).await
    }

    async fn is_reader(&self, player: PlayerId, channel: ChannelId) -> Result<bool, StoreError> {
        self.read(move |trees| trees.text(RowKey::Reader(player, channel)).map(|it| it.is_some()))
            .await
    }

    async fn add_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError> {
        self.write_later(move |trees| person_rows::add_reader(trees, player, channel)).await
    }

    async fn remove_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError> {
        self.write_later(move |_| Ok(Writes::removing([RowKey::Reader(player, channel)]))).await
    }

    async fn block(
        &self,
        blocker: PlayerId,
        blocked: PlayerId,
        at: Timestamp,
        most: usize,
    ) -> Result<Blocking, StoreError> {
        self.write_with(move |trees| person_rows::block(trees, (blocker, blocked), at, most)).await
    }

    async fn unblock(&self, blocker: PlayerId, blocked: PlayerId) -> Result<(), StoreError> {
        self.write(move |_| Ok(person_rows::unblock(blocker, blocked))).await
    }

    async fn has_blocked(&self, blocker: PlayerId, blocked: PlayerId) -> Result<bool, StoreError> {
        self.read(move |trees| trees.has_blocked(blocker, blocked)).await
    }

    async fn blocked_by(&self, blocker: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
        self.read(move |trees| trees.blocked_by(blocker)).await
    }

    async fn note(&self, table: TableId, player: PlayerId) -> Result<Option<Note>, StoreError> {
        self.read(move |trees| trees.read(RowKey::Note(table, player))).await
    }

    async fn set_note(
        &self,
        table: TableId,
        player: PlayerId,
        note: Option<Note>,
    ) -> Result<(), StoreError> {
        self.write(move |_| person_rows::set_note(table, player, note.as_ref())).await
    }
}

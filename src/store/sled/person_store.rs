//! [`SledStore`] as a store of people: profiles, readers of channels, and what they keep besides their games.

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{Blocking, Edit, Leaderboard, Note, PeopleStore, Profile, StoreError};
use super::codec::{Block, ReaderMarker};
use super::keys::{self, IndexKey, RowKey, TreeId};
use super::mutations::{relist, update};
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
        self.write_with(move |trees| {
            let mut before = Profile::default();
            let keep_before = |profile: &mut Profile| {
                before.clone_from(profile);
                change(profile);
            };
            let (mut writes, profile) = update(trees, RowKey::Profile(player), keep_before)?;
            relist(player, &before, &profile, &mut writes);
            Ok((writes, profile))
        })
        .await
    }

    async fn leaderboard(
        &self,
        list: Leaderboard,
        most: usize,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let prefix = keys::leaderboard_key(list);
        self.read(move |trees| {
            let players = trees.decoded_keys(TreeId::Standings, &prefix, keys::player_standing);
            players.take(most).collect()
        })
        .await
    }

    async fn is_reader(&self, player: PlayerId, channel: ChannelId) -> Result<bool, StoreError> {
        self.read(move |trees| trees.text(RowKey::Reader(player, channel)).map(|row| row.is_some()))
            .await
    }

    async fn add_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError> {
        let row_key = RowKey::Reader(player, channel);
        self.write_later(move |trees| match trees.text(row_key)? {
            Some(_) => Ok(Writes::default()),
            None => Writes::of(row_key, &ReaderMarker {}),
        })
        .await
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
        self.write_with(move |trees| {
            let mut writes = Writes::default();
            if trees.has_blocked(blocker, blocked)? {
                return Ok((writes, Blocking::Known));
            }
            if trees.blocked_by(blocker)?.len() >= most {
                return Ok((writes, Blocking::Full));
            }
            writes.put(RowKey::Block(blocker, blocked), &Block { since: at })?;
            writes.list(IndexKey::BlockedBy(blocked, blocker));
            Ok((writes, Blocking::New))
        })
        .await
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
        let row_key = RowKey::Note(table, player);
        self.write(move |_| match note {
            Some(note) => Writes::of(row_key, &note),
            None => Ok(Writes::removing([row_key])),
        })
        .await
    }
}

//! [`SledStore`] as a store of what people keep besides their games.

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{Blocking, Note, PeopleStore, StoreError};
use super::keys::RowKey;
use super::person_rows;
use super::store::SledStore;
use kradan_table::{PlayerId, TableId};

#[async_trait]
impl PeopleStore for SledStore {
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

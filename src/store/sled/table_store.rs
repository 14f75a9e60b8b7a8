//! [`SledStore`] as a store of tables and of the interactions that changed them.

use std::ops::Bound;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{
    Change, CommitError, InteractionId, InteractionResult, Lease, Listing, StoreError,
    StoreErrorKind, StoredTable, TableStore,
};
use super::codec::{self, StoredTableRow};
use super::decoded_tables::DecodedTable;
use super::error::{SledError, error_line};
use super::keys::{self, RowKey, TreeId};
use super::mutations::{self, PreparedChange};
use super::queries::decoded;
use super::store::SledStore;
use super::trees::Trees;
use kradan_table::{ChannelId, PlayerId, TableId};

#[async_trait]
impl TableStore for SledStore {
    async fn table(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        let stored = self.read(move |trees| trees.stored_table(id)).await;
        if let Err(error) = &stored
            && error.kind() == StoreErrorKind::Value
        {
            self.unreadable.add(id);
        }
        stored
    }

    async fn tables(&self, ids: Vec<TableId>) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
        let read = move |trees: &Trees| {
            let (mut found, mut unreadable) = (Vec::with_capacity(ids.len()), Vec::new());
            for id in ids {
                match trees.stored_table(id) {
                    Ok(stored) => found.extend(stored.map(|stored| (id, stored))),
                    Err(error) if error.is_of_one_value() => {
                        tracing::error!(table = %id.0, error = %error_line(&error), "unreadable table skipped");
                        unreadable.push(id);
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok((found, unreadable))
        };
        let (found, unreadable) = self.read(read).await?;
        for id in unreadable {
            self.unreadable.add(id);
        }
        Ok(found)
    }

    async fn commit(&self, change: Change) -> Result<(), CommitError> {
        let id = change.id;
        let prepared = PreparedChange::new(change)?;
        self.writer.write(move |trees| prepared.plan(trees)).await?;
        self.leases.tables.release(id);
        Ok(())
    }

    async fn delete_table(&self, id: TableId, revision: u64) -> Result<(), CommitError> {
        self.writer.write(move |trees| mutations::delete_table(trees, id, revision)).await?;
        self.leases.tables.release(id);
        Ok(())
    }

    async fn mark_refused(&self, interaction: InteractionId) -> Result<(), CommitError> {
        self.writer.write(move |trees| mutations::mark_refused(trees, interaction)).await
    }

    async fn interaction_result(
        &self,
        interaction: InteractionId,
    ) -> Result<Option<InteractionResult>, StoreError> {
        self.read(move |trees| trees.read(RowKey::InteractionResult(interaction))).await
    }

    async fn delete_results_before(&self, interaction: InteractionId) -> Result<(), StoreError> {
        // Many results are deleted in small steps, so that other commits do not wait.
        let first = move |trees: &Trees| trees.results_before(interaction).next().transpose();
        while self.read(first).await?.is_some() {
            self.writer
                .write(move |trees| mutations::delete_results_before(trees, interaction))
                .await?;
        }
        Ok(())
    }

    async fn tables_of_player(
        &self,
        player: PlayerId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        self.read(move |trees| trees.tables_of_player(player, listing, most)).await
    }

    async fn tables_in_channel(
        &self,
        channel: ChannelId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        let prefix = keys::channel_list_key(channel, listing);
        self.read(move |trees| trees.listed(TreeId::TablesByChannel, prefix, most)).await
    }

    async fn due_tables(&self, until: Timestamp, most: usize) -> Result<Vec<TableId>, StoreError> {
        let left_out = self.unreadable.ids();
        let is_wanted = move |id| !left_out.contains(&id);
        self.read(move |trees| trees.due_tables(until, most, is_wanted)).await
    }

    async fn claim_due(&self, lease: Lease, most: usize) -> Result<Vec<TableId>, StoreError> {
        let (left_out, leases) = (self.unreadable.ids(), Arc::clone(&self.leases));
        let claim = move |trees: &Trees| {
            let candidates = |is_free: &dyn Fn(TableId) -> bool| {
                let is_wanted = |id| is_free(id) && !left_out.contains(&id);
                trees.due_tables(lease.now, most, is_wanted)
            };
            leases.tables.claim(&lease, candidates, |&id| id)
        };
        self.read(claim).await
    }

    async fn next_due(&self, after: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        let left_out = self.unreadable.ids();
        self.read(move |trees| {
            let mut later = trees
                .all_due(Bound::Excluded(keys::last_due_key(after)))
                .filter(|due| due.as_ref().map_or(true, |(_, table)| !left_out.contains(table)));
            later.next().map(|due| due.map(|(at, _)| at)).transpose()
        })
        .await
    }
}

impl Trees {
    /// Reads a table.
    pub(super) fn stored_table(&self, id: TableId) -> Result<Option<StoredTable>, SledError> {
        let row_key = RowKey::Table(id);
        let Some(bytes) = self.text(row_key)? else { return Ok(None) };
        if let Some(decoded) = self.decoded_tables.of(id, &bytes) {
            return Ok(Some(StoredTable::clone(&decoded)));
        }
        let row: StoredTableRow = codec::decode(row_key, &bytes)?;
        let stored = Arc::new(StoredTable::from(row));
        self.decoded_tables.keep(id, DecodedTable::new(&bytes, Arc::clone(&stored)));
        Ok(Some(StoredTable::clone(&stored)))
    }

    pub(super) fn tables_of_player(
        &self,
        player: PlayerId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, SledError> {
        self.listed(TreeId::TablesByPlayer, keys::player_list_key(player, listing), most)
    }

    fn listed(
        &self,
        tree: TreeId,
        prefix: [u8; 9],
        most: usize,
    ) -> Result<Vec<TableId>, SledError> {
        self.decoded_keys(tree, &prefix, keys::table_listed).take(most).collect()
    }

    /// The wanted tables that are due at a time or before.
    fn due_tables(
        &self,
        until: Timestamp,
        most: usize,
        is_wanted: impl Fn(TableId) -> bool,
    ) -> Result<Vec<TableId>, SledError> {
        self.all_due(Bound::Unbounded)
            .take_while(|due| due.as_ref().map_or(true, |&(at, _)| at <= until))
            .filter(|due| due.as_ref().map_or(true, |&(_, table)| is_wanted(table)))
            .take(most)
            .map(|due| due.map(|(_, table)| table))
            .collect()
    }

    fn all_due(
        &self,
        from: Bound<Vec<u8>>,
    ) -> impl Iterator<Item = Result<(Timestamp, TableId), SledError>> {
        self.keys(TreeId::DueTables, (from, Bound::Unbounded))
            .map(|key| decoded(TreeId::DueTables, &key?, keys::table_due))
    }

    pub(super) fn results_before(
        &self,
        id: InteractionId,
    ) -> impl Iterator<Item = Result<Vec<u8>, SledError>> {
        let end = Bound::Excluded(RowKey::InteractionResult(id).key());
        self.keys(TreeId::InteractionResults, (Bound::Unbounded, end))
    }
}

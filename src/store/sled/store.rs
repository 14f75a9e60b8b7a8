//! [`SledStore`]: implements the store by a reader, a writing thread and claims.

use std::fmt;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use tokio::sync::Mutex;

use super::super::unreadable_tables::UnreadableTables;
use super::super::{
    Change, ChannelAccess, CommitError, ControlMessage, Edit, Heartbeat, InteractionId,
    InteractionResult, Leaderboard, Lease, Listing, OfferKind, OutboxEntry, OutboxEntryId,
    PostedBoard, ProcessStore, Profile, ServerSettings, Settlement, Store, StoreError,
    StoreErrorKind, StoredTable, Tournaments,
};
use super::error::{self, SledError};
use super::keys::{self, IndexKey, RowKey, TreeId};
use super::leases::Leases;
use super::mutations::{self, PreparedChange};
use super::open_trees::OpenTrees;
use super::reader::Reader;
use super::trees::{Trees, Writes};
use super::writer::Writer;
use super::{folder, groups, old_messages};
use kradan_table::{ApplicationId, ChannelId, GuildId, PlayerId, TableId};

/// A store in a folder, for one process at a time.
///
/// An unreadable table is an error for the caller that asks for it. It is left out of [due
/// tables](Store::due_tables) until the store is opened again. Unreadable outbox entries are
/// logged and left out.
pub struct SledStore {
    // The fields are dropped in this order: the lock goes last, when sled has closed the folder.
    pub(super) writer: Writer,
    reader: Reader,
    leases: Arc<Leases>,
    pub(super) trees: Arc<OpenTrees>,
    /// Held while a backup is made.
    pub(super) backup: Arc<Mutex<()>>,
    unreadable: UnreadableTables,
    is_new: bool,
    _lock: File,
}

impl SledStore {
    /// Opens the store in a folder, and creates the folder if it is missing. All of it is read.
    ///
    /// # Errors
    ///
    /// [`StoreErrorKind::InUse`] while another process has the store open,
    /// [`StoreErrorKind::Value`] if a later version of the program has written it,
    /// [`StoreErrorKind::Damaged`] if the database is damaged, or lacks changes that were acknowledged,
    /// [`StoreErrorKind::Gone`] if the stored files are missing, and the errors of the disk.
    pub fn open(folder: &Path) -> Result<SledStore, StoreError> {
        let lock = folder::lock(folder)?;
        let opened = folder::open(folder)?;
        let (trees, is_new) = (Arc::clone(&opened.trees), opened.is_new);
        let reader = Reader::new(Arc::clone(&trees));
        let writer = Writer::start(opened);
        let writer = writer.map_err(|why| error::of_writing(trees.folder(), why))?;
        let (leases, backup) = (Arc::default(), Arc::default());
        let unreadable = UnreadableTables::default();
        Ok(SledStore { writer, reader, leases, trees, backup, unreadable, is_new, _lock: lock })
    }

    /// Whether the opening created the store.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// The number of tables, with finished games. All are read.
    #[must_use]
    pub fn count_tables(&self) -> usize {
        self.trees.with(|trees| trees.tree(TreeId::Tables).iter().count()).unwrap_or_default()
    }

    /// How often this process has read from the store.
    #[must_use]
    pub fn reads(&self) -> u64 {
        self.reader.reads()
    }

    /// Reads from the database, and returns when everything that was read is on disk.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Trees) -> Result<T, SledError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let found = self.reader.read(read).await;
        self.writer.written().await.map_err(StoreError::from)?;
        found.map_err(StoreError::from)
    }

    pub(super) async fn write(
        &self,
        plan: impl FnOnce(&Trees) -> Result<Writes, SledError> + Send + 'static,
    ) -> Result<(), StoreError> {
        Ok(self.writer.write::<SledError>(plan).await?)
    }

    /// Makes changes that are only repeated if a power cut undoes them.
    async fn write_later(
        &self,
        plan: impl FnOnce(&Trees) -> Result<Writes, SledError> + Send + 'static,
    ) -> Result<(), StoreError> {
        Ok(self.writer.write_later(plan).await?)
    }

    pub(super) async fn write_with<T: Send + 'static>(
        &self,
        plan: impl FnOnce(&Trees) -> Result<(Writes, T), SledError> + Send + 'static,
    ) -> Result<T, StoreError> {
        Ok(self.writer.write_with(plan).await?)
    }
}

impl fmt::Debug for SledStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SledStore").finish_non_exhaustive()
    }
}

#[async_trait]
impl Store for SledStore {
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
        let (found, unreadable) = self.read(move |trees| trees.stored_tables(&ids)).await?;
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
        while self.read(move |trees| trees.has_result_before(interaction)).await? {
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
        self.read(move |trees| trees.tables_in_channel(channel, listing, most)).await
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
        self.read(move |trees| trees.next_due(after, &left_out)).await
    }

    async fn outbox_entry(&self, id: OutboxEntryId) -> Result<Option<OutboxEntry>, StoreError> {
        self.read(move |trees| trees.read(RowKey::OutboxEntry(id))).await
    }

    async fn pending(&self, until: Timestamp, most: usize) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(move |trees| trees.pending(until, most, |_| true)).await
    }

    async fn pending_where(
        &self,
        until: Timestamp,
        most: usize,
        is_wanted: Box<dyn Fn(OutboxEntryId) -> bool + Send>,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(move |trees| trees.pending(until, most, is_wanted)).await
    }

    async fn claim_entries(
        &self,
        lease: Lease,
        ids: Vec<OutboxEntryId>,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        let leases = Arc::clone(&self.leases);
        let claim = move |trees: &Trees| {
            let candidates =
                |is_free: &dyn Fn(OutboxEntryId) -> bool| trees.ready_of(&ids, lease.now, is_free);
            leases.entries.claim(&lease, candidates, |entry| entry.id)
        };
        self.read(claim).await
    }

    async fn pending_of_table(&self, table: TableId) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(move |trees| trees.pending_of_table(table)).await
    }

    async fn next_pending(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read(Trees::next_pending).await
    }

    async fn mark_delivered(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
    ) -> Result<(), StoreError> {
        self.write_later(move |trees| mutations::mark_delivered(trees, id, board)).await?;
        self.leases.entries.release(id);
        Ok(())
    }

    async fn mark_delivered_in_new_channel(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
        ready_at: Timestamp,
    ) -> Result<(), StoreError> {
        let plan = move |trees: &Trees| {
            mutations::mark_delivered_in_new_channel(trees, id, board, ready_at)
        };
        self.write_later(plan).await?;
        self.leases.entries.release(id);
        Ok(())
    }

    async fn add_missed(&self, player: PlayerId, entry: OutboxEntry) -> Result<(), StoreError> {
        self.write_later(move |trees| mutations::add_missed(trees, player, entry)).await
    }

    async fn missed_by(
        &self,
        player: PlayerId,
        most: usize,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(move |trees| trees.missed_by(player, most)).await
    }

    async fn remove_missed(
        &self,
        player: PlayerId,
        seen: Vec<OutboxEntryId>,
    ) -> Result<(), StoreError> {
        let missed = seen.into_iter().map(move |id| RowKey::Missed(player, id));
        self.write_later(move |_| Ok(Writes::removing(missed))).await
    }

    async fn postpone(&self, id: OutboxEntryId, ready_at: Timestamp) -> Result<(), StoreError> {
        self.write_later(move |trees| mutations::postpone(trees, id, ready_at)).await?;
        self.leases.entries.release(id);
        Ok(())
    }

    async fn reschedule(&self, id: OutboxEntryId, ready_at: Timestamp) -> Result<(), StoreError> {
        self.write_later(move |trees| mutations::reschedule(trees, id, ready_at)).await
    }

    async fn group_entries(
        &self,
        leader: OutboxEntryId,
        others: Vec<OutboxEntryId>,
        ready_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.write_later(move |trees| groups::group_entries(trees, leader, &others, ready_at)).await
    }

    async fn end_group(&self, leader: OutboxEntryId, at: Timestamp) -> Result<(), StoreError> {
        self.write_later(move |trees| groups::end_group(trees, leader, at)).await
    }

    async fn posted_board(&self, table: TableId) -> Result<Option<PostedBoard>, StoreError> {
        self.read(move |trees| trees.read(RowKey::PostedBoard(table))).await
    }

    async fn posted_boards(
        &self,
        tables: Vec<TableId>,
    ) -> Result<Vec<(TableId, PostedBoard)>, StoreError> {
        self.read(move |trees| trees.read_several(&tables, RowKey::PostedBoard)).await
    }

    async fn add_offer(&self, table: TableId, offer: ControlMessage) -> Result<(), StoreError> {
        self.write_later(move |_| Writes::of(RowKey::Offer(table, offer.message), &offer)).await
    }

    async fn settle_offers(
        &self,
        table: TableId,
        offers: OfferKind,
        settlement: Settlement,
    ) -> Result<(), StoreError> {
        self.write_later(move |trees| old_messages::settle_offers(trees, table, offers, settlement))
            .await
    }

    async fn queue_cleanup(
        &self,
        table: TableId,
        messages: Vec<ControlMessage>,
    ) -> Result<(), StoreError> {
        self.write_later(move |trees| old_messages::queue_cleanup(trees, table, &messages)).await
    }

    async fn cleanup_queue(&self, most: usize) -> Result<Vec<ControlMessage>, StoreError> {
        self.read(move |trees| trees.cleanup_queue(most)).await
    }

    async fn mark_cleaned_up(&self, messages: Vec<ControlMessage>) -> Result<(), StoreError> {
        self.write_later(move |trees| old_messages::mark_cleaned_up(trees, &messages)).await
    }

    async fn watched_threads(&self) -> Result<Vec<(Timestamp, ChannelId)>, StoreError> {
        let tree = TreeId::WatchedThreads;
        self.read(move |trees| trees.decoded_keys(tree, &[], keys::watched_thread).collect()).await
    }

    async fn watch_thread(
        &self,
        thread: ChannelId,
        before: Option<Timestamp>,
        at: Option<Timestamp>,
    ) -> Result<(), StoreError> {
        let mut writes = Writes::default();
        if let Some(before) = before {
            writes.unlist(IndexKey::Watch(before, thread));
        }
        if let Some(at) = at {
            writes.list(IndexKey::Watch(at, thread));
        }
        self.write_later(|_| Ok(writes)).await
    }

    async fn channel_access(&self, channel: ChannelId) -> Result<ChannelAccess, StoreError> {
        let access = self.read(move |trees| trees.read(RowKey::ChannelAccess(channel))).await?;
        Ok(access.unwrap_or_default())
    }

    async fn set_channel_access(
        &self,
        channel: ChannelId,
        access: ChannelAccess,
    ) -> Result<(), StoreError> {
        self.write_later(move |trees| mutations::set_channel_access(trees, channel, access)).await
    }

    async fn is_reader(&self, player: PlayerId, channel: ChannelId) -> Result<bool, StoreError> {
        self.read(move |trees| trees.text(RowKey::Reader(player, channel)).map(|it| it.is_some()))
            .await
    }

    async fn add_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError> {
        self.write_later(move |trees| mutations::add_reader(trees, player, channel)).await
    }

    async fn remove_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError> {
        self.write_later(move |_| Ok(Writes::removing([RowKey::Reader(player, channel)]))).await
    }

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
        self.write_with(move |trees| mutations::update_profile(trees, player, change)).await
    }

    async fn leaderboard(
        &self,
        list: Leaderboard,
        most: usize,
    ) -> Result<Vec<PlayerId>, StoreError> {
        self.read(move |trees| trees.leaderboard(list, most)).await
    }

    async fn server_settings(&self, guild: GuildId) -> Result<ServerSettings, StoreError> {
        let settings = self.read(move |trees| trees.read(RowKey::ServerSettings(guild))).await?;
        Ok(settings.unwrap_or_default())
    }

    async fn update_server_settings(
        &self,
        guild: GuildId,
        change: Edit<ServerSettings>,
    ) -> Result<ServerSettings, StoreError> {
        let row_key = RowKey::ServerSettings(guild);
        self.write_with(move |trees| mutations::update(trees, row_key, change)).await
    }

    async fn tournaments(&self, guild: GuildId) -> Result<Tournaments, StoreError> {
        let stored = self.read(move |trees| trees.read(RowKey::Tournaments(guild))).await?;
        Ok(stored.unwrap_or_default())
    }

    async fn update_tournaments(
        &self,
        guild: GuildId,
        change: Edit<Tournaments>,
    ) -> Result<Tournaments, StoreError> {
        let row_key = RowKey::Tournaments(guild);
        self.write_with(move |trees| mutations::update(trees, row_key, change)).await
    }

    async fn due_tournaments(&self, until: Timestamp) -> Result<Vec<GuildId>, StoreError> {
        self.read(move |trees| trees.due_tournaments(until)).await
    }

    async fn bind_application(&self, application: ApplicationId) -> Result<(), StoreError> {
        self.write(move |trees| mutations::bind_application(trees, application)).await
    }

    async fn record_heartbeat(&self, heartbeat: Heartbeat) -> Result<(), StoreError> {
        self.write_later(move |_| Writes::of(RowKey::Heartbeat, &heartbeat)).await
    }

    async fn heartbeat(&self) -> Result<Option<Heartbeat>, StoreError> {
        self.read(move |trees| trees.read(RowKey::Heartbeat)).await
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.writer.close().await.map_err(StoreError::from)
    }
}

/// The folder has one process at a time.
impl ProcessStore for SledStore {}

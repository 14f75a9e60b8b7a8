//! The store in a folder of one machine, by sled 0.34.7.
//!
//! What sled promises is not all that [`Store`] does, so a few things stand around it:
//!
//! * sled takes the first bad checksum for the end of what was written, and drops what follows. So
//!   everything is kept twice: in the database, and in a [`journal`] with a [`checkpoint`] of all
//!   rows, which are checked byte by byte. When a folder is opened both copies are read, and the
//!   one that is whole mends the other; where neither is, opening is refused: [`folder`].
//! * One thread makes all changes, as many at a time as wait. What it has written is acknowledged
//!   when it is in the journal and the journal is on disk: [`writer`]. What has time is done by
//!   another thread: [`maintenance`].
//! * What a read finds may have been changed a moment ago and not be on disk yet. It is told to
//!   nobody before it is: a read that falls into the writing of a group waits for its end.
//! * After a failure to write nobody knows what is on disk. Nothing is written from then on, and
//!   nothing read, until the store is opened again.
//! * A process or machine that ends while sled opens a folder must not leave one that does not open
//!   again: [`folder`].

mod acknowledged;
mod check;
mod checkpoint;
mod checksum;
mod codec;
mod copies;
mod error;
mod folder;
mod journal;
mod keys;
mod limits;
mod maintenance;
mod migration;
mod mutations;
mod offline;
mod queries;
mod record;
mod temp_file;
mod trees;
mod writer;

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;

use self::keys::{RowKey, TreeId};
use self::mutations::PreparedChange;
pub use self::offline::{Rescued, Verified};
use self::trees::Trees;
use self::writer::Writer;
use super::{
    Change, ChannelAccess, CommitError, ControlMessage, Heartbeat, InteractionId,
    InteractionResult, Listing, OutboxEntry, OutboxEntryId, PostedBoard, Profile, Store,
    StoreError, StoredTable,
};
use crate::table::{ChannelId, PlayerId, TableId};

/// A store in a folder, for one process at a time.
///
/// A table that turns out to be unreadable is the business of whoever asked for it; it is left out
/// of what is [due](Store::due_tables) until the store is opened again, so that it stands in nobody's way.
/// Notices and absences that cannot be read are logged and left out.
pub struct SledStore {
    // The order in which they are dropped: the folder is free when sled has left it.
    writer: Writer,
    trees: Arc<Trees>,
    unreadable: Mutex<BTreeSet<TableId>>,
    repairs: Vec<String>,
    is_new: bool,
    _lock: File,
}

impl SledStore {
    /// Opens the store in a folder, which is made where there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] while another process has it open, [`StoreError::Newer`] if a later
    /// version of the program has changed it, [`StoreError::Lost`] if both copies of what it holds
    /// are damaged, and whatever else may be wrong with a disk.
    pub fn open(folder: &Path) -> Result<SledStore, StoreError> {
        let lock = folder::lock(folder)?;
        SledStore::start(lock, folder::open(folder)?)
    }

    /// Opens the store in a folder as [`open`](SledStore::open) does, and has a checkpoint written
    /// as soon as the journal has more than so many bytes and more than the last checkpoint.
    ///
    /// # Errors
    ///
    /// As [`open`](SledStore::open).
    pub fn open_with_journal(folder: &Path, most_bytes: u64) -> Result<SledStore, StoreError> {
        let lock = folder::lock(folder)?;
        let opened = folder::open(folder)?;
        SledStore::start(lock, folder::OpenedFolder { journal_bytes: most_bytes, ..opened })
    }

    fn start(lock: File, mut opened: folder::OpenedFolder) -> Result<SledStore, StoreError> {
        let trees = Arc::clone(&opened.trees);
        let (repairs, is_new) = (std::mem::take(&mut opened.repairs), opened.is_new);
        let started = Writer::start(opened);
        let writer = started.map_err(|error| error::of_writing(trees.folder(), error))?;
        Ok(SledStore { writer, trees, unreadable: Mutex::default(), repairs, is_new, _lock: lock })
    }

    /// What was wrong with the folder when it was opened, and what was done about it: a sentence
    /// for each thing, which is in the log as well.
    #[must_use]
    pub fn repairs(&self) -> &[String] {
        &self.repairs
    }

    /// Whether there was no store in the folder before it was opened.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// How many tables there are, finished games among them. Counting them takes as long as reading
    /// them.
    #[must_use]
    pub fn count_tables(&self) -> usize {
        self.trees.tree(TreeId::Tables).len()
    }

    /// Looks through a folder that no process uses, without changing it: both copies are read from
    /// end to end and compared, every row is read, every game played, and the indices are compared
    /// with the rows.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] while a process has it open, [`StoreError::Folder`] if there is no
    /// store in it, [`StoreError::Scratch`] if the temporary folder has no room for two copies.
    pub fn verify(folder: &Path) -> Result<Verified, StoreError> {
        offline::verify(folder)
    }

    /// Copies all that still reads in either copy into a new store, in a folder that is empty or
    /// not there. `folder` stays as it is.
    ///
    /// # Errors
    ///
    /// As [`verify`](SledStore::verify), and [`StoreError::Folder`] if `new` is not empty.
    pub fn rescue(folder: &Path, new: &Path) -> Result<Rescued, StoreError> {
        offline::rescue(folder, new)
    }

    /// What is read is on disk once this returns.
    async fn read<T>(
        &self,
        read: impl FnOnce(&Trees) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let found = read(&self.trees);
        self.writer.written().await?;
        found
    }

    fn unreadable(&self) -> BTreeSet<TableId> {
        self.unreadable.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn found_unreadable(&self, id: TableId) {
        self.unreadable.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }
}

impl std::fmt::Debug for SledStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SledStore").finish_non_exhaustive()
    }
}

impl Store for SledStore {
    async fn table(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        let row = self.read(|trees| trees.stored_table(id)).await;
        if let Err(error) = &row
            && queries::is_of_one_value(error)
        {
            self.found_unreadable(id);
        }
        row
    }

    async fn commit(&self, change: Change) -> Result<(), CommitError> {
        let prepared = PreparedChange::new(change)?;
        self.writer.write(move |trees| prepared.plan(trees)).await
    }

    async fn delete_table(&self, id: TableId, revision: u64) -> Result<(), CommitError> {
        self.writer.write(move |trees| mutations::delete_table(trees, id, revision)).await
    }

    async fn mark_refused(&self, interaction: InteractionId) -> Result<(), CommitError> {
        self.writer.write(move |trees| mutations::mark_refused(trees, interaction)).await
    }

    async fn interaction_result(
        &self,
        interaction: InteractionId,
    ) -> Result<Option<InteractionResult>, StoreError> {
        self.read(|trees| trees.read(RowKey::InteractionResult(interaction))).await
    }

    async fn delete_results_before(&self, interaction: InteractionId) -> Result<(), StoreError> {
        // A few at a time, so that moves need not wait for a month's worth.
        while self.read(|trees| trees.has_result_before(interaction)).await? {
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
        self.read(|trees| trees.tables_of_player(player, listing, most)).await
    }

    async fn tables_in_channel(
        &self,
        channel: ChannelId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        self.read(|trees| trees.tables_in_channel(channel, listing, most)).await
    }

    async fn due_tables(&self, until: Timestamp, most: usize) -> Result<Vec<TableId>, StoreError> {
        self.read(|trees| trees.due_tables(until, most, &self.unreadable())).await
    }

    async fn next_due(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read(|trees| trees.next_due(&self.unreadable())).await
    }

    async fn outbox_entry(&self, id: OutboxEntryId) -> Result<Option<OutboxEntry>, StoreError> {
        self.read(|trees| trees.read(RowKey::OutboxEntry(id))).await
    }

    async fn pending(&self, until: Timestamp, most: usize) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(|trees| trees.pending(until, most)).await
    }

    async fn pending_of_table(&self, table: TableId) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(|trees| trees.pending_of_table(table)).await
    }

    async fn next_pending(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read(Trees::next_pending).await
    }

    async fn mark_delivered(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
    ) -> Result<(), StoreError> {
        self.writer.write(move |trees| mutations::mark_delivered(trees, id, board)).await
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
        self.writer.write(plan).await
    }

    async fn add_missed(&self, player: PlayerId, entry: OutboxEntry) -> Result<(), StoreError> {
        self.writer.write(move |_| mutations::add_missed(player, entry)).await
    }

    async fn missed_by(
        &self,
        player: PlayerId,
        most: usize,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(|trees| trees.missed_by(player, most)).await
    }

    async fn remove_missed(
        &self,
        player: PlayerId,
        seen: Vec<OutboxEntryId>,
    ) -> Result<(), StoreError> {
        self.writer.write(move |_| Ok(mutations::remove_missed(player, &seen))).await
    }

    async fn postpone(&self, id: OutboxEntryId, ready_at: Timestamp) -> Result<(), StoreError> {
        self.writer.write(move |trees| mutations::postpone(trees, id, ready_at)).await
    }

    async fn reschedule(&self, id: OutboxEntryId, ready_at: Timestamp) -> Result<(), StoreError> {
        self.writer.write(move |trees| mutations::reschedule(trees, id, ready_at)).await
    }

    async fn posted_board(&self, table: TableId) -> Result<Option<PostedBoard>, StoreError> {
        self.read(|trees| trees.read(RowKey::PostedBoard(table))).await
    }

    async fn add_offer(&self, table: TableId, offer: ControlMessage) -> Result<(), StoreError> {
        self.writer.write(move |_| mutations::add_offer(table, offer)).await
    }

    async fn queue_cleanup(
        &self,
        table: TableId,
        messages: Vec<ControlMessage>,
    ) -> Result<(), StoreError> {
        self.writer.write(move |_| mutations::queue_cleanup(table, &messages)).await
    }

    async fn cleanup_queue(&self, most: usize) -> Result<Vec<ControlMessage>, StoreError> {
        self.read(|trees| trees.cleanup_queue(most)).await
    }

    async fn mark_cleaned_up(&self, messages: Vec<u64>) -> Result<(), StoreError> {
        self.writer.write(move |trees| mutations::mark_cleaned_up(trees, &messages)).await
    }

    async fn channel_access(&self, channel: ChannelId) -> Result<ChannelAccess, StoreError> {
        let access = self.read(|trees| trees.read(RowKey::ChannelAccess(channel))).await?;
        Ok(access.unwrap_or_default())
    }

    async fn set_channel_access(
        &self,
        channel: ChannelId,
        access: ChannelAccess,
    ) -> Result<(), StoreError> {
        self.writer.write(move |trees| mutations::set_channel_access(trees, channel, access)).await
    }

    async fn is_reader(&self, player: PlayerId, channel: ChannelId) -> Result<bool, StoreError> {
        self.read(|trees| trees.text(RowKey::Reader(player, channel)).map(|it| it.is_some())).await
    }

    async fn add_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError> {
        self.writer.write(move |trees| mutations::add_reader(trees, player, channel)).await
    }

    async fn profile(&self, player: PlayerId) -> Result<Option<Profile>, StoreError> {
        self.read(|trees| trees.read(RowKey::Profile(player))).await
    }

    async fn update_profile(
        &self,
        player: PlayerId,
        change: impl FnOnce(&mut Profile) + Send + 'static,
    ) -> Result<Profile, StoreError> {
        let (tell, told) = tokio::sync::oneshot::channel();
        let plan = move |trees: &Trees| {
            let (writes, profile) = mutations::update_profile(trees, player, change)?;
            // Who no longer waits finds it done.
            let _ = tell.send(profile);
            Ok::<_, StoreError>(writes)
        };
        self.writer.write(plan).await?;
        told.await.map_err(|_| StoreError::Closed)
    }

    async fn bind_application(&self, application: u64) -> Result<(), StoreError> {
        self.writer.write(move |trees| mutations::bind_application(trees, application)).await
    }

    async fn record_heartbeat(&self, beat: Heartbeat) -> Result<(), StoreError> {
        self.writer.write(move |trees| mutations::record_heartbeat(trees, beat)).await
    }

    async fn heartbeat(&self) -> Result<Option<Heartbeat>, StoreError> {
        self.read(|trees| trees.read(RowKey::Heartbeat)).await
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.writer.close().await
    }
}

//! The service's state, and the loading of tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::{Notify, OnceCell};

use super::chance::chance;
use super::clock::Clock;
use super::computer::REPLY_PATIENCE;
use super::computers::Computers;
use super::due_tables;
use super::limits::Limits;
use super::table_lock::{DeliveryLock, TableLocks};
use kradan_store::{
    ClaimantId, InteractionId, JobKind, Listing, Store, StoreError, StoredTable, Visit,
};
use kradan_table::{ChannelId, PlayerId, TableId};

/// The service: applies commands to tables and processes what is due.
#[derive(Debug)]
pub struct TableService {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Clock,
    pub(super) limits: Limits,
    pub(super) claimant: ClaimantId,
    /// The start of this process in running time.
    pub(super) started: OnceCell<Timestamp>,
    /// Locks by table, held while a table is loaded, changed and committed.
    pub(super) table_locks: TableLocks,
    /// Locks by table, held while its outbox entries are delivered, so that they arrive in order.
    pub(super) delivery_locks: TableLocks,
    /// Wakes the loop of due tables.
    pub(super) due_changed: Notify,
    pub(super) outbox_changed: Notify,
    pub(super) computers: Computers,
    /// How long a response waits for the answer of a computer.
    pub(super) reply_patience: Duration,
    /// Whether the last change of a table or heartbeat could not be stored.
    pub(super) fails_to_write: AtomicBool,
    /// Wakes the loop of each kind of jobs.
    pub(super) jobs_changed: [Notify; JobKind::ALL.len()],
    /// Wakes the loop of tournaments.
    pub(super) tournaments_changed: Notify,
}

impl TableService {
    #[must_use]
    pub fn new(store: Arc<dyn Store>, clock: Clock) -> TableService {
        TableService {
            store,
            clock,
            limits: Limits::default(),
            claimant: ClaimantId(chance()),
            started: OnceCell::new(),
            table_locks: TableLocks::new(),
            delivery_locks: TableLocks::new(),
            due_changed: Notify::new(),
            outbox_changed: Notify::new(),
            computers: Computers::new(1),
            reply_patience: REPLY_PATIENCE,
            fails_to_write: AtomicBool::new(false),
            jobs_changed: JobKind::ALL.map(|_| Notify::new()),
            tournaments_changed: Notify::new(),
        }
    }

    /// Replaces the default limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> TableService {
        TableService { limits, ..self }
    }

    /// Has so many computers think at once, 1 or more.
    #[must_use]
    pub fn with_searches(self, searches: usize) -> TableService {
        TableService { computers: Computers::new(searches), ..self }
    }

    /// Has responses wait so long for the answer of a computer, to tell both in one message.
    #[must_use]
    pub fn with_reply_patience(self, patience: Duration) -> TableService {
        TableService { reply_patience: patience, ..self }
    }

    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    #[must_use]
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// Whether the store took the last change of a table or heartbeat.
    #[must_use]
    pub fn can_write(&self) -> bool {
        !self.fails_to_write.load(Ordering::Relaxed)
    }

    pub(super) fn note_written(&self, can_write: bool) {
        self.fails_to_write.store(!can_write, Ordering::Relaxed);
    }

    /// The claimant of this process for due tables and pending outbox entries.
    #[must_use]
    pub fn claimant(&self) -> ClaimantId {
        self.claimant
    }

    /// The clock of deadlines.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Starts the clock from the last heartbeat, once. No table is loaded before.
    pub(super) async fn start(&self) -> Result<Timestamp, StoreError> {
        self.started.get_or_try_init(|| due_tables::start_clock(self)).await.copied()
    }

    /// Loads a table, and credits it with the downtime since its last commit.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn load(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        self.start().await?;
        let Some(mut stored) = self.store.table(id).await? else { return Ok(None) };
        self.credit(&mut stored);
        Ok(Some(stored))
    }

    /// Credits a table with all downtime that it has not received yet.
    pub(super) fn credit(&self, stored: &mut StoredTable) {
        let credited = self.clock.read().credited;
        stored.table.credit(credited.saturating_sub(stored.credited));
        stored.credited = credited;
    }

    /// Reads what an interaction begins with, in one call; the table is credited as a [loaded](Self::load)
    /// one.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn visit(
        &self,
        player: PlayerId,
        channel: ChannelId,
        table: Option<TableId>,
    ) -> Result<Visit, StoreError> {
        self.start().await?;
        let mut visit = self.store.visit(player, channel, table).await?;
        visit.table.iter_mut().for_each(|stored| self.credit(stored));
        Ok(visit)
    }

    /// The tables of a player, the newest first.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn tables_of_player(
        &self,
        player: PlayerId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
        let ids = self.store.tables_of_player(player, listing, most).await?;
        self.load_all(ids).await
    }

    /// The tables in a channel, the newest first.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn tables_in_channel(
        &self,
        channel: ChannelId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
        let ids = self.store.tables_in_channel(channel, listing, most).await?;
        self.load_all(ids).await
    }

    /// Loads several tables in one call. Missing and unreadable tables are left out.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn load_all(
        &self,
        ids: Vec<TableId>,
    ) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
        self.start().await?;
        let mut tables = self.store.tables(ids).await?;
        for (_, stored) in &mut tables {
            self.credit(stored);
        }
        Ok(tables)
    }

    /// Waits for a table's delivery lock.
    pub async fn lock_delivery(&self, id: TableId) -> DeliveryLock {
        self.delivery_locks.queue(id).ready().await
    }

    /// Takes a table's delivery lock, unless somebody holds it or waits for it.
    #[must_use]
    pub fn try_lock_delivery(&self, id: TableId) -> Option<DeliveryLock> {
        self.delivery_locks.try_lock(id)
    }

    /// Waits until the outbox may have an entry that is ready earlier than expected.
    pub async fn outbox_changed(&self) {
        self.outbox_changed.notified().await;
    }

    /// Deletes the results of old interactions.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn delete_results_before(
        &self,
        interaction: InteractionId,
    ) -> Result<(), StoreError> {
        self.store.delete_results_before(interaction).await
    }
}

//! [`SledStore`]: its opening, and the reads and writes that it consists of.

use std::fmt;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use tokio::sync::Mutex;

use super::super::unreadable_tables::UnreadableTables;
use super::super::{Heartbeat, ProcessStore, Store, StoreCounts, StoreError};
use super::codec::StoreOwner;
use super::error::{self, SledError};
use super::folder;
use super::keys::{RowKey, TreeId};
use super::leases::Leases;
use super::open_trees::OpenTrees;
use super::reader::Reader;
use super::trees::{Trees, Writes};
use super::writer::Writer;
use kradan_table::ApplicationId;

/// A store in a folder, for one process at a time.
///
/// An unreadable table is an error for the caller that asks for it. It is left out of [due
/// tables](crate::TableStore::due_tables) until the store is opened again. Unreadable outbox entries
/// are logged and left out.
pub struct SledStore {
    // The fields are dropped in this order: the lock goes last, when sled has closed the folder.
    pub(super) writer: Writer,
    reader: Reader,
    pub(super) leases: Arc<Leases>,
    pub(super) trees: Arc<OpenTrees>,
    /// Held while a backup is made.
    pub(super) backup: Arc<Mutex<()>>,
    pub(super) unreadable: UnreadableTables,
    is_new: bool,
    _lock: File,
}

impl SledStore {
    /// Opens the store in a folder, and creates the folder if it is missing. All of it is read.
    ///
    /// # Errors
    ///
    /// [`InUse`](crate::StoreErrorKind::InUse) while another process has the store open,
    /// [`Newer`](crate::StoreErrorKind::Newer) if a later version of the program used it last,
    /// [`Damaged`](crate::StoreErrorKind::Damaged) if the database is damaged, or lacks changes that
    /// were acknowledged, [`Gone`](crate::StoreErrorKind::Gone) if the stored files are missing, and the
    /// errors of the disk.
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

    /// Reads from the database, and returns when all that was read and somebody waits for is on disk.
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

    /// Makes changes that are only repeated if the end of the process or a power cut undoes them.
    pub(super) async fn write_later(
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
    async fn bind_application(&self, application: ApplicationId) -> Result<(), StoreError> {
        self.write(move |trees| match trees.read::<StoreOwner>(RowKey::Owner)? {
            None => Writes::of(RowKey::Owner, &StoreOwner { application }),
            Some(owner) if owner.application == application => Ok(Writes::default()),
            Some(StoreOwner { application }) => {
                let folder = trees.folder().display().to_string();
                Err(SledError::OfAnother { folder, application })
            }
        })
        .await
    }

    async fn record_heartbeat(&self, heartbeat: Heartbeat) -> Result<(), StoreError> {
        self.write_later(move |_| Writes::of(RowKey::Heartbeat, &heartbeat)).await
    }

    async fn heartbeat(&self) -> Result<Option<Heartbeat>, StoreError> {
        self.read(move |trees| trees.read(RowKey::Heartbeat)).await
    }

    async fn counts(&self, now: Timestamp) -> Result<StoreCounts, StoreError> {
        let trees = Arc::clone(&self.trees);
        let count = move || trees.with(|trees| trees.counts(now))?;
        match tokio::task::spawn_blocking(count).await {
            Ok(counted) => counted.map_err(StoreError::from),
            Err(_) => Err(SledError::Closed.into()),
        }
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.writer.close().await.map_err(StoreError::from)
    }
}

/// The folder has one process at a time.
impl ProcessStore for SledStore {}

//! Storing the world on disk, so that stopping or killing the process loses nothing. One thread
//! writes: it applies all waiting changes in one step, syncs the disk, and then lets them be
//! published to bots, pages and HTTP clients. sled's asynchronous flush hangs under load and does
//! not wait for the disk, so it is not used. This folder names the world and sled, and no part of
//! HTTP. Begin with [`Persistence`]; `rows.rs` has the stored formats.

mod error;
mod files;
mod folder;
mod load;
mod meta;
mod rows;
mod writer;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use tokio::sync::watch;

pub use self::error::PersistenceError;
use self::files::StoredFiles;
use self::load::RowReader;
use self::meta::Meta;
use self::rows::{RowChanges, WorldRowKey};
use self::writer::{Progress, WriteJob, WriteQueue};
use super::id::Id;
use super::lock::lock;
use super::world::{
    DiskSource as _, InteractionKind, InteractionState, PostedMessage, TOKEN_LIFE, UploadedFile,
    World, WorldChange, file_of,
};

/// A stored world.
#[derive(Debug)]
pub(super) struct Persistence {
    folder: PathBuf,
    /// Without rows when it is closed: sled closes its files when its last handle is dropped.
    reader: RowReader,
    writer: WriteQueue,
    /// The number of submitted jobs.
    submitted: AtomicU64,
    committed: watch::Receiver<Progress>,
    /// The interactions on disk, oldest first.
    interactions: Mutex<VecDeque<Id>>,
}

impl Persistence {
    /// Opens a folder for this process alone. A world that is in it replaces `world`.
    pub(super) fn open(
        folder: &Path,
        world: &mut World,
    ) -> Result<(Persistence, Option<Meta>), PersistenceError> {
        let lock_file = folder::lock(folder)?;
        let (rows, data) = folder::open(folder)?;
        let failed =
            |source| PersistenceError::Folder { folder: folder.display().to_string(), source };
        let last_id = load::last_id(&rows)?;
        let stored_files = StoredFiles::open(folder, last_id).map_err(failed)?;
        let meta = load::load(&rows, world)?;
        if let Some(meta) = &meta {
            let mut before = meta.addresses_before.clone();
            before.push(meta.address);
            world.move_files(&before);
        }
        let interactions = world.interaction_order.iter().copied().collect();
        let started = WriteQueue::start(rows.clone(), data, stored_files.clone(), lock_file);
        let (writer, committed) = started.map_err(failed)?;
        let rows = Arc::new(Mutex::new(Some(rows)));
        let reader = RowReader { rows, stored_files, moved: RowReader::moving(world) };
        world.files.keep_all();
        world.cache.set_disk(Box::new(reader.clone()));
        let persistence = Persistence {
            folder: folder.to_owned(),
            reader,
            writer,
            submitted: AtomicU64::new(0),
            committed,
            interactions: Mutex::new(interactions),
        };
        Ok((persistence, meta))
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes changes, and then calls `then`. The caller holds the world's lock, so that jobs keep
    /// their order.
    pub(super) fn submit(
        &self,
        world: &mut World,
        changes: &[WorldChange],
        ahead_ms: i64,
        now: Timestamp,
        then: impl FnOnce() + Send + 'static,
    ) {
        let mut rows = RowChanges::default();
        for change in changes {
            self.add(&mut rows, world, change, now);
        }
        if !rows.is_empty() {
            let meta = Meta {
                last_id: world.ids.last(),
                address: world.address,
                ahead_ms,
                addresses_before: world.addresses_before.clone(),
            };
            rows.put(WorldRowKey::Meta, &meta);
        }
        let number = self.submitted.fetch_add(1, Ordering::Relaxed) + 1;
        world.cache.mark_submitted(number);
        self.writer.submit(WriteJob { rows, then: Box::new(then) });
    }

    /// The number of jobs that are on disk.
    pub(super) fn on_disk(&self) -> u64 {
        self.committed.borrow().count
    }

    fn add(&self, rows: &mut RowChanges, world: &World, change: &WorldChange, now: Timestamp) {
        match change {
            WorldChange::Person(id) => {
                rows.put_or_remove(WorldRowKey::Person(*id), world.person(*id));
            }
            WorldChange::Server(id) => {
                rows.put_or_remove(WorldRowKey::Server(*id), world.server(*id));
            }
            WorldChange::Channel(id) => {
                rows.put_or_remove(WorldRowKey::Channel(*id), world.channel(*id));
            }
            WorldChange::Message(id) => match world.message(*id) {
                Some(message) => rows.put_message(message),
                None => rows.remove(WorldRowKey::Message(*id)),
            },
            WorldChange::Commands => rows.put(WorldRowKey::Commands, &world.commands),
            WorldChange::Emoji(id) => {
                rows.put_or_remove(WorldRowKey::Emoji(*id), world.emojis.get(id));
            }
            WorldChange::Interaction(id) => self.add_interaction(rows, world, *id, now),
            WorldChange::File(id) => rows.put_file(*id, world.files.get(*id)),
            WorldChange::FileGone(id) => rows.remove_file(*id),
            WorldChange::MessageGone(message) => remove_message(rows, message),
            WorldChange::ChannelGone(channel) => {
                rows.remove(WorldRowKey::Channel(channel.id));
                for (id, slot) in &channel.messages {
                    rows.remove(WorldRowKey::Message(*id));
                    // Messages are read one at a time, since there may be many.
                    let read = || self.reader.message(*id).map(Arc::new);
                    if let Some(message) = slot.in_memory().cloned().or_else(read) {
                        remove_message(rows, &message);
                    }
                }
            }
            WorldChange::Clock => rows.is_changed = true,
            WorldChange::Connections => {}
        }
    }

    /// Writes an interaction until its token expires. Autocompletions are not needed later.
    fn add_interaction(&self, rows: &mut RowChanges, world: &World, id: Id, now: Timestamp) {
        let interaction =
            world.interactions.get(&id).filter(|it| it.kind != InteractionKind::Autocomplete);
        let Some(interaction) = interaction else { return };
        // The payload never changes, and is written once.
        rows.put(
            WorldRowKey::Interaction(id),
            &InteractionState { payload: None, ..interaction.clone() },
        );
        if let Some(payload) =
            interaction.payload.as_deref().filter(|_| interaction.acknowledged.is_none())
        {
            rows.put(WorldRowKey::Payload(id), payload);
        }
        let mut interactions = lock(&self.interactions);
        if interactions.back() < Some(&id) {
            interactions.push_back(id);
        }
        let is_dead = |it: &Id| now.duration_since(it.time()).unsigned_abs() > TOKEN_LIFE;
        while interactions.len() > 1 && interactions.front().is_some_and(is_dead) {
            if let Some(dead) = interactions.pop_front() {
                rows.remove(WorldRowKey::Interaction(dead));
                rows.remove(WorldRowKey::Payload(dead));
            }
        }
    }

    /// Returns when all submitted jobs are on disk.
    pub(super) async fn flushed(&self) -> Result<(), PersistenceError> {
        let wanted = self.submitted.load(Ordering::Relaxed);
        let mut committed = self.committed.clone();
        let there = |it: &Progress| it.count >= wanted || it.is_broken || it.is_over;
        let progress = committed.wait_for(there).await.map(|it| *it);
        match progress {
            Ok(progress) if progress.count >= wanted => Ok(()),
            Ok(_) | Err(_) => Err(PersistenceError::Broken),
        }
    }

    /// A file that is not in memory.
    pub(super) fn file(&self, id: Id) -> Option<UploadedFile> {
        self.reader.file(id)
    }

    /// Writes the waiting jobs, and closes the folder.
    pub(super) async fn close(&self) {
        lock(&self.reader.rows).take();
        self.writer.stop();
        // The thread reports when it has closed everything.
        let mut committed = self.committed.clone();
        _ = committed.wait_for(|it| it.is_over).await;
    }
}

fn remove_message(rows: &mut RowChanges, message: &PostedMessage) {
    rows.remove(WorldRowKey::Message(message.id));
    for id in message.attachments().iter().filter_map(file_of) {
        rows.remove_file(id);
    }
}

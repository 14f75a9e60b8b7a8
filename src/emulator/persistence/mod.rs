//! The world on disk, so that stopping the program, or killing it, loses nothing.
//!
//! One thread writes. It takes all that waits, applies it in one step, has the disk take it, and
//! only then lets it be told: to bots, to pages, and to whoever asked. sled's own asynchronous
//! flush is not used, since it hangs where many use it, and neither is it enough, since it does
//! not wait for the disk.

mod files;
mod folder;
mod load;
mod rows;
mod writer;

use std::collections::VecDeque;
use std::fs::File as DiskFile;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use tokio::sync::watch;

use self::files::StoredFiles;
use self::load::RowReader;
use self::rows::{RowChanges, RowKey};
use self::writer::{WriteJob, WriterThread};
use super::id::Id;
use super::lock;
use super::world::{
    Change, DiskSource as _, InteractionKind, InteractionState, PostedMessage, TOKEN_LIFE,
    UploadedFile, World, file_of,
};

/// Why a world cannot be kept, or not be taken up again.
#[derive(Debug, thiserror::Error)]
pub enum PersistenceError {
    /// The folder cannot be made, read or written.
    #[error("cannot use the folder {folder}")]
    Folder { folder: String, source: io::Error },
    /// Another program has it.
    #[error("another program keeps its local Discord in {folder}")]
    InUse { folder: String },
    /// It was written in a form that is not known here.
    #[error("{what} of the local Discord is of form {form}, which only a newer Kradan reads")]
    Form {
        what: String,
        /// The number of the form.
        form: u8,
    },
    /// What it holds cannot be understood.
    #[error("{what} of the local Discord is damaged")]
    Damaged { what: String },
    #[error("the local Discord's database failed")]
    Database(#[source] sled::Error),
    /// It could not be written, and takes nothing more.
    #[error("the local Discord cannot be written to its disk any more")]
    Broken,
}

/// A world that is kept.
#[derive(Debug)]
pub(super) struct Persistence {
    folder: PathBuf,
    /// Gone when it is closed, for sled lets go of its files only when nobody holds it.
    reader: RowReader,
    writer: WriterThread,
    /// How much was handed to the writer.
    submitted: AtomicU64,
    committed: watch::Receiver<Progress>,
    /// The interactions on disk, oldest first.
    calls: Mutex<VecDeque<Id>>,
}

/// How far the writer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Progress {
    /// So much is on disk.
    count: u64,
    is_broken: bool,
    is_over: bool,
}

/// What is stored beside the things themselves.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Meta {
    /// The last id that was given.
    pub(super) last_id: Id,
    /// Where files were fetched from.
    pub(super) address: std::net::SocketAddr,
    /// By how much the clock is ahead, in milliseconds.
    pub(super) ahead_ms: i64,
    /// Where they were fetched from before that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) addresses_before: Vec<std::net::SocketAddr>,
}

impl Persistence {
    /// Opens a folder, for this process alone. If there is a world in it, `world` becomes that.
    pub(super) fn open(
        folder: &Path,
        world: &mut World,
    ) -> Result<(Persistence, Option<Meta>), PersistenceError> {
        let held = folder::lock(folder)?;
        let (rows, data) = folder::open(folder)?;
        let failed =
            |source| PersistenceError::Folder { folder: folder.display().to_string(), source };
        let last_id = load::last_id(&rows)?;
        let pictures = StoredFiles::open(folder, last_id).map_err(failed)?;
        let meta = load::load(&rows, &pictures, world)?;
        if let Some(meta) = &meta {
            let mut before = meta.addresses_before.clone();
            before.push(meta.address);
            world.move_files(&before);
        }
        let calls = world.calls_in_order.iter().copied().collect();
        let started = WriterThread::start(rows.clone(), data, pictures.clone(), held);
        let (writer, committed) = started.map_err(failed)?;
        let rows = Arc::new(Mutex::new(Some(rows)));
        let reader = RowReader { rows, pictures, moved: RowReader::moving(world) };
        world.files.keep_all();
        world.held.put_on(Box::new(reader.clone()));
        let kept = Persistence {
            folder: folder.to_owned(),
            reader,
            writer,
            submitted: AtomicU64::new(0),
            committed,
            calls: Mutex::new(calls),
        };
        Ok((kept, meta))
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Has changes written, and then `then` done. Whoever calls this holds the world, so that
    /// what comes first is written first.
    pub(super) fn submit(
        &self,
        world: &mut World,
        changes: &[Change],
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
            rows.put(RowKey::Meta, &meta);
        }
        let number = self.submitted.fetch_add(1, Ordering::Relaxed) + 1;
        world.held.note_submitted(number);
        self.writer.submit(WriteJob { rows, then: Box::new(then) });
    }

    /// How much is on disk of what was submitted.
    pub(super) fn on_disk(&self) -> u64 {
        self.committed.borrow().count
    }

    fn add(&self, rows: &mut RowChanges, world: &World, change: &Change, now: Timestamp) {
        match change {
            Change::Person(id) => rows.put_or_remove(RowKey::Person(*id), world.person(*id)),
            Change::Server(id) => rows.put_or_remove(RowKey::Server(*id), world.server(*id)),
            Change::Channel(id) => rows.put_or_remove(RowKey::Channel(*id), world.channel(*id)),
            Change::Message(id) => match world.message(*id) {
                Some(message) => rows.put_message(message),
                None => rows.remove(RowKey::Message(*id)),
            },
            Change::Commands => rows.put(RowKey::Commands, &world.commands),
            Change::Interaction(id) => self.add_call(rows, world, *id, now),
            Change::File(id) => rows.put_file(*id, world.files.get(*id)),
            Change::FileGone(id, size) => rows.remove_file(*id, *size),
            Change::MessageGone(message) => remove_message(rows, message),
            Change::ChannelGone(channel) => {
                rows.remove(RowKey::Channel(channel.id));
                for (id, slot) in &channel.messages {
                    rows.remove(RowKey::Message(*id));
                    // One at a time: there may be many.
                    let read = || self.reader.message(*id).map(Arc::new);
                    if let Some(message) = slot.in_memory().cloned().or_else(read) {
                        remove_message(rows, &message);
                    }
                }
            }
            Change::Clock => rows.is_changed = true,
            Change::Connections => {}
        }
    }

    /// An interaction, as long as its token lives. Nobody comes back to what was being typed.
    fn add_call(&self, rows: &mut RowChanges, world: &World, id: Id, now: Timestamp) {
        let call = world.calls.get(&id).filter(|it| it.kind != InteractionKind::Autocomplete);
        let Some(call) = call else { return };
        // What the gateway sent stays as it is, and is written once.
        rows.put(RowKey::Interaction(id), &InteractionState { payload: None, ..call.clone() });
        if let Some(payload) = call.payload.as_deref().filter(|_| call.acknowledged.is_none()) {
            rows.put(RowKey::Payload(id), payload);
        }
        let mut calls = lock(&self.calls);
        if calls.back() < Some(&id) {
            calls.push_back(id);
        }
        let is_dead = |it: &Id| now.duration_since(it.time()).unsigned_abs() > TOKEN_LIFE;
        while calls.len() > 1 && calls.front().is_some_and(is_dead) {
            if let Some(dead) = calls.pop_front() {
                rows.remove(RowKey::Interaction(dead));
                rows.remove(RowKey::Payload(dead));
            }
        }
    }

    /// Returns when everything is on disk that was changed by now.
    pub(super) async fn settled(&self) -> Result<(), PersistenceError> {
        let wanted = self.submitted.load(Ordering::Relaxed);
        let mut committed = self.committed.clone();
        let there = |it: &Progress| it.count >= wanted || it.is_broken || it.is_over;
        let progress = committed.wait_for(there).await.map(|it| *it);
        match progress {
            Ok(progress) if progress.count >= wanted => Ok(()),
            Ok(_) | Err(_) => Err(PersistenceError::Broken),
        }
    }

    /// A file that is not in memory any more.
    pub(super) fn file(&self, id: Id) -> Option<UploadedFile> {
        self.reader.file(id)
    }

    /// Writes what waits, and lets go of the folder.
    pub(super) async fn close(&self) {
        lock(&self.reader.rows).take();
        self.writer.stop();
        // The thread says so when it has let go of everything.
        let mut committed = self.committed.clone();
        _ = committed.wait_for(|it| it.is_over).await;
    }
}

fn remove_message(rows: &mut RowChanges, message: &PostedMessage) {
    rows.remove(RowKey::Message(message.id));
    for (id, size) in message.attachments().iter().filter_map(file_of) {
        rows.remove_file(id, size);
    }
}

/// The data file of the database, once more.
type Data = DiskFile;

//! What is done beside the writing thread: the database is put on disk now and then, zeros are laid
//! out for the next segment of the journal, and a checkpoint is written when the journal is long.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::checkpoint::{self, Draft, Finished, ReadError};
use super::journal::{self, Journal};
use super::state::State;
use super::trees::{Trees, Writes};

/// How long what was handed to the operating system may stay there: the journal has it on disk.
const REST: Duration = Duration::from_millis(500);

/// How long the journal becomes before a checkpoint is written, unless the last one is longer.
pub(super) const JOURNAL_BYTES: u64 = 16 << 20;

/// What the writing thread and this one share.
pub(super) struct Shared {
    journal: Mutex<Journal>,
    /// The last change that the database may hold.
    planned: AtomicU64,
    is_dirty: AtomicBool,
    is_ending: AtomicBool,
    /// Why the database could not be put on disk.
    failure: Mutex<Option<io::Error>>,
    calls: Mutex<bool>,
    called: Condvar,
}

impl Shared {
    pub(super) fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that a change is about to be made in the database.
    pub(super) fn plan(&self, number: u64) {
        self.planned.store(number, Ordering::SeqCst);
    }

    /// Says that the database was changed, and whether there is more to do than to put it on disk.
    pub(super) fn has_changed(&self, is_long: bool) {
        self.is_dirty.store(true, Ordering::SeqCst);
        if is_long {
            self.call();
        }
    }

    pub(super) fn failure(&self) -> Option<io::Error> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn call(&self) {
        *self.calls.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.called.notify_one();
    }

    fn rest(&self) {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        let rested = self.called.wait_timeout_while(calls, REST, |is_called| !*is_called);
        let (mut calls, _) = rested.unwrap_or_else(PoisonError::into_inner);
        *calls = false;
    }

    fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::SeqCst)
    }
}

/// The thread, from outside. It ends when this is dropped.
pub(super) struct Keeper {
    pub(super) shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// Starts the thread for the journal in a folder. `data` is the database's file.
    pub(super) fn start(
        folder: PathBuf,
        trees: Arc<Trees>,
        data: File,
        journal: Journal,
        journal_bytes: u64,
    ) -> io::Result<Keeper> {
        let shared = Arc::new(Shared {
            planned: AtomicU64::new(journal.state().number),
            journal: Mutex::new(journal),
            is_dirty: AtomicBool::new(false),
            is_ending: AtomicBool::new(false),
            failure: Mutex::default(),
            calls: Mutex::default(),
            called: Condvar::new(),
        });
        let side = Side { folder, trees, data, journal_bytes, shared: Arc::clone(&shared) };
        let thread = std::thread::Builder::new().name("store-keeper".to_owned());
        let thread = Some(thread.spawn(move || side.run())?);
        Ok(Keeper { shared, thread })
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.shared.is_ending.store(true, Ordering::SeqCst);
        self.shared.call();
        // A panic of the thread's was reported when it happened.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// The thread's own side.
struct Side {
    folder: PathBuf,
    trees: Arc<Trees>,
    data: File,
    journal_bytes: u64,
    shared: Arc<Shared>,
}

impl Side {
    fn run(self) {
        let mut longest = self.longest();
        let mut synced_at = Instant::now();
        loop {
            self.shared.rest();
            if self.shared.is_ending() {
                break;
            }
            if synced_at.elapsed() >= REST {
                self.sync();
                synced_at = Instant::now();
            }
            let (wants_spare, bytes) = {
                let journal = self.shared.journal();
                (journal.wants_spare(), journal.bytes())
            };
            let done = if bytes > longest { self.checkpoint() } else { Ok(()) };
            let done = done.and_then(|()| {
                if wants_spare {
                    journal::prepare_spare(&self.folder)?;
                    self.shared.journal().has_spare();
                }
                Ok(())
            });
            if let Err(error) = done {
                let folder = self.folder.display();
                tracing::error!(
                    "{folder}: no checkpoint could be made, and the journal grows: {error}"
                );
                // As much again, before it is tried again.
                longest = bytes.saturating_add(self.journal_bytes);
            } else {
                longest = self.longest();
            }
        }
        self.sync();
    }

    /// How long the journal may become.
    fn longest(&self) -> u64 {
        let checkpoints = checkpoint::checkpoints(&self.folder).unwrap_or_default();
        let last = checkpoints.last().and_then(|(_, path)| fs::metadata(path).ok());
        last.map_or(0, |last| last.len()).max(self.journal_bytes)
    }

    fn sync(&self) {
        if self.shared.is_dirty.swap(false, Ordering::SeqCst)
            && let Err(error) = self.data.sync_data()
        {
            *self.shared.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    }

    fn checkpoint(&self) -> io::Result<()> {
        let (state, bytes) = {
            let mut journal = self.shared.journal();
            (journal.turn_over(), journal.bytes())
        };
        let Some(finished) = self.write(state)? else { return Ok(()) };
        // What older segments hold is in two places again before they go.
        self.data.sync_data()?;
        finished.publish()?;
        journal::remove_to(&self.folder, state.number)?;
        self.shared.journal().forget_bytes(bytes);
        tracing::debug!(number = state.number, "the store has a new checkpoint");
        Ok(())
    }

    /// Nothing if the store is closed meanwhile.
    fn write(&self, state: State) -> io::Result<Option<Finished>> {
        let mut draft = Draft::begin(&self.folder, state.number)?;
        for row in self.trees.rows() {
            let (part, key, value) = row.map_err(io::Error::other)?;
            draft.add(part, &key, &value)?;
            if self.shared.is_ending() {
                return Ok(None);
            }
        }
        // The rows may be of changes that are not in the journal yet, and without it they must not
        // come back.
        let last = self.shared.planned.load(Ordering::SeqCst);
        let until = loop {
            let until = self.shared.journal().state();
            if until.number >= last {
                break until;
            }
            if self.shared.is_ending() {
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let finished = draft.end(until)?;
        verify(&self.folder, &finished.site, until)?;
        Ok(Some(finished))
    }
}

/// Writes a checkpoint of a database that nobody changes meanwhile, in place of whatever was in the
/// journal's folder before.
pub(super) fn checkpoint(folder: &Path, trees: &Trees, state: State) -> io::Result<()> {
    let mut draft = Draft::begin(folder, state.number)?;
    for row in trees.rows() {
        let (part, key, value) = row.map_err(io::Error::other)?;
        draft.add(part, &key, &value)?;
    }
    let finished = draft.end(state)?;
    verify(folder, &finished.site, state)?;
    finished.publish()?;
    journal::remove_to(folder, u64::MAX)
}

/// Reads a checkpoint back: with the records after it, its rows must come to what they should.
fn verify(folder: &Path, path: &Path, until: State) -> io::Result<()> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what.to_owned());
    let number =
        checkpoint::read(path, |_, _, _| Ok::<(), io::Error>(())).map_err(read_back)?.number;
    let mut later = Writes::default();
    if number < until.number {
        for record in journal::scan(folder)?.after(number) {
            if record.head.after.number <= until.number {
                later.append(record.writes()?);
            }
        }
    }
    let mut state = State { number: until.number, ..State::default() };
    let add = |part, key: &[u8], value: &[u8]| {
        if !later.holds(part, key) {
            state.add(part, key, value);
        }
        Ok::<(), io::Error>(())
    };
    checkpoint::read(path, add).map_err(read_back)?;
    for (part, changes) in later.parts() {
        for (key, value) in changes {
            if let Some(value) = value {
                state.add(part, key, value);
            }
        }
    }
    if state == until { Ok(()) } else { Err(wrong("a new checkpoint does not hold every row")) }
}

fn read_back(error: ReadError<io::Error>) -> io::Error {
    match error {
        ReadError::Damaged(what) | ReadError::Newer(what) => {
            io::Error::new(io::ErrorKind::InvalidData, format!("a new checkpoint: {what}"))
        }
        ReadError::Refused(error) => error,
    }
}

//! What is done beside the writing thread: the database is put on disk now and then, zeros are laid
//! out for the next segment of the journal, and a checkpoint is written when the journal is long.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::checkpoint::{self, CheckpointWriter, FinishedCheckpoint, ReadError};
use super::checksum::StateChecksum;
use super::copies::guarded;
use super::journal::{self, Journal};
use super::trees::{Trees, Writes};

/// How long what was handed to the operating system may stay there: the journal has it on disk.
const REST: Duration = Duration::from_millis(500);

/// How long the journal becomes before a checkpoint is written, unless the last one is longer.
pub(super) const JOURNAL_BYTES: u64 = 16 << 20;

/// How soon what failed is tried again at first, and how late after many failures.
const SOONEST: Duration = Duration::from_secs(1);
const LATEST: Duration = Duration::from_secs(600);

/// What the writing thread and this one share.
pub(super) struct Shared {
    journal: Mutex<Journal>,
    /// The last change that the database may hold.
    planned: AtomicU64,
    is_dirty: AtomicBool,
    is_ending: AtomicBool,
    /// Why the database could not be put on disk, or how this thread ended.
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

    fn fail(&self, error: io::Error) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
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
pub(super) struct Maintenance {
    pub(super) shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Maintenance {
    /// Starts the thread for the journal in a folder. `data` is the database's file.
    pub(super) fn start(
        folder: PathBuf,
        trees: Arc<Trees>,
        data: File,
        journal: Journal,
        journal_bytes: u64,
    ) -> io::Result<Maintenance> {
        let side = MaintenanceThread::new(folder, trees, data, journal, journal_bytes);
        let shared = Arc::clone(&side.shared);
        let thread = std::thread::Builder::new().name("store-keeper".to_owned());
        let thread = Some(thread.spawn(move || side.run())?);
        Ok(Maintenance { shared, thread })
    }
}

impl Drop for Maintenance {
    fn drop(&mut self) {
        self.shared.is_ending.store(true, Ordering::SeqCst);
        self.shared.call();
        // A panic of the thread's was reported when it happened.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// When something is tried again that failed.
#[derive(Debug, Default)]
struct Retry {
    failures: u32,
    at: Option<Instant>,
}

impl Retry {
    fn is_due(&self, now: Instant) -> bool {
        self.at.is_none_or(|at| now >= at)
    }

    /// Waits twice as long as the last time. Returns how long that is.
    fn has_failed(&mut self, now: Instant) -> Duration {
        let pause = SOONEST.saturating_mul(1 << self.failures.min(16)).min(LATEST);
        self.failures = self.failures.saturating_add(1);
        self.at = Some(now + pause);
        pause
    }

    fn has_succeeded(&mut self) {
        *self = Retry::default();
    }
}

/// The thread's own side.
struct MaintenanceThread {
    folder: PathBuf,
    trees: Arc<Trees>,
    data: File,
    journal_bytes: u64,
    shared: Arc<Shared>,
    synced_at: Instant,
    /// How long the journal may become before the next checkpoint.
    longest: u64,
    checkpoints: Retry,
    spares: Retry,
}

impl MaintenanceThread {
    fn new(
        folder: PathBuf,
        trees: Arc<Trees>,
        data: File,
        journal: Journal,
        journal_bytes: u64,
    ) -> MaintenanceThread {
        let shared = Arc::new(Shared {
            planned: AtomicU64::new(journal.state().number),
            journal: Mutex::new(journal),
            is_dirty: AtomicBool::new(false),
            is_ending: AtomicBool::new(false),
            failure: Mutex::default(),
            calls: Mutex::default(),
            called: Condvar::new(),
        });
        let (checkpoints, spares) = (Retry::default(), Retry::default());
        let synced_at = Instant::now();
        let longest = 0;
        let mut side = MaintenanceThread {
            folder,
            trees,
            data,
            journal_bytes,
            shared,
            synced_at,
            longest,
            checkpoints,
            spares,
        };
        side.longest = side.longest();
        side
    }

    fn run(mut self) {
        loop {
            self.shared.rest();
            if self.shared.is_ending() || !self.guard(|side| side.pass(Instant::now())) {
                break;
            }
        }
        self.sync();
    }

    /// Whether the work came to its end. A panic of sled's is a failure that the writing thread
    /// hears of.
    fn guard(&mut self, work: impl FnOnce(&mut MaintenanceThread)) -> bool {
        let done = guarded(|| work(self));
        done.map_err(|panicked| self.shared.fail(io::Error::other(panicked))).is_ok()
    }

    /// Does what is to be done by now.
    fn pass(&mut self, now: Instant) {
        if now.saturating_duration_since(self.synced_at) >= REST {
            self.sync();
            self.synced_at = now;
        }
        self.keep_short(now);
        self.keep_spare(now);
    }

    /// Writes a checkpoint if the journal is long.
    fn keep_short(&mut self, now: Instant) {
        if self.shared.journal().bytes() <= self.longest || !self.checkpoints.is_due(now) {
            return;
        }
        match self.checkpoint() {
            Ok(()) => {
                self.checkpoints.has_succeeded();
                self.longest = self.longest();
            }
            Err(error) => {
                let (folder, pause) = (self.folder.display(), self.checkpoints.has_failed(now));
                tracing::error!(
                    "{folder}: no checkpoint could be made, and the journal grows: {error}; it is \
                     tried again in {} seconds",
                    pause.as_secs()
                );
            }
        }
    }

    /// Lays out zeros for the next segment if they will be wanted soon.
    fn keep_spare(&mut self, now: Instant) {
        if !self.shared.journal().wants_spare() || !self.spares.is_due(now) {
            return;
        }
        let prepared = journal::prepare_spare(&self.folder);
        match prepared.and_then(|prepared| self.shared.journal().keep_spare(prepared)) {
            Ok(()) => self.spares.has_succeeded(),
            Err(error) => {
                let (folder, pause) = (self.folder.display(), self.spares.has_failed(now));
                tracing::warn!(
                    "{folder}: the journal's next file could not be prepared: {error}; it is tried \
                     again in {} seconds",
                    pause.as_secs()
                );
            }
        }
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
            self.shared.fail(error);
        }
    }

    fn checkpoint(&self) -> io::Result<()> {
        let turned = self.shared.journal().rotate();
        let Some(finished) = self.write(turned.state)? else { return Ok(()) };
        // What older segments hold is in two places again before they go.
        self.data.sync_data()?;
        finished.publish()?;
        journal::remove_to(&self.folder, turned.ended)?;
        self.shared.journal().has_checkpoint(turned.bytes);
        tracing::debug!(number = turned.state.number, "the store has a new checkpoint");
        Ok(())
    }

    /// Nothing if the store is closed meanwhile.
    fn write(&self, state: StateChecksum) -> io::Result<Option<FinishedCheckpoint>> {
        let mut draft = CheckpointWriter::begin(&self.folder, state.number)?;
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
        verify(&self.folder, finished.site.path(), until)?;
        Ok(Some(finished))
    }
}

/// Writes a checkpoint of a database that nobody changes meanwhile, in place of whatever was in the
/// journal's folder before.
pub(super) fn checkpoint(folder: &Path, trees: &Trees, state: StateChecksum) -> io::Result<()> {
    let mut draft = CheckpointWriter::begin(folder, state.number)?;
    for row in trees.rows() {
        let (part, key, value) = row.map_err(io::Error::other)?;
        draft.add(part, &key, &value)?;
    }
    let finished = draft.end(state)?;
    verify(folder, finished.site.path(), state)?;
    finished.publish()?;
    journal::remove_to(folder, u64::MAX)
}

/// Reads a checkpoint back: with the records after it, its rows must come to what they should.
fn verify(folder: &Path, path: &Path, until: StateChecksum) -> io::Result<()> {
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
    let mut state = StateChecksum { number: until.number, ..StateChecksum::default() };
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
        ReadError::System(error) | ReadError::Refused(error) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::super::folder;
    use super::super::keys::TreeId;
    use super::*;

    /// A folder in which nothing but the test does what the two threads would.
    struct Alone {
        place: tempfile::TempDir,
        side: MaintenanceThread,
        state: StateChecksum,
        _lock: File,
    }

    impl Alone {
        fn new() -> Alone {
            let place = tempfile::tempdir().unwrap();
            let lock = folder::lock(place.path()).unwrap();
            let folder::OpenedFolder { trees, data, journal, folder, .. } =
                folder::open(place.path()).unwrap();
            let state = journal.state();
            let side = MaintenanceThread::new(folder, trees, data, journal, 1_000);
            Alone { place, side, state, _lock: lock }
        }

        /// Makes a change as the writing thread does.
        fn change(&mut self) {
            let number = self.state.number + 1;
            let mut writes = Writes::default();
            writes.set(TreeId::Profiles, number.to_be_bytes().to_vec(), Some(vec![b'x'; 900]));
            self.side.shared.plan(number);
            self.state = self.side.trees.apply(&writes, self.state, number).unwrap();
            self.side.shared.journal().append(&writes, self.state).unwrap();
            self.side.shared.has_changed(false);
        }

        /// The names of the journal's files.
        fn files(&self) -> Vec<String> {
            let files = fs::read_dir(self.place.path().join(journal::FOLDER)).unwrap();
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
        }

        fn count(&self, is_counted: impl Fn(&str) -> bool) -> usize {
            self.files().iter().filter(|name| is_counted(name)).count()
        }
    }

    fn is_of(name: &str, extension: &str) -> bool {
        Path::new(name).extension().is_some_and(|it| it == extension)
    }

    #[test]
    fn what_fails_is_tried_again_later_and_later() {
        let start = Instant::now();
        let mut retry = Retry::default();
        assert!(retry.is_due(start));
        let pauses: Vec<u64> = (0..12).map(|_| retry.has_failed(start).as_secs()).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]);
        assert!(!retry.is_due(start + Duration::from_secs(599)));
        assert!(retry.is_due(start + Duration::from_secs(600)));
        retry.has_succeeded();
        assert!(retry.is_due(start));
    }

    #[test]
    fn checkpoints_that_fail_leave_nothing_behind() {
        let mut alone = Alone::new();
        // A row that no change has made: no checkpoint comes to what it should.
        alone.side.trees.load(TreeId::Profiles, b"nobody", b"").unwrap();
        let start = Instant::now();
        for second in (0..1_300).step_by(20) {
            alone.change();
            alone.change();
            alone.side.pass(start + Duration::from_secs(second));
            assert!(alone.count(|name| is_of(name, "log")) <= 2, "{:?}", alone.files());
            let unfinished = |name: &str| is_of(name, "new") && name != "spare.new";
            assert_eq!(alone.count(unfinished), 0, "{:?}", alone.files());
        }
        // Of 65 times that there was a reason to.
        assert_eq!(alone.side.checkpoints.failures, 11);
        // One that is made clears all of it away.
        alone.side.trees.tree(TreeId::Profiles).remove(b"nobody").unwrap();
        alone.side.pass(start + Duration::from_secs(3_000));
        assert_eq!(alone.side.checkpoints.failures, 0);
        assert_eq!(alone.count(|name| name.starts_with("checkpoint-")), 1);
        assert_eq!(alone.count(|name| is_of(name, "log")), 1, "{:?}", alone.files());
        alone.change();
        let Alone { place, side, state, .. } = alone;
        drop(side);
        fs::remove_dir_all(place.path().join("sled")).unwrap();
        let opened = folder::open(place.path()).unwrap();
        assert_eq!(opened.journal.state(), state);
    }

    #[test]
    fn a_spare_that_cannot_be_made_holds_up_no_checkpoint() {
        let mut alone = Alone::new();
        let folder = alone.place.path().join(journal::FOLDER);
        alone.change();
        alone.change();
        let last = alone.state.number;
        fs::create_dir(folder.join("zeros-ahead.new")).unwrap();
        let start = Instant::now();
        alone.side.shared.journal().rotate();
        alone.side.pass(start);
        assert_eq!(alone.side.checkpoints.failures, 0);
        assert_eq!(alone.side.spares.failures, 1);
        assert!(alone.files().contains(&format!("checkpoint-{last:020}")), "{:?}", alone.files());
        alone.side.pass(start);
        assert_eq!(alone.side.spares.failures, 1);
        fs::remove_dir(folder.join("zeros-ahead.new")).unwrap();
        alone.side.pass(start + LATEST);
        assert_eq!(alone.side.spares.failures, 0);
        assert!(alone.files().contains(&"spare.new".to_owned()));
    }

    #[test]
    fn a_panic_is_a_failure_that_the_writing_thread_hears_of() {
        let mut alone = Alone::new();
        assert!(alone.side.guard(|_| {}));
        assert!(alone.side.shared.failure().is_none());
        assert!(!alone.side.guard(|_| panic!("as it should in this test")));
        let failure = alone.side.shared.failure().unwrap();
        assert_eq!(failure.to_string(), "as it should in this test");
    }
}

//! The thread beside the writing thread. It puts the database on disk now and then, prepares the
//! journal's next segment, writes a checkpoint when the journal is long, and rewrites everything
//! when it is asked to.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::checkpoint;
use super::copies::guarded;
use super::error::{DatabaseError, SledError, error_line, failed};
use super::journal::Journal;
use super::open_trees::OpenTrees;
use super::retry::Retry;
use super::rewrite::{self, Source};
use super::segment;
use super::shared::{Answer, Rewritings, Shared};
use super::trees::{ROWS_MOST, Trees};
use super::unstored::Batch;
use super::verified_checkpoint;

/// When work is due that nobody waits for.
#[derive(Clone, Copy, Debug)]
pub struct Upkeep {
    /// The length of the journal in bytes at which a checkpoint is written. A checkpoint that is
    /// longer raises it to its own length.
    pub checkpoint_bytes: u64,
    /// How long the database may lack on disk what the journal has.
    pub flush_interval: Duration,
    /// The number of changed rows from which they are stored in the database, in one transaction
    /// that holds up all reads.
    pub unstored_rows: usize,
}

impl Default for Upkeep {
    fn default() -> Upkeep {
        Upkeep {
            checkpoint_bytes: 16 << 20,
            flush_interval: Duration::from_secs(10),
            unstored_rows: ROWS_MOST,
        }
    }
}

/// The handle of the maintenance thread, which ends when the handle is dropped.
pub(super) struct Maintenance {
    pub(super) shared: Arc<Shared>,
    requests: mpsc::Sender<Answer>,
    thread: Option<JoinHandle<()>>,
}

impl Maintenance {
    /// Starts the thread. `folder` is the journal's, and `data` the database's file.
    pub(super) fn start(
        folder: PathBuf,
        trees: Arc<OpenTrees>,
        data: File,
        journal: Journal,
        upkeep: Upkeep,
    ) -> io::Result<Maintenance> {
        let work = MaintenanceThread::new(folder, trees, data, journal, upkeep);
        let shared = Arc::clone(&work.shared);
        let (requests, requested) = mpsc::channel();
        let thread = std::thread::Builder::new().name("store-upkeep".to_owned());
        let thread = Some(thread.spawn(move || work.run(&requested))?);
        Ok(Maintenance { shared, requests, thread })
    }

    pub(super) fn rewritings(&self) -> Rewritings {
        Rewritings::new(Arc::clone(&self.shared), self.requests.clone())
    }
}

impl Drop for Maintenance {
    fn drop(&mut self) {
        self.shared.end();
        // The thread has reported its panic itself.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// What the maintenance thread works with.
struct MaintenanceThread {
    folder: PathBuf,
    trees: Arc<OpenTrees>,
    data: File,
    upkeep: Upkeep,
    shared: Arc<Shared>,
    flushed_at: Instant,
    /// The length of the journal in bytes at which the next checkpoint is written.
    checkpoint_at: u64,
    checkpoints: Retry,
    spares: Retry,
}

impl MaintenanceThread {
    fn new(
        folder: PathBuf,
        trees: Arc<OpenTrees>,
        data: File,
        journal: Journal,
        upkeep: Upkeep,
    ) -> MaintenanceThread {
        let mut thread = MaintenanceThread {
            folder,
            trees,
            data,
            upkeep,
            shared: Arc::new(Shared::new(journal)),
            flushed_at: Instant::now(),
            checkpoint_at: 0,
            checkpoints: Retry::default(),
            spares: Retry::default(),
        };
        thread.checkpoint_at = thread.next_checkpoint_at();
        thread
    }

    fn run(mut self, requested: &mpsc::Receiver<Answer>) {
        loop {
            self.shared.wait();
            if self.shared.is_ending() || !self.guard(|thread| thread.pass(Instant::now())) {
                break;
            }
            if let Ok(answer) = requested.try_recv()
                && !self.guard(|thread| thread.rewrite_and_answer(answer))
            {
                break;
            }
        }
        if let Err(error) = self.flush() {
            self.shared.fail(error);
        }
    }

    /// Does some work, and returns false if sled panics. The panic is passed to the writing thread
    /// as a failure.
    fn guard(&mut self, work: impl FnOnce(&mut MaintenanceThread)) -> bool {
        let done = guarded(|| work(self));
        done.map_err(|panicked| self.shared.fail(io::Error::other(panicked))).is_ok()
    }

    /// Does all work that is due.
    fn pass(&mut self, now: Instant) {
        self.put_on_disk(now);
        self.checkpoint_if_long(now);
        self.prepare_spare(now);
    }

    /// Writes a checkpoint if the journal is long.
    fn checkpoint_if_long(&mut self, now: Instant) {
        if self.shared.journal().bytes() <= self.checkpoint_at || !self.checkpoints.is_due(now) {
            return;
        }
        match self.checkpoint() {
            Ok(_) => {
                self.checkpoints.record_success();
                self.checkpoint_at = self.next_checkpoint_at();
            }
            Err(error) => {
                let (folder, pause) = (self.folder.display(), self.checkpoints.record_failure(now));
                tracing::error!(
                    %folder, %error, retry_seconds = pause.as_secs(),
                    "a checkpoint cannot be written, and the journal grows"
                );
            }
        }
    }

    /// Prepares the journal's next segment if it is needed soon.
    fn prepare_spare(&mut self, now: Instant) {
        if !self.shared.journal().needs_spare() || !self.spares.is_due(now) {
            return;
        }
        let prepared = segment::prepare_spare(&self.folder);
        match prepared.and_then(|prepared| self.shared.journal().publish_spare(prepared)) {
            Ok(()) => self.spares.record_success(),
            Err(error) => {
                let (folder, pause) = (self.folder.display(), self.spares.record_failure(now));
                tracing::warn!(
                    %folder, %error, retry_seconds = pause.as_secs(),
                    "the journal's next segment cannot be prepared"
                );
            }
        }
    }

    /// The length of the journal at which the next checkpoint is written: that of the last one, or
    /// the least one if that is more.
    fn next_checkpoint_at(&self) -> u64 {
        let checkpoints = checkpoint::checkpoints(&self.folder).unwrap_or_default();
        let last = checkpoints.last().and_then(|(_, path)| fs::metadata(path).ok());
        last.map_or(0, |last| last.len()).max(self.upkeep.checkpoint_bytes)
    }

    /// Puts the journal on disk, and does with the database what is due.
    fn put_on_disk(&mut self, now: Instant) {
        let rows = self.trees.with(|trees| trees.unstored().rows()).unwrap_or_default();
        let since = now.saturating_duration_since(self.flushed_at);
        let done = if since >= self.upkeep.flush_interval {
            self.flushed_at = now;
            self.flush()
        } else if rows >= self.upkeep.unstored_rows {
            let batch = self.unstored(&mut self.shared.journal());
            batch.and_then(|batch| self.store(&batch))
        } else {
            self.shared.journal().settle()
        };
        if let Err(error) = done {
            self.shared.fail(error);
        }
    }

    /// What the database lacks. All of it is in the journal.
    fn unstored(&self, journal: &mut Journal) -> io::Result<Batch> {
        journal.settle()?;
        self.trees.with(|trees| trees.unstored().batch()).map_err(io::Error::other)
    }

    /// Stores changes in the database, which keeps some of them in memory.
    fn store(&self, batch: &Batch) -> io::Result<()> {
        let stored = self.trees.with(|trees| trees.store(batch)).map_err(io::Error::other)?;
        stored.map_err(|error| io::Error::other(DatabaseError(error)))
    }

    /// Brings the database to the disk with all changes, unless it is there.
    fn flush(&self) -> io::Result<()> {
        let due = {
            let mut journal = self.shared.journal();
            if journal.recent_bytes() == 0 {
                return Ok(());
            }
            (self.unstored(&mut journal)?, journal.turn_recent()?)
        };
        self.flush_with(&due)
    }

    /// Stores changes in the database, brings it to the disk, and empties the file of their records.
    fn flush_with(&self, (batch, recent): &(Batch, Arc<File>)) -> io::Result<()> {
        self.store(batch)?;
        let flushed = self.trees.with(Trees::flush).map_err(io::Error::other)?;
        flushed.map_err(|error| io::Error::other(DatabaseError(error)))?;
        self.data.sync_data()?;
        recent.set_len(0)
    }

    fn rewrite_and_answer(&mut self, answer: Answer) {
        let rewritten = self.rewrite();
        let rewritten = rewritten.map_err(|error| {
            if self.trees.is_closed() {
                self.shared.fail(io::Error::other(error_line(&error)));
                return error;
            }
            // The old database is in use, so that nobody has to open the store again.
            failed(self.trees.folder())(io::Error::other(error_line(&error)))
        });
        // A caller that no longer waits is no error.
        let _ = answer.send(rewritten);
    }

    /// Replaces all files that hold earlier rows.
    fn rewrite(&mut self) -> Result<(), SledError> {
        let home = self.trees.folder();
        rewrite::remove_leftovers(home).map_err(failed(home))?;
        rewrite::check_room(home)?;
        // The writing thread takes a segment while a database is made.
        self.prepare_spare(Instant::now());
        let reached = self.shared.journal().state().number;
        // After a failure the first checkpoint leaves the open segment, and the second removes it.
        for _ in 0..2 {
            if self.checkpoint().map_err(failed(&self.folder))? >= Some(reached) {
                break;
            }
        }
        let shared = Arc::clone(&self.shared);
        let source = Source { folder: &self.folder, is_ending: &|| shared.is_ending() };
        rewrite::rewrite(&self.trees, &mut self.data, &source)?;
        self.checkpoint_at = self.next_checkpoint_at();
        self.flush().map_err(failed(&self.folder))
    }

    /// Writes a checkpoint, and removes the segments that ended before. Returns their last change,
    /// or nothing if the store is being closed.
    fn checkpoint(&self) -> io::Result<Option<u64>> {
        let (turned, due) = {
            let mut journal = self.shared.journal();
            let turned = journal.rotate()?;
            (turned, (self.unstored(&mut journal)?, journal.turn_recent()?))
        };
        let state = due.0.state;
        // The database is on disk before segments are removed: everything is stored twice then. Only
        // this thread stores anything in it, so the checkpoint has its rows of one moment.
        self.flush_with(&due)?;
        let go_on = || !self.shared.is_ending();
        let write = |trees: &Trees| verified_checkpoint::write(&self.folder, trees, state, go_on);
        let written = self.trees.with(write).map_err(io::Error::other)?;
        let Some(finished) = written? else { return Ok(None) };
        finished.publish()?;
        segment::remove_to(&self.folder, turned.ended)?;
        self.shared.journal().record_checkpoint(turned.bytes);
        tracing::debug!(number = state.number, "a checkpoint is written");
        Ok(Some(turned.ended))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::checksum::StateChecksum;
    use super::super::folder;
    use super::super::journal;
    use super::super::keys::TreeId;
    use super::super::retry;
    use super::super::trees::Writes;
    use super::*;

    /// A store whose two threads do not run: the test does their work.
    struct TestStore {
        folder: tempfile::TempDir,
        thread: MaintenanceThread,
        state: StateChecksum,
        _lock: File,
    }

    impl TestStore {
        fn new() -> TestStore {
            let dir = tempfile::tempdir().unwrap();
            let lock = folder::lock(dir.path()).unwrap();
            let folder::OpenedFolder { trees, data, journal, journal_folder, .. } =
                folder::open(dir.path()).unwrap();
            let state = journal.state();
            let upkeep = Upkeep { checkpoint_bytes: 1_000, ..Upkeep::default() };
            let thread = MaintenanceThread::new(journal_folder, trees, data, journal, upkeep);
            TestStore { folder: dir, thread, state, _lock: lock }
        }

        /// Makes a change as the writing thread does.
        fn change(&mut self) {
            let number = self.state.number + 1;
            let mut writes = Writes::default();
            writes.set(TreeId::Profiles, number.to_be_bytes().to_vec(), Some(vec![b'x'; 900]));
            let change = |trees: &Trees| trees.change(&writes, number).unwrap();
            self.state = self.thread.trees.with(change).unwrap();
            self.thread.shared.journal().append(writes, self.state).unwrap();
        }

        /// The names of the journal's files.
        fn files(&self) -> Vec<String> {
            let files = fs::read_dir(self.folder.path().join(journal::FOLDER)).unwrap();
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
    fn checkpoints_that_fail_leave_nothing_behind() {
        let mut store = TestStore::new();
        // No change has written this row, so every checkpoint has a wrong checksum.
        let trees = Arc::clone(&store.thread.trees);
        trees.with(|trees| trees.load(TreeId::Profiles, b"nobody", b"").unwrap()).unwrap();
        let start = Instant::now();
        for second in (0..1_300).step_by(20) {
            store.change();
            store.change();
            store.thread.pass(start + Duration::from_secs(second));
            assert!(store.count(|name| is_of(name, "log")) <= 2, "{:?}", store.files());
            let unfinished = |name: &str| is_of(name, "new") && name != "spare.new";
            assert_eq!(store.count(unfinished), 0, "{:?}", store.files());
        }
        // There were 65 occasions to try.
        assert_eq!(store.thread.checkpoints.failures, 11);
        // A checkpoint that succeeds removes the older files.
        trees.with(|trees| trees.stored(TreeId::Profiles).remove(b"nobody").unwrap()).unwrap();
        drop(trees);
        store.thread.pass(start + Duration::from_secs(3_000));
        assert_eq!(store.thread.checkpoints.failures, 0);
        assert_eq!(store.count(|name| name.starts_with("checkpoint-")), 1);
        assert_eq!(store.count(|name| is_of(name, "log")), 1, "{:?}", store.files());
        store.change();
        let TestStore { folder: dir, thread, state, .. } = store;
        drop(thread);
        fs::remove_dir_all(dir.path().join("sled")).unwrap();
        let opened = folder::open(dir.path()).unwrap();
        assert_eq!(opened.journal.state(), state);
    }

    #[test]
    fn a_failed_spare_does_not_delay_a_checkpoint() {
        let mut store = TestStore::new();
        let folder = store.folder.path().join(journal::FOLDER);
        store.change();
        store.change();
        let last = store.state.number;
        fs::create_dir(folder.join("zeros-ahead.new")).unwrap();
        let start = Instant::now();
        store.thread.shared.journal().rotate().unwrap();
        store.thread.pass(start);
        assert_eq!(store.thread.checkpoints.failures, 0);
        assert_eq!(store.thread.spares.failures, 1);
        assert!(store.files().contains(&format!("checkpoint-{last:020}")), "{:?}", store.files());
        store.thread.pass(start);
        assert_eq!(store.thread.spares.failures, 1);
        fs::remove_dir(folder.join("zeros-ahead.new")).unwrap();
        store.thread.pass(start + retry::LONGEST);
        assert_eq!(store.thread.spares.failures, 0);
        assert!(store.files().contains(&"spare.new".to_owned()));
    }

    #[test]
    fn a_panic_is_passed_to_the_writing_thread() {
        let mut store = TestStore::new();
        assert!(store.thread.guard(|_| {}));
        assert!(store.thread.shared.failure().is_none());
        assert!(!store.thread.guard(|_| panic!("as it should in this test")));
        let failure = store.thread.shared.failure().unwrap();
        assert_eq!(failure.to_string(), "as it should in this test");
    }
}

//! The writing thread, the only one that makes changes.
//!
//! It takes all queued changes, and makes each in a transaction of its own, where the next one and reads
//! find it. Then it brings all of them to the disk together, notes how far the store has come, and answers
//! those who wait. sled's own flush leaves what it writes with the operating system, so the file is synced
//! by a handle of our own; its asynchronous flush hangs when many are under way.
//!
//! Some changes are only repeated if they are lost, such as the note that a message was delivered.
//! They are answered at once, and are on disk with the next change that somebody waits for, or a moment
//! later.

use std::fs::File;
use std::io;
use std::iter;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::{oneshot, watch};

use super::super::calls::note_call;
use super::error::{self, SledError, error_line};
use super::folder::OpenedFolder;
use super::open_trees::OpenTrees;
use super::reached::ReachedFile;
use super::rewrite;
use super::trees::{Trees, Writes};

/// The most changes that are brought to the disk together.
const GROUP_MOST: usize = 512;

/// How long a change for which nobody waits may not be on disk.
const LATER: Duration = Duration::from_millis(100);

/// The handle of the writing thread. The thread makes the queued changes and ends when the handle
/// is closed or dropped.
pub(super) struct Writer {
    queue: Mutex<Option<mpsc::Sender<Queued>>>,
    state: watch::Receiver<WriterState>,
    thread: Option<JoinHandle<()>>,
    folder: Arc<Path>,
}

/// The state of the writing thread.
#[derive(Clone, Debug)]
enum WriterState {
    Still,
    /// The group of this number may not be on disk yet.
    Writing(u64),
    Broken(Failure),
}

/// A failure to write. All waiting and later callers get it.
#[derive(Clone, Debug)]
enum Failure {
    Database(Arc<Path>, sled::Error),
    Disk(Arc<Path>, io::ErrorKind, String),
}

impl From<&Failure> for SledError {
    fn from(failure: &Failure) -> SledError {
        match failure {
            Failure::Database(folder, error) => error::of_sled(folder, error.clone()),
            Failure::Disk(folder, kind, why) => {
                error::of_writing(folder, io::Error::new(*kind, why.clone()))
            }
        }
    }
}

impl Writer {
    pub(super) fn start(opened: OpenedFolder) -> io::Result<Writer> {
        let (queue, waiting) = mpsc::channel();
        let (report, state) = watch::channel(WriterState::Still);
        let OpenedFolder { trees, data, reached, .. } = opened;
        let folder = Arc::clone(trees.folder());
        let work = WriterThread { trees, data, reached, report, groups: 0, due: None };
        let thread = std::thread::Builder::new().name("store".to_owned());
        let thread = thread.spawn(move || work.run(&waiting))?;
        let queue = Mutex::new(Some(queue));
        Ok(Writer { queue, state, thread: Some(thread), folder })
    }

    /// Makes the changes that `plan` returns, and returns when they are on disk.
    pub(super) async fn write<E: From<SledError> + Send + 'static>(
        &self,
        plan: impl FnOnce(&Trees) -> Result<Writes, E> + Send + 'static,
    ) -> Result<(), E> {
        self.enqueue(plan, Urgency::Now).await
    }

    /// Makes the changes that `plan` returns, and returns when they are made. The end of the process within
    /// [`LATER`] may undo them.
    pub(super) async fn write_later(
        &self,
        plan: impl FnOnce(&Trees) -> Result<Writes, SledError> + Send + 'static,
    ) -> Result<(), SledError> {
        self.enqueue(plan, Urgency::Later).await
    }

    async fn enqueue<E: From<SledError> + Send + 'static>(
        &self,
        plan: impl FnOnce(&Trees) -> Result<Writes, E> + Send + 'static,
        urgency: Urgency,
    ) -> Result<(), E> {
        note_call();
        let (answer, answered) = oneshot::channel();
        let job = Job { plan: Some(plan), urgency, refused: None, answer };
        self.send(Queued::Change(Box::new(job)))?;
        answered.await.unwrap_or_else(|_| Err(self.ended_error().into()))
    }

    fn send(&self, work: Queued) -> Result<(), SledError> {
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.as_ref().and_then(|queue| queue.send(work).ok()).ok_or(SledError::Closed)
    }

    /// Makes the changes that `plan` returns, and returns what comes with them when they are on disk.
    pub(super) async fn write_with<T: Send + 'static>(
        &self,
        plan: impl FnOnce(&Trees) -> Result<(Writes, T), SledError> + Send + 'static,
    ) -> Result<T, SledError> {
        let (sender, receiver) = oneshot::channel();
        let plan = move |trees: &Trees| {
            let (writes, value) = plan(trees)?;
            // A caller that no longer waits is no error.
            let _ = sender.send(value);
            Ok::<Writes, SledError>(writes)
        };
        self.write(plan).await?;
        receiver.await.map_err(|_| SledError::Closed)
    }

    /// Returns when all changes up to now for which somebody waits are on disk.
    pub(super) async fn written(&self) -> Result<(), SledError> {
        let mut state = self.state.clone();
        let now = state.borrow().clone();
        let then = match now {
            WriterState::Still => return Ok(()),
            WriterState::Writing(group) => {
                let later = |state: &WriterState| !matches!(state, WriterState::Writing(it) if *it == group);
                state.wait_for(later).await.map_err(|_| self.ended_error())?.clone()
            }
            WriterState::Broken(_) => now,
        };
        match then {
            WriterState::Still | WriterState::Writing(_) => Ok(()),
            WriterState::Broken(failure) => Err(SledError::from(&failure)),
        }
    }

    /// Rewrites the database, so that no file holds rows that were deleted before. Changes wait meanwhile.
    pub(super) async fn rewrite(&self) -> Result<(), SledError> {
        let (answer, answered) = oneshot::channel();
        self.send(Queued::Rewriting(answer))?;
        answered.await.unwrap_or_else(|_| Err(self.ended_error()))
    }

    /// Closes the queue, and returns when the thread has ended.
    pub(super) async fn close(&self) -> Result<(), SledError> {
        self.close_queue();
        let mut state = self.state.clone();
        while state.changed().await.is_ok() {}
        self.written().await
    }

    fn ended_error(&self) -> SledError {
        let why = io::Error::other("the writing thread has ended");
        error::of_writing(&self.folder, why)
    }

    fn close_queue(&self) {
        *self.queue.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.close_queue();
        // The thread has reported its panic itself.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// When a change is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Urgency {
    /// With a change that somebody waits for, or within [`LATER`].
    Later,
    /// Before it is acknowledged.
    Now,
}

/// What the thread is to do.
enum Queued {
    Change(Box<dyn Work>),
    /// Everything is to be rewritten.
    Rewriting(oneshot::Sender<Result<(), SledError>>),
}

/// A queued change.
trait Work: Send {
    /// Plans the writes; none if the change is refused.
    fn plan(&mut self, trees: &Trees) -> Writes;

    fn urgency(&self) -> Urgency;

    /// Sends the result to the caller.
    fn answer(self: Box<Self>, failure: Option<&Failure>);
}

struct Job<P, E> {
    plan: Option<P>,
    urgency: Urgency,
    refused: Option<E>,
    answer: oneshot::Sender<Result<(), E>>,
}

impl<P, E> Work for Job<P, E>
where
    P: FnOnce(&Trees) -> Result<Writes, E> + Send,
    E: From<SledError> + Send,
{
    fn plan(&mut self, trees: &Trees) -> Writes {
        match self.plan.take().map(|plan| plan(trees)) {
            Some(Ok(writes)) => writes,
            Some(Err(error)) => {
                self.refused = Some(error);
                Writes::default()
            }
            None => Writes::default(),
        }
    }

    fn urgency(&self) -> Urgency {
        self.urgency
    }

    fn answer(self: Box<Self>, failure: Option<&Failure>) {
        let answer = match (failure, self.refused) {
            (Some(failure), _) => Err(SledError::from(failure).into()),
            (None, Some(error)) => Err(error),
            (None, None) => Ok(()),
        };
        // A caller that no longer waits is no error.
        let _ = self.answer.send(answer);
    }
}

/// What the writing thread works with.
struct WriterThread {
    trees: Arc<OpenTrees>,
    /// The data file once more, by which it is brought to the disk.
    data: File,
    reached: ReachedFile,
    report: watch::Sender<WriterState>,
    groups: u64,
    /// When changes are to be on disk for which nobody waits, if there are any.
    due: Option<Instant>,
}

impl WriterThread {
    fn run(mut self, waiting: &mpsc::Receiver<Queued>) {
        let mut failure = None;
        while let Some(first) = self.next(waiting, &mut failure) {
            let (mut group, mut rewritings) = (Vec::new(), Vec::new());
            for it in iter::once(first).chain(waiting.try_iter()).take(GROUP_MOST) {
                match it {
                    Queued::Change(work) => group.push(work),
                    Queued::Rewriting(answer) => rewritings.push(answer),
                }
            }
            if failure.is_none() {
                failure = self.report(|thread| thread.write(&mut group)).err();
            }
            for work in group {
                work.answer(failure.as_ref());
            }
            for answer in rewritings {
                let rewritten = match &failure {
                    None => self.rewrite(&mut failure),
                    Some(failure) => Err(SledError::from(failure)),
                };
                // A caller that no longer waits is no error.
                let _ = answer.send(rewritten);
            }
        }
        if failure.is_none() {
            // What nobody waited for. A failure is reported.
            let _ = self.report(WriterThread::sync);
        }
    }

    /// Waits for what is to be done next, and brings to the disk what is due meanwhile; `None` once the
    /// queue is closed.
    fn next(
        &mut self,
        waiting: &mpsc::Receiver<Queued>,
        failure: &mut Option<Failure>,
    ) -> Option<Queued> {
        let Some(due) = self.due.filter(|_| failure.is_none()) else { return waiting.recv().ok() };
        match waiting.recv_timeout(due.saturating_duration_since(Instant::now())) {
            Ok(next) => Some(next),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => {
                *failure = self.report(WriterThread::sync).err();
                waiting.recv().ok()
            }
        }
    }

    /// Rewrites the database. Changes that nobody waited for are on disk before, and the new database is
    /// after it: what could not be synced once would seem to be the next time.
    fn rewrite(&mut self, failure: &mut Option<Failure>) -> Result<(), SledError> {
        *failure = self.report(WriterThread::sync).err();
        if let Some(failure) = failure {
            return Err(SledError::from(&*failure));
        }
        let rewritten = rewrite::rewrite(&self.trees, &mut self.data);
        *failure = match &rewritten {
            Err(error) if self.trees.is_closed() => {
                let why = io::Error::other(error_line(error));
                self.report(|thread| Err(thread.failed(&why))).err()
            }
            _ => self.report(WriterThread::sync).err(),
        };
        match failure {
            Some(failure) if rewritten.is_ok() => Err(SledError::from(&*failure)),
            _ => rewritten,
        }
    }

    /// Does something with the disk, and says how that went.
    fn report(
        &mut self,
        write: impl FnOnce(&mut WriterThread) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.groups += 1;
        self.report.send_replace(WriterState::Writing(self.groups));
        let written = write(self);
        let state = match &written {
            Ok(()) => WriterState::Still,
            Err(failure) => {
                let why = error_line(&SledError::from(failure));
                tracing::error!(error = why, "store accepts no more changes");
                WriterState::Broken(failure.clone())
            }
        };
        self.report.send_replace(state);
        written
    }

    fn failed(&self, error: &io::Error) -> Failure {
        Failure::Disk(Arc::clone(self.trees.folder()), error.kind(), error.to_string())
    }

    fn write(&mut self, group: &mut [Box<dyn Work>]) -> Result<(), Failure> {
        let mut urgency = None;
        self.with(|trees| {
            for work in group {
                let writes = work.plan(trees);
                if !writes.is_empty() {
                    urgency = urgency.max(Some(work.urgency()));
                    trees.apply(&writes, trees.now().number + 1)?;
                }
            }
            Ok(())
        })?;
        let now = Instant::now();
        if urgency == Some(Urgency::Later) {
            self.due.get_or_insert(now + LATER);
        }
        let is_due = self.due.is_some_and(|due| due <= now);
        if is_due || urgency == Some(Urgency::Now) { self.sync() } else { Ok(()) }
    }

    /// Returns when all changes are on disk.
    fn sync(&mut self) -> Result<(), Failure> {
        let now = self.with(|trees| trees.flush().map(|()| trees.now()))?;
        self.due = None;
        let synced = self.data.sync_data().and_then(|()| self.reached.set(now));
        synced.map_err(|error| self.failed(&error))
    }

    fn with<T>(&self, work: impl FnOnce(&Trees) -> sled::Result<T>) -> Result<T, Failure> {
        match self.trees.with(work) {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => Err(Failure::Database(Arc::clone(self.trees.folder()), error)),
            Err(closed) => Err(self.failed(&io::Error::other(closed))),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::pin::pin;
    use std::sync::mpsc::channel;
    use std::task::{Context, Waker};

    use super::*;
    use crate::sled::{folder, mutations};
    use crate::{CommitError, InteractionId, StoreError, StoreErrorKind};

    #[tokio::test]
    async fn nothing_is_written_or_read_after_a_failure() {
        let dir = tempfile::tempdir().unwrap();
        let _lock = folder::lock(dir.path()).unwrap();
        let mut opened = folder::open(dir.path()).unwrap();
        // The null device accepts every write, and cannot be synced.
        opened.data = File::options().write(true).open("/dev/null").unwrap();
        let writer = Writer::start(opened).unwrap();
        writer.written().await.unwrap();
        for interaction in [1, 2].map(InteractionId) {
            let answer =
                writer.write(move |trees| mutations::mark_refused(trees, interaction)).await;
            let is_reported = matches!(&answer, Err(CommitError::Failed(error)) if error.kind() == StoreErrorKind::Backend);
            assert!(is_reported, "{interaction:?}: {answer:?}");
            assert!(matches!(writer.written().await, Err(SledError::Disk(_))));
        }
        assert!(matches!(writer.close().await, Err(SledError::Disk(_))));
    }

    #[tokio::test]
    async fn a_full_disk_is_named_with_its_folder() {
        let dir = tempfile::tempdir().unwrap();
        let _lock = folder::lock(dir.path()).unwrap();
        let mut opened = folder::open(dir.path()).unwrap();
        opened.reached = ReachedFile::of(File::options().write(true).open("/dev/full").unwrap());
        let writer = Writer::start(opened).unwrap();
        let says = format!(
            "{}: the disk is full: make room and start again; nothing that was acknowledged is lost",
            dir.path().display()
        );
        let refuse = |trees: &Trees| mutations::mark_refused(trees, InteractionId(1));
        let error = writer.write(refuse).await.unwrap_err();
        assert_eq!(error_line(&error), says);
        for error in [writer.written().await.unwrap_err(), writer.close().await.unwrap_err()] {
            assert_eq!(error_line(&error), says);
            assert!(StoreError::from(error).needs_reopen());
        }
    }

    #[tokio::test]
    async fn a_read_waits_for_the_write_under_way() {
        let dir = tempfile::tempdir().unwrap();
        let _lock = folder::lock(dir.path()).unwrap();
        let writer = Writer::start(folder::open(dir.path()).unwrap()).unwrap();
        let (begun, has_begun) = channel();
        let (go_on, may_go_on) = channel();
        let mut context = Context::from_waker(Waker::noop());
        let mut write = pin!(writer.write(move |trees| {
            begun.send(()).unwrap();
            may_go_on.recv().unwrap();
            mutations::mark_refused(trees, InteractionId(1))
        }));
        assert!(write.as_mut().poll(&mut context).is_pending());
        has_begun.recv().unwrap();
        let mut read = pin!(writer.written());
        assert!(read.as_mut().poll(&mut context).is_pending());
        go_on.send(()).unwrap();
        read.await.unwrap();
        write.await.unwrap();
    }

    #[tokio::test]
    async fn waiting_callers_are_told_that_the_thread_has_ended() {
        let dir = tempfile::tempdir().unwrap();
        let _lock = folder::lock(dir.path()).unwrap();
        let writer = Writer::start(folder::open(dir.path()).unwrap()).unwrap();
        let answer = writer.write::<SledError>(|_| panic!("as it should in this test")).await;
        assert!(matches!(answer, Err(SledError::Disk(_))), "{answer:?}");
        assert!(matches!(writer.written().await, Err(SledError::Disk(_))));
        let answer = writer.write::<SledError>(|_| Ok(Writes::default())).await;
        assert!(answer.is_err());
        assert!(writer.close().await.is_err());
    }
}

//! The writing thread, the only one that makes changes.
//!
//! It takes all queued changes, and makes each in memory, where reads find them. Then it writes all
//! of them into the journal as one record, and acknowledges them when the record is on disk. They
//! are stored in the database [later](super::maintenance), and an opening makes those that it lacks.
//! sled's asynchronous flush is not used: it hangs when many are under way.
//!
//! Some changes are only repeated if they are lost, such as the note that a message was delivered.
//! They are acknowledged when the operating system has them, and are on disk with the next change
//! that somebody waits for.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use tokio::sync::{mpsc, oneshot, watch};

use super::error::SledError;
use super::error::{self, error_line};
use super::folder::OpenedFolder;
use super::journal::Journal;
use super::maintenance::{Maintenance, Upkeep};
use super::open_trees::OpenTrees;
use super::shared::Rewritings;
use super::trees::{Trees, Writes};

/// The length of the queue, and of the largest group.
const GROUP_MOST: usize = 512;

/// The handle of the writing thread. The thread makes the queued changes and ends when the handle
/// is closed or dropped.
pub(super) struct Writer {
    queue: Mutex<Option<mpsc::Sender<Box<dyn Work>>>>,
    state: watch::Receiver<WriterState>,
    thread: Option<JoinHandle<()>>,
    rewritings: Rewritings,
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
    pub(super) fn start(opened: OpenedFolder, upkeep: Upkeep) -> io::Result<Writer> {
        let (queue, waiting) = mpsc::channel(GROUP_MOST);
        let (report, state) = watch::channel(WriterState::Still);
        let OpenedFolder { trees, data, journal, journal_folder, .. } = opened;
        let folder = Arc::clone(trees.folder());
        let maintenance =
            Maintenance::start(journal_folder, Arc::clone(&trees), data, journal, upkeep)?;
        let rewritings = maintenance.rewritings();
        let work = WriterThread { maintenance, trees, upkeep, report, groups: 0 };
        let thread = std::thread::Builder::new().name("store".to_owned());
        let thread = thread.spawn(move || work.run(waiting))?;
        let queue = Mutex::new(Some(queue));
        Ok(Writer { queue, state, thread: Some(thread), rewritings, folder })
    }

    /// Makes the changes that `plan` returns, and returns when they are on disk.
    pub(super) async fn write<E: From<SledError> + Send + 'static>(
        &self,
        plan: impl FnOnce(&Trees) -> Result<Writes, E> + Send + 'static,
    ) -> Result<(), E> {
        self.enqueue(plan, Urgency::Now).await
    }

    /// Makes the changes that `plan` returns, and returns when the operating system has them. A
    /// power cut in the next two seconds may undo them.
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
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (answer, answered) = oneshot::channel();
        let job = Box::new(Job { plan: Some(plan), urgency, refused: None, answer });
        match queue {
            Some(queue) if queue.send(job).await.is_ok() => {}
            Some(_) | None => return Err(SledError::Closed.into()),
        }
        answered.await.unwrap_or_else(|_| Err(self.ended_error().into()))
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

    /// Returns when all changes up to now are on disk.
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

    /// Rewrites the journal and the database, so that no file holds rows that were deleted before.
    pub(super) async fn rewrite(&self) -> Result<(), SledError> {
        self.rewritings.request().await.map_err(|_| SledError::Closed)?
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
    /// With a change that somebody waits for.
    Later,
    /// Before it is acknowledged.
    Now,
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
    // Dropped first: everything is closed when the end of `report` is seen.
    maintenance: Maintenance,
    trees: Arc<OpenTrees>,
    upkeep: Upkeep,
    report: watch::Sender<WriterState>,
    groups: u64,
}

impl WriterThread {
    fn run(mut self, mut waiting: mpsc::Receiver<Box<dyn Work>>) {
        let mut group = Vec::new();
        let mut failure = None;
        while waiting.blocking_recv_many(&mut group, GROUP_MOST) > 0 {
            if failure.is_none() {
                failure = self.write(&mut group).err();
            }
            group.drain(..).for_each(|work| work.answer(failure.as_ref()));
        }
    }

    fn write(&mut self, group: &mut [Box<dyn Work>]) -> Result<(), Failure> {
        self.groups += 1;
        self.report.send_replace(WriterState::Writing(self.groups));
        let written = self.write_all(group);
        let state = match &written {
            Ok(()) => WriterState::Still,
            Err(failure) => {
                let why = error_line(&SledError::from(failure));
                tracing::error!(error = why, "the store accepts no more changes");
                WriterState::Broken(failure.clone())
            }
        };
        self.report.send_replace(state);
        written
    }

    fn write_all(&mut self, group: &mut [Box<dyn Work>]) -> Result<(), Failure> {
        let trees = Arc::clone(&self.trees);
        let folder = trees.folder();
        let disk =
            |error: io::Error| Failure::Disk(Arc::clone(folder), error.kind(), error.to_string());
        let written = trees.with(|trees| self.write_with(trees, group));
        let failure = self.maintenance.shared.failure();
        match (written, failure) {
            (Ok(written), None) => written,
            (Ok(Err(failure)), Some(_)) => Err(failure),
            (Ok(Ok(())) | Err(_), Some(error)) => Err(disk(error)),
            (Err(closed), None) => Err(disk(io::Error::other(closed))),
        }
    }

    fn write_with(&mut self, trees: &Trees, group: &mut [Box<dyn Work>]) -> Result<(), Failure> {
        let folder = trees.folder();
        let disk =
            |error: io::Error| Failure::Disk(Arc::clone(folder), error.kind(), error.to_string());
        let database = |error| Failure::Database(Arc::clone(folder), error);
        let shared = &self.maintenance.shared;
        let mut journal = shared.journal();
        let was_long = self.is_long(trees, &journal);
        let mut all = Writes::default();
        let mut urgency = Urgency::Later;
        for work in group {
            let writes = work.plan(trees);
            if writes.is_empty() {
                continue;
            }
            urgency = urgency.max(work.urgency());
            trees.change(&writes, trees.now().number + 1).map_err(database)?;
            all.append(writes);
        }
        if all.is_empty() {
            return Ok(());
        }
        let written = match urgency {
            Urgency::Now => journal.append(all, trees.now()),
            Urgency::Later => journal.append_later(all, trees.now()),
        };
        written.map_err(disk)?;
        // The maintenance thread is only woken for the first group that makes it long.
        if !was_long && self.is_long(trees, &journal) {
            shared.wake();
        }
        Ok(())
    }

    /// Whether the maintenance thread has work that is due however early it is.
    fn is_long(&self, trees: &Trees, journal: &Journal) -> bool {
        journal.bytes() > self.upkeep.checkpoint_bytes
            || trees.unstored().rows() >= self.upkeep.unstored_rows
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
        opened.journal.write_to(File::options().write(true).open("/dev/null").unwrap());
        let writer = Writer::start(opened, Upkeep::default()).unwrap();
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
        opened.journal.write_to(File::options().write(true).open("/dev/full").unwrap());
        let writer = Writer::start(opened, Upkeep::default()).unwrap();
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
        let writer = Writer::start(folder::open(dir.path()).unwrap(), Upkeep::default()).unwrap();
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
        let writer = Writer::start(folder::open(dir.path()).unwrap(), Upkeep::default()).unwrap();
        let answer = writer.write::<SledError>(|_| panic!("as it should in this test")).await;
        assert!(matches!(answer, Err(SledError::Disk(_))), "{answer:?}");
        assert!(matches!(writer.written().await, Err(SledError::Disk(_))));
        let answer = writer.write::<SledError>(|_| Ok(Writes::default())).await;
        assert!(answer.is_err());
        assert!(writer.close().await.is_err());
    }
}

//! What the two threads of a store share: the journal, and what one tells the other.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Duration;

use tokio::sync::oneshot;

use super::error::SledError;
use super::journal::Journal;

/// How long a change that nobody waits for may be without a place in a segment.
pub(super) const SETTLE_INTERVAL: Duration = Duration::from_secs(2);

/// What the writing thread and the maintenance thread share.
pub(super) struct Shared {
    journal: Mutex<Journal>,
    is_ending: AtomicBool,
    /// Why the database could not be put on disk, or how the maintenance thread ended.
    failure: Mutex<Option<io::Error>>,
    is_woken: Mutex<bool>,
    woken: Condvar,
}

impl Shared {
    pub(super) fn new(journal: Journal) -> Shared {
        Shared {
            journal: Mutex::new(journal),
            is_ending: AtomicBool::new(false),
            failure: Mutex::default(),
            is_woken: Mutex::default(),
            woken: Condvar::new(),
        }
    }

    /// The journal. Who holds it finds the changes in memory and in the journal the same.
    pub(super) fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the failure of the maintenance thread, if there is one.
    pub(super) fn failure(&self) -> Option<io::Error> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(super) fn fail(&self, error: io::Error) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    /// Has the maintenance thread look for work.
    pub(super) fn wake(&self) {
        *self.is_woken.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.woken.notify_one();
    }

    /// Waits for [`SETTLE_INTERVAL`], or until the thread is woken.
    pub(super) fn wait(&self) {
        let is_woken = self.is_woken.lock().unwrap_or_else(PoisonError::into_inner);
        let waited =
            self.woken.wait_timeout_while(is_woken, SETTLE_INTERVAL, |is_woken| !*is_woken);
        let (mut is_woken, _) = waited.unwrap_or_else(PoisonError::into_inner);
        *is_woken = false;
    }

    pub(super) fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::SeqCst)
    }

    /// Has the maintenance thread end.
    pub(super) fn end(&self) {
        self.is_ending.store(true, Ordering::SeqCst);
        self.wake();
    }
}

/// Tells how a rewriting ended.
pub(super) type Answer = oneshot::Sender<Result<(), SledError>>;

/// A handle with which rewritings are requested.
pub(super) struct Rewritings {
    shared: Arc<Shared>,
    requests: Mutex<mpsc::Sender<Answer>>,
}

impl Rewritings {
    pub(super) fn new(shared: Arc<Shared>, requests: mpsc::Sender<Answer>) -> Rewritings {
        Rewritings { shared, requests: Mutex::new(requests) }
    }

    /// Requests a rewriting. Nothing is received if the thread has ended.
    pub(super) fn request(&self) -> oneshot::Receiver<Result<(), SledError>> {
        let (answer, answered) = oneshot::channel();
        // A thread that has ended drops the sender, which the receiver tells.
        let _ = self.requests.lock().unwrap_or_else(PoisonError::into_inner).send(answer);
        self.shared.wake();
        answered
    }
}

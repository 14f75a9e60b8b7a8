//! The threads on which computers think, and the turns that are left to the job.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, Semaphore};

use crate::table::TableId;

/// How many searches run at once: the others wait, and games between people do not.
const SEARCHES_AT_ONCE: usize = 1;

/// The threads of searches, and the tables whose computers are to move.
#[derive(Debug)]
pub(super) struct Computers {
    pub(super) threads: Arc<Semaphore>,
    waiting: Mutex<BTreeSet<TableId>>,
    pub(super) changed: Notify,
}

impl Computers {
    pub(super) fn new() -> Computers {
        Computers {
            threads: Arc::new(Semaphore::new(SEARCHES_AT_ONCE)),
            waiting: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// Leaves a turn to the job.
    pub(super) fn add(&self, id: TableId) {
        self.waiting().insert(id);
        self.changed.notify_one();
    }

    /// The tables whose turns are left to the job.
    pub(super) fn waiting(&self) -> MutexGuard<'_, BTreeSet<TableId>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

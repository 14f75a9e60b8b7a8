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
    /// The tables at which a search failed: it would fail again.
    given_up: Mutex<BTreeSet<TableId>>,
    pub(super) changed: Notify,
}

impl Computers {
    pub(super) fn new() -> Computers {
        Computers {
            threads: Arc::new(Semaphore::new(SEARCHES_AT_ONCE)),
            waiting: Mutex::default(),
            given_up: Mutex::default(),
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
        lock(&self.waiting)
    }

    /// Leaves a table alone until the next start: its player can still do something there.
    pub(super) fn give_up(&self, id: TableId) {
        lock(&self.given_up).insert(id);
    }

    /// The tables that are due because of a computer, and are not to be looked at.
    pub(super) fn taken(&self) -> BTreeSet<TableId> {
        self.waiting().union(&lock(&self.given_up)).copied().collect()
    }
}

fn lock(tables: &Mutex<BTreeSet<TableId>>) -> MutexGuard<'_, BTreeSet<TableId>> {
    tables.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Locks by table: one for each table that is in use.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, Waker};

use tokio::sync::{Mutex, OwnedMutexGuard};

use kradan_table::TableId;

/// The number of locks from which on unused ones are looked for.
const MANY: usize = 1_024;

/// One lock for every table. A delivery may wait for Discord for seconds with its lock held, so no two
/// tables share one.
#[derive(Debug, Default)]
pub(super) struct TableLocks(std::sync::Mutex<Locks>);

#[derive(Debug, Default)]
struct Locks {
    by_table: HashMap<TableId, Arc<Mutex<()>>>,
    /// The number of locks at the next search for unused ones, unless [`MANY`] is greater.
    searched_at: usize,
}

impl Locks {
    /// Removes the locks that nobody holds or waits for, once there are many. The search costs no more
    /// than making them did.
    fn remove_unused(&mut self) {
        if self.by_table.len() >= self.searched_at.max(MANY) {
            self.by_table.retain(|_, lock| Arc::strong_count(lock) > 1);
            self.searched_at = 2 * self.by_table.len();
        }
    }
}

impl TableLocks {
    pub(super) fn new() -> TableLocks {
        TableLocks::default()
    }

    fn of(&self, id: TableId) -> Arc<Mutex<()>> {
        let mut locks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        locks.remove_unused();
        Arc::clone(locks.by_table.entry(id).or_default())
    }

    /// Waits for a table's lock.
    pub(super) async fn lock(&self, id: TableId) -> OwnedMutexGuard<()> {
        self.of(id).lock_owned().await
    }

    /// Takes a table's lock, unless somebody holds it or waits for it.
    pub(super) fn try_lock(&self, id: TableId) -> Option<DeliveryLock> {
        self.of(id).try_lock_owned().ok().map(DeliveryLock)
    }

    /// Takes a place in the queue for a table's lock at once, and waits later.
    pub(super) fn queue(&self, id: TableId) -> QueuedDelivery {
        let mut lock: Pin<Box<Lock>> = Box::pin(self.of(id).lock_owned());
        // The first poll takes the place.
        match lock.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(guard) => QueuedDelivery::Ready(DeliveryLock(guard)),
            Poll::Pending => QueuedDelivery::Waiting(lock),
        }
    }
}

type Lock = dyn Future<Output = OwnedMutexGuard<()>> + Send + Sync;

/// The lock on the deliveries of a table, held until it is dropped.
#[derive(Debug)]
pub struct DeliveryLock(#[expect(dead_code, reason = "held, not read")] OwnedMutexGuard<()>);

/// A place in the queue for a table's delivery lock.
pub enum QueuedDelivery {
    /// The lock is taken.
    Ready(DeliveryLock),
    /// Others hold the lock or come first.
    Waiting(Pin<Box<Lock>>),
}

impl QueuedDelivery {
    /// Waits for the lock.
    pub async fn ready(self) -> DeliveryLock {
        match self {
            QueuedDelivery::Ready(delivery) => delivery,
            QueuedDelivery::Waiting(lock) => DeliveryLock(lock.await),
        }
    }
}

impl std::fmt::Debug for QueuedDelivery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            QueuedDelivery::Ready(_) => "Ready",
            QueuedDelivery::Waiting(_) => "Waiting",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_queue_for_a_lock_is_first_in_first_out() {
        let locks = TableLocks::new();
        let table = TableId(7);
        let first = locks.queue(table).ready().await;
        let (second, third) = (locks.queue(table), locks.queue(table));
        let order = Arc::new(std::sync::Mutex::new(Vec::new()));
        let speak = |queued: QueuedDelivery, number| {
            let order = Arc::clone(&order);
            tokio::spawn(async move {
                let _lock = queued.ready().await;
                order.lock().unwrap().push(number);
            })
        };
        // The third waits first, and still gets the lock last.
        let third = speak(third, 3);
        tokio::task::yield_now().await;
        let second = speak(second, 2);
        tokio::task::yield_now().await;
        assert!(order.lock().unwrap().is_empty());
        drop(first);
        second.await.unwrap();
        third.await.unwrap();
        assert_eq!(*order.lock().unwrap(), [2, 3]);
    }

    #[tokio::test]
    async fn a_held_lock_stays_and_unused_ones_are_removed() {
        let locks = TableLocks::new();
        let held = locks.lock(TableId(0)).await;
        for id in 1..10 * MANY as u64 {
            drop(locks.lock(TableId(id)).await);
        }
        assert!(locks.0.lock().unwrap().by_table.len() <= MANY);
        assert!(locks.of(TableId(0)).try_lock().is_err());
        drop(held);
        assert!(locks.of(TableId(0)).try_lock().is_ok());
    }
}

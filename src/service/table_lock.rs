//! Locks by table: a fixed number that all tables share.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::table::TableId;

/// The number of locks, so large that two busy tables seldom share one.
const LOCKS: usize = 1_024;

/// One lock for every table. Some tables share a lock.
#[derive(Debug)]
pub(super) struct TableLocks(Vec<Arc<Mutex<()>>>);

impl TableLocks {
    pub(super) fn new() -> TableLocks {
        TableLocks((0..LOCKS).map(|_| Arc::default()).collect())
    }

    fn of(&self, id: TableId) -> Arc<Mutex<()>> {
        // Discord's ids are milliseconds above 22 bits of counters, and both parts differ.
        let mixed = (id.0 ^ id.0 >> 22).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let lock = mixed >> 32;
        Arc::clone(&self.0[lock as usize % LOCKS])
    }

    /// Waits for a table's lock.
    pub(super) async fn lock(&self, id: TableId) -> OwnedMutexGuard<()> {
        self.of(id).lock_owned().await
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

    #[test]
    fn tables_opened_in_a_row_rarely_share_a_lock() {
        let locks = TableLocks::new();
        let mut used: Vec<_> =
            (0..100).map(|n| Arc::as_ptr(&locks.of(TableId(1_441_234_567 << 22 | n)))).collect();
        used.sort_unstable();
        used.dedup();
        assert!(used.len() > 85, "{} locks for 100 tables", used.len());
    }
}

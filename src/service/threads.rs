//! The threads of searches: whoever waits for one gets it when it is their turn.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use metrics::gauge;
use tokio::sync::oneshot;

use super::turns::Turns;
use crate::monitoring::SEARCHES_RUNNING;
use kradan_table::PlayerId;

/// Threads that are taken in turn.
#[derive(Clone, Debug)]
pub(super) struct Threads(Arc<Mutex<Queue>>);

#[derive(Debug)]
struct Queue {
    free: usize,
    turns: Turns<oneshot::Sender<Thread>>,
}

/// A thread that is taken, until it is dropped.
#[derive(Debug)]
pub(super) struct Thread(Threads);

impl Threads {
    pub(super) fn new(threads: usize) -> Threads {
        Threads(Arc::new(Mutex::new(Queue { free: threads, turns: Turns::default() })))
    }

    /// Waits for a thread. Whoever stops waiting keeps nobody from theirs.
    pub(super) async fn take(&self, person: PlayerId) -> Thread {
        let (taken, waiting) = oneshot::channel();
        self.queue().turns.add(person, taken);
        self.serve();
        match waiting.await {
            Ok(thread) => thread,
            // The queue lives as long as this, and drops nobody who waits.
            Err(_) => std::future::pending().await,
        }
    }

    /// Gives free threads to whoever is next.
    fn serve(&self) {
        loop {
            let mut queue = self.queue();
            if queue.free == 0 {
                return;
            }
            let Some(next) = queue.turns.next(|sender| !sender.is_closed()) else { return };
            queue.free -= 1;
            drop(queue);
            gauge!(SEARCHES_RUNNING).increment(1.0);
            // Where nobody waits any more the thread comes back, and is given to the next.
            drop(next.send(Thread(self.clone())));
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        gauge!(SEARCHES_RUNNING).decrement(1.0);
        self.0.queue().free += 1;
        self.0.serve();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn a_thread_goes_to_who_waits_and_is_still_there() {
        let threads = Threads::new(1);
        let first = threads.take(PlayerId(1)).now_or_never().expect("it is free");
        let mut left = Box::pin(threads.take(PlayerId(2)));
        assert!(left.as_mut().now_or_never().is_none());
        let mut stays = Box::pin(threads.take(PlayerId(3)));
        assert!(stays.as_mut().now_or_never().is_none());
        drop(left);
        drop(first);
        let thread = stays.as_mut().now_or_never().expect("it is given");
        assert!(threads.take(PlayerId(1)).now_or_never().is_none());
        drop(thread);
        assert!(threads.take(PlayerId(1)).now_or_never().is_some());
    }
}

//! Reads from the database. While reads wait for the disk, they run on tokio's blocking threads.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::error::SledError;
use super::open_trees::OpenTrees;
use super::trees::Trees;

/// A read that takes longer waits for the disk: one from memory takes microseconds.
const SLOW: Duration = Duration::from_millis(2);

/// How long reads run on blocking threads after a slow one.
const APART_FOR: Duration = Duration::from_secs(10);

/// Reads on the caller's thread until a read is slow, and on blocking threads for a while after
/// that. Opening the folder has read every row, so that the system has the file in memory; on a
/// machine with too little of it, at most one read for each caller waits on the caller's thread
/// in that time. A change of threads costs more than a read from memory.
pub(super) struct Reader {
    trees: Arc<OpenTrees>,
    slow: Duration,
    apart_for: Duration,
    opened: Instant,
    /// Until when reads run apart, in milliseconds since the opening.
    apart_until: AtomicU64,
}

impl Reader {
    pub(super) fn new(trees: Arc<OpenTrees>) -> Reader {
        Reader::with(trees, SLOW, APART_FOR)
    }

    fn with(trees: Arc<OpenTrees>, slow: Duration, apart_for: Duration) -> Reader {
        let (opened, apart_until) = (Instant::now(), AtomicU64::new(0));
        Reader { trees, slow, apart_for, opened, apart_until }
    }

    /// Reads from the database. Recent changes may not be on disk yet.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Trees) -> Result<T, SledError> + Send + 'static,
    ) -> Result<T, SledError> {
        let begin = Instant::now();
        let mut read = read;
        if !self.is_apart(begin) {
            match self.trees.try_with(read) {
                Ok(found) => {
                    self.note(begin);
                    return found?;
                }
                // The database is being replaced: its end is awaited on another thread.
                Err(unused) => read = unused,
            }
        }
        let trees = Arc::clone(&self.trees);
        match tokio::task::spawn_blocking(move || trees.with(read)?).await {
            Ok(found) => found,
            // A panic ends the caller, as it does on the caller's own thread.
            Err(ended) if ended.is_panic() => panic::resume_unwind(ended.into_panic()),
            Err(_) => Err(SledError::Closed),
        }
    }

    fn is_apart(&self, now: Instant) -> bool {
        self.since_opening(now) < self.apart_until.load(Ordering::Relaxed)
    }

    /// Has the next reads run apart if this one was slow.
    fn note(&self, begin: Instant) {
        let end = Instant::now();
        if end.duration_since(begin) > self.slow {
            let until = self.since_opening(end + self.apart_for);
            self.apart_until.store(until, Ordering::Relaxed);
        }
    }

    fn since_opening(&self, time: Instant) -> u64 {
        u64::try_from(time.duration_since(self.opened).as_millis()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::super::folder;
    use super::*;

    #[tokio::test]
    async fn after_a_slow_read_others_run_on_another_thread_for_a_while() {
        let dir = tempfile::tempdir().unwrap();
        let _lock = folder::lock(dir.path()).unwrap();
        let opened = folder::open(dir.path()).unwrap();
        let here = thread::current().id();
        let stays = async |slow: Duration, apart_for: Duration| {
            let reader = Reader::with(Arc::clone(&opened.trees), slow, apart_for);
            let first = reader.read(|_| Ok(thread::current().id())).await.unwrap();
            assert_eq!(first, here, "nothing is known of the disk yet");
            reader.read(|_| Ok(thread::current().id())).await.unwrap() == here
        };
        let (ever, never) = (Duration::ZERO, Duration::MAX / 4);
        assert!(stays(never, Duration::from_secs(3600)).await, "no read is slow");
        assert!(!stays(ever, Duration::from_secs(3600)).await, "every read is slow");
        assert!(stays(ever, Duration::ZERO).await, "the while is over");
    }
}

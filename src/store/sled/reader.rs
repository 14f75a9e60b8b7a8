//! Reads from the database. While reads wait for the disk, they run on tokio's blocking threads.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::super::calls::note_call;
use super::error::SledError;
use super::open_trees::OpenTrees;
use super::trees::Trees;

/// A read that takes longer waits for the disk: one from memory takes microseconds.
const SLOW: Duration = Duration::from_millis(2);

/// How long reads run on blocking threads when several were slow.
const APART_FOR: Duration = Duration::from_secs(10);

/// How many reads from memory outweigh a slow one. A busy machine interrupts one read of many
/// hundreds.
const FAST_PER_SLOW: u32 = 32;

/// The slow reads from which the others run apart, if there are not as many times
/// [`FAST_PER_SLOW`] others between them.
const SLOW_MOST: u32 = 4;

/// Reads on the caller's thread until several reads are slow, and on blocking threads for a while
/// after that. Opening the folder has read every row, so that the system has the file in memory; on
/// a machine with too little of it, a few reads wait on the caller's thread in that time. A change
/// of threads costs more than a read from memory.
pub(super) struct Reader {
    trees: Arc<OpenTrees>,
    slow: Duration,
    apart_for: Duration,
    opened: Instant,
    /// Until when reads run apart, in milliseconds since the opening.
    apart_until: AtomicU64,
    /// [`FAST_PER_SLOW`] for each slow read, less one for each other.
    slowness: AtomicU32,
    reads: AtomicU64,
}

impl Reader {
    pub(super) fn new(trees: Arc<OpenTrees>) -> Reader {
        Reader::with(trees, SLOW, APART_FOR)
    }

    fn with(trees: Arc<OpenTrees>, slow: Duration, apart_for: Duration) -> Reader {
        let (opened, apart_until) = (Instant::now(), AtomicU64::new(0));
        let (slowness, reads) = (AtomicU32::new(0), AtomicU64::new(0));
        Reader { trees, slow, apart_for, opened, apart_until, slowness, reads }
    }

    /// How many reads there were.
    pub(super) fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }

    /// Reads from the database. Recent changes may not be on disk yet.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Trees) -> Result<T, SledError> + Send + 'static,
    ) -> Result<T, SledError> {
        note_call();
        self.reads.fetch_add(1, Ordering::Relaxed);
        let begin = Instant::now();
        let mut read = read;
        if !self.is_apart(begin) {
            match self.trees.try_with(read) {
                Ok(found) => {
                    self.note(begin.elapsed());
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

    /// Has the next reads run apart if this one and others were slow.
    fn note(&self, took: Duration) {
        if took <= self.slow {
            let one_less = |slowness: u32| slowness.checked_sub(1);
            // Nothing is left to subtract from.
            let _ = self.slowness.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less);
            return;
        }
        let slowness = self.slowness.fetch_add(FAST_PER_SLOW, Ordering::Relaxed) + FAST_PER_SLOW;
        if slowness > (SLOW_MOST - 1) * FAST_PER_SLOW {
            self.slowness.store(0, Ordering::Relaxed);
            let until = self.since_opening(Instant::now() + self.apart_for);
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
    async fn after_several_slow_reads_others_run_on_another_thread_for_a_while() {
        let dir = tempfile::tempdir().unwrap();
        let _lock = folder::lock(dir.path()).unwrap();
        let opened = folder::open(dir.path()).unwrap();
        let here = thread::current().id();
        let stays = async |slow: Duration, apart_for: Duration| {
            let reader = Reader::with(Arc::clone(&opened.trees), slow, apart_for);
            for _ in 0..SLOW_MOST {
                let early = reader.read(|_| Ok(thread::current().id())).await.unwrap();
                assert_eq!(early, here, "little is known of the disk yet");
            }
            reader.read(|_| Ok(thread::current().id())).await.unwrap() == here
        };
        let (ever, never) = (Duration::ZERO, Duration::MAX / 4);
        assert!(stays(never, Duration::from_secs(3600)).await, "no read is slow");
        assert!(!stays(ever, Duration::from_secs(3600)).await, "every read is slow");
        assert!(stays(ever, Duration::ZERO).await, "the while is over");
        let reader = Reader::with(Arc::clone(&opened.trees), never, Duration::from_secs(3600));
        for _ in 0..3 * SLOW_MOST {
            reader.note(Duration::MAX);
            for _ in 0..FAST_PER_SLOW {
                reader.read(|_| Ok(())).await.unwrap();
            }
        }
        assert!(!reader.is_apart(Instant::now()), "few reads are slow");
    }
}

//! Reads from the database. A read that may wait for the disk runs on one of tokio's blocking
//! threads.

use std::fs::File;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::error::SledError;
use super::trees::Trees;

/// The number of reads between two checks of the length of the database's file.
const READS_BETWEEN_CHECKS: u32 = 64;

/// Reads on the caller's thread while all rows are in sled's cache. Opening the folder has read
/// every row, so they are as long as the database's file is not longer than the cache.
pub(super) struct Reader {
    trees: Arc<Trees>,
    data: File,
    cache_bytes: u64,
    reads: AtomicU32,
    fits_in_cache: AtomicBool,
}

impl Reader {
    pub(super) fn new(trees: Arc<Trees>, data: File, cache_bytes: u64) -> Reader {
        let (reads, fits_in_cache) = (AtomicU32::new(0), AtomicBool::new(false));
        Reader { trees, data, cache_bytes, reads, fits_in_cache }
    }

    /// Reads from the database. Recent changes may not be on disk yet.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Trees) -> Result<T, SledError> + Send + 'static,
    ) -> Result<T, SledError> {
        if self.is_in_memory() {
            return read(&self.trees);
        }
        let trees = Arc::clone(&self.trees);
        match tokio::task::spawn_blocking(move || read(&trees)).await {
            Ok(found) => found,
            // A panic ends the caller, as it does on the caller's own thread.
            Err(ended) if ended.is_panic() => panic::resume_unwind(ended.into_panic()),
            Err(_) => Err(SledError::Closed),
        }
    }

    fn is_in_memory(&self) -> bool {
        if self.reads.fetch_add(1, Ordering::Relaxed).is_multiple_of(READS_BETWEEN_CHECKS) {
            let length = self.data.metadata().map_or(u64::MAX, |file| file.len());
            self.fits_in_cache.store(length <= self.cache_bytes, Ordering::Relaxed);
        }
        self.fits_in_cache.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::super::folder;
    use super::*;

    #[tokio::test]
    async fn only_a_read_of_a_small_database_stays_on_its_thread() {
        let dir = tempfile::tempdir().unwrap();
        let _lock = folder::lock(dir.path()).unwrap();
        let opened = folder::open(dir.path()).unwrap();
        for (cache_bytes, stays) in [(u64::MAX, true), (0, false)] {
            let data = opened.data.try_clone().unwrap();
            let reader = Reader::new(Arc::clone(&opened.trees), data, cache_bytes);
            let thread = reader.read(|_| Ok(thread::current().id())).await.unwrap();
            assert_eq!(thread == thread::current().id(), stays, "{cache_bytes}");
        }
    }
}

//! When which thread is looked at next, as it is stored.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;

use kradan_table::ChannelId;

#[derive(Debug, Default)]
pub(crate) struct WatchedThreads(Mutex<HashMap<ChannelId, Timestamp>>);

impl WatchedThreads {
    fn times(&self) -> MutexGuard<'_, HashMap<ChannelId, Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn contains(&self, thread: ChannelId) -> bool {
        self.times().contains_key(&thread)
    }

    /// Sets the time of a thread, and returns the one before.
    pub(crate) fn set(&self, thread: ChannelId, at: Option<Timestamp>) -> Option<Timestamp> {
        let mut times = self.times();
        match at {
            Some(at) => times.insert(thread, at),
            None => times.remove(&thread),
        }
    }

    /// The time of a thread, which is this one if it had none.
    pub(crate) fn get_or_set(&self, thread: ChannelId, at: Timestamp) -> Timestamp {
        *self.times().entry(thread).or_insert(at)
    }

    /// A thread that is due.
    pub(crate) fn due(&self, now: Timestamp) -> Option<ChannelId> {
        self.times().iter().find(|(_, at)| **at <= now).map(|(thread, _)| *thread)
    }
}

//! What a store holds, in numbers.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::{JobId, JobKind};

/// How much is stored, and how much waits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoreCounts {
    pub games_running: u64,
    /// The outbox entries that are not delivered.
    pub outbox_waiting: u64,
    /// The jobs of each kind that are ready, if there are any.
    pub jobs_waiting: BTreeMap<JobKind, WaitingJobs>,
    /// The size of the files.
    pub bytes: u64,
}

/// The jobs of a kind that are ready, with those under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WaitingJobs {
    pub count: u64,
    /// The one that is claimed before the others, and when it was ready.
    pub first: JobId,
    pub ready_at: Timestamp,
}

//! What must happen later.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::super::{Job, JobId, JobKind, Lease, StoreError};

/// The part of a [`Store`](super::Store) that holds [jobs](Job). Changes of other subjects add some in the
/// same transaction.
#[async_trait]
pub trait JobStore: Send + Sync + 'static {
    async fn job(&self, id: JobId) -> Result<Option<Job>, StoreError>;

    /// Adds a job, unless there is one with its id.
    async fn add_job(&self, job: Job) -> Result<(), StoreError>;

    /// Stores a job. One with its id gets its task, and is ready at the earlier time of both.
    async fn put_job(&self, job: Job) -> Result<(), StoreError>;

    /// Has a job ready at a time, unless it is earlier. Where there is none, nothing changes.
    async fn hasten_job(&self, id: JobId, ready_at: Timestamp) -> Result<(), StoreError>;

    /// Claims jobs of a kind that are ready at the time of the lease or before, the longest ready first,
    /// at most `most`.
    ///
    /// Jobs that another claimant holds are left out. A claim ends with its lease, when the job is ended or
    /// rescheduled, and soon after its process.
    async fn claim_jobs(
        &self,
        kind: JobKind,
        lease: Lease,
        most: usize,
    ) -> Result<Vec<Job>, StoreError>;

    /// The next time after another one at which a job of a kind is ready.
    async fn next_job(
        &self,
        kind: JobKind,
        after: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError>;

    /// Removes a job that is done. One whose task was replaced since it was read stays, with no attempts:
    /// that is still to be done.
    async fn end_job(&self, done: Job) -> Result<(), StoreError>;

    /// Stores when a job is ready again, and how often it was tried. One whose task was replaced since it
    /// was read stays ready, unless it failed.
    async fn reschedule_job(
        &self,
        done: Job,
        ready_at: Timestamp,
        attempts: u32,
    ) -> Result<(), StoreError>;

    /// Has all jobs that are ready only after a time ready earlier by this much, because the clock was set
    /// back.
    async fn bring_jobs_forward(
        &self,
        after: Timestamp,
        by: SignedDuration,
    ) -> Result<(), StoreError>;
}

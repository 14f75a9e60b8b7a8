//! [`SledStore`] as a store of jobs.

use std::ops::Bound;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::super::{Job, JobId, JobKind, JobStore, Lease, StoreError};
use super::error::SledError;
use super::keys::{self, IndexKey, RowKey, TreeId};
use super::queries::decoded;
use super::store::SledStore;
use super::trees::{Trees, Writes};

#[async_trait]
impl JobStore for SledStore {
    async fn job(&self, id: JobId) -> Result<Option<Job>, StoreError> {
        self.read(move |trees| trees.read(RowKey::Job(id))).await
    }

    async fn add_job(&self, job: Job) -> Result<(), StoreError> {
        self.write(move |trees| {
            let mut writes = Writes::default();
            if trees.job(job.id())?.is_none() {
                put_job(trees, job, &mut writes)?;
            }
            Ok(writes)
        })
        .await
    }

    async fn put_job(&self, job: Job) -> Result<(), StoreError> {
        self.write(move |trees| {
            let mut writes = Writes::default();
            let ready_at = trees.job(job.id())?.map_or(job.ready_at, |before| before.ready_at);
            put_job(trees, Job { ready_at: ready_at.min(job.ready_at), ..job }, &mut writes)?;
            Ok(writes)
        })
        .await
    }

    async fn hasten_job(&self, id: JobId, ready_at: Timestamp) -> Result<(), StoreError> {
        self.write_later(move |trees| {
            let mut writes = Writes::default();
            if let Some(job) = trees.job(id)?.filter(|job| ready_at < job.ready_at) {
                put_job(trees, Job { ready_at, ..job }, &mut writes)?;
            }
            Ok(writes)
        })
        .await
    }

    async fn claim_jobs(
        &self,
        kind: JobKind,
        lease: Lease,
        most: usize,
    ) -> Result<Vec<Job>, StoreError> {
        let leases = Arc::clone(&self.leases);
        let claim = move |trees: &Trees| {
            let candidates = |is_free: &dyn Fn(JobId) -> bool| {
                trees.ready_jobs(kind, lease.now, is_free).take(most).collect()
            };
            leases.jobs.claim(&lease, candidates, Job::id)
        };
        self.read(claim).await
    }

    async fn next_job(
        &self,
        kind: JobKind,
        after: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        self.read(move |trees| {
            let from = Bound::Included(keys::jobs_after(kind, after));
            let next = trees.job_times(kind, from).next().transpose()?;
            Ok(next.map(|(ready_at, _)| ready_at))
        })
        .await
    }

    async fn end_job(&self, done: Job) -> Result<(), StoreError> {
        let ended = self.write_later(move |trees| {
            let mut writes = Writes::default();
            match trees.job(done.id())? {
                Some(job) if job.task == done.task => {
                    remove_job(trees, done.id(), &mut writes)?;
                }
                Some(job) => put_job(trees, Job { attempts: 0, ..job }, &mut writes)?,
                None => {}
            }
            Ok(writes)
        });
        ended.await?;
        self.leases.jobs.release(done.id());
        Ok(())
    }

    async fn reschedule_job(
        &self,
        done: Job,
        ready_at: Timestamp,
        attempts: u32,
    ) -> Result<(), StoreError> {
        let rescheduled = self.write_later(move |trees| {
            let mut writes = Writes::default();
            match trees.job(done.id())? {
                Some(job) if attempts > 0 || job.task == done.task => {
                    put_job(trees, Job { ready_at, attempts, ..job }, &mut writes)?;
                }
                Some(job) => put_job(trees, Job { attempts: 0, ..job }, &mut writes)?,
                None => {}
            }
            Ok(writes)
        });
        rescheduled.await?;
        self.leases.jobs.release(done.id());
        Ok(())
    }

    async fn bring_jobs_forward(
        &self,
        after: Timestamp,
        by: SignedDuration,
    ) -> Result<(), StoreError> {
        self.write_later(move |trees| {
            let mut writes = Writes::default();
            for kind in JobKind::ALL {
                let later = trees.job_times(kind, Bound::Included(keys::jobs_after(kind, after)));
                for later in later {
                    let (ready_at, id) = later?;
                    let ready_at = ready_at.saturating_sub(by).unwrap_or(after);
                    if let Some(job) = trees.job(id)? {
                        put_job(trees, Job { ready_at, ..job }, &mut writes)?;
                    }
                }
            }
            Ok(writes)
        })
        .await
    }
}

impl Trees {
    /// A readable job.
    pub(super) fn job(&self, id: JobId) -> Result<Option<Job>, SledError> {
        self.readable(RowKey::Job(id))
    }

    /// The readable jobs of a kind that are ready at a time or before and can be claimed.
    fn ready_jobs(
        &self,
        kind: JobKind,
        until: Timestamp,
        is_free: &dyn Fn(JobId) -> bool,
    ) -> impl Iterator<Item = Result<Job, SledError>> {
        self.job_times(kind, Bound::Unbounded)
            .take_while(move |next| next.as_ref().map_or(true, |&(at, _)| at <= until))
            .filter_map(move |next| match next {
                Ok((_, id)) if is_free(id) => self.job(id).transpose(),
                Ok(_) => None,
                Err(error) => Some(Err(error)),
            })
    }

    /// When the jobs of a kind are ready, the first one first.
    pub(super) fn job_times(
        &self,
        kind: JobKind,
        from: Bound<Vec<u8>>,
    ) -> impl Iterator<Item = Result<(Timestamp, JobId), SledError>> + use<> {
        let from = if from == Bound::Unbounded { Bound::Included(vec![kind as u8]) } else { from };
        let end = Bound::Excluded(vec![kind as u8 + 1]);
        self.keys(TreeId::JobsByTime, (from, end))
            .map(|key| decoded(TreeId::JobsByTime, &key?, keys::job_time))
    }
}

/// Stores a job, in the place of one with its id.
pub(super) fn put_job(trees: &Trees, job: Job, writes: &mut Writes) -> Result<(), SledError> {
    let id = job.id();
    if let Some(before) = trees.job(id)? {
        writes.unlist(IndexKey::JobTime(before.ready_at, id));
    }
    writes.list(IndexKey::JobTime(job.ready_at, id));
    writes.put(RowKey::Job(id), &job)
}

/// Stores a job; of one with its id the task is replaced, and its time and its attempts stay.
pub(super) fn put_task(trees: &Trees, job: Job, writes: &mut Writes) -> Result<(), SledError> {
    let before = trees.job(job.id())?;
    put_job(trees, before.map_or(job, |before| Job { task: job.task, ..before }), writes)
}

pub(super) fn remove_job(trees: &Trees, id: JobId, writes: &mut Writes) -> Result<(), SledError> {
    if let Some(before) = trees.job(id)? {
        writes.unlist(IndexKey::JobTime(before.ready_at, id));
    }
    writes.remove(RowKey::Job(id));
    Ok(())
}

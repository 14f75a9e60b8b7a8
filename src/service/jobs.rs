//! The loop of jobs: it claims those of a kind that are ready, has them done side by side, and ends them or
//! stores when they are tried again. What a process leaves undone that ends, another one claims.

use std::collections::HashMap;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use jiff::{SignedDuration, Timestamp};
use tokio_util::sync::CancellationToken;

use super::chance::chance;
use super::checked_clock::later;
use super::error_chain::ErrorChain;
use super::repeat::AFTER_FAILURE;
use super::table_service::TableService;
use kradan_store::{ClaimantId, Job, JobId, JobKind, Lease, StoreError};

/// For how long a process claims a job. That of a process that ends is free long before: the store knows
/// which processes are there.
const CLAIMED_FOR: SignedDuration = SignedDuration::from_hours(1);

/// The longest time between two looks: another process may have ended, or added a job.
const LOOK_INTERVAL_MAX: Duration = Duration::from_secs(10);

/// The pause after a first attempt that failed. It doubles with each attempt.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(600);

/// What came of an attempt to do a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attempt {
    Done,
    /// It is done as far as it can be now, and there is more to do at a time.
    Next(Timestamp),
    /// It is tried again after a pause, which is at least so long.
    Failed(Duration),
}

impl TableService {
    /// Adds a job, unless there is one with its id, and wakes the loop that does it.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn add_job(&self, job: Job) -> Result<(), StoreError> {
        if self.store.job(job.id()).await?.is_none() {
            self.store.add_job(job).await?;
            self.wake_jobs(job.id().kind);
        }
        Ok(())
    }

    /// Wakes the loop of a kind of jobs.
    pub fn wake_jobs(&self, kind: JobKind) {
        self.jobs_changed[kind as usize - 1].notify_one();
    }

    /// Does the jobs of a kind, so many `at_once`, until it is cancelled or the store needs to be reopened.
    pub(crate) async fn run_jobs<F>(
        &self,
        kind: JobKind,
        at_once: usize,
        attempt: impl Fn(Job) -> F,
        stop: &CancellationToken,
    ) where
        F: Future<Output = Result<Attempt, StoreError>>,
    {
        let mut under_way = FuturesUnordered::new();
        // Those that are under way, each with whether it was claimed once more meanwhile.
        let mut begun: HashMap<JobId, bool> = HashMap::new();
        loop {
            let wait = match claim_jobs(self, kind, at_once - under_way.len()).await {
                Ok((jobs, wait)) => {
                    for job in jobs {
                        // A process that was taken for gone claims what it has begun itself.
                        if let Some(is_claimed_again) = begun.get_mut(&job.id()) {
                            *is_claimed_again = true;
                            continue;
                        }
                        begun.insert(job.id(), false);
                        let attempt = attempt(job);
                        under_way.push(async move {
                            (job.id(), finish(self, job, attempt.await).await)
                        });
                    }
                    wait
                }
                Err(error) if error.needs_reopen() => {
                    tracing::error!(?kind, error = %ErrorChain(&error), "jobs not claimed: the store failed for good");
                    return;
                }
                Err(error) => {
                    tracing::error!(?kind, error = %ErrorChain(&error), "jobs not claimed: the store failed");
                    AFTER_FAILURE
                }
            };
            tokio::select! {
                biased;
                () = stop.cancelled() => break,
                Some((id, finished)) = under_way.next() => {
                    if finished.is_err() {
                        return;
                    }
                    if begun.remove(&id) == Some(true) {
                        leave(self, id).await;
                    }
                }
                () = self.jobs_changed[kind as usize - 1].notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
        while under_way.next().await.is_some() {}
    }
}

/// Claims jobs that begin now, at most `most`. Returns them, and the time until there may be more.
async fn claim_jobs(
    service: &TableService,
    kind: JobKind,
    most: usize,
) -> Result<(Vec<Job>, Duration), StoreError> {
    if most == 0 {
        return Ok((Vec::new(), LOOK_INTERVAL_MAX));
    }
    let now = service.clock.now();
    // Each claim is one of another claimant: none renews what is under way.
    let lease = Lease { claimant: ClaimantId(chance()), now, duration: CLAIMED_FOR };
    let jobs = service.store.claim_jobs(kind, lease, most).await?;
    let next = service.store.next_job(kind, now).await?;
    let wait = next.and_then(|next| Duration::try_from(next.duration_since(now)).ok());
    Ok((jobs, wait.unwrap_or(LOOK_INTERVAL_MAX).min(LOOK_INTERVAL_MAX)))
}

/// Ends the claim on a job that is to be done once more, if it is. Otherwise it ends with its lease.
async fn leave(service: &TableService, id: JobId) {
    let left = async {
        match service.store.job(id).await? {
            Some(job) => service.store.reschedule_job(job, job.ready_at, job.attempts).await,
            None => Ok(()),
        }
    };
    if let Err(error) = left.await {
        tracing::error!(kind = ?id.kind, error = %ErrorChain(&error), "job not released: it waits for the end of its lease");
    }
}

/// Stores what came of an attempt. An error is final.
async fn finish(
    service: &TableService,
    job: Job,
    attempt: Result<Attempt, StoreError>,
) -> Result<(), StoreError> {
    let id = job.id();
    let attempt = attempt.or_else(|error| {
        let is_final = error.needs_reopen();
        tracing::error!(kind = ?id.kind, error = %ErrorChain(&error), is_final, "job not done: the store failed");
        if is_final { Err(error) } else { Ok(Attempt::Failed(AFTER_FAILURE)) }
    })?;
    loop {
        let now = service.clock.now();
        let stored = match attempt {
            Attempt::Done => service.store.end_job(job).await,
            Attempt::Next(at) => service.store.reschedule_job(job, at, 0).await,
            Attempt::Failed(least) => {
                let pause = pause_after(job.attempts).max(least);
                let pause = SignedDuration::try_from(pause).unwrap_or(SignedDuration::MAX);
                let attempts = job.attempts.saturating_add(1);
                service.store.reschedule_job(job, later(now, pause), attempts).await
            }
        };
        match stored {
            Err(error) if error.needs_reopen() => return Err(error),
            Err(error) => {
                tracing::error!(kind = ?id.kind, error = %ErrorChain(&error), "result of a job not stored yet");
                tokio::time::sleep(AFTER_FAILURE).await;
            }
            Ok(()) => return Ok(()),
        }
    }
}

/// The pause after an attempt that failed, before which there were so many.
fn pause_after(attempts: u32) -> Duration {
    FIRST_PAUSE.saturating_mul(2_u32.saturating_pow(attempts)).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::service::Clock;
    use kradan_store::{SledStore, Task};
    use kradan_table::ChannelId;

    /// A claim that has ended, or whose process was taken for gone, is made again while the job is under way.
    #[tokio::test]
    async fn a_job_that_is_under_way_does_not_begin_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SledStore::open(folder.path()).unwrap());
        let clock = Clock::by_hand("2026-11-20T00:00:00Z".parse().unwrap());
        let service = TableService::new(store.clone(), clock.clone());
        let kind = JobKind::KeepThread;
        service.add_job(Job::at_once(Task::KeepThread(ChannelId(7)))).await.unwrap();
        let (begun, stop) = (AtomicU32::new(0), CancellationToken::new());
        let attempt = async |_| {
            begun.fetch_add(1, Ordering::Relaxed);
            stop.cancelled().await;
            Ok(Attempt::Done)
        };
        let looks = async {
            for _ in 0..3 {
                let before = store.reads();
                clock.advance(CLAIMED_FOR.as_secs());
                service.wake_jobs(kind);
                while store.reads() < before + 2 {
                    tokio::task::yield_now().await;
                }
            }
            stop.cancel();
        };
        tokio::join!(service.run_jobs(kind, 8, attempt, &stop), looks);
        assert_eq!(begun.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn pauses_double_up_to_ten_minutes() {
        let pauses = [0, 1, 2, 10, 11, u32::MAX].map(|attempts| pause_after(attempts).as_millis());
        assert_eq!(pauses, [500, 1_000, 2_000, 512_000, 600_000, 600_000]);
    }
}

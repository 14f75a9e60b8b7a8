//! The gauges of what is stored and what waits, counted when somebody looks.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use metrics::gauge;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use crate::monitoring::{
    GAMES_RUNNING, JOBS_WAITING, OLDEST_JOB_SECONDS, OUTBOX_WAITING, STORE_BYTES,
};
use crate::service::{ErrorChain, JobId, JobKind, StoreCounts, TableService, WaitingJobs};

/// The least time between two counts.
const COUNT_INTERVAL: Duration = Duration::from_secs(10);

/// How many times as long as a count takes there is none after it.
const REST: u32 = 100;

/// How long a scrape waits for a count. After that it shows the numbers of the last one.
const COUNTED_WITHIN: Duration = Duration::from_millis(10);

pub(super) struct StoreGauges {
    service: Arc<TableService>,
    /// Held while somebody counts.
    last: Arc<Mutex<LastCount>>,
}

struct LastCount {
    /// Before this there is no other.
    next: Instant,
    /// The first waiting job of each kind, and since when it is known to wait.
    first_jobs: BTreeMap<JobKind, (JobId, Timestamp)>,
}

impl StoreGauges {
    pub(super) fn new(service: Arc<TableService>) -> StoreGauges {
        let last = LastCount { next: Instant::now(), first_jobs: BTreeMap::new() };
        StoreGauges { service, last: Arc::new(Mutex::new(last)) }
    }

    /// Counts anew, unless somebody did so just now.
    pub(super) async fn refresh(&self) {
        let Ok(mut last) = Arc::clone(&self.last).try_lock_owned() else { return };
        let begun = Instant::now();
        if begun < last.next {
            return;
        }
        let service = Arc::clone(&self.service);
        let counting = tokio::spawn(async move {
            let now = service.clock().now();
            match service.store().counts(now).await {
                Ok(counts) => {
                    let oldest = last.oldest_job(&counts.jobs_waiting, now);
                    set_gauges(
                        &counts,
                        oldest.map_or(0.0, |since| now.duration_since(since).as_secs_f64()),
                    );
                }
                Err(error) => {
                    tracing::warn!(error = %ErrorChain(&error), "metrics of the store not refreshed");
                }
            }
            last.next = Instant::now() + COUNT_INTERVAL.max(REST * begun.elapsed());
        });
        _ = timeout(COUNTED_WITHIN, counting).await;
    }
}

impl LastCount {
    /// Since when the oldest job waits. One that was ready at once has no time: it counts from when it was
    /// first seen before the others of its kind.
    fn oldest_job(
        &mut self,
        waiting: &BTreeMap<JobKind, WaitingJobs>,
        now: Timestamp,
    ) -> Option<Timestamp> {
        let since = |jobs: &WaitingJobs| match self.first_jobs.get(&jobs.first.kind) {
            _ if jobs.ready_at > Timestamp::UNIX_EPOCH => jobs.ready_at,
            Some(&(known, since)) if known == jobs.first => since,
            _ => now,
        };
        let first = waiting.iter().map(|(&kind, jobs)| (kind, (jobs.first, since(jobs)))).collect();
        self.first_jobs = first;
        self.first_jobs.values().map(|&(_, since)| since).min()
    }
}

fn set_gauges(counts: &StoreCounts, oldest_job_seconds: f64) {
    gauge!(GAMES_RUNNING).set(number(counts.games_running));
    gauge!(OUTBOX_WAITING).set(number(counts.outbox_waiting));
    gauge!(STORE_BYTES).set(number(counts.bytes));
    gauge!(OLDEST_JOB_SECONDS).set(oldest_job_seconds);
    for kind in JobKind::ALL {
        let waiting = counts.jobs_waiting.get(&kind).map_or(0, |jobs| jobs.count);
        gauge!(JOBS_WAITING, "kind" => format!("{kind:?}")).set(number(waiting));
    }
}

#[expect(clippy::cast_precision_loss, reason = "gauges are for people")]
fn number(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;

    #[test]
    fn a_job_without_a_time_waits_since_it_was_seen() {
        let at = |seconds| Timestamp::UNIX_EPOCH + SignedDuration::from_secs(seconds);
        let kind = JobKind::ReplaceMessage;
        let waiting = |subject, ready_at| {
            let first = JobId { kind, subject };
            BTreeMap::from([(kind, WaitingJobs { count: 1, first, ready_at: at(ready_at) })])
        };
        let mut last = LastCount { next: Instant::now(), first_jobs: BTreeMap::new() };
        for (subject, ready_at, now, expected) in
            [(1, 0, 100, 100), (1, 0, 120, 100), (2, 0, 130, 130), (2, 90, 140, 90)]
        {
            let oldest = last.oldest_job(&waiting(subject, ready_at), at(now));
            assert_eq!(oldest, Some(at(expected)));
        }
        assert_eq!(last.oldest_job(&BTreeMap::new(), at(150)), None);
        assert_eq!(last.oldest_job(&waiting(2, 0), at(160)), Some(at(160)));
    }
}

//! Jobs: claimed by one, and done once.

use std::sync::Arc;

use jiff::SignedDuration;
use kradan_store::{ClaimantId, Job, JobId, JobKind, Lease, Store, Task};
use kradan_table::{ChannelId, GuildId};

use crate::common::*;

const KIND: JobKind = JobKind::KeepThread;
const GUILD: GuildId = GuildId(40);

fn job(thread: u64, hours: i64) -> Job {
    Job::new(Task::KeepThread(ChannelId(thread)), hour(hours))
}

fn id(thread: u64) -> JobId {
    JobId { kind: KIND, subject: thread }
}

/// The threads of the jobs that a claimant gets at an hour, for so many hours.
async fn claimed(store: &impl Store, claimant: u64, hours: (i64, i64), most: usize) -> Vec<u64> {
    let (now, duration) = (hour(hours.0), SignedDuration::from_hours(hours.1));
    let lease = Lease { claimant: ClaimantId(claimant), now, duration };
    let jobs = store.claim_jobs(KIND, lease, most).await.unwrap();
    jobs.into_iter().map(|job| job.id().subject).collect()
}

pub(crate) async fn a_job_is_claimed_by_one<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for job in [job(3, 2), job(1, 5), job(2, 3), Job::at_once(Task::Erase(ANN, hour(1)))] {
        store.add_job(job).await.unwrap();
    }
    drop(store);
    let store = open();
    let none: [u64; 0] = [];
    assert_eq!(claimed(&store, 1, (1, 9), ALL).await, none);
    assert_eq!(claimed(&store, 1, (3, 2), 1).await, [3]);
    assert_eq!(claimed(&store, 2, (3, 2), ALL).await, [2]);
    assert_eq!(claimed(&store, 3, (4, 2), ALL).await, none);
    // A claim ends with its lease.
    assert_eq!(claimed(&store, 3, (5, 9), ALL).await, [3, 2, 1]);
    // It ends when the job is rescheduled.
    store.reschedule_job(job(3, 2), hour(6), 4).await.unwrap();
    assert_eq!(claimed(&store, 4, (5, 9), ALL).await, none);
    assert_eq!(claimed(&store, 4, (6, 9), ALL).await, [3]);
    let expected = Job { attempts: 4, ..job(3, 6) };
    assert_eq!(store.job(id(3)).await.unwrap(), Some(expected));
    store.end_job(job(3, 6)).await.unwrap();
    store.reschedule_job(job(3, 6), hour(6), 5).await.unwrap();
    assert_eq!(store.job(id(3)).await.unwrap(), None, "it is done");
    store.add_job(job(3, 5)).await.unwrap();
    assert_eq!(claimed(&store, 4, (6, 9), ALL).await, [3]);
}

pub(crate) async fn the_next_job_is_found<S: Store>(open: impl Fn() -> S) {
    let store = open();
    for job in [job(3, 2), job(1, 5), Job::new(Task::Erase(ANN, hour(1)), hour(3))] {
        store.add_job(job).await.unwrap();
    }
    for (after, expected) in [(1, Some(2)), (2, Some(5)), (5, None)] {
        assert_eq!(store.next_job(KIND, hour(after)).await.unwrap(), expected.map(hour));
    }
    store.add_job(job(1, 1)).await.unwrap();
    assert_eq!(store.job(id(1)).await.unwrap(), Some(job(1, 5)), "it was there before");
    store.hasten_job(id(1), hour(9)).await.unwrap();
    store.hasten_job(id(3), hour(1)).await.unwrap();
    store.hasten_job(id(7), hour(1)).await.unwrap();
    drop(store);
    let store = open();
    assert_eq!(store.job(id(1)).await.unwrap(), Some(job(1, 5)));
    assert_eq!(store.job(id(3)).await.unwrap(), Some(job(3, 1)));
    assert_eq!(store.job(id(7)).await.unwrap(), None);
}

pub(crate) async fn a_job_with_another_task_is_not_done<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let (before, now) = (control_message(HERE, 10), control_message(THERE, 10));
    let [before_job, now_job] = [before, now].map(|it| Job::at_once(Task::ReplaceMessage(it)));
    store.add_job(now_job).await.unwrap();
    store.end_job(before_job).await.unwrap();
    assert_eq!(queued(&store).await, [now]);
    store.end_job(Job { attempts: 3, ready_at: hour(2), ..now_job }).await.unwrap();
    assert_eq!(queued(&store).await, []);
}

/// What is added while a job is done is done after it.
pub(crate) async fn a_job_that_is_put_again_is_not_lost<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let daily = |change, hours| Job::new(Task::DailyPuzzle(GUILD, change), hour(hours));
    let id = daily(1, 3).id();
    let stored = async || store.job(id).await.unwrap();
    store.put_job(daily(1, 3)).await.unwrap();
    store.put_job(daily(2, 5)).await.unwrap();
    assert_eq!(stored().await, Some(daily(2, 3)));
    // It is read, put again, and then scheduled for the next day.
    store.put_job(daily(3, 4)).await.unwrap();
    store.reschedule_job(daily(2, 3), hour(24), 0).await.unwrap();
    assert_eq!(stored().await, Some(daily(3, 3)), "it stays ready");
    store.reschedule_job(daily(2, 3), hour(4), 2).await.unwrap();
    assert_eq!(stored().await, Some(Job { attempts: 2, ..daily(3, 4) }), "it failed");
    store.reschedule_job(daily(3, 4), hour(24), 0).await.unwrap();
    assert_eq!(stored().await, Some(daily(3, 24)));
}

pub(crate) async fn concurrent_claimants_share_no_job<S: Store>(open: impl Fn() -> S) {
    let store = Arc::new(open());
    for thread in 1..=60 {
        store.add_job(job(thread, 1)).await.unwrap();
    }
    let claimants = (1..=60).map(|claimant| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { claimed(&*store, claimant, (2, 1), 3).await })
    });
    let mut all = Vec::new();
    for claimant in claimants.collect::<Vec<_>>() {
        all.extend(claimant.await.unwrap());
    }
    all.sort_unstable();
    assert_eq!(all, (1..=60).collect::<Vec<u64>>());
}

pub(crate) async fn jobs_of_the_future_are_brought_forward<S: Store>(open: impl Fn() -> S) {
    let store = open();
    let erasure = Task::Erase(ANN, hour(1));
    for job in [job(3, 2), job(1, 5), Job::new(erasure, hour(9))] {
        store.add_job(job).await.unwrap();
    }
    store.bring_jobs_forward(hour(3), SignedDuration::from_hours(2)).await.unwrap();
    for expected in [job(3, 2), job(1, 3), Job::new(erasure, hour(7))] {
        assert_eq!(store.job(expected.id()).await.unwrap(), Some(expected));
    }
    assert_eq!(store.next_job(KIND, hour(2)).await.unwrap(), Some(hour(3)));
}

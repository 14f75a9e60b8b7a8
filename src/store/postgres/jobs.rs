//! What must happen later.

use std::sync::Arc;

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::FutureExt as _;
use jiff::{SignedDuration, Timestamp};
use tokio_postgres::Row;

use super::super::{Job, JobId, JobKind, JobStore, Lease, StoreError};
use super::client::{Values, execute, row, rows};
use super::error::Failure;
use super::process::is_free;
use super::rows::{id, json, most, readable, time, unsigned, value};
use super::store::PostgresStore;

/// When a job is looked at again that this version cannot read. A later version may have stored it.
const UNREADABLE_FOR: SignedDuration = SignedDuration::from_hours(1);

#[async_trait]
impl JobStore for PostgresStore {
    async fn job(&self, id: JobId) -> Result<Option<Job>, StoreError> {
        self.read(id, |client, &id| job(client, id).boxed()).await
    }

    async fn add_job(&self, job: Job) -> Result<(), StoreError> {
        self.write(job, |client, job, _| put(client, job, "nothing").boxed()).await
    }

    async fn put_job(&self, job: Job) -> Result<(), StoreError> {
        self.write(job, |client, job, _| {
            let known = "update set task = excluded.task, attempts = excluded.attempts, \
                         ready_at = least(jobs.ready_at, excluded.ready_at)";
            put(client, job, known).boxed()
        })
        .await
    }

    async fn hasten_job(&self, id: JobId, ready_at: Timestamp) -> Result<(), StoreError> {
        self.write_later((id, ready_at), |client, &(id, ready_at), _| {
            hasten(client, id, ready_at).boxed()
        })
        .await
    }

    async fn claim_jobs(
        &self,
        kind: JobKind,
        lease: Lease,
        most: usize,
    ) -> Result<Vec<Job>, StoreError> {
        let arguments = (Arc::clone(&self.process), kind, lease, most);
        self.write_later(arguments, |client, (process, kind, lease, most), _| {
            claim(client, process, *kind, *lease, *most).boxed()
        })
        .await
    }

    async fn next_job(
        &self,
        kind: JobKind,
        after: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        self.read((kind, after), |client, &(kind, after)| next(client, kind, after).boxed()).await
    }

    async fn end_job(&self, done: Job) -> Result<(), StoreError> {
        self.write_later(done, |client, done, _| end(client, done).boxed()).await
    }

    async fn reschedule_job(
        &self,
        done: Job,
        ready_at: Timestamp,
        attempts: u32,
    ) -> Result<(), StoreError> {
        self.write_later((done, ready_at, attempts), |client, (done, ready_at, attempts), _| {
            reschedule(client, done, *ready_at, *attempts).boxed()
        })
        .await
    }

    async fn bring_jobs_forward(
        &self,
        after: Timestamp,
        by: SignedDuration,
    ) -> Result<(), StoreError> {
        self.write_later((after, by), |client, &(after, by), _| {
            bring_forward(client, after, by).boxed()
        })
        .await
    }
}

async fn bring_forward(
    client: &impl GenericClient,
    after: Timestamp,
    by: SignedDuration,
) -> Result<(), Failure> {
    let sql = "update jobs set ready_at = ready_at - $2 * interval '1 second' where ready_at > $1";
    execute(client, sql, &[&time(after), &by.as_secs_f64()]).await?;
    Ok(())
}

/// A kind as its column holds it.
pub(super) fn number(kind: JobKind) -> i64 {
    i64::from(kind as u8)
}

/// Reads a job out of the columns of its task, its time and its attempts.
pub(super) fn of_row(row: &Row, first: usize) -> Result<Job, Failure> {
    let task = value(row, first, || "a job".to_owned())?;
    let attempts = u32::try_from(unsigned(row, first + 2)?).unwrap_or(u32::MAX);
    Ok(Job { task, ready_at: row.try_get(first + 1)?, attempts })
}

pub(super) async fn job(client: &impl GenericClient, of: JobId) -> Result<Option<Job>, Failure> {
    let sql = "select task, ready_at, attempts from jobs where kind = $1 and subject = $2";
    let row = row(client, sql, &[&number(of.kind), &id(of.subject)]).await?;
    row.map(|row| of_row(&row, 0)).transpose()
}

/// Stores a job. Where there is one with its id, `known` says what becomes of that.
async fn put(client: &impl GenericClient, job: &Job, known: &str) -> Result<(), Failure> {
    let sql = format!(
        "insert into jobs (kind, subject, ready_at, attempts, task) values ($1, $2, $3, $4, $5) \
         on conflict (kind, subject) do {known}"
    );
    let JobId { kind, subject } = job.id();
    let (ready_at, attempts) = (time(job.ready_at), i64::from(job.attempts));
    let task = json(&job.task)?;
    execute(client, &sql, &[&number(kind), &id(subject), &ready_at, &attempts, &task]).await?;
    Ok(())
}

/// Stores a job; of one with its id the task is replaced, and its time and its attempts stay.
pub(super) async fn put_task(client: &impl GenericClient, job: &Job) -> Result<(), Failure> {
    put(client, job, "update set task = excluded.task").await
}

/// Stores a job, also where one with its id is ready later. That keeps its task if it `keeps_task`.
pub(super) async fn put_now(
    client: &impl GenericClient,
    job: &Job,
    keeps_task: bool,
) -> Result<(), Failure> {
    let task = if keeps_task { "" } else { ", task = excluded.task" };
    put(client, job, &format!("update set ready_at = excluded.ready_at{task}")).await
}

async fn hasten(
    client: &impl GenericClient,
    of: JobId,
    ready_at: Timestamp,
) -> Result<(), Failure> {
    let sql = "update jobs set ready_at = $3 where kind = $1 and subject = $2 and ready_at > $3";
    execute(client, sql, &[&number(of.kind), &id(of.subject), &time(ready_at)]).await?;
    Ok(())
}

async fn claim(
    client: &impl GenericClient,
    process: &str,
    kind: JobKind,
    lease: Lease,
    limit: usize,
) -> Result<Vec<Job>, Failure> {
    let sql = concat!(
        "with free as ( \
           select kind, subject from jobs where kind = $1 and ready_at <= $2 and ",
        is_free!("$2", "$3"),
        " order by ready_at, subject limit $4 for update skip locked \
         ) \
         update jobs set claimed_by = $3, claimed_in = $6, claimed_at = $2, claimed_until = $5 \
         from free where jobs.kind = free.kind and jobs.subject = free.subject \
         returning task, ready_at, attempts, jobs.subject"
    );
    let (now, until, claimant) = (time(lease.now), time(lease.until()), id(lease.claimant.0));
    let values: Values<'_> = &[&number(kind), &now, &claimant, &most(limit), &until, &process];
    let mut claimed = Vec::new();
    for row in rows(client, sql, values).await? {
        if let Some(job) = readable(of_row(&row, 0))? {
            claimed.push(job);
        } else {
            let unreadable = JobId { kind, subject: unsigned(&row, 3)? };
            let at = lease.now.saturating_add(UNREADABLE_FOR).unwrap_or(Timestamp::MAX);
            postpone(client, unreadable, at).await?;
        }
    }
    claimed.sort_by_key(|job| (job.ready_at, job.id()));
    Ok(claimed)
}

async fn next(
    client: &impl GenericClient,
    kind: JobKind,
    after: Timestamp,
) -> Result<Option<Timestamp>, Failure> {
    let sql = "select ready_at from jobs where kind = $1 and ready_at > $2 \
               order by ready_at limit 1";
    let row = row(client, sql, &[&number(kind), &time(after)]).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

async fn end(client: &impl GenericClient, done: &Job) -> Result<(), Failure> {
    let JobId { kind, subject } = done.id();
    let sql = "with ended as ( \
                 delete from jobs where kind = $1 and subject = $2 and task = $3 returning 1 \
               ) \
               update jobs set claimed_by = null, attempts = 0 where kind = $1 and subject = $2 \
               and not exists (select from ended)";
    execute(client, sql, &[&number(kind), &id(subject), &json(&done.task)?]).await?;
    Ok(())
}

async fn reschedule(
    client: &impl GenericClient,
    done: &Job,
    ready_at: Timestamp,
    attempts: u32,
) -> Result<(), Failure> {
    let sql = "update jobs set attempts = $4, claimed_by = null, \
               ready_at = case when $4::bigint > 0 or task = $5 then $3 else ready_at end \
               where kind = $1 and subject = $2";
    let (JobId { kind, subject }, attempts) = (done.id(), i64::from(attempts));
    let values: Values<'_> =
        &[&number(kind), &id(subject), &time(ready_at), &attempts, &json(&done.task)?];
    execute(client, sql, values).await?;
    Ok(())
}

/// Has a job ready at a time that cannot be read.
async fn postpone(
    client: &impl GenericClient,
    of: JobId,
    ready_at: Timestamp,
) -> Result<(), Failure> {
    let sql = "update jobs set ready_at = $3, claimed_by = null where kind = $1 and subject = $2";
    execute(client, sql, &[&number(of.kind), &id(of.subject), &time(ready_at)]).await?;
    Ok(())
}

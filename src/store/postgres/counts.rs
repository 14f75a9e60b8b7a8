//! Counts of what is stored.

use deadpool_postgres::GenericClient;
use jiff::Timestamp;

use super::super::{JobId, JobKind, StoreCounts, WaitingJobs};
use super::client::{row, rows};
use super::error::Failure;
use super::rows::{time, unsigned};

pub(super) async fn counts(
    client: &impl GenericClient,
    now: Timestamp,
) -> Result<StoreCounts, Failure> {
    let mut counts = StoreCounts::default();
    let sql = "select (select count(*) from tables where status = 'running'), \
               (select count(*) from outbox), pg_database_size(current_database())";
    if let Some(row) = row(client, sql, &[]).await? {
        counts.games_running = unsigned(&row, 0)?;
        counts.outbox_waiting = unsigned(&row, 1)?;
        counts.bytes = unsigned(&row, 2)?;
    }
    let sql = "select kind, count(*), (array_agg(subject order by ready_at, subject))[1], \
               min(ready_at) from jobs where ready_at <= $1 group by kind";
    for row in rows(client, sql, &[&time(now)]).await? {
        // A later version may have stored others.
        let kind = u8::try_from(unsigned(&row, 0)?).ok().and_then(JobKind::of_number);
        if let Some(kind) = kind {
            let first = JobId { kind, subject: unsigned(&row, 2)? };
            let (count, ready_at) = (unsigned(&row, 1)?, row.try_get(3)?);
            counts.jobs_waiting.insert(kind, WaitingJobs { count, first, ready_at });
        }
    }
    Ok(counts)
}

//! What the store knows of the bot itself: its application, when it ran last, and the processes that
//! run it. The claims of a process that is gone are free, long before they would end.

use std::time::Duration;

use deadpool_postgres::GenericClient;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::client::{execute, row};
use super::error::Failure;
use super::rows::{json, value};
use crate::table::ApplicationId;

/// How often a process says that it is there.
pub(super) const RENEWED_EVERY: Duration = Duration::from_secs(5);

/// Whether another process may take what somebody has claimed, as a condition in SQL. The claim begins at
/// the time `$now`, which is that of the claimants; whether a process is there, the database knows.
macro_rules! is_free {
    ($now:literal, $claimant:literal) => {
        concat!(
            "(claimed_by is null or claimed_by = ",
            $claimant,
            " or claimed_until <= ",
            $now,
            " or claimed_at > ",
            $now,
            " or not exists (select from processes where id = claimed_in and alive_until > now()))"
        )
    };
}
pub(super) use is_free;

/// A process, and how many there are.
#[derive(Clone, Debug)]
pub(super) struct Process {
    pub(super) id: String,
    pub(super) of: u32,
}

/// Stores that a process is there for some seconds, under a new id or the one that it has.
pub(super) async fn renew(
    client: &impl GenericClient,
    process: Option<&str>,
) -> Result<Process, Failure> {
    let sql = "with renewed as ( \
                 insert into processes (id, alive_until) values \
                   (coalesce($1, gen_random_uuid()::text), now() + interval '15 seconds') \
                 on conflict (id) do update set alive_until = excluded.alive_until returning id \
               ) \
               select id, (select count(*) from processes others \
                 where alive_until > now() and others.id <> renewed.id) from renewed";
    match row(client, sql, &[&process]).await? {
        Some(row) => {
            let others: i64 = row.try_get(1)?;
            let of = u32::try_from(others).unwrap_or_default().saturating_add(1);
            Ok(Process { id: row.try_get(0)?, of })
        }
        None => Ok(Process { id: process.unwrap_or_default().to_owned(), of: 1 }),
    }
}

/// Removes a process that ends, and those that ended long ago.
pub(super) async fn end(client: &impl GenericClient, process: &str) -> Result<(), Failure> {
    let sql = "delete from processes where id = $1 or alive_until < now() - interval '1 hour'";
    execute(client, sql, &[&process]).await?;
    Ok(())
}

pub(super) const APPLICATION: &str = "application";
pub(super) const HEARTBEAT: &str = "heartbeat";

pub(super) async fn get<T: DeserializeOwned>(
    client: &impl GenericClient,
    name: &'static str,
) -> Result<Option<T>, Failure> {
    let row = row(client, "select value from bot where name = $1", &[&name]).await?;
    row.map(|row| value(&row, 0, || format!("the {name} of the bot"))).transpose()
}

pub(super) async fn put<T: Serialize + Sync>(
    client: &impl GenericClient,
    name: &'static str,
    value: &T,
) -> Result<(), Failure> {
    let sql = "insert into bot (name, value) values ($1, $2) \
               on conflict (name) do update set value = excluded.value";
    execute(client, sql, &[&name, &json(value)?]).await?;
    Ok(())
}

/// Stores the application, or checks that it is the stored one.
pub(super) async fn bind_application(
    client: &impl GenericClient,
    application: ApplicationId,
) -> Result<(), Failure> {
    let sql = "insert into bot (name, value) values ($1, $2) on conflict do nothing";
    execute(client, sql, &[&APPLICATION, &json(&application)?]).await?;
    match get::<ApplicationId>(client, APPLICATION).await? {
        Some(other) if other != application => Err(Failure::OfAnother(other.0)),
        _ => Ok(()),
    }
}

pub(super) async fn set_application(
    client: &impl GenericClient,
    application: Option<ApplicationId>,
) -> Result<(), Failure> {
    if let Some(application) = application {
        put(client, APPLICATION, &application).await
    } else {
        execute(client, "delete from bot where name = $1", &[&APPLICATION]).await?;
        Ok(())
    }
}

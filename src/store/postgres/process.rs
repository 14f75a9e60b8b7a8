//! What the store knows of the bot itself: its application, when it ran last, and the processes that
//! run it. The claims of a process that is gone are free, long before they would end.

use std::fs;
use std::time::Duration;

use deadpool_postgres::GenericClient;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::client::{execute, row, rows};
use super::error::Failure;
use super::rows::{json, unsigned, value, value_if_any};
use super::store::last_migration;
use kradan_table::ApplicationId;

/// How often a process says that it is there.
pub(super) const RENEWED_EVERY: Duration = Duration::from_secs(5);

/// Whether another process may take what somebody has claimed, as a condition in SQL. The claim begins at
/// the time `$now`, which is that of the claimants; whether a process is there, the database knows. A claim
/// from a minute later than now has ended: the clock was wrong then. Clocks differ by less, and a statement
/// may come after one that was begun later.
macro_rules! is_free {
    ($now:literal, $claimant:literal) => {
        concat!(
            "(claimed_by is null or claimed_by = ",
            $claimant,
            " or claimed_until <= ",
            $now,
            " or claimed_at > ",
            $now,
            "::timestamptz + interval '1 minute' or not exists (select from processes where id = claimed_in and alive_until > now()))"
        )
    };
}
pub(super) use is_free;

/// Stores that a process begins, under a new id, and that those of the same machine are gone that are.
pub(super) async fn begin(client: &impl GenericClient) -> Result<String, Failure> {
    let us = Place::of_this_process();
    if let Some(us) = &us {
        let sql = "select id, pid, begun_at from processes where machine = $1";
        for row in rows(client, sql, &[&us.machine]).await? {
            let (pid, begun_at): (i64, String) = (row.try_get(1)?, row.try_get(2)?);
            if begin_of(pid) != Some(begun_at) {
                end(client, row.try_get(0)?).await?;
            }
        }
    }
    let (machine, pid, begun_at) =
        us.map_or((None, None, None), |us| (Some(us.machine), Some(us.pid), Some(us.begun_at)));
    let sql = "insert into processes (id, alive_until, machine, pid, begun_at) values \
               (gen_random_uuid()::text, now() + interval '15 seconds', $1, $2, $3) returning id";
    let row = row(client, sql, &[&machine, &pid, &begun_at]).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?.unwrap_or_default())
}

/// Why this process leaves the games alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "these games were last used by a newer Kradan (form {form}; this one knows {known}): start that \
     version"
)]
pub(super) struct Newer {
    form: u64,
    known: u64,
}

/// Refuses games that only a program may use that knows a later migration than the last one of this program.
fn check_form(oldest: Option<u64>) -> Result<(), Newer> {
    let known = last_migration();
    oldest.filter(|&form| form > known).map_or(Ok(()), |form| Err(Newer { form, known }))
}

/// Refuses games that only a newer version may use.
pub(super) async fn check(client: &impl GenericClient) -> Result<(), Failure> {
    Ok(check_form(get(client, OLDEST).await?)?)
}

/// Stores that a process is there for some more seconds, unless only a newer version may use the games by
/// now. Returns how many processes there are.
pub(super) async fn renew(client: &impl GenericClient, process: &str) -> Result<u32, Failure> {
    let sql = "with renewed as ( \
                 insert into processes (id, alive_until, back_at) \
                   values ($1, now() + interval '15 seconds', now()) \
                 on conflict (id) do update set alive_until = excluded.alive_until, back_at = \
                   case when processes.alive_until < now() then now() else processes.back_at end \
                 returning id \
               ) \
               select count(*), (select value from bot where name = $2) \
               from processes where alive_until > now() and id <> $1";
    let Some(row) = row(client, sql, &[&process, &OLDEST]).await? else { return Ok(1) };
    check_form(value_if_any(&row, 1, || format!("the {OLDEST} of the bot"))?)?;
    let others = unsigned(&row, 0)?;
    Ok(u32::try_from(others).unwrap_or(u32::MAX).saturating_add(1))
}

/// Where a process runs, by which another one on the machine finds out that it is gone.
#[derive(Debug)]
struct Place {
    machine: String,
    pid: i64,
    begun_at: String,
}

impl Place {
    /// `None` where the system does not say, as only Linux does: proc(5).
    fn of_this_process() -> Option<Place> {
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
        let machine = format!("{} {}", boot.trim(), namespace.display());
        let pid = i64::from(std::process::id());
        Some(Place { machine, pid, begun_at: begin_of(pid)? })
    }
}

/// When a process began that is there, and has not ended while nobody waited for it.
fn begin_of(pid: i64) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program comes before, and may have spaces.
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let is_there = *fields.first()? != "Z";
    fields.get(19).filter(|_| is_there).map(|&begun_at| begun_at.to_owned())
}

/// Removes a process that ends, and those that ended long ago.
pub(super) async fn end(client: &impl GenericClient, process: &str) -> Result<(), Failure> {
    let sql = "delete from processes where id = $1 or alive_until < now() - interval '1 hour'";
    execute(client, sql, &[&process]).await?;
    Ok(())
}

pub(super) const APPLICATION: &str = "application";
pub(super) const HEARTBEAT: &str = "heartbeat";

/// The migration that a program must know at least to use the games: a row of a later version, which each
/// version looks for.
const OLDEST: &str = "oldest form";

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

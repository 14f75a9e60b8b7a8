//! What processes agree on: the shards that each connects, when one may begin a session, and who
//! registers the commands.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::FutureExt as _;
use serde::{Deserialize, Serialize};
use tokio_postgres::Row;

use super::super::{GatewaySession, ProcessStore, Registration, ShardShare, StoreError};
use super::client::{execute, row, rows};
use super::error::Failure;
use super::process;
use super::rows::{json, readable, unsigned, value_if_any};
use super::store::PostgresStore;

#[async_trait]
impl ProcessStore for PostgresStore {
    fn processes(&self) -> NonZeroU32 {
        NonZeroU32::new(self.processes.load(Ordering::Relaxed)).unwrap_or(NonZeroU32::MIN)
    }

    async fn agree_on_shards(&self, advised: u32) -> Result<u32, StoreError> {
        let is_alone = self.processes() == NonZeroU32::MIN;
        self.write((advised, is_alone), |client, &(advised, is_alone), _| {
            agree(client, advised, is_alone).boxed()
        })
        .await
    }

    async fn share_shards(&self, total: u32) -> Result<ShardShare, StoreError> {
        let process = Arc::clone(&self.process);
        self.write_later((process, total), |client, (process, total), _| {
            share(client, process, *total).boxed()
        })
        .await
    }

    async fn stop_sharing_shards(&self) -> Result<(), StoreError> {
        let process = Arc::clone(&self.process);
        self.write(process, |client, process, _| stop_sharing(client, process).boxed()).await
    }

    async fn give_up_shard(
        &self,
        total: u32,
        number: u32,
        session: Option<GatewaySession>,
    ) -> Result<(), StoreError> {
        let process = Arc::clone(&self.process);
        self.write((process, (total, number), session), |client, (process, shard, session), _| {
            give_up(client, process, *shard, session.as_ref()).boxed()
        })
        .await
    }

    async fn may_identify(&self, key: u64, apart: Duration) -> Result<bool, StoreError> {
        self.write((key, apart), |client, &(key, apart), _| {
            may_identify(client, key, apart).boxed()
        })
        .await
    }

    async fn registration(&self, commands: u64) -> Result<Registration, StoreError> {
        let process = Arc::clone(&self.process);
        self.write((process, commands), |client, (process, commands), _| {
            registration(client, process, *commands).boxed()
        })
        .await
    }

    async fn mark_registered(&self, commands: u64) -> Result<(), StoreError> {
        let process = Arc::clone(&self.process);
        self.write((process, commands), |client, (process, commands), _| {
            mark_registered(client, process, *commands).boxed()
        })
        .await
    }
}

const SHARDS: &str = "shards";
const COMMANDS: &str = "commands";

/// The commands that a process registers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Registered {
    /// Their fingerprint, as text: JSON's numbers are not as large.
    commands: String,
    process: String,
    is_done: bool,
}

async fn agree(client: &impl GenericClient, advised: u32, is_alone: bool) -> Result<u32, Failure> {
    let agreed = if is_alone { None } else { process::get::<u32>(client, SHARDS).await? };
    let total = agreed.map_or(advised, |agreed| agreed.max(advised));
    if agreed != Some(total) {
        process::put(client, SHARDS, &total).await?;
    }
    Ok(total)
}

/// Takes free shards for a process, and returns which ones it holds. A session is gone on with only where
/// it was left just now: what was asked in between would be done long after.
///
/// After the database was away all processes count as gone until they renew themselves: who did so first
/// leaves the others the time to.
async fn share(
    client: &impl GenericClient,
    process: &str,
    total: u32,
) -> Result<ShardShare, Failure> {
    let all = i64::from(total);
    process::renew(client, process).await?;
    execute(client, "update processes set takes_shards = true where id = $1", &[&process]).await?;
    let sql =
        "select count(*) from processes where takes_shards and (alive_until > now() or id = $1)";
    let takers = row(client, sql, &[&process]).await?.map_or(Ok(1), |row| unsigned(&row, 0))?;
    let most = u64::from(total).div_ceil(takers.max(1));
    let most = u32::try_from(most).unwrap_or(total);
    let sql = "insert into shards (total, number) select $1::bigint, generate_series(0, $1::bigint - 1) \
               on conflict do nothing";
    execute(client, sql, &[&all]).await?;
    let sql = "update shards set held_in = $2, session = case when held_in is null \
                 and given_up_at > now() - interval '15 seconds' then session end \
               where total = $1 and number in ( \
                 select number from shards where total = $1 and (held_in is null or not exists \
                   (select from processes where id = held_in and (alive_until > now() or exists \
                     (select from processes as us \
                       where us.id = $2 and us.back_at > now() - interval '15 seconds')))) \
                 order by number limit greatest(0, $3::bigint - \
                   (select count(*) from shards where total = $1 and held_in = $2)) \
                 for update skip locked)";
    execute(client, sql, &[&all, &process, &i64::from(most)]).await?;
    let sql =
        "select number, session from shards where total = $1 and held_in = $2 order by number";
    let held = rows(client, sql, &[&all, &process]).await?;
    Ok(ShardShare { held: held.iter().map(shard).collect::<Result<_, _>>()?, most })
}

fn shard(row: &Row) -> Result<(u32, Option<GatewaySession>), Failure> {
    let number = u32::try_from(unsigned(row, 0)?).unwrap_or(u32::MAX);
    let session = value_if_any(row, 1, || format!("the session of shard {number}"));
    Ok((number, readable(session)?.flatten()))
}

/// Takes no more shards: the other processes may hold those that this one gives up.
async fn stop_sharing(client: &impl GenericClient, process: &str) -> Result<(), Failure> {
    execute(client, "update processes set takes_shards = false where id = $1", &[&process]).await?;
    Ok(())
}

/// Leaves a shard to other processes, unless one has it already.
async fn give_up(
    client: &impl GenericClient,
    process: &str,
    (total, number): (u32, u32),
    session: Option<&GatewaySession>,
) -> Result<(), Failure> {
    let sql = "update shards set held_in = null, session = $4, given_up_at = now() \
               where total = $1 and number = $2 and held_in = $3";
    let session = session.map(json).transpose()?;
    let (total, number) = (i64::from(total), i64::from(number));
    execute(client, sql, &[&total, &number, &process, &session]).await?;
    Ok(())
}

async fn may_identify(
    client: &impl GenericClient,
    key: u64,
    apart: Duration,
) -> Result<bool, Failure> {
    let sql = "insert into identifies (key, at) values ($1, now()) on conflict (key) do update \
               set at = now() where identifies.at <= now() - make_interval(secs => $2)";
    let key = super::rows::id(key);
    Ok(execute(client, sql, &[&key, &apart.as_secs_f64()]).await? == 1)
}

/// Who registers these commands: this process if nobody does who is there.
async fn registration(
    client: &impl GenericClient,
    process: &str,
    commands: u64,
) -> Result<Registration, Failure> {
    let ours =
        Registered { commands: commands.to_string(), process: process.to_owned(), is_done: false };
    let sql = "insert into bot (name, value) values ($1, $2) on conflict (name) do update \
               set value = excluded.value where bot.value ->> 'commands' <> excluded.value ->> 'commands' \
                 or bot.value ->> 'process' = excluded.value ->> 'process' \
                 or not exists (select from processes \
                   where id = bot.value ->> 'process' and alive_until > now())";
    if execute(client, sql, &[&COMMANDS, &json(&ours)?]).await? == 1 {
        return Ok(Registration::Ours);
    }
    let registered = process::get::<Registered>(client, COMMANDS).await?;
    let is_done = registered.is_some_and(|commands| commands.is_done);
    Ok(if is_done { Registration::Done } else { Registration::Others })
}

async fn mark_registered(
    client: &impl GenericClient,
    process: &str,
    commands: u64,
) -> Result<(), Failure> {
    let (commands, process) = (commands.to_string(), process.to_owned());
    process::put(client, COMMANDS, &Registered { commands, process, is_done: true }).await
}

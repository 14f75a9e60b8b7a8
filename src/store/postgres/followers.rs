//! Who follows games, and what they are to be told.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::FutureExt as _;
use jiff::Timestamp;
use tokio_postgres::Row;

use super::super::{
    Follow, FollowLimits, FollowerStore, Following, Job, OutboxEntry, OutboxEntryId, StoreError,
    Task,
};
use super::client::{execute, row, rows};
use super::error::Failure;
use super::rows::{id, json, most, readable, table_id, unsigned, value};
use super::store::PostgresStore;
use super::{jobs, limits};
use kradan_table::{Event, PlayerId, TableId};

#[async_trait]
impl FollowerStore for PostgresStore {
    async fn follow(
        &self,
        table: TableId,
        player: PlayerId,
        follow: Follow,
        limits: FollowLimits,
    ) -> Result<Following, StoreError> {
        let at = (table, player);
        self.write((at, follow, limits), |client, &(at, follow, limits), _| {
            self::follow(client, at, follow, limits).boxed()
        })
        .await
    }

    async fn follow_of(
        &self,
        table: TableId,
        player: PlayerId,
    ) -> Result<Option<Follow>, StoreError> {
        self.read((table, player), |client, &(table, player)| {
            follow_of(client, table, player).boxed()
        })
        .await
    }

    async fn unfollow(&self, table: TableId, player: PlayerId) -> Result<(), StoreError> {
        self.write((table, player), |client, &(table, player), _| {
            unfollow(client, table, player).boxed()
        })
        .await
    }

    async fn followed_by(&self, player: PlayerId) -> Result<Vec<TableId>, StoreError> {
        self.read(player, |client, &player| followed_by(client, player).boxed()).await
    }

    async fn follower_entries(&self, player: PlayerId) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(player, |client, &player| entries(client, player).boxed()).await
    }

    async fn mark_told(&self, player: PlayerId, id: OutboxEntryId) -> Result<(), StoreError> {
        self.write((player, id), |client, &(player, id), _| mark_told(client, player, id).boxed())
            .await
    }
}

fn follow_of_row(row: &Row, column: usize) -> Result<Follow, Failure> {
    value(row, column, || "that somebody follows a game".to_owned())
}

fn entry_of_row(row: &Row, column: usize) -> Result<OutboxEntry, Failure> {
    value(row, column, || "what a follower is told".to_owned())
}

async fn follow(
    client: &impl GenericClient,
    (table, player): (TableId, PlayerId),
    follow: Follow,
    limits: FollowLimits,
) -> Result<Following, Failure> {
    // The table's id locks its followers, as that of a player locks what they follow.
    limits::lock(client, [PlayerId(table.0), player]).await?;
    let is_known = follow_of(client, table, player).await?.is_some();
    if !is_known {
        let sql = "select count(*), (select count(*) from follows where player = $2) \
                   from follows where table_id = $1";
        let Some(row) = row(client, sql, &[&id(table.0), &id(player.0)]).await? else {
            return Ok(Following::TableFull);
        };
        if row.try_get::<_, i64>(0)? >= most(limits.of_table) {
            return Ok(Following::TableFull);
        }
        if row.try_get::<_, i64>(1)? >= most(limits.of_player) {
            return Ok(Following::PlayerFull);
        }
    }
    let sql = "insert into follows (table_id, player, follow) values ($1, $2, $3) \
               on conflict (table_id, player) do update set follow = excluded.follow";
    execute(client, sql, &[&id(table.0), &id(player.0), &json(&follow)?]).await?;
    Ok(if is_known { Following::Known } else { Following::New })
}

async fn follow_of(
    client: &impl GenericClient,
    table: TableId,
    player: PlayerId,
) -> Result<Option<Follow>, Failure> {
    let sql = "select follow from follows where table_id = $1 and player = $2";
    let row = row(client, sql, &[&id(table.0), &id(player.0)]).await?;
    row.map(|row| follow_of_row(&row, 0)).transpose()
}

async fn unfollow(
    client: &impl GenericClient,
    table: TableId,
    player: PlayerId,
) -> Result<(), Failure> {
    for sql in [
        "delete from follows where table_id = $1 and player = $2",
        "delete from follower_entries where table_id = $1 and player = $2",
    ] {
        execute(client, sql, &[&id(table.0), &id(player.0)]).await?;
    }
    Ok(())
}

async fn followed_by(
    client: &impl GenericClient,
    player: PlayerId,
) -> Result<Vec<TableId>, Failure> {
    let sql = "select table_id from follows where player = $1 order by table_id";
    let found = rows(client, sql, &[&id(player.0)]).await?;
    found.iter().map(|row| table_id(row, 0)).collect()
}

/// Stores for each follower who wants it that they are to be told of an entry at a time, in the place of
/// the one that it is joined to. With the end of the game nobody follows it any more. Transactions lock the
/// jobs of followers in the same order.
pub(super) async fn enqueue(
    client: &impl GenericClient,
    entry: &OutboxEntry,
    (told_at, joins): (Timestamp, Option<OutboxEntryId>),
) -> Result<(), Failure> {
    let table = id(entry.id.table.0);
    if let Some(earlier) = joins {
        let sql = "delete from follower_entries where table_id = $1 and revision = $2";
        execute(client, sql, &[&table, &id(earlier.revision)]).await?;
    }
    let sql = "select player, follow from follows where table_id = $1 order by player";
    let followers = rows(client, sql, &[&table]).await?;
    for row in &followers {
        let wants = readable(follow_of_row(row, 1))?.is_some_and(|wish| wish.wants(&entry.events));
        if wants {
            let player = PlayerId(unsigned(row, 0)?);
            let told = OutboxEntry { answer: None, left: None, ..entry.clone() };
            put_entry(client, player, &told).await?;
            let task = Task::TellFollower(player, entry.id);
            jobs::put_task(client, &Job::new(task, told_at)).await?;
        }
    }
    let is_end = entry.events.iter().any(|event| matches!(event, Event::Ended(_)));
    if is_end && !followers.is_empty() {
        execute(client, "delete from follows where table_id = $1", &[&table]).await?;
    }
    Ok(())
}

async fn put_entry(
    client: &impl GenericClient,
    player: PlayerId,
    entry: &OutboxEntry,
) -> Result<(), Failure> {
    let sql = "insert into follower_entries (player, table_id, revision, entry) \
               values ($1, $2, $3, $4) on conflict (player, table_id, revision) \
               do update set entry = excluded.entry";
    let (table, revision) = (id(entry.id.table.0), id(entry.id.revision));
    execute(client, sql, &[&id(player.0), &table, &revision, &json(entry)?]).await?;
    Ok(())
}

/// What a follower is to be told, in the order of the tables.
async fn entries(
    client: &impl GenericClient,
    player: PlayerId,
) -> Result<Vec<OutboxEntry>, Failure> {
    let sql = "select entry from follower_entries where player = $1 order by table_id, revision";
    let found = rows(client, sql, &[&id(player.0)]).await?;
    found.iter().filter_map(|row| readable(entry_of_row(row, 0)).transpose()).collect()
}

async fn mark_told(
    client: &impl GenericClient,
    player: PlayerId,
    entry: OutboxEntryId,
) -> Result<(), Failure> {
    let sql = "delete from follower_entries where player = $1 and table_id = $2 and revision = $3";
    execute(client, sql, &[&id(player.0), &id(entry.table.0), &id(entry.revision)]).await?;
    Ok(())
}

//! Who follows games, and what they are to be told.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::FutureExt as _;
use jiff::Timestamp;
use tokio_postgres::Row;

use super::super::{
    Follow, FollowLimits, FollowerStore, Following, OutboxEntry, OutboxEntryId, StoreError,
};
use super::client::{execute, row, rows};
use super::error::Failure;
use super::limits;
use super::rows::{id, json, most, readable, table_id, time, unsigned, value};
use super::store::PostgresStore;
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

    async fn follower_entries(
        &self,
        until: Timestamp,
        most: usize,
    ) -> Result<Vec<(PlayerId, OutboxEntry)>, StoreError> {
        self.read((until, most), |client, &(until, most)| entries(client, until, most).boxed())
            .await
    }

    async fn next_follower_entry(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read((), |client, ()| next_entry(client).boxed()).await
    }

    async fn mark_told(&self, player: PlayerId, id: OutboxEntryId) -> Result<(), StoreError> {
        self.write((player, id), |client, &(player, id), _| mark_told(client, player, id).boxed())
            .await
    }

    async fn postpone_telling(
        &self,
        player: PlayerId,
        id: OutboxEntryId,
        ready_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.write((player, id, ready_at), |client, &(player, id, ready_at), _| {
            postpone_telling(client, player, id, ready_at).boxed()
        })
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

/// Stores for each follower who wants it that they are to be told of an entry. With the end of the
/// game nobody follows it any more.
pub(super) async fn enqueue(
    client: &impl GenericClient,
    entry: &OutboxEntry,
) -> Result<(), Failure> {
    let table = id(entry.id.table.0);
    let sql = "select player, follow from follows where table_id = $1";
    let followers = rows(client, sql, &[&table]).await?;
    for row in &followers {
        let wants = readable(follow_of_row(row, 1))?.is_some_and(|it| it.wants(&entry.events));
        if wants {
            let player = PlayerId(unsigned(row, 0)?);
            let ready_at = entry.made_at;
            let told = OutboxEntry { ready_at, answer: None, left: None, ..entry.clone() };
            put_entry(client, player, &told).await?;
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
    let sql = "insert into follower_entries (player, table_id, revision, ready_at, entry) \
               values ($1, $2, $3, $4, $5) on conflict (player, table_id, revision) \
               do update set ready_at = excluded.ready_at, entry = excluded.entry";
    let (table, revision) = (id(entry.id.table.0), id(entry.id.revision));
    let ready_at = time(entry.ready_at);
    execute(client, sql, &[&id(player.0), &table, &revision, &ready_at, &json(entry)?]).await?;
    Ok(())
}

/// What followers are to be told, the longest ready first.
async fn entries(
    client: &impl GenericClient,
    until: Timestamp,
    limit: usize,
) -> Result<Vec<(PlayerId, OutboxEntry)>, Failure> {
    let sql = "select player, entry from follower_entries where ready_at <= $1 \
               order by ready_at, player, table_id, revision limit $2";
    let mut entries = Vec::new();
    for row in rows(client, sql, &[&time(until), &most(limit)]).await? {
        let player = PlayerId(unsigned(&row, 0)?);
        entries.extend(readable(entry_of_row(&row, 1))?.map(|entry| (player, entry)));
    }
    Ok(entries)
}

async fn next_entry(client: &impl GenericClient) -> Result<Option<Timestamp>, Failure> {
    let sql = "select min(ready_at) from follower_entries";
    Ok(row(client, sql, &[]).await?.map(|row| row.try_get(0)).transpose()?.flatten())
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

async fn postpone_telling(
    client: &impl GenericClient,
    player: PlayerId,
    entry: OutboxEntryId,
    ready_at: Timestamp,
) -> Result<(), Failure> {
    let sql = "select entry from follower_entries \
               where player = $1 and table_id = $2 and revision = $3 for update";
    let values = (id(player.0), id(entry.table.0), id(entry.revision));
    let Some(row) = row(client, sql, &[&values.0, &values.1, &values.2]).await? else {
        return Ok(());
    };
    let entry = entry_of_row(&row, 0)?;
    let attempts = entry.attempts.saturating_add(1);
    put_entry(client, player, &OutboxEntry { ready_at, attempts, ..entry }).await
}

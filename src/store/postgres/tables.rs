//! Tables: their rows, the lists that they are in, and when they are due.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::FutureExt as _;
use jiff::{SignedDuration, Timestamp};
use tokio_postgres::Row;

use super::super::index_fields::{IndexFields, TableStatus};
use super::super::{
    Change, CommitError, InteractionId, InteractionResult, Lease, Listing, OutboxEntryId,
    StoreError, StoredTable, TableStore,
};
use super::client::{Values, execute, row, rows};
use super::commit;
use super::connection::Write;
use super::error::Failure;
use super::process::is_free;
use super::rows::{id, in_order, json, most, readable, table_id, time, unsigned, value};
use super::store::PostgresStore;
use kradan_table::{ChannelId, PlayerId, TableId};

#[async_trait]
impl TableStore for PostgresStore {
    async fn table(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        let stored = self.read(id, |client, &id| table(client, id).boxed()).await;
        if stored.as_ref().is_err_and(StoreError::is_of_one_value) {
            self.unreadable.add(id);
        }
        stored
    }

    async fn tables(&self, ids: Vec<TableId>) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
        let wanted: Vec<i64> = ids.iter().map(|table| id(table.0)).collect();
        let found = self.read(wanted, |client, ids| tables(client, ids).boxed()).await?;
        let mut by_id = HashMap::new();
        for (table, stored) in found {
            match readable(stored)? {
                Some(stored) => drop(by_id.insert(table, stored)),
                None => self.unreadable.add(table),
            }
        }
        Ok(in_order(&ids, by_id))
    }

    async fn commit(&self, change: Change) -> Result<(), CommitError> {
        let entry = change.entry.as_ref().map(|entry| entry.id);
        let wanted = OutboxEntryId { table: change.id, revision: change.stored.revision };
        if let Some(id) = entry.filter(|&id| id != wanted) {
            let what = format!("the outbox entry of table {}", id.table.0);
            let source = "it has the id of another change".into();
            return Err(CommitError::Failed(Failure::Value { what, source }.into()));
        }
        self.commit_or_refuse(change, |client, change, attempt| {
            commit::commit(client, change, attempt).boxed()
        })
        .await
    }

    async fn delete_table(&self, id: TableId, revision: u64) -> Result<(), CommitError> {
        self.commit_or_refuse((id, revision), |client, &(id, revision), attempt| {
            commit::delete_table(client, id, revision, attempt).boxed()
        })
        .await
    }

    async fn mark_refused(&self, interaction: InteractionId) -> Result<(), CommitError> {
        self.commit_or_refuse(interaction, |client, &interaction, attempt| {
            commit::mark_refused(client, interaction, attempt).boxed()
        })
        .await
    }

    async fn interaction_result(
        &self,
        interaction: InteractionId,
    ) -> Result<Option<InteractionResult>, StoreError> {
        self.read(interaction, |client, &id| commit::interaction_result(client, id).boxed()).await
    }

    async fn delete_results_before(&self, interaction: InteractionId) -> Result<(), StoreError> {
        let delete: Write<InteractionId, u64, Failure> =
            |client, &interaction, _| commit::delete_results(client, interaction).boxed();
        while self.write_later(interaction, delete).await? > 0 {}
        Ok(())
    }

    async fn tables_of_player(
        &self,
        player: PlayerId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        self.read((player, listing, most), |client, &(player, listing, most)| {
            of_player(client, player, listing, most).boxed()
        })
        .await
    }

    async fn tables_in_channel(
        &self,
        channel: ChannelId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError> {
        self.read((channel, listing, most), |client, &(channel, listing, most)| {
            in_channel(client, channel, listing, most).boxed()
        })
        .await
    }

    async fn due_tables(&self, until: Timestamp, most: usize) -> Result<Vec<TableId>, StoreError> {
        self.read((until, most, self.left_out()), |client, (until, most, left_out)| {
            due(client, *until, *most, left_out).boxed()
        })
        .await
    }

    async fn claim_due(&self, lease: Lease, most: usize) -> Result<Vec<TableId>, StoreError> {
        let arguments = (Arc::clone(&self.process), lease, most, self.left_out());
        self.write_later(arguments, |client, (process, lease, most, left_out), _| {
            claim_due(client, process, *lease, *most, left_out).boxed()
        })
        .await
    }

    async fn next_due(&self, after: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        self.read((after, self.left_out()), |client, (after, left_out)| {
            next_due(client, *after, left_out).boxed()
        })
        .await
    }
}

impl PostgresStore {
    /// The ids of the tables that could not be read, which are left out.
    fn left_out(&self) -> Vec<i64> {
        self.unreadable.ids().into_iter().map(|table| id(table.0)).collect()
    }
}

/// The part of a row that is read before the row is replaced.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) revision: u64,
    pub(super) is_running: bool,
}

pub(super) fn status_name(status: TableStatus) -> &'static str {
    match status {
        TableStatus::Challenge => "challenge",
        TableStatus::Running => "running",
        TableStatus::Over => "over",
        TableStatus::Withdrawn => "withdrawn",
    }
}

/// Reads the table of a row with its id, its revision, its credit and its game.
fn stored_table(row: &Row) -> Result<(TableId, StoredTable), Failure> {
    let id = table_id(row, 0)?;
    let table = value(row, 3, || format!("table {}", id.0))?;
    let credited = SignedDuration::from_nanos(row.try_get(2)?);
    Ok((id, StoredTable { table, revision: unsigned(row, 1)?, credited }))
}

pub(super) async fn table(
    client: &impl GenericClient,
    table: TableId,
) -> Result<Option<StoredTable>, Failure> {
    let sql = "select id, revision, credited_nanoseconds, game from tables where id = $1";
    let row = row(client, sql, &[&id(table.0)]).await?;
    Ok(row.as_ref().map(stored_table).transpose()?.map(|(_, stored)| stored))
}

pub(super) async fn count(client: &impl GenericClient) -> Result<u64, Failure> {
    let row = row(client, "select count(*) from tables", &[]).await?;
    row.map_or(Ok(0), |row| unsigned(&row, 0))
}

/// The tables with these ids, in any order, each with its error if it cannot be read.
async fn tables(
    client: &impl GenericClient,
    ids: &[i64],
) -> Result<Vec<(TableId, Result<StoredTable, Failure>)>, Failure> {
    let sql = "select id, revision, credited_nanoseconds, game from tables where id = any($1)";
    let rows = rows(client, sql, &[&ids]).await?;
    let read = |row: &Row| Ok((table_id(row, 0)?, stored_table(row).map(|(_, stored)| stored)));
    rows.iter().map(read).collect()
}

/// Locks a table until the end of the transaction.
pub(super) async fn lock(
    client: &impl GenericClient,
    table: TableId,
) -> Result<Option<Header>, Failure> {
    let sql = "select revision, status = 'running' from tables where id = $1 for update";
    let Some(row) = row(client, sql, &[&id(table.0)]).await? else { return Ok(None) };
    Ok(Some(Header { revision: unsigned(&row, 0)?, is_running: row.try_get(1)? }))
}

/// Stores a table, and ends the claim on it. Returns whether the revision was the next one.
pub(super) async fn put(
    client: &impl GenericClient,
    table: TableId,
    stored: &StoredTable,
) -> Result<bool, Failure> {
    let keys = IndexFields::of(stored);
    let mut players = keys.players.iter().map(|player| id(player.0));
    let (player_1, player_2) = (players.next(), players.next());
    let credited = i64::try_from(stored.credited.as_nanos()).unwrap_or(i64::MAX);
    let sql = if stored.revision == 1 {
        "insert into tables (id, revision, status, channel, player_1, player_2, due_at, \
         credited_nanoseconds, game) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         on conflict do nothing"
    } else {
        "update tables set revision = $2, status = $3, channel = $4, player_1 = $5, player_2 = $6, \
         due_at = $7, credited_nanoseconds = $8, game = $9, claimed_by = null \
         where id = $1 and revision + 1 = $2"
    };
    let values: Values<'_> = &[
        &id(table.0),
        &id(stored.revision),
        &status_name(keys.status),
        &id(keys.channel.0),
        &player_1,
        &player_2,
        &keys.due.map(time),
        &credited,
        &json(&stored.table)?,
    ];
    Ok(execute(client, sql, values).await? == 1)
}

/// The tables of a player, the newest first.
async fn of_player(
    client: &impl GenericClient,
    player: PlayerId,
    listing: Listing,
    limit: usize,
) -> Result<Vec<TableId>, Failure> {
    // Each half is read in the order of its index.
    let either = "(select id from tables where player_1 = $1 and status = $2 order by id desc limit $3) \
                  union \
                  (select id from tables where player_2 = $1 and status = $2 order by id desc limit $3) \
                  order by id desc limit $3";
    let (sql, status) = match listing {
        Listing::Running => (either, TableStatus::Running),
        Listing::Over => (either, TableStatus::Over),
        Listing::Withdrawn => (either, TableStatus::Withdrawn),
        Listing::Sent => (
            "select id from tables where player_1 = $1 and status = $2 order by id desc limit $3",
            TableStatus::Challenge,
        ),
        Listing::Received => (
            "select id from tables where player_2 = $1 and status = $2 order by id desc limit $3",
            TableStatus::Challenge,
        ),
    };
    let found = rows(client, sql, &[&id(player.0), &status_name(status), &most(limit)]).await?;
    found.iter().map(|row| table_id(row, 0)).collect()
}

/// The tables shown in a channel, the newest first.
async fn in_channel(
    client: &impl GenericClient,
    channel: ChannelId,
    listing: Listing,
    limit: usize,
) -> Result<Vec<TableId>, Failure> {
    let status = match listing {
        Listing::Running => TableStatus::Running,
        Listing::Sent => TableStatus::Challenge,
        Listing::Over => TableStatus::Over,
        Listing::Received | Listing::Withdrawn => return Ok(Vec::new()),
    };
    let sql = "select id from tables where channel = $1 and status = $2 order by id desc limit $3";
    let found = rows(client, sql, &[&id(channel.0), &status_name(status), &most(limit)]).await?;
    found.iter().map(|row| table_id(row, 0)).collect()
}

/// The due tables but for some, the longest due first.
async fn due(
    client: &impl GenericClient,
    until: Timestamp,
    limit: usize,
    left_out: &[i64],
) -> Result<Vec<TableId>, Failure> {
    let sql =
        "select id from tables where due_at <= $1 and id <> all($2) order by due_at, id limit $3";
    let found = rows(client, sql, &[&time(until), &left_out, &most(limit)]).await?;
    found.iter().map(|row| table_id(row, 0)).collect()
}

/// Claims due tables but for some, the longest due first.
async fn claim_due(
    client: &impl GenericClient,
    process: &str,
    lease: Lease,
    limit: usize,
    left_out: &[i64],
) -> Result<Vec<TableId>, Failure> {
    let sql = concat!(
        "with free as ( \
           select id from tables where due_at <= $1 and id <> all($2) and ",
        is_free!("$1", "$3"),
        " order by due_at, id limit $5 for update \
         ), claimed as ( \
           update tables set claimed_by = $3, claimed_in = $6, claimed_at = $1, claimed_until = $4 \
           from free where tables.id = free.id returning tables.id, due_at \
         ) select id from claimed order by due_at, id"
    );
    let (now, until) = (time(lease.now), time(lease.until()));
    let claimant = id(lease.claimant.0);
    let values: Values<'_> = &[&now, &left_out, &claimant, &until, &most(limit), &process];
    let found = rows(client, sql, values).await?;
    found.iter().map(|row| table_id(row, 0)).collect()
}

/// The next time after another one at which a table is due.
async fn next_due(
    client: &impl GenericClient,
    after: Timestamp,
    left_out: &[i64],
) -> Result<Option<Timestamp>, Failure> {
    let sql =
        "select due_at from tables where due_at > $1 and id <> all($2) order by due_at limit 1";
    let found = row(client, sql, &[&time(after), &left_out]).await?;
    Ok(found.map(|row| row.try_get(0)).transpose()?)
}

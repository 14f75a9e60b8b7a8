//! Outbox entries: what is pending, claims, groups and what was missed.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::{FutureExt as _, try_join};
use jiff::Timestamp;
use tokio_postgres::Row;

use super::super::{
    EntryGroup, Lease, LeftChannel, OutboxEntry, OutboxEntryId, OutboxStore, PostedBoard,
    StoreError,
};
use super::client::{Values, execute, row, rows};
use super::error::Failure;
use super::messages;
use super::process::is_free;
use super::rows::{entry_id, entry_ids, id, json, most, readable, time, value};
use super::store::PostgresStore;
use kradan_table::{PlayerId, TableId};

#[async_trait]
impl OutboxStore for PostgresStore {
    async fn outbox_entry(&self, id: OutboxEntryId) -> Result<Option<OutboxEntry>, StoreError> {
        self.read(id, |client, &id| outbox_entry(client, id).boxed()).await
    }

    async fn pending(&self, until: Timestamp, most: usize) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read((until, most), |client, &(until, most)| pending(client, until, most).boxed())
            .await
    }

    async fn pending_where(
        &self,
        until: Timestamp,
        most: usize,
        is_wanted: Box<dyn Fn(OutboxEntryId) -> bool + Send>,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        let (mut wanted, mut last) = (Vec::new(), None);
        while wanted.len() < most {
            let looked_at = self.read((until, last), |client, &(until, last)| {
                ready_ids(client, until, last).boxed()
            });
            let looked_at = looked_at.await?;
            let Some(&next) = looked_at.last() else { break };
            last = Some(next);
            wanted.extend(looked_at.into_iter().map(|(_, id)| id).filter(|&id| is_wanted(id)));
        }
        wanted.truncate(most);
        self.read(wanted, |client, ids| entries_of(client, ids).boxed()).await
    }

    async fn claim_entries(
        &self,
        lease: Lease,
        ids: Vec<OutboxEntryId>,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        let arguments = (Arc::clone(&self.process), lease, ids);
        self.write_later(arguments, |client, (process, lease, ids), _| {
            claim(client, process, *lease, ids).boxed()
        })
        .await
    }

    async fn pending_of_table(&self, table: TableId) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read(table, |client, &table| of_table(client, table).boxed()).await
    }

    async fn next_pending(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read((), |client, ()| next_pending(client).boxed()).await
    }

    async fn mark_delivered(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
    ) -> Result<(), StoreError> {
        self.write_later((id, board), |client, &(id, board), _| {
            mark_delivered(client, id, board).boxed()
        })
        .await
    }

    async fn mark_delivered_in_new_channel(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
        ready_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.write_later((id, board, ready_at), |client, &(id, board, ready_at), _| {
            mark_delivered_in_new_channel(client, id, board, ready_at).boxed()
        })
        .await
    }

    async fn add_missed(&self, player: PlayerId, entry: OutboxEntry) -> Result<(), StoreError> {
        self.write_later((player, entry), |client, (player, entry), _| {
            add_missed(client, *player, entry).boxed()
        })
        .await
    }

    async fn missed_by(
        &self,
        player: PlayerId,
        most: usize,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        self.read((player, most), |client, &(player, most)| missed_by(client, player, most).boxed())
            .await
    }

    async fn remove_missed(
        &self,
        player: PlayerId,
        seen: Vec<OutboxEntryId>,
    ) -> Result<(), StoreError> {
        self.write_later((player, seen), |client, (player, seen), _| {
            remove_missed(client, *player, seen).boxed()
        })
        .await
    }

    async fn postpone(&self, id: OutboxEntryId, ready_at: Timestamp) -> Result<(), StoreError> {
        self.write_later((id, ready_at), |client, &(id, ready_at), _| {
            postpone(client, id, ready_at).boxed()
        })
        .await
    }

    async fn reschedule(&self, id: OutboxEntryId, ready_at: Timestamp) -> Result<(), StoreError> {
        self.write_later((id, ready_at), |client, &(id, ready_at), _| {
            reschedule(client, id, ready_at).boxed()
        })
        .await
    }

    async fn group_entries(
        &self,
        leader: OutboxEntryId,
        others: Vec<OutboxEntryId>,
        ready_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.write_later((leader, others, ready_at), |client, (leader, others, ready_at), _| {
            group(client, *leader, others, *ready_at).boxed()
        })
        .await
    }

    async fn end_group(&self, leader: OutboxEntryId, at: Timestamp) -> Result<(), StoreError> {
        self.write_later((leader, at), |client, &(leader, at), _| {
            end_group(client, leader, at).boxed()
        })
        .await
    }
}

/// How many ids of entries are looked through at once.
const IDS_AT_ONCE: i64 = 2_000;

/// Reads the entry of a row. The column after the ids of entries holds it.
fn entry(row: &Row, column: usize) -> Result<OutboxEntry, Failure> {
    value(row, column, || "an outbox entry".to_owned())
}

/// The readable entries of rows.
fn entries(rows: &[Row]) -> Result<Vec<OutboxEntry>, Failure> {
    rows.iter().filter_map(|row| readable(entry(row, 0)).transpose()).collect()
}

pub(super) async fn add(client: &impl GenericClient, entry: &OutboxEntry) -> Result<(), Failure> {
    let sql = "insert into outbox (table_id, revision, ready_at, entry) values ($1, $2, $3, $4) \
               on conflict (table_id, revision) do update set ready_at = excluded.ready_at, \
               claimed_by = null, entry = excluded.entry";
    let (table, revision) = (id(entry.id.table.0), id(entry.id.revision));
    execute(client, sql, &[&table, &revision, &time(entry.ready_at), &json(entry)?]).await?;
    Ok(())
}

/// An entry, joined to an earlier one that it takes the place of.
pub(super) async fn joined<'e>(
    client: &impl GenericClient,
    entry: &'e OutboxEntry,
    joins: Option<OutboxEntryId>,
) -> Result<Cow<'e, OutboxEntry>, Failure> {
    let Some(earlier) = joins else { return Ok(Cow::Borrowed(entry)) };
    let Some(earlier) = readable(locked(client, earlier).await)?.flatten() else {
        return Ok(Cow::Borrowed(entry));
    };
    mark_delivered(client, earlier.id, None).await?;
    Ok(Cow::Owned(entry.clone().joined_to(earlier)))
}

async fn outbox_entry(
    client: &impl GenericClient,
    entry_id: OutboxEntryId,
) -> Result<Option<OutboxEntry>, Failure> {
    let sql = "select entry from outbox where table_id = $1 and revision = $2";
    let row = row(client, sql, &[&id(entry_id.table.0), &id(entry_id.revision)]).await?;
    row.map(|row| entry(&row, 0)).transpose()
}

/// An entry that stays as it is until the end of the transaction.
async fn locked(
    client: &impl GenericClient,
    entry_id: OutboxEntryId,
) -> Result<Option<OutboxEntry>, Failure> {
    let sql = "select entry from outbox where table_id = $1 and revision = $2 for update";
    let row = row(client, sql, &[&id(entry_id.table.0), &id(entry_id.revision)]).await?;
    row.map(|row| entry(&row, 0)).transpose()
}

/// The entries that are ready, the longest ready first.
async fn pending(
    client: &impl GenericClient,
    until: Timestamp,
    limit: usize,
) -> Result<Vec<OutboxEntry>, Failure> {
    let sql = "select entry from outbox where ready_at <= $1 \
               order by ready_at, table_id, revision limit $2";
    entries(&rows(client, sql, &[&time(until), &most(limit)]).await?)
}

/// The ids of the entries that are ready, the longest ready first, after one of them, so many at once.
/// Returns them with the time at which each is ready.
async fn ready_ids(
    client: &impl GenericClient,
    until: Timestamp,
    after: Option<(Timestamp, OutboxEntryId)>,
) -> Result<Vec<(Timestamp, OutboxEntryId)>, Failure> {
    let first = (Timestamp::MIN, OutboxEntryId { table: TableId(0), revision: 0 });
    let (at, last) = after.unwrap_or(first);
    let sql = "select ready_at, table_id, revision from outbox \
               where ready_at <= $1 and (ready_at, table_id, revision) > ($2, $3, $4) \
               order by ready_at, table_id, revision limit $5";
    let (table, revision) = (id(last.table.0), id(last.revision));
    let found =
        rows(client, sql, &[&time(until), &time(at), &table, &revision, &IDS_AT_ONCE]).await?;
    found.iter().map(|row| Ok((row.try_get(0)?, entry_id(row, 1)?))).collect()
}

/// The readable ones of these entries, in their order.
async fn entries_of(
    client: &impl GenericClient,
    ids: &[OutboxEntryId],
) -> Result<Vec<OutboxEntry>, Failure> {
    let sql = "select entry from outbox join unnest($1::bigint[], $2::bigint[]) as wanted (t, r) \
               on table_id = t and revision = r";
    let (table_ids, revisions) = entry_ids(ids);
    let found = entries(&rows(client, sql, &[&table_ids, &revisions]).await?)?;
    Ok(in_order(ids, found))
}

/// Entries in the order of their ids.
fn in_order(ids: &[OutboxEntryId], entries: Vec<OutboxEntry>) -> Vec<OutboxEntry> {
    let mut by_id: HashMap<OutboxEntryId, OutboxEntry> =
        entries.into_iter().map(|entry| (entry.id, entry)).collect();
    ids.iter().filter_map(|id| by_id.remove(id)).collect()
}

/// Claims the ready ones of these entries, in their order.
async fn claim(
    client: &impl GenericClient,
    process: &str,
    lease: Lease,
    ids: &[OutboxEntryId],
) -> Result<Vec<OutboxEntry>, Failure> {
    let sql = concat!(
        "with free as ( \
           select table_id, revision from outbox \
           join unnest($1::bigint[], $2::bigint[]) as wanted (t, r) \
             on table_id = t and revision = r \
           where ready_at <= $3 and ",
        is_free!("$3", "$4"),
        " order by table_id, revision for update of outbox \
         ) \
         update outbox set claimed_by = $4, claimed_in = $6, claimed_at = $3, claimed_until = $5 \
         from free where outbox.table_id = free.table_id and outbox.revision = free.revision \
         returning entry"
    );
    let (table_ids, revisions) = entry_ids(ids);
    let (now, until) = (time(lease.now), time(lease.until()));
    let claimant = id(lease.claimant.0);
    let values: Values<'_> = &[&table_ids, &revisions, &now, &claimant, &until, &process];
    Ok(in_order(ids, entries(&rows(client, sql, values).await?)?))
}

/// All pending entries of a table, the oldest first.
async fn of_table(
    client: &impl GenericClient,
    table: TableId,
) -> Result<Vec<OutboxEntry>, Failure> {
    let sql = "select entry from outbox where table_id = $1 order by revision";
    entries(&rows(client, sql, &[&id(table.0)]).await?)
}

async fn next_pending(client: &impl GenericClient) -> Result<Option<Timestamp>, Failure> {
    let sql = "select ready_at from outbox order by ready_at, table_id, revision limit 1";
    Ok(row(client, sql, &[]).await?.map(|row| row.try_get(0)).transpose()?)
}

/// Removes a delivered entry, and stores the board that it showed.
async fn mark_delivered(
    client: &impl GenericClient,
    entry_id: OutboxEntryId,
    board: Option<PostedBoard>,
) -> Result<(), Failure> {
    let posted = async {
        match board {
            Some(board) => messages::post_board(client, entry_id.table, board).await,
            None => Ok(()),
        }
    };
    let removed = async {
        let sql = "delete from outbox where table_id = $1 and revision = $2";
        execute(client, sql, &[&id(entry_id.table.0), &id(entry_id.revision)]).await
    };
    try_join!(posted, removed)?;
    Ok(())
}

/// [Removes](mark_delivered) an entry, but for what the channel is to be told that the table left.
async fn mark_delivered_in_new_channel(
    client: &impl GenericClient,
    entry_id: OutboxEntryId,
    board: Option<PostedBoard>,
    ready_at: Timestamp,
) -> Result<(), Failure> {
    let entry = readable(locked(client, entry_id).await)?.flatten();
    let Some((entry, left)) = entry.and_then(|entry| entry.left.map(|left| (entry, left))) else {
        return mark_delivered(client, entry_id, board).await;
    };
    if let Some(board) = board {
        messages::post_board(client, entry_id.table, board).await?;
    }
    if left.is_all {
        return Ok(());
    }
    let left = Some(LeftChannel { is_all: true, ..left });
    add(client, &OutboxEntry { left, ready_at, attempts: 0, answer: None, ..entry }).await
}

/// Changes a pending entry, and ends the claim on it.
async fn postpone(
    client: &impl GenericClient,
    entry_id: OutboxEntryId,
    ready_at: Timestamp,
) -> Result<(), Failure> {
    match locked(client, entry_id).await? {
        Some(entry) => add(client, &postponed(entry, ready_at)).await,
        None => Ok(()),
    }
}

fn postponed(entry: OutboxEntry, ready_at: Timestamp) -> OutboxEntry {
    OutboxEntry { ready_at, attempts: entry.attempts.saturating_add(1), ..entry }
}

/// Changes the time of a pending entry. The claim on it stays.
async fn reschedule(
    client: &impl GenericClient,
    entry_id: OutboxEntryId,
    ready_at: Timestamp,
) -> Result<(), Failure> {
    match locked(client, entry_id).await? {
        Some(entry) => replace(client, &OutboxEntry { ready_at, ..entry }).await,
        None => Ok(()),
    }
}

/// Replaces a pending entry. The claim on it stays.
async fn replace(client: &impl GenericClient, entry: &OutboxEntry) -> Result<(), Failure> {
    let sql = "update outbox set ready_at = $3, entry = $4 where table_id = $1 and revision = $2";
    let (table, revision) = (id(entry.id.table.0), id(entry.id.revision));
    execute(client, sql, &[&table, &revision, &time(entry.ready_at), &json(entry)?]).await?;
    Ok(())
}

/// These entries, which stay as they are until the end of the transaction, by their ids.
async fn all_locked(
    client: &impl GenericClient,
    ids: &[OutboxEntryId],
) -> Result<HashMap<OutboxEntryId, OutboxEntry>, Failure> {
    let sql = "select entry from outbox join unnest($1::bigint[], $2::bigint[]) as wanted (t, r) \
               on table_id = t and revision = r order by table_id, revision for update of outbox";
    let (table_ids, revisions) = entry_ids(ids);
    let found = rows(client, sql, &[&table_ids, &revisions]).await?;
    let read = found.iter().map(|row| entry(row, 0).map(|entry| (entry.id, entry)));
    read.collect()
}

async fn group(
    client: &impl GenericClient,
    leader: OutboxEntryId,
    others: &[OutboxEntryId],
    ready_at: Timestamp,
) -> Result<(), Failure> {
    let mut entries = all_locked(client, &[&[leader], others].concat()).await?;
    entries.retain(|_, entry| entry.group.is_none());
    let Some(mut lead) = entries.remove(&leader) else { return Ok(()) };
    let mut grouped = Vec::new();
    for other in others {
        if let Some(entry) = entries.remove(other) {
            let group = Some(EntryGroup::Follows(leader));
            replace(client, &OutboxEntry { ready_at, group, ..entry }).await?;
            grouped.push(*other);
        }
    }
    lead.group = Some(EntryGroup::Leads(grouped));
    replace(client, &lead).await
}

async fn end_group(
    client: &impl GenericClient,
    leader: OutboxEntryId,
    ready_at: Timestamp,
) -> Result<(), Failure> {
    let Some(lead) = locked(client, leader).await? else { return Ok(()) };
    let Some(EntryGroup::Leads(others)) = &lead.group else { return Ok(()) };
    let mut entries: Vec<OutboxEntry> = all_locked(client, others).await?.into_values().collect();
    entries.retain(|entry| entry.group == Some(EntryGroup::Follows(leader)));
    for entry in entries.into_iter().chain([lead]) {
        replace(client, &OutboxEntry { group: None, ..postponed(entry, ready_at) }).await?;
    }
    Ok(())
}

/// Stores a missed entry without its interaction token, which will have expired. The pending one is
/// taken as it is stored: somebody may have been erased from it since it was read.
async fn add_missed(
    client: &impl GenericClient,
    player: PlayerId,
    missed: &OutboxEntry,
) -> Result<(), Failure> {
    let stored = readable(outbox_entry(client, missed.id).await)?.flatten();
    let missed = OutboxEntry { answer: None, ..stored.unwrap_or_else(|| missed.clone()) };
    let sql = "insert into missed_entries (player, table_id, revision, entry) values ($1, $2, $3, $4) \
               on conflict (player, table_id, revision) do update set entry = excluded.entry";
    let (table, revision) = (id(missed.id.table.0), id(missed.id.revision));
    execute(client, sql, &[&id(player.0), &table, &revision, &json(&missed)?]).await?;
    Ok(())
}

async fn missed_by(
    client: &impl GenericClient,
    player: PlayerId,
    limit: usize,
) -> Result<Vec<OutboxEntry>, Failure> {
    let sql = "select entry from missed_entries where player = $1 \
               order by table_id, revision limit $2";
    entries(&rows(client, sql, &[&id(player.0), &most(limit)]).await?)
}

async fn remove_missed(
    client: &impl GenericClient,
    player: PlayerId,
    seen: &[OutboxEntryId],
) -> Result<(), Failure> {
    let sql = "delete from missed_entries using unnest($2::bigint[], $3::bigint[]) as seen (t, r) \
               where player = $1 and table_id = t and revision = r";
    let (table_ids, revisions) = entry_ids(seen);
    execute(client, sql, &[&id(player.0), &table_ids, &revisions]).await?;
    Ok(())
}

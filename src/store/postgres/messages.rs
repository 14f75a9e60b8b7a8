//! Posted boards, offers, messages that are queued for cleanup, and the channels that they are in.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::{FutureExt as _, join, try_join};
use tokio_postgres::Row;

use super::super::old_messages::{Posting, settled, stands};
use super::super::{
    ChannelAccess, ControlMessage, Job, MessageStore, OfferKind, PostedBoard, Settlement,
    StoreError, Task,
};
use super::client::{Values, execute, row, rows};
use super::error::Failure;
use super::rows::{id, in_order, json, readable, table_id, value};
use super::store::PostgresStore;
use super::values::{self, CHANNEL_ACCESS};
use super::{jobs, tables};
use kradan_table::{ChannelId, TableId};

#[async_trait]
impl MessageStore for PostgresStore {
    async fn posted_board(&self, table: TableId) -> Result<Option<PostedBoard>, StoreError> {
        self.read(table, |client, &table| posted_board(client, table).boxed()).await
    }

    async fn posted_boards(
        &self,
        tables: Vec<TableId>,
    ) -> Result<Vec<(TableId, PostedBoard)>, StoreError> {
        let ids: Vec<i64> = tables.iter().map(|table| id(table.0)).collect();
        let found = self.read(ids, |client, ids| posted_boards(client, ids).boxed());
        Ok(in_order(&tables, found.await?.into_iter().collect()))
    }

    async fn add_offer(&self, table: TableId, offer: ControlMessage) -> Result<(), StoreError> {
        self.write_later((table, offer), |client, &(table, offer), _| {
            add_offer(client, table, offer).boxed()
        })
        .await
    }

    async fn settle_offers(
        &self,
        table: TableId,
        offers: OfferKind,
        settlement: Settlement,
    ) -> Result<(), StoreError> {
        self.write_later((table, offers, settlement), |client, &(table, offers, settlement), _| {
            settle_offers(client, table, offers, settlement).boxed()
        })
        .await
    }

    async fn queue_cleanup(
        &self,
        table: TableId,
        messages: Vec<ControlMessage>,
    ) -> Result<(), StoreError> {
        self.write_later((table, messages), |client, (table, messages), _| {
            queue_cleanup(client, *table, messages).boxed()
        })
        .await
    }

    async fn channel_access(&self, channel: ChannelId) -> Result<ChannelAccess, StoreError> {
        let access = self
            .read(channel, |client, &channel| {
                values::get(client, &CHANNEL_ACCESS, channel.0).boxed()
            })
            .await?;
        Ok(access.unwrap_or_default())
    }

    /// Removes the row of a channel with the usual access: most channels have no row.
    async fn set_channel_access(
        &self,
        channel: ChannelId,
        access: ChannelAccess,
    ) -> Result<(), StoreError> {
        let access = Some(access).filter(|&access| access != ChannelAccess::default());
        self.write_later((channel, access), |client, (channel, access), _| {
            values::put(client, &CHANNEL_ACCESS, channel.0, access.as_ref()).boxed()
        })
        .await
    }
}

fn board(row: &Row, column: usize, table: TableId) -> Result<PostedBoard, Failure> {
    value(row, column, || format!("where table {} is shown", table.0))
}

fn message(row: &Row) -> Result<ControlMessage, Failure> {
    value(row, 0, || "a message with controls".to_owned())
}

pub(super) async fn posted_board(
    client: &impl GenericClient,
    table: TableId,
) -> Result<Option<PostedBoard>, Failure> {
    let sql = "select board from posted_boards where table_id = $1";
    let row = row(client, sql, &[&id(table.0)]).await?;
    row.map(|row| board(&row, 0, table)).transpose()
}

/// The readable boards of tables, in any order.
async fn posted_boards(
    client: &impl GenericClient,
    tables: &[i64],
) -> Result<Vec<(TableId, PostedBoard)>, Failure> {
    let sql = "select table_id, board from posted_boards where table_id = any($1)";
    let mut found = Vec::new();
    for row in rows(client, sql, &[&tables]).await? {
        let table = table_id(&row, 0)?;
        found.extend(readable(board(&row, 1, table))?.map(|board| (table, board)));
    }
    Ok(found)
}

/// Stores a board, and queues the older of it and the one before for cleanup.
pub(super) async fn post_board(
    client: &impl GenericClient,
    table: TableId,
    posted: PostedBoard,
) -> Result<(), Failure> {
    let sql = "select board from posted_boards where table_id = $1 for update";
    let values: Values<'_> = &[&id(table.0)];
    let (found, offers) = join!(row(client, sql, values), offers(client, table));
    let (mut found, offers) = (found?, offers?);
    let is_first = found.is_none() && {
        let sql =
            "insert into posted_boards (table_id, board) values ($1, $2) on conflict do nothing";
        execute(client, sql, &[&id(table.0), &json(&posted)?]).await? == 1
    };
    if found.is_none() && !is_first {
        // Another process was faster.
        found = row(client, sql, values).await?;
    }
    let before = found.and_then(|row| readable(board(&row, 0, table)).transpose()).transpose()?;
    let posting = Posting::of(table, before, posted);
    let put = async {
        if posting.is_newer && !is_first {
            let sql = "update posted_boards set board = $2 where table_id = $1";
            execute(client, sql, &[&id(table.0), &json(&posted)?]).await?;
        }
        Ok(())
    };
    let queued = async {
        if posting.is_newer {
            queue_lapsed(client, table, offers).await?;
        }
        match posting.old {
            Some(message) => put_cleanup(client, message).await,
            None => Ok(()),
        }
    };
    try_join!(put, queued)?;
    Ok(())
}

async fn add_offer(
    client: &impl GenericClient,
    table: TableId,
    offer: ControlMessage,
) -> Result<(), Failure> {
    let sql = "insert into offers (table_id, message, offer) values ($1, $2, $3) \
               on conflict (table_id, message) do update set offer = excluded.offer";
    execute(client, sql, &[&id(table.0), &id(offer.message.0), &json(&offer)?]).await?;
    Ok(())
}

/// The readable offers of a table.
async fn offers(
    client: &impl GenericClient,
    table: TableId,
) -> Result<Vec<ControlMessage>, Failure> {
    let sql = "select offer from offers where table_id = $1 order by message for update";
    let found = rows(client, sql, &[&id(table.0)]).await?;
    found.iter().filter_map(|row| readable(message(row)).transpose()).collect()
}

/// Queues an offer for cleanup, which is none any more.
async fn settle(
    client: &impl GenericClient,
    table: TableId,
    offer: ControlMessage,
    settlement: Settlement,
) -> Result<(), Failure> {
    let sql = "delete from offers where table_id = $1 and message = $2";
    execute(client, sql, &[&id(table.0), &id(offer.message.0)]).await?;
    put_cleanup(client, settled(offer, settlement)).await
}

/// Queues those of a table's offers that no longer wait for an answer. Those that the table still holds
/// stay.
async fn queue_lapsed(
    client: &impl GenericClient,
    table: TableId,
    offers: Vec<ControlMessage>,
) -> Result<(), Failure> {
    if offers.is_empty() {
        return Ok(());
    }
    let stored = readable(tables::table(client, table).await)?.flatten();
    let stored = stored.as_ref().map(|stored| &stored.table);
    for offer in offers.into_iter().filter(|offer| !stands(offer, stored)) {
        settle(client, table, offer, Settlement::Lapsed).await?;
    }
    Ok(())
}

/// Queues all offers of a table for cleanup: they have lapsed.
pub(super) async fn queue_offer_cleanup(
    client: &impl GenericClient,
    table: TableId,
) -> Result<(), Failure> {
    for offer in offers(client, table).await? {
        settle(client, table, offer, Settlement::Lapsed).await?;
    }
    Ok(())
}

async fn settle_offers(
    client: &impl GenericClient,
    table: TableId,
    kind: OfferKind,
    settlement: Settlement,
) -> Result<(), Failure> {
    for offer in offers(client, table).await? {
        if offer.content.and_then(|content| content.shows.offer_kind()) == Some(kind) {
            settle(client, table, offer, settlement).await?;
        }
    }
    Ok(())
}

/// An offer that is queued by its place alone has lapsed.
async fn queue_cleanup(
    client: &impl GenericClient,
    table: TableId,
    messages: &[ControlMessage],
) -> Result<(), Failure> {
    let offers = offers(client, table).await?;
    for &message in messages {
        let offer = offers.iter().find(|offer| offer.message == message.message);
        if let Some(offer) = offer.filter(|_| message.content.is_none()) {
            settle(client, table, *offer, Settlement::Lapsed).await?;
        } else {
            let sql = "delete from offers where table_id = $1 and message = $2";
            execute(client, sql, &[&id(table.0), &id(message.message.0)]).await?;
            put_cleanup(client, message).await?;
        }
    }
    Ok(())
}

/// Queues a message for cleanup. A queued message whose content is known keeps it.
async fn put_cleanup(client: &impl GenericClient, message: ControlMessage) -> Result<(), Failure> {
    let job = Job::at_once(Task::ReplaceMessage(message));
    jobs::put_now(client, &job, message.content.is_none()).await
}

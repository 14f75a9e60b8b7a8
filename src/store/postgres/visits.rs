//! What is read at once: statements that are sent together.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::{FutureExt as _, try_join};

use super::super::{Addressed, Addressees, StoreError, Task, Visit, VisitStore};
use super::client::row;
use super::error::Failure;
use super::rows::{id, in_order, readable};
use super::store::PostgresStore;
use super::values::{self, CHANNEL_ACCESS, PROFILES};
use super::{messages, people, tables};
use kradan_table::{ChannelId, PlayerId, TableId};

#[async_trait]
impl VisitStore for PostgresStore {
    async fn visit(
        &self,
        player: PlayerId,
        channel: ChannelId,
        table: Option<TableId>,
    ) -> Result<Visit, StoreError> {
        self.read((player, channel, table), |client, &(player, channel, table)| {
            visit(client, player, channel, table).boxed()
        })
        .await
    }

    async fn addressed(&self, to: Addressees) -> Result<Addressed, StoreError> {
        self.read(to, |client, to| addressed(client, to).boxed()).await
    }
}

async fn visit(
    client: &impl GenericClient,
    player: PlayerId,
    channel: ChannelId,
    table: Option<TableId>,
) -> Result<Visit, Failure> {
    let access = async { readable(values::get(client, &CHANNEL_ACCESS, channel.0).await) };
    let table = async {
        match table {
            Some(id) => readable(tables::table(client, id).await),
            None => Ok(None),
        }
    };
    let (profile, access, is_reader, is_kept_open, has_missed, table) = try_join!(
        values::get(client, &PROFILES, player.0),
        access,
        people::is_reader(client, player, channel),
        is_kept_open(client, channel),
        has_missed(client, player),
        table,
    )?;
    let access = access.map(Option::unwrap_or_default);
    Ok(Visit { profile, access, is_reader, is_kept_open, has_missed, table: table.flatten() })
}

async fn is_kept_open(client: &impl GenericClient, channel: ChannelId) -> Result<bool, Failure> {
    let job = Task::KeepThread(channel).id();
    let sql = "select from jobs where kind = $1 and subject = $2";
    Ok(row(client, sql, &[&(job.kind as i64), &id(job.subject)]).await?.is_some())
}

async fn has_missed(client: &impl GenericClient, player: PlayerId) -> Result<bool, Failure> {
    let sql = "select from missed_entries where player = $1 limit 1";
    Ok(row(client, sql, &[&id(player.0)]).await?.is_some())
}

async fn addressed(client: &impl GenericClient, to: &Addressees) -> Result<Addressed, Failure> {
    let players: Vec<i64> = to.players.iter().map(|player| id(player.0)).collect();
    let board = async { readable(messages::posted_board(client, to.table).await) };
    let is_blocked = async {
        match to.called {
            Some((called, _, Some(by))) => people::has_blocked(client, called, by).await,
            _ => Ok(false),
        }
    };
    let is_reader = async {
        match to.called {
            Some((called, channel, _)) => people::is_reader(client, called, channel).await,
            None => Ok(true),
        }
    };
    let (board, profiles, is_blocked, is_reader) =
        try_join!(board, people::profiles(client, &players), is_blocked, is_reader)?;
    let profiles = in_order(&to.players, profiles.into_iter().collect());
    Ok(Addressed { board: board.flatten(), profiles, is_blocked, is_reader })
}

//! The erasure of a person.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::FutureExt as _;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::{ErasureStore, InteractionResult, OutboxEntry, StoreError};
use super::client::{execute, row, rows};
use super::error::Failure;
use super::rows::{id, json, readable, time, unsigned, value};
use super::store::PostgresStore;
use kradan_rules::Side;
use kradan_table::{ChannelId, PlayerId, TableId};

#[async_trait]
impl ErasureStore for PostgresStore {
    async fn wish_erasure(&self, player: PlayerId, at: Timestamp) -> Result<(), StoreError> {
        self.write((player, at), |client, &(player, at), _| wish(client, player, at).boxed()).await
    }

    async fn erasures(&self) -> Result<Vec<PlayerId>, StoreError> {
        self.read((), |client, ()| wishes(client).boxed()).await
    }

    async fn erase_in_entries(
        &self,
        table: TableId,
        players: Vec<PlayerId>,
        player: PlayerId,
    ) -> Result<(), StoreError> {
        self.write((table, players, player), |client, (table, players, player), _| {
            erase_in_entries(client, *table, players, *player).boxed()
        })
        .await
    }

    async fn erase_player(&self, player: PlayerId) -> Result<(), StoreError> {
        self.write(player, |client, &player, _| erase_player(client, player).boxed()).await
    }

    async fn erased_bytes_since(&self) -> Result<Option<Timestamp>, StoreError> {
        self.read((), |client, ()| erased_since(client).boxed()).await
    }

    /// Has the server remove deleted rows from its files. What its log and its backups hold, and for how
    /// long, is its keeper's to say.
    async fn rewrite(&self) -> Result<(), StoreError> {
        let erased = self.erased_bytes_since().await?;
        // It takes as long as the tables are large.
        vacuum(&self.connections.get().await?).await?;
        let Some(erased) = erased else { return Ok(()) };
        self.write(erased, |client, &erased, _| forget_erased(client, erased).boxed()).await
    }

    async fn channels_read_by(&self, player: PlayerId) -> Result<Vec<ChannelId>, StoreError> {
        self.read(player, |client, &player| channels_read_by(client, player).boxed()).await
    }
}

/// The name of the row that says since when erased rows may be in the files.
const ERASED_SINCE: &str = "erased since";

pub(super) async fn wish(
    client: &impl GenericClient,
    player: PlayerId,
    since: Timestamp,
) -> Result<(), Failure> {
    let sql = "insert into erasures (player, since) values ($1, $2) on conflict do nothing";
    execute(client, sql, &[&id(player.0), &time(since)]).await?;
    Ok(())
}

pub(super) async fn wishes(client: &impl GenericClient) -> Result<Vec<PlayerId>, Failure> {
    let found = rows(client, "select player from erasures order by player", &[]).await?;
    found.iter().map(|row| unsigned(row, 0).map(PlayerId)).collect()
}

/// Something in which a player may be named.
trait Naming: Serialize + DeserializeOwned + PartialEq + Clone {
    fn erase(&mut self, player: PlayerId);
}

impl Naming for OutboxEntry {
    fn erase(&mut self, player: PlayerId) {
        self.events.iter_mut().for_each(|event| event.erase_player(player));
        if self.by == Some(player) {
            self.by = Some(PlayerId::erased(Side::First));
        }
    }
}

impl Naming for InteractionResult {
    fn erase(&mut self, player: PlayerId) {
        if let InteractionResult::Done { events, .. } = self {
            for event in events {
                event.erase_player(player);
            }
        }
    }
}

/// Erases a player from the JSON of rows. `limit` chooses among those that have the player's id, by
/// two lists.
async fn erase_in_rows<T: Naming>(
    client: &impl GenericClient,
    (table, column): (&str, &str),
    player: PlayerId,
    (limit, one, two): (&str, &[i64], &[i64]),
) -> Result<(), Failure> {
    let sql = format!(
        "select ctid::text, {column} from {table} where strpos({column}::text, $1) > 0 and {limit} \
         for update"
    );
    for row in rows(client, &sql, &[&player.0.to_string(), &one, &two]).await? {
        let what = || format!("a row of {table}");
        let Some(before) = readable(value::<T>(&row, 1, what))? else { continue };
        let mut erased = before.clone();
        erased.erase(player);
        if erased != before {
            let place: String = row.try_get(0)?;
            let sql = format!("update {table} set {column} = $2 where ctid = $1::text::tid");
            execute(client, &sql, &[&place, &json(&erased)?]).await?;
        }
    }
    Ok(())
}

/// Puts the mark of an erased player in the place of a player in the outbox entries of a table, pending
/// or missed by the players of the table.
pub(super) async fn erase_in_entries(
    client: &impl GenericClient,
    table: TableId,
    players: &[PlayerId],
    player: PlayerId,
) -> Result<(), Failure> {
    let players: Vec<i64> = players.iter().map(|player| id(player.0)).collect();
    let of_table = ("table_id = any($2) and $3::bigint[] is not null", &[id(table.0)][..], &[][..]);
    erase_in_rows::<OutboxEntry>(client, ("outbox", "entry"), player, of_table).await?;
    let of_players = ("table_id = any($2) and player = any($3)", &[id(table.0)][..], &players[..]);
    erase_in_rows::<OutboxEntry>(client, ("missed_entries", "entry"), player, of_players).await
}

/// Deletes what belongs to the player alone, erases them elsewhere, and deletes the wish.
pub(super) async fn erase_player(
    client: &impl GenericClient,
    player: PlayerId,
) -> Result<(), Failure> {
    let all = ("$2::bigint[] is not null and $3::bigint[] is not null", &[][..], &[][..]);
    for table in ["outbox", "missed_entries", "follower_entries"] {
        erase_in_rows::<OutboxEntry>(client, (table, "entry"), player, all).await?;
    }
    let results = ("interaction_results", "result");
    erase_in_rows::<InteractionResult>(client, results, player, all).await?;
    note_erased_since(client, player).await?;
    for sql in [
        "delete from blocks where blocker = $1 or blocked = $1",
        "delete from follows where player = $1",
        "delete from follower_entries where player = $1",
        "delete from missed_entries where player = $1",
        "delete from readers where player = $1",
        "delete from sent_challenges where challenger = $1 or opponent = $1",
        "delete from notes where table_id = 0 and player = $1",
        "delete from profiles where player = $1",
        "delete from standings where player = $1",
        "delete from limit_locks where player = $1",
        "delete from erasures where player = $1",
    ] {
        execute(client, sql, &[&id(player.0)]).await?;
    }
    Ok(())
}

/// Stores that the files may hold rows of a player who is erased now.
async fn note_erased_since(client: &impl GenericClient, player: PlayerId) -> Result<(), Failure> {
    let sql = "select since from erasures where player = $1 for update";
    let Some(row) = row(client, sql, &[&id(player.0)]).await? else { return Ok(()) };
    let wished: Timestamp = row.try_get(0)?;
    let since = erased_since(client).await?.map_or(wished, |since| since.min(wished));
    let sql = "insert into bot (name, value) values ($1, $2) \
               on conflict (name) do update set value = excluded.value";
    execute(client, sql, &[&ERASED_SINCE, &json(&since)?]).await?;
    Ok(())
}

pub(super) async fn erased_since(
    client: &impl GenericClient,
) -> Result<Option<Timestamp>, Failure> {
    let row = row(client, "select value from bot where name = $1", &[&ERASED_SINCE]).await?;
    row.map(|row| value(&row, 0, || "since when people were erased".to_owned())).transpose()
}

/// Removes the note, unless somebody was erased since it was read.
pub(super) async fn forget_erased(
    client: &impl GenericClient,
    read: Timestamp,
) -> Result<(), Failure> {
    let sql = "delete from bot where name = $1 and value = $2";
    execute(client, sql, &[&ERASED_SINCE, &json(&read)?]).await?;
    Ok(())
}

/// Removes deleted rows from the files of the tables.
pub(super) async fn vacuum(client: &impl GenericClient) -> Result<(), Failure> {
    let sql = "select quote_ident(tablename) from pg_tables where schemaname = current_schema()";
    for row in rows(client, sql, &[]).await? {
        let table: String = row.try_get(0)?;
        client.batch_execute(&format!("vacuum {table}")).await?;
    }
    Ok(())
}

pub(super) async fn channels_read_by(
    client: &impl GenericClient,
    player: PlayerId,
) -> Result<Vec<ChannelId>, Failure> {
    let sql = "select channel from readers where player = $1 order by channel";
    let found = rows(client, sql, &[&id(player.0)]).await?;
    found.iter().map(|row| unsigned(row, 0).map(ChannelId)).collect()
}

//! The erasure of a person.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::FutureExt as _;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::{
    ErasureStore, InteractionResult, Job, JobId, JobKind, OutboxEntry, StoreError, Task,
};
use super::client::{execute, rows};
use super::error::Failure;
use super::jobs;
use super::rows::{id, json, readable, unsigned, value};
use super::store::PostgresStore;
use kradan_rules::Side;
use kradan_table::{ChannelId, PlayerId, TableId};

#[async_trait]
impl ErasureStore for PostgresStore {
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

    /// Has the server remove deleted rows from its files. What its log and its backups hold, and for how
    /// long, is its keeper's to say.
    async fn rewrite(&self) -> Result<(), StoreError> {
        // It takes as long as the tables are large.
        Ok(vacuum(&self.connections.get().await?).await?)
    }

    async fn channels_read_by(&self, player: PlayerId) -> Result<Vec<ChannelId>, StoreError> {
        self.read(player, |client, &player| channels_read_by(client, player).boxed()).await
    }
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

/// Deletes what belongs to the player alone, erases them elsewhere, and ends the job that does so.
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
    let erasure = JobId { kind: JobKind::Erase, subject: player.0 };
    if let Some(Job { task: Task::Erase(_, wished_at), .. }) = jobs::job(client, erasure).await? {
        let rewriting = jobs::job(client, JobId { kind: JobKind::Rewrite, subject: 0 }).await?;
        jobs::put_task(client, &Job::rewriting(rewriting, wished_at)).await?;
    }
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
    ] {
        execute(client, sql, &[&id(player.0)]).await?;
    }
    for kind in [JobKind::TellFollower, JobKind::Erase] {
        let sql = "delete from jobs where kind = $1 and subject = $2";
        execute(client, sql, &[&jobs::number(kind), &id(player.0)]).await?;
    }
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

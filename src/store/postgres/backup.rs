//! Items of a backup, as rows.

use async_trait::async_trait;
use deadpool_postgres::{GenericClient, Object};
use futures_util::FutureExt as _;
use futures_util::future::try_join_all;
use jiff::{SignedDuration, Timestamp};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::super::backup::{AT_ONCE, BackupStore, Item, ItemKind, Page, SentChallenge, Snapshot};
use super::super::index_fields::IndexFields;
use super::super::{InteractionId, Profile, StoreError, StoredTable};
use super::client::{execute, rows};
use super::error::Failure;
use super::rows::{id, json, most, time, unsigned, value};
use super::store::PostgresStore;
use super::tables::status_name;
use super::{jobs, people, process};
use kradan_table::{ApplicationId, ChannelId, GuildId, PlayerId, TableId};

#[async_trait]
impl BackupStore for PostgresStore {
    async fn application(&self) -> Result<Option<ApplicationId>, StoreError> {
        self.read((), |client, ()| process::get(client, process::APPLICATION).boxed()).await
    }

    async fn set_application(&self, application: Option<ApplicationId>) -> Result<(), StoreError> {
        self.write(application, |client, &application, _| {
            process::set_application(client, application).boxed()
        })
        .await
    }

    async fn snapshot(&self) -> Result<Box<dyn Snapshot>, StoreError> {
        let client = self.connections.get().await?;
        Ok(Box::new(PostgresSnapshot::begin(client).await?))
    }

    async fn put_items(&self, items: Vec<Item>) -> Result<(), StoreError> {
        self.write(items, |client, items, _| put(client, items).boxed()).await
    }

    async fn remove_items(&self, items: Vec<Item>) -> Result<(), StoreError> {
        self.write(items, |client, items, _| remove(client, items).boxed()).await
    }
}

/// A value of a column.
type Column = Box<dyn ToSql + Send + Sync>;

/// The database's table of a kind of items: the columns of the key, which are numbers but for times whose
/// name ends with `_at`, and the other ones.
struct Layout {
    table: &'static str,
    keys: &'static [&'static str],
    values: &'static [&'static str],
}

fn layout(kind: ItemKind) -> Layout {
    let (table, keys, values): (_, &[_], &[_]) = match kind {
        ItemKind::Table => (
            "tables",
            &["id"],
            &[
                "game",
                "revision",
                "credited_nanoseconds",
                "status",
                "channel",
                "player_1",
                "player_2",
                "due_at",
            ],
        ),
        ItemKind::OutboxEntry => ("outbox", &["table_id", "revision"], &["entry", "ready_at"]),
        ItemKind::Missed => ("missed_entries", &["player", "table_id", "revision"], &["entry"]),
        ItemKind::InteractionResult => ("interaction_results", &["interaction"], &["result"]),
        ItemKind::PostedBoard => ("posted_boards", &["table_id"], &["board"]),
        ItemKind::Offer => ("offers", &["table_id", "message"], &["offer"]),
        ItemKind::ChannelAccess => ("channel_access", &["channel"], &["access"]),
        ItemKind::Reader => ("readers", &["player", "channel"], &[]),
        ItemKind::Profile => ("profiles", &["player"], &["profile"]),
        ItemKind::ServerSettings => ("server_settings", &["guild"], &["settings"]),
        ItemKind::Tournaments => ("server_tournaments", &["guild"], &["tournaments"]),
        ItemKind::DailyPuzzle => ("daily_puzzles", &["guild"], &["daily"]),
        ItemKind::Block => ("blocks", &["blocker", "blocked"], &["since"]),
        ItemKind::Note => ("notes", &["table_id", "player"], &["note"]),
        ItemKind::Follow => ("follows", &["table_id", "player"], &["follow"]),
        ItemKind::FollowerEntry => {
            ("follower_entries", &["player", "table_id", "revision"], &["entry"])
        }
        ItemKind::SentChallenge => {
            ("sent_challenges", &["challenger", "sent_at", "table_id"], &["opponent"])
        }
        ItemKind::Job => ("jobs", &["kind", "subject"], &["task", "ready_at", "attempts"]),
    };
    Layout { table, keys, values }
}

/// The columns of an item's key.
fn keys(item: &Item) -> Vec<Column> {
    let ids = |ids: &[u64]| ids.iter().map(|&key| Box::new(id(key)) as Column).collect();
    match item {
        Item::Table(table, _) | Item::PostedBoard(table, _) => ids(&[table.0]),
        Item::OutboxEntry(entry) => ids(&[entry.id.table.0, entry.id.revision]),
        Item::Missed(player, entry) | Item::FollowerEntry(player, entry) => {
            ids(&[player.0, entry.id.table.0, entry.id.revision])
        }
        Item::InteractionResult(interaction, _) => ids(&[interaction.0]),
        Item::Offer(table, offer) => ids(&[table.0, offer.message.0]),
        Item::ChannelAccess(channel, _) => ids(&[channel.0]),
        Item::Reader(player, channel) => ids(&[player.0, channel.0]),
        Item::Profile(player, _) => ids(&[player.0]),
        Item::ServerSettings(guild, _)
        | Item::Tournaments(guild, _)
        | Item::DailyPuzzle(guild, _) => ids(&[guild.0]),
        Item::Block(one, other, _) => ids(&[one.0, other.0]),
        Item::Note(table, player, _) | Item::Follow(table, player, _) => ids(&[table.0, player.0]),
        Item::SentChallenge(SentChallenge { challenger, at, table, .. }) => {
            vec![Box::new(id(challenger.0)), Box::new(time(*at)), Box::new(id(table.0))]
        }
        Item::Job(job) => ids(&[job.id().kind as u64, job.id().subject]),
    }
}

/// The other columns of an item.
fn values(item: &Item) -> Result<Vec<Column>, Failure> {
    Ok(match item {
        Item::Table(_, stored) => table_values(stored)?,
        Item::OutboxEntry(entry) => vec![Box::new(json(entry)?), Box::new(time(entry.ready_at))],
        Item::Missed(_, entry) | Item::FollowerEntry(_, entry) => vec![Box::new(json(entry)?)],
        Item::InteractionResult(_, result) => vec![Box::new(json(result)?)],
        Item::PostedBoard(_, board) => vec![Box::new(json(board)?)],
        Item::Offer(_, message) => vec![Box::new(json(message)?)],
        Item::Block(.., at) => vec![Box::new(time(*at))],
        Item::ChannelAccess(_, access) => vec![Box::new(json(access)?)],
        Item::Reader(..) => vec![],
        Item::Profile(_, profile) => vec![Box::new(json(profile)?)],
        Item::ServerSettings(_, settings) => vec![Box::new(json(settings)?)],
        Item::Tournaments(_, tournaments) => vec![Box::new(json(tournaments)?)],
        Item::DailyPuzzle(_, daily) => vec![Box::new(json(daily)?)],
        Item::Note(.., note) => vec![Box::new(json(note)?)],
        Item::Follow(.., follow) => vec![Box::new(json(follow)?)],
        Item::SentChallenge(sent) => vec![Box::new(sent.opponent.map(|player| id(player.0)))],
        Item::Job(job) => vec![
            Box::new(json(&job.task)?),
            Box::new(time(job.ready_at)),
            Box::new(i64::from(job.attempts)),
        ],
    })
}

fn table_values(stored: &StoredTable) -> Result<Vec<Column>, Failure> {
    let fields = IndexFields::of(stored);
    let mut players = fields.players.iter().map(|player| id(player.0));
    Ok(vec![
        Box::new(json(&stored.table)?),
        Box::new(id(stored.revision)),
        Box::new(i64::try_from(stored.credited.as_nanos()).unwrap_or(i64::MAX)),
        Box::new(status_name(fields.status)),
        Box::new(id(fields.channel.0)),
        Box::new(players.next()),
        Box::new(players.next()),
        Box::new(fields.due.map(time)),
    ])
}

/// The item of a row of the columns of its key and the other ones.
fn item(kind: ItemKind, row: &Row) -> Result<Item, Failure> {
    let number = |column| unsigned(row, column);
    let (table, player) = (|at| number(at).map(TableId), |at| number(at).map(PlayerId));
    let what = || format!("one of the {}", kind.name());
    Ok(match kind {
        ItemKind::Table => {
            let id = table(0)?;
            let game = value(row, 1, || format!("table {}", id.0))?;
            let credited = SignedDuration::from_nanos(row.try_get(3)?);
            Item::Table(id, Box::new(StoredTable { table: game, revision: number(2)?, credited }))
        }
        ItemKind::OutboxEntry => Item::OutboxEntry(value(row, 2, what)?),
        ItemKind::Missed => Item::Missed(player(0)?, value(row, 3, what)?),
        ItemKind::InteractionResult => {
            Item::InteractionResult(InteractionId(number(0)?), value(row, 1, what)?)
        }
        ItemKind::PostedBoard => Item::PostedBoard(table(0)?, value(row, 1, what)?),
        ItemKind::Offer => Item::Offer(table(0)?, value(row, 2, what)?),
        ItemKind::ChannelAccess => Item::ChannelAccess(ChannelId(number(0)?), value(row, 1, what)?),
        ItemKind::Reader => Item::Reader(player(0)?, ChannelId(number(1)?)),
        ItemKind::Profile => Item::Profile(player(0)?, Box::new(value(row, 1, what)?)),
        ItemKind::ServerSettings => Item::ServerSettings(GuildId(number(0)?), value(row, 1, what)?),
        ItemKind::Tournaments => Item::Tournaments(GuildId(number(0)?), value(row, 1, what)?),
        ItemKind::DailyPuzzle => Item::DailyPuzzle(GuildId(number(0)?), value(row, 1, what)?),
        ItemKind::Block => Item::Block(player(0)?, player(1)?, row.try_get(2)?),
        ItemKind::Note => Item::Note(table(0)?, player(1)?, value(row, 2, what)?),
        ItemKind::Follow => Item::Follow(table(0)?, player(1)?, value(row, 2, what)?),
        ItemKind::FollowerEntry => Item::FollowerEntry(player(0)?, value(row, 3, what)?),
        ItemKind::SentChallenge => {
            let opponent: Option<i64> = row.try_get(3)?;
            Item::SentChallenge(SentChallenge {
                challenger: player(0)?,
                at: row.try_get(1)?,
                table: table(2)?,
                opponent: opponent.map(|id| PlayerId(id.cast_unsigned())),
            })
        }
        ItemKind::Job => Item::Job(jobs::of_row(row, 2)?),
    })
}

/// `$1, $2` and so on, from a number on.
fn places(first: usize, count: usize) -> String {
    let places: Vec<String> = (first..first + count).map(|place| format!("${place}")).collect();
    places.join(", ")
}

fn refs(columns: &[Column]) -> Vec<&(dyn ToSql + Sync)> {
    columns.iter().map(|column| &**column as &(dyn ToSql + Sync)).collect()
}

/// A place in the order of the items of a kind.
#[derive(Clone)]
struct Position(Vec<u8>);

/// The items of the database as they were at the first read.
pub(super) struct PostgresSnapshot {
    /// A connection in a transaction that reads everything as of one time.
    client: Option<Object>,
    /// The kind that is read, and its last position that was.
    kind: usize,
    after: Option<Position>,
}

impl PostgresSnapshot {
    pub(super) async fn begin(client: Object) -> Result<PostgresSnapshot, Failure> {
        client.batch_execute("begin isolation level repeatable read read only").await?;
        Ok(PostgresSnapshot { client: Some(client), kind: 0, after: None })
    }
}

#[async_trait]
impl Snapshot for PostgresSnapshot {
    async fn next(&mut self) -> Result<Option<Page>, StoreError> {
        while let (Some(client), Some(&kind)) = (&self.client, ItemKind::ALL.get(self.kind)) {
            let (page, last) = page(client, kind, self.after.take().as_ref()).await?;
            if last.is_some() {
                self.after = last;
                return Ok(Some(page));
            }
            self.kind += 1;
        }
        Ok(None)
    }
}

impl Drop for PostgresSnapshot {
    fn drop(&mut self) {
        // The connection is closed, and the transaction with it.
        self.client.take().map(Object::take);
    }
}

/// Some items of a kind after a position, in the order of their keys, and the position of the last one;
/// none if there are no more.
async fn page(
    client: &impl GenericClient,
    kind: ItemKind,
    after: Option<&Position>,
) -> Result<(Page, Option<Position>), Failure> {
    let Layout { table, keys, values } = layout(kind);
    let key = keys.join(", ");
    let columns = [keys, values].concat().join(", ");
    let after = after.map(|position| columns_of(keys, position)).unwrap_or_default();
    let only = if after.is_empty() {
        String::new()
    } else {
        format!("where ({key}) > ({})", places(1, keys.len()))
    };
    let place = after.len() + 1;
    let sql = format!("select {columns} from {table} {only} order by {key} limit ${place}");
    let limit = most(AT_ONCE);
    let mut given = refs(&after);
    given.push(&limit);
    let (mut page, mut last) = (Page::default(), None);
    for row in rows(client, &sql, &given).await? {
        match item(kind, &row) {
            Ok(item) => page.items.push(item),
            Err(Failure::Value { what, source }) => {
                page.unreadable.push(format!("{what} cannot be read: {source}"));
            }
            Err(failure) => return Err(failure),
        }
        last = Some(position_of(keys, &row)?);
    }
    Ok((page, last))
}

/// The position of a row that begins with the columns of its key.
fn position_of(keys: &[&str], row: &Row) -> Result<Position, Failure> {
    let mut bytes = Vec::new();
    for (place, key) in keys.iter().enumerate() {
        let number = if key.ends_with("_at") {
            row.try_get::<_, Timestamp>(place)?.as_microsecond()
        } else {
            row.try_get(place)?
        };
        bytes.extend(number.to_be_bytes());
    }
    Ok(Position(bytes))
}

fn columns_of(keys: &[&str], Position(bytes): &Position) -> Vec<Column> {
    let (numbers, _) = bytes.as_chunks::<8>();
    let numbers = numbers.iter().map(|bytes| i64::from_be_bytes(*bytes));
    let column = |(key, number): (&&str, i64)| -> Column {
        match Timestamp::from_microsecond(number) {
            Ok(at) if key.ends_with("_at") => Box::new(at),
            _ => Box::new(number),
        }
    };
    keys.iter().zip(numbers).map(column).collect()
}

/// Stores items, in the place of those with the same keys.
pub(super) async fn put(client: &impl GenericClient, items: &[Item]) -> Result<(), Failure> {
    try_join_all(items.iter().map(|item| put_one(client, item))).await?;
    Ok(())
}

async fn put_one(client: &impl GenericClient, item: &Item) -> Result<(), Failure> {
    let Layout { table, keys: key, values: others } = layout(item.kind());
    let columns = [key, others].concat();
    let set: Vec<String> = others.iter().map(|name| format!("{name} = excluded.{name}")).collect();
    let replaced = if set.is_empty() {
        "nothing".to_owned()
    } else {
        format!("update set {}", set.join(", "))
    };
    let sql = format!(
        "insert into {table} ({}) values ({}) on conflict ({}) do {replaced}",
        columns.join(", "),
        places(1, columns.len()),
        key.join(", ")
    );
    let mut given = keys(item);
    given.extend(values(item)?);
    execute(client, &sql, &refs(&given)).await?;
    if let Item::Profile(player, profile) = item {
        people::unlist(client, *player).await?;
        people::relist(client, *player, &Profile::default(), profile).await?;
    }
    Ok(())
}

/// Removes the rows of items.
pub(super) async fn remove(client: &impl GenericClient, items: &[Item]) -> Result<(), Failure> {
    for item in items {
        let Layout { table, keys: key, .. } = layout(item.kind());
        let sql =
            format!("delete from {table} where ({}) = ({})", key.join(", "), places(1, key.len()));
        execute(client, &sql, &refs(&keys(item))).await?;
        if let Item::Profile(player, _) = item {
            people::unlist(client, *player).await?;
        }
    }
    Ok(())
}

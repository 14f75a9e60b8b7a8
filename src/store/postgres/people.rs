//! Profiles, the settings of servers, channels, and what people keep besides their games.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::FutureExt as _;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::{
    Blocking, Leaderboard, Month, Note, PeopleStore, Profile, Standing, StoreError,
};
use super::client::{execute, row, rows};
use super::error::Failure;
use super::limits;
use super::rows::{id, json, most, readable, time, unsigned, value};
use super::store::PostgresStore;
use kradan_table::{ChannelId, GuildId, PlayerId, TableId};

#[async_trait]
impl PeopleStore for PostgresStore {
    async fn block(
        &self,
        blocker: PlayerId,
        blocked: PlayerId,
        at: Timestamp,
        most: usize,
    ) -> Result<Blocking, StoreError> {
        self.write((blocker, blocked, at, most), |client, &(blocker, blocked, at, most), _| {
            block(client, blocker, blocked, at, most).boxed()
        })
        .await
    }

    async fn unblock(&self, blocker: PlayerId, blocked: PlayerId) -> Result<(), StoreError> {
        self.write((blocker, blocked), |client, &(blocker, blocked), _| {
            unblock(client, blocker, blocked).boxed()
        })
        .await
    }

    async fn has_blocked(&self, blocker: PlayerId, blocked: PlayerId) -> Result<bool, StoreError> {
        self.read((blocker, blocked), |client, &(blocker, blocked)| {
            has_blocked(client, blocker, blocked).boxed()
        })
        .await
    }

    async fn blocked_by(&self, blocker: PlayerId) -> Result<Vec<PlayerId>, StoreError> {
        self.read(blocker, |client, &blocker| blocked_by(client, blocker).boxed()).await
    }

    async fn note(&self, table: TableId, player: PlayerId) -> Result<Option<Note>, StoreError> {
        self.read((table, player), |client, &(table, player)| note(client, table, player).boxed())
            .await
    }

    async fn set_note(
        &self,
        table: TableId,
        player: PlayerId,
        note: Option<Note>,
    ) -> Result<(), StoreError> {
        self.write((table, player, note), |client, (table, player, note), _| {
            set_note(client, *table, *player, note.as_ref()).boxed()
        })
        .await
    }
}

/// The table, the column of its key and the one of its values.
pub(super) struct Values(&'static str, &'static str, &'static str);

pub(super) const PROFILES: Values = Values("profiles", "player", "profile");
pub(super) const SERVER_SETTINGS: Values = Values("server_settings", "guild", "settings");
pub(super) const TOURNAMENTS: Values = Values("server_tournaments", "guild", "tournaments");
pub(super) const CHANNEL_ACCESS: Values = Values("channel_access", "channel", "access");

pub(super) async fn get<T: DeserializeOwned>(
    client: &impl GenericClient,
    Values(table, key, column): &Values,
    owner: u64,
) -> Result<Option<T>, Failure> {
    let sql = format!("select {column} from {table} where {key} = $1");
    let row = row(client, &sql, &[&id(owner)]).await?;
    row.map(|row| value(&row, 0, || format!("the {column} of {owner}"))).transpose()
}

/// Changes a value within a transaction; a missing one begins with the default. Returns it as it was, and
/// as it is then.
pub(super) async fn update<T: Serialize + DeserializeOwned + Default + Clone>(
    client: &impl GenericClient,
    Values(table, key, column): &Values,
    owner: u64,
    change: &(dyn Fn(&mut T) + Send + Sync),
) -> Result<(T, T), Failure> {
    // A row that is not there yet cannot be locked.
    let sql = format!(
        "insert into {table} ({key}, {column}) values ($1, $2) on conflict ({key}) do update \
         set {key} = excluded.{key} returning {column}"
    );
    let row = row(client, &sql, &[&id(owner), &json(&T::default())?]).await?;
    let before =
        row.map(|row| value(&row, 0, || format!("the {column} of {owner}"))).transpose()?;
    let before: T = before.unwrap_or_default();
    let mut value = before.clone();
    change(&mut value);
    let sql = format!("update {table} set {column} = $2 where {key} = $1 and {column} <> $2");
    execute(client, &sql, &[&id(owner), &json(&value)?]).await?;
    Ok((before, value))
}

/// Changes a profile within a transaction, and the lists in which the player is.
pub(super) async fn update_profile(
    client: &impl GenericClient,
    player: PlayerId,
    change: &(dyn Fn(&mut Profile) + Send + Sync),
) -> Result<Profile, Failure> {
    let (before, after) = update(client, &PROFILES, player.0, change).await?;
    relist(client, player, &before, &after).await?;
    Ok(after)
}

/// Writes a player's places in lists, if they differ.
pub(super) async fn relist(
    client: &impl GenericClient,
    player: PlayerId,
    before: &Profile,
    after: &Profile,
) -> Result<(), Failure> {
    let (old, new) = (before.standings(player), after.standings(player));
    if old == new {
        return Ok(());
    }
    let player = id(player.0);
    for Standing { list, .. } in old.difference(&new) {
        let (guild, game, month) = columns(*list);
        let sql =
            "delete from standings where guild = $1 and game = $2 and month = $3 and player = $4";
        execute(client, sql, &[&guild, &game, &month, &player]).await?;
    }
    for Standing { list, is_provisional, value, .. } in new.difference(&old) {
        let (guild, game, month) = columns(*list);
        let sql = "insert into standings (guild, game, month, is_provisional, value, player) \
                   values ($1, $2, $3, $4, $5, $6)";
        execute(client, sql, &[&guild, &game, &month, &is_provisional, &value.0, &player]).await?;
    }
    Ok(())
}

/// Takes a player off all lists.
pub(super) async fn unlist(client: &impl GenericClient, player: PlayerId) -> Result<(), Failure> {
    execute(client, "delete from standings where player = $1", &[&id(player.0)]).await?;
    Ok(())
}

/// The players of a list, the best first.
pub(super) async fn leaderboard(
    client: &impl GenericClient,
    list: Leaderboard,
    limit: usize,
) -> Result<Vec<PlayerId>, Failure> {
    let (guild, game, month) = columns(list);
    let sql = "select player from standings where guild = $1 and game = $2 and month = $3 \
               order by is_provisional, value desc, player limit $4";
    let found = rows(client, sql, &[&guild, &game, &month, &most(limit)]).await?;
    found.iter().map(|row| unsigned(row, 0).map(PlayerId)).collect()
}

/// The servers whose tournaments are due.
pub(super) async fn due_tournaments(
    client: &impl GenericClient,
    until: Timestamp,
) -> Result<Vec<GuildId>, Failure> {
    let sql = "select guild from server_tournaments where (tournaments ->> 'due')::bigint <= $1";
    let found = rows(client, sql, &[&until.as_second()]).await?;
    found.iter().map(|row| unsigned(row, 0).map(GuildId)).collect()
}

/// The columns by which a list is known.
fn columns(Leaderboard { server, kind, month }: Leaderboard) -> (i64, String, i32) {
    let month = month.map_or(0, |Month(month)| month.cast_signed());
    (id(server.0), kind.to_string(), month)
}

/// Stores a value, or removes it.
pub(super) async fn put<T: Serialize>(
    client: &impl GenericClient,
    Values(table, key, column): &Values,
    owner: u64,
    value: Option<&T>,
) -> Result<(), Failure> {
    let Some(value) = value else {
        let sql = format!("delete from {table} where {key} = $1");
        execute(client, &sql, &[&id(owner)]).await?;
        return Ok(());
    };
    let sql = format!(
        "insert into {table} ({key}, {column}) values ($1, $2) on conflict ({key}) do update \
         set {column} = excluded.{column}"
    );
    execute(client, &sql, &[&id(owner), &json(value)?]).await?;
    Ok(())
}

/// The readable profiles of players, in any order.
pub(super) async fn profiles(
    client: &impl GenericClient,
    players: &[i64],
) -> Result<Vec<(PlayerId, Profile)>, Failure> {
    let sql = "select player, profile from profiles where player = any($1)";
    let mut found = Vec::new();
    for row in rows(client, sql, &[&players]).await? {
        let player = PlayerId(unsigned(&row, 0)?);
        let profile = value(&row, 1, || format!("the profile of player {}", player.0));
        found.extend(readable(profile)?.map(|profile| (player, profile)));
    }
    Ok(found)
}

/// The threads that are to be looked at, the first due first.
pub(super) async fn watched_threads(
    client: &impl GenericClient,
) -> Result<Vec<(Timestamp, ChannelId)>, Failure> {
    let sql = "select look_at, thread from watched_threads order by look_at, thread";
    let found = rows(client, sql, &[]).await?;
    found.iter().map(|row| Ok((row.try_get(0)?, ChannelId(unsigned(row, 1)?)))).collect()
}

pub(super) async fn watch_thread(
    client: &impl GenericClient,
    thread: ChannelId,
    at: Option<Timestamp>,
) -> Result<(), Failure> {
    let thread = id(thread.0);
    match at {
        Some(at) => {
            let sql = "insert into watched_threads (thread, look_at) values ($1, $2) \
                       on conflict (thread) do update set look_at = excluded.look_at";
            execute(client, sql, &[&thread, &time(at)]).await?;
        }
        None => {
            execute(client, "delete from watched_threads where thread = $1", &[&thread]).await?;
        }
    }
    Ok(())
}

pub(super) async fn is_reader(
    client: &impl GenericClient,
    player: PlayerId,
    channel: ChannelId,
) -> Result<bool, Failure> {
    let sql = "select from readers where player = $1 and channel = $2";
    Ok(row(client, sql, &[&id(player.0), &id(channel.0)]).await?.is_some())
}

pub(super) async fn add_reader(
    client: &impl GenericClient,
    player: PlayerId,
    channel: ChannelId,
) -> Result<(), Failure> {
    let sql = "insert into readers (player, channel) values ($1, $2) on conflict do nothing";
    execute(client, sql, &[&id(player.0), &id(channel.0)]).await?;
    Ok(())
}

pub(super) async fn remove_reader(
    client: &impl GenericClient,
    player: PlayerId,
    channel: ChannelId,
) -> Result<(), Failure> {
    let sql = "delete from readers where player = $1 and channel = $2";
    execute(client, sql, &[&id(player.0), &id(channel.0)]).await?;
    Ok(())
}

pub(super) async fn block(
    client: &impl GenericClient,
    blocker: PlayerId,
    blocked: PlayerId,
    since: Timestamp,
    limit: usize,
) -> Result<Blocking, Failure> {
    limits::lock(client, [blocker]).await?;
    if has_blocked(client, blocker, blocked).await? {
        return Ok(Blocking::Known);
    }
    if most(blocked_by(client, blocker).await?.len()) >= most(limit) {
        return Ok(Blocking::Full);
    }
    let sql = "insert into blocks (blocker, blocked, since) values ($1, $2, $3)";
    execute(client, sql, &[&id(blocker.0), &id(blocked.0), &time(since)]).await?;
    Ok(Blocking::New)
}

pub(super) async fn unblock(
    client: &impl GenericClient,
    blocker: PlayerId,
    blocked: PlayerId,
) -> Result<(), Failure> {
    let sql = "delete from blocks where blocker = $1 and blocked = $2";
    execute(client, sql, &[&id(blocker.0), &id(blocked.0)]).await?;
    Ok(())
}

pub(super) async fn has_blocked(
    client: &impl GenericClient,
    blocker: PlayerId,
    blocked: PlayerId,
) -> Result<bool, Failure> {
    let sql = "select from blocks where blocker = $1 and blocked = $2";
    Ok(row(client, sql, &[&id(blocker.0), &id(blocked.0)]).await?.is_some())
}

pub(super) async fn blocked_by(
    client: &impl GenericClient,
    blocker: PlayerId,
) -> Result<Vec<PlayerId>, Failure> {
    let sql = "select blocked from blocks where blocker = $1 order by blocked";
    let found = rows(client, sql, &[&id(blocker.0)]).await?;
    found.iter().map(|row| unsigned(row, 0).map(PlayerId)).collect()
}

pub(super) async fn note(
    client: &impl GenericClient,
    table: TableId,
    player: PlayerId,
) -> Result<Option<Note>, Failure> {
    let sql = "select note from notes where table_id = $1 and player = $2";
    let row = row(client, sql, &[&id(table.0), &id(player.0)]).await?;
    row.map(|row| value(&row, 0, || format!("a note on table {}", table.0))).transpose()
}

pub(super) async fn set_note(
    client: &impl GenericClient,
    table: TableId,
    player: PlayerId,
    note: Option<&Note>,
) -> Result<(), Failure> {
    let (table, player) = (id(table.0), id(player.0));
    if let Some(note) = note {
        let sql = "insert into notes (table_id, player, note) values ($1, $2, $3) \
                   on conflict (table_id, player) do update set note = excluded.note";
        execute(client, sql, &[&table, &player, &json(note)?]).await?;
    } else {
        let sql = "delete from notes where table_id = $1 and player = $2";
        execute(client, sql, &[&table, &player]).await?;
    }
    Ok(())
}

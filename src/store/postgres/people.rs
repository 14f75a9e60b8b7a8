//! Profiles with the lists that follow from them, readers of channels, and what people keep besides their
//! games.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use futures_util::FutureExt as _;
use jiff::Timestamp;

use super::super::{
    Blocking, Edit, Leaderboard, Month, Note, PeopleStore, Profile, Standing, StoreError,
};
use super::client::{execute, row, rows};
use super::error::Failure;
use super::limits;
use super::rows::{id, in_order, json, most, readable, time, unsigned, value};
use super::store::PostgresStore;
use super::values::{self, PROFILES};
use kradan_table::{ChannelId, PlayerId, TableId};

#[async_trait]
impl PeopleStore for PostgresStore {
    async fn profile(&self, player: PlayerId) -> Result<Option<Profile>, StoreError> {
        self.read(player, |client, &player| values::get(client, &PROFILES, player.0).boxed()).await
    }

    async fn profiles(
        &self,
        players: Vec<PlayerId>,
    ) -> Result<Vec<(PlayerId, Profile)>, StoreError> {
        let ids: Vec<i64> = players.iter().map(|player| id(player.0)).collect();
        let found = self.read(ids, |client, ids| profiles(client, ids).boxed()).await?;
        Ok(in_order(&players, found.into_iter().collect()))
    }

    async fn update_profile(
        &self,
        player: PlayerId,
        change: Edit<Profile>,
    ) -> Result<Profile, StoreError> {
        self.write((player, change), |client, (player, change), _| {
            update_profile(client, *player, change).boxed()
        })
        .await
    }

    async fn leaderboard(
        &self,
        list: Leaderboard,
        most: usize,
    ) -> Result<Vec<PlayerId>, StoreError> {
        self.read((list, most), |client, &(list, most)| leaderboard(client, list, most).boxed())
            .await
    }

    async fn is_reader(&self, player: PlayerId, channel: ChannelId) -> Result<bool, StoreError> {
        self.read((player, channel), |client, &(player, channel)| {
            is_reader(client, player, channel).boxed()
        })
        .await
    }

    async fn add_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError> {
        self.write_later((player, channel), |client, &(player, channel), _| {
            add_reader(client, player, channel).boxed()
        })
        .await
    }

    async fn remove_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError> {
        self.write_later((player, channel), |client, &(player, channel), _| {
            remove_reader(client, player, channel).boxed()
        })
        .await
    }

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

/// Changes a profile within a transaction, and the lists in which the player is.
async fn update_profile(
    client: &impl GenericClient,
    player: PlayerId,
    change: &(dyn Fn(&mut Profile) + Send + Sync),
) -> Result<Profile, Failure> {
    let (before, after) = values::update(client, &PROFILES, player.0, change).await?;
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
async fn leaderboard(
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

/// The columns by which a list is known.
fn columns(Leaderboard { server, kind, month }: Leaderboard) -> (i64, String, i32) {
    let month = month.map_or(0, |Month(month)| month.cast_signed());
    (id(server.0), kind.to_string(), month)
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

pub(super) async fn is_reader(
    client: &impl GenericClient,
    player: PlayerId,
    channel: ChannelId,
) -> Result<bool, Failure> {
    let sql = "select from readers where player = $1 and channel = $2";
    Ok(row(client, sql, &[&id(player.0), &id(channel.0)]).await?.is_some())
}

async fn add_reader(
    client: &impl GenericClient,
    player: PlayerId,
    channel: ChannelId,
) -> Result<(), Failure> {
    let sql = "insert into readers (player, channel) values ($1, $2) on conflict do nothing";
    execute(client, sql, &[&id(player.0), &id(channel.0)]).await?;
    Ok(())
}

async fn remove_reader(
    client: &impl GenericClient,
    player: PlayerId,
    channel: ChannelId,
) -> Result<(), Failure> {
    let sql = "delete from readers where player = $1 and channel = $2";
    execute(client, sql, &[&id(player.0), &id(channel.0)]).await?;
    Ok(())
}

async fn block(
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

async fn unblock(
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

async fn blocked_by(
    client: &impl GenericClient,
    blocker: PlayerId,
) -> Result<Vec<PlayerId>, Failure> {
    let sql = "select blocked from blocks where blocker = $1 order by blocked";
    let found = rows(client, sql, &[&id(blocker.0)]).await?;
    found.iter().map(|row| unsigned(row, 0).map(PlayerId)).collect()
}

async fn note(
    client: &impl GenericClient,
    table: TableId,
    player: PlayerId,
) -> Result<Option<Note>, Failure> {
    let sql = "select note from notes where table_id = $1 and player = $2";
    let row = row(client, sql, &[&id(table.0), &id(player.0)]).await?;
    row.map(|row| value(&row, 0, || format!("a note on table {}", table.0))).transpose()
}

async fn set_note(
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

//! Values with an id that are read and written as a whole.

use deadpool_postgres::GenericClient;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::client::{execute, row};
use super::error::Failure;
use super::rows::{id, json, value};

/// The table, the column of its key and the one of its values.
pub(super) struct Values(&'static str, &'static str, &'static str);

pub(super) const PROFILES: Values = Values("profiles", "player", "profile");
pub(super) const SERVER_SETTINGS: Values = Values("server_settings", "guild", "settings");
pub(super) const TOURNAMENTS: Values = Values("server_tournaments", "guild", "tournaments");
pub(super) const DAILY_PUZZLES: Values = Values("daily_puzzles", "guild", "daily");
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

//! What the store knows of the bot itself: its application, and when it ran last.

use deadpool_postgres::GenericClient;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::client::{execute, row};
use super::error::Failure;
use super::rows::{json, value};
use crate::table::ApplicationId;

const APPLICATION: &str = "application";
pub(super) const HEARTBEAT: &str = "heartbeat";

pub(super) async fn get<T: DeserializeOwned>(
    client: &impl GenericClient,
    name: &'static str,
) -> Result<Option<T>, Failure> {
    let row = row(client, "select value from bot where name = $1", &[&name]).await?;
    row.map(|row| value(&row, 0, || format!("the {name} of the bot"))).transpose()
}

pub(super) async fn put<T: Serialize + Sync>(
    client: &impl GenericClient,
    name: &'static str,
    value: &T,
) -> Result<(), Failure> {
    let sql = "insert into bot (name, value) values ($1, $2) \
               on conflict (name) do update set value = excluded.value";
    execute(client, sql, &[&name, &json(value)?]).await?;
    Ok(())
}

/// Stores the application, or checks that it is the stored one.
pub(super) async fn bind_application(
    client: &impl GenericClient,
    application: ApplicationId,
) -> Result<(), Failure> {
    let sql = "insert into bot (name, value) values ($1, $2) on conflict do nothing";
    execute(client, sql, &[&APPLICATION, &json(&application)?]).await?;
    match get::<ApplicationId>(client, APPLICATION).await? {
        Some(other) if other != application => Err(Failure::OfAnother(other.0)),
        _ => Ok(()),
    }
}

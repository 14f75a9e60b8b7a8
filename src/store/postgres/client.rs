//! Statements on a connection, prepared once for each.

use deadpool_postgres::GenericClient;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::error::Failure;

/// The values of a statement.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

pub(super) async fn rows(
    client: &impl GenericClient,
    sql: &str,
    values: Values<'_>,
) -> Result<Vec<Row>, Failure> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.query(&statement, values).await?)
}

pub(super) async fn row(
    client: &impl GenericClient,
    sql: &str,
    values: Values<'_>,
) -> Result<Option<Row>, Failure> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.query_opt(&statement, values).await?)
}

/// Returns how many rows it changed.
pub(super) async fn execute(
    client: &impl GenericClient,
    sql: &str,
    values: Values<'_>,
) -> Result<u64, Failure> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.execute(&statement, values).await?)
}

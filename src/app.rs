//! The bot on the games of a folder: what the program and the tests run.
//!
//! [`discord::run`] takes any store, so it is compiled anew wherever it is used. Here it is compiled
//! once, for the store in a folder, which spares the program and each test a minute of building.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::discord::{self, Connection, GatewayError};
use crate::service::TableService;
use crate::store::SledStore;

/// Runs the bot until it is told to stop.
///
/// # Errors
///
/// Those of [`discord::run`].
pub async fn run(
    service: Arc<TableService<SledStore>>,
    connection: Connection<'_>,
    stop: CancellationToken,
) -> Result<(), GatewayError> {
    discord::run(service, connection, stop).await
}

//! The bot with the store in a folder, as the program and the tests run it.
//!
//! [`discord::run`] is generic over the store, so each crate that calls it compiles it. This
//! module compiles it once, which saves the program and each test a minute of building. A caller
//! gets a future behind a pointer: the code of an `async fn` is compiled by the crate that awaits it.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::discord::{self, Connection, GatewayError};
use crate::service::TableService;
use crate::store::SledStore;

/// Runs the bot until it is told to stop.
///
/// # Errors
///
/// Those of [`discord::run`].
pub fn run(
    service: Arc<TableService<SledStore>>,
    connection: Connection<'_>,
    stop: CancellationToken,
) -> BoxFuture<'_, Result<(), GatewayError>> {
    discord::run(service, connection, stop).boxed()
}

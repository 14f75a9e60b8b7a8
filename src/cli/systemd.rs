//! What systemd is told where the bot runs as a service of `Type=notify`: that the games are open, that
//! the bot is alive, and that it stops. Elsewhere nothing is told.
//!
//! The watchdog is for what only a new start helps with: async tasks that do not run any more, and a shard
//! of the gateway that is stuck. A loop that ends or a store that takes no more changes stops the bot by
//! itself, and Discord or a database that does not answer is waited for.

use std::sync::Arc;

use kradan::discord::GatewayState;
use sd_notify::{NotifyState, notify, watchdog_enabled};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// Tells systemd that the games are open, from then on that the bot is alive, and at the end that it stops.
pub(super) async fn keep_notified(gateway: Arc<GatewayState>, stop: CancellationToken) {
    tell(NotifyState::Ready);
    if let Some(within) = watchdog_enabled() {
        while stop.run_until_cancelled(sleep(within / 2)).await.is_some() {
            if gateway.is_alive() {
                tell(NotifyState::Watchdog);
            } else {
                tracing::error!("watchdog not notified: a shard of the gateway is stuck");
            }
        }
    }
    stop.cancelled().await;
    tell(NotifyState::Stopping);
}

fn tell(state: NotifyState<'_>) {
    if let Err(error) = notify(&[state]) {
        tracing::warn!(%error, "systemd cannot be notified");
    }
}

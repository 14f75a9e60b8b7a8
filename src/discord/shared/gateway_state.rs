//! How many shards of the gateway this process holds, and how many of them are connected.

use std::sync::atomic::{AtomicU32, Ordering};

use metrics::gauge;

use crate::monitoring::{GATEWAY_CONNECTED, GATEWAY_SHARDS};

#[derive(Debug, Default)]
pub(crate) struct GatewayState {
    held: AtomicU32,
    connected: AtomicU32,
}

impl GatewayState {
    /// Whether all shards are connected. Where interactions come over HTTP there are none.
    pub(crate) fn is_connected(&self) -> bool {
        self.connected.load(Ordering::Relaxed) >= self.held.load(Ordering::Relaxed)
    }

    pub(crate) fn note_held(&self) {
        self.held.fetch_add(1, Ordering::Relaxed);
        gauge!(GATEWAY_SHARDS).increment(1.0);
    }

    pub(crate) fn note_given_up(&self) {
        self.held.fetch_sub(1, Ordering::Relaxed);
        gauge!(GATEWAY_SHARDS).decrement(1.0);
    }

    pub(crate) fn note_connected(&self) {
        self.connected.fetch_add(1, Ordering::Relaxed);
        gauge!(GATEWAY_CONNECTED).increment(1.0);
    }

    pub(crate) fn note_disconnected(&self) {
        self.connected.fetch_sub(1, Ordering::Relaxed);
        gauge!(GATEWAY_CONNECTED).decrement(1.0);
    }
}

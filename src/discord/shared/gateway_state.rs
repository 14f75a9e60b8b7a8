//! The gateway's shards that this process holds: how many are connected, and whether each still goes on.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use metrics::gauge;
use tokio::time::Instant;

use crate::monitoring::{GATEWAY_CONNECTED, GATEWAY_SHARDS};

/// The longest time in which a shard hears nothing and does not try to connect either: twice that of the
/// longest pause between two attempts.
const STUCK_AFTER: Duration = Duration::from_secs(120);

/// What a shard did last.
#[derive(Clone, Copy, Debug)]
enum LastStep {
    /// It heard from Discord, or tried to connect.
    At(Instant),
    /// It waits until it may identify, which may take hours.
    WaitsForTurn,
}

#[derive(Debug, Default)]
pub struct GatewayState {
    held: AtomicU32,
    connected: AtomicU32,
    last_steps: Mutex<BTreeMap<u32, LastStep>>,
}

impl GatewayState {
    /// Whether no shard is stuck. One that Discord does not let connect is not: it tries again.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        let steps = self.last_steps.lock().unwrap_or_else(PoisonError::into_inner);
        steps.values().all(|step| match step {
            LastStep::At(time) => time.elapsed() < STUCK_AFTER,
            LastStep::WaitsForTurn => true,
        })
    }

    /// Whether all shards are connected. Where interactions come over HTTP there are none.
    pub(crate) fn is_connected(&self) -> bool {
        self.connected.load(Ordering::Relaxed) >= self.held.load(Ordering::Relaxed)
    }

    pub(crate) fn note_held(&self, shard: u32) {
        self.note_alive(shard);
        self.held.fetch_add(1, Ordering::Relaxed);
        gauge!(GATEWAY_SHARDS).increment(1.0);
    }

    pub(crate) fn note_given_up(&self, shard: u32) {
        self.last_steps.lock().unwrap_or_else(PoisonError::into_inner).remove(&shard);
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

    /// Notes that a shard heard from Discord, or tries to connect.
    pub(crate) fn note_alive(&self, shard: u32) {
        self.note_step(shard, LastStep::At(Instant::now()));
    }

    pub(crate) fn note_waits_for_turn(&self, shard: u32) {
        self.note_step(shard, LastStep::WaitsForTurn);
    }

    fn note_step(&self, shard: u32, step: LastStep) {
        self.last_steps.lock().unwrap_or_else(PoisonError::into_inner).insert(shard, step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_that_stands_still_is_noticed_and_one_that_waits_is_not() {
        let gateway = GatewayState::default();
        assert!(gateway.is_alive());
        gateway.note_held(0);
        gateway.note_held(1);
        gateway.note_waits_for_turn(1);
        assert!(gateway.is_alive());
        let long_ago = Instant::now().checked_sub(STUCK_AFTER).unwrap();
        gateway.note_step(0, LastStep::At(long_ago));
        assert!(!gateway.is_alive());
        gateway.note_alive(0);
        assert!(gateway.is_alive());
        gateway.note_step(0, LastStep::At(long_ago));
        gateway.note_given_up(0);
        assert!(gateway.is_alive());
    }
}

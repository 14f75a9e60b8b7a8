//! Waiting for something to happen in the world.

use std::time::Duration;

use super::handle::Emulator;
use super::world::World;

/// Something did not happen in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it has not happened in time")]
pub struct TimedOut;

impl Emulator {
    /// Waits until `look` finds something in the world.
    ///
    /// # Errors
    /// When it finds nothing in time.
    pub async fn wait_for<T>(
        &self,
        timeout: Duration,
        mut look: impl FnMut(&World) -> Option<T>,
    ) -> Result<T, TimedOut> {
        let mut changes = self.0.changes.subscribe();
        let wait = async {
            loop {
                changes.mark_unchanged();
                if let Some(found) = self.read(&mut look) {
                    return found;
                }
                // The sender lives as long as this handle.
                _ = changes.changed().await;
            }
        };
        tokio::time::timeout(timeout, wait).await.map_err(|_| TimedOut)
    }

    /// Waits until at least this number of shards is connected.
    ///
    /// # Errors
    /// When they are not connected in time.
    pub async fn connected(&self, shards: usize, timeout: Duration) -> Result<(), TimedOut> {
        let is_connected = |_: &World| (self.0.gateway.connected() >= shards).then_some(());
        self.wait_for(timeout, is_connected).await
    }
}

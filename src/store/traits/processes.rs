//! What processes that share a store agree on among themselves.

use std::num::NonZeroU32;
use std::time::Duration;

use async_trait::async_trait;

use super::super::{GatewaySession, Registration, ShardShare, StoreError};

/// The part of a [`Store`](super::Store) by which its processes know how many they are, and share
/// the connections to Discord's gateway and the registration of commands. What a process holds is free when it ends, or some seconds
/// after it was killed. A store for one process at a time gives it all.
#[async_trait]
pub trait ProcessStore: Send + Sync + 'static {
    /// How many processes use the store, this one with them, as of some seconds ago.
    fn processes(&self) -> NonZeroU32 {
        NonZeroU32::MIN
    }

    /// The total number of shards that all processes connect: what Discord advises this process, or
    /// more if others were advised more.
    async fn agree_on_shards(&self, advised: u32) -> Result<u32, StoreError> {
        Ok(advised)
    }

    /// Takes shards that nobody holds, up to an equal share for each process that takes some. Returns
    /// which ones this process holds then.
    async fn share_shards(&self, total: u32) -> Result<ShardShare, StoreError> {
        Ok(ShardShare { held: (0..total).map(|number| (number, None)).collect(), most: total })
    }

    /// Counts no longer among those that take shards, before this process gives its shards up.
    async fn stop_sharing_shards(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Leaves a shard to the other processes, with the session that it can be resumed by.
    async fn give_up_shard(
        &self,
        _total: u32,
        _number: u32,
        _session: Option<GatewaySession>,
    ) -> Result<(), StoreError> {
        Ok(())
    }

    /// Whether a shard may begin a session now, so that the processes begin sessions with the same `key`
    /// so far `apart`.
    async fn may_identify(&self, _key: u64, _apart: Duration) -> Result<bool, StoreError> {
        Ok(true)
    }

    /// Who registers the commands, of which `commands` is a fingerprint.
    async fn registration(&self, _commands: u64) -> Result<Registration, StoreError> {
        Ok(Registration::Ours)
    }

    /// Stores that Discord has taken these commands.
    async fn mark_registered(&self, _commands: u64) -> Result<(), StoreError> {
        Ok(())
    }
}

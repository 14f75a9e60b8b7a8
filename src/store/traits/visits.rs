//! What every interaction and every announcement reads, in one call each.

use async_trait::async_trait;

use super::super::{Addressed, Addressees, StoreError, Visit};
use kradan_table::{ChannelId, PlayerId, TableId};

/// The part of a [`Store`](super::Store) that reads values of several subjects at once: over a network each
/// call takes one round trip.
#[async_trait]
pub trait VisitStore: Send + Sync + 'static {
    /// Reads what an interaction of a player in a channel begins with, and the table whose control was used.
    async fn visit(
        &self,
        player: PlayerId,
        channel: ChannelId,
        table: Option<TableId>,
    ) -> Result<Visit, StoreError>;

    /// Reads what an announcement depends on.
    async fn addressed(&self, to: Addressees) -> Result<Addressed, StoreError>;
}

//! What Discord is still to be told.

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{Lease, OutboxEntry, OutboxEntryId, PostedBoard, StoreError};
use kradan_table::{PlayerId, TableId};

/// The part of a [`Store`](super::Store) that holds outbox entries, pending or missed by a player.
#[async_trait]
pub trait OutboxStore: Send + Sync + 'static {
    /// An outbox entry, if it is still pending.
    async fn outbox_entry(&self, id: OutboxEntryId) -> Result<Option<OutboxEntry>, StoreError>;

    /// The outbox entries that are ready at a time or before, the longest ready first, at most
    /// `most`.
    async fn pending(&self, until: Timestamp, most: usize) -> Result<Vec<OutboxEntry>, StoreError>;

    /// The wanted outbox entries that are ready at a time or before, the longest ready first, at most
    /// `most`. The rows of others are not read.
    async fn pending_where(
        &self,
        until: Timestamp,
        most: usize,
        is_wanted: Box<dyn Fn(OutboxEntryId) -> bool + Send>,
    ) -> Result<Vec<OutboxEntry>, StoreError>;

    /// Claims these outbox entries, in their order, as far as they are pending and ready at the time of
    /// the lease or before.
    ///
    /// Entries that another claimant holds are left out, and claims of the same claimant are
    /// renewed. A claim ends with its lease, and when the entry is marked as delivered or
    /// postponed.
    async fn claim_entries(
        &self,
        lease: Lease,
        ids: Vec<OutboxEntryId>,
    ) -> Result<Vec<OutboxEntry>, StoreError>;

    /// All pending outbox entries of a table, the oldest first.
    async fn pending_of_table(&self, table: TableId) -> Result<Vec<OutboxEntry>, StoreError>;

    /// The time at which the next outbox entry is ready.
    async fn next_pending(&self) -> Result<Option<Timestamp>, StoreError>;

    /// Marks an outbox entry as delivered, which removes it. `board` is the board that it showed,
    /// and is stored even if the entry is no longer pending.
    ///
    /// The older of two boards is [queued for cleanup](super::MessageStore::queue_cleanup), and so
    /// are the offers from before a board.
    async fn mark_delivered(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
    ) -> Result<(), StoreError>;

    /// Marks the outbox entry of a moved table as delivered in the new channel, with the `board`
    /// that it showed. Its rest is ready at `ready_at`: the old channel is told where the table
    /// went. The entry of a table that did not move is marked as delivered.
    async fn mark_delivered_in_new_channel(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
        ready_at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Stores an outbox entry that could not be delivered to a player, until the player does
    /// something again. The same entry is stored once, and one that is still pending as it is
    /// pending.
    async fn add_missed(&self, player: PlayerId, entry: OutboxEntry) -> Result<(), StoreError>;

    /// The missed outbox entries of a player, in the order of their tables, at most `most`.
    async fn missed_by(
        &self,
        player: PlayerId,
        most: usize,
    ) -> Result<Vec<OutboxEntry>, StoreError>;

    /// Removes missed outbox entries that the player has seen.
    async fn remove_missed(
        &self,
        player: PlayerId,
        seen: Vec<OutboxEntryId>,
    ) -> Result<(), StoreError>;

    /// Postpones an outbox entry that could not be delivered, and counts the attempt.
    async fn postpone(&self, id: OutboxEntryId, ready_at: Timestamp) -> Result<(), StoreError>;

    /// Changes the time at which an outbox entry is ready, without counting an attempt, because the
    /// clock was set.
    async fn reschedule(&self, id: OutboxEntryId, ready_at: Timestamp) -> Result<(), StoreError>;

    /// Stores that `others` are told in one message with `leader`, those of them that are pending and
    /// in no group. They are ready at `ready_at`. Without the leader nothing changes.
    async fn group_entries(
        &self,
        leader: OutboxEntryId,
        others: Vec<OutboxEntryId>,
        ready_at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Ends the group of `leader`: its entries are ready at `ready_at`, each for itself, and the
    /// attempt counts for all of them.
    async fn end_group(&self, leader: OutboxEntryId, ready_at: Timestamp)
    -> Result<(), StoreError>;
}

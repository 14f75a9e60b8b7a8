//! Tables, and the interactions that changed them.

use async_trait::async_trait;
use jiff::Timestamp;

use super::super::{
    Change, CommitError, InteractionId, InteractionResult, Lease, Listing, StoreError, StoredTable,
};
use kradan_table::{ChannelId, PlayerId, TableId};

/// The part of a [`Store`](super::Store) that holds the tables and the results of interactions.
///
/// A table has a revision, and of two changes to the same revision only one is committed.
#[async_trait]
pub trait TableStore: Send + Sync + 'static {
    async fn table(&self, id: TableId) -> Result<Option<StoredTable>, StoreError>;

    /// Several tables in one call, in the order of `ids`. A missing table is left out. An
    /// unreadable table is logged and left out.
    async fn tables(&self, ids: Vec<TableId>) -> Result<Vec<(TableId, StoredTable)>, StoreError>;

    /// Commits a whole change, and returns when it is on disk. The interaction is checked first,
    /// then the revision, then the [limits](Change::limits). No other commit comes between these
    /// checks and the change.
    ///
    /// A new table with a challenge counts as sent by its challenger for [`SENT_KEPT`](crate::SENT_KEPT)
    /// from the time of the challenge, whatever becomes of it. A game that ends with a result is
    /// [counted](crate::Profile::finished) in the profiles of its players, and changes their
    /// [ratings](Change::ratings) there; where others are stored than were read, the commit is a
    /// [conflict](CommitError::Conflict).
    async fn commit(&self, change: Change) -> Result<(), CommitError>;

    /// Deletes a table with its outbox entries, its board and the notes on it, if it has this revision. Its messages
    /// with controls are queued for cleanup.
    ///
    /// # Errors
    ///
    /// [`CommitError::Conflict`] if the table has another revision or is missing.
    async fn delete_table(&self, id: TableId, revision: u64) -> Result<(), CommitError>;

    /// Stores that an interaction was refused and changed nothing.
    ///
    /// # Errors
    ///
    /// [`CommitError::Answered`] if the interaction has a result already.
    async fn mark_refused(&self, interaction: InteractionId) -> Result<(), CommitError>;

    /// The result of an interaction that was handled before.
    async fn interaction_result(
        &self,
        interaction: InteractionId,
    ) -> Result<Option<InteractionResult>, StoreError>;

    /// Deletes the results of the interactions with lower ids. Discord's ids grow with time.
    async fn delete_results_before(&self, interaction: InteractionId) -> Result<(), StoreError>;

    /// The tables of a player, the newest first, at most `most`.
    async fn tables_of_player(
        &self,
        player: PlayerId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError>;

    /// The tables shown in a channel, the newest first, at most `most`.
    async fn tables_in_channel(
        &self,
        channel: ChannelId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<TableId>, StoreError>;

    /// The tables that are due at a time or before, by [`StoredTable::due_at`], the longest due
    /// first, at most `most`.
    async fn due_tables(&self, until: Timestamp, most: usize) -> Result<Vec<TableId>, StoreError>;

    /// Claims tables that are due at the time of the lease or before, the longest due first, at
    /// most `most`.
    ///
    /// Tables that another claimant holds are left out, and claims of the same claimant are
    /// renewed. A claim ends with its lease, with a commit to the table, and when the table is
    /// deleted.
    async fn claim_due(&self, lease: Lease, most: usize) -> Result<Vec<TableId>, StoreError>;

    /// The next time after another one at which a table is due.
    async fn next_due(&self, after: Timestamp) -> Result<Option<Timestamp>, StoreError>;
}

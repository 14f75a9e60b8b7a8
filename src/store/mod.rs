//! What is kept: tables with their indices, the notices that they owe, what was answered to whom,
//! and people's settings.
//!
//! [`Store`] is what the rest of the program relies on; [`SledStore`] keeps it in a folder of one
//! machine. A change is committed as a whole or not at all, and a commit that has returned is on
//! disk: it survives the end of the process and of the machine.

mod error;
mod model;
mod profile;
mod sled;

use std::future::Future;

use jiff::Timestamp;

pub use self::error::{StoreError, StoreErrorKind};
pub use self::model::{
    Change, ChannelAccess, ClaimantId, ControlMessage, Heartbeat, InteractionId, InteractionResult,
    InteractionToken, Lease, LeftChannel, Limit, LimitReached, Listing, OutboxEntry, OutboxEntryId,
    PostedBoard, SENT_KEPT, StoredTable,
};
pub use self::profile::{MoveConfirmation, Orientation, Profile};
pub use self::sled::{Rescued, SledStore, Verified};
use crate::table::{ApplicationId, ChannelId, MessageId, PlayerId, TableId};

/// Where everything is kept.
///
/// Several processes may share one store: a row has a revision, and of two changes to the same
/// revision only one is committed.
pub trait Store: Send + Sync + 'static {
    fn table(
        &self,
        id: TableId,
    ) -> impl Future<Output = Result<Option<StoredTable>, StoreError>> + Send;

    /// Several tables in one call, in the order of `ids`. One that is not there or cannot be read is
    /// left out; the latter is logged.
    fn tables(
        &self,
        ids: Vec<TableId>,
    ) -> impl Future<Output = Result<Vec<(TableId, StoredTable)>, StoreError>> + Send;

    /// Commits a change, all of it, and returns when it is on disk. Its interaction is looked at
    /// first, its revision then, its [limits](Change::limits) last; all that is counted for these
    /// and the change itself are one step, which no other commit comes between.
    ///
    /// A new table with a challenge counts as sent by its challenger, from the time of the
    /// challenge on and whatever becomes of it, for [`SENT_KEPT`].
    fn commit(&self, change: Change) -> impl Future<Output = Result<(), CommitError>> + Send;

    /// Forgets a table, with all that goes with it, if this is its revision.
    ///
    /// # Errors
    ///
    /// [`CommitError::Conflict`] if it has another one.
    fn delete_table(
        &self,
        id: TableId,
        revision: u64,
    ) -> impl Future<Output = Result<(), CommitError>> + Send;

    /// Remembers that an interaction changed nothing.
    ///
    /// # Errors
    ///
    /// [`CommitError::Answered`] if the interaction has an outcome already.
    fn mark_refused(
        &self,
        interaction: InteractionId,
    ) -> impl Future<Output = Result<(), CommitError>> + Send;

    /// What came of an interaction, if it was here before.
    fn interaction_result(
        &self,
        interaction: InteractionId,
    ) -> impl Future<Output = Result<Option<InteractionResult>, StoreError>> + Send;

    /// Forgets what came of the interactions below a number. Discord's numbers grow with time.
    fn delete_results_before(
        &self,
        interaction: InteractionId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The tables of a player, the newest first, no more than `most`.
    fn tables_of_player(
        &self,
        player: PlayerId,
        listing: Listing,
        most: usize,
    ) -> impl Future<Output = Result<Vec<TableId>, StoreError>> + Send;

    /// The tables shown in a place, the newest first, no more than `most`.
    fn tables_in_channel(
        &self,
        channel: ChannelId,
        listing: Listing,
        most: usize,
    ) -> impl Future<Output = Result<Vec<TableId>, StoreError>> + Send;

    /// Tables for which something is due at a time or before, the longest due first, no more than
    /// `most`. This goes by [`StoredTable::due_at`].
    fn due_tables(
        &self,
        until: Timestamp,
        most: usize,
    ) -> impl Future<Output = Result<Vec<TableId>, StoreError>> + Send;

    /// Claims tables for which something is due at the time of the lease or before, the longest due
    /// first, no more than `most`.
    ///
    /// What another claimant holds is left out; what this claimant holds already is claimed anew.
    /// A claim ends with its lease, with a commit to the table, and when the table is deleted.
    fn claim_due(
        &self,
        lease: Lease,
        most: usize,
    ) -> impl Future<Output = Result<Vec<TableId>, StoreError>> + Send;

    /// When something is due next, later than a time.
    fn next_due(
        &self,
        after: Timestamp,
    ) -> impl Future<Output = Result<Option<Timestamp>, StoreError>> + Send;

    /// A notice that is owed, if it still is.
    fn outbox_entry(
        &self,
        id: OutboxEntryId,
    ) -> impl Future<Output = Result<Option<OutboxEntry>, StoreError>> + Send;

    /// Notices that are ready at a time or before, the longest ready first, no more than `most`.
    fn pending(
        &self,
        until: Timestamp,
        most: usize,
    ) -> impl Future<Output = Result<Vec<OutboxEntry>, StoreError>> + Send;

    /// Claims outbox entries that are ready at the time of the lease or before, the longest ready
    /// first, no more than `most`.
    ///
    /// What another claimant holds is left out; what this claimant holds already is claimed anew.
    /// A claim ends with its lease, and when the entry is marked as delivered or postponed.
    fn claim_pending(
        &self,
        lease: Lease,
        most: usize,
    ) -> impl Future<Output = Result<Vec<OutboxEntry>, StoreError>> + Send;

    /// All notices that a table owes, the oldest first.
    fn pending_of_table(
        &self,
        table: TableId,
    ) -> impl Future<Output = Result<Vec<OutboxEntry>, StoreError>> + Send;

    /// When the next notice is ready.
    fn next_pending(&self) -> impl Future<Output = Result<Option<Timestamp>, StoreError>> + Send;

    /// Strikes a notice off: it was delivered, and as `board` if it showed a board. A notice that
    /// is no longer owed is none the less shown.
    ///
    /// Of two boards the older one is [to be cleaned](Store::cleanup_queue) from then on, and so are the
    /// offers from before a board.
    fn mark_delivered(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Notes that a notice of a table that moved was delivered in the new place, and as `board` if
    /// it showed a board. What is left of it is ready at once: to tell the place that the table
    /// left. A notice of a table that did not move is settled.
    fn mark_delivered_in_new_channel(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
        ready_at: Timestamp,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Keeps a notice for a player who could not be told, until they do something again. Kept
    /// twice, it is there once.
    fn add_missed(
        &self,
        player: PlayerId,
        entry: OutboxEntry,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// What is kept for a player, in the order of the tables, no more than `most`.
    fn missed_by(
        &self,
        player: PlayerId,
        most: usize,
    ) -> impl Future<Output = Result<Vec<OutboxEntry>, StoreError>> + Send;

    /// Strikes off what was kept for a player, who has seen it by now.
    fn remove_missed(
        &self,
        player: PlayerId,
        seen: Vec<OutboxEntryId>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Puts a notice off that could not be delivered, and counts the attempt.
    fn postpone(
        &self,
        id: OutboxEntryId,
        ready_at: Timestamp,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Changes when a notice is ready, and nothing else: the clock was set, and nothing was tried.
    fn reschedule(
        &self,
        id: OutboxEntryId,
        ready_at: Timestamp,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Where a table's board was shown last.
    fn posted_board(
        &self,
        table: TableId,
    ) -> impl Future<Output = Result<Option<PostedBoard>, StoreError>> + Send;

    /// Where the boards of several tables were shown last, in the order of `tables`. A table that
    /// was never shown, or whose board cannot be read, is left out; the latter is logged.
    fn posted_boards(
        &self,
        tables: Vec<TableId>,
    ) -> impl Future<Output = Result<Vec<(TableId, PostedBoard)>, StoreError>> + Send;

    /// Notes a message with buttons that is no board: it offers something at a table until the next
    /// board is shown.
    fn add_offer(
        &self,
        table: TableId,
        offer: ControlMessage,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Notes messages of a table that are to lose their buttons and menus.
    fn queue_cleanup(
        &self,
        table: TableId,
        messages: Vec<ControlMessage>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Messages that are to lose their buttons and menus, the oldest first, no more than `most`.
    fn cleanup_queue(
        &self,
        most: usize,
    ) -> impl Future<Output = Result<Vec<ControlMessage>, StoreError>> + Send;

    /// Strikes messages off that have lost their buttons and menus, or never will.
    fn mark_cleaned_up(
        &self,
        messages: Vec<MessageId>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// What we can do in a place, as far as it is known.
    fn channel_access(
        &self,
        channel: ChannelId,
    ) -> impl Future<Output = Result<ChannelAccess, StoreError>> + Send;

    /// Keeps what we can do in a place.
    fn set_channel_access(
        &self,
        channel: ChannelId,
        access: ChannelAccess,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Whether a player is known to read a place.
    fn is_reader(
        &self,
        player: PlayerId,
        channel: ChannelId,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Notes that a player reads a place.
    fn add_reader(
        &self,
        player: PlayerId,
        channel: ChannelId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// What is known of a player.
    fn profile(
        &self,
        player: PlayerId,
    ) -> impl Future<Output = Result<Option<Profile>, StoreError>> + Send;

    /// What is known of several players, in the order of `players`. One of whom nothing is known, or
    /// nothing that can be read, is left out; the latter is logged.
    fn profiles(
        &self,
        players: Vec<PlayerId>,
    ) -> impl Future<Output = Result<Vec<(PlayerId, Profile)>, StoreError>> + Send;

    /// Changes what is known of a player, and says what it is then. Changes come one after the
    /// other: of two that are made at once each finds what the other has done.
    fn update_profile(
        &self,
        player: PlayerId,
        change: impl FnOnce(&mut Profile) + Send + 'static,
    ) -> impl Future<Output = Result<Profile, StoreError>> + Send;

    /// Keeps the store for one application of Discord's, for good: people, channels and
    /// interactions of another one are others.
    ///
    /// # Errors
    ///
    /// [`StoreErrorKind::OtherApplication`] if it holds the games of another one.
    fn bind_application(
        &self,
        application: ApplicationId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Notes that somebody is there to take moves.
    fn record_heartbeat(
        &self,
        beat: Heartbeat,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// When that was noted last.
    fn heartbeat(&self) -> impl Future<Output = Result<Option<Heartbeat>, StoreError>> + Send;

    /// Waits for what is under way, and closes the store. Later commits fail.
    fn close(&self) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// Why a change was not committed.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// Somebody else changed the table in between: load it and decide again.
    #[error("the table has changed in between")]
    Conflict,
    /// The interaction was dealt with before.
    #[error("the interaction was dealt with before")]
    Answered(InteractionResult),
    /// One of its limits does not allow the change.
    #[error("a limit does not allow it")]
    Limited(LimitReached),
    #[error(transparent)]
    Failed(#[from] StoreError),
}

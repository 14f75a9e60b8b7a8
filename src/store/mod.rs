//! The store keeps tables with their indices, outbox entries, the results of interactions, profiles
//! and the settings of servers. [`Store`] is what the rest of the program relies on, and [`SledStore`] implements it
//! in a folder of one machine. A change is committed as a whole or not at all, and it is on disk
//! when the commit returns. This layer may name tables, jiff's types, serde and its backend; it may
//! not name Discord, the service, drawing or the engine, and only the folder `sled/` names sled.
//! Begin with [`Store::commit`], then `sled/mod.rs`.

mod erasure;
mod error;
mod followers;
mod model;
mod people;
mod profile;
mod server_settings;
mod sled;

use std::future::Future;

use jiff::Timestamp;

pub use self::erasure::ErasureStore;
pub use self::error::{StoreError, StoreErrorKind};
pub use self::followers::{Follow, FollowLimits, FollowerStore, Following};
pub use self::model::{
    Change, ChannelAccess, ClaimantId, ControlMessage, EntryGroup, Heartbeat, InteractionId,
    InteractionResult, InteractionToken, Lease, LeftChannel, Limit, LimitReached, Listing,
    MessageContent, OfferKind, OutboxEntry, OutboxEntryId, PostedBoard, SENT_KEPT, Settlement,
    Shows, StoredTable,
};
pub use self::people::{Blocking, Note, PeopleStore};
pub use self::profile::{FinishedGames, MoveConfirmation, Orientation, Profile, RemindBy};
pub use self::server_settings::ServerSettings;
pub use self::sled::{Compacted, Rescued, SledStore, Upkeep, Verified};
use crate::table::{ApplicationId, ChannelId, GuildId, PlayerId, TableId};

/// The storage of the whole program.
///
/// Several processes may share one store. A table has a revision, and of two changes to the same
/// revision only one is committed.
pub trait Store: PeopleStore + FollowerStore + ErasureStore {
    fn table(
        &self,
        id: TableId,
    ) -> impl Future<Output = Result<Option<StoredTable>, StoreError>> + Send;

    /// Several tables in one call, in the order of `ids`. A missing table is left out. An
    /// unreadable table is logged and left out.
    fn tables(
        &self,
        ids: Vec<TableId>,
    ) -> impl Future<Output = Result<Vec<(TableId, StoredTable)>, StoreError>> + Send;

    /// Commits a whole change, and returns when it is on disk. The interaction is checked first,
    /// then the revision, then the [limits](Change::limits). No other commit comes between these
    /// checks and the change.
    ///
    /// A new table with a challenge counts as sent by its challenger for [`SENT_KEPT`] from the
    /// time of the challenge, whatever becomes of it. A game that ends with a result is counted in
    /// the profiles of its players, if their games are [counted](Profile::finished).
    fn commit(&self, change: Change) -> impl Future<Output = Result<(), CommitError>> + Send;

    /// Deletes a table with its outbox entries, its board and the notes on it, if it has this revision. Its messages
    /// with controls are queued for cleanup.
    ///
    /// # Errors
    ///
    /// [`CommitError::Conflict`] if the table has another revision or is missing.
    fn delete_table(
        &self,
        id: TableId,
        revision: u64,
    ) -> impl Future<Output = Result<(), CommitError>> + Send;

    /// Stores that an interaction was refused and changed nothing.
    ///
    /// # Errors
    ///
    /// [`CommitError::Answered`] if the interaction has a result already.
    fn mark_refused(
        &self,
        interaction: InteractionId,
    ) -> impl Future<Output = Result<(), CommitError>> + Send;

    /// The result of an interaction that was handled before.
    fn interaction_result(
        &self,
        interaction: InteractionId,
    ) -> impl Future<Output = Result<Option<InteractionResult>, StoreError>> + Send;

    /// Deletes the results of the interactions with lower ids. Discord's ids grow with time.
    fn delete_results_before(
        &self,
        interaction: InteractionId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The tables of a player, the newest first, at most `most`.
    fn tables_of_player(
        &self,
        player: PlayerId,
        listing: Listing,
        most: usize,
    ) -> impl Future<Output = Result<Vec<TableId>, StoreError>> + Send;

    /// The tables shown in a channel, the newest first, at most `most`.
    fn tables_in_channel(
        &self,
        channel: ChannelId,
        listing: Listing,
        most: usize,
    ) -> impl Future<Output = Result<Vec<TableId>, StoreError>> + Send;

    /// The tables that are due at a time or before, by [`StoredTable::due_at`], the longest due
    /// first, at most `most`.
    fn due_tables(
        &self,
        until: Timestamp,
        most: usize,
    ) -> impl Future<Output = Result<Vec<TableId>, StoreError>> + Send;

    /// Claims tables that are due at the time of the lease or before, the longest due first, at
    /// most `most`.
    ///
    /// Tables that another claimant holds are left out, and claims of the same claimant are
    /// renewed. A claim ends with its lease, with a commit to the table, and when the table is
    /// deleted.
    fn claim_due(
        &self,
        lease: Lease,
        most: usize,
    ) -> impl Future<Output = Result<Vec<TableId>, StoreError>> + Send;

    /// The next time after another one at which a table is due.
    fn next_due(
        &self,
        after: Timestamp,
    ) -> impl Future<Output = Result<Option<Timestamp>, StoreError>> + Send;

    /// An outbox entry, if it is still pending.
    fn outbox_entry(
        &self,
        id: OutboxEntryId,
    ) -> impl Future<Output = Result<Option<OutboxEntry>, StoreError>> + Send;

    /// The outbox entries that are ready at a time or before, the longest ready first, at most
    /// `most`.
    fn pending(
        &self,
        until: Timestamp,
        most: usize,
    ) -> impl Future<Output = Result<Vec<OutboxEntry>, StoreError>> + Send;

    /// The wanted outbox entries that are ready at a time or before, the longest ready first, at most
    /// `most`. The rows of others are not read.
    fn pending_where(
        &self,
        until: Timestamp,
        most: usize,
        is_wanted: impl Fn(OutboxEntryId) -> bool + Send + 'static,
    ) -> impl Future<Output = Result<Vec<OutboxEntry>, StoreError>> + Send;

    /// Claims these outbox entries, in their order, as far as they are pending and ready at the time of
    /// the lease or before.
    ///
    /// Entries that another claimant holds are left out, and claims of the same claimant are
    /// renewed. A claim ends with its lease, and when the entry is marked as delivered or
    /// postponed.
    fn claim_entries(
        &self,
        lease: Lease,
        ids: Vec<OutboxEntryId>,
    ) -> impl Future<Output = Result<Vec<OutboxEntry>, StoreError>> + Send;

    /// All pending outbox entries of a table, the oldest first.
    fn pending_of_table(
        &self,
        table: TableId,
    ) -> impl Future<Output = Result<Vec<OutboxEntry>, StoreError>> + Send;

    /// The time at which the next outbox entry is ready.
    fn next_pending(&self) -> impl Future<Output = Result<Option<Timestamp>, StoreError>> + Send;

    /// Marks an outbox entry as delivered, which removes it. `board` is the board that it showed,
    /// and is stored even if the entry is no longer pending.
    ///
    /// The older of two boards is [queued for cleanup](Store::cleanup_queue), and so are the offers
    /// from before a board.
    fn mark_delivered(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Marks the outbox entry of a moved table as delivered in the new channel, with the `board`
    /// that it showed. Its rest is ready at `ready_at`: the old channel is told where the table
    /// went. The entry of a table that did not move is marked as delivered.
    fn mark_delivered_in_new_channel(
        &self,
        id: OutboxEntryId,
        board: Option<PostedBoard>,
        ready_at: Timestamp,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Stores an outbox entry that could not be delivered to a player, until the player does
    /// something again. The same entry is stored once, and one that is still pending as it is
    /// pending.
    fn add_missed(
        &self,
        player: PlayerId,
        entry: OutboxEntry,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The missed outbox entries of a player, in the order of their tables, at most `most`.
    fn missed_by(
        &self,
        player: PlayerId,
        most: usize,
    ) -> impl Future<Output = Result<Vec<OutboxEntry>, StoreError>> + Send;

    /// Removes missed outbox entries that the player has seen.
    fn remove_missed(
        &self,
        player: PlayerId,
        seen: Vec<OutboxEntryId>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Postpones an outbox entry that could not be delivered, and counts the attempt.
    fn postpone(
        &self,
        id: OutboxEntryId,
        ready_at: Timestamp,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Changes the time at which an outbox entry is ready, without counting an attempt, because the
    /// clock was set.
    fn reschedule(
        &self,
        id: OutboxEntryId,
        ready_at: Timestamp,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Stores that `others` are told in one message with `leader`, those of them that are pending and
    /// in no group. They are ready at `ready_at`. Without the leader nothing changes.
    fn group_entries(
        &self,
        leader: OutboxEntryId,
        others: Vec<OutboxEntryId>,
        ready_at: Timestamp,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Ends the group of `leader`: its entries are ready at `ready_at`, each for itself, and the
    /// attempt counts for all of them.
    fn end_group(
        &self,
        leader: OutboxEntryId,
        ready_at: Timestamp,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The last posted board of a table.
    fn posted_board(
        &self,
        table: TableId,
    ) -> impl Future<Output = Result<Option<PostedBoard>, StoreError>> + Send;

    /// The last posted boards of several tables, in the order of `tables`. A table without one is
    /// left out. An unreadable board is logged and left out.
    fn posted_boards(
        &self,
        tables: Vec<TableId>,
    ) -> impl Future<Output = Result<Vec<(TableId, PostedBoard)>, StoreError>> + Send;

    /// Adds a message with buttons that is no board, which offers something at a table. With the next
    /// board that is posted it is queued for cleanup as lapsed, unless the table still [holds the
    /// offer](MessageContent::is_standing_offer).
    fn add_offer(
        &self,
        table: TableId,
        offer: ControlMessage,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Queues the offers of a table for cleanup to which something has come. The other offers stay.
    fn settle_offers(
        &self,
        table: TableId,
        offers: OfferKind,
        settlement: Settlement,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Queues messages of a table for cleanup: their buttons and menus are to be removed. What is
    /// known of the [content](ControlMessage::content) of a message stays known.
    fn queue_cleanup(
        &self,
        table: TableId,
        messages: Vec<ControlMessage>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The messages that are queued for cleanup, the oldest first, at most `most`.
    fn cleanup_queue(
        &self,
        most: usize,
    ) -> impl Future<Output = Result<Vec<ControlMessage>, StoreError>> + Send;

    /// Removes messages from the queue whose buttons and menus are gone or can never be removed. One
    /// that was queued anew with something else to show stays there.
    fn mark_cleaned_up(
        &self,
        messages: Vec<ControlMessage>,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// What the bot may do in a channel, as far as is known.
    fn channel_access(
        &self,
        channel: ChannelId,
    ) -> impl Future<Output = Result<ChannelAccess, StoreError>> + Send;

    fn set_channel_access(
        &self,
        channel: ChannelId,
        access: ChannelAccess,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Whether a player is known to read a channel.
    fn is_reader(
        &self,
        player: PlayerId,
        channel: ChannelId,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Stores that a player reads a channel.
    fn add_reader(
        &self,
        player: PlayerId,
        channel: ChannelId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Stores that a player does not read a channel any more.
    fn remove_reader(
        &self,
        player: PlayerId,
        channel: ChannelId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    fn profile(
        &self,
        player: PlayerId,
    ) -> impl Future<Output = Result<Option<Profile>, StoreError>> + Send;

    /// The profiles of several players, in the order of `players`. A missing profile is left out.
    /// An unreadable profile is logged and left out.
    fn profiles(
        &self,
        players: Vec<PlayerId>,
    ) -> impl Future<Output = Result<Vec<(PlayerId, Profile)>, StoreError>> + Send;

    /// Changes a profile, and returns it as it is then. Concurrent changes to one profile are made
    /// one after the other, and each sees the ones before it.
    fn update_profile(
        &self,
        player: PlayerId,
        change: impl FnOnce(&mut Profile) + Send + 'static,
    ) -> impl Future<Output = Result<Profile, StoreError>> + Send;

    /// The settings of a server; the default where nothing was chosen.
    fn server_settings(
        &self,
        guild: GuildId,
    ) -> impl Future<Output = Result<ServerSettings, StoreError>> + Send;

    /// Changes the settings of a server, and returns them as they are then. Concurrent changes are
    /// made one after the other, and each sees the ones before it.
    fn update_server_settings(
        &self,
        guild: GuildId,
        change: impl FnOnce(&mut ServerSettings) + Send + 'static,
    ) -> impl Future<Output = Result<ServerSettings, StoreError>> + Send;

    /// Binds the store to one Discord application for good: the ids of people, channels and
    /// interactions belong to it.
    ///
    /// # Errors
    ///
    /// [`StoreErrorKind::OtherApplication`] if the store is bound to another application.
    fn bind_application(
        &self,
        application: ApplicationId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Stores that the bot is running and takes moves.
    fn record_heartbeat(
        &self,
        heartbeat: Heartbeat,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The last stored heartbeat.
    fn heartbeat(&self) -> impl Future<Output = Result<Option<Heartbeat>, StoreError>> + Send;

    /// Waits for the commits that have begun, and closes the store. Later commits fail.
    fn close(&self) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// Why a change was not committed.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// Somebody else has changed the table: load it and decide again.
    #[error("the table has changed in between")]
    Conflict,
    /// The interaction has a result already.
    #[error("the interaction was dealt with before")]
    Answered(InteractionResult),
    /// A limit does not allow the change.
    #[error("a limit does not allow it")]
    Limited(LimitReached),
    #[error(transparent)]
    Failed(#[from] StoreError),
}

//! The store keeps tables with their indices, outbox entries, the results of interactions, profiles
//! and the settings of servers. [`Store`] is what the rest of the program relies on. [`SledStore`]
//! implements it in a folder of one machine, and [`PostgresStore`] in a database. A change is committed
//! as a whole or not at all, and it is on disk when the commit returns. This layer may name tables,
//! jiff's types, serde and its backends; it may not name Discord, the service, drawing or the engine.
//! Only the folder `sled/` names sled, and only `postgres/` names `PostgreSQL`. Begin with
//! [`Store::commit`], then `sled/mod.rs` or `postgres/mod.rs`.

mod backup;
mod error;
mod postgres;
mod sled;
mod traits;
mod unreadable_tables;
mod values;

use std::fmt;
use std::num::NonZeroU32;

use async_trait::async_trait;
use jiff::Timestamp;

pub use self::backup::{
    BackupError, BackupStore, Header, Item, ItemKind, Page, SentChallenge, Snapshot, Total,
    back_up, check_backup, is_half_restored, restore, verify_store,
};
pub use self::error::{StoreError, StoreErrorKind};
pub use self::postgres::PostgresStore;
pub use self::sled::{Rescued, SledStore, Verified};
pub use self::traits::*;
pub use self::values::*;
pub use kradan_ratings::Rating;
use kradan_table::{ApplicationId, ChannelId, GuildId, PlayerId, TableId};

/// A change of a value that the store reads and writes. It may be made several times, each time to
/// the value as it was then.
pub type Edit<T> = Box<dyn Fn(&mut T) + Send + Sync>;

/// The storage of the whole program.
///
/// Several processes may share one store. A table has a revision, and of two changes to the same
/// revision only one is committed.
#[async_trait]
pub trait Store: PeopleStore + FollowerStore + ErasureStore + ProcessStore + fmt::Debug {
    async fn table(&self, id: TableId) -> Result<Option<StoredTable>, StoreError>;

    /// Several tables in one call, in the order of `ids`. A missing table is left out. An
    /// unreadable table is logged and left out.
    async fn tables(&self, ids: Vec<TableId>) -> Result<Vec<(TableId, StoredTable)>, StoreError>;

    /// Commits a whole change, and returns when it is on disk. The interaction is checked first,
    /// then the revision, then the [limits](Change::limits). No other commit comes between these
    /// checks and the change.
    ///
    /// A new table with a challenge counts as sent by its challenger for [`SENT_KEPT`] from the
    /// time of the challenge, whatever becomes of it. A game that ends with a result is counted in
    /// the profiles of its players, if their games are [counted](Profile::finished), and changes their
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
    /// The older of two boards is [queued for cleanup](Store::cleanup_queue), and so are the offers
    /// from before a board.
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

    /// The last posted board of a table.
    async fn posted_board(&self, table: TableId) -> Result<Option<PostedBoard>, StoreError>;

    /// The last posted boards of several tables, in the order of `tables`. A table without one is
    /// left out. An unreadable board is logged and left out.
    async fn posted_boards(
        &self,
        tables: Vec<TableId>,
    ) -> Result<Vec<(TableId, PostedBoard)>, StoreError>;

    /// Adds a message that is no board: it offers something at a table, or tells something in words. With
    /// the next board that is posted it is queued for cleanup as lapsed, unless the table still [holds the
    /// offer](MessageContent::is_standing_offer).
    async fn add_offer(&self, table: TableId, offer: ControlMessage) -> Result<(), StoreError>;

    /// Queues the offers of a table for cleanup to which something has come. The other offers stay.
    async fn settle_offers(
        &self,
        table: TableId,
        offers: OfferKind,
        settlement: Settlement,
    ) -> Result<(), StoreError>;

    /// Queues messages of a table for cleanup: their buttons and menus are to be removed. What is
    /// known of the [content](ControlMessage::content) of a message stays known.
    async fn queue_cleanup(
        &self,
        table: TableId,
        messages: Vec<ControlMessage>,
    ) -> Result<(), StoreError>;

    /// The messages that are queued for cleanup, the oldest first, at most `most`.
    async fn cleanup_queue(&self, most: usize) -> Result<Vec<ControlMessage>, StoreError>;

    /// Removes messages from the queue whose buttons and menus are gone or can never be removed. One
    /// that was queued anew with something else to show stays there.
    async fn mark_cleaned_up(&self, messages: Vec<ControlMessage>) -> Result<(), StoreError>;

    /// The threads that are to be looked at, the first due first.
    async fn watched_threads(&self) -> Result<Vec<(Timestamp, ChannelId)>, StoreError>;

    /// Stores when a thread is to be looked at, in the place of the time `before`. Without a time it
    /// is not looked at any more.
    async fn watch_thread(
        &self,
        thread: ChannelId,
        before: Option<Timestamp>,
        at: Option<Timestamp>,
    ) -> Result<(), StoreError>;

    /// What the bot may do in a channel, as far as is known.
    async fn channel_access(&self, channel: ChannelId) -> Result<ChannelAccess, StoreError>;

    async fn set_channel_access(
        &self,
        channel: ChannelId,
        access: ChannelAccess,
    ) -> Result<(), StoreError>;

    /// Whether a player is known to read a channel.
    async fn is_reader(&self, player: PlayerId, channel: ChannelId) -> Result<bool, StoreError>;

    /// Stores that a player reads a channel.
    async fn add_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError>;

    /// Stores that a player does not read a channel any more.
    async fn remove_reader(&self, player: PlayerId, channel: ChannelId) -> Result<(), StoreError>;

    async fn profile(&self, player: PlayerId) -> Result<Option<Profile>, StoreError>;

    /// The profiles of several players, in the order of `players`. A missing profile is left out.
    /// An unreadable profile is logged and left out.
    async fn profiles(
        &self,
        players: Vec<PlayerId>,
    ) -> Result<Vec<(PlayerId, Profile)>, StoreError>;

    /// Changes a profile, and returns it as it is then. Concurrent changes to one profile are made
    /// one after the other, and each sees the ones before it. The player's place in each
    /// [list](Profile::standings) changes with it.
    async fn update_profile(
        &self,
        player: PlayerId,
        change: Edit<Profile>,
    ) -> Result<Profile, StoreError>;

    /// The players of a list, the best first, at most `most`.
    async fn leaderboard(
        &self,
        list: Leaderboard,
        most: usize,
    ) -> Result<Vec<PlayerId>, StoreError>;

    /// The settings of a server; the default where nothing was chosen.
    async fn server_settings(&self, guild: GuildId) -> Result<ServerSettings, StoreError>;

    /// Changes the settings of a server, and returns them as they are then. Concurrent changes are
    /// made one after the other, and each sees the ones before it.
    async fn update_server_settings(
        &self,
        guild: GuildId,
        change: Edit<ServerSettings>,
    ) -> Result<ServerSettings, StoreError>;

    /// The tournaments of a server; none where there never was one.
    async fn tournaments(&self, guild: GuildId) -> Result<Tournaments, StoreError>;

    /// Changes the tournaments of a server, and returns them as they are then. Concurrent changes are
    /// made one after the other, and each sees the ones before it.
    async fn update_tournaments(
        &self,
        guild: GuildId,
        change: Edit<Tournaments>,
    ) -> Result<Tournaments, StoreError>;

    /// The servers whose tournaments are [due](Tournaments::due) at a time or before.
    async fn due_tournaments(&self, until: Timestamp) -> Result<Vec<GuildId>, StoreError>;

    /// Binds the store to one Discord application for good: the ids of people, channels and
    /// interactions belong to it.
    ///
    /// # Errors
    ///
    /// [`StoreErrorKind::OtherApplication`] if the store is bound to another application.
    async fn bind_application(&self, application: ApplicationId) -> Result<(), StoreError>;

    /// Stores that the bot is running and takes moves.
    async fn record_heartbeat(&self, heartbeat: Heartbeat) -> Result<(), StoreError>;

    /// The last stored heartbeat.
    async fn heartbeat(&self) -> Result<Option<Heartbeat>, StoreError>;

    /// How many processes use the store, this one with them, as of some seconds ago.
    fn processes(&self) -> NonZeroU32 {
        NonZeroU32::MIN
    }

    /// Waits for the commits that have begun, and closes the store. Later commits fail.
    async fn close(&self) -> Result<(), StoreError>;
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

//! The hall keeps all tables: it takes what players ask, one table at a time, and has the store
//! commit what happened before anybody hears of it.
//!
//! Nothing here is held in memory that could not be lost. Two processes may keep the same tables:
//! of two changes to one revision the store commits one, and the other is decided anew on what the
//! table is then.

mod checked_clock;
mod clock;
mod due_tables;
mod error_chain;
mod limits;
mod request;
mod table_lock;

use std::borrow::Cow;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::{Notify, OnceCell};

pub use self::checked_clock::Reading;
pub use self::clock::Clock;
pub use self::error_chain::ErrorChain;
pub use self::limits::Limits;
pub use self::request::{Committed, RequestContext, ServiceError};
use self::table_lock::TableLocks;
pub use self::table_lock::{DeliveryLock, QueuedDelivery};
use crate::store::{Change, CommitError, InteractionResult};
pub use crate::store::{
    ChannelAccess, ClaimantId, ControlMessage, InteractionId, InteractionToken, Lease, LeftChannel,
    Limit, LimitReached, Listing, MoveConfirmation, Orientation, OutboxEntry, OutboxEntryId,
    PostedBoard, Profile, Store, StoreError, StoreErrorKind, StoredTable,
};
use crate::table::{Audience, ChallengeTerms, ChannelId, Command, Event, PlayerId, Table, TableId};

/// How long a notice is left to whoever made the change. Discord takes a first answer for three
/// seconds; a little later than that, nobody else can give it.
const ANSWER_WITHIN: SignedDuration = SignedDuration::from_millis(4_000);

/// How often a decision is made anew because another process was quicker. More often than that in
/// a row is no accident.
const ATTEMPTS_MAX: usize = 8;

/// The service that keeps all tables.
#[derive(Debug)]
pub struct TableService<S> {
    store: Arc<S>,
    clock: Clock,
    limits: Limits,
    claimant: ClaimantId,
    /// Since when somebody is there, by the time in which somebody was.
    started: OnceCell<Timestamp>,
    /// A table's turn is held while it is loaded, decided and committed.
    table_locks: TableLocks,
    /// A table's voice is held while the world is told of it, so that it hears in order.
    delivery_locks: TableLocks,
    /// Something may be due, or owed, earlier than was known.
    due_changed: Notify,
    outbox_changed: Notify,
}

impl<S: Store> TableService<S> {
    /// A hall over a store.
    #[must_use]
    pub fn new(store: Arc<S>, clock: Clock) -> TableService<S> {
        TableService {
            store,
            clock,
            limits: Limits::default(),
            claimant: ClaimantId(clock::chance()),
            started: OnceCell::new(),
            table_locks: TableLocks::new(),
            delivery_locks: TableLocks::new(),
            due_changed: Notify::new(),
            outbox_changed: Notify::new(),
        }
    }

    /// The same with other limits than the usual ones.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> TableService<S> {
        TableService { limits, ..self }
    }

    /// What everything is kept in.
    #[must_use]
    pub fn store(&self) -> &S {
        &self.store
    }

    /// By whom this process claims what is due and what is pending.
    #[must_use]
    pub fn claimant(&self) -> ClaimantId {
        self.claimant
    }

    /// The clock that deadlines go by.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Opens a table with a challenge.
    ///
    /// # Errors
    ///
    /// [`ServiceError::Limited`] if a limit does not allow one more challenge.
    pub async fn challenge(
        &self,
        request: &RequestContext,
        wish: ChallengeTerms,
        channel: ChannelId,
    ) -> Result<Committed, ServiceError> {
        if let Some(repeat_answer) = self.previous_answer(request).await? {
            return repeat_answer;
        }
        self.start().await?;
        let now = self.clock.read();
        let table = Table::challenge(request.player, wish, channel, now.moment_at(now.credited));
        self.open(request, table, now).await
    }

    /// Opens a table with a challenge to the opponent of a game that is over.
    ///
    /// # Errors
    ///
    /// The refusals of [`Table::rematch`], and [`ServiceError::Limited`].
    pub async fn rematch(
        &self,
        request: &RequestContext,
        id: TableId,
    ) -> Result<Committed, ServiceError> {
        if let Some(repeat_answer) = self.previous_answer(request).await? {
            return repeat_answer;
        }
        let stored = self.load(id).await?.ok_or(ServiceError::NoTable)?;
        let now = self.clock.read();
        match stored.table.rematch(request.player, now.moment_at(now.credited)) {
            Ok(table) => self.open(request, table, now).await,
            Err(refusal) => self.refuse(request, id, stored, refusal).await,
        }
    }

    async fn open(
        &self,
        request: &RequestContext,
        table: Table,
        now: Reading,
    ) -> Result<Committed, ServiceError> {
        // The number of the interaction is the number of the table: asked twice, opened once.
        let id = TableId(request.interaction.0);
        let _guard = self.table_locks.lock(id).await;
        let Some((challenger, opponent)) = table.challenged() else {
            return Err(ServiceError::NoTable);
        };
        let events = vec![Event::Challenged { challenger, opponent }];
        let limits = self.limits.of_challenge(&table, now.time());
        let channel = table.place();
        let stored = StoredTable { table, revision: 1, credited: now.credited };
        match self.commit(id, stored, events, Some(request), channel, limits).await {
            Ok(committed) => Ok(committed),
            Err(CommitError::Answered(result)) => self.repeat_answer(result).await,
            Err(CommitError::Conflict) => Err(ServiceError::NoTable),
            Err(CommitError::Limited(reached)) => self.limited(request, reached).await,
            Err(CommitError::Failed(error)) => Err(ServiceError::Unsure(error)),
        }
    }

    /// Whether one more game is allowed to whoever accepts a challenge and to who made it, as far
    /// as it is known before it is [request](TableService::ask).
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn has_room(&self, table: &Table, player: PlayerId) -> Result<bool, StoreError> {
        for limit in self.limits.of_command(table, player, &Command::Accept) {
            if let Limit::Running { player, most } = limit
                && self.store.tables_of_player(player, Listing::Running, most).await?.len() >= most
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Asks something of a table. What happened is on disk when this returns.
    ///
    /// The same interaction asked twice gets the same answer and changes nothing more.
    ///
    /// # Errors
    ///
    /// [`ServiceError`], with the refusal and the table as it is where the table refused, and with the
    /// limit where that does not allow one more game.
    pub async fn ask(
        &self,
        request: &RequestContext,
        id: TableId,
        command: &Command,
    ) -> Result<Committed, ServiceError> {
        let _guard = self.table_locks.lock(id).await;
        if let Some(repeat_answer) = self.previous_answer(request).await? {
            return repeat_answer;
        }
        for _ in 0..ATTEMPTS_MAX {
            let mut stored = self.load(id).await?.ok_or(ServiceError::NoTable)?;
            // By the table's own time, which no change of the date comes in between.
            let now = self.clock.read().moment_at(stored.credited);
            // A move that comes after the deadline is too late, whoever notices that first.
            let events = stored.table.pass_time(now.time);
            if !events.is_empty() {
                self.commit_again(id, stored, events).await?;
                continue;
            }
            let limits = self.limits.of_command(&stored.table, request.player, command);
            let channel = stored.table.place();
            let command = self.with_reader(command, &stored.table, request.player).await?;
            let events = match stored.table.apply(request.player, &command, now) {
                Ok(events) => events,
                Err(refusal) => return self.refuse(request, id, stored, refusal).await,
            };
            let stored = StoredTable { revision: stored.revision + 1, ..stored };
            match self.commit(id, stored, events, Some(request), channel, limits).await {
                Ok(committed) => return Ok(committed),
                Err(CommitError::Conflict) => {}
                Err(CommitError::Limited(reached)) => return self.limited(request, reached).await,
                Err(CommitError::Answered(result)) => return self.repeat_answer(result).await,
                Err(CommitError::Failed(error)) => return Err(ServiceError::Unsure(error)),
            }
        }
        Err(ServiceError::Busy)
    }

    /// Whether the other player reads the place where a table is to be shown is looked up here, for
    /// every command alike: what is not known to be read is [unread](Command::ShowUnread).
    async fn with_reader<'c>(
        &self,
        command: &'c Command,
        table: &Table,
        player: PlayerId,
    ) -> Result<Cow<'c, Command>, StoreError> {
        let (Command::Show(channel) | Command::ShowUnread(channel)) = command else {
            return Ok(Cow::Borrowed(command));
        };
        let is_read = match table.other_than(player) {
            Some(other) => self.store.is_reader(other, *channel).await?,
            None => true,
        };
        let known = if is_read { Command::Show(*channel) } else { Command::ShowUnread(*channel) };
        Ok(Cow::Owned(known))
    }

    async fn refuse(
        &self,
        request: &RequestContext,
        id: TableId,
        stored: StoredTable,
        refusal: crate::table::Refusal,
    ) -> Result<Committed, ServiceError> {
        match self.store.mark_refused(request.interaction).await {
            Ok(()) | Err(CommitError::Conflict | CommitError::Limited(_)) => {
                Err(ServiceError::Refused { id, refusal, stored: Box::new(stored) })
            }
            Err(CommitError::Answered(result)) => self.repeat_answer(result).await,
            Err(CommitError::Failed(error)) => Err(ServiceError::Failed(error)),
        }
    }

    /// Remembers that a limit did not allow what was asked: it stays refused when it would be
    /// allowed by then.
    async fn limited(
        &self,
        request: &RequestContext,
        reached: LimitReached,
    ) -> Result<Committed, ServiceError> {
        match self.store.mark_refused(request.interaction).await {
            Err(CommitError::Answered(result)) => self.repeat_answer(result).await,
            Err(CommitError::Failed(error)) => Err(ServiceError::Failed(error)),
            Ok(()) | Err(CommitError::Conflict | CommitError::Limited(_)) => {
                Err(ServiceError::Limited(self.with_wall_time(reached)))
            }
        }
    }

    /// The limit with the date of its end: what is due in the store is without the time in which
    /// nobody was there to take moves.
    fn with_wall_time(&self, reached: LimitReached) -> LimitReached {
        let credited = match reached.limit {
            Limit::Waiting { .. } | Limit::Received { .. } => self.clock.read().credited,
            Limit::Running { .. } | Limit::Sent { .. } | Limit::SentTo { .. } => {
                SignedDuration::ZERO
            }
        };
        LimitReached { until: reached.until.map(|at| later(at, credited)), ..reached }
    }

    /// Commits what happened at a table that was in a place before, with the notice that it owes.
    async fn commit(
        &self,
        id: TableId,
        stored: StoredTable,
        events: Vec<Event>,
        request: Option<&RequestContext>,
        channel: ChannelId,
        limits: Vec<Limit>,
    ) -> Result<Committed, CommitError> {
        let revision = stored.revision;
        let entry = (Audience::of(&events) == Audience::Everyone).then(|| {
            let left = left_channel(channel, &stored, &events);
            OutboxEntry { left, ..self.entry(id, &stored, events.clone(), request) }
        });
        let result = InteractionResult::Done { table: id, revision, events: events.clone() };
        let change = Change {
            id,
            stored: stored.clone(),
            entry: entry.clone(),
            interaction: request.map(|request| (request.interaction, result)),
            limits,
        };
        // Before the commit: who delivers what is ready may otherwise speak first, on a machine that
        // stands still for seconds.
        let delivery = entry.is_some().then(|| self.delivery_locks.queue(id));
        self.store.commit(change).await?;
        if let Some(RequestContext { player, .. }) = request {
            tracing::info!(table = id.0, revision, player = player.0, "a command is committed");
        }
        self.due_changed.notify_one();
        if entry.is_some() {
            self.outbox_changed.notify_one();
        }
        Ok(Committed { id, stored, events, entry, delivery })
    }

    fn entry(
        &self,
        id: TableId,
        stored: &StoredTable,
        events: Vec<Event>,
        request: Option<&RequestContext>,
    ) -> OutboxEntry {
        let now = self.clock.now();
        let answer = request.and_then(|request| request.answer.clone());
        let is_left_to_asker = answer.is_some();
        OutboxEntry {
            id: OutboxEntryId { table: id, revision: stored.revision },
            channel: stored.table.place(),
            ply: stored.table.game().plies(),
            events,
            by: request.map(|request| request.player),
            made_at: now,
            ready_at: if is_left_to_asker { later(now, ANSWER_WITHIN) } else { now },
            attempts: 0,
            answer,
            left: None,
        }
    }

    /// What came of an interaction that is here for the second time; `None` for the first time.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn previous_answer(
        &self,
        request: &RequestContext,
    ) -> Result<Option<Result<Committed, ServiceError>>, ServiceError> {
        match self.store.interaction_result(request.interaction).await? {
            Some(result) => Ok(Some(self.repeat_answer(result).await)),
            None => Ok(None),
        }
    }

    async fn repeat_answer(&self, result: InteractionResult) -> Result<Committed, ServiceError> {
        let InteractionResult::Done { table: id, revision, events } = result else {
            return Err(ServiceError::RefusedBefore);
        };
        let stored = self.load(id).await?.ok_or(ServiceError::NoTable)?;
        let entry = self.store.outbox_entry(OutboxEntryId { table: id, revision }).await?;
        if entry.is_none() && Audience::of(&events) == Audience::Everyone {
            return Err(ServiceError::DoneBefore);
        }
        let delivery = entry.is_some().then(|| self.delivery_locks.queue(id));
        Ok(Committed { id, stored, events, entry, delivery })
    }

    /// A table as it is now, with the time credited during which nobody was there to take moves.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn load(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        self.start().await?;
        let Some(mut stored) = self.store.table(id).await? else { return Ok(None) };
        self.credit(&mut stored);
        Ok(Some(stored))
    }

    /// Credits all that was ever credited, less what this table has received of it.
    fn credit(&self, stored: &mut StoredTable) {
        let credited = self.clock.read().credited;
        stored.table.credit(credited.saturating_sub(stored.credited));
        stored.credited = credited;
    }

    /// The tables of a player, the newest first.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn tables_of_player(
        &self,
        player: PlayerId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
        let ids = self.store.tables_of_player(player, listing, most).await?;
        self.load_all(ids).await
    }

    /// The tables in a place, the newest first.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn tables_in_channel(
        &self,
        channel: ChannelId,
        listing: Listing,
        most: usize,
    ) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
        let ids = self.store.tables_in_channel(channel, listing, most).await?;
        self.load_all(ids).await
    }

    /// Several tables in one call, each as it is now. One that is not there or cannot be read is
    /// left out.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn load_all(
        &self,
        ids: Vec<TableId>,
    ) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
        self.start().await?;
        let mut tables = self.store.tables(ids).await?;
        tables.iter_mut().for_each(|(_, stored)| self.credit(stored));
        Ok(tables)
    }

    /// Waits until it is a table's turn to speak.
    pub async fn lock_delivery(&self, id: TableId) -> DeliveryLock {
        self.delivery_locks.queue(id).ready().await
    }

    /// Waits until something may be owed earlier than was known.
    pub async fn outbox_changed(&self) {
        self.outbox_changed.notified().await;
    }

    /// Forgets what came of old interactions.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn delete_results_before(
        &self,
        interaction: InteractionId,
    ) -> Result<(), StoreError> {
        self.store.delete_results_before(interaction).await
    }
}

/// The place that a table left, unless its game begins with it: that is told in the answer to who
/// accepts.
fn left_channel(before: ChannelId, stored: &StoredTable, events: &[Event]) -> Option<LeftChannel> {
    let begins = events.iter().any(|event| matches!(event, Event::Accepted { .. }));
    let has_left = before != stored.table.place() && !begins;
    has_left.then_some(LeftChannel { channel: before, is_all: false })
}

/// A time later by a span.
fn later(time: jiff::Timestamp, by: SignedDuration) -> jiff::Timestamp {
    time.saturating_add(by).unwrap_or(jiff::Timestamp::MAX)
}

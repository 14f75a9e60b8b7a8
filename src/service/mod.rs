//! The hall keeps all tables: it takes what players ask, one table at a time, and has the store
//! commit what happened before anybody hears of it.
//!
//! Nothing here is held in memory that could not be lost. Two processes may keep the same tables:
//! of two changes to one revision the store commits one, and the other is decided anew on what the
//! table is then.

mod clock;
mod error_chain;
mod limits;
mod request;
mod steady;
mod table_lock;
mod time;

use std::borrow::Cow;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::{Notify, OnceCell};

pub use self::clock::Clock;
pub use self::error_chain::ErrorChain;
pub use self::limits::Limits;
pub use self::request::{Committed, RequestContext, ServiceError};
pub use self::steady::Reading;
use self::table_lock::TableLocks;
pub use self::table_lock::{DeliveryLock, QueuedDelivery};
use crate::store::{Change, CommitError, InteractionResult};
pub use crate::store::{
    ChannelAccess, ControlMessage, InteractionId, InteractionToken, LeftChannel, Limit,
    LimitReached, Listing, MoveConfirmation, Orientation, OutboxEntry, OutboxEntryId, PostedBoard,
    Profile, Store, StoreError, StoredTable,
};
use crate::table::{ChallengeTerms, ChannelId, Command, Event, PlayerId, Table, TableId};

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
    /// Since when somebody is there, by the time in which somebody was.
    begun: OnceCell<Timestamp>,
    /// A table's turn is held while it is loaded, decided and committed.
    turns: TableLocks,
    /// A table's voice is held while the world is told of it, so that it hears in order.
    voices: TableLocks,
    /// Something may be due, or owed, earlier than was known.
    due_changed: Notify,
    owed_changed: Notify,
}

impl<S: Store> TableService<S> {
    /// A hall over a store.
    #[must_use]
    pub fn new(store: Arc<S>, clock: Clock) -> TableService<S> {
        TableService {
            store,
            clock,
            limits: Limits::default(),
            begun: OnceCell::new(),
            turns: TableLocks::new(),
            voices: TableLocks::new(),
            due_changed: Notify::new(),
            owed_changed: Notify::new(),
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
        asked: &RequestContext,
        wish: ChallengeTerms,
        place: ChannelId,
    ) -> Result<Committed, ServiceError> {
        if let Some(again) = self.asked_before(asked).await? {
            return again;
        }
        self.begin().await?;
        let now = self.clock.read();
        let table = Table::challenge(asked.player, wish, place, now.moment_at(now.credited));
        self.open(asked, table, now).await
    }

    /// Opens a table with a challenge to the opponent of a game that is over.
    ///
    /// # Errors
    ///
    /// The refusals of [`Table::rematch`], and [`ServiceError::Limited`].
    pub async fn rematch(
        &self,
        asked: &RequestContext,
        id: TableId,
    ) -> Result<Committed, ServiceError> {
        if let Some(again) = self.asked_before(asked).await? {
            return again;
        }
        let row = self.load(id).await?.ok_or(ServiceError::NoTable)?;
        let now = self.clock.read();
        match row.table.rematch(asked.player, now.moment_at(now.credited)) {
            Ok(table) => self.open(asked, table, now).await,
            Err(refusal) => self.refuse(asked, id, row, refusal).await,
        }
    }

    async fn open(
        &self,
        asked: &RequestContext,
        table: Table,
        now: Reading,
    ) -> Result<Committed, ServiceError> {
        // The number of the interaction is the number of the table: asked twice, opened once.
        let id = TableId(asked.interaction.0);
        let _turn = self.turns.lock(id).await;
        let Some((challenger, opponent)) = table.challenged() else {
            return Err(ServiceError::NoTable);
        };
        let events = vec![Event::Challenged { challenger, opponent }];
        let limits = self.limits.of_challenge(&table, now.time());
        let place = table.place();
        let row = StoredTable { table, revision: 1, credited: now.credited };
        match self.commit(id, row, events, Some(asked), place, limits).await {
            Ok(turn) => Ok(turn),
            Err(CommitError::Answered(outcome)) => self.again(outcome).await,
            Err(CommitError::Conflict) => Err(ServiceError::NoTable),
            Err(CommitError::Limited(reached)) => self.limited(asked, reached).await,
            Err(CommitError::Failed(error)) => Err(ServiceError::Unsure(error)),
        }
    }

    /// Whether one more game is allowed to whoever accepts a challenge and to who made it, as far
    /// as it is known before it is [asked](TableService::ask).
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn has_room(&self, table: &Table, player: PlayerId) -> Result<bool, StoreError> {
        for limit in self.limits.of_command(table, player, &Command::Accept) {
            if let Limit::Running { player, most } = limit
                && self.store.tables_of(player, Listing::Running, most).await?.len() >= most
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
        asked: &RequestContext,
        id: TableId,
        command: &Command,
    ) -> Result<Committed, ServiceError> {
        let _turn = self.turns.lock(id).await;
        if let Some(again) = self.asked_before(asked).await? {
            return again;
        }
        for _ in 0..ATTEMPTS_MAX {
            let mut row = self.load(id).await?.ok_or(ServiceError::NoTable)?;
            // By the table's own time, which no change of the date comes in between.
            let now = self.clock.read().moment_at(row.credited);
            // A move that comes after the deadline is too late, whoever notices that first.
            let events = row.table.pass_time(now.time);
            if !events.is_empty() {
                self.commit_again(id, row, events).await?;
                continue;
            }
            let limits = self.limits.of_command(&row.table, asked.player, command);
            let place = row.table.place();
            let command = self.with_reader(command, &row.table, asked.player).await?;
            let events = match row.table.apply(asked.player, &command, now) {
                Ok(events) => events,
                Err(refusal) => return self.refuse(asked, id, row, refusal).await,
            };
            let row = StoredTable { revision: row.revision + 1, ..row };
            match self.commit(id, row, events, Some(asked), place, limits).await {
                Ok(turn) => return Ok(turn),
                Err(CommitError::Conflict) => {}
                Err(CommitError::Limited(reached)) => return self.limited(asked, reached).await,
                Err(CommitError::Answered(outcome)) => return self.again(outcome).await,
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
        let (Command::Show(place) | Command::ShowUnread(place)) = command else {
            return Ok(Cow::Borrowed(command));
        };
        let is_read = match table.other_than(player) {
            Some(other) => self.store.reads(other, *place).await?,
            None => true,
        };
        let known = if is_read { Command::Show(*place) } else { Command::ShowUnread(*place) };
        Ok(Cow::Owned(known))
    }

    async fn refuse(
        &self,
        asked: &RequestContext,
        id: TableId,
        row: StoredTable,
        refusal: crate::table::Refusal,
    ) -> Result<Committed, ServiceError> {
        match self.store.refuse(asked.interaction).await {
            Ok(()) | Err(CommitError::Conflict | CommitError::Limited(_)) => {
                Err(ServiceError::Refused { id, refusal, row: Box::new(row) })
            }
            Err(CommitError::Answered(outcome)) => self.again(outcome).await,
            Err(CommitError::Failed(error)) => Err(ServiceError::Failed(error)),
        }
    }

    /// Remembers that a limit did not allow what was asked: it stays refused when it would be
    /// allowed by then.
    async fn limited(
        &self,
        asked: &RequestContext,
        reached: LimitReached,
    ) -> Result<Committed, ServiceError> {
        match self.store.refuse(asked.interaction).await {
            Err(CommitError::Answered(outcome)) => self.again(outcome).await,
            Err(CommitError::Failed(error)) => Err(ServiceError::Failed(error)),
            Ok(()) | Err(CommitError::Conflict | CommitError::Limited(_)) => {
                Err(ServiceError::Limited(self.dated(reached)))
            }
        }
    }

    /// The limit with the date of its end: what is due in the store is without the time in which
    /// nobody was there to take moves.
    fn dated(&self, reached: LimitReached) -> LimitReached {
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
        row: StoredTable,
        events: Vec<Event>,
        asked: Option<&RequestContext>,
        place: ChannelId,
        limits: Vec<Limit>,
    ) -> Result<Committed, CommitError> {
        let revision = row.revision;
        let notice = is_for_all(&events).then(|| {
            let left = left(place, &row, &events);
            OutboxEntry { left, ..self.notice(id, &row, events.clone(), asked) }
        });
        let outcome = InteractionResult::Done { table: id, revision, events: events.clone() };
        let change = Change {
            id,
            row: row.clone(),
            notice: notice.clone(),
            asked: asked.map(|asked| (asked.interaction, outcome)),
            limits,
        };
        // Before the commit: who delivers what is ready may otherwise speak first, on a machine that
        // stands still for seconds.
        let voice = notice.is_some().then(|| self.voices.queue(id));
        self.store.commit(change).await?;
        self.due_changed.notify_one();
        if notice.is_some() {
            self.owed_changed.notify_one();
        }
        Ok(Committed { id, row, events, notice, voice })
    }

    fn notice(
        &self,
        id: TableId,
        row: &StoredTable,
        events: Vec<Event>,
        asked: Option<&RequestContext>,
    ) -> OutboxEntry {
        let now = self.clock.now();
        let answer = asked.and_then(|asked| asked.answer.clone());
        let is_left_to_asker = answer.is_some();
        OutboxEntry {
            id: OutboxEntryId { table: id, revision: row.revision },
            place: row.table.place(),
            ply: row.table.game().plies(),
            events,
            by: asked.map(|asked| asked.player),
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
    pub async fn asked_before(
        &self,
        asked: &RequestContext,
    ) -> Result<Option<Result<Committed, ServiceError>>, ServiceError> {
        match self.store.outcome(asked.interaction).await? {
            Some(outcome) => Ok(Some(self.again(outcome).await)),
            None => Ok(None),
        }
    }

    async fn again(&self, outcome: InteractionResult) -> Result<Committed, ServiceError> {
        let InteractionResult::Done { table: id, revision, events } = outcome else {
            return Err(ServiceError::RefusedBefore);
        };
        let row = self.load(id).await?.ok_or(ServiceError::NoTable)?;
        let notice = self.store.notice(OutboxEntryId { table: id, revision }).await?;
        if notice.is_none() && is_for_all(&events) {
            return Err(ServiceError::DoneBefore);
        }
        let voice = notice.is_some().then(|| self.voices.queue(id));
        Ok(Committed { id, row, events, notice, voice })
    }

    /// A table as it is now, with the time credited during which nobody was there to take moves.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn load(&self, id: TableId) -> Result<Option<StoredTable>, StoreError> {
        self.begin().await?;
        let Some(mut row) = self.store.table(id).await? else { return Ok(None) };
        // All that was ever credited, less what this table has received of it.
        let credited = self.clock.read().credited;
        row.table.credit(credited.saturating_sub(row.credited));
        row.credited = credited;
        Ok(Some(row))
    }

    /// The tables of a player, the newest first.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn tables_of(
        &self,
        player: PlayerId,
        which: Listing,
        most: usize,
    ) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
        let ids = self.store.tables_of(player, which, most).await?;
        self.load_all(ids).await
    }

    /// The tables in a place, the newest first.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn tables_at(
        &self,
        place: ChannelId,
        which: Listing,
        most: usize,
    ) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
        let ids = self.store.tables_at(place, which, most).await?;
        self.load_all(ids).await
    }

    /// One that cannot be read is left out: the others are none the worse for it.
    async fn load_all(&self, ids: Vec<TableId>) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
        let mut rows = Vec::with_capacity(ids.len());
        for id in ids {
            match self.load(id).await {
                Ok(Some(row)) => rows.push((id, row)),
                Ok(None) => {}
                Err(error) if error.is_of_one_value() => {
                    tracing::error!(table = id.0, error = %ErrorChain(&error), "a table cannot be loaded");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(rows)
    }

    /// Waits until it is a table's turn to speak.
    pub async fn voice(&self, id: TableId) -> DeliveryLock {
        self.voices.queue(id).ready().await
    }

    /// Waits until something may be owed earlier than was known.
    pub async fn owed_changed(&self) {
        self.owed_changed.notified().await;
    }

    /// Forgets what came of old interactions.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn forget_before(&self, interaction: InteractionId) -> Result<(), StoreError> {
        self.store.forget_before(interaction).await
    }
}

/// The place that a table left, unless its game begins with it: that is told in the answer to who
/// accepts.
fn left(before: ChannelId, row: &StoredTable, events: &[Event]) -> Option<LeftChannel> {
    let begins = events.iter().any(|event| matches!(event, Event::Accepted { .. }));
    let has_left = before != row.table.place() && !begins;
    has_left.then_some(LeftChannel { place: before, is_all: false })
}

/// Whether all who watch a table are told: what a player means to do to a count with the next move
/// they hear with that move.
fn is_for_all(events: &[Event]) -> bool {
    events
        .iter()
        .any(|event| !matches!(event, Event::CountAnnounced { .. } | Event::CountLeft { .. }))
}

/// A time later by a span.
fn later(time: jiff::Timestamp, by: SignedDuration) -> jiff::Timestamp {
    time.saturating_add(by).unwrap_or(jiff::Timestamp::MAX)
}

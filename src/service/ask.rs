//! What players ask: a table is loaded, the command applied, and what happened committed.

use std::borrow::Cow;

use jiff::SignedDuration;

use super::checked_clock::{Reading, later};
use super::request::{Committed, RequestContext, ServiceError};
use super::table_service::TableService;
use crate::store::{
    CommitError, InteractionResult, Limit, LimitReached, Listing, OutboxEntryId, Store, StoreError,
    StoredTable,
};
use crate::table::{
    Audience, ChallengeTerms, ChannelId, Command, Event, PlayerId, Refusal, Table, TableId,
};

/// How often a decision is made anew because another process was quicker. More often than that in
/// a row is no accident.
const ATTEMPTS_MAX: usize = 8;

impl<S: Store> TableService<S> {
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
        refusal: Refusal,
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
}

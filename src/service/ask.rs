//! Players' commands: a table is loaded, the command applied, and the result committed.

use std::borrow::Cow;

use jiff::SignedDuration;

use super::checked_clock::{Reading, later};
use super::clock::Clock;
use super::commit::{self, CommitWith};
use super::request::{Committed, RequestContext, ServiceError};
use super::table_service::TableService;
use super::{computer, due_tables, holidays, ratings};
use kradan_store::{
    CommitError, InteractionResult, Limit, LimitReached, Listing, OutboxEntry, OutboxEntryId,
    Store, StoreError, StoredTable,
};
use kradan_table::{
    Audience, ChallengeTerms, ChannelId, ChosenThemes, Command, Event, Level, Moment, PlayerId,
    Refusal, Table, TableId,
};

/// The number of times that a command is applied because another process changed the table first.
/// More conflicts in a row than that are no accident.
pub(super) const ATTEMPTS_MAX: usize = 8;

/// The most tables of a list among which a rematch is looked for.
const REMATCHES_LOOKED_AT: usize = 200;

impl TableService {
    /// Opens a table with a challenge.
    ///
    /// # Errors
    ///
    /// [`ServiceError::Limited`] if a limit does not allow one more challenge.
    pub async fn challenge(
        &self,
        request: &RequestContext,
        terms: ChallengeTerms,
        channel: ChannelId,
    ) -> Result<Committed, ServiceError> {
        self.start().await?;
        let _guard = self.table_locks.lock(TableId(request.interaction.0)).await;
        let now = self.clock.read();
        let table = Table::challenge(request.player, terms, channel, now.moment_at(now.credited));
        let events = opening(&table);
        open(self, request, table, events, now).await
    }

    /// Opens a table at which a player plays a computer at once.
    ///
    /// # Errors
    ///
    /// [`ServiceError::Limited`] if the player has too many games.
    pub async fn play_computer(
        &self,
        request: &RequestContext,
        level: Level,
        terms: ChallengeTerms,
        themes: &ChosenThemes,
        channel: ChannelId,
    ) -> Result<Committed, ServiceError> {
        self.start().await?;
        let _guard = self.table_locks.lock(TableId(request.interaction.0)).await;
        let now = self.clock.read();
        let moment = now.moment_at(now.credited);
        let (table, events) =
            Table::against_computer(request.player, level, terms, themes, channel, moment);
        open(self, request, table, events, now).await
    }

    /// Opens a table with a challenge to the opponent of a game that is over, or with a game where
    /// the opponent is a computer, which plays at `level` if one is given.
    ///
    /// # Errors
    ///
    /// The refusals of [`Table::rematch`], [`ServiceError::RematchStands`] where either player was
    /// faster, and [`ServiceError::Limited`].
    pub async fn rematch(
        &self,
        request: &RequestContext,
        id: TableId,
        level: Option<Level>,
    ) -> Result<Committed, ServiceError> {
        // Of two requests for a rematch of one game the second finds the challenge of the first.
        let _guard = self.table_locks.lock(id).await;
        if let Some(repeat_answer) = self.previous_answer(request).await? {
            return repeat_answer;
        }
        let stored = self.load(id).await?.ok_or(ServiceError::NoTable)?;
        let now = self.clock.read();
        let moment = now.moment_at(now.credited);
        let table = match stored.table.rematch(id, request.player, level, moment) {
            Ok(table) => table,
            Err(refusal) => return refuse(self, request, id, stored, refusal).await,
        };
        if let Some((id, stored)) = open_rematch(self, id, request.player).await? {
            return Err(ServiceError::RematchStands { id, stored: Box::new(stored) });
        }
        let events = opening(&table);
        open(self, request, table, events, now).await
    }

    /// Whether the limits allow one more game to a player. They are checked again when it is opened.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn has_room_for_game(&self, player: PlayerId) -> Result<bool, StoreError> {
        let most = self.limits.games_running;
        Ok(self.store.tables_of_player(player, Listing::Running, most).await?.len() < most)
    }

    /// Whether the limits allow a command with which a game begins. They are checked again when the
    /// command is [asked](TableService::ask).
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn has_room(
        &self,
        table: &Table,
        player: PlayerId,
        command: &Command,
    ) -> Result<bool, StoreError> {
        for limit in self.limits.of_command(table, player, command) {
            let is_reached = match limit {
                Limit::Running { player, most } => {
                    self.store.tables_of_player(player, Listing::Running, most).await?.len() >= most
                }
                Limit::NotBlocked { blocker, blocked } => {
                    self.store.has_blocked(blocker, blocked).await?
                }
                _ => false,
            };
            if is_reached {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Applies a player's command to a table. The result is on disk when this returns.
    ///
    /// A repeated interaction gets the same answer and changes nothing more: the store knows the result of
    /// the first one.
    ///
    /// # Errors
    ///
    /// [`ServiceError::Refused`] with the refusal and the table, and [`ServiceError::Limited`] with
    /// the limit.
    pub async fn ask(
        &self,
        request: &RequestContext,
        id: TableId,
        command: &Command,
    ) -> Result<Committed, ServiceError> {
        self.ask_known(request, id, None, command).await
    }

    /// [Applies](TableService::ask) a player's command to a table that is loaded already. Where the
    /// table was changed meanwhile, or refuses, it is loaded again.
    ///
    /// # Errors
    ///
    /// As [`ask`](TableService::ask).
    pub async fn ask_known(
        &self,
        request: &RequestContext,
        id: TableId,
        mut known: Option<StoredTable>,
        command: &Command,
    ) -> Result<Committed, ServiceError> {
        let mut guard = self.table_locks.lock(id).await;
        for _ in 0..ATTEMPTS_MAX {
            let is_known = known.is_some();
            let mut stored = match known.take() {
                Some(stored) => stored,
                None => self.load(id).await?.ok_or(ServiceError::NoTable)?,
            };
            self.credit(&mut stored);
            // The table's own time does not depend on the date.
            let now = self.clock.read().moment_at(stored.credited);
            // A move after the deadline is too late, even if the loop of due tables has not
            // noticed. Whoever moves now is not reminded of it.
            if stored.table.due_change().is_some_and(|due| due.at() <= now.time) {
                drop(guard);
                due_tables::apply_due_at(self, id).await?;
                guard = self.table_locks.lock(id).await;
                continue;
            }
            let limits = self.limits.of_command(&stored.table, request.player, command);
            let channel = stored.table.channel();
            let command = with_reader(self.store(), command, &stored.table, request.player).await?;
            let mut events = match stored.table.apply(request.player, &command, now) {
                Ok(events) => events,
                Err(_) if is_known => continue,
                Err(refusal) => return refuse(self, request, id, stored, refusal).await,
            };
            play_only_moves(self.store(), &mut stored.table, &mut events, now).await?;
            holidays::keep_profiles_in_new_game(self.store(), &mut stored.table, &events, now.time)
                .await?;
            let ratings = ratings::rate(self, id, &mut stored.table, &events).await?;
            let stored = StoredTable { revision: stored.revision + 1, ..stored };
            let reply = computer::awaited_reply(&self.computers, request, id, &stored, &events);
            let with = CommitWith { limits, ratings, joins: None };
            match commit::commit(self, id, stored, events, Some(request), channel, with).await {
                Ok(committed) => {
                    drop(guard);
                    return Ok(computer::with_reply(self, committed, reply).await);
                }
                Err(CommitError::Conflict) => {}
                Err(CommitError::Limited(reached)) => {
                    return refuse_by_limit(self, request, reached).await;
                }
                Err(CommitError::Answered(result)) => {
                    return repeat_answer(self, request, result).await;
                }
                Err(CommitError::Failed(error)) => return Err(ServiceError::Unsure(error)),
            }
        }
        Err(ServiceError::Busy)
    }

    /// The answer to a repeated interaction; `None` for a new one.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn previous_answer(
        &self,
        request: &RequestContext,
    ) -> Result<Option<Result<Committed, ServiceError>>, ServiceError> {
        match self.store.interaction_result(request.interaction).await? {
            Some(result) => Ok(Some(repeat_answer(self, request, result).await)),
            None => Ok(None),
        }
    }
}

/// The open rematch of a game, for one of its players.
async fn open_rematch(
    service: &TableService,
    of: TableId,
    player: PlayerId,
) -> Result<Option<(TableId, StoredTable)>, StoreError> {
    for listing in [Listing::Sent, Listing::Received, Listing::Running] {
        let tables = service.tables_of_player(player, listing, REMATCHES_LOOKED_AT).await?;
        let found = tables.into_iter().find(|(_, stored)| stored.table.rematch_of() == Some(of));
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Opens a table. Its id is the interaction's, so a repeated interaction opens no second one: the
/// store refuses it.
async fn open(
    service: &TableService,
    request: &RequestContext,
    table: Table,
    events: Vec<Event>,
    now: Reading,
) -> Result<Committed, ServiceError> {
    let id = TableId(request.interaction.0);
    let limits = service.limits.of_opening(&table, now.time());
    let channel = table.channel();
    let stored = StoredTable { table, revision: 1, credited: now.credited };
    let reply = computer::awaited_reply(&service.computers, request, id, &stored, &events);
    let with = CommitWith { limits, ..CommitWith::default() };
    match commit::commit(service, id, stored, events, Some(request), channel, with).await {
        Ok(committed) => Ok(computer::with_reply(service, committed, reply).await),
        Err(CommitError::Answered(result)) => repeat_answer(service, request, result).await,
        Err(CommitError::Conflict) => Err(ServiceError::NoTable),
        Err(CommitError::Limited(reached)) => refuse_by_limit(service, request, reached).await,
        Err(CommitError::Failed(error)) => Err(ServiceError::Unsure(error)),
    }
}

/// Applies a command for a player who did not ask for it with an interaction of its own. A
/// refusal changes nothing.
pub(super) async fn apply_for(
    service: &TableService,
    player: PlayerId,
    id: TableId,
    command: &Command,
) -> Result<(), StoreError> {
    let mut guard = service.table_locks.lock(id).await;
    for _ in 0..ATTEMPTS_MAX {
        let Some(mut stored) = service.load(id).await? else { return Ok(()) };
        let now = service.clock.read().moment_at(stored.credited);
        if stored.table.due_change().is_some_and(|due| due.at() <= now.time) {
            drop(guard);
            due_tables::apply_due_at(service, id).await?;
            guard = service.table_locks.lock(id).await;
            continue;
        }
        let channel = stored.table.channel();
        let Ok(events) = stored.table.apply(player, command, now) else { return Ok(()) };
        let stored = StoredTable { revision: stored.revision + 1, ..stored };
        match commit::commit(service, id, stored, events, None, channel, CommitWith::default())
            .await
        {
            Err(CommitError::Conflict) => {}
            Err(CommitError::Failed(error)) => return Err(error),
            Ok(_) | Err(CommitError::Answered(_) | CommitError::Limited(_)) => return Ok(()),
        }
    }
    tracing::warn!(table = %id.0, "command not applied: table changed by other processes");
    Ok(())
}

/// Plays on after a move, as long as the player to move has one legal move and wants it to be
/// played.
pub(super) async fn play_only_moves(
    store: &dyn Store,
    table: &mut Table,
    events: &mut Vec<Event>,
    now: Moment,
) -> Result<(), StoreError> {
    loop {
        let is_move = events.iter().any(|event| matches!(event, Event::Moved { .. }));
        let Some((player, _)) = table.only_move().filter(|_| is_move) else { return Ok(()) };
        let wants = store.profile(player).await?.is_some_and(|profile| profile.plays_only_moves);
        let more = if wants { table.play_only_move(events, now) } else { Vec::new() };
        if more.is_empty() {
            return Ok(());
        }
        events.extend(more);
    }
}

/// Looks up whether the other player reads the channel where a table is to be shown. If that is
/// not known, the command becomes [`Command::ShowUnread`].
async fn with_reader<'c>(
    store: &dyn Store,
    command: &'c Command,
    table: &Table,
    player: PlayerId,
) -> Result<Cow<'c, Command>, StoreError> {
    let (Command::Show(channel) | Command::ShowUnread(channel)) = command else {
        return Ok(Cow::Borrowed(command));
    };
    let is_read = match table.other_than(player) {
        Some(other) => store.is_reader(other, *channel).await?,
        None => true,
    };
    let known = if is_read { Command::Show(*channel) } else { Command::ShowUnread(*channel) };
    Ok(Cow::Owned(known))
}

async fn refuse(
    service: &TableService,
    request: &RequestContext,
    id: TableId,
    stored: StoredTable,
    refusal: Refusal,
) -> Result<Committed, ServiceError> {
    match service.store.mark_refused(request.interaction).await {
        Ok(()) | Err(CommitError::Conflict | CommitError::Limited(_)) => {
            Err(ServiceError::Refused { id, refusal, stored: Box::new(stored) })
        }
        Err(CommitError::Answered(result)) => repeat_answer(service, request, result).await,
        Err(CommitError::Failed(error)) => Err(ServiceError::Failed(error)),
    }
}

/// Stores that a limit refused the command. The interaction stays refused when the limit would
/// allow it later.
async fn refuse_by_limit(
    service: &TableService,
    request: &RequestContext,
    reached: LimitReached,
) -> Result<Committed, ServiceError> {
    match service.store.mark_refused(request.interaction).await {
        Err(CommitError::Answered(result)) => repeat_answer(service, request, result).await,
        Err(CommitError::Failed(error)) => Err(ServiceError::Failed(error)),
        Ok(()) | Err(CommitError::Conflict | CommitError::Limited(_)) => {
            Err(ServiceError::Limited(with_wall_time(&service.clock, reached)))
        }
    }
}

/// Turns the end of a limit into a date. Due times in the store do not include downtime.
fn with_wall_time(clock: &Clock, reached: LimitReached) -> LimitReached {
    let credited = match reached.limit {
        Limit::Waiting { .. } | Limit::Received { .. } => clock.read().credited,
        Limit::Running { .. }
        | Limit::Sent { .. }
        | Limit::SentTo { .. }
        | Limit::NotBlocked { .. } => SignedDuration::ZERO,
    };
    LimitReached { until: reached.until.map(|at| later(at, credited)), ..reached }
}

async fn repeat_answer(
    service: &TableService,
    request: &RequestContext,
    result: InteractionResult,
) -> Result<Committed, ServiceError> {
    let InteractionResult::Done { table: id, revision, events } = result else {
        return Err(ServiceError::RefusedBefore);
    };
    let stored = service.load(id).await?.ok_or(ServiceError::NoTable)?;
    let mut entry = service.store.outbox_entry(OutboxEntryId { table: id, revision }).await?;
    if entry.is_none() {
        // The answer of a computer may have been joined to it.
        let answers = |entry: &OutboxEntry| {
            entry.answer.as_ref().is_some_and(|token| token.interaction == request.interaction)
        };
        entry = service.store.pending_of_table(id).await?.into_iter().find(answers);
    }
    if entry.is_none() && Audience::of(&events) == Audience::Everyone {
        return Err(ServiceError::DoneBefore);
    }
    let delivery = entry.is_some().then(|| service.delivery_locks.queue(id));
    Ok(Committed { id, stored, events, entry, delivery, is_after_others: false })
}

/// What is told of a table that is opened.
fn opening(table: &Table) -> Vec<Event> {
    let challenged =
        table.challenged().map(|(challenger, opponent)| Event::Challenged { challenger, opponent });
    let accepted = table.seats().map(|&seats| Event::Accepted { seats, furigoma: None });
    challenged.into_iter().chain(accepted).collect()
}

//! Heartbeats, and the changes that time makes to tables: reminders, lost games, lapsed challenges.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream;
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Mutex;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::checked_clock::{APART, HEARTBEAT, later};
use super::commit::{self, CommitWith};
use super::computer::turn_at;
use super::repeat::{AFTER_FAILURE, repeat};
use super::{ErrorChain, ServiceError, TableService, holidays, ratings};
use kradan_store::{
    CommitError, Heartbeat, JobKind, Lease, Listing, Profile, Store, StoreError, StoreErrorKind,
    StoredTable,
};
use kradan_table::{Due, Event, PlayerId, Table, TableId};

/// The time until the second heartbeat. Later the time between two is as long as the service has
/// run, up to [`HEARTBEAT`]: a short run credits nobody with more than its own length.
const FIRST_HEARTBEAT: SignedDuration = SignedDuration::from_secs(1);

/// How long a process claims due tables.
const CLAIM_LENGTH: SignedDuration = SignedDuration::from_secs(60);

/// The number of tables that are claimed together.
const TABLES_PER_TURN: usize = 64;

/// The number of tables that are processed at once: their commits reach the disk together.
const TABLES_AT_ONCE: usize = 16;

/// After some tables were processed, others use the disk for this many times as long, and no longer
/// than the second value. Who plays meanwhile waits for few of them.
const PAUSE_FACTOR: u32 = 2;
const PAUSE_MAX: Duration = Duration::from_millis(200);

/// The most running games of a player among which near reminders are looked for.
const OTHERS_MAX: usize = 100;

/// The longest pause between two checks for due tables: the clock may be put ahead, and another
/// process may have ended.
const PATIENCE: Duration = Duration::from_secs(20);

impl TableService {
    /// Stores a heartbeat. Time without heartbeats does not count against a player.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn record_heartbeat(&self) -> Result<(), StoreError> {
        let started = self.start().await?;
        forget_absence_of_one(self).await?;
        let back = self.clock.take_set_back();
        if !back.is_zero()
            && let Err(error) = reschedule_after_set_back(self, back).await
        {
            self.clock.add_set_back(back);
            return Err(error);
        }
        store_heartbeat(self, period(self, started)).await
    }

    /// Stores that the bot stops running now.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn record_shutdown(&self) -> Result<(), StoreError> {
        self.start().await?;
        store_heartbeat(self, SignedDuration::ZERO).await
    }

    /// Processes due tables and stores heartbeats, until it is cancelled or the store needs to be
    /// reopened.
    pub async fn run_due_tables(&self, stop: &CancellationToken) {
        let state = Mutex::new((Instant::now(), HashSet::new()));
        let job = || async {
            let (next_beat, unreadable) = &mut *state.lock().await;
            if *next_beat <= Instant::now() || self.clock.is_set_back() {
                *next_beat = Instant::now() + beat(self).await?;
            }
            let wait = process_turn(self, unreadable).await?;
            Ok(wait.min(next_beat.saturating_duration_since(Instant::now())))
        };
        repeat("due tables", stop, || self.due_changed.notified(), job).await;
    }

    /// Wakes the loops, which read the clock again.
    pub fn wake_loops(&self) {
        self.due_changed.notify_one();
        self.outbox_changed.notify_one();
        self.tournaments_changed.notify_one();
        JobKind::ALL.into_iter().for_each(|kind| self.wake_jobs(kind));
    }

    /// Processes all tables that are due, and returns the next due time in running time. Unreadable
    /// tables stay due: they are added to `unreadable`, and left out.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn process_due_tables(
        &self,
        unreadable: &mut HashSet<TableId>,
    ) -> Result<Option<Timestamp>, StoreError> {
        loop {
            if let ControlFlow::Break(next) = process_some_due(self, unreadable).await? {
                return Ok(next);
            }
        }
    }
}

pub(super) async fn start_clock(service: &TableService) -> Result<Timestamp, StoreError> {
    let last = service.store.heartbeat().await?;
    let now = service.clock.start(|wall| last.map_or(wall, |last| last.running_at(wall)));
    let back =
        last.map_or(SignedDuration::ZERO, |heartbeat| heartbeat.at.duration_since(now.time()));
    if back > APART {
        reschedule_after_set_back(service, back).await?;
    }
    store_heartbeat(service, FIRST_HEARTBEAT).await?;
    Ok(now.present)
}

/// The time until the next heartbeat.
fn period(service: &TableService, started: Timestamp) -> SignedDuration {
    service.clock.read().present.duration_since(started).clamp(FIRST_HEARTBEAT, HEARTBEAT)
}

/// Stores that the bot runs, and counts as running for so much longer.
async fn store_heartbeat(service: &TableService, lease: SignedDuration) -> Result<(), StoreError> {
    let now = service.clock.read();
    let present_until = later(now.present, lease);
    let heartbeat = Heartbeat { at: now.time(), present: now.present, present_until };
    service.store.record_heartbeat(heartbeat).await
}

/// The bot was not absent while another process of it was there: this one counts on as if it had
/// been there too.
async fn forget_absence_of_one(service: &TableService) -> Result<(), StoreError> {
    let absence = service.clock.take_absence();
    if absence.is_zero() {
        return Ok(());
    }
    match service.store.heartbeat().await {
        Ok(last) => {
            let now = service.clock.read();
            if let Some(last) = last.filter(|last| last.covers(now.time())) {
                // What the other credits too was an absence of both.
                let ours = now.credited.saturating_sub(last.credited());
                service.clock.forget_absence(absence.min(ours).max(SignedDuration::ZERO));
            }
            Ok(())
        }
        Err(error) => {
            service.clock.add_absence(absence);
            Err(error)
        }
    }
}

/// Moves the jobs and outbox entries of the future back by as much as the date was set back, so that
/// they do not wait longer. Due times do not depend on the date.
async fn reschedule_after_set_back(
    service: &TableService,
    back: SignedDuration,
) -> Result<(), StoreError> {
    let now = service.clock.now();
    for entry in service.store.pending(Timestamp::MAX, usize::MAX).await? {
        if entry.ready_at > now {
            service.store.reschedule(entry.id, later(entry.ready_at, -back)).await?;
        }
    }
    service.store.bring_jobs_forward(now, back).await?;
    service.wake_loops();
    Ok(())
}

/// Processes some due tables, and returns for how long none is due. Unreadable tables stay due, and
/// must not hold up the others.
async fn process_turn(
    service: &TableService,
    unreadable: &mut HashSet<TableId>,
) -> Result<Duration, StoreError> {
    let begin = Instant::now();
    match process_some_due(service, unreadable).await? {
        ControlFlow::Continue(()) => {
            let pause = (begin.elapsed() * PAUSE_FACTOR).min(PAUSE_MAX);
            tokio::time::sleep(pause).await;
            Ok(Duration::ZERO)
        }
        ControlFlow::Break(next) => {
            Ok(next.map_or(PATIENCE, |next| until(next, service.clock.read().present)))
        }
    }
}

/// Stores a heartbeat, and returns the time until the next. Due tables do not wait for one that
/// fails.
async fn beat(service: &TableService) -> Result<Duration, StoreError> {
    let recorded = service.record_heartbeat().await;
    service.note_written(recorded.is_ok());
    match recorded {
        Ok(()) => Ok(until_next_beat(service)),
        Err(error) if error.needs_reopen() => Err(error),
        Err(error) => {
            tracing::error!(error = %ErrorChain(&error), "heartbeat not stored");
            Ok(AFTER_FAILURE)
        }
    }
}

fn until_next_beat(service: &TableService) -> Duration {
    let started = service.started.get().copied().unwrap_or(Timestamp::MAX);
    Duration::try_from(period(service, started)).unwrap_or_default()
}

/// Processes the tables that are due for the longest time, several at once. Where none is due, it
/// breaks with the next due time in running time.
async fn process_some_due(
    service: &TableService,
    unreadable: &mut HashSet<TableId>,
) -> Result<ControlFlow<Option<Timestamp>>, StoreError> {
    service.start().await?;
    let now = service.clock.read().present;
    let lease = Lease { claimant: service.claimant, now, duration: CLAIM_LENGTH };
    let thinking = service.computers.taken();
    let most = TABLES_PER_TURN + unreadable.len() + thinking.len();
    let mut due = service.store.claim_due(lease, most).await?;
    due.retain(|id| !unreadable.contains(id) && !thinking.contains(id));
    if due.is_empty() {
        // All due tables are unreadable, or another process has claimed them.
        return Ok(ControlFlow::Break(service.store.next_due(now).await?));
    }
    let steps = due.into_iter().map(|id| async move { (id, process_due(service, id).await) });
    let mut steps = stream::iter(steps).buffer_unordered(TABLES_AT_ONCE);
    while let Some((id, done)) = steps.next().await {
        match done {
            Ok(()) => {}
            Err(error) if error.kind() == StoreErrorKind::Value => {
                tracing::error!(table = %id.0, error = %ErrorChain(&error), "due table cannot be processed");
                unreadable.insert(id);
            }
            Err(error) => return Err(error),
        }
    }
    tokio::task::yield_now().await;
    Ok(ControlFlow::Continue(()))
}

/// Does what is due at a table, and reminds whom it reminds of their other games as well.
async fn process_due(service: &TableService, id: TableId) -> Result<(), StoreError> {
    match apply_due_at(service, id).await? {
        Some(reminded) => remind_of_others(service, reminded).await,
        None => Ok(()),
    }
}

/// Does what is due at a table, and returns whom it reminds.
pub(super) async fn apply_due_at(
    service: &TableService,
    id: TableId,
) -> Result<Option<PlayerId>, StoreError> {
    let _guard = service.table_locks.lock(id).await;
    let Some(mut stored) = service.load(id).await? else { return Ok(None) };
    let now = service.clock.read().time_at(stored.credited);
    if let Some(Due::Forgetting(at)) = stored.table.due()
        && at <= now
    {
        delete_challenge(service.store(), id, &stored).await?;
        return Ok(None);
    }
    if let Some(turn) = turn_at(id, &stored.table) {
        service.computers.add(turn);
        return Ok(None);
    }
    let mut events = Vec::new();
    if stored.table.due().is_some_and(|due| due.at() <= now) {
        let (mover, mut person) = mover(service.store(), &stored.table).await?;
        if let Some(player) = mover {
            if stored.table.begins_holiday(&person.holidays, now) {
                person.holidays =
                    holidays::begin_holiday_by_itself(service.store(), player, now).await?;
            }
            events = stored.table.set_holiday(player, person.holidays.current(now), now);
        }
        events.extend(stored.table.pass_time(now, &person.reminder_wishes()));
    }
    let reminded = reminded(&stored.table, &events);
    // The commit updates the index even if nothing was due after all.
    commit_due(service, id, stored, events).await?;
    Ok(reminded)
}

/// Reminds a player already now of the other games whose reminders are near, so that all of them
/// come in one message.
async fn remind_of_others(service: &TableService, player: PlayerId) -> Result<(), StoreError> {
    let tables = service.tables_of_player(player, Listing::Running, OTHERS_MAX).await?;
    for (id, stored) in tables {
        let is_turn = stored.table.to_move().is_some_and(|(_, mover)| mover == player);
        if !is_turn || !stored.table.is_reminder_near(service.clock.read().time_at(stored.credited))
        {
            continue;
        }
        let _guard = service.table_locks.lock(id).await;
        let Some(mut stored) = service.load(id).await? else { continue };
        let now = service.clock.read().time_at(stored.credited);
        let (_, person) = mover(service.store(), &stored.table).await?;
        let wishes = person.reminder_wishes();
        let before = stored.table.clone();
        let events: Vec<Event> = stored.table.remind_early(now, &wishes).into_iter().collect();
        if stored.table != before {
            commit_due(service, id, stored, events).await?;
        }
    }
    Ok(())
}

async fn commit_due(
    service: &TableService,
    id: TableId,
    stored: StoredTable,
    events: Vec<Event>,
) -> Result<(), StoreError> {
    match commit_passed_time(service, id, stored, events).await {
        Ok(()) | Err(ServiceError::Busy) => Ok(()),
        Err(ServiceError::Failed(error) | ServiceError::Unsure(error)) => Err(error),
        Err(other) => {
            tracing::error!(table = %id.0, error = %ErrorChain(&other), "passed time not applied to a table");
            Ok(())
        }
    }
}

/// The person to move with their profile, which is the default one where it cannot be read.
async fn mover(
    store: &dyn Store,
    table: &Table,
) -> Result<(Option<PlayerId>, Profile), StoreError> {
    let Some(player) = table.person_to_move() else {
        return Ok((None, Profile::default()));
    };
    match store.profile(player).await {
        Err(error) if error.is_of_one_value() => {
            tracing::error!(player = %player.0, error = %ErrorChain(&error), "profile of a player cannot be read: default reminders");
            Ok((Some(player), Profile::default()))
        }
        other => Ok((Some(player), other?.unwrap_or_default())),
    }
}

/// Deletes a challenge that did not lead to a game.
async fn delete_challenge(
    store: &dyn Store,
    id: TableId,
    stored: &StoredTable,
) -> Result<(), StoreError> {
    match store.delete_table(id, stored.revision).await {
        Ok(())
        | Err(CommitError::Conflict | CommitError::Answered(_) | CommitError::Limited(_)) => Ok(()),
        Err(CommitError::Failed(error)) => Err(error),
    }
}

/// Commits the events of passed time. On a conflict another process has made the change.
pub(super) async fn commit_passed_time(
    service: &TableService,
    id: TableId,
    mut stored: StoredTable,
    events: Vec<Event>,
) -> Result<(), ServiceError> {
    let ratings = ratings::rate(service, id, &mut stored.table, &events).await?;
    let stored = StoredTable { revision: stored.revision + 1, ..stored };
    let channel = stored.table.channel();
    let with = CommitWith { ratings, ..CommitWith::default() };
    match commit::commit(service, id, stored, events, None, channel, with).await {
        Ok(_) | Err(CommitError::Conflict | CommitError::Answered(_) | CommitError::Limited(_)) => {
            Ok(())
        }
        Err(CommitError::Failed(error)) => Err(ServiceError::Failed(error)),
    }
}

/// Whom events remind of a move.
fn reminded(table: &Table, events: &[Event]) -> Option<PlayerId> {
    let is_reminder = events.iter().any(|event| matches!(event, Event::Reminded { .. }));
    table.to_move().filter(|_| is_reminder).and_then(|(_, seat)| seat.player())
}

/// The time until `time`, at least 10 ms and at most [`PATIENCE`].
fn until(time: Timestamp, now: Timestamp) -> Duration {
    let wait = time.duration_since(now);
    Duration::try_from(wait).unwrap_or_default().clamp(Duration::from_millis(10), PATIENCE)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::service::{Clock, InteractionId, RequestContext};
    use kradan_rules::GameKind;
    use kradan_store::{SledStore, TableStore as _};
    use kradan_table::{ChallengeTerms, ChannelId, PlayerId};

    #[tokio::test]
    async fn an_unreadable_table_does_not_hide_due_tables() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SledStore::open(folder.path()).unwrap());
        let clock = Clock::by_hand("2026-11-20T00:00:00Z".parse().unwrap());
        let service = TableService::new(store.clone(), clock);
        let (interaction, player) = (InteractionId(7), PlayerId(1));
        let request = RequestContext { interaction, player, answer: None };
        let terms = ChallengeTerms::of(GameKind::Othello);
        service.challenge(&request, terms, ChannelId(10)).await.unwrap();
        let due = store.next_due(Timestamp::MIN).await.unwrap();
        assert!(due.is_some());
        let mut unreadable = HashSet::from([TableId(99)]);
        assert_eq!(service.process_due_tables(&mut unreadable).await.unwrap(), due);
    }
}

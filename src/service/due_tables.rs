//! Heartbeats, and the changes that time makes to tables: reminders, lost games, lapsed challenges.

use std::collections::HashSet;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::checked_clock::{APART, HEARTBEAT, later};
use super::{ErrorChain, ServiceError, TableService};
use crate::store::{CommitError, Heartbeat, Lease, Store, StoreError, StoreErrorKind, StoredTable};
use crate::table::{Due, Event, TableId};

/// The time until the second heartbeat. Later the time between two is as long as the service has
/// run, up to [`HEARTBEAT`]: a short run credits nobody with more than its own length.
const FIRST_HEARTBEAT: SignedDuration = SignedDuration::from_secs(1);

/// How long a process claims due tables.
const CLAIM_LENGTH: SignedDuration = SignedDuration::from_secs(60);

/// The number of tables that are processed before other tasks get a turn.
const TABLES_PER_TURN: usize = 64;

/// The pause after a failure.
const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// The longest pause between two checks for due tables: the clock may be put ahead.
const PATIENCE: Duration = Duration::from_secs(60);

impl<S: Store> TableService<S> {
    /// Stores a heartbeat. Time without heartbeats does not count against a player.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn record_heartbeat(&self) -> Result<(), StoreError> {
        let started = self.start().await?;
        let back = self.clock.take_set_back();
        if !back.is_zero()
            && let Err(error) = self.reschedule_after_set_back(back).await
        {
            self.clock.add_set_back(back);
            return Err(error);
        }
        self.store_heartbeat(self.period(started)).await
    }

    /// Stores that the bot stops running now.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn record_shutdown(&self) -> Result<(), StoreError> {
        self.start().await?;
        self.store_heartbeat(SignedDuration::ZERO).await
    }

    /// Starts the clock from the last heartbeat, once. No table is loaded before.
    pub(super) async fn start(&self) -> Result<Timestamp, StoreError> {
        self.started.get_or_try_init(|| self.start_clock()).await.copied()
    }

    async fn start_clock(&self) -> Result<Timestamp, StoreError> {
        let last = self.store.heartbeat().await?;
        let now = self.clock.start(|wall| match last {
            None => wall,
            Some(Heartbeat { present_until: Some(until), .. }) => until,
            // An earlier version stored this heartbeat, which also stored absences. If its clock
            // was ahead, that costs nobody time now.
            Some(Heartbeat { at, present_until: None }) => later(at, HEARTBEAT).min(wall),
        });
        let back =
            last.map_or(SignedDuration::ZERO, |heartbeat| heartbeat.at.duration_since(now.time()));
        if back > APART {
            self.reschedule_after_set_back(back).await?;
        }
        self.store_heartbeat(FIRST_HEARTBEAT).await?;
        Ok(now.present)
    }

    /// The time until the next heartbeat.
    fn period(&self, started: Timestamp) -> SignedDuration {
        self.clock.read().present.duration_since(started).clamp(FIRST_HEARTBEAT, HEARTBEAT)
    }

    /// Stores that the bot runs, and counts as running for so much longer.
    async fn store_heartbeat(&self, lease: SignedDuration) -> Result<(), StoreError> {
        let now = self.clock.read();
        let present_until = Some(later(now.present, lease));
        self.store.record_heartbeat(Heartbeat { at: now.time(), present_until }).await
    }

    /// Moves the outbox entries of the future back by as much as the date was set back, so that
    /// they do not wait longer. Due times do not depend on the date.
    async fn reschedule_after_set_back(&self, back: SignedDuration) -> Result<(), StoreError> {
        let now = self.clock.now();
        for entry in self.store.pending(Timestamp::MAX, usize::MAX).await? {
            if entry.ready_at > now {
                self.store.reschedule(entry.id, later(entry.ready_at, -back)).await?;
            }
        }
        self.outbox_changed.notify_one();
        Ok(())
    }

    /// Processes due tables and stores heartbeats, until it is cancelled or the store needs to be
    /// reopened.
    pub async fn run_due_tables(&self, stop: &CancellationToken) {
        let mut next_beat = Instant::now();
        // Unreadable tables stay due, and must not hold up the others.
        let mut unreadable = HashSet::new();
        loop {
            if next_beat <= Instant::now() || self.clock.is_set_back() {
                match self.record_heartbeat().await {
                    Ok(()) => next_beat = Instant::now() + self.until_next_beat(),
                    Err(error) => {
                        tracing::error!(error = %ErrorChain(&error), "a heartbeat cannot be stored");
                        if error.needs_reopen() {
                            return;
                        }
                        next_beat = Instant::now() + AFTER_FAILURE;
                    }
                }
            }
            let wait = match self.process_due_tables(&mut unreadable).await {
                Ok(next) => next.map_or(PATIENCE, |next| until(next, self.clock.read().present)),
                Err(error) => {
                    tracing::error!(error = %ErrorChain(&error), "due tables cannot be processed");
                    if error.needs_reopen() {
                        return;
                    }
                    AFTER_FAILURE
                }
            };
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.due_changed.notified() => {}
                () = tokio::time::sleep(wait) => {}
                () = tokio::time::sleep_until(next_beat) => {}
            }
        }
    }

    fn until_next_beat(&self) -> Duration {
        let started = self.started.get().copied().unwrap_or(Timestamp::MAX);
        Duration::try_from(self.period(started)).unwrap_or_default()
    }

    /// Wakes the loops, which read the clock again.
    pub fn wake_loops(&self) {
        self.due_changed.notify_one();
        self.outbox_changed.notify_one();
    }

    /// Processes all tables that are due, and returns the next due time in running time.
    async fn process_due_tables(
        &self,
        unreadable: &mut HashSet<TableId>,
    ) -> Result<Option<Timestamp>, StoreError> {
        self.start().await?;
        loop {
            let now = self.clock.read().present;
            let lease = Lease { claimant: self.claimant, now, duration: CLAIM_LENGTH };
            let mut due = self.store.claim_due(lease, TABLES_PER_TURN + unreadable.len()).await?;
            due.retain(|id| !unreadable.contains(id));
            if due.is_empty() {
                // All due tables are unreadable, or another process has claimed them.
                return self.store.next_due(now).await;
            }
            for id in due {
                match self.apply_due_at(id).await {
                    Ok(()) => {}
                    Err(error) if error.kind() == StoreErrorKind::Value => {
                        tracing::error!(table = id.0, error = %ErrorChain(&error), "a due table cannot be processed");
                        unreadable.insert(id);
                    }
                    Err(error) => return Err(error),
                }
            }
            tokio::task::yield_now().await;
        }
    }

    async fn apply_due_at(&self, id: TableId) -> Result<(), StoreError> {
        let _guard = self.table_locks.lock(id).await;
        let Some(mut stored) = self.load(id).await? else { return Ok(()) };
        let now = self.clock.read().time_at(stored.credited);
        if let Some(Due::Forgetting(at)) = stored.table.due()
            && at <= now
        {
            return self.delete_challenge(id, &stored).await;
        }
        let events = stored.table.pass_time(now);
        // The commit updates the index even if nothing was due after all.
        match self.commit_passed_time(id, stored, events).await {
            Ok(()) | Err(ServiceError::Busy) => Ok(()),
            Err(ServiceError::Failed(error) | ServiceError::Unsure(error)) => Err(error),
            Err(other) => {
                tracing::error!(table = id.0, error = %ErrorChain(&other), "passed time cannot be applied to a table");
                Ok(())
            }
        }
    }

    /// Deletes a challenge that did not lead to a game.
    async fn delete_challenge(&self, id: TableId, stored: &StoredTable) -> Result<(), StoreError> {
        match self.store.delete_table(id, stored.revision).await {
            Ok(())
            | Err(CommitError::Conflict | CommitError::Answered(_) | CommitError::Limited(_)) => {
                Ok(())
            }
            Err(CommitError::Failed(error)) => Err(error),
        }
    }

    /// Commits the events of passed time. On a conflict another process has made the change.
    pub(super) async fn commit_passed_time(
        &self,
        id: TableId,
        stored: StoredTable,
        events: Vec<Event>,
    ) -> Result<(), ServiceError> {
        let stored = StoredTable { revision: stored.revision + 1, ..stored };
        let channel = stored.table.place();
        match self.commit(id, stored, events, None, channel, Vec::new()).await {
            Ok(_)
            | Err(CommitError::Conflict | CommitError::Answered(_) | CommitError::Limited(_)) => {
                Ok(())
            }
            Err(CommitError::Failed(error)) => Err(ServiceError::Failed(error)),
        }
    }
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
    use crate::rules::GameKind;
    use crate::service::{Clock, InteractionId, RequestContext};
    use crate::store::SledStore;
    use crate::table::{ChallengeTerms, ChannelId, PlayerId};

    #[tokio::test]
    async fn an_unreadable_table_does_not_hide_due_tables() {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SledStore::open(folder.path()).unwrap());
        let clock = Clock::by_hand("2026-11-20T00:00:00Z".parse().unwrap());
        let service = TableService::new(Arc::clone(&store), clock);
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

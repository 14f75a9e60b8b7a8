//! What happens because time passes.

use std::collections::HashSet;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::checked_clock::{APART, HEARTBEAT, later};
use super::{ErrorChain, ServiceError, TableService};
use crate::store::{CommitError, Heartbeat, Lease, Store, StoreError, StoreErrorKind, StoredTable};
use crate::table::{Due, Event, TableId};

/// How soon the second heartbeat is stored. Later it takes as long as the service was
/// there already, up to [`HEARTBEAT`]: what a start costs is no more than what it was good for.
const FIRST_HEARTBEAT: SignedDuration = SignedDuration::from_secs(1);

/// How long a process has to do what is due at the tables that it has claimed.
const CLAIMED_FOR: SignedDuration = SignedDuration::from_secs(60);

/// How many tables are looked at before others get a turn.
const AT_ONCE: usize = 64;

/// How long the service waits before it tries again what failed.
const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// How long the service waits at most before it checks what is due: clocks are put ahead.
const PATIENCE: Duration = Duration::from_secs(60);

impl<S: Store> TableService<S> {
    /// Notes that somebody is there to take moves. Time in which nobody was does not count against
    /// a player.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn record_heartbeat(&self) -> Result<(), StoreError> {
        let started = self.start().await?;
        let back = self.clock.take_set_back();
        if !back.is_zero()
            && let Err(error) = self.hasten(back).await
        {
            self.clock.is_still_set_back(back);
            return Err(error);
        }
        self.note_presence(self.period(started)).await
    }

    /// Notes that nobody is there from now on.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn record_shutdown(&self) -> Result<(), StoreError> {
        self.start().await?;
        self.note_presence(SignedDuration::ZERO).await
    }

    /// Begins where the store was left, unless that was done. Nobody has a time before.
    pub(super) async fn start(&self) -> Result<Timestamp, StoreError> {
        self.started.get_or_try_init(|| self.go_on()).await.copied()
    }

    async fn go_on(&self) -> Result<Timestamp, StoreError> {
        let last = self.store.heartbeat().await?;
        let now = self.clock.start(|wall| match last {
            None => wall,
            Some(Heartbeat { present_until: Some(until), .. }) => until,
            // It was noted by a version that wrote absences down. A clock that was ahead then is to
            // cost nobody time now.
            Some(Heartbeat { at, present_until: None }) => later(at, HEARTBEAT).min(wall),
        });
        let back = last.map_or(SignedDuration::ZERO, |beat| beat.at.duration_since(now.time()));
        if back > APART {
            self.hasten(back).await?;
        }
        self.note_presence(FIRST_HEARTBEAT).await?;
        Ok(now.present)
    }

    /// How long it is until presence is noted again.
    fn period(&self, started: Timestamp) -> SignedDuration {
        self.clock.read().present.duration_since(started).clamp(FIRST_HEARTBEAT, HEARTBEAT)
    }

    /// Notes that somebody is there, and will be for so much longer.
    async fn note_presence(&self, lease: SignedDuration) -> Result<(), StoreError> {
        let now = self.clock.read();
        let present_until = Some(later(now.present, lease));
        self.store.record_heartbeat(Heartbeat { at: now.time(), present_until }).await
    }

    /// The date was set back by so much: what is owed at some date does not wait for that date to
    /// come again. What is due needs no such care, for it goes by no date.
    async fn hasten(&self, back: SignedDuration) -> Result<(), StoreError> {
        let now = self.clock.now();
        for entry in self.store.pending(Timestamp::MAX, usize::MAX).await? {
            if entry.ready_at > now {
                self.store.reschedule(entry.id, later(entry.ready_at, -back)).await?;
            }
        }
        self.outbox_changed.notify_one();
        Ok(())
    }

    /// Does what is due when it is due, until it is told to stop.
    pub async fn run_due_tables(&self, stop: &CancellationToken) {
        let mut next_beat = Instant::now();
        // Tables that cannot be loaded: they stay due, and the others must not wait for them.
        let mut broken = HashSet::new();
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
            let wait = match self.process_due_tables(&mut broken).await {
                Ok(next) => next.map_or(PATIENCE, |next| until(next, self.clock.read().present)),
                Err(error) => {
                    tracing::error!(error = %ErrorChain(&error), "what is due cannot be done");
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

    /// Wakes the loops, which then read the clock again.
    pub fn wake_loops(&self) {
        self.due_changed.notify_one();
        self.outbox_changed.notify_one();
    }

    /// Does everything that is due by now, and says when something is due next, by the time in
    /// which somebody was there.
    async fn process_due_tables(
        &self,
        broken: &mut HashSet<TableId>,
    ) -> Result<Option<Timestamp>, StoreError> {
        self.start().await?;
        loop {
            let now = self.clock.read().present;
            let lease = Lease { claimant: self.claimant, now, duration: CLAIMED_FOR };
            let mut due = self.store.claim_due(lease, AT_ONCE + broken.len()).await?;
            due.retain(|id| !broken.contains(id));
            if due.is_empty() {
                // Whatever is due by now is broken, or another process has claimed it.
                return self.store.next_due(now).await;
            }
            for id in due {
                match self.apply_due_at(id).await {
                    Ok(()) => {}
                    Err(error) if error.kind() == StoreErrorKind::Value => {
                        tracing::error!(table = id.0, error = %ErrorChain(&error), "a table cannot be loaded");
                        broken.insert(id);
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
            return self.forget(id, &stored).await;
        }
        let events = stored.table.pass_time(now);
        // Even if nothing was due after all, the index learns what is.
        match self.commit_again(id, stored, events).await {
            Ok(()) | Err(ServiceError::Busy) => Ok(()),
            Err(ServiceError::Failed(error) | ServiceError::Unsure(error)) => Err(error),
            Err(other) => {
                tracing::error!(table = id.0, error = %ErrorChain(&other), "time cannot pass");
                Ok(())
            }
        }
    }

    /// Forgets a challenge that came to nothing.
    async fn forget(&self, id: TableId, stored: &StoredTable) -> Result<(), StoreError> {
        match self.store.delete_table(id, stored.revision).await {
            Ok(())
            | Err(CommitError::Conflict | CommitError::Answered(_) | CommitError::Limited(_)) => {
                Ok(())
            }
            Err(CommitError::Failed(error)) => Err(error),
        }
    }

    /// Commits what time did to a table. Another process may have been quicker: then it is for it.
    pub(super) async fn commit_again(
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

/// How long it is until a time; at least a moment, and not too long.
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
    async fn a_broken_table_does_not_hide_when_others_are_due() {
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
        let mut broken = HashSet::from([TableId(99)]);
        assert_eq!(service.process_due_tables(&mut broken).await.unwrap(), due);
    }
}

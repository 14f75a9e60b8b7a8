//! What happens because time passes.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio_util::sync::CancellationToken;

use super::{Chain, Declined, Hall, later};
use crate::store::{Absence, CommitError, Row, Store, StoreError};
use crate::table::{Due, Event, TableId};

/// How often the hall notes that it is there.
const BEAT: SignedDuration = SignedDuration::from_secs(20);

/// After how long without such a note nobody was there to take moves.
const ABSENT_AFTER: SignedDuration = SignedDuration::from_secs(90);

/// How many tables are looked at before others get a turn.
const AT_ONCE: usize = 64;

/// How long the hall waits before it tries again what failed.
const AFTER_FAILURE: SignedDuration = SignedDuration::from_secs(5);

/// For how long nobody was there since a time, as far as it is not credited yet.
pub(super) fn missed(absences: &[Absence], since: Timestamp) -> SignedDuration {
    let missed = |absence: &Absence| {
        absence.until.duration_since(absence.from.max(since)).max(SignedDuration::ZERO)
    };
    absences.iter().map(missed).sum()
}

impl<S: Store> Hall<S> {
    /// Notes that somebody is there to take moves, after an absence perhaps. Time in which nobody
    /// was does not count against a player.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn beat(&self) -> Result<(), StoreError> {
        let now = self.clock.now();
        self.store.beat(now, ABSENT_AFTER).await?;
        self.beat_at.store(now.as_second(), Ordering::Relaxed);
        Ok(())
    }

    /// Notes it if that was not done for long: the machine may have slept, and a move that comes
    /// as it wakes is not to be too late for that.
    pub(super) async fn wake(&self) -> Result<(), StoreError> {
        let silent = self.clock.now().as_second() - self.beat_at.load(Ordering::Relaxed);
        if silent > ABSENT_AFTER.as_secs() { self.beat().await } else { Ok(()) }
    }

    /// Does what is due when it is due, until it is told to stop.
    pub async fn keep_time(&self, stop: &CancellationToken) {
        let mut next_beat = Timestamp::MIN;
        // Tables that cannot be loaded: they stay due, and the others must not wait for them.
        let mut broken = HashSet::new();
        loop {
            let now = self.clock.now();
            // The machine may have slept: that comes first, or players would lose on time.
            if next_beat <= now {
                next_beat = later(now, BEAT);
                if let Err(error) = self.beat().await {
                    tracing::error!(error = %Chain(&error), "the hall cannot note that it is there");
                    if error.is_final() {
                        return;
                    }
                }
            }
            let next = match self.do_due(now, &mut broken).await {
                Ok(next) => next.unwrap_or(Timestamp::MAX),
                Err(error) => {
                    tracing::error!(error = %Chain(&error), "what is due cannot be done");
                    if error.is_final() {
                        return;
                    }
                    later(now, AFTER_FAILURE)
                }
            };
            let next = next.min(next_beat);
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.due_changed.notified() => {}
                () = tokio::time::sleep(until(next, now)) => {}
            }
        }
    }

    /// Has the hall look at its clock again.
    pub fn look_at_clock(&self) {
        self.due_changed.notify_one();
        self.owed_changed.notify_one();
    }

    /// Does everything that is due by now, and says when something is due next.
    async fn do_due(
        &self,
        now: Timestamp,
        broken: &mut HashSet<TableId>,
    ) -> Result<Option<Timestamp>, StoreError> {
        loop {
            let mut due = self.store.due(now, AT_ONCE + broken.len()).await?;
            due.retain(|id| !broken.contains(id));
            if due.is_empty() && broken.is_empty() {
                return self.store.next_due().await;
            }
            if due.is_empty() {
                return Ok(Some(later(now, BEAT)));
            }
            for id in due {
                match self.pass_time_at(id).await {
                    Ok(()) => {}
                    Err(error) if error.is_of_one_value() => {
                        tracing::error!(table = id.0, error = %Chain(&error), "a table cannot be loaded");
                        broken.insert(id);
                    }
                    Err(error) => return Err(error),
                }
            }
            tokio::task::yield_now().await;
        }
    }

    async fn pass_time_at(&self, id: TableId) -> Result<(), StoreError> {
        let _turn = self.turns.lock(id).await;
        let Some(mut row) = self.load(id).await? else { return Ok(()) };
        if let Some(Due::Forgetting(at)) = row.table.due()
            && at <= self.clock.now()
        {
            return self.forget(id, &row).await;
        }
        let events = row.table.pass_time(self.clock.now());
        // Even if nothing was due after all, the index learns what is.
        match self.commit_again(id, row, events).await {
            Ok(()) | Err(Declined::Busy) => Ok(()),
            Err(Declined::Failed(error) | Declined::Unsure(error)) => Err(error),
            Err(other) => {
                tracing::error!(table = id.0, error = %Chain(&other), "time cannot pass");
                Ok(())
            }
        }
    }

    /// Forgets a challenge that came to nothing.
    async fn forget(&self, id: TableId, row: &Row) -> Result<(), StoreError> {
        match self.store.forget(id, row.revision).await {
            Ok(()) | Err(CommitError::Conflict | CommitError::Answered(_)) => Ok(()),
            Err(CommitError::Failed(error)) => Err(error),
        }
    }

    /// Commits what time did to a table. Another process may have been quicker: then it is for it.
    pub(super) async fn commit_again(
        &self,
        id: TableId,
        row: Row,
        events: Vec<Event>,
    ) -> Result<(), Declined> {
        let row = Row { revision: row.revision + 1, ..row };
        let place = row.table.place();
        match self.commit(id, row, events, None, place).await {
            Ok(_) | Err(CommitError::Conflict | CommitError::Answered(_)) => Ok(()),
            Err(CommitError::Failed(error)) => Err(Declined::Failed(error)),
        }
    }
}

/// How long it is until a time; at least a moment, at most a minute, for clocks are put forward.
fn until(time: Timestamp, now: Timestamp) -> Duration {
    let wait = time.duration_since(now);
    Duration::try_from(wait)
        .unwrap_or_default()
        .clamp(Duration::from_millis(10), Duration::from_secs(60))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn absences_count_from_when_they_are_not_credited_yet() {
        let absences =
            [(10, 20), (30, 45)].map(|(from, until)| Absence { from: at(from), until: at(until) });
        for (since, missed_seconds) in [(0, 25), (10, 25), (15, 20), (20, 15), (40, 5), (60, 0)] {
            let missed = missed(&absences, at(since));
            assert_eq!(missed, SignedDuration::from_secs(missed_seconds), "since {since}");
        }
    }
}

//! The loop that delivers what is ready, the most urgent first: [`Queue`] holds the order. Entries are
//! delivered side by side, so that a channel in trouble keeps no other waiting.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use jiff::{SignedDuration, Timestamp};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use super::super::api::snowflake::{first_at, time_of};
use super::delivery::{Delivery, span};
use super::queue::{AT_ONCE, Queue};
use super::{deliver, remind};
use crate::service::{
    AFTER_FAILURE, ErrorChain, InteractionId, Lease, OutboxEntry, OutboxEntryId,
    REMINDERS_GATHERED_FOR, StoreError,
};

/// How many entries are read at once, and how many the loop knows of at most: those beyond that are
/// the ones that have been ready for the shortest time.
const READ_MAX: usize = 2_000;
const KNOWN_MAX: usize = 200_000;

/// The time between two looks at the store while many entries wait: so many times as long as a look,
/// but within bounds.
const LOOK_PART: u32 = 10;
const LOOK_INTERVAL_MIN: Duration = Duration::from_millis(250);
const LOOK_INTERVAL_MAX: Duration = Duration::from_secs(2);

/// How long this process has to deliver an entry that it has claimed. Entries that somebody waits for
/// are delivered without a claim: only the process that has their interaction hurries them.
const CLAIMED_FOR: SignedDuration = SignedDuration::from_mins(2);

/// How long the loop waits at least and at most before it looks again.
const WAIT_MIN: Duration = Duration::from_millis(100);
pub(super) const WAIT_MAX: Duration = Duration::from_secs(30);

/// How long it waits at most where it knows of nothing: another process may have ended.
const IDLE_MAX: Duration = Duration::from_secs(10);

/// After how long the result of an interaction is deleted, by Discord's time: a clock of ours may be
/// wrong. Discord repeats an interaction within minutes.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(1);

impl Delivery {
    /// Delivers entries when they are ready, until it is told to stop or the store is lost.
    pub(crate) async fn run(&self, stop: &CancellationToken) {
        let mut deleted_before = Timestamp::MIN;
        let mut under_way = FuturesUnordered::new();
        let mut queue = Queue::default();
        let mut next_look = Instant::now();
        loop {
            let old = self.old();
            if old.duration_since(deleted_before) > REMEMBERED {
                deleted_before = old;
                self.delete_old_results(old).await;
            }
            for entry in self.hurried().await {
                if queue.hurry(&entry) {
                    under_way.push(self.attempt(entry, stop));
                }
            }
            let (ready, wait) = match self.ready(&mut queue, &mut next_look).await {
                Ok(ready) => ready,
                Err(error) => {
                    let is_final = error.needs_reopen();
                    tracing::error!(error = %ErrorChain(&error), is_final, "the outbox cannot be read");
                    if is_final {
                        return;
                    }
                    (Vec::new(), AFTER_FAILURE)
                }
            };
            for entry in ready {
                under_way.push(self.attempt(entry, stop));
            }
            tokio::select! {
                () = stop.cancelled() => break,
                () = self.bot.service.outbox_changed() => {}
                () = tokio::time::sleep(wait) => {}
                Some((id, done)) = under_way.next() => match done {
                    Ok(()) => queue.end(id),
                    Err(_) => return,
                }
            }
        }
        while under_way.next().await.is_some() {}
    }

    /// Delivers one entry. An error is final; after any other failure of the store the entry alone
    /// waits.
    async fn attempt(
        &self,
        entry: OutboxEntry,
        stop: &CancellationToken,
    ) -> (OutboxEntryId, Result<(), StoreError>) {
        let id = entry.id;
        let attempt = async {
            let Err(error) = deliver::in_turn(&self.bot, &entry).await else { return Ok(()) };
            let is_final = error.needs_reopen();
            tracing::error!(error = %ErrorChain(&error), is_final, "an entry is not delivered: the store failed");
            if is_final {
                return Err(error);
            }
            _ = stop.run_until_cancelled(tokio::time::sleep(AFTER_FAILURE)).await;
            Ok(())
        };
        (id, attempt.instrument(span(&entry)).await)
    }

    /// What is ready and begins now, claimed, and how long it is until there may be more.
    async fn ready(
        &self,
        queue: &mut Queue,
        next_look: &mut Instant,
    ) -> Result<(Vec<OutboxEntry>, Duration), StoreError> {
        let (store, now) = (self.bot.service.store(), self.bot.service.clock().now());
        if queue.waiting() < AT_ONCE || Instant::now() >= *next_look {
            self.bot.api.share_limit(store.processes());
            *next_look = self.look(queue, now).await?;
        }
        let next = store.next_pending().await?.map_or(IDLE_MAX, |next| {
            // What is under way has been ready since before now.
            Duration::try_from(next.duration_since(now)).unwrap_or_default()
        });
        // From here on an error ends what was taken.
        let taken = queue.take(now);
        let ready = self.claim(taken.clone(), now, queue).await;
        let is_begun = |id: OutboxEntryId| {
            ready.as_ref().is_ok_and(|ready| ready.iter().any(|entry| entry.id == id))
        };
        for id in taken.into_iter().filter(|&id| !is_begun(id)) {
            // It was delivered or postponed meanwhile, or another entry tells it.
            queue.end(id);
        }
        Ok((ready?, next.clamp(WAIT_MIN, IDLE_MAX)))
    }

    /// Adds what is new in the store to the queue, and returns when to look again while many wait.
    async fn look(&self, queue: &mut Queue, now: Timestamp) -> Result<Instant, StoreError> {
        let begin = Instant::now();
        // Reminders that are ready soon are told with those that are ready now.
        let soon = now.saturating_add(REMINDERS_GATHERED_FOR).unwrap_or(now);
        let most = READ_MAX.min(KNOWN_MAX.saturating_sub(queue.waiting()));
        let store = self.bot.service.store();
        // The date was set back: the store has the right times.
        queue.forget_after(soon);
        for entry in store.pending_where(soon, most, queue.is_new()).await? {
            queue.add(&entry);
        }
        let interval = begin.elapsed().saturating_mul(LOOK_PART);
        Ok(begin + interval.clamp(LOOK_INTERVAL_MIN, LOOK_INTERVAL_MAX))
    }

    /// Claims entries, and gathers the reminders among them.
    async fn claim(
        &self,
        taken: Vec<OutboxEntryId>,
        now: Timestamp,
        queue: &Queue,
    ) -> Result<Vec<OutboxEntry>, StoreError> {
        let lease = Lease { claimant: self.bot.service.claimant(), now, duration: CLAIMED_FOR };
        let ready = self.bot.service.store().claim_entries(lease, taken).await?;
        remind::gather(&self.bot.service, ready, queue).await
    }

    /// What was postponed and is wanted now.
    async fn hurried(&self) -> Vec<OutboxEntry> {
        let tables = {
            let mut hurried = self.hurried.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut *hurried)
        };
        let mut wanted = Vec::new();
        for table in tables {
            match self.bot.service.store().pending_of_table(table).await {
                // One that was never tried waits for a response that is on its way.
                Ok(pending) => wanted.extend(pending.into_iter().find(|entry| entry.attempts > 0)),
                Err(error) => {
                    tracing::error!(error = %ErrorChain(&error), table = %table.0, "the pending entries of a table cannot be read");
                }
            }
        }
        wanted
    }

    /// The time before which interactions are old: long before the newest was made. Where none came
    /// yet, none is.
    fn old(&self) -> Timestamp {
        let newest = time_of(self.newest.load(Ordering::Relaxed));
        newest.saturating_sub(REMEMBERED).unwrap_or(newest)
    }

    async fn delete_old_results(&self, old: Timestamp) {
        let before = InteractionId(first_at(old));
        if let Err(error) = self.bot.service.delete_results_before(before).await {
            tracing::error!(error = %ErrorChain(&error), "the results of old interactions are not deleted");
        }
    }
}

//! The loop that delivers what is ready. Entries are delivered side by side, so that a channel in
//! trouble keeps no other waiting.

use std::collections::HashSet;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use jiff::{SignedDuration, Timestamp};
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use super::super::api::retry::AFTER_STORE_FAILURE;
use super::super::api::snowflake::{first_at, time_of};
use super::delivery::{Delivery, span};
use crate::service::{
    ErrorChain, InteractionId, Lease, OutboxEntry, OutboxEntryId, Store, StoreError,
};

/// How many entries are delivered at once.
const AT_ONCE: usize = 32;

/// How long this process has to deliver an entry that it has claimed. An entry that is still ready is
/// claimed anew at least every [`WAIT_MAX`]. Entries that somebody waits for are delivered without a
/// claim: only the process that has their interaction hurries them.
const CLAIMED_FOR: SignedDuration = SignedDuration::from_mins(2);

/// How long the loop waits at least and at most before it looks again.
const WAIT_MIN: Duration = Duration::from_millis(100);
pub(super) const WAIT_MAX: Duration = Duration::from_secs(30);

/// After how long the result of an interaction is deleted, by Discord's time: a clock of ours may be
/// wrong. Discord repeats an interaction within minutes.
const REMEMBERED: SignedDuration = SignedDuration::from_hours(1);

impl<S: Store> Delivery<S> {
    /// Delivers entries when they are ready, until it is told to stop or the store is lost.
    pub(in crate::discord) async fn run(&self, stop: &CancellationToken) {
        let mut deleted_before = Timestamp::MIN;
        let mut under_way = FuturesUnordered::new();
        let mut busy = HashSet::new();
        loop {
            let old = self.old();
            if old.duration_since(deleted_before) > REMEMBERED {
                deleted_before = old;
                self.delete_old_results(old).await;
            }
            let (ready, wait) = match self.ready(&busy).await {
                Ok(ready) => ready,
                Err(error) => {
                    let is_final = error.needs_reopen();
                    tracing::error!(error = %ErrorChain(&error), is_final, "the outbox cannot be read");
                    if is_final {
                        return;
                    }
                    (Vec::new(), AFTER_STORE_FAILURE)
                }
            };
            for entry in ready.into_iter().chain(self.hurried().await) {
                if busy.insert(entry.id) {
                    under_way.push(self.attempt(entry, stop));
                }
            }
            tokio::select! {
                () = stop.cancelled() => break,
                () = self.bot.service.outbox_changed() => {}
                () = tokio::time::sleep(wait) => {}
                Some((id, done)) = under_way.next() => match done {
                    Ok(()) => _ = busy.remove(&id),
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
            let Err(error) = self.deliver(&entry).await else { return Ok(()) };
            let is_final = error.needs_reopen();
            tracing::error!(error = %ErrorChain(&error), is_final, "an entry is not delivered: the store failed");
            if is_final {
                return Err(error);
            }
            _ = stop.run_until_cancelled(tokio::time::sleep(AFTER_STORE_FAILURE)).await;
            Ok(())
        };
        (id, attempt.instrument(span(&entry)).await)
    }

    /// What is ready and not under way, as far as it can be taken up, and how long it is until there
    /// may be more.
    async fn ready(
        &self,
        busy: &HashSet<OutboxEntryId>,
    ) -> Result<(Vec<OutboxEntry>, Duration), StoreError> {
        let (store, now) = (self.bot.service.store(), self.bot.service.clock().now());
        let lease = Lease { claimant: self.bot.service.claimant(), now, duration: CLAIMED_FOR };
        let mut ready = store.claim_pending(lease, AT_ONCE).await?;
        ready.retain(|entry| !busy.contains(&entry.id));
        ready.truncate(AT_ONCE.saturating_sub(busy.len()));
        let next = store.next_pending().await?.map_or(WAIT_MAX, |next| {
            // What is under way has been ready since before now.
            Duration::try_from(next.duration_since(now)).unwrap_or_default()
        });
        Ok((ready, next.clamp(WAIT_MIN, WAIT_MAX)))
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
                    tracing::error!(error = %ErrorChain(&error), table = table.0, "the pending entries of a table cannot be read");
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

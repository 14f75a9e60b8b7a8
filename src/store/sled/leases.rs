//! Claims on due tables, pending outbox entries and jobs. They are in memory: a store in a folder has
//! one process, and its claims end with it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::{SignedDuration, Timestamp};

use super::super::{ClaimantId, JobId, Lease, OutboxEntryId};
use kradan_table::TableId;

/// How much later than now a claim may have been made: one that was begun earlier may come after it.
const LATER_MAX: SignedDuration = SignedDuration::from_mins(1);

#[derive(Debug, Default)]
pub(super) struct Leases {
    pub(super) tables: Claims<TableId>,
    pub(super) entries: Claims<OutboxEntryId>,
    pub(super) jobs: Claims<JobId>,
}

/// The claims on keys of one type.
#[derive(Debug)]
pub(super) struct Claims<K>(Mutex<BTreeMap<K, Claim>>);

#[derive(Clone, Copy, Debug)]
struct Claim {
    claimant: ClaimantId,
    since: Timestamp,
    until: Timestamp,
}

impl Claim {
    /// A claim from a much later time than now has ended: the clock was wrong when it was made.
    fn holds_at(&self, now: Timestamp) -> bool {
        self.since.duration_since(now) <= LATER_MAX && now < self.until
    }
}

impl<K> Default for Claims<K> {
    fn default() -> Claims<K> {
        Claims(Mutex::default())
    }
}

impl<K: Copy + Ord> Claims<K> {
    /// Claims what `candidates` finds. It gets a test for what can be claimed, and runs without a
    /// lock: what another claimant has taken since then is left out. Claims that have ended are
    /// removed.
    pub(super) fn claim<T, E>(
        &self,
        lease: &Lease,
        candidates: impl FnOnce(&dyn Fn(K) -> bool) -> Result<Vec<T>, E>,
        key: impl Fn(&T) -> K,
    ) -> Result<Vec<T>, E> {
        let is_other = |claim: &Claim| claim.claimant != lease.claimant;
        let taken: BTreeSet<K> = {
            let mut claims = self.lock();
            claims.retain(|_, claim| claim.holds_at(lease.now));
            claims.iter().filter(|(_, claim)| is_other(claim)).map(|(&key, _)| key).collect()
        };
        let mut found = candidates(&|key| !taken.contains(&key))?;
        let mut claims = self.lock();
        let is_taken = |claim: &Claim| is_other(claim) && claim.holds_at(lease.now);
        found.retain(|candidate| !claims.get(&key(candidate)).is_some_and(is_taken));
        let claim = Claim { claimant: lease.claimant, since: lease.now, until: lease.until() };
        claims.extend(found.iter().map(|candidate| (key(candidate), claim)));
        Ok(found)
    }

    /// Ends the claim on a key, whoever holds it.
    pub(super) fn release(&self, key: K) {
        self.lock().remove(&key);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<K, Claim>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn lease(claimant: u64, second: i64, seconds: i64) -> Lease {
        Lease {
            claimant: ClaimantId(claimant),
            now: Timestamp::from_second(second).unwrap(),
            duration: SignedDuration::from_secs(seconds),
        }
    }

    fn claim(claims: &Claims<u64>, keys: &[u64], lease: &Lease) -> Vec<u64> {
        let free = |is_free: &dyn Fn(u64) -> bool| {
            Ok::<_, Infallible>(keys.iter().copied().filter(|&key| is_free(key)).collect())
        };
        claims.claim(lease, free, |&key| key).unwrap()
    }

    #[test]
    fn claims_that_have_ended_take_no_memory() {
        let claims = Claims::default();
        let many: Vec<u64> = (0..1_000).collect();
        assert_eq!(claim(&claims, &many, &lease(1, 0, 10)), many);
        assert_eq!(claims.lock().len(), 1_000);
        assert_eq!(claim(&claims, &[], &lease(2, 9, 10)), [0_u64; 0]);
        assert_eq!(claims.lock().len(), 1_000);
        assert_eq!(claim(&claims, &[7], &lease(2, 10, 10)), [7]);
        assert_eq!(claims.lock().len(), 1);
        claims.release(7);
        assert_eq!(claims.lock().len(), 0);
    }

    #[test]
    fn a_claim_that_was_begun_earlier_takes_nothing_from_a_later_one() {
        let claims = Claims::default();
        assert_eq!(claim(&claims, &[7], &lease(1, 1_000, 10)), [7]);
        assert_eq!(claim(&claims, &[7], &lease(2, 999, 10)), [0_u64; 0]);
    }

    #[test]
    fn a_claim_ends_when_the_clock_is_set_back_before_it() {
        let claims = Claims::default();
        assert_eq!(claim(&claims, &[7], &lease(1, 1_000, 10)), [7]);
        assert_eq!(claim(&claims, &[7], &lease(2, 5, 10)), [7]);
    }
}

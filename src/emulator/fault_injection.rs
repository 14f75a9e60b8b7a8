//! Discord having a bad day, on request.

use std::sync::Mutex;
use std::time::Duration;

use super::lock;

/// What goes wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InjectedFault {
    /// Answered 429, to come again later.
    TooMany {
        retry_after: Duration,
        /// Whether the limit is the one for everything.
        global: bool,
    },
    /// Answered with this status; nothing is done.
    Refused(u16),
    /// Done, and answered with this status all the same.
    DoneButRefused(u16),
    /// The connection is cut; nothing is done.
    Cut,
    /// Done, and then the connection is cut.
    DoneButCut,
    /// Done and answered, but only after a while.
    Slow(Duration),
}

/// Which requests meet with a mishap, and how many of them.
#[derive(Clone, Debug)]
pub struct FaultRule {
    /// Part of `METHOD /path`, the path as the documentation writes it; empty for all.
    pub matching: String,
    /// How many requests it is good for.
    pub times: u32,
    /// Of a hundred requests that match, so many are struck.
    pub percent: u8,
    /// What happens to them.
    pub mishap: InjectedFault,
}

impl FaultRule {
    /// Trouble for the next request that matches.
    #[must_use]
    pub fn once(matching: &str, mishap: InjectedFault) -> FaultRule {
        FaultRule { matching: matching.to_owned(), times: 1, percent: 100, mishap }
    }
}

/// The trouble that is still to come.
#[derive(Debug, Default)]
pub(super) struct FaultRules(Mutex<Vec<FaultRule>>);

impl FaultRules {
    pub(super) fn add(&self, trouble: FaultRule) {
        lock(&self.0).push(trouble);
    }

    pub(super) fn clear(&self) {
        lock(&self.0).clear();
    }

    pub(super) fn pending(&self) -> Vec<FaultRule> {
        lock(&self.0).clone()
    }

    /// What strikes a request. `roll` is below a hundred, by chance.
    pub(super) fn strike(&self, named: &str, roll: impl FnOnce() -> u8) -> Option<InjectedFault> {
        let mut troubles = lock(&self.0);
        let at = troubles.iter().position(|it| named.contains(&it.matching))?;
        if troubles[at].percent < 100 && roll() >= troubles[at].percent {
            return None;
        }
        let mishap = troubles[at].mishap;
        troubles[at].times = troubles[at].times.saturating_sub(1);
        if troubles[at].times == 0 {
            troubles.remove(at);
        }
        Some(mishap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_ends_after_its_times_and_strikes_only_what_matches() {
        let troubles = FaultRules::default();
        troubles
            .add(FaultRule { times: 2, ..FaultRule::once("POST /channels", InjectedFault::Cut) });
        let strike = |named: &str| troubles.strike(named, || 0);
        assert_eq!(strike("GET /channels/{channel_id}"), None);
        assert_eq!(strike("POST /channels/{channel_id}/messages"), Some(InjectedFault::Cut));
        assert_eq!(strike("POST /channels/{channel_id}/messages"), Some(InjectedFault::Cut));
        assert_eq!(strike("POST /channels/{channel_id}/messages"), None);
    }
}

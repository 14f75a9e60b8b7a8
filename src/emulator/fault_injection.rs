//! Discord having a bad day, on request.

use std::sync::Mutex;
use std::time::Duration;

use super::lock::lock;

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
    pub fault: InjectedFault,
}

impl FaultRule {
    /// Trouble for the next request that matches.
    #[must_use]
    pub fn once(matching: &str, fault: InjectedFault) -> FaultRule {
        FaultRule { matching: matching.to_owned(), times: 1, percent: 100, fault }
    }
}

/// The trouble that is still to come.
#[derive(Debug, Default)]
pub(super) struct FaultRules(Mutex<Vec<FaultRule>>);

impl FaultRules {
    pub(super) fn add(&self, rule: FaultRule) {
        lock(&self.0).push(rule);
    }

    pub(super) fn clear(&self) {
        lock(&self.0).clear();
    }

    pub(super) fn pending(&self) -> Vec<FaultRule> {
        lock(&self.0).clone()
    }

    /// What strikes a request. `roll` is below a hundred, by chance.
    pub(super) fn take(&self, named: &str, roll: impl FnOnce() -> u8) -> Option<InjectedFault> {
        let mut rules = lock(&self.0);
        let at = rules.iter().position(|it| named.contains(&it.matching))?;
        if rules[at].percent < 100 && roll() >= rules[at].percent {
            return None;
        }
        let fault = rules[at].fault;
        rules[at].times = rules[at].times.saturating_sub(1);
        if rules[at].times == 0 {
            rules.remove(at);
        }
        Some(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_ends_after_its_times_and_strikes_only_what_matches() {
        let rules = FaultRules::default();
        rules.add(FaultRule { times: 2, ..FaultRule::once("POST /channels", InjectedFault::Cut) });
        let take = |named: &str| rules.take(named, || 0);
        assert_eq!(take("GET /channels/{channel_id}"), None);
        assert_eq!(take("POST /channels/{channel_id}/messages"), Some(InjectedFault::Cut));
        assert_eq!(take("POST /channels/{channel_id}/messages"), Some(InjectedFault::Cut));
        assert_eq!(take("POST /channels/{channel_id}/messages"), None);
    }
}

//! Faults that are injected into responses of the REST API.

use std::sync::Mutex;
use std::time::Duration;

use crate::lock::lock;

/// A fault of one request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InjectedFault {
    /// Responds 429. The request has no effect.
    TooMany {
        retry_after: Duration,
        /// Whether it is the global rate limit.
        global: bool,
    },
    /// Responds with this status. The request has no effect.
    Refused(u16),
    /// Responds with this status, although the request has its effect.
    DoneButRefused(u16),
    /// Cuts the connection. The request has no effect.
    Cut,
    /// Cuts the connection after the request had its effect.
    DoneButCut,
    /// Responds with this status and an error with this code. The request has no effect.
    RefusedWith { status: u16, code: u32 },
    /// Delays the response by this time.
    Slow(Duration),
}

/// Which requests get a fault, and how many of them.
#[derive(Clone, Debug)]
pub struct FaultRule {
    /// A part of `METHOD /path`, with the path as Discord documents it; empty for all requests.
    pub matching: String,
    /// The number of requests that get the fault.
    pub times: u32,
    /// The percentage of matching requests that get it.
    pub percent: u8,
    pub fault: InjectedFault,
}

impl FaultRule {
    /// A fault for the next matching request.
    #[must_use]
    pub fn once(matching: &str, fault: InjectedFault) -> FaultRule {
        FaultRule { matching: matching.to_owned(), times: 1, percent: 100, fault }
    }

    /// A fault for every matching request, until the faults are cleared.
    #[must_use]
    pub fn always(matching: &str, fault: InjectedFault) -> FaultRule {
        FaultRule { times: u32::MAX, ..FaultRule::once(matching, fault) }
    }
}

/// The rules that still apply.
#[derive(Debug, Default)]
pub(crate) struct FaultRules(Mutex<Vec<FaultRule>>);

impl FaultRules {
    pub(crate) fn add(&self, rule: FaultRule) {
        lock(&self.0).push(rule);
    }

    pub(crate) fn clear(&self) {
        lock(&self.0).clear();
    }

    pub(crate) fn pending(&self) -> Vec<FaultRule> {
        lock(&self.0).clone()
    }

    /// The fault for a request named `METHOD /path`. `roll` returns a random number below 100.
    pub(crate) fn take(&self, named: &str, roll: impl FnOnce() -> u8) -> Option<InjectedFault> {
        let mut rules = lock(&self.0);
        let at = rules.iter().position(|rule| named.contains(&rule.matching))?;
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
    fn a_rule_applies_to_matching_requests_and_ends_after_its_times() {
        let rules = FaultRules::default();
        rules.add(FaultRule { times: 2, ..FaultRule::once("POST /channels", InjectedFault::Cut) });
        let take = |named: &str| rules.take(named, || 0);
        assert_eq!(take("GET /channels/{channel_id}"), None);
        assert_eq!(take("POST /channels/{channel_id}/messages"), Some(InjectedFault::Cut));
        assert_eq!(take("POST /channels/{channel_id}/messages"), Some(InjectedFault::Cut));
        assert_eq!(take("POST /channels/{channel_id}/messages"), None);
    }
}

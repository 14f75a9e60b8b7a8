//! Injected faults and rate limits of the REST API.

use crate::handle::Emulator;
use crate::traffic::{ApiLimits, FaultRule, RateLimit};

impl Emulator {
    /// Sets the rate limit of each kind of request in each channel, and empties the buckets.
    pub fn set_rate_limit(&self, limit: RateLimit) {
        self.set_limits(ApiLimits { route: limit, ..self.0.rate_limits.limits() });
    }

    /// Sets all rate limits, and empties the buckets.
    pub fn set_limits(&self, limits: ApiLimits) {
        self.0.rate_limits.set(limits);
    }

    /// Injects a fault into requests to come.
    pub fn inject_fault(&self, rule: FaultRule) {
        self.0.faults.add(rule);
    }

    /// The rules that still apply.
    #[must_use]
    pub fn pending_faults(&self) -> Vec<FaultRule> {
        self.0.faults.pending()
    }

    /// Removes all rules.
    pub fn clear_faults(&self) {
        self.0.faults.clear();
    }
}

//! The bot's requests: their log, Discord's limits for them, and faults injected into their
//! responses. It names routes and replies, and nothing of HTTP. Begin with [`RateLimits`].

mod fault_injection;
mod invalid_requests;
mod rate_limits;
mod request_log;

pub(super) use self::fault_injection::FaultRules;
pub use self::fault_injection::{FaultRule, InjectedFault};
pub(super) use self::invalid_requests::InvalidRequests;
pub use self::rate_limits::{ApiLimits, RateLimit};
pub(super) use self::rate_limits::{RateLimits, ResponseHeaders, limited, waiting_headers};
pub use self::request_log::{LoggedFile, LoggedRequest};
pub(super) use self::request_log::{RequestLog, Retention};

//! Random numbers.

use jiff::Timestamp;

/// 64 random bits. If the system has none, the clock's nanoseconds are used.
pub(super) fn chance() -> u64 {
    getrandom::u64().unwrap_or_else(|_| Timestamp::now().subsec_nanosecond().unsigned_abs().into())
}

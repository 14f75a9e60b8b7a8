//! Random numbers.

use jiff::Timestamp;

/// 64 random bits. Where the system has none to give, the clock's nanoseconds have to do for a
/// throw of pawns.
pub(super) fn chance() -> u64 {
    getrandom::u64().unwrap_or_else(|_| Timestamp::now().subsec_nanosecond().unsigned_abs().into())
}

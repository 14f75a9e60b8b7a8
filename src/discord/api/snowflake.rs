//! Discord's ids (snowflakes): strings in JSON, with the creation time in the upper bits.

use jiff::Timestamp;
use serde_json::Value;

use super::super::limits::{BITS_BELOW_TIME, EPOCH_MS};

/// The `id` of an object.
pub(crate) fn id_of(object: &Value) -> Option<u64> {
    object["id"].as_str()?.parse().ok()
}

/// The creation time of an id.
pub(crate) fn time_of(id: u64) -> Timestamp {
    let since = i64::try_from(id >> BITS_BELOW_TIME).unwrap_or(0);
    Timestamp::from_millisecond(EPOCH_MS.saturating_add(since)).unwrap_or(Timestamp::MAX)
}

/// The smallest id of a time; 0 before Discord's epoch.
pub(crate) fn first_at(time: Timestamp) -> u64 {
    let since = (time.as_millisecond() - EPOCH_MS).max(0);
    u64::try_from(since).unwrap_or(0) << BITS_BELOW_TIME
}

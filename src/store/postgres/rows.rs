//! Numbers, times and values as columns hold them.

use std::collections::HashMap;
use std::hash::Hash;

use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio_postgres::Row;
use tokio_postgres::types::Json;

use super::super::{InteractionId, OutboxEntryId};
use super::error::Failure;
use kradan_table::TableId;

/// The first time that a column can hold, in seconds: 4000 years before our era.
const FIRST_SECOND: i64 = -188_395_200_000;

/// An unsigned id as a column holds it. Discord's are below 2^63 until the year 2084; larger ones keep
/// their bits, and lose their place in an order.
pub(super) fn id(id: u64) -> i64 {
    id.cast_signed()
}

/// An id or a number out of a column.
pub(super) fn unsigned(row: &Row, column: usize) -> Result<u64, Failure> {
    Ok(row.try_get::<_, i64>(column)?.cast_unsigned())
}

pub(super) fn table_id(row: &Row, column: usize) -> Result<TableId, Failure> {
    unsigned(row, column).map(TableId)
}

/// An interaction as the end of a range, in the order in which columns have them.
pub(super) fn before(interaction: InteractionId) -> i64 {
    i64::try_from(interaction.0).unwrap_or(i64::MAX)
}

/// The most rows of a query.
pub(super) fn most(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}

/// The table and the revision of outbox entries, as two arrays.
pub(super) fn entry_ids(ids: &[OutboxEntryId]) -> (Vec<i64>, Vec<i64>) {
    ids.iter().map(|entry| (id(entry.table.0), id(entry.revision))).unzip()
}

pub(super) fn entry_id(row: &Row, column: usize) -> Result<OutboxEntryId, Failure> {
    Ok(OutboxEntryId { table: table_id(row, column)?, revision: unsigned(row, column + 1)? })
}

/// A time as a column holds it, cut off to microseconds: times keep their order.
pub(super) fn time(time: Timestamp) -> Timestamp {
    let microseconds = time.as_nanosecond().div_euclid(1_000);
    let first = i128::from(FIRST_SECOND) * 1_000_000;
    let microseconds = i64::try_from(microseconds.max(first)).unwrap_or(i64::MAX);
    Timestamp::from_microsecond(microseconds).unwrap_or(time)
}

/// A value as JSON. `PostgreSQL` stores no NUL, which Discord sends in no text.
pub(super) fn json<T: Serialize>(value: &T) -> Result<Json<Value>, Failure> {
    let mut value = serde_json::to_value(value)?;
    replace_nul(&mut value);
    Ok(Json(value))
}

fn replace_nul(value: &mut Value) {
    match value {
        Value::String(text) if text.contains('\0') => *text = text.replace('\0', "\u{FFFD}"),
        Value::Array(values) => values.iter_mut().for_each(replace_nul),
        Value::Object(fields) => fields.values_mut().for_each(replace_nul),
        _ => {}
    }
}

/// A value out of a column of JSON. `what` names it in the error.
pub(super) fn value<T: DeserializeOwned>(
    row: &Row,
    column: usize,
    what: impl FnOnce() -> String,
) -> Result<T, Failure> {
    let Json(value) = row
        .try_get::<_, Json<T>>(column)
        .map_err(|error| Failure::Value { what: what(), source: error.into() })?;
    Ok(value)
}

/// A value that may be missing.
pub(super) fn value_if_any<T: DeserializeOwned>(
    row: &Row,
    column: usize,
    what: impl FnOnce() -> String,
) -> Result<Option<T>, Failure> {
    let value = row
        .try_get::<_, Option<Json<T>>>(column)
        .map_err(|error| Failure::Value { what: what(), source: error.into() })?;
    Ok(value.map(|Json(value)| value))
}

/// The readable ones among values. Each other one is logged and left out.
pub(super) fn readable<T>(value: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match value {
        Ok(value) => Ok(Some(value)),
        Err(Failure::Value { what, source }) => {
            tracing::error!(what, error = %source, "unreadable value skipped");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Values in the order of their ids.
pub(super) fn in_order<K: Copy + Eq + Hash, T>(ids: &[K], mut by_id: HashMap<K, T>) -> Vec<(K, T)> {
    ids.iter().filter_map(|&id| by_id.remove(&id).map(|value| (id, value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_keep_their_order() {
        let near = |nanosecond| Timestamp::from_nanosecond(nanosecond).unwrap();
        let times = [Timestamp::MIN, near(-1_001), near(-1), near(0), near(999), near(1_000)];
        for (earlier, later) in times.iter().zip(&times[1..]) {
            assert!(time(*earlier) <= time(*later), "{earlier} {later}");
        }
        assert_eq!(time(near(-1)), near(-1_000));
        assert_eq!(time(near(999)), near(0));
        assert!(time(Timestamp::MAX) > near(0));
    }

    #[test]
    fn a_nul_is_replaced_and_the_rest_kept() {
        let Json(stored) = json(&vec!["a\0b", r"\u0000"]).unwrap();
        assert_eq!(stored, serde_json::json!(["a\u{FFFD}b", r"\u0000"]));
    }
}

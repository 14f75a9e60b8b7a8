//! Estimates of memory use.

use serde_json::Value;

/// The approximate memory of a JSON value, in bytes.
pub(super) fn json_bytes(value: &Value) -> usize {
    // The overhead of an allocation.
    const HEAD: usize = 16;
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => size_of::<Value>(),
        Value::String(text) => size_of::<Value>() + HEAD + text.len(),
        Value::Array(list) => {
            size_of::<Value>() + HEAD + list.iter().map(json_bytes).sum::<usize>()
        }
        Value::Object(object) => {
            // The nodes of the tree are half empty.
            let entry = |(key, it): (&String, &Value)| {
                2 * (size_of::<String>() + HEAD) + key.len() + json_bytes(it)
            };
            size_of::<Value>() + HEAD + object.iter().map(entry).sum::<usize>()
        }
    }
}

//! The `tracing` span of an interaction: every line that is logged while it is handled says which it
//! was. It is made from what Discord sent, so that an interaction which cannot be read has one as
//! well; the token and the person are no part of it.

use serde_json::Value;
use tracing::Span;
use tracing::field::{Empty, display};

use kradan_table::TableId;

/// The span of an interaction. `command` is the command's name, or the first word of the custom id.
pub(crate) fn interaction_span(interaction: &Value) -> Span {
    let id = |value: &Value| value.as_str().and_then(|id| id.parse::<u64>().ok()).map(display);
    let data = &interaction["data"];
    let mut custom_id = data["custom_id"].as_str().unwrap_or_default().split(':');
    let first_word = custom_id.next();
    let span = tracing::info_span!(
        "interaction",
        id = id(&interaction["id"]),
        command = data["name"].as_str().or(first_word),
        table = Empty,
        guild = id(&interaction["guild_id"]),
        channel = id(&interaction["channel_id"])
    );
    if let Some(table) = custom_id.next().and_then(|table| table.parse().ok()) {
        record_table(&span, TableId(table));
    }
    span
}

/// Notes in the span of an interaction which table it is about.
pub(crate) fn record_table(span: &Span, table: TableId) {
    span.record("table", display(table.0));
}

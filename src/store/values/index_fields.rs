//! What tables are listed and found by.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::StoredTable;
use kradan_table::{ChannelId, PlayerId};

/// The fields from which a table's index entries are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IndexFields {
    pub(crate) status: TableStatus,
    pub(crate) channel: ChannelId,
    /// Whom the table names, without who is erased. The challenger comes first.
    pub(crate) players: Vec<PlayerId>,
    pub(crate) due: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TableStatus {
    /// A challenge without an answer.
    Challenge,
    Running,
    Over,
    /// A challenge that came to nothing.
    Withdrawn,
}

impl IndexFields {
    pub(crate) fn of(stored: &StoredTable) -> IndexFields {
        let table = &stored.table;
        let status = match (table.challenged(), table.ending()) {
            (Some(_), _) => TableStatus::Challenge,
            (None, Some(_)) => TableStatus::Over,
            (None, None) if table.is_running() => TableStatus::Running,
            (None, None) => TableStatus::Withdrawn,
        };
        let challenger = table.unanswered_challenger();
        let named = challenger.into_iter().chain(table.declined_by()).chain(table.players());
        IndexFields {
            status,
            channel: table.channel(),
            players: named.filter(|player| !player.is_erased()).collect(),
            due: stored.due_at(),
        }
    }

    pub(crate) fn has_begun(&self) -> bool {
        matches!(self.status, TableStatus::Running | TableStatus::Over)
    }

    pub(crate) fn is_running(&self) -> bool {
        self.status == TableStatus::Running
    }
}

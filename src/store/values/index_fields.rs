//! What tables are listed and found by.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::StoredTable;
use kradan_table::{ChannelId, PlayerId};

/// The fields from which a table's index entries are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IndexFields {
    /// `None` if the table is in no list.
    #[serde(rename = "which")]
    pub(crate) status: Option<TableStatus>,
    #[serde(rename = "place")]
    pub(crate) channel: ChannelId,
    /// The challenger comes first.
    pub(crate) players: Vec<PlayerId>,
    pub(crate) due: Option<Timestamp>,
}

/// The status of a table that is in lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TableStatus {
    /// A challenge without an answer.
    Challenge,
    #[serde(rename = "open")]
    Running,
    Over,
}

impl IndexFields {
    pub(crate) fn of(stored: &StoredTable) -> IndexFields {
        let table = &stored.table;
        let status = match (table.challenged(), table.ending()) {
            (Some(_), _) => Some(TableStatus::Challenge),
            (None, Some(_)) => Some(TableStatus::Over),
            (None, None) => table.is_open().then_some(TableStatus::Running),
        };
        IndexFields {
            status,
            channel: table.channel(),
            players: table.players().into_iter().filter(|player| !player.is_erased()).collect(),
            due: stored.due_at(),
        }
    }

    pub(crate) fn has_begun(&self) -> bool {
        matches!(self.status, Some(TableStatus::Running | TableStatus::Over))
    }

    pub(crate) fn is_running(&self) -> bool {
        self.status == Some(TableStatus::Running)
    }
}

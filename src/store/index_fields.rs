//! What tables are listed and found by.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::StoredTable;
use crate::table::{ChannelId, PlayerId};

/// The fields from which a table's index entries are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::store) struct IndexFields {
    /// `None` if the table is in no list.
    #[serde(rename = "which")]
    pub(in crate::store) status: Option<TableStatus>,
    #[serde(rename = "place")]
    pub(in crate::store) channel: ChannelId,
    /// The challenger comes first.
    pub(in crate::store) players: Vec<PlayerId>,
    pub(in crate::store) due: Option<Timestamp>,
}

/// The status of a table that is in lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::store) enum TableStatus {
    /// A challenge without an answer.
    Challenge,
    #[serde(rename = "open")]
    Running,
    Over,
}

impl IndexFields {
    pub(in crate::store) fn of(stored: &StoredTable) -> IndexFields {
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

    pub(in crate::store) fn has_begun(&self) -> bool {
        matches!(self.status, Some(TableStatus::Running | TableStatus::Over))
    }

    pub(in crate::store) fn is_running(&self) -> bool {
        self.status == Some(TableStatus::Running)
    }
}

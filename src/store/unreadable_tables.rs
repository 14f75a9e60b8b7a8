//! The tables that could not be read since the store was opened.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use kradan_table::TableId;

#[derive(Debug, Default)]
pub(crate) struct UnreadableTables(Mutex<BTreeSet<TableId>>);

impl UnreadableTables {
    pub(crate) fn ids(&self) -> BTreeSet<TableId> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn add(&self, id: TableId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }
}

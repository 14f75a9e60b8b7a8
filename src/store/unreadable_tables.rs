//! The tables that could not be read since the store was opened.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::table::TableId;

#[derive(Debug, Default)]
pub(in crate::store) struct UnreadableTables(Mutex<BTreeSet<TableId>>);

impl UnreadableTables {
    pub(in crate::store) fn ids(&self) -> BTreeSet<TableId> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(in crate::store) fn add(&self, id: TableId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }
}

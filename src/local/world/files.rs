//! Files that were sent, kept in memory.

use std::collections::{HashMap, VecDeque};

use axum::body::Bytes;

use crate::local::id::Id;

/// A file.
#[derive(Clone, Debug)]
pub(in crate::local) struct File {
    pub(in crate::local) name: String,
    pub(in crate::local) content_type: Option<String>,
    pub(in crate::local) bytes: Bytes,
}

/// The files that are still kept.
#[derive(Debug)]
pub(in crate::local) struct Files {
    by_id: HashMap<Id, File>,
    oldest_first: VecDeque<Id>,
    kept_max: usize,
}

impl Files {
    pub(in crate::local) fn keeping(kept_max: usize) -> Files {
        Files { by_id: HashMap::new(), oldest_first: VecDeque::new(), kept_max }
    }

    pub(in crate::local) fn get(&self, id: Id) -> Option<&File> {
        self.by_id.get(&id)
    }

    /// Keeps a file, and lets the oldest go when there are too many.
    pub(in crate::local) fn put(&mut self, id: Id, file: File) {
        self.by_id.insert(id, file);
        self.oldest_first.push_back(id);
        while self.oldest_first.len() > self.kept_max {
            if let Some(oldest) = self.oldest_first.pop_front() {
                self.by_id.remove(&oldest);
            }
        }
    }
}

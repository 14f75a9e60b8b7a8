//! Files that were sent, kept in memory.

use std::collections::{HashMap, VecDeque};

use axum::body::Bytes;

use crate::emulator::id::Id;

#[derive(Clone, Debug)]
pub(in crate::emulator) struct UploadedFile {
    pub(in crate::emulator) name: String,
    pub(in crate::emulator) content_type: Option<String>,
    pub(in crate::emulator) bytes: Bytes,
}

/// The files that are still kept.
#[derive(Debug)]
pub(in crate::emulator) struct FileCache {
    by_id: HashMap<Id, UploadedFile>,
    oldest_first: VecDeque<Id>,
    /// So many are kept; all, where they go when they are on disk.
    kept_max: Option<usize>,
}

impl FileCache {
    pub(in crate::emulator) fn keeping(kept_max: usize) -> FileCache {
        FileCache { by_id: HashMap::new(), oldest_first: VecDeque::new(), kept_max: Some(kept_max) }
    }

    pub(in crate::emulator) fn get(&self, id: Id) -> Option<&UploadedFile> {
        self.by_id.get(&id)
    }

    /// From now on files are kept until they are told to go.
    pub(in crate::emulator) fn keep_all(&mut self) {
        self.kept_max = None;
    }

    pub(in crate::emulator) fn remove(&mut self, id: Id) {
        self.by_id.remove(&id);
    }

    /// Keeps a file, and lets the oldest go when there are too many.
    pub(in crate::emulator) fn put(&mut self, id: Id, file: UploadedFile) {
        self.by_id.insert(id, file);
        let Some(kept_max) = self.kept_max else { return };
        self.oldest_first.push_back(id);
        while self.oldest_first.len() > kept_max {
            if let Some(oldest) = self.oldest_first.pop_front() {
                self.by_id.remove(&oldest);
            }
        }
    }
}

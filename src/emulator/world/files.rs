//! Uploaded files in memory.

use std::collections::{HashMap, VecDeque};

use axum::body::Bytes;

use crate::id::Id;

#[derive(Clone, Debug)]
pub(crate) struct UploadedFile {
    pub(crate) name: String,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Bytes,
}

#[derive(Debug)]
pub(crate) struct FileCache {
    by_id: HashMap<Id, UploadedFile>,
    oldest_first: VecDeque<Id>,
    /// The most files in memory; `None` if they leave memory when they are on disk.
    max_files: Option<usize>,
}

impl FileCache {
    pub(crate) fn with_capacity(max_files: usize) -> FileCache {
        FileCache {
            by_id: HashMap::new(),
            oldest_first: VecDeque::new(),
            max_files: Some(max_files),
        }
    }

    pub(crate) fn get(&self, id: Id) -> Option<&UploadedFile> {
        self.by_id.get(&id)
    }

    /// Keeps all files until they are removed.
    pub(crate) fn keep_all(&mut self) {
        self.max_files = None;
    }

    pub(crate) fn remove(&mut self, id: Id) {
        self.by_id.remove(&id);
    }

    /// Adds a file that stays until it is removed.
    pub(crate) fn put_for_good(&mut self, id: Id, file: UploadedFile) {
        self.by_id.insert(id, file);
    }

    /// Adds a file, and removes the oldest if there are too many.
    pub(crate) fn put(&mut self, id: Id, file: UploadedFile) {
        self.by_id.insert(id, file);
        let Some(max_files) = self.max_files else { return };
        self.oldest_first.push_back(id);
        while self.oldest_first.len() > max_files {
            if let Some(oldest) = self.oldest_first.pop_front() {
                self.by_id.remove(&oldest);
            }
        }
    }
}

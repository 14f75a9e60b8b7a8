//! Uploaded files.

use std::collections::{BTreeMap, VecDeque};

use axum::body::Bytes;
use serde::{Deserialize, Serialize};

use crate::id::Id;

/// The longest file, in bytes.
pub(crate) const FILE_MAX: usize = 10 * 1024 * 1024;

#[derive(Clone, Debug)]
pub(crate) struct UploadedFile {
    pub(crate) name: String,
    pub(crate) content_type: Option<String>,
    pub(crate) bytes: Bytes,
}

/// A file without its bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileHead {
    pub(crate) name: String,
    pub(crate) content_type: Option<String>,
}

#[derive(Debug)]
pub(crate) struct Files {
    /// Without bytes where they are on disk alone.
    by_id: BTreeMap<Id, (FileHead, Option<Bytes>)>,
    oldest_first: VecDeque<Id>,
    /// The most files in memory; `None` if they leave memory when they are on disk.
    most: Option<usize>,
    /// Files that were removed and may still be on disk.
    gone: Vec<Id>,
}

impl Files {
    pub(crate) fn with_capacity(most: usize) -> Files {
        Files {
            by_id: BTreeMap::new(),
            oldest_first: VecDeque::new(),
            most: Some(most),
            gone: Vec::new(),
        }
    }

    /// A file, with its bytes while they are in memory.
    pub(crate) fn get(&self, id: Id) -> Option<(FileHead, Option<Bytes>)> {
        self.by_id.get(&id).cloned()
    }

    pub(crate) fn head(&self, id: Id) -> Option<&FileHead> {
        self.by_id.get(&id).map(|(head, _)| head)
    }

    /// Keeps all files until they are removed.
    pub(crate) fn keep_all(&mut self) {
        self.most = None;
    }

    pub(crate) fn remove(&mut self, id: Id) {
        if self.by_id.remove(&id).is_some() && self.most.is_none() {
            self.gone.push(id);
        }
    }

    /// Adds a file that stays until it is removed.
    pub(crate) fn put_for_good(&mut self, id: Id, file: UploadedFile) {
        let UploadedFile { name, content_type, bytes } = file;
        self.by_id.insert(id, (FileHead { name, content_type }, Some(bytes)));
    }

    /// Adds a file, and removes the oldest if there are too many.
    pub(crate) fn put(&mut self, id: Id, file: UploadedFile) {
        self.put_for_good(id, file);
        let Some(most) = self.most else { return };
        self.oldest_first.push_back(id);
        while self.oldest_first.len() > most {
            if let Some(oldest) = self.oldest_first.pop_front() {
                self.by_id.remove(&oldest);
            }
        }
    }

    pub(crate) fn heads(&self) -> BTreeMap<Id, FileHead> {
        self.by_id.iter().map(|(id, (head, _))| (*id, head.clone())).collect()
    }

    /// Puts files that are on disk in the place of all others.
    pub(crate) fn restore(&mut self, heads: BTreeMap<Id, FileHead>) {
        self.by_id = heads.into_iter().map(|(id, head)| (id, (head, None))).collect();
    }

    /// The files that are not on disk.
    pub(crate) fn new_ones(&self) -> Vec<(Id, Bytes)> {
        let new = self.by_id.iter().filter_map(|(id, (_, bytes))| Some((*id, bytes.clone()?)));
        new.collect()
    }

    /// Lets the bytes of a file leave memory, which are on disk.
    pub(crate) fn release(&mut self, id: Id) {
        if let Some((_, bytes)) = self.by_id.get_mut(&id) {
            *bytes = None;
        }
    }

    /// Takes the files that were removed.
    pub(crate) fn take_gone(&mut self) -> Vec<Id> {
        std::mem::take(&mut self.gone)
    }
}

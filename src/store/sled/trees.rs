//! The database's parts, and changes to several of them at once.

use std::collections::BTreeMap;
use std::convert::Infallible;

use serde::Serialize;
use sled::Transactional as _;
use sled::transaction::{ConflictableTransactionError, TransactionError};

use super::super::StoreError;
use super::entry::{Entry, Index, Part};
use super::form::{self, Stored};

/// The open database.
pub(super) struct Trees {
    db: sled::Db,
    /// In the order of [`Part::ALL`].
    trees: Vec<sled::Tree>,
}

impl Trees {
    pub(super) fn open(db: sled::Db) -> sled::Result<Trees> {
        let open = |part: Part| db.open_tree(part.name());
        let trees = Part::ALL.into_iter().map(open).collect::<sled::Result<_>>()?;
        Ok(Trees { db, trees })
    }

    pub(super) fn tree(&self, part: Part) -> &sled::Tree {
        &self.trees[part as usize]
    }

    pub(super) fn read<T: Stored>(&self, entry: Entry) -> Result<Option<T>, StoreError> {
        self.text(entry)?.map(|text| form::read(entry, &text)).transpose()
    }

    pub(super) fn text(&self, entry: Entry) -> Result<Option<sled::IVec>, StoreError> {
        self.tree(entry.part()).get(entry.key()).map_err(StoreError::Database)
    }

    /// Makes the changes, all of them or none.
    pub(super) fn apply(&self, writes: &Writes) -> sled::Result<()> {
        let trees: Vec<&sled::Tree> = writes.0.keys().map(|&part| self.tree(part)).collect();
        if trees.is_empty() {
            return Ok(());
        }
        let applied = trees[..].transaction(|views| {
            for (view, changes) in views.iter().zip(writes.0.values()) {
                for (key, value) in changes {
                    match value {
                        Some(value) => view.insert(&key[..], &value[..])?,
                        None => view.remove(&key[..])?,
                    };
                }
            }
            Ok::<(), ConflictableTransactionError<Infallible>>(())
        });
        applied.map_err(|error| match error {
            TransactionError::Storage(error) => error,
            TransactionError::Abort(never) => match never {},
        })
    }

    /// Hands all changes to the operating system.
    pub(super) fn flush(&self) -> sled::Result<()> {
        self.db.flush().map(|_| ())
    }
}

/// Changes that belong together: for each part its keys, with what is put there or nothing.
#[derive(Debug, Default)]
pub(super) struct Writes(BTreeMap<Part, BTreeMap<Vec<u8>, Option<Vec<u8>>>>);

impl Writes {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn put<T: Stored + Serialize>(
        &mut self,
        entry: Entry,
        value: &T,
    ) -> Result<(), StoreError> {
        self.put_text(entry, form::text(entry, value)?);
        Ok(())
    }

    pub(super) fn put_text(&mut self, entry: Entry, text: Vec<u8>) {
        self.set(entry.part(), entry.key(), Some(text));
    }

    pub(super) fn remove(&mut self, entry: Entry) {
        self.remove_key(entry.part(), entry.key());
    }

    pub(super) fn remove_key(&mut self, part: Part, key: Vec<u8>) {
        self.set(part, key, None);
    }

    pub(super) fn list(&mut self, index: Index) {
        self.set(index.part(), index.key(), Some(Vec::new()));
    }

    pub(super) fn unlist(&mut self, index: Index) {
        self.set(index.part(), index.key(), None);
    }

    fn set(&mut self, part: Part, key: Vec<u8>, value: Option<Vec<u8>>) {
        self.0.entry(part).or_default().insert(key, value);
    }
}

//! sled's trees, and changes to several of them at once.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use sled::Transactional as _;
use sled::transaction::{ConflictableTransactionError, TransactionError};

use super::checksum::StateChecksum;
use super::codec::{self, Stored};
use super::error;
use super::error::SledError;
use super::keys::{IndexKey, RowKey, TreeId};

/// The tree and the key of the database's state.
const STATE_TREE: &str = "state";
const STATE_KEY: &[u8] = b"now";

pub(super) struct Trees {
    db: sled::Db,
    /// In the order of [`TreeId::ALL`].
    by_id: Vec<sled::Tree>,
    state: sled::Tree,
    folder: Arc<Path>,
}

impl Trees {
    /// Opens the trees of a database. `folder` is the folder of the store.
    pub(super) fn open(db: sled::Db, folder: &Path) -> sled::Result<Trees> {
        let open = |tree: TreeId| db.open_tree(tree.name());
        let by_id = TreeId::ALL.into_iter().map(open).collect::<sled::Result<_>>()?;
        let state = db.open_tree(STATE_TREE)?;
        Ok(Trees { db, by_id, state, folder: Arc::from(folder) })
    }

    /// The folder of the store.
    pub(super) fn folder(&self) -> &Arc<Path> {
        &self.folder
    }

    /// Turns an error of sled into one of the store.
    pub(super) fn failed(&self) -> impl Fn(sled::Error) -> SledError + use<> {
        let folder = Arc::clone(&self.folder);
        move |error| error::of_sled(&folder, error)
    }

    /// The state that the database has stored; `None` if there is none or it cannot be read.
    pub(super) fn stored_state(&self) -> sled::Result<Option<StateChecksum>> {
        Ok(self.state.get(STATE_KEY)?.and_then(|bytes| StateChecksum::from_bytes(&bytes)))
    }

    /// Whether the database has stored a state.
    pub(super) fn has_state(&self) -> sled::Result<bool> {
        self.state.contains_key(STATE_KEY)
    }

    /// All rows, tree by tree in the order of [`TreeId::ALL`], each tree in the order of its keys.
    pub(super) fn rows(
        &self,
    ) -> impl Iterator<Item = sled::Result<(TreeId, sled::IVec, sled::IVec)>> {
        TreeId::ALL.into_iter().flat_map(|tree| {
            self.tree(tree).iter().map(move |row| row.map(|(key, value)| (tree, key, value)))
        })
    }

    /// Puts a row into a database that nobody else uses, outside of a transaction.
    pub(super) fn load(&self, tree: TreeId, key: &[u8], value: &[u8]) -> sled::Result<()> {
        self.tree(tree).insert(key, value).map(drop)
    }

    /// Stores the state, after rows were [loaded](Trees::load).
    pub(super) fn set_state(&self, state: StateChecksum) -> sled::Result<()> {
        self.state.insert(STATE_KEY, &state.to_bytes()[..]).map(drop)
    }

    pub(super) fn tree(&self, tree: TreeId) -> &sled::Tree {
        &self.by_id[tree as usize]
    }

    pub(super) fn read<T: Stored>(&self, row_key: RowKey) -> Result<Option<T>, SledError> {
        self.text(row_key)?.map(|text| codec::decode(row_key, &text)).transpose()
    }

    pub(super) fn text(&self, row_key: RowKey) -> Result<Option<sled::IVec>, SledError> {
        self.tree(row_key.tree()).get(row_key.key()).map_err(self.failed())
    }

    /// Makes all changes or none, and stores in the same transaction that the database has come to
    /// `number`. Returns the state after them.
    pub(super) fn apply(
        &self,
        writes: &Writes,
        before: StateChecksum,
        number: u64,
    ) -> sled::Result<StateChecksum> {
        let trees: Vec<&sled::Tree> = writes.0.keys().map(|&tree| self.tree(tree)).collect();
        let trees = [trees, vec![&self.state]].concat();
        let applied = trees[..].transaction(|views| {
            let mut after = StateChecksum { number, ..before };
            for (view, (&tree, changes)) in views.iter().zip(&writes.0) {
                for (key, value) in changes {
                    let old = match value {
                        Some(value) => {
                            after.add(tree, key, value);
                            view.insert(&key[..], &value[..])?
                        }
                        None => view.remove(&key[..])?,
                    };
                    if let Some(old) = old {
                        after.subtract(tree, key, &old);
                    }
                }
            }
            if let Some(view) = views.last() {
                view.insert(STATE_KEY, &after.to_bytes()[..])?;
            }
            Ok::<StateChecksum, ConflictableTransactionError<Infallible>>(after)
        });
        applied.map_err(|error| match error {
            TransactionError::Storage(error) => error,
            TransactionError::Abort(never) => match never {},
        })
    }

    /// Flushes all changes to the operating system.
    pub(super) fn flush(&self) -> sled::Result<()> {
        self.db.flush().map(|_| ())
    }
}

/// The changes of one transaction: for each tree the keys, with the new value or `None` to remove
/// it.
#[derive(Debug, Default)]
pub(super) struct Writes(BTreeMap<TreeId, BTreeMap<Vec<u8>, Option<Vec<u8>>>>);

impl Writes {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds later changes, which replace earlier ones of the same key.
    pub(super) fn append(&mut self, later: Writes) {
        for (tree, changes) in later.0 {
            self.0.entry(tree).or_default().extend(changes);
        }
    }

    pub(super) fn holds(&self, tree: TreeId, key: &[u8]) -> bool {
        self.0.get(&tree).is_some_and(|changes| changes.contains_key(key))
    }

    /// The changes of each tree.
    pub(super) fn trees(
        &self,
    ) -> impl Iterator<Item = (TreeId, &BTreeMap<Vec<u8>, Option<Vec<u8>>>)> {
        self.0.iter().map(|(&tree, changes)| (tree, changes))
    }

    pub(super) fn put<T: Stored + Serialize>(
        &mut self,
        row_key: RowKey,
        value: &T,
    ) -> Result<(), SledError> {
        self.put_text(row_key, codec::encode(row_key, value)?);
        Ok(())
    }

    pub(super) fn put_text(&mut self, row_key: RowKey, text: Vec<u8>) {
        self.set(row_key.tree(), row_key.key(), Some(text));
    }

    pub(super) fn remove(&mut self, row_key: RowKey) {
        self.remove_key(row_key.tree(), row_key.key());
    }

    pub(super) fn remove_key(&mut self, tree: TreeId, key: Vec<u8>) {
        self.set(tree, key, None);
    }

    pub(super) fn list(&mut self, index: IndexKey) {
        self.set(index.tree(), index.key(), Some(Vec::new()));
    }

    pub(super) fn unlist(&mut self, index: IndexKey) {
        self.set(index.tree(), index.key(), None);
    }

    pub(super) fn set(&mut self, tree: TreeId, key: Vec<u8>, value: Option<Vec<u8>>) {
        self.0.entry(tree).or_default().insert(key, value);
    }
}

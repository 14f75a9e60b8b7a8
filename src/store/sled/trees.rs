//! sled's trees, and changes to several of them at once.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Bound;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use sled::Transactional as _;
use sled::transaction::{ConflictableTransactionError, TransactionError};

use super::checksum::StateChecksum;
use super::codec::{self, Stored};
use super::decoded_tables::DecodedTables;
use super::error;
use super::error::SledError;
use super::keys::{IndexKey, RowKey, TreeId};
use super::snapshot::{KeptRows, Rows};

/// A range of keys.
pub(super) type KeyRange = (Bound<Vec<u8>>, Bound<Vec<u8>>);

/// The tree and the key of the database's state.
const STATE_TREE: &str = "state";
const STATE_KEY: &[u8] = b"now";

pub(super) struct Trees {
    db: sled::Db,
    /// In the order of [`TreeId::ALL`].
    by_id: Vec<sled::Tree>,
    state: sled::Tree,
    /// The state after the last change.
    now: Mutex<StateChecksum>,
    /// What a backup under way has not read yet.
    snapshot: Arc<Mutex<Option<KeptRows>>>,
    folder: Arc<Path>,
    pub(super) decoded_tables: DecodedTables,
}

impl Trees {
    /// Opens the trees of a database. `folder` is the folder of the store.
    pub(super) fn open(db: sled::Db, folder: &Path) -> sled::Result<Trees> {
        let open = |tree: TreeId| db.open_tree(tree.name());
        let by_id = TreeId::ALL.into_iter().map(open).collect::<sled::Result<_>>()?;
        let state = db.open_tree(STATE_TREE)?;
        let (decoded_tables, folder) = (DecodedTables::default(), Arc::from(folder));
        let (now, snapshot) = (Mutex::default(), Arc::default());
        let trees = Trees { db, by_id, state, now, snapshot, folder, decoded_tables };
        trees.note_state(trees.stored_state()?.unwrap_or_default());
        Ok(trees)
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

    /// All stored rows, tree by tree in the order of [`TreeId::ALL`], each tree in the order of its keys.
    pub(super) fn rows(
        &self,
    ) -> impl Iterator<Item = sled::Result<(TreeId, sled::IVec, sled::IVec)>> {
        TreeId::ALL.into_iter().flat_map(|tree| {
            self.tree(tree).iter().map(move |row| row.map(|(key, value)| (tree, key, value)))
        })
    }

    /// Ranges of keys that together hold all stored rows, at most so many for each tree and of about the same
    /// length where keys are evenly spread.
    pub(super) fn parts(&self, most: u8) -> sled::Result<Vec<(TreeId, KeyRange)>> {
        let mut parts = Vec::new();
        for tree in TreeId::ALL {
            let (first, last) = (self.tree(tree).first()?, self.tree(tree).last()?);
            if let (Some((first, _)), Some((last, _))) = (first, last) {
                let ranges = ranges_between(&first, &last, most);
                parts.extend(ranges.into_iter().map(|range| (tree, range)));
            }
        }
        Ok(parts)
    }

    /// Puts a row into a database that nobody else uses, outside of a transaction.
    pub(super) fn load(&self, tree: TreeId, key: &[u8], value: &[u8]) -> sled::Result<()> {
        self.tree(tree).insert(key, value).map(drop)
    }

    /// Stores the state, after rows were [loaded](Trees::load).
    pub(super) fn set_state(&self, state: StateChecksum) -> sled::Result<()> {
        self.note_state(state);
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

    /// The state after all changes.
    pub(super) fn now(&self) -> StateChecksum {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note_state(&self, state: StateChecksum) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }

    /// Makes all changes or none, up to the change of this number, and in the same transaction stores the
    /// state after them. Nobody else may change the database meanwhile.
    pub(super) fn apply(&self, writes: &Writes, number: u64) -> sled::Result<StateChecksum> {
        let mut after = StateChecksum { number, ..self.now() };
        let mut snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        for (&tree, changes) in &writes.0 {
            for (key, value) in changes {
                let old = self.tree(tree).get(key)?;
                if let Some(kept) = &mut *snapshot {
                    kept.keep(tree, key, old.as_ref());
                }
                if let Some(old) = old {
                    after.subtract(tree, key, &old);
                }
                if let Some(value) = value {
                    after.add(tree, key, value);
                }
            }
        }
        let trees = writes.0.keys().map(|&tree| self.tree(tree)).chain([&self.state]);
        let trees: Vec<&sled::Tree> = trees.collect();
        let stored = trees[..].transaction(|views| {
            for (view, changes) in views.iter().zip(writes.0.values()) {
                for (key, value) in changes {
                    match value {
                        Some(value) => view.insert(&key[..], &value[..])?,
                        None => view.remove(&key[..])?,
                    };
                }
            }
            if let Some(view) = views.last() {
                view.insert(STATE_KEY, &after.to_bytes()[..])?;
            }
            Ok::<(), ConflictableTransactionError<Infallible>>(())
        });
        stored.map_err(|error| match error {
            TransactionError::Storage(error) => error,
            TransactionError::Abort(never) => match never {},
        })?;
        self.note_state(after);
        Ok(after)
    }

    /// Keeps all rows as they are now for a backup.
    pub(super) fn begin_snapshot(&self) {
        let mut snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        *snapshot = Some(KeptRows::new(self.now()));
    }

    /// The next rows of the snapshot; `None` after the last ones. A change waits meanwhile.
    pub(super) fn next_of_snapshot(
        &self,
        most: usize,
    ) -> Result<Option<(TreeId, Rows)>, SledError> {
        let mut snapshot = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        snapshot.as_mut().map_or(Ok(None), |kept| kept.next(self, most))
    }

    pub(super) fn end_snapshot(&self) {
        *self.snapshot.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Goes on with the snapshot of a database with the same rows.
    pub(super) fn take_snapshot_of(&mut self, other: Arc<Mutex<Option<KeptRows>>>) {
        self.snapshot = other;
    }

    pub(super) fn snapshot(&self) -> Arc<Mutex<Option<KeptRows>>> {
        Arc::clone(&self.snapshot)
    }

    /// The size of the database's files.
    pub(super) fn size_on_disk(&self) -> Result<u64, SledError> {
        self.db.size_on_disk().map_err(self.failed())
    }

    /// Flushes all changes to the operating system.
    pub(super) fn flush(&self) -> sled::Result<()> {
        self.db.flush().map(|_| ())
    }
}

/// Ranges of about the same length that together hold all keys, cut between two of them.
fn ranges_between(first: &[u8], last: &[u8], most: u8) -> Vec<KeyRange> {
    let (first, last) = (first_bytes(first), first_bytes(last));
    let step = last.saturating_sub(first) / u128::from(most.max(1));
    let cuts = (1..most).map(|part| first + step * u128::from(part));
    let mut from = Bound::Unbounded;
    let mut ranges = Vec::new();
    for cut in cuts.filter(|_| step > 0) {
        let key = cut.to_be_bytes().to_vec();
        ranges.push((
            std::mem::replace(&mut from, Bound::Included(key.clone())),
            Bound::Excluded(key),
        ));
    }
    ranges.push((from, Bound::Unbounded));
    ranges
}

/// The first sixteen bytes of a key as a number, with zeros behind a shorter key.
fn first_bytes(key: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    let length = key.len().min(bytes.len());
    bytes[..length].copy_from_slice(&key[..length]);
    u128::from_be_bytes(bytes)
}

/// The changes of one transaction: for each tree the keys, with the new value or `None` to remove
/// it.
#[derive(Debug, Default)]
pub(super) struct Writes(BTreeMap<TreeId, BTreeMap<Vec<u8>, Option<Vec<u8>>>>);

impl Writes {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Stores one value.
    pub(super) fn of<T: Stored + Serialize>(
        row_key: RowKey,
        value: &T,
    ) -> Result<Writes, SledError> {
        let mut writes = Writes::default();
        writes.put(row_key, value)?;
        Ok(writes)
    }

    /// Removes rows.
    pub(super) fn removing(rows: impl IntoIterator<Item = RowKey>) -> Writes {
        let mut writes = Writes::default();
        rows.into_iter().for_each(|row_key| writes.remove(row_key));
        writes
    }

    /// Adds later changes, which replace earlier ones of the same key.
    pub(super) fn append(&mut self, later: Writes) {
        for (tree, changes) in later.0 {
            self.0.entry(tree).or_default().extend(changes);
        }
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

#[cfg(test)]
mod tests {
    use std::ops::RangeBounds as _;

    use super::*;

    #[test]
    fn every_key_is_in_one_of_the_ranges() {
        let keys: Vec<Vec<u8>> =
            [&b""[..], b"a", b"ab", b"abcdefghijklmnopqrst", b"zz", &[0xFF; 24]]
                .map(Vec::from)
                .into();
        for first in &keys {
            for last in keys.iter().filter(|last| *last >= first) {
                let ranges = ranges_between(first, last, 8);
                assert!(ranges.len() <= 8);
                for key in &keys {
                    let holding = ranges.iter().filter(|range| range.contains(key));
                    assert_eq!(holding.count(), 1, "{key:?} from {first:?} to {last:?}");
                }
            }
        }
    }
}

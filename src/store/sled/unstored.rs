//! The changes that the database lacks. They are in the journal, and are stored in the database
//! together, now and then. A read finds them before the rows of the database.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::{iter, vec};

use sled::IVec;

use super::checksum::StateChecksum;
use super::keys::TreeId;

/// A range of keys.
pub(super) type KeyRange = (Bound<Vec<u8>>, Bound<Vec<u8>>);

/// The last change of each row since a state of the database.
#[derive(Debug, Default)]
pub(super) struct Unstored(RwLock<Changes>);

#[derive(Debug, Default)]
struct Changes {
    /// The state after all changes.
    state: StateChecksum,
    /// The new value of each row, or `None` if it was removed, with the number of its change.
    rows: BTreeMap<TreeId, BTreeMap<IVec, (u64, Option<IVec>)>>,
}

/// All changes up to a state.
pub(super) struct Batch {
    pub(super) state: StateChecksum,
    pub(super) rows: BTreeMap<TreeId, Vec<(IVec, Option<IVec>)>>,
}

impl Unstored {
    fn read(&self) -> RwLockReadGuard<'_, Changes> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Changes> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn state(&self) -> StateChecksum {
        self.read().state
    }

    pub(super) fn set_state(&self, state: StateChecksum) {
        self.write().state = state;
    }

    /// The value of a row, which is `stored` unless it was changed.
    pub(super) fn get(
        &self,
        tree: TreeId,
        key: &[u8],
        stored: impl FnOnce() -> sled::Result<Option<IVec>>,
    ) -> sled::Result<Option<IVec>> {
        let changed = self.read().rows.get(&tree).and_then(|rows| rows.get(key)).cloned();
        changed.map_or_else(stored, |(_, value)| Ok(value))
    }

    /// Adds the changes after which the state is `after`.
    pub(super) fn add<'a>(
        &self,
        changes: impl Iterator<Item = (TreeId, &'a BTreeMap<Vec<u8>, Option<Vec<u8>>>)>,
        after: StateChecksum,
    ) {
        let mut all = self.write();
        for (tree, changes) in changes {
            let rows = all.rows.entry(tree).or_default();
            rows.extend(changes.iter().map(|(key, value)| {
                let value = value.as_deref().map(IVec::from);
                (IVec::from(&key[..]), (after.number, value))
            }));
        }
        all.state = after;
    }

    /// The number of changed rows.
    pub(super) fn rows(&self) -> usize {
        self.read().rows.values().map(BTreeMap::len).sum()
    }

    pub(super) fn batch(&self) -> Batch {
        let all = self.read();
        let rows = all.rows.iter().map(|(&tree, rows)| {
            let rows = rows.iter().map(|(key, (_, value))| (key.clone(), value.clone()));
            (tree, rows.collect())
        });
        Batch { state: all.state, rows: rows.collect() }
    }

    /// Forgets what the database has at the state of a batch.
    pub(super) fn forget(&self, batch: &Batch) {
        for rows in self.write().rows.values_mut() {
            rows.retain(|_, (number, _)| *number > batch.state.number);
        }
    }

    /// The changed rows of a range.
    fn range(&self, tree: TreeId, (from, to): &KeyRange) -> Vec<(IVec, Option<IVec>)> {
        let bounds = (from.as_ref().map(Vec::as_slice), to.as_ref().map(Vec::as_slice));
        let all = self.read();
        let rows = all.rows.get(&tree).filter(|rows| !rows.is_empty() && !is_empty(bounds));
        let rows = rows.map(|rows| rows.range::<[u8], _>(bounds));
        rows.into_iter().flatten().map(|(key, (_, value))| (key.clone(), value.clone())).collect()
    }
}

/// Whether no key can be in a range. The standard library panics on some of these.
fn is_empty(bounds: (Bound<&[u8]>, Bound<&[u8]>)) -> bool {
    match bounds {
        (Bound::Included(from), Bound::Included(to)) => from > to,
        (Bound::Included(from) | Bound::Excluded(from), Bound::Excluded(to))
        | (Bound::Excluded(from), Bound::Included(to)) => from >= to,
        (Bound::Unbounded, _) | (_, Bound::Unbounded) => false,
    }
}

/// The rows of a tree with all changes.
pub(super) struct View<'a> {
    pub(super) id: TreeId,
    pub(super) stored: &'a sled::Tree,
    pub(super) unstored: &'a Unstored,
}

impl View<'_> {
    pub(super) fn iter(&self) -> Rows {
        self.range((Bound::Unbounded, Bound::Unbounded))
    }

    pub(super) fn scan_prefix(&self, prefix: impl AsRef<[u8]>) -> Rows {
        let prefix = prefix.as_ref();
        let end = prefix.iter().rposition(|&byte| byte < u8::MAX).map(|last| {
            let mut end = prefix[..=last].to_vec();
            end[last] += 1;
            end
        });
        self.range((
            Bound::Included(prefix.to_vec()),
            end.map_or(Bound::Unbounded, Bound::Excluded),
        ))
    }

    pub(super) fn range(&self, range: KeyRange) -> Rows {
        // The changes are taken first: what is stored meanwhile is then found twice, not missed.
        let changed = self.unstored.range(self.id, &range).into_iter().peekable();
        Rows { changed, stored: self.stored.range(range).peekable() }
    }
}

/// Rows in the order of their keys.
pub(super) struct Rows {
    changed: iter::Peekable<vec::IntoIter<(IVec, Option<IVec>)>>,
    stored: iter::Peekable<sled::Iter>,
}

impl Rows {
    pub(super) fn keys(self) -> impl Iterator<Item = sled::Result<IVec>> {
        self.map(|row| row.map(|(key, _)| key))
    }
}

impl Iterator for Rows {
    type Item = sled::Result<(IVec, IVec)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let Some((changed, _)) = self.changed.peek() else { return self.stored.next() };
            match self.stored.peek() {
                Some(Err(_)) => return self.stored.next(),
                Some(Ok((stored, _))) if stored < changed => return self.stored.next(),
                Some(Ok((stored, _))) if stored == changed => drop(self.stored.next()),
                Some(Ok(_)) | None => {}
            }
            if let Some((key, Some(value))) = self.changed.next() {
                return Some(Ok((key, value)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever was stored and changed: a view shows what a map with the same changes holds.
    #[test]
    fn a_view_shows_the_rows_with_their_changes() {
        let db = sled::Config::new().temporary(true).open().unwrap();
        let tree = TreeId::Tables;
        let mut lots = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            db.clear().unwrap();
            let (unstored, mut rows) = (Unstored::default(), BTreeMap::new());
            for number in 1..=lots.u64(1..40) {
                let key: Vec<u8> = (0..lots.usize(0..3)).map(|_| lots.u8(253..)).collect();
                let value = lots.bool().then(|| vec![number as u8]);
                match &value {
                    Some(value) => drop(rows.insert(key.clone(), value.clone())),
                    None => drop(rows.remove(&key)),
                }
                if lots.u8(..3) == 0 {
                    let batch = unstored.batch();
                    for (key, value) in batch.rows.values().flatten() {
                        match value {
                            Some(value) => drop(db.insert(key, value).unwrap()),
                            None => drop(db.remove(key).unwrap()),
                        }
                    }
                    unstored.forget(&batch);
                }
                let changes = BTreeMap::from([(key, value)]);
                let after = StateChecksum { number, ..StateChecksum::default() };
                unstored.add(iter::once((tree, &changes)), after);
            }
            let view = View { id: tree, stored: &db, unstored: &unstored };
            let found = |rows: Rows| -> Vec<(Vec<u8>, Vec<u8>)> {
                rows.map(|row| row.map(|(key, value)| (key.to_vec(), value.to_vec())).unwrap())
                    .collect()
            };
            assert_eq!(found(view.iter()), rows.clone().into_iter().collect::<Vec<_>>());
            let prefix: Vec<u8> = (0..lots.usize(0..3)).map(|_| lots.u8(253..)).collect();
            let expected = rows.iter().filter(|(key, _)| key.starts_with(&prefix));
            let expected: Vec<_> =
                expected.map(|(key, value)| (key.clone(), value.clone())).collect();
            assert_eq!(found(view.scan_prefix(&prefix)), expected, "{prefix:?}");
            let bound = |lots: &mut fastrand::Rng| {
                let key: Vec<u8> = (0..lots.usize(0..3)).map(|_| lots.u8(253..)).collect();
                [Bound::Unbounded, Bound::Included(key.clone()), Bound::Excluded(key)]
                    [lots.usize(..3)]
                .clone()
            };
            let range = (bound(&mut lots), bound(&mut lots));
            let expected = rows
                .iter()
                .filter(|(key, _)| std::ops::RangeBounds::<Vec<u8>>::contains(&range, *key));
            let expected: Vec<_> =
                expected.map(|(key, value)| (key.clone(), value.clone())).collect();
            assert_eq!(found(view.range(range.clone())), expected, "{range:?}");
        }
    }
}

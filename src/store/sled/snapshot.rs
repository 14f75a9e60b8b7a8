//! All rows as they were when a backup began, while changes go on. The reader goes through the rows in
//! order; before a row is changed that it has not come to, the row is kept here.

use std::collections::BTreeMap;
use std::mem;
use std::ops::Bound;
use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::OwnedMutexGuard;

use super::super::backup::{AT_ONCE, Page, Snapshot};
use super::super::{StoreError, StoreErrorKind};
use super::backup_store;
use super::check::is_index;
use super::checksum::StateChecksum;
use super::error::{SledError, error_line};
use super::keys::TreeId;
use super::open_trees::OpenTrees;
use super::trees::Trees;

/// The rows that a backup has not come to.
#[derive(Debug)]
pub(super) struct KeptRows {
    /// The tree that is read, and its last key that was.
    tree: usize,
    key: Option<Vec<u8>>,
    /// For each tree the rows that were changed before they were read, as they were.
    before: Vec<BTreeMap<Vec<u8>, Option<sled::IVec>>>,
    /// The state when the backup began.
    state: StateChecksum,
    /// That of the rows that were read.
    read: StateChecksum,
}

/// Rows of a tree.
pub(super) type Rows = BTreeMap<Vec<u8>, sled::IVec>;

impl KeptRows {
    pub(super) fn new(state: StateChecksum) -> KeptRows {
        let before = vec![BTreeMap::new(); TreeId::ALL.len()];
        KeptRows { tree: 0, key: None, before, state, read: StateChecksum::default() }
    }

    /// Keeps a row that is about to be changed.
    pub(super) fn keep(&mut self, tree: TreeId, key: &[u8], old: Option<&sled::IVec>) {
        let place = tree as usize;
        let is_read = place < self.tree
            || place == self.tree && self.key.as_deref().is_some_and(|last| key <= last);
        if !is_read {
            self.before[place].entry(key.to_vec()).or_insert_with(|| old.cloned());
        }
    }

    /// The next rows as they were, about so many; `None` after the last ones.
    pub(super) fn next(
        &mut self,
        trees: &Trees,
        most: usize,
    ) -> Result<Option<(TreeId, Rows)>, SledError> {
        let Some(&tree) = TreeId::ALL.get(self.tree) else {
            if self.read.has_rows_of(&self.state) {
                return Ok(None);
            }
            let what = "rows are missing that it had".to_owned();
            return Err(SledError::Lost { folder: trees.folder().display().to_string(), what });
        };
        let start = self.key.clone().map_or(Bound::Unbounded, Bound::Excluded);
        let mut rows = Rows::new();
        for row in trees.tree(tree).range::<Vec<u8>, _>((start, Bound::Unbounded)).take(most) {
            let (key, value) = row.map_err(trees.failed())?;
            rows.insert(key.to_vec(), value);
        }
        let kept = &mut self.before[self.tree];
        let last = rows.keys().next_back().filter(|_| rows.len() == most).cloned();
        let changed = match &last {
            Some(last) => {
                let later = kept.split_off(&[&last[..], &[0]].concat());
                mem::replace(kept, later)
            }
            None => mem::take(kept),
        };
        for (key, old) in changed {
            match old {
                Some(old) => rows.insert(key, old),
                None => rows.remove(&key),
            };
        }
        if last.is_none() {
            self.tree += 1;
        }
        self.key = last;
        for (key, value) in &rows {
            self.read.add(tree, key, value);
        }
        Ok(Some((tree, rows)))
    }
}

/// The items of a store when a backup began.
pub(super) struct SledSnapshot {
    pub(super) trees: Arc<OpenTrees>,
    /// One backup is made at a time.
    pub(super) _alone: OwnedMutexGuard<()>,
}

#[async_trait]
impl Snapshot for SledSnapshot {
    async fn next(&mut self) -> Result<Option<Page>, StoreError> {
        let trees = Arc::clone(&self.trees);
        let page = tokio::task::spawn_blocking(move || page(&trees));
        match page.await {
            Ok(page) => Ok(page?),
            Err(ended) => Err(StoreError::new(StoreErrorKind::Backend, ended)),
        }
    }
}

impl Drop for SledSnapshot {
    fn drop(&mut self) {
        // A closed store keeps nothing.
        let _ = self.trees.with(Trees::end_snapshot);
    }
}

fn page(trees: &OpenTrees) -> Result<Option<Page>, SledError> {
    let Some((tree, rows)) = trees.with(|trees| trees.next_of_snapshot(AT_ONCE))?? else {
        return Ok(None);
    };
    let mut page = Page::default();
    if is_index(tree) || tree == TreeId::Meta {
        return Ok(Some(page));
    }
    for (key, text) in rows {
        match backup_store::item(tree, &key, &text) {
            Ok(item) => page.items.push(item),
            Err(error) if error.is_of_one_value() => page.unreadable.push(error_line(&error)),
            Err(error) => return Err(error),
        }
    }
    Ok(Some(page))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sled::database::open_database;
    use crate::sled::trees::Writes;

    /// A change of a row while a backup is read, or a step of its reading.
    #[derive(Clone, Debug)]
    enum Step {
        Set(usize, u8, Option<u8>),
        Read(usize),
    }

    fn step() -> impl Strategy<Value = Step> {
        let set = (0..TreeId::ALL.len(), 0..12_u8, prop::option::of(any::<u8>()));
        prop_oneof![
            3 => set.prop_map(|(tree, key, value)| Step::Set(tree, key, value)),
            1 => (1..6_usize).prop_map(Step::Read),
        ]
    }

    fn set(trees: &Trees, tree: usize, key: u8, value: Option<u8>) {
        let mut writes = Writes::default();
        writes.set(TreeId::ALL[tree], vec![key], value.map(|value| vec![value]));
        trees.apply(&writes, trees.now().number + 1).unwrap();
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_snapshot_is_what_there_was_whatever_changes_meanwhile(
            before in prop::collection::vec((0..TreeId::ALL.len(), 0..12_u8, any::<u8>()), 0..60),
            steps in prop::collection::vec(step(), 0..120),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let (trees, _data) = open_database(folder.path(), |_| Ok(())).unwrap();
            for (tree, key, value) in before {
                set(&trees, tree, key, Some(value));
            }
            let rows = trees.rows().map(|row| row.map(|(tree, key, value)| (tree, key.to_vec(), value)));
            let wanted: Vec<_> = rows.collect::<Result<_, _>>().unwrap();
            trees.begin_snapshot();
            let mut found = Vec::new();
            let mut read = |most| {
                let next = trees.next_of_snapshot(most).unwrap();
                let is_over = next.is_none();
                let rows = next.into_iter().flat_map(|(tree, rows)| {
                    rows.into_iter().map(move |(key, value)| (tree, key, value))
                });
                found.extend(rows);
                is_over
            };
            for step in steps {
                match step {
                    Step::Set(tree, key, value) => set(&trees, tree, key, value),
                    Step::Read(most) => _ = read(most),
                }
            }
            while !read(5) {}
            prop_assert_eq!(found, wanted);
        }
    }
}

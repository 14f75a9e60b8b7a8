//! Reads of keys, and of the rows that they lead to.

use super::codec::Stored;
use super::error::{SledError, error_line};
use super::keys::{RowKey, TreeId};
use super::trees::{KeyRange, Trees};

impl Trees {
    /// The readable values of several keys.
    pub(super) fn read_several<K: Copy, T: Stored>(
        &self,
        keys: &[K],
        row_key: impl Fn(K) -> RowKey,
    ) -> Result<Vec<(K, T)>, SledError> {
        let mut found = Vec::with_capacity(keys.len());
        for &key in keys {
            found.extend(self.readable(row_key(key))?.map(|value| (key, value)));
        }
        Ok(found)
    }

    /// Reads a value, and leaves out an unreadable one, so that the others can be read.
    pub(super) fn readable<T: Stored>(&self, row_key: RowKey) -> Result<Option<T>, SledError> {
        Ok(readable(self.read(row_key))?.flatten())
    }

    /// Whether a tree has keys that begin with a prefix.
    pub(super) fn has_keys(&self, tree: TreeId, prefix: &[u8]) -> Result<bool, SledError> {
        let first = self.tree(tree).scan_prefix(prefix).keys().next();
        Ok(first.transpose().map_err(self.failed())?.is_some())
    }

    /// What the keys of a tree say that begin with a prefix.
    pub(super) fn decoded_keys<T>(
        &self,
        tree: TreeId,
        prefix: &[u8],
        decode: fn(&[u8]) -> Option<T>,
    ) -> impl Iterator<Item = Result<T, SledError>> + use<T> {
        let (keys, failed) = (self.tree(tree).scan_prefix(prefix).keys(), self.failed());
        keys.map(move |key| decoded(tree, &key.map_err(&failed)?, decode))
    }

    pub(super) fn keys(
        &self,
        tree: TreeId,
        range: KeyRange,
    ) -> impl Iterator<Item = Result<Vec<u8>, SledError>> + use<> {
        let keys = self.tree(tree).range(range).keys();
        let failed = self.failed();
        keys.map(move |key| key.map(|key| key.to_vec()).map_err(&failed))
    }
}

/// The readable ones among values. Each other one is logged and left out.
pub(super) fn readable<T>(value: Result<T, SledError>) -> Result<Option<T>, SledError> {
    match value {
        Err(error) if error.is_of_one_value() => {
            tracing::error!(error = %error_line(&error), "unreadable value skipped");
            Ok(None)
        }
        other => other.map(Some),
    }
}

pub(super) fn decoded<T>(
    tree: TreeId,
    key: &[u8],
    decode: impl Fn(&[u8]) -> Option<T>,
) -> Result<T, SledError> {
    let damaged = || SledError::Damaged { what: format!("the index of {}", tree.name()) };
    decode(key).ok_or_else(damaged)
}

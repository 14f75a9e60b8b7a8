//! What is written: a row for each thing, under its kind and its id. A row begins with the number
//! of its form, and the rest is JSON; the pieces of files are as they are.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::KeptError;
use crate::local::id::Id;
use crate::local::world::File;

/// The form in which the things of the world are written: as their types have it now. Whoever
/// changes such a type so that old rows are not read as they were gives it another number, and
/// reads the old ones as well.
const FORM: u8 = 1;

/// Files are cut into pieces of this size, so that no page of sled's becomes too long.
const PIECE_BYTES: usize = 32 << 10;

/// A row by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Meta,
    Commands,
    Person(Id),
    Server(Id),
    Channel(Id),
    Message(Id),
    Call(Id),
    File(Id),
    /// A piece of a file, by its number.
    Piece(Id, u32),
}

impl Key {
    fn kind(self) -> (u8, Option<Id>) {
        match self {
            Key::Meta => (b'a', None),
            Key::Commands => (b'b', None),
            Key::Person(id) => (b'c', Some(id)),
            Key::Server(id) => (b'd', Some(id)),
            Key::Channel(id) => (b'e', Some(id)),
            Key::Message(id) => (b'f', Some(id)),
            Key::Call(id) => (b'g', Some(id)),
            Key::File(id) => (b'h', Some(id)),
            Key::Piece(id, _) => (b'i', Some(id)),
        }
    }

    pub(super) fn bytes(self) -> Vec<u8> {
        let (kind, id) = self.kind();
        let mut bytes = vec![kind];
        if let Some(Id(id)) = id {
            bytes.extend(id.to_be_bytes());
        }
        if let Key::Piece(_, number) = self {
            bytes.extend(number.to_be_bytes());
        }
        bytes
    }

    /// How the keys of all rows of its kind begin.
    pub(super) fn prefix(self) -> [u8; 1] {
        [self.kind().0]
    }
}

/// As an error names it.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Meta => write!(f, "the beginning"),
            Key::Commands => write!(f, "the list of commands"),
            Key::Person(id) => write!(f, "person {id}"),
            Key::Server(id) => write!(f, "server {id}"),
            Key::Channel(id) => write!(f, "channel {id}"),
            Key::Message(id) => write!(f, "message {id}"),
            Key::Call(id) => write!(f, "interaction {id}"),
            Key::File(id) | Key::Piece(id, _) => write!(f, "file {id}"),
        }
    }
}

/// A file without its bytes.
#[derive(Debug, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileHead {
    pub(super) name: String,
    pub(super) content_type: Option<String>,
    pub(super) size: u64,
}

/// Rows to be written in one step; without bytes, to be removed.
#[derive(Debug, Default)]
pub(super) struct Rows {
    by_key: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
    /// Whether the rest is to be written though no thing has changed.
    pub(super) is_changed: bool,
}

impl Rows {
    pub(super) fn is_empty(&self) -> bool {
        self.by_key.is_empty() && !self.is_changed
    }

    pub(super) fn put(&mut self, key: Key, value: &impl Serialize) {
        let mut bytes = vec![FORM];
        match serde_json::to_writer(&mut bytes, value) {
            Ok(()) => _ = self.by_key.insert(key.bytes(), Some(bytes)),
            // Everything here is plain: texts, numbers, lists, and maps by texts.
            Err(error) => tracing::error!(%error, "{key} of the local Discord cannot be written"),
        }
    }

    pub(super) fn put_or_remove(&mut self, key: Key, value: Option<&impl Serialize>) {
        match value {
            Some(value) => self.put(key, value),
            None => self.remove(key),
        }
    }

    pub(super) fn remove(&mut self, key: Key) {
        self.by_key.insert(key.bytes(), None);
    }

    pub(super) fn put_file(&mut self, id: Id, file: Option<&File>) {
        let Some(file) = file else { return };
        let head = FileHead {
            name: file.name.clone(),
            content_type: file.content_type.clone(),
            size: file.bytes.len() as u64,
        };
        self.put(Key::File(id), &head);
        for (piece, number) in file.bytes.chunks(PIECE_BYTES).zip(0..) {
            self.by_key.insert(Key::Piece(id, number).bytes(), Some(piece.to_vec()));
        }
    }

    pub(super) fn remove_file(&mut self, id: Id, size: u64) {
        self.remove(Key::File(id));
        (0..pieces(size)).for_each(|number| self.remove(Key::Piece(id, number)));
    }

    /// All of it, to be applied in one step.
    pub(super) fn add_to(self, batch: &mut sled::Batch) {
        for (key, value) in self.by_key {
            match value {
                Some(bytes) => batch.insert(key, bytes),
                None => batch.remove(key),
            }
        }
    }
}

/// In how many pieces a file of a size is.
pub(super) fn pieces(size: u64) -> u32 {
    u32::try_from(size.div_ceil(PIECE_BYTES as u64)).unwrap_or(u32::MAX)
}

/// Reads a row.
pub(super) fn read<T: DeserializeOwned>(key: Key, bytes: &[u8]) -> Result<T, KeptError> {
    let damaged = || KeptError::Damaged { what: key.to_string() };
    let (&form, json) = bytes.split_first().ok_or_else(damaged)?;
    if form != FORM {
        return Err(KeptError::Form { what: key.to_string(), form });
    }
    serde_json::from_slice(json).map_err(|_| damaged())
}

//! The stored rows: one for each object, with its kind and id as the key. A row begins with the
//! number of its format:
//! 1. JSON.
//! 2. JSON, compressed.
//! 3. A message: checksums, its outline, and its own row of format 1 or 2.
//! 4. The first piece of a long row. The other pieces are rows of their own.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read as _, Write as _};

use axum::body::Bytes;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::PersistenceError;
use crate::id::Id;
use crate::world::{MessageOutline, PostedMessage, StoredMessage, UploadedFile};

/// The formats have the objects as their types serialize now. A change of a type that old rows do
/// not fit needs a new number, and code that still reads the old ones.
const PLAIN: u8 = 1;
const PACKED: u8 = 2;
const MESSAGE: u8 = 3;
const LONG: u8 = 4;

/// JSON of fewer bytes is not compressed.
const PACKED_MIN: usize = 512;

/// The size of a long row's pieces, in bytes. sled puts larger rows into files of their own, and
/// does not sync those.
const PIECE_BYTES: usize = 32 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WorldRowKey {
    Meta,
    Commands,
    Person(Id),
    Server(Id),
    Channel(Id),
    Message(Id),
    Interaction(Id),
    /// The data of an interaction's event.
    Payload(Id),
    /// A file without its bytes, which `files.rs` stores.
    File(Id),
    /// An emoji of the application.
    Emoji(Id),
}

impl WorldRowKey {
    fn kind(self) -> (u8, Option<Id>) {
        match self {
            WorldRowKey::Meta => (b'a', None),
            WorldRowKey::Commands => (b'b', None),
            WorldRowKey::Person(id) => (b'c', Some(id)),
            WorldRowKey::Server(id) => (b'd', Some(id)),
            WorldRowKey::Channel(id) => (b'e', Some(id)),
            WorldRowKey::Message(id) => (b'f', Some(id)),
            WorldRowKey::Interaction(id) => (b'g', Some(id)),
            WorldRowKey::Payload(id) => (b'j', Some(id)),
            WorldRowKey::File(id) => (b'l', Some(id)),
            WorldRowKey::Emoji(id) => (b'm', Some(id)),
        }
    }

    pub(super) fn bytes(self) -> Vec<u8> {
        let (kind, id) = self.kind();
        let mut bytes = vec![kind];
        if let Some(Id(id)) = id {
            bytes.extend(id.to_be_bytes());
        }
        bytes
    }

    /// The first byte of all keys of this kind.
    pub(super) fn prefix(self) -> [u8; 1] {
        [self.kind().0]
    }
}

/// The key of a long row's further piece.
fn piece_key(row: &[u8], number: u32) -> Vec<u8> {
    [b"k", row, &number.to_be_bytes()].concat()
}

/// The name in errors.
impl fmt::Display for WorldRowKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorldRowKey::Meta => write!(f, "the first row"),
            WorldRowKey::Commands => write!(f, "the list of commands"),
            WorldRowKey::Person(id) => write!(f, "person {id}"),
            WorldRowKey::Server(id) => write!(f, "server {id}"),
            WorldRowKey::Channel(id) => write!(f, "channel {id}"),
            WorldRowKey::Message(id) => write!(f, "message {id}"),
            WorldRowKey::Interaction(id) | WorldRowKey::Payload(id) => {
                write!(f, "interaction {id}")
            }
            WorldRowKey::Emoji(id) => write!(f, "emoji {id}"),
            WorldRowKey::File(id) => write!(f, "file {id}"),
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

/// Rows and files to write, or to remove where the value is `None`.
#[derive(Debug, Default)]
pub(super) struct RowChanges {
    by_key: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
    pub(super) files: BTreeMap<Id, Option<Bytes>>,
    /// Whether the meta row has to be written without other changes.
    pub(super) is_changed: bool,
}

impl RowChanges {
    pub(super) fn is_empty(&self) -> bool {
        self.by_key.is_empty() && self.files.is_empty() && !self.is_changed
    }

    pub(super) fn put(&mut self, key: WorldRowKey, value: &impl Serialize) {
        if let Some(bytes) = written(key, value) {
            self.by_key.insert(key.bytes(), Some(bytes));
        }
    }

    pub(super) fn put_or_remove(&mut self, key: WorldRowKey, value: Option<&impl Serialize>) {
        match value {
            Some(value) => self.put(key, value),
            None => self.remove(key),
        }
    }

    pub(super) fn put_message(&mut self, message: &PostedMessage) {
        let key = WorldRowKey::Message(message.id);
        if let Some(row) = written(key, message) {
            let row = message_row(&StoredMessage::of(message), &row);
            self.by_key.insert(key.bytes(), Some(row));
        }
    }

    pub(super) fn remove(&mut self, key: WorldRowKey) {
        self.by_key.insert(key.bytes(), None);
    }

    pub(super) fn put_file(&mut self, id: Id, file: Option<&UploadedFile>) {
        let Some(file) = file else { return };
        let head = FileHead {
            name: file.name.clone(),
            content_type: file.content_type.clone(),
            size: file.bytes.len() as u64,
        };
        self.put(WorldRowKey::File(id), &head);
        self.files.insert(id, Some(file.bytes.clone()));
    }

    pub(super) fn remove_file(&mut self, id: Id) {
        self.remove(WorldRowKey::File(id));
        self.files.insert(id, None);
    }

    /// Adds later changes.
    pub(super) fn extend(&mut self, later: RowChanges) {
        self.by_key.extend(later.by_key);
        self.files.extend(later.files);
        self.is_changed |= later.is_changed;
    }

    /// All changes as one batch for the tree `there`.
    pub(super) fn batch(&mut self, there: &sled::Tree) -> Result<sled::Batch, sled::Error> {
        let mut batch = sled::Batch::default();
        for (key, value) in std::mem::take(&mut self.by_key) {
            let before = there.get(&key)?;
            if value.is_none() && before.is_none() {
                continue;
            }
            let before = before.map_or(0, |it| further_pieces(&it));
            let mut after = 0;
            match value {
                Some(bytes) if bytes.len() > PIECE_BYTES => {
                    let mut further = bytes.chunks(PIECE_BYTES);
                    let first = further.next().unwrap_or_default();
                    for piece in further {
                        batch.insert(piece_key(&key, after), piece);
                        after += 1;
                    }
                    let head = [&[LONG][..], &after.to_be_bytes(), first].concat();
                    batch.insert(key.as_slice(), head);
                }
                Some(bytes) => batch.insert(key.as_slice(), bytes),
                None => batch.remove(key.as_slice()),
            }
            (after..before).for_each(|number| batch.remove(piece_key(&key, number)));
        }
        Ok(batch)
    }
}

/// The number of further pieces of a row.
fn further_pieces(row: &[u8]) -> u32 {
    match row {
        [LONG, a, b, c, d, ..] => u32::from_be_bytes([*a, *b, *c, *d]),
        _ => 0,
    }
}

/// A row of format 1 or 2.
fn written(key: WorldRowKey, value: &impl Serialize) -> Option<Vec<u8>> {
    let mut bytes = vec![PLAIN];
    let plain = serde_json::to_writer(&mut bytes, value).map_err(io::Error::from);
    let packed = plain.and_then(|()| {
        if bytes.len() <= PACKED_MIN {
            return Ok(bytes);
        }
        let mut packer = DeflateEncoder::new(vec![PACKED], Compression::fast());
        packer.write_all(&bytes[1..])?;
        packer.finish()
    });
    match packed {
        Ok(bytes) => Some(bytes),
        // All stored types serialize: they have texts, numbers, lists, and maps with text keys.
        Err(error) => {
            tracing::error!(%error, "the emulator cannot write {key}");
            None
        }
    }
}

/// A row of format 3 around the message's own.
fn message_row(message: &StoredMessage, row: &[u8]) -> Vec<u8> {
    let outline = &message.outline;
    let nonce = message.nonce.as_deref().unwrap_or_default().as_bytes();
    // Both are short: Discord allows a hundred mentions, and nonces of 25 characters.
    let pinged = &outline.pinged[..outline.pinged.len().min(usize::from(u8::MAX))];
    let nonce = &nonce[..if nonce.len() > usize::from(u8::MAX) { 0 } else { nonce.len() }];
    let mut rest = Vec::with_capacity(32 + row.len());
    rest.extend(message.channel.0.to_be_bytes());
    rest.extend(outline.visible_to.map_or(0, |it| it.0).to_be_bytes());
    rest.push(u8::from(outline.is_dismissed));
    rest.push(pinged.len() as u8);
    for it in pinged {
        rest.extend(it.0.to_be_bytes());
    }
    rest.push(nonce.len() as u8);
    rest.extend(nonce);
    // The second checksum ends here, for reading the outline of a long row.
    let head = crc32fast::hash(&rest);
    rest.extend(row);
    [&[MESSAGE][..], &crc32fast::hash(&rest).to_be_bytes(), &head.to_be_bytes(), &rest].concat()
}

/// The outline of a message and its own row. The whole is checked only if all of it is there.
fn split_message(bytes: &[u8], is_whole: bool) -> Option<(StoredMessage, &[u8])> {
    let (&whole, rest) = bytes.split_first_chunk()?;
    let (&head, rest) = rest.split_first_chunk()?;
    if is_whole && crc32fast::hash(rest) != u32::from_be_bytes(whole) {
        return None;
    }
    let (&channel, after) = rest.split_first_chunk()?;
    let (&visible_to, after) = after.split_first_chunk()?;
    let (&[is_dismissed, count], after) = after.split_first_chunk()?;
    let (pinged, after) = after.split_at_checked(usize::from(count) * 8)?;
    let (&[length], after) = after.split_first_chunk()?;
    let (nonce, row) = after.split_at_checked(usize::from(length))?;
    if crc32fast::hash(&rest[..rest.len() - row.len()]) != u32::from_be_bytes(head) {
        return None;
    }
    let visible_to = u64::from_be_bytes(visible_to);
    let (pinged, _) = pinged.as_chunks::<8>();
    let nonce = std::str::from_utf8(nonce).ok()?;
    let outline = MessageOutline {
        visible_to: (visible_to != 0).then_some(Id(visible_to)),
        is_dismissed: is_dismissed != 0,
        pinged: pinged.iter().map(|it| Id(u64::from_be_bytes(*it))).collect(),
    };
    let nonce = (!nonce.is_empty()).then(|| nonce.to_owned());
    Some((StoredMessage { channel: Id(u64::from_be_bytes(channel)), outline, nonce }, row))
}

/// Reads a complete row.
pub(super) fn read<T: DeserializeOwned>(
    key: WorldRowKey,
    bytes: &[u8],
) -> Result<T, PersistenceError> {
    let damaged = || PersistenceError::Damaged { what: key.to_string() };
    let (&form, rest) = bytes.split_first().ok_or_else(damaged)?;
    match form {
        PLAIN => serde_json::from_slice(rest).map_err(|_| damaged()),
        PACKED => {
            let mut json = Vec::with_capacity(4 * rest.len());
            DeflateDecoder::new(rest).read_to_end(&mut json).map_err(|_| damaged())?;
            serde_json::from_slice(&json).map_err(|_| damaged())
        }
        MESSAGE => {
            let (_, row) = split_message(rest, true).ok_or_else(damaged)?;
            if row.first() == Some(&MESSAGE) { Err(damaged()) } else { read(key, row) }
        }
        form => Err(PersistenceError::Form { what: key.to_string(), form }),
    }
}

/// Reads the outline from the row in the database.
pub(super) fn read_outline(
    key: WorldRowKey,
    bytes: &[u8],
) -> Result<StoredMessage, PersistenceError> {
    let damaged = || PersistenceError::Damaged { what: key.to_string() };
    match bytes {
        [MESSAGE, rest @ ..] => split_message(rest, true).map(|it| it.0).ok_or_else(damaged),
        [LONG, _, _, _, _, MESSAGE, rest @ ..] => {
            split_message(rest, false).map(|it| it.0).ok_or_else(damaged)
        }
        bytes => read::<PostedMessage>(key, bytes).map(|it| StoredMessage::of(&it)),
    }
}

/// The row with all its pieces; `None` if it does not exist.
pub(super) fn fetch(
    rows: &sled::Tree,
    key: WorldRowKey,
) -> Result<Option<Vec<u8>>, PersistenceError> {
    let name = key.bytes();
    let Some(row) = rows.get(&name).map_err(PersistenceError::Database)? else { return Ok(None) };
    whole(rows, key, &name, &row).map(Some)
}

/// The row with all its pieces.
pub(super) fn whole(
    rows: &sled::Tree,
    key: WorldRowKey,
    name: &[u8],
    row: &[u8],
) -> Result<Vec<u8>, PersistenceError> {
    let [LONG, _, _, _, _, first @ ..] = row else { return Ok(row.to_vec()) };
    let mut bytes = first.to_vec();
    for number in 0..further_pieces(row) {
        let piece = rows.get(piece_key(name, number)).map_err(PersistenceError::Database)?;
        let piece = piece.ok_or_else(|| PersistenceError::Damaged { what: key.to_string() })?;
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn message(content: &str) -> PostedMessage {
        PostedMessage {
            id: Id(5),
            channel: Id(6),
            author: Id(7),
            visible_to: Some(Id(8)),
            pinged: vec![Id(9), Id(10)],
            interaction: None,
            value: json!({"content": content, "nonce": "once"}),
            posted_files: vec!["board.png".to_owned()],
            late_edits: 1,
            is_dismissed: true,
        }
    }

    fn noise(bytes: usize) -> String {
        let mut rng = fastrand::Rng::with_seed(7);
        (0..bytes).map(|_| rng.alphanumeric()).collect()
    }

    fn tree() -> sled::Tree {
        let config = sled::Config::new().temporary(true).segment_size(4 << 20);
        config.open().unwrap().open_tree("rows").unwrap()
    }

    fn write(rows: &sled::Tree, fill: impl FnOnce(&mut RowChanges)) {
        let mut changed = RowChanges::default();
        fill(&mut changed);
        rows.apply_batch(changed.batch(rows).unwrap()).unwrap();
    }

    #[test]
    fn messages_of_any_length_are_read_unchanged() {
        let rows = tree();
        let key = WorldRowKey::Message(Id(5));
        for bytes in [3, 400, 2_000, 90_000, 300_000, 50_000, 3] {
            let content = noise(bytes);
            let message = message(&content);
            write(&rows, |it| it.put_message(&message));
            let row = fetch(&rows, key).unwrap().unwrap();
            let again: PostedMessage = read(key, &row).unwrap();
            assert_eq!(json!(again), json!(message), "{bytes}");
            let stored = rows.get(key.bytes()).unwrap().unwrap();
            assert_eq!(read_outline(key, &stored).unwrap(), StoredMessage::of(&message), "{bytes}");
            // No row is long, and no old piece is left.
            let mut count = 0;
            for row in &rows {
                assert!(row.unwrap().1.len() <= PIECE_BYTES + 5);
                count += 1;
            }
            assert_eq!(count, 1 + further_pieces(&stored), "{bytes}");
        }
        write(&rows, |it| it.remove(key));
        assert!(rows.is_empty());
    }

    #[test]
    fn a_flipped_bit_in_a_message_is_an_error() {
        let key = WorldRowKey::Message(Id(5));
        let rows = tree();
        write(&rows, |it| it.put_message(&message(&noise(800))));
        let row = rows.get(key.bytes()).unwrap().unwrap().to_vec();
        let is_damaged = |row: &[u8]| read_outline(key, row).is_err();
        assert!(!is_damaged(&row));
        for at in 0..row.len() {
            let mut flipped = row.clone();
            flipped[at] ^= 1 << (at % 8);
            assert!(is_damaged(&flipped), "byte {at}");
            assert!(is_damaged(&row[..at]), "the first {at} bytes");
        }
    }
}

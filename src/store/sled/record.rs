//! The bytes of the journal's files: the head of a segment, and records with a head and a body.
//! Each has its own checksum.
//!
//! A segment is filled with zeros before it is used, and everything in it begins at a multiple of
//! [`UNIT`] bytes. A head of zeros is therefore the end. A record with a sector of zeros was being
//! written when the machine stopped. Any other record with a wrong checksum is damaged.

use super::checksum::StateChecksum;
use super::keys::TreeId;
use super::trees::Writes;

/// The length of every head in bytes. A [`SECTOR`] is a multiple of it.
pub(super) const UNIT: usize = 64;

/// The number of bytes that a disk writes wholly or not at all.
const SECTOR: usize = 512;

const SEGMENT_MAGIC: &[u8; 8] = b"KRADANjl";
const RECORD_MAGIC: &[u8; 4] = b"KRec";
const BODY_END: &[u8; 4] = b"KEnd";
const VERSION: u32 = 1;
const REMOVED: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SegmentHead {
    /// The length of the file in bytes.
    pub(super) size: u64,
    /// The number of the first change in the segment.
    pub(super) first: u64,
}

impl SegmentHead {
    pub(super) fn to_bytes(self) -> [u8; UNIT] {
        let mut bytes = [0; UNIT];
        bytes[..8].copy_from_slice(SEGMENT_MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..20].copy_from_slice(&self.size.to_le_bytes());
        bytes[20..28].copy_from_slice(&self.first.to_le_bytes());
        seal(&mut bytes);
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<SegmentHead> {
        let bytes = unsealed(bytes)?;
        let is_ours = &bytes[..8] == SEGMENT_MAGIC && number32(bytes, 8) == VERSION;
        let head = SegmentHead { size: number64(bytes, 12), first: number64(bytes, 20) };
        is_ours.then_some(head)
    }
}

/// The head of a record: the numbers of its changes, and the state after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordHead {
    /// The length of the body in bytes.
    pub(super) length: usize,
    /// The number of the first change.
    pub(super) first: u64,
    /// The state after the last change.
    pub(super) after: StateChecksum,
    checksum: u32,
}

impl RecordHead {
    fn to_bytes(self) -> [u8; UNIT] {
        let mut bytes = [0; UNIT];
        bytes[..4].copy_from_slice(RECORD_MAGIC);
        bytes[4..8].copy_from_slice(&(self.length as u32).to_le_bytes());
        bytes[8..16].copy_from_slice(&self.first.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.after.number.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.after.rows.to_le_bytes());
        bytes[32..40].copy_from_slice(&self.after.sum.to_le_bytes());
        bytes[40..44].copy_from_slice(&self.checksum.to_le_bytes());
        seal(&mut bytes);
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<RecordHead> {
        let bytes = unsealed(bytes)?;
        let after = StateChecksum {
            number: number64(bytes, 16),
            rows: number64(bytes, 24),
            sum: number64(bytes, 32),
        };
        let head = RecordHead {
            length: number32(bytes, 4) as usize,
            first: number64(bytes, 8),
            after,
            checksum: number32(bytes, 40),
        };
        let is_ours = &bytes[..4] == RECORD_MAGIC && head.first <= after.number;
        is_ours.then_some(head)
    }

    /// Whether the body has the right length and checksum.
    pub(super) fn is_of(&self, body: &[u8]) -> bool {
        body.len() == self.length && crc32fast::hash(body) == self.checksum
    }
}

/// The place where the next head begins.
pub(super) fn aligned(length: usize) -> usize {
    length.next_multiple_of(UNIT)
}

/// The bytes of a record, up to the next head; `None` if it is too long.
pub(super) fn record(writes: &Writes, first: u64, after: StateChecksum) -> Option<Vec<u8>> {
    let mut bytes = vec![0; UNIT];
    for (tree, changes) in writes.trees() {
        let name = tree.name().as_bytes();
        bytes.push(u8::try_from(name.len()).ok()?);
        bytes.extend_from_slice(name);
        bytes.extend_from_slice(&u32::try_from(changes.len()).ok()?.to_le_bytes());
        for (key, value) in changes {
            bytes.extend_from_slice(&u16::try_from(key.len()).ok()?.to_le_bytes());
            let length = match value {
                Some(value) => {
                    u32::try_from(value.len()).ok().filter(|&length| length < REMOVED)?
                }
                None => REMOVED,
            };
            bytes.extend_from_slice(&length.to_le_bytes());
            bytes.extend_from_slice(key);
            bytes.extend_from_slice(value.as_deref().unwrap_or_default());
        }
    }
    bytes.extend_from_slice(BODY_END);
    let body = &bytes[UNIT..];
    u32::try_from(body.len()).ok()?;
    let checksum = crc32fast::hash(body);
    let head = RecordHead { length: body.len(), first, after, checksum };
    bytes[..UNIT].copy_from_slice(&head.to_bytes());
    bytes.resize(aligned(bytes.len()), 0);
    Some(bytes)
}

/// Why a body with the right checksum cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BodyError {
    /// The name of a tree that only a later version knows.
    TreeId(String),
    Malformed,
}

/// Reads the changes of a body.
pub(super) fn writes(body: &[u8]) -> Result<Writes, BodyError> {
    let mut writes = Writes::default();
    read(body, |tree, key, value| writes.set(tree, key.to_vec(), value.map(<[u8]>::to_vec)))?;
    Ok(writes)
}

/// Checks that the changes of a body can be read.
pub(super) fn check(body: &[u8]) -> Result<(), BodyError> {
    read(body, |_, _, _| ())
}

/// Passes the changes of a body to `add`.
fn read<'a>(
    mut body: &'a [u8],
    mut add: impl FnMut(TreeId, &'a [u8], Option<&'a [u8]>),
) -> Result<(), BodyError> {
    let rest = &mut body;
    while *rest != BODY_END.as_slice() {
        let length = take::<1>(rest)?[0];
        let name = take_slice(rest, usize::from(length))?;
        let tree = TreeId::of_name(name)
            .ok_or_else(|| BodyError::TreeId(String::from_utf8_lossy(name).into_owned()))?;
        for _ in 0..u32::from_le_bytes(take(rest)?) {
            let key_length = u16::from_le_bytes(take(rest)?);
            let value_length = u32::from_le_bytes(take(rest)?);
            let key = take_slice(rest, usize::from(key_length))?;
            let value = match value_length {
                REMOVED => None,
                length => Some(take_slice(rest, length as usize)?),
            };
            add(tree, key, value);
        }
    }
    Ok(())
}

/// Whether the writing of a body was cut short: one of its sectors is still all zeros. `start` and
/// `end` are its place in the file.
pub(super) fn is_torn(file: &[u8], start: usize, end: usize) -> bool {
    let mut from = start;
    while from < end {
        let to = (from / SECTOR * SECTOR + SECTOR).min(end);
        if is_zero(&file[from..to]) {
            return true;
        }
        from = to;
    }
    false
}

pub(super) fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte == 0)
}

pub(super) fn seal(bytes: &mut [u8; UNIT]) {
    let checksum = crc32fast::hash(&bytes[..UNIT - 4]);
    bytes[UNIT - 4..].copy_from_slice(&checksum.to_le_bytes());
}

pub(super) fn unsealed(bytes: &[u8]) -> Option<&[u8; UNIT]> {
    let bytes: &[u8; UNIT] = bytes.first_chunk()?;
    (crc32fast::hash(&bytes[..UNIT - 4]) == number32(bytes, UNIT - 4)).then_some(bytes)
}

pub(super) fn number32(bytes: &[u8; UNIT], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

pub(super) fn number64(bytes: &[u8; UNIT], at: usize) -> u64 {
    u64::from(number32(bytes, at)) | u64::from(number32(bytes, at + 4)) << 32
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], BodyError> {
    let (taken, after) = rest.split_first_chunk().ok_or(BodyError::Malformed)?;
    *rest = after;
    Ok(*taken)
}

fn take_slice<'a>(rest: &mut &'a [u8], length: usize) -> Result<&'a [u8], BodyError> {
    let (taken, after) = rest.split_at_checked(length).ok_or(BodyError::Malformed)?;
    *rest = after;
    Ok(taken)
}

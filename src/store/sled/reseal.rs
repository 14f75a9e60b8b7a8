//! Makes a damaged file of sled readable behind its damage, for a rescue.
//!
//! sled 0.34 takes the first message with a wrong checksum for the end of its file. Such a message is
//! put right where one bit is flipped. Else it is marked as cancelled, and sled goes on behind it; where
//! its length cannot be right either, everything up to the next whole message of the segment is. What
//! was there is missing then.
//!
//! A segment of [`SEGMENT_BYTES`] begins with 20 bytes: a checksum, its sequence number with all bits
//! but the first inverted, and another number. Messages follow: checksum, kind, then as numbers of
//! variable length the length of the body, the number of the segment and the page, and the body (sled
//! 0.34.7, `pagecache/logger.rs` and `serialization.rs`).

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _};
use std::ops::RangeInclusive;
use std::path::Path;

use kradan_disk::SEGMENT_BYTES;

const HEAD_BYTES: usize = 20;

/// No message begins in the last bytes of a segment.
const END_BYTES: usize = 32;

/// The bits of a sequence number that are inverted in the head of a segment.
const INVERTED: u64 = 0x7fff_ffff_ffff_ffff;

/// The longest message in which a flipped bit is searched for: that takes some milliseconds.
const RESTORED_BYTES: usize = 4_096;

/// The kinds of messages: one that was cancelled, the end of a segment, one that frees a page, and those
/// that begin one.
const CANCELLED: u8 = 1;
const END: u8 = 2;
const FREE: u8 = 4;
const BEGINNINGS: RangeInclusive<u8> = 6..=9;

/// What takes the place of a damaged message that begins a page anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LostPage {
    /// The page as it was before. sled opens no file in which a page was not begun before.
    Older,
    /// Nothing.
    Empty,
}

/// The head of a message.
struct Head {
    /// The length of the head, and that of the body.
    length: usize,
    body: usize,
    segment: u64,
}

/// Marks the damaged messages of a file, and returns how many there are.
pub(super) fn reseal(file: &Path, lost: LostPage) -> io::Result<usize> {
    let mut bytes = fs::read(file)?;
    let last = bytes.chunks(SEGMENT_BYTES).filter_map(number).max();
    let segments = bytes.chunks_mut(SEGMENT_BYTES);
    let damaged = segments.map(|segment| reseal_segment(segment, last, lost)).sum();
    if damaged > 0 {
        fs::write(file, bytes)?;
    }
    Ok(damaged)
}

/// Whether every message of a file is whole, up to the end of what was written. At the first one that is
/// not, sled would drop all that follows.
pub(super) fn is_sound(file: &Path) -> io::Result<bool> {
    let mut file = File::open(file)?;
    let mut segment = Vec::with_capacity(SEGMENT_BYTES);
    let mut each = |see: &mut dyn FnMut(&mut [u8]) -> bool| {
        file.rewind()?;
        loop {
            segment.clear();
            let read = (&mut file).take(SEGMENT_BYTES as u64).read_to_end(&mut segment)?;
            if read == 0 || !see(&mut segment) {
                return Ok::<bool, io::Error>(read == 0);
            }
        }
    };
    let mut last = None;
    each(&mut |segment| {
        last = last.max(number(segment));
        true
    })?;
    each(&mut |segment| reseal_segment(segment, last, LostPage::Older) == 0)
}

/// The number of a segment, in the order of writing: that of its head, or where that is damaged, of its
/// first message.
fn number(segment: &[u8]) -> Option<u64> {
    // sled fills what it does not use with zeros.
    if segment.iter().take(HEAD_BYTES + END_BYTES).all(|&byte| byte == 0) {
        return None;
    }
    if !is_head_whole(segment)? {
        return head(segment.get(HEAD_BYTES..)?).map(|head| head.segment);
    }
    let written = u64::from_le_bytes(segment.get(4..12)?.try_into().ok()?);
    Some((written ^ INVERTED) / SEGMENT_BYTES as u64)
}

fn is_head_whole(segment: &[u8]) -> Option<bool> {
    Some(segment.get(..4)? == checksum(segment.get(..HEAD_BYTES)?, HEAD_BYTES))
}

fn reseal_segment(segment: &mut [u8], last: Option<u64>, lost: LostPage) -> usize {
    let Some(number) = number(segment) else { return 0 };
    let (mut at, mut damaged) = (HEAD_BYTES, 0);
    if is_head_whole(segment) == Some(false) {
        let written = (number * SEGMENT_BYTES as u64) ^ INVERTED;
        segment[4..12].copy_from_slice(&written.to_le_bytes());
        let sum = checksum(&segment[..HEAD_BYTES], HEAD_BYTES);
        segment[..4].copy_from_slice(&sum);
        damaged += 1;
    }
    while at + END_BYTES <= segment.len() {
        let rest = &mut segment[at..];
        let is_zero = rest[..END_BYTES].iter().all(|&byte| byte == 0);
        if !is_zero && !is_whole(rest, number) && restore_head(rest, number) {
            damaged += 1;
            continue;
        }
        // What has a wrong checksum may have a wrong length.
        let is_followed = |head: &Head| {
            let (message, after) = rest.split_at(head.length + head.body);
            checksum(message, head.length) == message[..4]
                || is_whole(after, number)
                || next_message(after, number).is_none()
        };
        let known = head(rest).filter(|head| head.segment == number && !is_zero);
        let known = known.filter(|head| head.length + head.body <= rest.len());
        match known.filter(is_followed) {
            Some(head) => {
                let length = head.length + head.body;
                let message = &mut rest[..length];
                let is_end = message[4] == END;
                if checksum(message, head.length) != message[..4] {
                    if !restore(message, head.length) {
                        let is_freed = lost == LostPage::Empty && BEGINNINGS.contains(&message[4]);
                        message[4] = if is_freed { FREE } else { CANCELLED };
                        let sum = checksum(message, head.length);
                        message[..4].copy_from_slice(&sum);
                    }
                    damaged += 1;
                } else if is_end {
                    break;
                }
                at += length;
            }
            _ => match next_message(rest, number) {
                Some(next) if cancel(&mut rest[..next], number) => {
                    damaged += 1;
                    at += next;
                }
                // After the last message of all there is nothing.
                _ if Some(number) == last => break,
                _ => {
                    end(rest, number);
                    damaged += 1;
                    break;
                }
            },
        }
    }
    damaged
}

/// Puts one flipped bit of a message's head right, with which its length may be wrong, and returns false
/// where that is not all.
fn restore_head(rest: &mut [u8], number: u64) -> bool {
    (0..END_BYTES * 8).any(|bit| {
        rest[bit / 8] ^= 1 << (bit % 8);
        let is_restored = is_whole(rest, number);
        if !is_restored {
            rest[bit / 8] ^= 1 << (bit % 8);
        }
        is_restored
    })
}

/// Puts one flipped bit of a message right, and returns false where that is not all, or where there are
/// too many bits to try.
fn restore(message: &mut [u8], head: usize) -> bool {
    let is_short = message.len() <= RESTORED_BYTES;
    is_short
        && (0..message.len() * 8).any(|bit| {
            message[bit / 8] ^= 1 << (bit % 8);
            let is_whole = checksum(message, head) == message[..4];
            if !is_whole {
                message[bit / 8] ^= 1 << (bit % 8);
            }
            is_whole
        })
}

/// The place of the next whole message.
fn next_message(rest: &[u8], number: u64) -> Option<usize> {
    (1..rest.len().saturating_sub(END_BYTES)).find(|&at| is_whole(&rest[at..], number))
}

/// Whether a whole message begins here.
fn is_whole(rest: &[u8], number: u64) -> bool {
    head(rest).filter(|head| head.segment == number).is_some_and(|head| {
        let message = rest.get(..head.length + head.body);
        message.is_some_and(|message| checksum(message, head.length) == message[..4])
    })
}

/// Makes one cancelled message of these bytes, and returns false where there is no room for its head.
fn cancel(gap: &mut [u8], number: u64) -> bool {
    let segment = match u8::try_from(number) {
        Ok(short) if short <= 240 => vec![short],
        // Eight bytes follow the mark of the longest numbers, and three the mark 250.
        _ => [&[255], &number.to_le_bytes()[..]].concat(),
    };
    let fixed = 4 + 1 + segment.len() + 1;
    let body = match gap.len().checked_sub(fixed + 1) {
        None => return false,
        Some(short) if short <= 240 => vec![short as u8],
        Some(long) => [&[250], &(long as u32 - 3).to_le_bytes()[..3]].concat(),
    };
    let head = [&[0, 0, 0, 0, CANCELLED][..], &body, &segment, &[0]].concat();
    gap[..head.len()].copy_from_slice(&head);
    let sum = checksum(gap, head.len());
    gap[..4].copy_from_slice(&sum);
    true
}

/// Writes a message that ends the segment.
fn end(rest: &mut [u8], number: u64) {
    rest[4] = END;
    rest[5] = 0;
    // Eight bytes follow the mark of the longest numbers.
    rest[6] = 255;
    rest[7..15].copy_from_slice(&number.to_le_bytes());
    rest[15] = 0;
    let sum = checksum(&rest[..16], 16);
    rest[..4].copy_from_slice(&sum);
}

fn head(bytes: &[u8]) -> Option<Head> {
    let mut rest = bytes.get(5..)?;
    let body = variable(&mut rest)?;
    let segment = variable(&mut rest)?;
    variable(&mut rest)?;
    let body = usize::try_from(body).ok().filter(|&body| body <= SEGMENT_BYTES)?;
    Some(Head { length: bytes.len() - rest.len(), body, segment })
}

/// Reads a number of variable length.
fn variable(bytes: &mut &[u8]) -> Option<u64> {
    let (&first, rest) = bytes.split_first()?;
    let (number, length) = match first {
        0..=240 => (u64::from(first), 0),
        241..=248 => (240 + 256 * u64::from(first - 241) + u64::from(*rest.first()?), 1),
        249 => (2_288 + 256 * u64::from(*rest.first()?) + u64::from(*rest.get(1)?), 2),
        _ => {
            let length = usize::from(first - 247);
            let mut all = [0; 8];
            all[..length].copy_from_slice(rest.get(..length)?);
            (u64::from_le_bytes(all), length)
        }
    };
    *bytes = &rest[length..];
    Some(number)
}

/// The checksum of a message with a head of this length.
fn checksum(message: &[u8], head: usize) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&message[head..]);
    hasher.update(&message[4..head]);
    (!hasher.finalize()).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_that_sled_does_not_use_are_sound() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), vec![0; 2 * SEGMENT_BYTES]).unwrap();
        assert!(is_sound(file.path()).unwrap());
        assert_eq!(reseal(file.path(), LostPage::Older).unwrap(), 0);
    }
}

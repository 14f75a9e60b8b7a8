//! A journal of changes without meaning, for tests.

use std::path::Path;

use super::checksum::StateChecksum;
use super::journal::Journal;
use super::keys::TreeId;
use super::trees::Writes;

pub(super) fn state(number: u64) -> StateChecksum {
    StateChecksum { number, rows: number * 3, sum: number.wrapping_mul(0x9e37_79b9_7f4a_7c15) }
}

pub(super) fn group(number: u64, length: usize) -> Writes {
    let mut writes = Writes::default();
    writes.set(TreeId::Tables, number.to_be_bytes().to_vec(), Some(vec![b'x'; length]));
    writes.set(TreeId::DueTables, vec![1; 24], Some(Vec::new()));
    writes.set(TreeId::OutboxByTime, vec![2; 24], None);
    writes
}

/// A journal of groups with so many changes each, by the lengths of their values.
pub(super) fn journal(folder: &Path, lengths: &[usize]) -> Journal {
    let mut journal = Journal::open(folder, None, state(1), 0).unwrap();
    for &length in lengths {
        append(&mut journal, length);
    }
    journal
}

pub(super) fn append(journal: &mut Journal, length: usize) {
    let number = journal.state().number + 2;
    journal.append(group(number, length), state(number)).unwrap();
}

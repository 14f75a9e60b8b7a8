//! Checks a new checkpoint before the journal relies on it: it is read back, and its rows are
//! compared with the state of the store.

use std::io;
use std::path::Path;

use super::checkpoint::{self, CheckpointWriter, ReadError};
use super::checksum::StateChecksum;
use super::journal_scan;
use super::segment;
use super::trees::{Trees, Writes};

/// Writes a checkpoint of a database that nobody else changes, and removes everything that was in
/// the journal's folder before.
pub(super) fn replace_journal(
    folder: &Path,
    trees: &Trees,
    state: StateChecksum,
) -> io::Result<()> {
    let mut draft = CheckpointWriter::begin(folder, state.number)?;
    for row in trees.rows() {
        let (tree, key, value) = row.map_err(io::Error::other)?;
        draft.add(tree, &key, &value)?;
    }
    let finished = draft.end(state)?;
    verify(folder, finished.path(), state)?;
    finished.publish()?;
    segment::remove_to(folder, u64::MAX)
}

/// Reads a checkpoint back: its rows and the records after it must have this checksum.
pub(super) fn verify(folder: &Path, path: &Path, until: StateChecksum) -> io::Result<()> {
    let number = checkpoint::read(path, |_, _, _| Ok::<(), io::Error>(()));
    let later = writes_after(folder, number.map_err(read_back)?.number, until.number)?;
    let mut state = StateChecksum { number: until.number, ..StateChecksum::default() };
    let add = |tree, key: &[u8], value: &[u8]| {
        if !later.holds(tree, key) {
            state.add(tree, key, value);
        }
        Ok::<(), io::Error>(())
    };
    checkpoint::read(path, add).map_err(read_back)?;
    for (tree, changes) in later.trees() {
        for (key, value) in changes {
            if let Some(value) = value {
                state.add(tree, key, value);
            }
        }
    }
    if state == until {
        return Ok(());
    }
    let what = "a new checkpoint does not hold every row";
    Err(io::Error::new(io::ErrorKind::InvalidData, what))
}

/// What the journal's records write after one change, up to another one.
fn writes_after(folder: &Path, number: u64, until: u64) -> io::Result<Writes> {
    let mut later = Writes::default();
    if number < until {
        for record in journal_scan::scan(folder)?.after(number) {
            if record.head.after.number <= until {
                later.append(record.writes()?);
            }
        }
    }
    Ok(later)
}

fn read_back(error: ReadError<io::Error>) -> io::Error {
    match error {
        ReadError::Damaged(what) | ReadError::Newer(what) => {
            io::Error::new(io::ErrorKind::InvalidData, format!("a new checkpoint: {what}"))
        }
        ReadError::System(error) | ReadError::Refused(error) => error,
    }
}

//! Writes a checkpoint, and checks it before the journal relies on it: it is read back, and its rows
//! are compared with the state of the store.

use std::io;
use std::path::Path;

use super::checkpoint::{self, CheckpointWriter, FinishedCheckpoint, ReadError};
use super::checksum::StateChecksum;
use super::error::DatabaseError;
use super::segment;
use super::trees::Trees;

/// Writes a checkpoint of a database in which nobody stores anything meanwhile, and removes
/// everything that was in the journal's folder before.
pub(super) fn replace_journal(
    folder: &Path,
    trees: &Trees,
    state: StateChecksum,
) -> io::Result<()> {
    if let Some(finished) = write(folder, trees, state, || true)? {
        finished.publish()?;
    }
    segment::remove_to(folder, u64::MAX)
}

/// Writes and verifies a checkpoint of a database in which nobody stores anything meanwhile. Returns
/// nothing if `go_on` says no.
pub(super) fn write(
    folder: &Path,
    trees: &Trees,
    state: StateChecksum,
    go_on: impl Fn() -> bool,
) -> io::Result<Option<FinishedCheckpoint>> {
    let mut draft = CheckpointWriter::begin(folder, state.number)?;
    for row in trees.rows() {
        let (tree, key, value) = row.map_err(|it| io::Error::other(DatabaseError(it)))?;
        draft.add(tree, &key, &value)?;
        if !go_on() {
            return Ok(None);
        }
    }
    let finished = draft.end(state)?;
    verify(finished.path(), state)?;
    Ok(Some(finished))
}

/// Reads a checkpoint back: its rows must have this checksum.
fn verify(path: &Path, until: StateChecksum) -> io::Result<()> {
    let mut state = StateChecksum { number: until.number, ..StateChecksum::default() };
    let add = |tree, key: &[u8], value: &[u8]| {
        state.add(tree, key, value);
        Ok::<(), io::Error>(())
    };
    checkpoint::read(path, add).map_err(read_back)?;
    if state == until {
        return Ok(());
    }
    let what = "a new checkpoint does not hold every row";
    Err(io::Error::new(io::ErrorKind::InvalidData, what))
}

fn read_back(error: ReadError<io::Error>) -> io::Error {
    match error {
        ReadError::Damaged(what) | ReadError::Newer(what) => {
            io::Error::new(io::ErrorKind::InvalidData, format!("a new checkpoint: {what}"))
        }
        ReadError::System(error) | ReadError::Refused(error) => error,
    }
}

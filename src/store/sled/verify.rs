//! Checks every row of a folder that no process uses, without changing it.

use std::io;
use std::path::Path;

use tokio_util::sync::CancellationToken;

use super::check::Check;
use super::checksum::StateChecksum;
use super::closed_folder::{Scratch, copy_database, lock_existing};
use super::copies::{self, DatabaseCopy, JournalCopy, OpenDatabase, open_database};
use super::error::{SledError, failed, of_scratch};
use super::journal;
use super::trees::Trees;

/// The result of a check of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The number of rows.
    pub rows: u64,
    /// How many of them are tables.
    pub tables: u64,
    /// A line for each fault.
    pub faults: Vec<String>,
    /// A line for each thing that the next start sets right without loss.
    pub notes: Vec<String>,
}

/// Checks all of a folder, unless it is told to stop before it is through.
pub(super) fn verify(folder: &Path, stop: &CancellationToken) -> Result<Verified, SledError> {
    let _lock = lock_existing(folder)?;
    let temporary = std::env::temp_dir();
    let scratch = Scratch::new(&temporary).map_err(of_scratch(&temporary))?;
    verify_with(folder, &scratch, stop).map_err(of_scratch(scratch.path()))
}

fn verify_with(
    folder: &Path,
    scratch: &Scratch,
    stop: &CancellationToken,
) -> Result<Verified, SledError> {
    let journal_folder = folder.join(journal::FOLDER);
    let journal = JournalCopy::read(&journal_folder).map_err(failed(&journal_folder))?;
    copy_database(folder, scratch, &[], || !stop.is_cancelled())?;
    let database = DatabaseCopy::read(scratch.path())?;
    let mut check = Check::default();
    check.faults.clone_from(&journal.scan.faults);
    if let Some(tree) = &journal.scan.newer {
        let journal_folder = journal_folder.display();
        check
            .faults
            .push(format!("{journal_folder} holds {tree}, which a later version of Kradan wrote"));
    }
    let loaded = loaded(&journal, scratch, stop, &mut check.faults)?;
    let sled = folder.join("sled").display().to_string();
    let last = journal.scan.at_least;
    let mut notes = Vec::new();
    let rows = match (database, loaded) {
        (DatabaseCopy::Whole(OpenDatabase { trees, state, .. }), loaded) => {
            let from_journal = loaded.as_ref().map(|(_, state)| *state);
            match from_journal {
                Some(other) if other.number >= last && check.faults.is_empty() => {
                    notes.extend(ahead(&sled, state, other, &journal_folder));
                }
                _ => check.faults.extend(incomplete(
                    &sled,
                    state,
                    &journal_folder,
                    from_journal,
                    last,
                )),
            }
            if from_journal.is_some_and(|it| it.number == state.number && it != state) {
                let journal = journal_folder.display();
                check.faults.push(format!("{sled} and {journal} do not hold the same rows"));
            }
            // The rows that the next start will have.
            match loaded {
                Some((rows, other)) if other.number > state.number => Some(rows),
                _ => Some(trees),
            }
        }
        (other, loaded) => {
            check.faults.push(format!("{sled}: {}", what_is_wrong(&other, scratch, folder)));
            if loaded.as_ref().is_none_or(|(_, state)| state.number < last) {
                let journal_folder = journal_folder.display();
                check.faults.push(format!("{journal_folder} does not reach change {last}"));
            }
            loaded.map(|(trees, _)| trees)
        }
    };
    match rows {
        Some(trees) => {
            for row in trees.rows() {
                if stop.is_cancelled() {
                    return Err(SledError::Ended);
                }
                let (tree, key, value) = row.map_err(trees.failed())?;
                check.row(tree, &key, &value);
            }
            check.finish();
        }
        None => check.faults.push(format!(
            "{}: neither copy is whole: see kradan rescue {} NEW",
            folder.display(),
            folder.display()
        )),
    }
    let Check { rows, tables, faults, .. } = check;
    Ok(Verified { rows, tables, faults, notes })
}

/// Loads the journal's rows into a temporary database, if the journal is whole.
fn loaded(
    journal: &JournalCopy,
    scratch: &Scratch,
    stop: &CancellationToken,
    faults: &mut Vec<String>,
) -> Result<Option<(Trees, StateChecksum)>, SledError> {
    if journal.reach().is_none() {
        return Ok(None);
    }
    let mut state = StateChecksum::default();
    let load = |trees: &Trees| {
        state = journal.load_into_while(trees, || !stop.is_cancelled())?;
        Ok(())
    };
    match copies::guarded(|| open_database(&scratch.path().join("loaded"), load)) {
        Ok(Ok((trees, _))) => Ok(Some((trees, state))),
        Ok(Err(error @ SledError::Lost { .. })) => {
            faults.push(error.to_string());
            Ok(None)
        }
        Ok(Err(error)) => Err(error),
        // The journal is whole, so the temporary folder is at fault.
        Err(panicked) => Err(failed(scratch.path())(io::Error::other(panicked))),
    }
}

/// Says which of two whole copies is ahead of the other.
fn ahead(
    sled: &str,
    state: StateChecksum,
    from_journal: StateChecksum,
    journal: &Path,
) -> Option<String> {
    let journal = journal.display();
    let (at, to) = (state.number, from_journal.number);
    if at < to {
        return Some(format!("{sled} has come to change {at} of {to}, which {journal} has"));
    }
    (at > to).then(|| format!("{sled} holds changes after {to}, which nobody was told of"))
}

/// A line for each copy that ends before the last change.
fn incomplete(
    sled: &str,
    state: StateChecksum,
    journal: &Path,
    from_journal: Option<StateChecksum>,
    last: u64,
) -> Vec<String> {
    let journal = journal.display();
    let last = last.max(state.number);
    let mut faults = Vec::new();
    if state.number < last {
        faults.push(format!("{sled} has come to change {} of {last}", state.number));
    }
    match from_journal {
        None => faults.push(format!("{journal} does not reach change {last}")),
        Some(other) if other.number < last => {
            faults.push(format!("{journal} has come to change {} of {last}", other.number));
        }
        Some(_) => {}
    }
    faults
}

fn what_is_wrong(database: &DatabaseCopy, scratch: &Scratch, folder: &Path) -> String {
    match database {
        DatabaseCopy::Absent => "it is not there".to_owned(),
        DatabaseCopy::Damaged(what) => {
            what.replace(&scratch.path().display().to_string(), &folder.display().to_string())
        }
        DatabaseCopy::Whole(_) => "the journal belongs to another time".to_owned(),
    }
}

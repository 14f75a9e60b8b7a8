//! Checks every row of a folder that no process uses, without changing it.

use std::io;
use std::path::Path;

use super::check::Check;
use super::checksum::StateChecksum;
use super::closed_folder::{Scratch, database, lock_existing};
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
}

/// Checks all of a folder.
pub(super) fn verify(folder: &Path) -> Result<Verified, SledError> {
    let _lock = lock_existing(folder)?;
    let temporary = std::env::temp_dir();
    let scratch = Scratch::new(&temporary).map_err(of_scratch(&temporary))?;
    verify_with(folder, &scratch).map_err(of_scratch(scratch.path()))
}

fn verify_with(folder: &Path, scratch: &Scratch) -> Result<Verified, SledError> {
    let journal_folder = folder.join(journal::FOLDER);
    let journal = JournalCopy::read(&journal_folder).map_err(failed(&journal_folder))?;
    let database = database(folder, scratch)?;
    let mut check = Check::default();
    check.faults.clone_from(&journal.scan.faults);
    if let Some(tree) = &journal.scan.newer {
        let journal_folder = journal_folder.display();
        check
            .faults
            .push(format!("{journal_folder} holds {tree}, which a later version of Kradan wrote"));
    }
    let loaded = loaded(&journal, scratch, &mut check.faults)?;
    let sled = folder.join("sled").display().to_string();
    let last = journal.scan.at_least;
    let rows = match (database, loaded) {
        (DatabaseCopy::Whole(OpenDatabase { trees, state, .. }), loaded) => {
            let from_journal = loaded.as_ref().map(|(_, state)| *state);
            check.faults.extend(difference(&sled, state, &journal_folder, from_journal, last));
            Some(trees)
        }
        (DatabaseCopy::Unmarked(OpenDatabase { trees, .. }), None) if !journal_folder.is_dir() => {
            Some(trees)
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
    Ok(Verified { rows, tables, faults })
}

/// Loads the journal's rows into a temporary database, if the journal is whole.
fn loaded(
    journal: &JournalCopy,
    scratch: &Scratch,
    faults: &mut Vec<String>,
) -> Result<Option<(Trees, StateChecksum)>, SledError> {
    if journal.reach().is_none() {
        return Ok(None);
    }
    let mut state = StateChecksum::default();
    let load = |trees: &Trees| {
        state = journal.load_into(trees)?;
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

/// A line for each difference between two copies that can both be read.
fn difference(
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
        Some(other) if other.number == state.number && other != state => {
            faults.push(format!("{sled} and {journal} do not hold the same rows"));
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
        DatabaseCopy::Unmarked(_) | DatabaseCopy::Whole(_) => "it is of an older time".to_owned(),
    }
}

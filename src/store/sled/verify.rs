//! Checks every row of a folder that no process uses, without changing it.

use std::path::Path;

use tokio_util::sync::CancellationToken;

use super::check::Check;
use super::closed_folder::{Scratch, lock_existing};
use super::database::Database;
use super::error::{SledError, failed, of_scratch};
use super::reached::{self, Reached};
use super::take_over;

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
    take_over::copy_with_journal(folder, scratch, || !stop.is_cancelled())?;
    let mut check = Check::default();
    let sled = folder.join("sled").display().to_string();
    match taken_over(scratch.path())? {
        Database::Whole(trees, _) => {
            let number = trees.now().number;
            match reached::read(folder).map_err(failed(folder))? {
                Reached::At(last) if last > number => {
                    check.faults.push(format!("{sled} has come to change {number} of {last}"));
                }
                Reached::Damaged => {
                    check.faults.push(format!("{}: the file reached is damaged", folder.display()));
                }
                Reached::At(_) | Reached::Absent => {}
            }
            for row in trees.rows() {
                if stop.is_cancelled() {
                    return Err(SledError::Ended);
                }
                let (tree, key, value) = row.map_err(trees.failed())?;
                check.row(tree, &key, &value);
            }
            check.finish();
        }
        Database::Absent => check.faults.push(format!("{sled}: it is not there")),
        Database::Damaged(what) => {
            let scratch = scratch.path().display().to_string();
            let what = what.replace(&scratch, &folder.display().to_string());
            check.faults.push(format!("{sled}: {what}"));
        }
    }
    let Check { rows, tables, faults, .. } = check;
    Ok(Verified { rows, tables, faults })
}

/// The database of a copy, with what an earlier version added to it.
fn taken_over(folder: &Path) -> Result<Database, SledError> {
    match take_over::take_over(folder) {
        Ok(()) => {
            let database = Database::read(folder)?;
            if let Database::Whole(trees, _) = &database {
                take_over::make_jobs(trees)?;
            }
            Ok(database)
        }
        Err(SledError::Lost { what, .. }) => Ok(Database::Damaged(what)),
        Err(error) => Err(error),
    }
}

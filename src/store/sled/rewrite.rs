//! Rewrites the database, so that no file of the folder holds a row that was deleted or replaced.
//!
//! sled only appends, so deleted rows stay in its file for a long time. A new database is made from the
//! rows beside the old one, while changes wait and reads go on. All wait only while the folders are
//! renamed.
//!
//! The process may end at any moment: the next opening puts the old database back if neither has its
//! name ([`finish_renaming`]).

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::closed_folder::is_scratch;
use super::database::{Database, guarded, open_database};
use super::error::{SledError, failed};
use super::open_trees::OpenTrees;
use super::trees::Trees;

/// The database.
const DATABASE: &str = "sled";

/// The database that was replaced.
const OLD: &str = "sled.old";

/// The folder in which the new database is made.
const SITE: &str = "rewritten.new";

/// A damaged database that was made anew.
const DAMAGED: &str = "sled.damaged";

/// The bytes that stay free on the disk for what is written meanwhile.
const RESERVE: u64 = 64 << 20;

/// Refuses a disk without room for a second copy of everything.
fn check_room(folder: &Path) -> Result<(), SledError> {
    let needed = size(&database(folder)).map_err(failed(folder))? + RESERVE;
    let free = kradan_disk::free_bytes(folder).map_err(failed(folder))?;
    if free >= needed {
        return Ok(());
    }
    let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
    let (needed, free) = (megabytes(needed), megabytes(free));
    let why = format!("a rewriting needs {needed} MB of free space, and {free} MB are free");
    Err(failed(folder)(io::Error::other(why)))
}

/// The bytes of all files in a folder.
fn size(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        bytes += if entry.file_type()?.is_dir() {
            size(&entry.path())?
        } else {
            // A file may be removed at any moment.
            entry.metadata().map_or(0, |metadata| metadata.len())
        };
    }
    Ok(bytes)
}

/// Makes a new database of all rows, and puts it in the place of the old one with the handle of its data
/// file. Nobody may change anything meanwhile. The caller syncs it before and after.
///
/// # Errors
///
/// The old database is in use again, unless the trees [are closed](OpenTrees::is_closed): then the
/// store has to be opened again.
pub(super) fn rewrite(trees: &OpenTrees, data: &mut File) -> Result<(), SledError> {
    let folder = trees.folder();
    remove_leftovers(folder).map_err(failed(folder))?;
    check_room(folder)?;
    // sled panics on some errors of the disk.
    let built = trees.with(|trees| guarded(|| build(trees)))?;
    let built = built.unwrap_or_else(|why| Err(failed(folder)(io::Error::other(why))));
    if let Err(error) = built {
        // On a full disk others need the space.
        let _ = remove_leftovers(folder);
        return Err(error);
    }
    let mut failure = None;
    trees.replace(|| {
        let open = || open_database(folder, |_| Ok(()));
        let opened = exchange(folder).and_then(|()| open());
        let (trees, file) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                let old = put_back(folder).and_then(|()| open());
                // The first error tells more than the second.
                let Ok(old) = old else { return Err(error) };
                failure = Some(error);
                old
            }
        };
        *data = file;
        Ok(trees)
    })?;
    if let Some(error) = failure {
        return Err(error);
    }
    remove_leftovers(folder).map_err(failed(folder))
}

/// Makes the new database beside the old one, and reads it back.
fn build(old: &Trees) -> Result<(), SledError> {
    let site = old.folder().join(SITE);
    kradan_disk::make(&site).map_err(failed(&site))?;
    let built = open_database(&site, |new| {
        for row in old.rows() {
            let (tree, key, value) = row.map_err(old.failed())?;
            new.load(tree, &key, &value).map_err(new.failed())?;
        }
        new.set_state(old.now()).map_err(new.failed())
    })?;
    drop(built);
    let home = site.join(DATABASE);
    kradan_disk::await_closed(&home).map_err(failed(&home))?;
    let Database::Whole(trees, data) = Database::read(&site)? else {
        let why = io::Error::other("a new database does not read back");
        return Err(failed(&site)(why));
    };
    drop((trees, data));
    kradan_disk::await_closed(&home)
        .and_then(|()| kradan_disk::sync_all(&home))
        .map_err(failed(&home))
}

/// Gives the new database the name of the old one.
fn exchange(folder: &Path) -> Result<(), SledError> {
    let home = folder.join(DATABASE);
    // A thread of the closed database would write into the new one.
    let exchanged = kradan_disk::await_closed(&home)
        .and_then(|()| fs::rename(&home, folder.join(OLD)))
        .and_then(|()| fs::rename(folder.join(SITE).join(DATABASE), &home))
        .and_then(|()| kradan_disk::sync(folder));
    exchanged.map_err(failed(folder))
}

/// Gives the old database its name back.
fn put_back(folder: &Path) -> Result<(), SledError> {
    let (home, old) = (folder.join(DATABASE), folder.join(OLD));
    if !old.exists() {
        return Ok(());
    }
    let is_away =
        if home.exists() { fs::rename(&home, folder.join(SITE).join("refused")) } else { Ok(()) };
    let renamed = is_away.and_then(|()| fs::rename(&old, &home));
    renamed.and_then(|()| kradan_disk::sync(folder)).map_err(failed(folder))
}

/// The folder of the database: the old one if the process ended before the new one had its name.
pub(super) fn database(folder: &Path) -> PathBuf {
    let (home, old) = (folder.join(DATABASE), folder.join(OLD));
    if !home.is_dir() && old.is_dir() { old } else { home }
}

/// Gives the old database its name back if the process ended before the new one had it.
pub(super) fn finish_renaming(folder: &Path) -> io::Result<()> {
    let (home, present) = (folder.join(DATABASE), database(folder));
    if present == home {
        return Ok(());
    }
    fs::rename(present, home)?;
    kradan_disk::sync(folder)
}

/// Removes what a killed process left beside the database. It may hold rows that
/// were deleted long ago.
pub(super) fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for name in [SITE, OLD, DAMAGED] {
        remove(&folder.join(name))?;
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if is_scratch(&path) {
            remove(&path)?;
        }
    }
    kradan_disk::sync(folder)
}

fn remove(leftover: &Path) -> io::Result<()> {
    match fs::remove_dir_all(leftover) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

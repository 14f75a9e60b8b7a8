//! A folder that no process uses. It is not changed: its database is opened as a copy.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;

use tempfile::TempDir;

use super::error::{SledError, failed, is_damage};
use super::{folder, rewrite, take_over};

/// The files of a database that sled makes anew where they are missing, by the beginnings of their
/// names: nothing, the snapshot, and the settings as well.
pub(super) const MADE_ANEW: [&[&str]; 3] = [&[], &["snap."], &["snap.", "conf"]];

/// How many bytes of a file are copied at once.
const BLOCK_BYTES: u32 = 1 << 16;

/// Copies the database of a folder, because sled changes what it opens. Files whose names begin like
/// `without` are left out. Ends early where `go_on` says no.
pub(super) fn copy_database(
    folder: &Path,
    scratch: &Scratch,
    without: &[&str],
    go_on: impl Fn() -> bool + Copy,
) -> Result<(), SledError> {
    let sled = rewrite::database(folder);
    if !sled.is_dir() {
        return Ok(());
    }
    let to = scratch.path().join("sled");
    copy(&sled, &to, go_on)?;
    for entry in fs::read_dir(&to).map_err(failed(&to))? {
        let entry = entry.map_err(failed(&to))?;
        let name = entry.file_name();
        if without.iter().any(|start| name.to_string_lossy().starts_with(start)) {
            fs::remove_file(entry.path()).map_err(failed(&to))?;
        }
    }
    Ok(())
}

/// Copies a folder. The path in an error tells whether the original or the copy failed.
pub(super) fn copy(
    from: &Path,
    to: &Path,
    go_on: impl Fn() -> bool + Copy,
) -> Result<(), SledError> {
    kradan_disk::make(to).map_err(failed(to))?;
    for entry in fs::read_dir(from).map_err(failed(from))? {
        let path = entry.map_err(failed(from))?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() { copy(&path, &target, go_on)? } else { copy_file(&path, &target, go_on)? }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path, go_on: impl Fn() -> bool) -> Result<(), SledError> {
    let mut original = File::open(from).map_err(failed(from))?;
    let mut copy = File::create(to).map_err(failed(to))?;
    let mut bytes = vec![0; BLOCK_BYTES as usize];
    loop {
        if !go_on() {
            return Err(SledError::Ended);
        }
        match original.read(&mut bytes) {
            Ok(0) => return Ok(()),
            Ok(length) => copy.write_all(&bytes[..length]).map_err(failed(to))?,
            // What the disk cannot read is zeros, whose checksum is wrong.
            Err(error) if is_damage(&error) => {
                original.seek_relative(i64::from(BLOCK_BYTES)).map_err(failed(from))?;
                bytes.fill(0);
                copy.write_all(&bytes).map_err(failed(to))?;
            }
            Err(error) => return Err(failed(from)(error)),
        }
    }
}

/// Locks a folder in which a store is, unless a later version used it last. A folder without a lock file is
/// not locked.
pub(super) fn lock_existing(folder: &Path) -> Result<Option<File>, SledError> {
    let has_store = rewrite::database(folder).is_dir() || take_over::is_due(folder);
    if !has_store {
        let why = io::Error::new(io::ErrorKind::NotFound, "there are no games in it");
        return Err(failed(folder)(why));
    }
    let mut file = match File::open(folder.join("lock")) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(folder)(error)),
    };
    if !kradan_disk::take(&file).map_err(failed(folder))? {
        return Err(SledError::InUse { folder: folder.display().to_string() });
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(failed(folder))?;
    folder::check_lock(folder, &String::from_utf8_lossy(&text))?;
    Ok(Some(file))
}

/// How the name of a temporary folder begins and ends.
const SCRATCH: [&str; 2] = ["kradan-", ".new"];

/// Whether a file is a temporary folder, which a killed process may have left.
pub(super) fn is_scratch(path: &Path) -> bool {
    let [begin, end] = SCRATCH;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(begin) && name.ends_with(end) && path.is_dir()
}

/// A temporary folder, which is removed when this is dropped.
pub(super) struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// Makes a temporary folder in another one, for nobody else to read.
    pub(super) fn new(beside: &Path) -> Result<Scratch, SledError> {
        let [begin, end] = SCRATCH;
        let named = tempfile::Builder::new().prefix(begin).suffix(end).tempdir_in(beside);
        Ok(Scratch { folder: named.map_err(failed(beside))? })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn many_at_once_get_folders_of_their_own() {
        let beside = tempfile::tempdir().unwrap();
        let made = || {
            let made: Vec<_> = (0..50).map(|_| Scratch::new(beside.path()).unwrap()).collect();
            assert!(made.iter().all(|scratch| scratch.path().read_dir().unwrap().next().is_none()));
            made
        };
        let held: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(made)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(beside.path().read_dir().unwrap().count(), held.len());
        drop(held);
        assert_eq!(beside.path().read_dir().unwrap().count(), 0);
    }
}

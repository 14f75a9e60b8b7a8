//! The folder, and opening it so that it can be left at any moment.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::super::StoreError;
use super::entry::Entry;
use super::form::Database;
use super::trees::{Trees, Writes};

/// sled's segments. With its own size of an eighth, long games could grow a page beyond what it
/// keeps in the data file.
pub(super) const SEGMENT_BYTES: usize = 4 << 20;

/// The pages that are kept in memory.
const CACHE_BYTES: u64 = 64 << 20;

/// How often it is seen whether sled has left a folder that nobody uses.
const TRIES: u32 = 500;

/// Makes the folder where there is none, and takes it for as long as the file is held.
pub(super) fn lock(folder: &Path) -> Result<File, StoreError> {
    let failed = |source| StoreError::Folder { folder: folder.display().to_string(), source };
    make(folder).map_err(failed)?;
    let path = folder.join("lock");
    let file = File::options().create(true).append(true).open(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(StoreError::InUse { folder: folder.display().to_string() })
        }
        Err(TryLockError::Error(source)) => Err(failed(source)),
    }
}

fn make(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let parent = folder.parent().filter(|parent| *parent != Path::new(""));
    let parent = parent.unwrap_or(Path::new("."));
    make(parent)?;
    // What people play is for those who run the bot, and so are the tokens of the last minutes.
    fs::DirBuilder::new().mode(0o700).create(folder)?;
    sync(parent)
}

/// Opens the database in a folder that was [locked](lock), with its data file once more.
pub(super) fn open(folder: &Path) -> Result<(Trees, File), StoreError> {
    let failed = |source| StoreError::Folder { folder: folder.display().to_string(), source };
    let home = folder.join("sled");
    if !home.is_dir() {
        build(folder, &home)?;
    }
    remove_unfinished(&home).map_err(failed)?;
    let data = File::options().read(true).write(true).open(home.join("db")).map_err(failed)?;
    // After a crash the end of the data may still be with the operating system, where sled finds
    // it and notes how far it got.
    data.sync_all().map_err(failed)?;
    let trees = open_sled(&home)?;
    check_form(&trees)?;
    trees.flush().map_err(StoreError::Database)?;
    data.sync_all().and_then(|()| sync(&home)).map_err(failed)?;
    Ok((trees, data))
}

/// Makes an empty database beside its place and moves it there when it is on disk: sled cannot
/// open one that is half made.
fn build(folder: &Path, home: &Path) -> Result<(), StoreError> {
    let failed = |source| StoreError::Folder { folder: folder.display().to_string(), source };
    let site = folder.join("sled.new");
    if site.exists() {
        fs::remove_dir_all(&site).map_err(failed)?;
    }
    let trees = open_sled(&site)?;
    let mut writes = Writes::default();
    writes.put(Entry::Database, &Database {})?;
    trees.apply(&writes).and_then(|()| trees.flush()).map_err(StoreError::Database)?;
    drop(trees);
    sync_all(&site).and_then(|()| fs::rename(&site, home)).map_err(failed)?;
    sync(folder).map_err(failed)
}

fn check_form(trees: &Trees) -> Result<(), StoreError> {
    match trees.read::<Database>(Entry::Database)? {
        Some(Database {}) => Ok(()),
        None => Err(StoreError::Damaged { what: Entry::Database.to_string() }),
    }
}

/// Snapshots that sled had not finished, which it would take for finished ones.
fn remove_unfinished(home: &Path) -> io::Result<()> {
    for file in fs::read_dir(home)? {
        let file = file?;
        let name = file.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("snap.") && name.ends_with(".generating") {
            fs::remove_file(file.path())?;
        }
    }
    Ok(())
}

fn open_sled(home: &Path) -> Result<Trees, StoreError> {
    let config = sled::Config::new()
        .path(home)
        .segment_size(SEGMENT_BYTES)
        .cache_capacity(CACHE_BYTES)
        .flush_every_ms(None);
    let mut tries = 0;
    loop {
        match config.open().and_then(Trees::open) {
            Ok(trees) => return Ok(trees),
            // The folder is ours, so it is one of sled's threads that holds its last file still.
            Err(sled::Error::Io(error)) if is_held(&error) && tries < TRIES => tries += 1,
            Err(error) => return Err(StoreError::Database(error)),
        }
        thread::sleep(Duration::from_millis(10));
    }
}

fn is_held(error: &io::Error) -> bool {
    error.to_string().contains("could not acquire lock")
}

fn sync_all(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { sync_all(&path)? } else { sync(&path)? }
    }
    sync(folder)
}

fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

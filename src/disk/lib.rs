//! A folder for one process at a time, with a sled database in it that may be left at any moment:
//! by a process that is killed, by a machine that loses its power. What is kept there is the
//! business of others.

#![allow(clippy::missing_errors_doc, reason = "each function fails when the disk does")]

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// sled's segments. What is larger than a quarter of one goes into a file of its own, which nobody
/// waits for; with sled's own size of an eighth, long games could grow a page beyond that.
pub const SEGMENT_BYTES: usize = 4 << 20;

/// How often it is seen whether sled has left a folder that nobody uses.
const TRIES: u32 = 500;

/// How often a folder that another process uses is tried.
const LOCK_TRIES: u32 = 50;

/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(10);

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    #[error("cannot use the folder {folder}")]
    Folder { folder: String, source: io::Error },
    #[error("another process uses the folder {folder}")]
    InUse { folder: String },
    #[error("the database failed")]
    Database(#[source] sled::Error),
}

/// Makes the folder where there is none, and takes it for as long as the file is held.
pub fn lock(folder: &Path) -> Result<File, DiskError> {
    make(folder).map_err(failed(folder))?;
    let file = File::options().create(true).append(true).open(folder.join("lock"));
    let file = file.map_err(failed(folder))?;
    if take(&file).map_err(failed(folder))? {
        Ok(file)
    } else {
        Err(DiskError::InUse { folder: folder.display().to_string() })
    }
}

/// Locks a file, unless another process holds it for half a second. A file that was just closed may be held
/// for a moment: where a process starts a program, that has its files until it begins.
pub fn take(file: &File) -> io::Result<bool> {
    take_within(file, LOCK_TRIES)
}

fn take_within(file: &File, tries: u32) -> io::Result<bool> {
    for _ in 0..tries {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(false)
}

/// Opens the database in a folder that was [locked](lock), with its data file once more: sled's
/// flush leaves what it writes with the operating system, and this file is how it is made to reach
/// the disk. A new database is given to `begin` before it is there at all.
pub fn open(
    folder: &Path,
    cache_bytes: u64,
    begin: impl FnOnce(&sled::Db) -> sled::Result<()>,
) -> Result<(sled::Db, File), DiskError> {
    let home = folder.join("sled");
    if !home.is_dir() {
        build(folder, &home, cache_bytes, begin)?;
    }
    remove_unfinished(&home).map_err(failed(folder))?;
    let data = File::options().read(true).write(true).open(home.join("db"));
    let data = data.map_err(failed(folder))?;
    // After a crash the end of the data may still be with the operating system, where sled finds
    // it and notes how far it got.
    data.sync_all().map_err(failed(folder))?;
    let db = open_sled(&home, cache_bytes)?;
    db.flush().map_err(DiskError::Database)?;
    data.sync_all().and_then(|()| sync(&home)).map_err(failed(folder))?;
    Ok((db, data))
}

fn failed(folder: &Path) -> impl Fn(io::Error) -> DiskError {
    let folder = folder.display().to_string();
    move |source| DiskError::Folder { folder: folder.clone(), source }
}

/// Makes a folder, and those above it, for nobody else to read.
pub fn make(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let parent = folder.parent().filter(|parent| *parent != Path::new(""));
    let parent = parent.unwrap_or(Path::new("."));
    make(parent)?;
    // What people play and say is for those who run the bot, and so are the tokens of the last
    // minutes.
    fs::DirBuilder::new().mode(0o700).create(folder)?;
    sync(parent)
}

/// Makes a database beside its place and moves it there when it is on disk: sled cannot open one
/// that is half made.
fn build(
    folder: &Path,
    home: &Path,
    cache_bytes: u64,
    begin: impl FnOnce(&sled::Db) -> sled::Result<()>,
) -> Result<(), DiskError> {
    let site = folder.join("sled.new");
    if site.exists() {
        fs::remove_dir_all(&site).map_err(failed(folder))?;
    }
    let db = open_sled(&site, cache_bytes)?;
    begin(&db).and_then(|()| db.flush()).map_err(DiskError::Database)?;
    drop(db);
    let moved = sync_all(&site).and_then(|()| fs::rename(&site, home));
    moved.and_then(|()| sync(folder)).map_err(failed(folder))
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

fn open_sled(home: &Path, cache_bytes: u64) -> Result<sled::Db, DiskError> {
    let config = sled::Config::new()
        .path(home)
        .segment_size(SEGMENT_BYTES)
        .cache_capacity(cache_bytes)
        .flush_every_ms(None);
    let mut tries = 0;
    loop {
        match config.open() {
            Ok(db) => return Ok(db),
            // The folder is ours, so it is one of sled's threads that holds its last file still.
            Err(sled::Error::Io(error)) if is_held(&error) && tries < TRIES => tries += 1,
            Err(error) => return Err(DiskError::Database(error)),
        }
        thread::sleep(PAUSE);
    }
}

/// Returns when no thread of a closed database holds its files any more.
pub fn await_closed(home: &Path) -> io::Result<()> {
    let data = File::options().read(true).write(true).open(home.join("db"))?;
    if take_within(&data, TRIES)? {
        Ok(())
    } else {
        Err(io::Error::other("its last file is still held"))
    }
}

/// The bytes that can still be written to the disk of a folder.
pub fn free_bytes(folder: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

fn is_held(error: &io::Error) -> bool {
    error.to_string().contains("could not acquire lock")
}

pub fn sync_all(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { sync_all(&path)? } else { sync(&path)? }
    }
    sync(folder)
}

pub fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

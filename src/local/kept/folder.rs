//! The folder, and opening it so that it can be left at any moment.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::{Data, KeptError};

/// sled's segments: what is larger than a quarter of one would go into a file of its own, which
/// is not waited for.
const SEGMENT_BYTES: usize = 4 << 20;
/// The pages that are kept in memory. The world is there as well, so few are read.
const CACHE_BYTES: u64 = 16 << 20;
/// How often it is seen whether sled has left a folder that nobody uses.
const TRIES: u32 = 500;

fn failed(folder: &Path) -> impl Fn(io::Error) -> KeptError {
    let folder = folder.display().to_string();
    move |source| KeptError::Folder { folder: folder.clone(), source }
}

/// Makes the folder where there is none, and takes it for as long as the file is held.
pub(super) fn lock(folder: &Path) -> Result<File, KeptError> {
    make(folder).map_err(failed(folder))?;
    let file = File::options().create(true).append(true).open(folder.join("lock"));
    let file = file.map_err(failed(folder))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(KeptError::InUse { folder: folder.display().to_string() })
        }
        Err(TryLockError::Error(source)) => Err(failed(folder)(source)),
    }
}

fn make(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let parent = folder.parent().filter(|parent| *parent != Path::new(""));
    let parent = parent.unwrap_or(Path::new("."));
    make(parent)?;
    // What people say to each other is for those who run this.
    fs::DirBuilder::new().mode(0o700).create(folder)?;
    sync(parent)
}

/// Opens the database in a folder that was [locked](lock), with its data file once more.
pub(super) fn open(folder: &Path) -> Result<(sled::Tree, Data), KeptError> {
    let home = folder.join("sled");
    if !home.is_dir() {
        build(folder, &home)?;
    }
    remove_unfinished(&home).map_err(failed(folder))?;
    let data = File::options().read(true).write(true).open(home.join("db"));
    let data = data.map_err(failed(folder))?;
    // After a crash the end of the data may still be with the operating system, where sled finds
    // it and notes how far it got.
    data.sync_all().map_err(failed(folder))?;
    let rows = open_sled(&home)?;
    rows.flush().map_err(KeptError::Database)?;
    data.sync_all().and_then(|()| sync(&home)).map_err(failed(folder))?;
    Ok((rows, data))
}

/// Makes an empty database beside its place and moves it there when it is on disk: sled cannot
/// open one that is half made.
fn build(folder: &Path, home: &Path) -> Result<(), KeptError> {
    let site = folder.join("sled.new");
    if site.exists() {
        fs::remove_dir_all(&site).map_err(failed(folder))?;
    }
    let rows = open_sled(&site)?;
    rows.flush().map_err(KeptError::Database)?;
    drop(rows);
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

fn open_sled(home: &Path) -> Result<sled::Tree, KeptError> {
    let config = sled::Config::new()
        .path(home)
        .segment_size(SEGMENT_BYTES)
        .cache_capacity(CACHE_BYTES)
        .flush_every_ms(None);
    let mut tries = 0;
    loop {
        match config.open().and_then(|it| it.open_tree("rows")) {
            Ok(rows) => return Ok(rows),
            // The folder is ours, so it is one of sled's threads that holds its last file still.
            Err(sled::Error::Io(error)) if is_held(&error) && tries < TRIES => tries += 1,
            Err(error) => return Err(KeptError::Database(error)),
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

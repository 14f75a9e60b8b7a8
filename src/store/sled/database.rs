//! The database in a folder: it is opened and read completely.

use std::fs::{self, File};
use std::num::NonZero;
use std::panic::{self, AssertUnwindSafe, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::checksum::StateChecksum;
use super::error::{self, DatabaseError, SledError, error_line, failed};
use super::trees::Trees;
use kradan_disk::{self as disk, DiskError};

/// The size of sled's cache in bytes.
const CACHE_BYTES: u64 = 32 << 20;

/// How many threads read the rows of a database at most when it is opened, and in how many parts each
/// of its trees is read.
const READERS_MAX: usize = 4;
const PARTS_OF_A_TREE: u8 = 8;

/// The database of a folder, which was read completely.
pub(super) enum Database {
    Absent,
    /// It cannot be opened or read completely, or rows are missing.
    Damaged(String),
    /// It holds every row up to its state. With it comes a second handle of its data file.
    Whole(Trees, File),
}

impl Database {
    /// Opens the database in a folder of the store, and reads all of it.
    pub(super) fn read(folder: &Path) -> Result<Database, SledError> {
        let sled = folder.join("sled");
        if !sled.is_dir() {
            return Ok(Database::Absent);
        }
        if !sled.join("db").try_exists().map_err(failed(&sled))? {
            return Ok(Database::Damaged("its file db is not there".to_owned()));
        }
        if let Some(what) = damage_beside_data(&sled) {
            return Ok(Database::Damaged(what));
        }
        let opened = guarded(|| {
            let (db, data) = disk::open(folder, CACHE_BYTES, |_| Ok(()))?;
            Ok((Trees::open(db, folder).map_err(DiskError::Database)?, data))
        });
        let (trees, data) = match opened {
            Ok(Ok(opened)) => opened,
            Ok(Err(error)) if error::is_damage_of_disk(&error) => {
                return Ok(Database::Damaged(damage(error)));
            }
            Ok(Err(error)) => return Err(error::of_disk(&sled)(error)),
            Err(_) => return Ok(Database::Damaged(GAVE_UP.to_owned())),
        };
        let read =
            guarded(|| Ok::<_, sled::Error>((state_of_rows(&trees)?, trees.stored_state()?)));
        match read {
            Ok(Ok((state, Some(stored)))) if state.has_rows_of(&stored) => {
                Ok(Database::Whole(trees, data))
            }
            Ok(Ok((_, Some(stored)))) => {
                let number = stored.number;
                let what = format!("it does not hold every row that it had at change {number}");
                Ok(Database::Damaged(what))
            }
            Ok(Ok((_, None))) => {
                Ok(Database::Damaged("what it says of itself is damaged".to_owned()))
            }
            Ok(Err(error)) if error::is_damage_of_sled(&error) => {
                Ok(Database::Damaged(DatabaseError(error).to_string()))
            }
            Ok(Err(error)) => Err(error::of_sled(&sled, error)),
            Err(_) => {
                // Closing it would panic again.
                std::mem::forget(trees);
                Ok(Database::Damaged(GAVE_UP.to_owned()))
            }
        }
    }
}

/// What is damaged where a database cannot be opened.
fn damage(error: DiskError) -> String {
    match error {
        DiskError::Database(error) => DatabaseError(error).to_string(),
        error => error_line(&error),
    }
}

/// The damage of the settings (`conf`) or a snapshot, which sled tells as one of the data: a checksum at the
/// end of each file that is not that of its content. In a snapshot a length comes before it.
fn damage_beside_data(sled: &Path) -> Option<String> {
    let entries = fs::read_dir(sled).ok()?.flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    // What was not finished is removed by an opening.
    let is_snapshot = |name: &str| name.starts_with("snap.") && !name.ends_with(".generating");
    let mut beside = names.filter(|name| name == "conf" || is_snapshot(name));
    let damaged = beside.find(|name| {
        let behind_content = if name == "conf" { 4 } else { 12 };
        fs::read(sled.join(name)).is_ok_and(|bytes| {
            let content = bytes.len().checked_sub(behind_content).map(|end| &bytes[..end]);
            let checksum = content.map(|content| crc32fast::hash(content).to_le_bytes());
            checksum.is_none_or(|checksum| !bytes.ends_with(&checksum))
        })
    });
    damaged.map(|name| format!("its file {name} is damaged"))
}

/// Reads all rows, on several threads, and returns their checksum.
fn state_of_rows(trees: &Trees) -> sled::Result<StateChecksum> {
    let parts = trees.parts(PARTS_OF_A_TREE)?;
    let next = AtomicUsize::new(0);
    let read = || {
        let mut state = StateChecksum::default();
        while let Some((tree, range)) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            for row in trees.tree(*tree).range::<Vec<u8>, _>(range.clone()) {
                let (key, value) = row?;
                state.add(*tree, &key, &value);
            }
        }
        Ok::<_, sled::Error>(state)
    };
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(READERS_MAX);
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(read)).collect();
        let mut state = read()?;
        for other in others {
            state.add_rows_of(&other.join().unwrap_or_else(|panicked| resume_unwind(panicked))?);
        }
        Ok(state)
    })
}

/// Opens the database of a folder. A missing database is created with the rows that `begin` puts
/// into it.
pub(super) fn open_database(
    folder: &Path,
    begin: impl FnOnce(&Trees) -> Result<(), SledError>,
) -> Result<(Trees, File), SledError> {
    let mut failure = None;
    let opened = disk::open(folder, CACHE_BYTES, |db| {
        begin(&Trees::open(db.clone(), folder)?).map_err(|error| {
            failure = Some(error);
            sled::Error::Unsupported("the rows could not be written".to_owned())
        })
    });
    match (opened, failure) {
        (_, Some(failure)) => Err(failure),
        (Ok((db, data)), None) => {
            let trees = Trees::open(db, folder);
            Ok((trees.map_err(|error| error::of_sled(folder, error))?, data))
        }
        (Err(error), None) => Err(error::of_disk(folder)(error)),
    }
}

/// Opens a database that may be damaged; `None` if sled cannot open it.
pub(super) fn open_damaged(folder: &Path) -> Option<Trees> {
    if !folder.join("sled").is_dir() {
        return None;
    }
    let opened = guarded(|| {
        let (db, _) = disk::open(folder, CACHE_BYTES, |_| Ok(())).ok()?;
        Trees::open(db, folder).ok()
    });
    opened.ok().flatten()
}

/// What is said where sled panics on a damaged file.
pub(super) const GAVE_UP: &str = "its files are damaged so that sled gave up";

/// Runs a read, and returns a panic as an error text.
pub(super) fn guarded<T>(read: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(read)).map_err(|panicked| {
        let text = panicked.downcast_ref::<&str>().map(|&text| text.to_owned());
        let text = text.or_else(|| panicked.downcast_ref::<String>().cloned());
        let text = text.unwrap_or_else(|| "it gave up".to_owned());
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    })
}

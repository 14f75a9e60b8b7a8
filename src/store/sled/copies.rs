//! The two copies of everything: the journal with its checkpoint, and the database. Each is read
//! completely.

use std::fs::{self, File};
use std::io;
use std::num::NonZero;
use std::panic::{self, AssertUnwindSafe, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::acknowledged::{self, Acknowledged};
use super::checkpoint::{self, Checkpoint, ReadError};
use super::checksum::StateChecksum;
use super::error::{self, DatabaseError, SledError, error_line, failed, named};
use super::journal_scan::{self, Scan};
use super::trees::Trees;
use kradan_disk::{self as disk, DiskError};

/// The size of sled's cache in bytes.
const CACHE_BYTES: u64 = 32 << 20;

/// How many threads read the rows of a database at most when it is opened, and in how many parts each
/// of its trees is read.
const READERS_MAX: usize = 4;
const PARTS_OF_A_TREE: u8 = 8;

/// The journal and its checkpoint.
#[derive(Debug, Default)]
pub(super) struct JournalCopy {
    pub(super) folder: PathBuf,
    /// The newest readable checkpoint.
    pub(super) checkpoint: Option<(PathBuf, Checkpoint)>,
    pub(super) scan: Scan,
}

impl JournalCopy {
    /// Reads the checkpoints and all segments.
    pub(super) fn read(folder: &Path) -> io::Result<JournalCopy> {
        let mut copy = JournalCopy { folder: folder.to_owned(), ..JournalCopy::default() };
        if !folder.is_dir() {
            return Ok(copy);
        }
        copy.scan = journal_scan::scan(folder)?;
        for (number, path) in checkpoint::checkpoints(folder)? {
            let seen = &mut copy.scan.at_least;
            *seen = number.max(*seen);
            match checkpoint::read(&path, |_, _, _| Ok::<(), io::Error>(())) {
                Ok(found) => {
                    *seen = found.until.number.max(*seen);
                    copy.checkpoint = Some((path, found));
                }
                Err(ReadError::Damaged(what)) => {
                    copy.scan.faults.push(format!("{}: {what}", path.display()));
                }
                Err(ReadError::Newer(tree)) => copy.scan.newer = Some(tree),
                Err(ReadError::System(error) | ReadError::Refused(error)) => {
                    return Err(named(&path)(error));
                }
            }
        }
        match acknowledged::read(folder)? {
            Acknowledged::Absent => {}
            Acknowledged::At(number) => copy.scan.at_least = number.max(copy.scan.at_least),
            Acknowledged::Damaged => {
                copy.scan
                    .faults
                    .push(format!("{} is damaged", acknowledged::path(folder).display()));
            }
        }
        if copy.checkpoint.is_none() && copy.scan.faults.is_empty() {
            copy.scan.faults.push(format!("{} has no checkpoint", folder.display()));
        }
        Ok(copy)
    }

    /// The last change that the checkpoint and the records after it reach; `None` if they are not
    /// enough for a whole copy.
    pub(super) fn reach(&self) -> Option<u64> {
        let (_, checkpoint) = self.checkpoint.as_ref()?;
        let reached = self.scan.reach(checkpoint.number);
        (reached >= checkpoint.until.number).then_some(reached)
    }

    pub(super) fn load_into(&self, trees: &Trees) -> Result<StateChecksum, SledError> {
        self.load_into_while(trees, || true)
    }

    /// Loads all rows as [`load_into`](JournalCopy::load_into) does, unless `go_on` says no.
    pub(super) fn load_into_while(
        &self,
        trees: &Trees,
        go_on: impl Fn() -> bool,
    ) -> Result<StateChecksum, SledError> {
        let lost =
            |what: String| SledError::Lost { folder: self.folder.display().to_string(), what };
        let Some((path, checkpoint)) = &self.checkpoint else {
            return Err(lost("no checkpoint".to_owned()));
        };
        let mut state = StateChecksum::default();
        let loaded = checkpoint::read(path, |tree, key, value| {
            if !go_on() {
                return Err(SledError::Ended);
            }
            state.add(tree, key, value);
            trees.load(tree, key, value).map_err(trees.failed())
        });
        loaded.map_err(|error| match error {
            ReadError::Refused(error) => error,
            ReadError::System(error) => failed(&self.folder)(named(path)(error)),
            ReadError::Damaged(what) | ReadError::Newer(what) => lost(what),
        })?;
        state.number = checkpoint.number;
        trees.set_state(state).map_err(trees.failed())?;
        let mut expected = checkpoint.until;
        for record in self.scan.after(checkpoint.number) {
            let writes = record.writes().map_err(|error| {
                if error::is_damage(&error) {
                    lost(error.to_string())
                } else {
                    failed(&self.folder)(named(&record.file)(error))
                }
            })?;
            expected = record.head.after;
            trees.change(&writes, expected.number).map_err(trees.failed())?;
            trees.store_if_many().map_err(trees.failed())?;
        }
        trees.store(&trees.unstored().batch()).map_err(trees.failed())?;
        let state = trees.now();
        if state == expected {
            return Ok(state);
        }
        Err(lost(format!("{} and the journal do not belong together", path.display())))
    }
}

pub(super) enum DatabaseCopy {
    Absent,
    /// It cannot be opened or read completely, or rows are missing.
    Damaged(String),
    /// It holds every row up to its state.
    Whole(OpenDatabase),
}

/// An open database, with a second handle of its data file.
pub(super) struct OpenDatabase {
    pub(super) trees: Trees,
    pub(super) data: File,
    /// The checksum of its rows.
    pub(super) state: StateChecksum,
}

impl DatabaseCopy {
    /// Opens the database in a folder of the store, and reads all of it.
    pub(super) fn read(folder: &Path) -> Result<DatabaseCopy, SledError> {
        let sled = folder.join("sled");
        if !sled.is_dir() {
            return Ok(DatabaseCopy::Absent);
        }
        if !sled.join("db").try_exists().map_err(failed(&sled))? {
            return Ok(DatabaseCopy::Damaged("its file db is not there".to_owned()));
        }
        let opened = guarded(|| {
            let (db, data) = disk::open(folder, CACHE_BYTES, |_| Ok(()))?;
            Ok((Trees::open(db, folder).map_err(DiskError::Database)?, data))
        });
        let (trees, data) = match opened {
            Ok(Ok(opened)) => opened,
            Ok(Err(error)) if error::is_damage_of_disk(&error) => {
                let what = damage_beside_data(&sled).unwrap_or_else(|| damage(error));
                return Ok(DatabaseCopy::Damaged(what));
            }
            Ok(Err(error)) => return Err(error::of_disk(&sled)(error)),
            Err(_) => {
                let what = damage_beside_data(&sled).unwrap_or_else(|| GAVE_UP.to_owned());
                return Ok(DatabaseCopy::Damaged(what));
            }
        };
        let read =
            guarded(|| Ok::<_, sled::Error>((state_of_rows(&trees)?, trees.stored_state()?)));
        match read {
            Ok(Ok((state, Some(stored)))) if state.has_rows_of(&stored) => {
                Ok(DatabaseCopy::Whole(OpenDatabase { trees, data, state: stored }))
            }
            Ok(Ok((_, Some(stored)))) => {
                let number = stored.number;
                let what = format!("it does not hold every row that it had at change {number}");
                Ok(DatabaseCopy::Damaged(what))
            }
            Ok(Ok((_, None))) => {
                Ok(DatabaseCopy::Damaged("what it says of itself is damaged".to_owned()))
            }
            Ok(Err(error)) if error::is_damage_of_sled(&error) => {
                Ok(DatabaseCopy::Damaged(DatabaseError(error).to_string()))
            }
            Ok(Err(error)) => Err(error::of_sled(&sled, error)),
            Err(_) => {
                // Closing it would panic again.
                std::mem::forget(trees);
                Ok(DatabaseCopy::Damaged(GAVE_UP.to_owned()))
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
    let mut beside = names.filter(|name| name == "conf" || name.starts_with("snap."));
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
            for row in trees.stored(*tree).range::<Vec<u8>, _>(range.clone()) {
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

/// Removes the files that were never finished.
pub(super) fn remove_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "new") && path.is_file() {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

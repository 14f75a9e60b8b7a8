//! The folder of a store, and its opening. A process or a machine may end at any moment without
//! harm.
//!
//! | file | what it is |
//! |---|---|
//! | `lock` | locked by the process that uses the folder; tells whether a store was created here |
//! | `sled/` | the database |
//! | `journal/*.log` | the changes since the checkpoint |
//! | `journal/checkpoint-*` | all rows at the time when it was written |
//! | `journal/reached` | the number of the last acknowledged change |
//! | `journal/recent-*` | the last changes once more, and those that no segment has yet |
//! | `*.new` | a file or folder that is not finished |
//! | `sled.damaged/` | a damaged database that is being replaced |
//! | `sled.old/` | a database whose rewritten copy takes its place |

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use super::checksum::StateChecksum;
use super::codec::DatabaseMarker;
use super::copies::{DatabaseCopy, JournalCopy, OpenDatabase, open_database, remove_unfinished};
use super::error::SledError;
use super::error::{self, failed};
use super::journal::{self, Journal};
use super::keys::RowKey;
use super::open_trees::OpenTrees;
use super::rewrite;
use super::trees::{Trees, Writes};
use super::verified_checkpoint;

const LOCK: &str = "lock";

/// The content of the lock file while the store is created, and what is appended then.
const BEING_MADE: &str = "being made";
const MADE: &str = "\nmade";

/// An opened folder.
pub(super) struct OpenedFolder {
    pub(super) trees: Arc<OpenTrees>,
    pub(super) data: File,
    pub(super) journal: Journal,
    /// The folder of the journal.
    pub(super) journal_folder: PathBuf,
    /// A sentence for each fault and what was done about it.
    pub(super) repairs: Vec<String>,
    /// Whether the store was created.
    pub(super) is_new: bool,
}

/// Creates the folder if it is missing, and locks it until the returned file is dropped.
pub(super) fn lock(folder: &Path) -> Result<File, SledError> {
    let path = folder.join(LOCK);
    if !path.exists() {
        kradan_disk::make(folder)
            .and_then(|()| make_lock(folder, &path))
            .map_err(failed(folder))?;
    }
    kradan_disk::lock(folder).map_err(error::of_disk(folder))
}

/// Creates the lock file with its content in one step. Its content tells a store that was never
/// finished from one whose files are missing.
fn make_lock(folder: &Path, path: &Path) -> io::Result<()> {
    let temp_file = folder.join(format!("{LOCK}.{}.new", std::process::id()));
    let mut file = File::create(&temp_file)?;
    file.write_all(BEING_MADE.as_bytes())?;
    file.sync_all()?;
    let linked = fs::hard_link(&temp_file, path);
    fs::remove_file(&temp_file)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            // Some file systems have no links.
            File::create_new(path)?.write_all(BEING_MADE.as_bytes())?;
        }
        Ok(()) | Err(_) => {}
    }
    kradan_disk::sync(folder)
}

/// Opens the store in a folder that was [locked](lock). Both copies are read, and one that is
/// damaged or behind is repaired from the other.
pub(super) fn open(folder: &Path) -> Result<OpenedFolder, SledError> {
    let journal_folder = folder.join(journal::FOLDER);
    rewrite::finish_renaming(folder).map_err(failed(folder))?;
    rewrite::remove_unfinished(folder).map_err(failed(folder))?;
    let lock_text = fs::read(folder.join(LOCK)).map_err(failed(folder))?;
    let lock_text = String::from_utf8_lossy(&lock_text).into_owned();
    let is_new = !journal_folder.is_dir() && !is_database_there(folder);
    if is_new {
        if lock_text != BEING_MADE {
            return Err(SledError::Gone { folder: folder.display().to_string() });
        }
        begin(folder)?;
    }
    let mut opened = open_copies(folder, &journal_folder, lock_text.contains(MADE))?;
    opened.is_new = is_new;
    opened.trees.with(check_form)??;
    if !lock_text.contains(MADE) {
        let lock = File::options().append(true).open(folder.join(LOCK));
        lock.and_then(|mut lock| lock.write_all(MADE.as_bytes()).and_then(|()| lock.sync_all()))
            .map_err(failed(folder))?;
    }
    rewrite::remove_leftovers(folder).map_err(failed(folder))?;
    for repair in &opened.repairs {
        tracing::warn!(repair, "the store was repaired");
    }
    Ok(opened)
}

fn is_database_there(folder: &Path) -> bool {
    folder.join("sled").is_dir()
}

/// Creates an empty database.
fn begin(folder: &Path) -> Result<(), SledError> {
    let mut first = Writes::default();
    first.put(RowKey::Database, &DatabaseMarker {})?;
    let begin = |trees: &Trees| trees.apply(&first, 1).map(drop).map_err(trees.failed());
    open_database(folder, begin).map(drop)
}

fn open_copies(
    folder: &Path,
    journal_folder: &Path,
    was_made: bool,
) -> Result<OpenedFolder, SledError> {
    let has_journal = journal_folder.is_dir();
    if has_journal {
        remove_unfinished(journal_folder).map_err(failed(journal_folder))?;
    }
    let (journal, database) = thread::scope(|scope| {
        let journal = scope.spawn(|| JournalCopy::read(journal_folder));
        let database = DatabaseCopy::read(folder);
        (journal.join(), database)
    });
    let journal = journal.unwrap_or_else(|_| Err(io::Error::other("the journal's reader ended")));
    let journal = journal.map_err(failed(journal_folder))?;
    if let Some(tree) = &journal.scan.newer {
        let why = format!("it holds {tree}, which a later version of Kradan wrote");
        return Err(failed(journal_folder)(io::Error::new(io::ErrorKind::Unsupported, why)));
    }
    let repair = Repair { folder, journal, is_new: !has_journal, repairs: Vec::new() };
    match database? {
        DatabaseCopy::Whole(database) => repair.with_database(database, was_made),
        DatabaseCopy::Absent => repair.without_database("it is not there"),
        DatabaseCopy::Damaged(what) => repair.without_database(&what),
    }
}

/// The opening of a folder, with the repair of one copy from the other.
struct Repair<'a> {
    folder: &'a Path,
    journal: JournalCopy,
    /// Whether there was no journal.
    is_new: bool,
    repairs: Vec<String>,
}

impl Repair<'_> {
    fn journal_folder(&self) -> &Path {
        &self.journal.folder
    }

    fn sled(&self) -> String {
        self.folder.join("sled").display().to_string()
    }

    /// Opens a folder with a whole database, which may be behind. The journal may be damaged or
    /// behind.
    fn with_database(
        mut self,
        database: OpenDatabase,
        was_made: bool,
    ) -> Result<OpenedFolder, SledError> {
        let OpenDatabase { trees, data, state } = database;
        let scan = &self.journal.scan;
        let at_least = scan.at_least;
        if scan.state_at(state.number).is_some_and(|other| other != state) {
            drop((trees, data));
            return self.without_database("it holds other rows than the journal");
        }
        let reached = scan.reach(state.number);
        if reached < at_least {
            drop((trees, data));
            let what = format!("it has come to change {}, of {at_least}", state.number);
            return self.without_database(&what);
        }
        for record in scan.after(state.number) {
            let writes = record.writes().map_err(failed(self.journal_folder()))?;
            trees.change(&writes, record.head.after.number).map_err(trees.failed())?;
            trees.store_if_many().map_err(trees.failed())?;
        }
        trees.store(&trees.unstored().batch()).map_err(trees.failed())?;
        let now = trees.now();
        if scan.state_at(now.number).is_some_and(|other| other != now) {
            drop((trees, data));
            return self.without_database("it holds other rows than the journal");
        }
        if now != state {
            trees.flush().map_err(trees.failed())?;
            data.sync_all().map_err(|error| error::of_writing(self.folder, error))?;
            let (from, to) = (state.number, now.number);
            tracing::info!(from, to, "the database has got the last changes of the journal");
        }
        if self.is_new && !was_made {
            return self.with_checkpoint(trees, data, now);
        }
        let reached = self.journal.reach();
        if self.journal.scan.faults.is_empty() && reached == Some(now.number) {
            self.repairs.append(&mut self.journal.scan.notes);
            return self.opened(trees, data, now);
        }
        let journal_folder = self.journal_folder().display().to_string();
        if self.is_new {
            self.journal.scan.faults = vec![format!("{journal_folder} is not there")];
        } else if self.journal.scan.faults.is_empty() {
            let (at, to) = (reached.unwrap_or_default(), now.number);
            self.journal.scan.faults.push(format!("{journal_folder} ends at change {at} of {to}"));
        }
        for fault in std::mem::take(&mut self.journal.scan.faults) {
            self.repairs.push(format!("{fault}: the journal was made anew from {}", self.sled()));
        }
        self.with_checkpoint(trees, data, now)
    }

    /// Opens a folder without a usable database, which is made again from a whole journal.
    fn without_database(mut self, why: &str) -> Result<OpenedFolder, SledError> {
        let scan = &self.journal.scan;
        if self.journal.reach().is_none_or(|reached| reached < scan.at_least) {
            let fault = match &scan.faults[..] {
                _ if self.is_new => format!("{} is not there", self.journal_folder().display()),
                [] => format!("{} has a gap", self.journal_folder().display()),
                faults => faults.join("; "),
            };
            let what = format!("{fault}; {}: {why}", self.sled());
            return Err(SledError::Lost { folder: self.folder.display().to_string(), what });
        }
        self.set_aside().map_err(failed(self.folder))?;
        let mut now = StateChecksum::default();
        let journal = &self.journal;
        let (trees, data) = open_database(self.folder, |trees| {
            now = journal.load_into(trees)?;
            Ok(())
        })?;
        self.remove_set_aside().map_err(failed(self.folder))?;
        let rows = now.rows;
        self.repairs.push(format!(
            "{}: {why}: it was made anew from the journal, with {rows} rows up to change {}",
            self.sled(),
            now.number
        ));
        if self.journal.scan.faults.is_empty() {
            self.repairs.append(&mut self.journal.scan.notes);
            return self.opened(trees, data, now);
        }
        for fault in std::mem::take(&mut self.journal.scan.faults) {
            self.repairs.push(format!("{fault}: a new checkpoint was made"));
        }
        self.with_checkpoint(trees, data, now)
    }

    /// Starts with a new checkpoint and no records.
    fn with_checkpoint(
        self,
        trees: Trees,
        data: File,
        now: StateChecksum,
    ) -> Result<OpenedFolder, SledError> {
        let journal_folder = self.journal.folder.clone();
        // The database is the only copy until the checkpoint is written.
        trees.flush().map_err(trees.failed())?;
        data.sync_all().map_err(|error| error::of_writing(self.folder, error))?;
        let made = if journal_folder.is_dir() {
            verified_checkpoint::replace_journal(&journal_folder, &trees, now)
        } else {
            make_journal(self.folder, &journal_folder, &trees, now)
        };
        made.map_err(failed(&journal_folder))?;
        let journal =
            Journal::open(&journal_folder, None, now, 0).map_err(failed(&journal_folder))?;
        Ok(self.finished(trees, data, journal))
    }

    /// Starts at the end of the journal, and gives a segment to the changes that have none.
    fn opened(
        self,
        trees: Trees,
        data: File,
        now: StateChecksum,
    ) -> Result<OpenedFolder, SledError> {
        let scan = &self.journal.scan;
        let made = self.journal.checkpoint.as_ref().map(|(_, made)| made.until);
        let settled = scan.settled.max(made.map_or(0, |made| made.number));
        let known = [Some(now), scan.state_at(settled), made];
        let Some(begin) = known.into_iter().flatten().find(|state| state.number == settled) else {
            return self.with_checkpoint(trees, data, now);
        };
        let folder = self.journal.folder.clone();
        let failed = failed(&folder);
        let unsettled = scan.after(settled).map(|it| Ok((it.writes()?, it.head.after)));
        let unsettled: Vec<_> = unsettled.collect::<io::Result<_>>().map_err(&failed)?;
        let journal = Journal::open(&folder, scan.end.as_ref(), begin, scan.bytes());
        let mut journal = journal.map_err(&failed)?;
        for (writes, after) in unsettled {
            journal.append_later(writes, after).map_err(&failed)?;
        }
        journal.settle().map_err(&failed)?;
        Ok(self.finished(trees, data, journal))
    }

    fn finished(self, trees: Trees, data: File, journal: Journal) -> OpenedFolder {
        OpenedFolder {
            trees: Arc::new(OpenTrees::new(trees)),
            data,
            journal,
            journal_folder: self.journal.folder,
            repairs: self.repairs,
            is_new: false,
        }
    }

    fn set_aside(&self) -> io::Result<()> {
        let (sled, aside) = (self.folder.join("sled"), self.folder.join("sled.damaged"));
        if !sled.exists() {
            return Ok(());
        }
        if aside.exists() {
            fs::remove_dir_all(&aside)?;
        }
        fs::rename(sled, aside)?;
        kradan_disk::sync(self.folder)
    }

    fn remove_set_aside(&self) -> io::Result<()> {
        match fs::remove_dir_all(self.folder.join("sled.damaged")) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// Creates the journal under a temporary name, and renames it when it is whole.
fn make_journal(
    folder: &Path,
    journal_folder: &Path,
    trees: &Trees,
    now: StateChecksum,
) -> io::Result<()> {
    let temp_folder = folder.join(format!("{}.new", journal::FOLDER));
    if temp_folder.exists() {
        fs::remove_dir_all(&temp_folder)?;
    }
    kradan_disk::make(&temp_folder)?;
    verified_checkpoint::replace_journal(&temp_folder, trees, now)?;
    fs::rename(&temp_folder, journal_folder)?;
    kradan_disk::sync(folder)
}

fn check_form(trees: &Trees) -> Result<(), SledError> {
    match trees.read::<DatabaseMarker>(RowKey::Database)? {
        Some(DatabaseMarker {}) => Ok(()),
        None => Err(SledError::Damaged { what: RowKey::Database.to_string() }),
    }
}

//! The folder of a store, and its opening. A process or a machine may end at any moment without
//! harm.
//!
//! | file | what it is |
//! |---|---|
//! | `lock` | locked by the process that uses the folder; tells whether a store was created here, and its form |
//! | `sled/` | the database |
//! | `reached` | the number of the last acknowledged change |
//! | `*.new` | a file or folder that is not finished |
//! | `sled.old/` | a database whose rewritten copy takes its place |
//! | `journal/` | what an earlier version added to the database, until the first start of this one |

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use super::closed_folder::{Scratch, copy_database};
use super::codec::{DatabaseMarker, Stored as _};
use super::database::{Database, open_database};
use super::error::SledError;
use super::error::{self, failed};
use super::keys::RowKey;
use super::open_trees::OpenTrees;
use super::reached::{self, Reached, ReachedFile};
use super::trees::{Trees, Writes};
use super::{reseal, rewrite, take_over};

const LOCK: &str = "lock";

/// The content of the lock file while the store is created.
const BEING_MADE: &str = "being made";

/// How a line of the lock file begins that is appended then: the form of the database follows. It is read
/// before sled changes the files.
const FORM: &str = "form ";

/// An opened folder.
pub(super) struct OpenedFolder {
    pub(super) trees: Arc<OpenTrees>,
    /// The data file once more.
    pub(super) data: File,
    pub(super) reached: ReachedFile,
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

/// Opens the store in a folder that was [locked](lock), and reads all of it.
pub(super) fn open(folder: &Path) -> Result<OpenedFolder, SledError> {
    let lock_text = fs::read(folder.join(LOCK)).map_err(failed(folder))?;
    let lock_text = String::from_utf8_lossy(&lock_text).into_owned();
    check_lock(folder, &lock_text)?;
    rewrite::finish_renaming(folder).map_err(failed(folder))?;
    let is_new = !folder.join("sled").is_dir() && !take_over::is_due(folder);
    if is_new {
        if lock_text != BEING_MADE {
            return Err(SledError::Gone { folder: folder.display().to_string() });
        }
        // That of a database that is gone.
        reached::remove(folder).map_err(failed(folder))?;
        begin(folder)?;
    }
    take_over::take_over(folder)?;
    let (trees, data) = read_whole(folder)?;
    check_form(folder, &trees)?;
    if take_over::make_jobs(&trees)? {
        trees.flush().map_err(trees.failed())?;
        data.sync_all().map_err(failed(folder))?;
    }
    rewrite::remove_leftovers(folder).map_err(failed(folder))?;
    let reached = ReachedFile::create(folder, trees.now()).map_err(failed(folder))?;
    let form = format!("{FORM}{}", DatabaseMarker::FORM);
    if !lock_text.lines().any(|line| line == form) {
        let lock = File::options().append(true).open(folder.join(LOCK));
        lock.and_then(|mut lock| write!(lock, "\n{form}").and_then(|()| lock.sync_all()))
            .map_err(failed(folder))?;
    }
    Ok(OpenedFolder { trees: Arc::new(OpenTrees::new(trees)), data, reached, is_new })
}

/// Creates an empty database.
fn begin(folder: &Path) -> Result<(), SledError> {
    let mut first = Writes::default();
    first.put(RowKey::Database, &DatabaseMarker {})?;
    let begin = |trees: &Trees| trees.apply(&first, 1).map(drop).map_err(trees.failed());
    open_database(folder, begin).map(drop)
}

/// The database of a folder, if it holds every row up to the last change that was acknowledged. One that
/// does not stays as it is.
fn read_whole(folder: &Path) -> Result<(Trees, File), SledError> {
    let data = rewrite::database(folder).join("db");
    // sled cuts off what follows a damaged message, or one that a power cut has torn.
    let is_sound = !data.is_file() || reseal::is_sound(&data).or_else(unsound(&data))?;
    if !is_sound {
        let copy = Scratch::new(folder)?;
        copy_database(folder, &copy, &[], || true)?;
        is_whole(folder, Database::read(copy.path())?).map_err(|error| match error {
            SledError::Lost { folder, what } => {
                let what = what.replace(&copy.path().display().to_string(), &folder);
                SledError::Lost { folder, what }
            }
            other => other,
        })?;
    }
    is_whole(folder, Database::read(folder)?)
}

/// A file that the disk cannot read is none that is sound.
fn unsound(data: &Path) -> impl Fn(io::Error) -> Result<bool, SledError> {
    move |error| if error::is_damage(&error) { Ok(false) } else { Err(failed(data)(error)) }
}

/// Refuses a database that does not hold every row up to the last change that was acknowledged in a folder.
fn is_whole(folder: &Path, database: Database) -> Result<(Trees, File), SledError> {
    let lost = |what: String| SledError::Lost { folder: folder.display().to_string(), what };
    let (trees, data) = match database {
        Database::Whole(trees, data) => (trees, data),
        Database::Damaged(what) => return Err(lost(what)),
        Database::Absent => return Err(lost("the folder sled is not there".to_owned())),
    };
    let number = trees.now().number;
    match reached::read(folder).map_err(failed(folder))? {
        Reached::At(last) if last > number => {
            Err(lost(format!("it has come to change {number} of {last}")))
        }
        Reached::At(_) => Ok((trees, data)),
        Reached::Absent | Reached::Damaged => {
            tracing::warn!("file reached missing or damaged: created again");
            Ok((trees, data))
        }
    }
}

/// Refuses a folder whose lock file tells of a later form.
pub(super) fn check_lock(folder: &Path, text: &str) -> Result<(), SledError> {
    let forms = text.lines().filter_map(|line| line.strip_prefix(FORM)?.parse().ok());
    match forms.max() {
        Some(form) if form > DatabaseMarker::FORM => {
            Err(SledError::NewerGames { folder: folder.display().to_string(), form })
        }
        Some(_) | None => Ok(()),
    }
}

fn check_form(folder: &Path, trees: &Trees) -> Result<(), SledError> {
    match trees.read::<DatabaseMarker>(RowKey::Database) {
        Ok(Some(DatabaseMarker {})) => Ok(()),
        Ok(None) => Err(SledError::Damaged { what: RowKey::Database.to_string() }),
        Err(SledError::Newer { form, .. }) => {
            Err(SledError::NewerGames { folder: folder.display().to_string(), form })
        }
        Err(error) => Err(error),
    }
}

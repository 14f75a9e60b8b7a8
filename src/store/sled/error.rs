//! The errors of the backend. They distinguish damaged files from what the operating system
//! refuses, which works with more space or other rights.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::iter;
use std::path::Path;

use super::super::{CommitError, StoreError, StoreErrorKind};
use super::codec::{DatabaseMarker, Stored as _};
use kradan_disk::DiskError;
use kradan_table::ApplicationId;

#[derive(Debug, thiserror::Error)]
pub(super) enum SledError {
    #[error("cannot use the folder {folder} ({})", next_step(.source))]
    Folder { folder: String, source: std::io::Error },
    #[error("another Kradan is using the folder {folder}")]
    InUse { folder: String },
    #[error(
        "{folder}: the database failed (start again; where it fails again, look at the disk, and \
         run kradan verify)"
    )]
    Database { folder: String, source: DatabaseError },
    #[error(
        "{folder}: the disk is full: make room and start again; nothing that was acknowledged is \
         lost"
    )]
    Full { folder: String },
    /// The temporary folder for checks cannot be used.
    #[error(
        "{folder}: the games cannot be copied here to be looked through; TMPDIR names another \
         place, with room for a copy of them"
    )]
    Scratch { folder: String, source: Box<SledError> },
    /// The disk failed, with an error that names the folder, or something is too large to be
    /// stored.
    #[error("the data could not be written to disk")]
    Disk(#[source] std::io::Error),
    /// A stored value cannot be read.
    #[error("{what} cannot be read")]
    Unreadable { what: String, source: serde_json::Error },
    /// A later version of the program wrote a value.
    #[error("{what} has form {form}, which a later version of Kradan wrote")]
    Newer { what: String, form: u64 },
    /// A later version of the program used the folder last.
    #[error(
        "the games in {folder} were last used by a newer Kradan (form {form}; this one knows {}): start \
         that version",
        DatabaseMarker::FORM
    )]
    NewerGames { folder: String, form: u64 },
    /// Two stored values contradict each other.
    #[error("{what} is damaged")]
    Damaged { what: String },
    /// The database is damaged, or lacks changes that were acknowledged.
    #[error(
        "the games in {folder} are damaged ({what}): move the folder away and restore a backup, or the one \
         that kradan rescue {folder} FILE makes of all that still reads"
    )]
    Lost {
        folder: String,
        /// The damaged files, each with its damage.
        what: String,
    },
    /// The stored files are missing.
    #[error(
        "the games in {folder} are gone (there is a file lock, but no folder sled): remove \
         {folder}/lock, and restore a backup or begin without games"
    )]
    Gone { folder: String },
    /// The store is bound to another Discord application.
    #[error(
        "the games in {folder} are those of application {}, not of this one: look at \
         discord.token and store.folder in the configuration",
        .application.0
    )]
    OfAnother { folder: String, application: ApplicationId },
    /// The check was told to stop.
    #[error("it was ended before it was through, and leaves nothing behind")]
    Ended,
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

/// An error of sled, in words for those who host Kradan.
#[derive(Debug)]
pub(super) struct DatabaseError(pub(super) sled::Error);

impl fmt::Display for DatabaseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            sled::Error::Io(error) => write!(out, "{error}"),
            sled::Error::Corruption { at: Some(at), .. } => {
                write!(out, "what stands at byte {} of its file db is damaged", at.lid())
            }
            sled::Error::Corruption { at: None, .. } => out.write_str("its file db is damaged"),
            sled::Error::Unsupported(_) => out.write_str("its file conf is damaged"),
            sled::Error::CollectionNotFound(_) | sled::Error::ReportableBug(_) => {
                out.write_str("its files do not belong together")
            }
        }
    }
}

impl Error for DatabaseError {}

impl SledError {
    /// Whether only one stored value is at fault.
    pub(super) fn is_of_one_value(&self) -> bool {
        self.kind() == StoreErrorKind::Value
    }

    fn kind(&self) -> StoreErrorKind {
        match self {
            SledError::Folder { .. } | SledError::Scratch { .. } => StoreErrorKind::Inaccessible,
            SledError::InUse { .. } => StoreErrorKind::InUse,
            SledError::Database { .. } | SledError::Disk(_) => StoreErrorKind::Backend,
            SledError::Full { .. } => StoreErrorKind::Full,
            SledError::Unreadable { .. } | SledError::Newer { .. } | SledError::Damaged { .. } => {
                StoreErrorKind::Value
            }
            SledError::NewerGames { .. } => StoreErrorKind::Newer,
            SledError::Lost { .. } => StoreErrorKind::Damaged,
            SledError::Gone { .. } => StoreErrorKind::Gone,
            SledError::OfAnother { .. } => StoreErrorKind::OtherApplication,
            SledError::Ended | SledError::Closed => StoreErrorKind::Closed,
        }
    }
}

impl From<SledError> for StoreError {
    fn from(error: SledError) -> StoreError {
        StoreError::new(error.kind(), error)
    }
}

impl From<SledError> for CommitError {
    fn from(error: SledError) -> CommitError {
        CommitError::Failed(error.into())
    }
}

/// What to do about a folder that cannot be used.
fn next_step(error: &io::Error) -> &'static str {
    let is_own = error.raw_os_error().is_none();
    match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "give the user who runs Kradan the right to read and write it"
        }
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "check its name, and store.folder in the configuration"
        }
        ErrorKind::InvalidInput if is_own => "name another one",
        ErrorKind::Unsupported if is_own => "start the later version, or restore a backup",
        _ => "look at its disk, and try again",
    }
}

/// The error code of a disk that cannot read its content. The standard library has no name for it.
const EIO: i32 = 5;

/// Whether an error means that a file is damaged. Every other error is the operating system's.
pub(super) fn is_damage(error: &io::Error) -> bool {
    let is_bad = matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof);
    is_bad || error.raw_os_error() == Some(EIO)
}

/// Whether an error of sled means that the database is damaged. sled reports damaged settings as
/// unsupported.
pub(super) fn is_damage_of_sled(error: &sled::Error) -> bool {
    match error {
        sled::Error::Io(error) => is_damage(error),
        sled::Error::Corruption { .. }
        | sled::Error::ReportableBug(_)
        | sled::Error::Unsupported(_)
        | sled::Error::CollectionNotFound(_) => true,
    }
}

pub(super) fn is_damage_of_disk(error: &DiskError) -> bool {
    match error {
        DiskError::Folder { source, .. } => is_damage(source),
        DiskError::Database(error) => is_damage_of_sled(error),
        DiskError::InUse { .. } => false,
    }
}

/// Adds the file's path to an error.
pub(super) fn named(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Makes the error of a folder that cannot be used.
pub(super) fn failed(folder: &Path) -> impl Fn(io::Error) -> SledError {
    let folder = folder.display().to_string();
    move |source| match source.kind() {
        ErrorKind::StorageFull => SledError::Full { folder: folder.clone() },
        _ => SledError::Folder { folder: folder.clone(), source },
    }
}

/// Makes the error of changes that could not be written.
pub(super) fn of_writing(folder: &Path, error: io::Error) -> SledError {
    match error.kind() {
        ErrorKind::StorageFull => SledError::Full { folder: folder.display().to_string() },
        _ => SledError::Disk(named(folder)(error)),
    }
}

/// Makes the error of a database that failed.
pub(super) fn of_sled(folder: &Path, source: sled::Error) -> SledError {
    let folder = folder.display().to_string();
    match source {
        sled::Error::Io(error) if error.kind() == ErrorKind::StorageFull => {
            SledError::Full { folder }
        }
        error => SledError::Database { folder, source: DatabaseError(error) },
    }
}

/// Makes the error of a database that could not be locked or opened.
pub(super) fn of_disk(folder: &Path) -> impl Fn(DiskError) -> SledError {
    move |error| match error {
        DiskError::Folder { source, .. } => failed(folder)(source),
        DiskError::InUse { .. } => SledError::InUse { folder: folder.display().to_string() },
        DiskError::Database(error) => of_sled(folder, error),
    }
}

/// Makes an error in the temporary folder tell how to choose another one.
pub(super) fn of_scratch(scratch: &Path) -> impl Fn(SledError) -> SledError {
    move |error| match &error {
        SledError::Folder { folder, .. }
        | SledError::Database { folder, .. }
        | SledError::Full { folder }
            if Path::new(folder).starts_with(scratch) =>
        {
            let folder = scratch.display().to_string();
            SledError::Scratch { folder, source: Box::new(error) }
        }
        _ => error,
    }
}

/// An error and its sources on one line.
pub(super) fn error_line(error: &dyn Error) -> String {
    let all = iter::successors(Some(error), |&error| error.source());
    all.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_of_the_system_is_no_damage() {
        let of_system = |code| io::Error::from_raw_os_error(code);
        // Too many open files, no memory, no rights, no space, no such file, a folder.
        for code in [24, 23, 12, 13, 28, 30, 2, 21, 4] {
            let error = of_system(code);
            assert!(!is_damage(&error), "{error}");
            assert!(!is_damage_of_sled(&sled::Error::Io(of_system(code))), "{error}");
            let folder = "games".to_owned();
            assert!(!is_damage_of_disk(&DiskError::Folder { folder, source: error }));
        }
        assert!(!is_damage_of_disk(&DiskError::InUse { folder: "games".to_owned() }));
        assert!(!is_damage(&io::Error::other("something else")));
    }

    #[test]
    fn an_unreadable_file_is_damage() {
        let end = || io::Error::from(ErrorKind::UnexpectedEof);
        for error in [end(), ErrorKind::InvalidData.into(), io::Error::from_raw_os_error(EIO)] {
            assert!(is_damage(&error), "{error}");
            assert!(is_damage_of_sled(&sled::Error::Io(error)));
        }
        for error in [
            sled::Error::Corruption { at: None, bt: () },
            sled::Error::ReportableBug(String::new()),
            sled::Error::Unsupported(String::new()),
            sled::Error::Io(end()),
        ] {
            assert!(is_damage_of_disk(&DiskError::Database(error)));
        }
    }

    #[test]
    fn only_errors_of_the_scratch_folder_are_its_own() {
        let scratch = Path::new("tmp/scratch");
        let full = |folder: &str| failed(Path::new(folder))(ErrorKind::StorageFull.into());
        let error = of_scratch(scratch)(full("tmp/scratch/sled"));
        assert!(
            error_line(&error).contains("TMPDIR") && error_line(&error).contains("tmp/scratch")
        );
        assert!(matches!(of_scratch(scratch)(full("games")), SledError::Full { .. }));
    }

    #[test]
    fn an_unusable_folder_comes_with_what_to_do() {
        let own = |kind| io::Error::new(kind, "why");
        let of_system = |code| io::Error::from_raw_os_error(code);
        for (source, says) in [
            (of_system(13), "give the user who runs Kradan the right to read and write it"),
            (of_system(30), "give the user who runs Kradan the right to read and write it"),
            (of_system(2), "check its name, and store.folder in the configuration"),
            (of_system(20), "check its name, and store.folder in the configuration"),
            (of_system(17), "check its name, and store.folder in the configuration"),
            (own(ErrorKind::NotFound), "check its name, and store.folder in the configuration"),
            (own(ErrorKind::InvalidInput), "name another one"),
            (own(ErrorKind::Unsupported), "start the later version, or restore a backup"),
            (of_system(EIO), "look at its disk, and try again"),
            (of_system(22), "look at its disk, and try again"),
            (of_system(95), "look at its disk, and try again"),
            (own(ErrorKind::Other), "look at its disk, and try again"),
        ] {
            let why = source.to_string();
            let error = failed(Path::new("some/games"))(source);
            let expected = format!("cannot use the folder some/games ({says}): {why}");
            assert_eq!(error_line(&error), expected);
        }
    }

    #[test]
    fn a_failed_database_comes_with_what_to_do() {
        let error = of_sled(Path::new("some/games"), sled::Error::Unsupported("why".to_owned()));
        let says = "some/games: the database failed (start again; where it fails again, look at \
                    the disk, and run kradan verify): ";
        assert!(error_line(&error).starts_with(says), "{}", error_line(&error));
    }

    #[test]
    fn every_error_names_its_folder() {
        let full = || io::Error::from(ErrorKind::StorageFull);
        let games = Path::new("some/games");
        let says = "some/games: the disk is full: make room and start again; nothing that was \
                    acknowledged is lost";
        for error in [
            failed(games)(full()),
            of_writing(games, full()),
            of_sled(games, sled::Error::Io(full())),
            of_disk(games)(DiskError::Database(sled::Error::Io(full()))),
        ] {
            assert_eq!(error_line(&error), says);
        }
        let bad = || io::Error::from_raw_os_error(EIO);
        for error in [
            failed(games)(bad()),
            of_writing(games, bad()),
            of_sled(games, sled::Error::Io(bad())),
            of_sled(games, sled::Error::ReportableBug(String::new())),
        ] {
            assert!(error_line(&error).contains("some/games"), "{}", error_line(&error));
        }
    }
}

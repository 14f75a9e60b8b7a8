//! `kradan backup`, `kradan restore` and `kradan rescue`, and the backups of a Kradan that runs: each day
//! by itself, and at any time for who asks at a socket in the folder of the games.

use std::fs::{self, DirBuilder, File};
use std::io::{self, Read, Seek as _, Write};
use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use kradan::config::Config;
use kradan::service::ErrorChain;
use kradan_rules::Escaped;
use kradan_store::{
    BackupError, BackupStore, SledStore, StoreErrorKind, Total, back_up, check_backup, restore,
};
use tempfile::NamedTempFile;
use tokio::net::UnixListener;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use super::host::{self, HostArgs, HostError, silence_sled};

/// Whoever connects to this file in the folder of the games gets a backup.
const SOCKET: &str = "backup.sock";

/// How long the receiver of a backup may read nothing.
const SILENCE_MAX: Duration = Duration::from_secs(60);

/// How long Kradan runs before it looks whether a backup is due, and how often it looks then.
const FIRST_LOOK_AFTER: Duration = Duration::from_secs(600);
const LOOK_EVERY: Duration = Duration::from_secs(3600);

/// How far apart the backups are that are made by themselves.
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// How long one is kept: a week less the time between two looks, so that who was erased is in none of them
/// after a week.
const KEPT_FOR: SignedDuration = SignedDuration::from_hours(7 * 24 - 1);

/// The most that are removed at one look.
const REMOVED_AT_ONCE: usize = 2;

/// The bytes that stay free for the games beside a backup.
const RESERVE: u64 = 64 << 20;

/// The name of a backup by the time at which it was made, and how that of an unfinished one begins.
const NAME: &str = "kradan-%Y-%m-%dT%H%M%SZ.jsonl.gz";
const UNFINISHED: &str = "unfinished-";

/// The arguments of `kradan backup` and `kradan restore`.
#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    /// The file of the backup; - is the standard output or input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// The arguments of `kradan rescue`.
#[derive(Debug, Args)]
pub(crate) struct RescueArgs {
    /// The damaged folder, which is not changed
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The file of the backup that is made of it
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Writes a backup, also while a Kradan runs on the games, and reads it back.
pub(super) fn backup(
    host: &HostArgs,
    BackupArgs { file }: &BackupArgs,
    out: &mut impl Write,
) -> Result<(), HostError> {
    let config = host::read_with_games(host)?;
    silence_sled();
    let made = NewFile::beside(file)?;
    let copy = made.file.reopen().map_err(not_written(file))?;
    Runtime::new().map_err(HostError::Start)?.block_on(unless_stopped(write(&config, copy)))?;
    let total = check_backup(made.file.reopen().map_err(not_written(file))?)?;
    if file == Path::new("-") {
        let mut made = made.file.reopen().map_err(not_written(file))?;
        // A reader that has gone has no backup.
        io::copy(&mut made, out).map_err(not_written(file))?;
    } else {
        made.put_at(file)?;
        told(&total, &[], file, out)?;
    }
    out.flush()?;
    lost_nothing(&total, file)
}

/// Does something, unless the process is told to stop: then nothing is left behind.
async fn unless_stopped(
    work: impl Future<Output = Result<(), HostError>>,
) -> Result<(), HostError> {
    let stop = CancellationToken::new();
    tokio::spawn(host::cancel_on_signal(stop.clone()));
    stop.run_until_cancelled(work).await.unwrap_or(Err(HostError::Stopped))
}

async fn write(config: &Config, file: File) -> Result<(), HostError> {
    match host::open(config).await {
        Ok(store) => {
            back_up(&*store, file, Timestamp::now()).await?;
            Ok(store.close().await?)
        }
        Err(HostError::Store(error)) if error.kind() == StoreErrorKind::InUse => {
            let socket = config.store.folder.join(SOCKET);
            let received = tokio::task::spawn_blocking(move || receive(&socket, file));
            received.await.unwrap_or_else(|ended| Err(HostError::Write(io::Error::other(ended))))
        }
        Err(error) => Err(error),
    }
}

/// Takes a backup from the Kradan that runs on the games.
fn receive(socket: &Path, mut file: File) -> Result<(), HostError> {
    let name = socket.display().to_string();
    let unanswered = |source| HostError::NotAnswered { socket: name.clone(), source };
    let mut sender = UnixStream::connect(socket).map_err(unanswered)?;
    io::copy(&mut sender, &mut file).map_err(not_written(Path::new("the backup")))?;
    match check_backup(file.rewind().and_then(|()| file.try_clone()).map_err(unanswered)?) {
        Err(BackupError::NoBackup | BackupError::Cut(_)) => Err(HostError::BrokenOff),
        _ => Ok(()),
    }
}

/// Puts a backup into an empty store.
pub(super) fn put_back(
    host: &HostArgs,
    BackupArgs { file }: &BackupArgs,
    input: impl Read + Send + 'static,
    out: &mut impl Write,
) -> Result<(), HostError> {
    let (_, config) = host::read(host)?;
    silence_sled();
    let open = || {
        let name = file.display().to_string();
        File::open(file).map_err(|source| HostError::Read { file: name, source })
    };
    let input: Box<dyn Read + Send> = if file == Path::new("-") {
        Box::new(input)
    } else {
        check_backup(open()?)?;
        Box::new(open()?)
    };
    let total = Runtime::new().map_err(HostError::Start)?.block_on(async {
        let store = host::open(&config).await?;
        let total = restore(input, &*store).await?;
        store.close().await?;
        Ok::<Total, HostError>(total)
    })?;
    told(&total, &[], Path::new(&host::place_of(&config)), out)?;
    Ok(out.flush()?)
}

/// Writes a backup of all that can be read of a damaged folder.
pub(super) fn rescue(
    RescueArgs { folder, file }: &RescueArgs,
    out: &mut impl Write,
) -> Result<(), HostError> {
    silence_sled();
    if file.exists() {
        return Err(not_written(file)(io::ErrorKind::AlreadyExists.into()));
    }
    let mut made = NewFile::beside(file)?;
    let found = SledStore::rescue(folder, &mut made.file, Timestamp::now())?;
    made.put_at(file)?;
    told(&found.total, &found.damaged, file, out)?;
    out.flush()?;
    lost_nothing(&found.total, file)
}

/// Prints what is damaged or not there, a line each, and how much is there.
fn told(
    total: &Total,
    damaged: &[String],
    place: &Path,
    out: &mut impl Write,
) -> Result<(), HostError> {
    for line in damaged.iter().chain(&total.unreadable) {
        writeln!(out, "{}", Escaped(line))?;
    }
    let Total { tables, items, unreadable, .. } = total;
    writeln!(out, "{}: tables {tables}, rows {items}, lost {}", place.display(), unreadable.len())?;
    Ok(())
}

fn lost_nothing(total: &Total, file: &Path) -> Result<(), HostError> {
    if total.unreadable.is_empty() {
        Ok(())
    } else {
        Err(HostError::Lost { file: file.display().to_string() })
    }
}

fn not_written(file: &Path) -> impl Fn(io::Error) -> HostError {
    let file = file.display().to_string();
    move |source| HostError::Written { file: file.clone(), source }
}

fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    folder.unwrap_or(Path::new(".")).to_owned()
}

/// A file that is only there once it is whole.
struct NewFile {
    file: NamedTempFile,
}

impl NewFile {
    fn beside(file: &Path) -> Result<NewFile, HostError> {
        let folder = if file == Path::new("-") { std::env::temp_dir() } else { folder_of(file) };
        if file.symlink_metadata().is_ok_and(|found| !found.is_file()) {
            return Err(not_written(file)(io::Error::other("it is there, and is no file")));
        }
        let made = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder);
        Ok(NewFile { file: made.map_err(not_written(file))? })
    }

    /// Gives the file its name when it is on disk.
    fn put_at(self, file: &Path) -> Result<(), HostError> {
        let put = self.file.as_file().sync_all();
        let put = put.and_then(|()| self.file.persist(file).map_err(|failed| failed.error));
        put.and_then(|_| kradan_disk::sync(&folder_of(file))).map_err(not_written(file))
    }
}

/// Sends a backup to each who connects to the socket in a folder.
pub(super) async fn answer_at_socket(store: Arc<dyn BackupStore>, folder: PathBuf) {
    let socket = folder.join(SOCKET);
    remove_socket(&folder);
    let listener = match UnixListener::bind(&socket) {
        Ok(listener) => listener,
        Err(error) => {
            let socket = socket.display();
            tracing::warn!(%error, "kradan backup works only while this one is stopped: {socket} cannot be made");
            return;
        }
    };
    loop {
        match listener.accept().await {
            Ok((receiver, _)) => _ = tokio::spawn(send(Arc::clone(&store), receiver)),
            Err(error) => {
                tracing::warn!(%error, "nobody can be sent a backup");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// Removes the socket at the end, and the one that a killed process left.
pub(super) fn remove_socket(folder: &Path) {
    let _ = fs::remove_file(folder.join(SOCKET));
}

async fn send(store: Arc<dyn BackupStore>, receiver: tokio::net::UnixStream) {
    let receiver = receiver.into_std().and_then(|receiver| {
        receiver.set_nonblocking(false)?;
        receiver.set_write_timeout(Some(SILENCE_MAX))?;
        Ok(receiver)
    });
    let sent = match receiver {
        Ok(receiver) => back_up(&*store, receiver, Timestamp::now()).await.map(drop),
        Err(error) => Err(BackupError::Write(error)),
    };
    match sent {
        Ok(()) => tracing::info!("a backup was sent"),
        Err(error) => tracing::warn!(error = %ErrorChain(&error), "a backup was not sent"),
    }
}

/// Makes a backup each day, and keeps so many; 0 makes none. What is too old is removed all the same.
pub(super) async fn make_daily(store: Arc<dyn BackupStore>, folder: PathBuf, most: usize) {
    tokio::time::sleep(FIRST_LOOK_AFTER).await;
    loop {
        let now = Timestamp::now();
        if most > 0
            && let Err(error) = make_if_due(&*store, &folder, now).await
        {
            tracing::error!(error = %ErrorChain(&error), "no backup is made; it is tried again in an hour");
        }
        if let Err(error) = remove_old(&folder, most, now) {
            tracing::error!(%error, "old backups are not removed; it is tried again in an hour");
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// Makes a backup if the last one is a day old.
async fn make_if_due(
    store: &dyn BackupStore,
    folder: &Path,
    now: Timestamp,
) -> Result<(), HostError> {
    let failed = not_written(folder);
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(&failed)?;
    let before = backups_in(folder).map_err(&failed)?;
    // A clock that was set back makes one as well.
    let is_fresh = |(at, _): &(Timestamp, PathBuf)| {
        (SignedDuration::ZERO..DAY).contains(&now.duration_since(*at))
    };
    if before.iter().any(is_fresh) {
        return Ok(());
    }
    check_room(folder, before.last().map(|(_, file)| file)).map_err(&failed)?;
    let file = folder.join(name_at(now));
    let NewFile { file: unfinished } = NewFile::beside(&file)?;
    let (written, total) = back_up(store, unfinished, now).await?;
    NewFile { file: written }.put_at(&file)?;
    for line in &total.unreadable {
        tracing::error!("the backup lacks what cannot be read: {}", Escaped(line));
    }
    tracing::info!(tables = total.tables, "a backup is made: {}", file.display());
    Ok(())
}

/// Refuses a disk that a backup could fill: the games need it.
fn check_room(folder: &Path, last: Option<&PathBuf>) -> io::Result<()> {
    let database = folder.with_file_name("sled").join("db");
    let length = |file: &Path| fs::metadata(file).map_or(0, |metadata| metadata.len());
    let needed = RESERVE + last.map_or_else(|| length(&database), |last| 2 * length(last));
    if kradan_disk::free_bytes(folder)? < needed {
        let megabytes = needed.div_ceil(1_000_000);
        return Err(io::Error::other(format!("a backup needs {megabytes} MB of free space")));
    }
    Ok(())
}

/// Removes backups that are too many or too old, or of a time to come: the clock was wrong then. Only some
/// go at a time, for the clock may be wrong now.
fn remove_old(folder: &Path, most: usize, now: Timestamp) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    let found = backups_in(folder)?;
    let age = |at: &Timestamp| now.duration_since(*at);
    let is_of_now = |(at, _): &&(Timestamp, PathBuf)| age(at) > -DAY;
    let too_many = found.iter().filter(is_of_now).count().saturating_sub(most.max(1));
    let of_now = found.iter().filter(is_of_now).enumerate();
    let old = of_now.filter(|(place, (at, _))| *place < too_many || age(at) > KEPT_FOR);
    let old = old.map(|(_, backup)| backup).chain(found.iter().filter(|backup| !is_of_now(backup)));
    for (_, file) in old.take(REMOVED_AT_ONCE) {
        fs::remove_file(file)?;
    }
    Ok(())
}

fn name_at(at: Timestamp) -> String {
    at.to_zoned(TimeZone::UTC).strftime(NAME).to_string()
}

/// The backups that were made by themselves, the oldest first. What a killed process left is removed.
fn backups_in(folder: &Path) -> io::Result<Vec<(Timestamp, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with(UNFINISHED) {
            fs::remove_file(&path)?;
        } else if let Ok(at) = DateTime::strptime(NAME, name)
            && let Ok(at) = at.to_zoned(TimeZone::UTC)
        {
            found.push((at.timestamp(), path));
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_backup_is_made_each_day_and_none_is_kept_for_longer_than_a_week() {
        let home = tempfile::tempdir().unwrap();
        let store = SledStore::open(&home.path().join("games")).unwrap();
        let folder = home.path().join("backups");
        let start: Timestamp = "2026-11-30T04:00:00Z".parse().unwrap();
        let at = |hours: i64| start + SignedDuration::from_hours(hours);
        let look = async |hours: i64, most: usize| {
            make_if_due(&store, &folder, at(hours)).await.unwrap();
            remove_old(&folder, most, at(hours)).unwrap();
            let found = backups_in(&folder).unwrap().into_iter();
            found
                .map(|(made_at, path)| {
                    check_backup(File::open(path).unwrap()).unwrap();
                    made_at.duration_since(start).as_hours()
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(look(0, 3).await, [0]);
        fs::write(folder.join("unfinished-1"), "x").unwrap();
        fs::write(folder.join("of somebody else"), "x").unwrap();
        for hour in 1..24 {
            assert_eq!(look(hour, 3).await, [0]);
        }
        assert!(!folder.join("unfinished-1").exists());
        for hour in 24..100 {
            look(hour, 3).await;
        }
        assert_eq!(look(100, 3).await, [48, 72, 96]);
        // After a fortnight in which it was stopped the old ones go, when there is a new one.
        look(500, 3).await;
        assert_eq!(look(501, 3).await, [500]);
        for hour in 500..1_000 {
            look(hour, 7).await;
        }
        assert_eq!(look(1_003, 7).await, [836, 860, 884, 908, 932, 956, 980]);
        assert_eq!(look(1_004, 7).await, [860, 884, 908, 932, 956, 980, 1_004]);
        // For an hour the clock is years ahead.
        let ahead = look(30_000, 7).await;
        assert_eq!(ahead, [908, 932, 956, 980, 1_004, 30_000]);
        assert_eq!(look(1_005, 7).await, [908, 932, 956, 980, 1_004]);
        // The clock is set back: one is made, and only one a day.
        assert!(look(40, 7).await.contains(&40));
        assert!(!look(41, 7).await.contains(&41));
        // None is made by itself any more, and the old ones go.
        for _ in 0..9 {
            remove_old(&folder, 0, at(2_000)).unwrap();
        }
        assert_eq!(backups_in(&folder).unwrap(), []);
        assert!(folder.join("of somebody else").exists());
    }
}

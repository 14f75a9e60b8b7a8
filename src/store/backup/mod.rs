//! Backups: everything that a store holds at one time, in a [file](Header) that any tool reads, and back into
//! an empty store of any backend. Claims, locks and indices are not in it: they end, or are made anew.

mod file;
mod item;

use std::io::{self, Read, Write};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

use super::{Store, StoreError, Verified};
use kradan_table::ApplicationId;

use self::file::FORM;
pub(crate) use self::file::{BackupReader, BackupWriter};
pub use self::file::{Header, Total};
pub use self::item::{Item, ItemKind, SentChallenge};

/// How many items are read or written at once.
pub(crate) const AT_ONCE: usize = 250;

/// How long a process counts as there that did not end in order, and a little more.
const OTHERS_GONE: Duration = Duration::from_secs(25);

/// The application that a store is bound to while a backup is restored to it, so that no bot starts on a
/// part of it. Discord gives no such id.
const UNDER_WAY: ApplicationId = ApplicationId(0);

/// A store whose whole content can be read as it was at one time, and written without regard to what the
/// rest of the program may do with it.
#[async_trait]
pub trait BackupStore: Store {
    /// The application that the store is bound to.
    async fn application(&self) -> Result<Option<ApplicationId>, StoreError>;

    /// Binds the store to an application, whatever it was bound to, or to none.
    async fn set_application(&self, application: Option<ApplicationId>) -> Result<(), StoreError>;

    /// Everything as it is now. Later changes are not in it, and do not wait for it.
    async fn snapshot(&self) -> Result<Box<dyn Snapshot>, StoreError>;

    /// Stores items, in the place of those with the same keys.
    async fn put_items(&self, items: Vec<Item>) -> Result<(), StoreError>;

    /// Removes items as they are stored, and nothing else.
    async fn remove_items(&self, items: Vec<Item>) -> Result<(), StoreError>;
}

/// The items of a store at one time.
#[async_trait]
pub trait Snapshot: Send {
    /// The next items; `None` after the last ones.
    async fn next(&mut self) -> Result<Option<Page>, StoreError>;
}

/// Some items.
#[derive(Debug, Default)]
pub struct Page {
    pub items: Vec<Item>,
    /// What could not be read, one sentence for each.
    pub unreadable: Vec<String>,
}

/// Why there is no backup, or none is restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("the backup cannot be written")]
    Write(#[source] io::Error),
    #[error("this is no backup of Kradan")]
    NoBackup,
    #[error(
        "the backup was made by a newer Kradan (form {0}; this one knows {FORM}): restore it with that \
         version"
    )]
    Newer(u64),
    #[error("line {line} of the backup cannot be read")]
    Line { line: u64, source: serde_json::Error },
    #[error("the backup is not whole: it ends behind line {0}")]
    Cut(u64),
    #[error("the backup is damaged")]
    Damaged,
    #[error("a Kradan runs on the store to restore to: stop it first")]
    InUse,
    #[error("the store to restore to holds games already")]
    HoldsGames,
    #[error("only a part of a backup was restored here: restore it again")]
    IsPart,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Writes everything that a store holds now. The store stays in use.
///
/// # Errors
///
/// [`BackupError::Write`] if `out` fails, [`BackupError::IsPart`] if a restoring was broken off, and the errors
/// of the store.
pub async fn back_up<W: Write + Send + 'static>(
    store: &dyn BackupStore,
    out: W,
    made_at: Timestamp,
) -> Result<(W, Total), BackupError> {
    let application = store.application().await?;
    if application == Some(UNDER_WAY) {
        return Err(BackupError::IsPart);
    }
    let header = Header::new(made_at, application, store.heartbeat().await?);
    let mut snapshot = store.snapshot().await?;
    let mut writer =
        blocking(move || BackupWriter::new(out, &header).map_err(BackupError::Write)).await?;
    while let Some(page) = snapshot.next().await? {
        let written = move || {
            writer.unreadable(page.unreadable);
            page.items.iter().try_for_each(|item| writer.item(item))?;
            Ok(writer)
        };
        writer = blocking(move || written().map_err(BackupError::Write)).await?;
    }
    blocking(move || writer.finish().map_err(BackupError::Write)).await
}

/// Reads a backup to its end, and returns what its last line says.
///
/// # Errors
///
/// As of [`restore`], where they are not of the store.
pub fn check_backup(input: impl Read) -> Result<Total, BackupError> {
    BackupReader::new(input)?.check()
}

/// Puts a backup into an empty store, which can be used once this has returned without an error. Where a
/// restoring was broken off, its part is removed first.
///
/// # Errors
///
/// [`BackupError::InUse`] while another process uses the store, [`BackupError::HoldsGames`] if it is not empty,
/// [`BackupError::NoBackup`], [`BackupError::Newer`], [`BackupError::Line`], [`BackupError::Cut`] and
/// [`BackupError::Damaged`] by what is wrong with the backup, and the errors of the store.
pub async fn restore<R: Read + Send + 'static>(
    input: R,
    store: &dyn BackupStore,
) -> Result<Total, BackupError> {
    wait_until_alone(store).await?;
    let mut reader = blocking(move || BackupReader::new(input)).await?;
    match store.application().await? {
        Some(UNDER_WAY) => clear(store).await?,
        None if is_empty(store).await? => store.set_application(Some(UNDER_WAY)).await?,
        _ => return Err(BackupError::HoldsGames),
    }
    loop {
        let items;
        (reader, items) = blocking(move || {
            let items = reader.items(AT_ONCE)?;
            Ok((reader, items))
        })
        .await?;
        if items.is_empty() {
            break;
        }
        store.put_items(items).await?;
    }
    if let Some(heartbeat) = reader.header.heartbeat {
        store.record_heartbeat(heartbeat).await?;
    }
    store.set_application(reader.header.application).await?;
    Ok(reader.total())
}

/// Reads everything that a store holds, which plays every game, and tells what cannot be read.
///
/// # Errors
///
/// Those of the store.
pub async fn verify_store(store: &dyn BackupStore) -> Result<Verified, StoreError> {
    let mut found = Verified::default();
    let mut snapshot = store.snapshot().await?;
    while let Some(page) = snapshot.next().await? {
        found.rows += (page.items.len() + page.unreadable.len()) as u64;
        found.tables +=
            page.items.iter().filter(|item| item.kind() == ItemKind::Table).count() as u64;
        found.faults.extend(page.unreadable);
    }
    Ok(found)
}

/// Whether a restoring to a store was broken off.
///
/// # Errors
///
/// Those of the store.
pub async fn is_half_restored(store: &dyn BackupStore) -> Result<bool, StoreError> {
    Ok(store.application().await? == Some(UNDER_WAY))
}

/// Waits for processes that were killed to count as gone.
async fn wait_until_alone(store: &dyn BackupStore) -> Result<(), BackupError> {
    let gone = async {
        while store.processes().get() > 1 {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(OTHERS_GONE, gone).await.map_err(|_| BackupError::InUse)
}

async fn is_empty(store: &dyn BackupStore) -> Result<bool, StoreError> {
    let mut snapshot = store.snapshot().await?;
    while let Some(page) = snapshot.next().await? {
        if !page.items.is_empty() || !page.unreadable.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn clear(store: &dyn BackupStore) -> Result<(), StoreError> {
    let mut snapshot = store.snapshot().await?;
    while let Some(page) = snapshot.next().await? {
        store.remove_items(page.items).await?;
    }
    Ok(())
}

/// Compresses and parses on another thread than those that answer players.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BackupError> + Send + 'static,
) -> Result<T, BackupError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(result) => result,
        Err(ended) => Err(BackupError::Write(io::Error::other(ended))),
    }
}

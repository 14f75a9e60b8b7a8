//! `kradan move-store`: all games go from a folder to a database, or back.

use std::env::{self, VarError};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use kradan_rules::Escaped;
use kradan_store::{MoveError, PostgresStore, SledStore, StoreError, TransferStore, move_store};
use tokio::runtime::Runtime;

use super::host::silence_sled;

/// The arguments of `kradan move-store`.
#[derive(Debug, Args)]
pub(crate) struct MoveStoreArgs {
    /// Where the games are: a folder, postgres://…, or env:NAME for a variable that holds one of both
    #[arg(value_name = "FROM")]
    from: Place,
    /// Where they go, which is empty, or holds what an earlier move came to
    #[arg(value_name = "TO")]
    to: Place,
}

/// Where games are. It is printed without the address of a database, which may have a password.
#[derive(Clone)]
pub(crate) enum Place {
    Folder(PathBuf),
    Database(String),
}

/// Why the games were not moved.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MoveStoreError {
    #[error("there are no games in {0}")]
    NoGames(Place),
    #[error("cannot use the games in {0}")]
    Open(Place, #[source] StoreError),
    #[error("the games are not all moved; the same command goes on")]
    BrokenOff(#[source] MoveError),
    #[error("nothing is moved")]
    Refused(#[source] MoveError),
    #[error("{0} holds all that could be read; what is listed above stayed behind")]
    Lost(Place),
    #[error(
        "nothing is stored: ratings follow from all games, and what is listed above cannot be read"
    )]
    Unreadable,
    #[error("cannot start the async runtime")]
    Start(#[source] io::Error),
    #[error("cannot write the output")]
    Write(#[from] io::Error),
}

/// Copies all games, and checks the copy. The old ones stay as they are.
pub(super) fn run(args: &MoveStoreArgs, out: &mut impl Write) -> Result<(), MoveStoreError> {
    silence_sled();
    let runtime = Runtime::new().map_err(MoveStoreError::Start)?;
    runtime.block_on(move_all(&args.from, &args.to, out))
}

async fn move_all(from: &Place, to: &Place, out: &mut impl Write) -> Result<(), MoveStoreError> {
    from.has_games()?;
    let (source, target) = (from.open().await?, to.open().await?);
    let mut told = Vec::new();
    let moved = move_store(&*source, &*target, |kind| told.push(kind)).await;
    for kind in told.iter().filter(|kind| kind.items > 0) {
        let name = kind.kind.name();
        match kind.held {
            0 => writeln!(out, "{name:26} {:>9}", kind.items)?,
            held => writeln!(out, "{name:26} {:>9}, of which {held} were there", kind.items)?,
        }
    }
    for store in [source, target] {
        store.close().await.map_err(|error| MoveStoreError::BrokenOff(error.into()))?;
    }
    let moved = moved.map_err(|error| match error {
        MoveError::InUse(_) | MoveError::IsPart | MoveError::HoldsGames => {
            MoveStoreError::Refused(error)
        }
        MoveError::Used | MoveError::Differs(_) | MoveError::Store(_) => {
            MoveStoreError::BrokenOff(error)
        }
    })?;
    for line in &moved.unreadable {
        writeln!(out, "{}", Escaped(line))?;
    }
    let (tables, items, left) = (moved.tables, moved.items, moved.unreadable.len());
    writeln!(out, "{to}: tables {tables}, rows {items}, left behind {left}")?;
    out.flush()?;
    if left == 0 { Ok(()) } else { Err(MoveStoreError::Lost(to.clone())) }
}

impl Place {
    /// Opening an empty folder would make a store there.
    pub(super) fn has_games(&self) -> Result<(), MoveStoreError> {
        match self {
            Place::Folder(folder) if !holds_files(folder) => {
                Err(MoveStoreError::NoGames(self.clone()))
            }
            _ => Ok(()),
        }
    }

    pub(super) async fn open(&self) -> Result<Box<dyn TransferStore>, MoveStoreError> {
        let opened: Result<Box<dyn TransferStore>, StoreError> = match self {
            Place::Folder(folder) => SledStore::open(folder).map(|store| Box::new(store) as _),
            Place::Database(url) => {
                PostgresStore::open(url).await.map(|store| Box::new(store) as _)
            }
        };
        opened.map_err(|error| MoveStoreError::Open(self.clone(), error))
    }
}

fn holds_files(folder: &Path) -> bool {
    folder.read_dir().is_ok_and(|mut files| files.next().is_some())
}

impl FromStr for Place {
    type Err = VarError;

    fn from_str(text: &str) -> Result<Place, VarError> {
        let text = match text.strip_prefix("env:") {
            Some(variable) => env::var(variable)?,
            None => text.to_owned(),
        };
        let is_url = ["postgres://", "postgresql://"].iter().any(|it| text.starts_with(it));
        Ok(if is_url { Place::Database(text) } else { Place::Folder(text.into()) })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(folder) => write!(f, "{}", folder.display()),
            Place::Database(_) => write!(f, "PostgreSQL"),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

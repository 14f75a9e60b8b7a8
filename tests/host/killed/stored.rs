//! What is stored, read so that the program finds it unchanged.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use kradan_rules::{Game, GameKind};
use kradan_store::{PostgresStore, SledStore, Store};
use kradan_table::{Event, TableId};
use tempfile::TempDir;

/// Tables as they are stored.
pub(crate) type Tables = HashMap<TableId, Stored>;

/// A table as it is stored.
#[derive(Debug)]
pub(crate) struct Stored {
    /// Whether the challenge was accepted.
    pub(crate) is_begun: bool,
    pub(crate) is_over: bool,
    pub(crate) moves: Vec<String>,
    pub(crate) position: String,
    pub(crate) owed: Vec<Owed>,
}

/// The pending outbox entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owed {
    pub(crate) revision: u64,
    pub(crate) ply: usize,
    pub(crate) is_challenge: bool,
}

impl Stored {
    /// The plies of the table in this commit, which its board shows.
    pub(crate) fn commits(&self) -> Vec<usize> {
        if self.is_begun { commits(&self.moves) } else { Vec::new() }
    }
}

/// The plies that a player made, and the start. A forced pass comes with the move before it.
pub(crate) fn commits(moves: &[String]) -> Vec<usize> {
    let is_commit = |ply: &usize| moves.get(*ply).is_none_or(|next| next != "pass");
    (0..=moves.len()).filter(is_commit).collect()
}

/// Where games are.
pub(crate) enum Place {
    Folder(PathBuf),
    /// The address of a database.
    Database(String),
}

/// Reads games that nobody uses, and leaves them as they are.
pub(crate) async fn read(place: &Place, tables: &[TableId]) -> Tables {
    let Place::Folder(folder) = place else { return read_itself(place, tables).await };
    let copy = TempDir::new().unwrap();
    if folder.is_dir() {
        copy_all(folder, copy.path());
    }
    read_itself(&Place::Folder(copy.path().to_owned()), tables).await
}

/// Reads games that nobody uses.
pub(crate) async fn read_itself(place: &Place, tables: &[TableId]) -> Tables {
    let store: Box<dyn Store> = match place {
        Place::Folder(folder) => Box::new(SledStore::open(folder).unwrap()),
        Place::Database(address) => Box::new(PostgresStore::open(address).await.unwrap()),
    };
    let mut found = HashMap::new();
    for &id in tables {
        let Some(row) = store.table(id).await.unwrap() else { continue };
        let owed = store.pending_of_table(id).await.unwrap();
        let owed = owed.iter().map(|notice| Owed {
            revision: notice.id.revision,
            ply: notice.ply,
            is_challenge: matches!(notice.events[..], [Event::Challenged { .. }]),
        });
        let stored = Stored {
            is_begun: row.table.seats().is_some(),
            is_over: row.table.ending().is_some(),
            moves: row.table.game().moves(),
            position: row.table.game().position(),
            owed: owed.collect(),
        };
        found.insert(id, stored);
    }
    store.close().await.unwrap();
    found
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_all(&path, &target);
        } else if path.is_file() {
            fs::copy(&path, &target).unwrap();
        }
    }
}

/// A game after these moves.
pub(crate) fn played(kind: GameKind, moves: &[String]) -> Game {
    let mut game = Game::new(kind);
    for mv in moves {
        game.play_text(mv).unwrap_or_else(|error| panic!("{kind} {moves:?}: {error}"));
    }
    game
}

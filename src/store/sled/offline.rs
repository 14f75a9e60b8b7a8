//! What is done with a folder that no process uses, without changing it: it is looked through, or
//! what still reads is copied out of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::check::{Check, is_index, table_of};
use super::checkpoint;
use super::checksum::StateChecksum;
use super::codec::{self, DatabaseMarker, TableHeader};
use super::copies::{self, DatabaseCopy, JournalCopy, OpenDatabase, open_database};
use super::error::SledError;
use super::error::{failed, of_scratch};
use super::folder;
use super::journal;
use super::keys::{RowKey, TreeId};
use super::trees::Trees;
use crate::table::TableId;

/// What was found in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many rows there are.
    pub rows: u64,
    /// How many of them are tables.
    pub tables: u64,
    /// What is wrong: a line for each fault.
    pub faults: Vec<String>,
}

/// What was copied out of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rescued {
    /// How many rows were copied.
    pub rows: u64,
    /// How many of them are tables.
    pub tables: u64,
    /// What does not read: a line for each row or file.
    pub lost: Vec<String>,
}

/// Looks through all of a folder.
pub(super) fn verify(folder: &Path) -> Result<Verified, SledError> {
    let _held = hold(folder)?;
    let temporary = std::env::temp_dir();
    let scratch = Scratch::new(&temporary).map_err(of_scratch(&temporary))?;
    look_through(folder, &scratch).map_err(of_scratch(&scratch.path))
}

fn look_through(folder: &Path, scratch: &Scratch) -> Result<Verified, SledError> {
    let place = folder.join(journal::FOLDER);
    let journal = JournalCopy::read(&place).map_err(failed(&place))?;
    let database = database(folder, scratch)?;
    let mut check = Check::default();
    check.faults.clone_from(&journal.scan.faults);
    if let Some(tree) = &journal.scan.newer {
        let place = place.display();
        check.faults.push(format!("{place} holds {tree}, which a later version of Kradan wrote"));
    }
    let loaded = loaded(&journal, scratch, &mut check.faults)?;
    let sled = folder.join("sled").display().to_string();
    let last = journal.scan.at_least;
    let rows = match (database, loaded) {
        (DatabaseCopy::Whole(OpenDatabase { trees, state, .. }), loaded) => {
            let from_journal = loaded.as_ref().map(|(_, state)| *state);
            check.faults.extend(difference(&sled, state, &place, from_journal, last));
            Some(trees)
        }
        (DatabaseCopy::Unmarked(OpenDatabase { trees, .. }), None) if !place.is_dir() => {
            Some(trees)
        }
        (other, loaded) => {
            check.faults.push(format!("{sled}: {}", what_is_wrong(&other, scratch, folder)));
            if loaded.as_ref().is_none_or(|(_, state)| state.number < last) {
                let place = place.display();
                check.faults.push(format!("{place} does not reach change {last}"));
            }
            loaded.map(|(trees, _)| trees)
        }
    };
    match rows {
        Some(trees) => {
            for row in trees.rows() {
                let (tree, key, value) = row.map_err(trees.failed())?;
                check.row(tree, &key, &value);
            }
            check.finish();
        }
        None => check.faults.push(format!(
            "{}: neither copy is whole: see kradan rescue {} NEW",
            folder.display(),
            folder.display()
        )),
    }
    let Check { rows, tables, faults, .. } = check;
    Ok(Verified { rows, tables, faults })
}

/// The journal's rows in a database of their own, if it comes to one.
fn loaded(
    journal: &JournalCopy,
    scratch: &Scratch,
    faults: &mut Vec<String>,
) -> Result<Option<(Trees, StateChecksum)>, SledError> {
    if journal.reach().is_none() {
        return Ok(None);
    }
    let mut state = StateChecksum::default();
    let load = |trees: &Trees| {
        state = journal.load_into(trees)?;
        Ok(())
    };
    match copies::guarded(|| open_database(&scratch.path.join("loaded"), load)) {
        Ok(Ok((trees, _))) => Ok(Some((trees, state))),
        Ok(Err(error @ SledError::Lost { .. })) => {
            faults.push(error.to_string());
            Ok(None)
        }
        Ok(Err(error)) => Err(error),
        // What it was made from is whole.
        Err(panicked) => Err(failed(&scratch.path)(io::Error::other(panicked))),
    }
}

/// What two copies that both read do not have in common.
fn difference(
    sled: &str,
    state: StateChecksum,
    journal: &Path,
    from_journal: Option<StateChecksum>,
    last: u64,
) -> Vec<String> {
    let journal = journal.display();
    let last = last.max(state.number);
    let mut faults = Vec::new();
    if state.number < last {
        faults.push(format!("{sled} has come to change {} of {last}", state.number));
    }
    match from_journal {
        None => faults.push(format!("{journal} does not reach change {last}")),
        Some(other) if other.number < last => {
            faults.push(format!("{journal} has come to change {} of {last}", other.number));
        }
        Some(other) if other.number == state.number && other != state => {
            faults.push(format!("{sled} and {journal} do not hold the same rows"));
        }
        Some(_) => {}
    }
    faults
}

fn what_is_wrong(database: &DatabaseCopy, scratch: &Scratch, folder: &Path) -> String {
    match database {
        DatabaseCopy::Absent => "it is not there".to_owned(),
        DatabaseCopy::Damaged(what) => {
            what.replace(&scratch.path.display().to_string(), &folder.display().to_string())
        }
        DatabaseCopy::Unmarked(_) | DatabaseCopy::Whole(_) => "it is of an older time".to_owned(),
    }
}

/// A row that was found: its value, or that it was removed, and after which change.
type Found = BTreeMap<(TreeId, Vec<u8>), (u64, Option<Vec<u8>>)>;

/// Copies all that reads into a new folder.
pub(super) fn rescue(folder: &Path, new: &Path) -> Result<Rescued, SledError> {
    let _held = hold(folder)?;
    let refused = |why: &str| failed(new)(io::Error::new(io::ErrorKind::InvalidInput, why));
    let is_empty = match fs::read_dir(new) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(failed(new)(error)),
    };
    if !is_empty {
        return Err(refused("it is not empty"));
    }
    let absolute = |path: &Path| std::path::absolute(path).map_err(failed(path));
    if absolute(new)?.starts_with(absolute(folder)?) {
        return Err(refused("it is in the folder that is to be left as it is"));
    }
    let lock = folder::lock(new)?;
    let scratch = Scratch::new(new)?;
    let place = folder.join(journal::FOLDER);
    let journal = JournalCopy::read(&place).map_err(failed(&place))?;
    let database = database(folder, &scratch)?;
    let mut lost = journal.scan.faults.clone();
    let found = match database {
        DatabaseCopy::Whole(OpenDatabase { trees, state, .. })
            if journal
                .reach()
                .is_none_or(|reached| reached < journal.scan.at_least.max(state.number)) =>
        {
            let (reached, last) = (journal.scan.reach(state.number), journal.scan.at_least);
            if reached < last {
                lost.push(format!("changes {} to {last}: neither copy has them", reached + 1));
            }
            let mut found = in_journal(&journal, &mut lost);
            found.retain(|_, (number, _)| *number > state.number);
            for ((tree, key), value) in in_database(&trees, &mut lost) {
                found.entry((tree, key)).or_insert((state.number, Some(value)));
            }
            found
        }
        other if journal.reach().is_some_and(|reached| reached >= journal.scan.at_least) => {
            drop(other);
            in_journal(&journal, &mut lost)
        }
        other => {
            let mut found = in_journal(&journal, &mut lost);
            if let DatabaseCopy::Damaged(what) = &other {
                let what = what.replace(&scratch.path.display().to_string(), "sled");
                lost.push(format!("{}: {what}", folder.join("sled").display()));
            }
            let trees = match other {
                DatabaseCopy::Whole(OpenDatabase { trees, .. })
                | DatabaseCopy::Unmarked(OpenDatabase { trees, .. }) => Some(trees),
                DatabaseCopy::Absent | DatabaseCopy::Damaged(_) => {
                    // Once more: who failed to read the first copy may hold it still.
                    let again = Scratch::new(&scratch.path)?;
                    copy_database(folder, &again)?;
                    copies::open_damaged(&again.path)
                }
            };
            if let Some(trees) = trees {
                add_older(&mut found, &trees, &mut lost);
            }
            found
        }
    };
    let rescued = write(new, found, lost)?;
    drop(scratch);
    // The new folder gets its journal.
    folder::open(new)?;
    drop(lock);
    Ok(rescued)
}

/// All that reads of the checkpoints and the journal.
fn in_journal(journal: &JournalCopy, lost: &mut Vec<String>) -> Found {
    let mut found = Found::new();
    for (number, path) in checkpoint::checkpoints(&journal.folder).unwrap_or_default() {
        let take = |tree, key: &[u8], value: &[u8]| {
            found.insert((tree, key.to_vec()), (number, Some(value.to_vec())));
        };
        if let Err(error) = checkpoint::salvage(&path, take) {
            lost.push(format!("{}: {error}", path.display()));
        }
    }
    for record in &journal.scan.records {
        match record.writes() {
            Ok(writes) => {
                for (tree, changes) in writes.trees() {
                    for (key, value) in changes {
                        let number = record.head.after.number;
                        found.insert((tree, key.clone()), (number, value.clone()));
                    }
                }
            }
            Err(error) => lost.push(format!("{}: {error}", record.file.display())),
        }
    }
    found
}

/// All that reads of a database, from both ends of each part where something between does not.
fn in_database(trees: &Trees, lost: &mut Vec<String>) -> BTreeMap<(TreeId, Vec<u8>), Vec<u8>> {
    let mut found = BTreeMap::new();
    for tree in TreeId::ALL {
        let mut take = |from_end: bool| {
            let mut rows = trees.tree(tree).iter();
            loop {
                let row = copies::guarded(|| if from_end { rows.next_back() } else { rows.next() });
                match row {
                    Ok(None) => return None,
                    Ok(Some(Ok((key, value)))) => {
                        found.insert((tree, key.to_vec()), value.to_vec());
                    }
                    Ok(Some(Err(error))) => return Some(error.to_string()),
                    Err(panicked) => {
                        std::mem::forget(rows);
                        return Some(panicked);
                    }
                }
            }
        };
        if let Some(why) = take(false) {
            take(true);
            lost.push(format!("sled: not all of {} reads: {why}", tree.name()));
        }
    }
    found
}

/// Adds what only the damaged database has, and tables of which it has a later revision.
fn add_older(found: &mut Found, trees: &Trees, lost: &mut Vec<String>) {
    for ((tree, key), value) in in_database(trees, lost) {
        let is_later = match found.get(&(tree, key.clone())) {
            None => true,
            Some((_, Some(other))) if tree == TreeId::Tables => revision(&value) > revision(other),
            Some(_) => false,
        };
        if is_later {
            found.insert((tree, key), (0, Some(value)));
        }
    }
}

fn revision(text: &[u8]) -> Option<u64> {
    codec::decode::<TableHeader>(RowKey::Table(TableId(0)), text).ok().map(|head| head.revision)
}

/// Writes what was found, with indices that say what the rows do.
fn write(new: &Path, found: Found, mut lost: Vec<String>) -> Result<Rescued, SledError> {
    let mut check = Check::default();
    let mut named = BTreeSet::new();
    let mut rows: BTreeMap<(TreeId, Vec<u8>), Vec<u8>> = BTreeMap::new();
    for ((tree, key), (_, value)) in found {
        let Some(value) = value else { continue };
        named.extend(table_of(tree, &key));
        if !is_index(tree) {
            check.row(tree, &key, &value);
            rows.insert((tree, key), value);
        }
    }
    rows.extend(std::mem::take(&mut check.wanted).into_iter().map(|it| (it, Vec::new())));
    let database = (TreeId::Meta, RowKey::Database.key());
    rows.insert(database, codec::encode(RowKey::Database, &DatabaseMarker {})?);
    let gone = |id: &TableId| !rows.contains_key(&(TreeId::Tables, RowKey::Table(*id).key()));
    let gone = named.iter().filter(|id| gone(id));
    lost.extend(gone.map(|TableId(id)| format!("table {id}: nothing of it reads but its name")));
    lost.append(&mut check.faults);
    let mut state = StateChecksum { number: 1, ..StateChecksum::default() };
    open_database(new, |trees| {
        for ((tree, key), value) in &rows {
            state.add(*tree, key, value);
            trees.load(*tree, key, value).map_err(trees.failed())?;
        }
        trees.set_state(state).map_err(trees.failed())
    })?;
    Ok(Rescued { rows: rows.len() as u64, tables: check.tables, lost })
}

/// Reads a copy of the database: to open sled is to change it.
fn database(folder: &Path, scratch: &Scratch) -> Result<DatabaseCopy, SledError> {
    copy_database(folder, scratch)?;
    DatabaseCopy::read(&scratch.path)
}

fn copy_database(folder: &Path, scratch: &Scratch) -> Result<(), SledError> {
    let sled = folder.join("sled");
    if sled.is_dir() {
        copy(&sled, &scratch.path.join("sled"))?;
    }
    Ok(())
}

/// Whether it is the original or the copy that failed is told by the path in the error.
fn copy(from: &Path, to: &Path) -> Result<(), SledError> {
    crate::disk::make(to).map_err(failed(to))?;
    for entry in fs::read_dir(from).map_err(failed(from))? {
        let path = entry.map_err(failed(from))?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() { copy(&path, &target)? } else { copy_file(&path, &target)? }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<(), SledError> {
    let mut original = File::open(from).map_err(failed(from))?;
    let mut copy = File::create(to).map_err(failed(to))?;
    let mut bytes = vec![0; 1 << 18];
    loop {
        match original.read(&mut bytes).map_err(failed(from))? {
            0 => return Ok(()),
            length => copy.write_all(&bytes[..length]).map_err(failed(to))?,
        }
    }
}

/// Takes a folder as it is.
fn hold(folder: &Path) -> Result<Option<File>, SledError> {
    let has_store = ["sled", journal::FOLDER].iter().any(|name| folder.join(name).is_dir());
    if !has_store {
        let why = io::Error::new(io::ErrorKind::NotFound, "there are no games in it");
        return Err(failed(folder)(why));
    }
    let file = match File::open(folder.join("lock")) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(folder)(error)),
    };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {
            Err(SledError::InUse { folder: folder.display().to_string() })
        }
        Err(TryLockError::Error(error)) => Err(failed(folder)(error)),
    }
}

/// A folder that goes when this does.
struct Scratch {
    path: PathBuf,
}

impl Scratch {
    fn new(beside: &Path) -> Result<Scratch, SledError> {
        let numbers = 0..1_000;
        let names = numbers.map(|number| format!("kradan-{}-{number}.new", std::process::id()));
        let mut free = names.map(|name| beside.join(name)).filter(|path| !path.exists());
        let path = free.next().unwrap_or_else(|| beside.join("kradan.new"));
        crate::disk::make(&path).map_err(failed(&path))?;
        Ok(Scratch { path })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

//! Copies the readable rows of a damaged folder into a new one, without changing the damaged one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use super::super::OutboxEntryId;
use super::check::{Check, is_index, table_of};
use super::checksum::StateChecksum;
use super::closed_folder::{MADE_ANEW, Scratch, copy_database, lock_existing};
use super::codec::{self, DatabaseMarker, TableHeader};
use super::database::{Database, GAVE_UP, guarded, open_damaged, open_database};
use super::error::{DatabaseError, SledError, failed};
use super::folder;
use super::keys::{self, RowKey, TreeId};
use super::reached::{self, Reached};
use super::reseal::{LostPage, reseal};
use super::trees::Trees;
use kradan_table::TableId;

/// The result of a rescue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rescued {
    /// How many rows were copied.
    pub rows: u64,
    /// How many of them are tables.
    pub tables: u64,
    /// A line for each file that is damaged, without which everything reads.
    pub damaged: Vec<String>,
    /// A line for each row or file that cannot be read.
    pub lost: Vec<String>,
}

/// The rows that were found.
type Found = BTreeMap<(TreeId, Vec<u8>), Vec<u8>>;

/// Copies all readable rows into a new folder.
pub(super) fn rescue(folder: &Path, new: &Path) -> Result<Rescued, SledError> {
    let _lock = lock_existing(folder)?;
    check_target(folder, new)?;
    let lock = folder::lock(new)?;
    let scratch = Scratch::new(new)?;
    let (mut found, mut damaged, mut lost) = (Found::new(), Vec::new(), Vec::new());
    let last = match reached::read(folder).map_err(failed(folder))? {
        Reached::At(last) => last,
        Reached::Absent | Reached::Damaged => 0,
    };
    let number = read_whole(folder, &scratch, &mut found, &mut damaged)?;
    if number.is_none_or(|number| number < last) {
        let restored = read_restored(folder, &scratch, &mut damaged)?.filter(|(it, _)| *it >= last);
        match (restored, number) {
            (Some((_, rows)), _) => found = rows,
            (None, Some(number)) => {
                lost.append(&mut damaged);
                let missing = number + 1;
                lost.push(format!("changes {missing} to {last}: the database does not have them"));
                add_behind(&mut found, folder, &scratch, &mut lost)?;
            }
            (None, None) => {
                lost.append(&mut damaged);
                read_damaged(folder, &scratch, &mut found, &mut lost)?;
            }
        }
    }
    let rescued = Rescued { damaged, ..write(new, found, lost)? };
    drop(scratch);
    // Opening the new folder makes what is missing there.
    folder::open(new)?;
    drop(lock);
    Ok(rescued)
}

/// Reads a database that is whole, perhaps without the files that sled makes anew, and returns the number
/// of its last change; `None` where it is not.
fn read_whole(
    folder: &Path,
    scratch: &Scratch,
    found: &mut Found,
    damaged: &mut Vec<String>,
) -> Result<Option<u64>, SledError> {
    for without in MADE_ANEW {
        let copy = Scratch::new(scratch.path())?;
        copy_database(folder, &copy, without, || true)?;
        match Database::read(copy.path())? {
            Database::Whole(trees, _) => {
                found.extend(in_database(&trees, damaged));
                return Ok(Some(trees.now().number));
            }
            Database::Damaged(what) => {
                let what = what.replace(&copy.path().display().to_string(), "sled");
                let what = format!("{}: {what}", folder.join("sled").display());
                if !damaged.contains(&what) {
                    damaged.push(what);
                }
            }
            Database::Absent => {
                damaged.push(format!("{}: it is not there", folder.join("sled").display()));
                return Ok(None);
            }
        }
    }
    Ok(None)
}

/// Reads a database whose flipped bits are put right, and returns the number of its last change; `None`
/// where that is not all that is damaged.
fn read_restored(
    folder: &Path,
    scratch: &Scratch,
    damaged: &mut Vec<String>,
) -> Result<Option<(u64, Found)>, SledError> {
    for without in MADE_ANEW {
        let copy = Scratch::new(scratch.path())?;
        copy_database(folder, &copy, without, || true)?;
        let data = copy.path().join("sled/db");
        if !data.is_file() || reseal(&data, LostPage::Older).map_err(failed(&data))? == 0 {
            return Ok(None);
        }
        if let Database::Whole(trees, _) = Database::read(copy.path())? {
            damaged
                .push(format!("{}: bits of its file db were wrong", folder.join("sled").display()));
            return Ok(Some((trees.now().number, in_database(&trees, damaged))));
        }
    }
    Ok(None)
}

/// Reads what is left of a damaged database.
fn read_damaged(
    folder: &Path,
    scratch: &Scratch,
    found: &mut Found,
    lost: &mut Vec<String>,
) -> Result<(), SledError> {
    for without in MADE_ANEW {
        // The failed reading may still hold its copy open.
        let again = Scratch::new(scratch.path())?;
        copy_database(folder, &again, without, || true)?;
        if let Some(trees) = open_damaged(again.path()) {
            add_older(found, &trees, lost);
        }
    }
    add_behind(found, folder, scratch, lost)
}

/// Refuses a new folder that is not empty or is in the damaged one.
fn check_target(folder: &Path, new: &Path) -> Result<(), SledError> {
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
    Ok(())
}

/// Adds the rows behind the damaged parts of a database, where sled alone does not read on.
fn add_behind(
    found: &mut Found,
    folder: &Path,
    scratch: &Scratch,
    lost: &mut Vec<String>,
) -> Result<(), SledError> {
    let sled = folder.join("sled");
    for page in [LostPage::Older, LostPage::Empty] {
        let copy = Scratch::new(scratch.path())?;
        copy_database(folder, &copy, MADE_ANEW[MADE_ANEW.len() - 1], || true)?;
        let count = match reseal(&copy.path().join("sled/db"), page) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
            Err(error) => return Err(failed(&sled)(error)),
        };
        if count == 0 {
            break;
        }
        if page == LostPage::Older {
            lost.push(format!("{}: parts of its file db are damaged: {count}", sled.display()));
        }
        if let Some(trees) = open_damaged(copy.path()) {
            add_older(found, &trees, lost);
            break;
        }
    }
    Ok(())
}

/// The readable rows of a database. A tree with an unreadable row is read from both ends.
fn in_database(trees: &Trees, lost: &mut Vec<String>) -> BTreeMap<(TreeId, Vec<u8>), Vec<u8>> {
    let mut found = BTreeMap::new();
    for tree in TreeId::ALL {
        let mut take = |from_end: bool| {
            let mut rows = trees.tree(tree).iter();
            loop {
                let row = guarded(|| if from_end { rows.next_back() } else { rows.next() });
                match row {
                    Ok(None) => return None,
                    Ok(Some(Ok((key, value)))) => {
                        found.insert((tree, key.to_vec()), value.to_vec());
                    }
                    Ok(Some(Err(error))) => return Some(DatabaseError(error).to_string()),
                    Err(_) => {
                        std::mem::forget(rows);
                        return Some(GAVE_UP.to_owned());
                    }
                }
            }
        };
        if let Some(why) = take(false) {
            take(true);
            let why = format!("sled: not all of {} reads: {why}", tree.name());
            if !lost.contains(&why) {
                lost.push(why);
            }
        }
    }
    found
}

/// Adds the rows that only the damaged database has, and the tables of which it has a later
/// revision.
fn add_older(found: &mut Found, trees: &Trees, lost: &mut Vec<String>) {
    for ((tree, key), value) in in_database(trees, lost) {
        let is_later = match found.get(&(tree, key.clone())) {
            None => true,
            Some(other) => tree == TreeId::Tables && revision(&value) > revision(other),
        };
        if is_later {
            found.insert((tree, key), value);
        }
    }
}

fn revision(text: &[u8]) -> Option<u64> {
    codec::decode::<TableHeader>(RowKey::Table(TableId(0)), text).ok().map(|head| head.revision)
}

/// Writes the rows that were found, with indices made from them.
fn write(new: &Path, found: Found, mut lost: Vec<String>) -> Result<Rescued, SledError> {
    let mut check = Check::default();
    let mut named = BTreeSet::new();
    let mut newest: BTreeMap<TableId, u64> = BTreeMap::new();
    let mut rows = Found::new();
    for ((tree, key), value) in found {
        if let Some(OutboxEntryId { table, revision }) = told_of(tree, &key) {
            let newest = newest.entry(table).or_default();
            *newest = revision.max(*newest);
        }
        named.extend(table_of(tree, &key));
        if !is_index(tree) {
            check.row(tree, &key, &value);
            rows.insert((tree, key), value);
        }
    }
    rows.extend(std::mem::take(&mut check.wanted).into_iter().map(|it| (it, Vec::new())));
    let database = (TreeId::Meta, RowKey::Database.key());
    rows.insert(database, codec::encode(RowKey::Database, &DatabaseMarker {})?);
    let is_missing = |id: &TableId| !rows.contains_key(&(TreeId::Tables, RowKey::Table(*id).key()));
    let missing = named.iter().filter(|id| is_missing(id));
    lost.extend(missing.map(|TableId(id)| format!("table {id}: nothing of it reads but its name")));
    lost.extend(newest.into_iter().filter_map(|(id, newest)| {
        let row = rows.get(&(TreeId::Tables, RowKey::Table(id).key()))?;
        let there = revision(row).filter(|&there| there < newest)?;
        let TableId(id) = id;
        Some(format!("table {id}: it is that of change {there} of {newest}"))
    }));
    lost.append(&mut check.faults);
    let mut state = StateChecksum { number: 1, ..StateChecksum::default() };
    open_database(new, |trees| {
        for ((tree, key), value) in &rows {
            state.add(*tree, key, value);
            trees.load(*tree, key, value).map_err(trees.failed())?;
        }
        trees.set_state(state).map_err(trees.failed())
    })?;
    Ok(Rescued { rows: rows.len() as u64, tables: check.tables, lost, damaged: Vec::new() })
}

/// The change of a table that a row of another tree tells of.
fn told_of(tree: TreeId, key: &[u8]) -> Option<OutboxEntryId> {
    match tree {
        TreeId::OutboxEntries => keys::outbox_entry_id(key),
        TreeId::OutboxByTime => keys::pending_entry(key).map(|(_, id)| id),
        _ => None,
    }
}

//! Copies the readable rows of a damaged folder into a new one, without changing the damaged one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use super::super::OutboxEntryId;
use super::check::{Check, is_index, table_of};
use super::checkpoint;
use super::checksum::StateChecksum;
use super::closed_folder::{MADE_ANEW, Scratch, copy_database, lock_existing};
use super::codec::{self, DatabaseMarker, TableHeader};
use super::copies::{self, DatabaseCopy, JournalCopy, OpenDatabase, open_database};
use super::error::{DatabaseError, SledError, failed};
use super::folder;
use super::journal;
use super::keys::{self, RowKey, TreeId};
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
    /// A line for each file that is damaged, where the other copy has what it held.
    pub damaged: Vec<String>,
    /// A line for each row or file that cannot be read, and that no whole copy has.
    pub lost: Vec<String>,
}

/// The rows that were found: each with the number of its last change, and its value unless that
/// change removed it.
type Found = BTreeMap<(TreeId, Vec<u8>), (u64, Option<Vec<u8>>)>;

/// Copies all readable rows into a new folder.
pub(super) fn rescue(folder: &Path, new: &Path) -> Result<Rescued, SledError> {
    let _lock = lock_existing(folder)?;
    check_target(folder, new)?;
    let lock = folder::lock(new)?;
    let scratch = Scratch::new(new)?;
    let journal_folder = folder.join(journal::FOLDER);
    let journal = JournalCopy::read(&journal_folder).map_err(failed(&journal_folder))?;
    let (mut damaged, mut lost) = (journal.scan.faults.clone(), Vec::new());
    let (mut database, mut copies) = (DatabaseCopy::Absent, Vec::new());
    for without in MADE_ANEW {
        let copy = Scratch::new(scratch.path())?;
        copy_database(folder, &copy, without, || true)?;
        database = DatabaseCopy::read(copy.path())?;
        copies.push(copy);
        if !matches!(database, DatabaseCopy::Damaged(_)) {
            if let Some(name) = without.last() {
                let sled = folder.join("sled");
                damaged.push(format!("{}: it reads only without {name}*", sled.display()));
            }
            break;
        }
    }
    let last = journal.scan.at_least;
    let found = match database {
        DatabaseCopy::Whole(database)
            if journal.reach().is_none_or(|reached| reached < last.max(database.state.number)) =>
        {
            let mut found = from_whole_database(&database, &journal, &mut lost);
            // Without a journal nobody knows whether the database ended there.
            if !lost.is_empty() || last == 0 {
                add_behind(&mut found, folder, &scratch, &mut lost)?;
            }
            found
        }
        other if journal.reach().is_some_and(|reached| reached >= last) => {
            drop(other);
            in_journal(&journal, &mut damaged)
        }
        other => {
            lost.append(&mut damaged);
            from_both(other, &journal, folder, &scratch, &mut lost)?
        }
    };
    let rescued = Rescued { damaged, ..write(new, found, lost)? };
    drop((copies, scratch));
    // Opening the new folder makes its journal.
    folder::open(new)?;
    drop(lock);
    Ok(rescued)
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

/// The rows of a whole database, with the later changes of a journal that is damaged or shorter.
fn from_whole_database(
    database: &OpenDatabase,
    journal: &JournalCopy,
    lost: &mut Vec<String>,
) -> Found {
    let number = database.state.number;
    for (first, last) in journal.scan.gaps(number).into_iter().filter(|&(_, last)| last > number) {
        lost.push(format!("changes {first} to {last}: neither copy has them"));
    }
    let mut found = in_journal(journal, lost);
    found.retain(|_, (found_at, _)| *found_at > number);
    for ((tree, key), value) in in_database(&database.trees, lost) {
        found.entry((tree, key)).or_insert((number, Some(value)));
    }
    found
}

/// The rows of a damaged journal, with those that only a damaged or older database has.
fn from_both(
    database: DatabaseCopy,
    journal: &JournalCopy,
    folder: &Path,
    scratch: &Scratch,
    lost: &mut Vec<String>,
) -> Result<Found, SledError> {
    let checkpoints = checkpoint::checkpoints(&journal.folder).unwrap_or_default();
    let newest = checkpoints.last().map_or(0, |&(number, _)| number);
    for (first, last) in journal.scan.gaps(newest) {
        lost.push(format!("changes {first} to {last}: the journal does not have them"));
    }
    let mut found = in_journal(journal, lost);
    if let DatabaseCopy::Damaged(what) = &database {
        let what = what.replace(&scratch.path().display().to_string(), "sled");
        lost.push(format!("{}: {what}", folder.join("sled").display()));
    }
    match database {
        DatabaseCopy::Whole(OpenDatabase { trees, .. }) => add_older(&mut found, &trees, lost),
        DatabaseCopy::Damaged(_) => {
            for without in MADE_ANEW {
                // The failed reading may still hold its copy open.
                let again = Scratch::new(scratch.path())?;
                copy_database(folder, &again, without, || true)?;
                if let Some(trees) = copies::open_damaged(again.path()) {
                    add_older(&mut found, &trees, lost);
                }
            }
        }
        DatabaseCopy::Absent => return Ok(found),
    }
    add_behind(&mut found, folder, scratch, lost)?;
    Ok(found)
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
        if let Some(trees) = copies::open_damaged(copy.path()) {
            add_older(found, &trees, lost);
            break;
        }
    }
    Ok(())
}

/// The readable rows of the checkpoints and the journal.
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
    let whole_until = journal.checkpoint.as_ref().map_or(0, |(_, checkpoint)| checkpoint.number);
    for record in &journal.scan.records {
        let number = record.head.after.number;
        // A segment may be left whose changes the checkpoint holds.
        if number <= whole_until {
            continue;
        }
        match record.writes() {
            Ok(writes) => {
                for (tree, changes) in writes.trees() {
                    for (key, value) in changes {
                        let row = (tree, key.clone());
                        // A damaged checkpoint holds later rows than such a segment, too.
                        if found.get(&row).is_none_or(|&(at, _)| at < number) {
                            found.insert(row, (number, value.clone()));
                        }
                    }
                }
            }
            Err(error) => lost.push(format!("{}: {error}", record.file.display())),
        }
    }
    found
}

/// The readable rows of a database. A tree with an unreadable row is read from both ends.
fn in_database(trees: &Trees, lost: &mut Vec<String>) -> BTreeMap<(TreeId, Vec<u8>), Vec<u8>> {
    let mut found = BTreeMap::new();
    for tree in TreeId::ALL {
        let mut take = |from_end: bool| {
            let mut rows = trees.stored(tree).iter();
            loop {
                let row = copies::guarded(|| if from_end { rows.next_back() } else { rows.next() });
                match row {
                    Ok(None) => return None,
                    Ok(Some(Ok((key, value)))) => {
                        found.insert((tree, key.to_vec()), value.to_vec());
                    }
                    Ok(Some(Err(error))) => return Some(DatabaseError(error).to_string()),
                    Err(_) => {
                        std::mem::forget(rows);
                        return Some(copies::GAVE_UP.to_owned());
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

/// Writes the rows that were found, with indices made from them.
fn write(new: &Path, found: Found, mut lost: Vec<String>) -> Result<Rescued, SledError> {
    let mut check = Check::default();
    let mut named = BTreeSet::new();
    let mut newest: BTreeMap<TableId, u64> = BTreeMap::new();
    let mut rows: BTreeMap<(TreeId, Vec<u8>), Vec<u8>> = BTreeMap::new();
    for ((tree, key), (_, value)) in found {
        if let Some(OutboxEntryId { table, revision }) = told_of(tree, &key) {
            let newest = newest.entry(table).or_default();
            *newest = revision.max(*newest);
        }
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

//! Writes a backup of the readable rows of a damaged folder, without changing the folder.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;

use jiff::Timestamp;

use super::super::OutboxEntryId;
use super::super::backup::{BackupWriter, Header, Total};
use super::backup_store;
use super::check::{is_index, table_of};
use super::closed_folder::{MADE_ANEW, Scratch, copy_database, lock_existing};
use super::codec::{self, StoreOwner, Stored, TableHeader};
use super::database::{Database, GAVE_UP, guarded, open_damaged};
use super::error::{DatabaseError, SledError, error_line, failed, of_scratch};
use super::keys::{self, RowKey, TreeId};
use super::reached::{self, Reached};
use super::reseal::{LostPage, reseal};
use super::take_over;
use super::trees::Trees;
use kradan_table::TableId;

/// The result of a rescue.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rescued {
    /// What the backup holds, and a line for each row or file that cannot be read.
    pub total: Total,
    /// A line for each file that is damaged, without which everything reads.
    pub damaged: Vec<String>,
}

/// The rows that were found.
type Found = BTreeMap<(TreeId, Vec<u8>), Vec<u8>>;

/// Writes all readable rows.
pub(super) fn rescue(
    folder: &Path,
    out: impl Write,
    made_at: Timestamp,
) -> Result<Rescued, SledError> {
    let _lock = lock_existing(folder)?;
    let temporary = std::env::temp_dir();
    let scratch = Scratch::new(&temporary).map_err(of_scratch(&temporary))?;
    let (found, damaged, lost) = read(folder, &scratch).map_err(of_scratch(scratch.path()))?;
    let total = write(out, &found, lost, made_at).map_err(SledError::Disk)?;
    Ok(Rescued { total, damaged })
}

/// Reads what can be read, and tells what is damaged and what is lost.
fn read(folder: &Path, scratch: &Scratch) -> Result<(Found, Vec<String>, Vec<String>), SledError> {
    let (mut found, mut damaged, mut lost) = (Found::new(), Vec::new(), Vec::new());
    if take_over::is_due(folder) {
        let copy = Scratch::new(scratch.path())?;
        take_over::copy_with_journal(folder, &copy, || true)?;
        match take_over::take_over(copy.path()) {
            Ok(()) => {
                if let Database::Whole(trees, _) = Database::read(copy.path())? {
                    return Ok((in_database(&trees, &mut lost), damaged, lost));
                }
            }
            Err(SledError::Lost { what, .. }) => {
                lost.push(format!("the changes of its journal, which are not in it: {what}"));
            }
            Err(error) => return Err(error),
        }
    }
    let last = match reached::read(folder).map_err(failed(folder))? {
        Reached::At(last) => last,
        Reached::Absent => 0,
        Reached::Damaged => {
            damaged.push(format!("{}: the file reached is damaged", folder.display()));
            0
        }
    };
    let number = read_whole(folder, scratch, &mut found, &mut damaged)?;
    if number.is_none_or(|number| number < last) {
        let restored =
            read_restored(folder, scratch, &mut damaged)?.filter(|(number, _)| *number >= last);
        match (restored, number) {
            (Some((_, rows)), _) => found = rows,
            (None, Some(number)) => {
                lost.append(&mut damaged);
                let missing = number + 1;
                lost.push(format!("changes {missing} to {last}: the database does not have them"));
                add_behind(&mut found, folder, scratch, &mut lost)?;
            }
            (None, None) => {
                lost.append(&mut damaged);
                read_damaged(folder, scratch, &mut found, &mut lost)?;
            }
        }
    }
    Ok((found, damaged, lost))
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

/// Writes the rows that were found, and tells what they show to be lost.
fn write(
    out: impl Write,
    found: &Found,
    mut lost: Vec<String>,
    made_at: Timestamp,
) -> io::Result<Total> {
    let mut named = BTreeSet::new();
    let mut newest: BTreeMap<TableId, u64> = BTreeMap::new();
    for (tree, key) in found.keys() {
        if let Some(OutboxEntryId { table, revision }) = told_of(*tree, key) {
            let newest = newest.entry(table).or_default();
            *newest = revision.max(*newest);
        }
        named.extend(table_of(*tree, key));
    }
    let table = |id: TableId| found.get(&(TreeId::Tables, RowKey::Table(id).key()));
    let missing = named.into_iter().filter(|id| table(*id).is_none());
    lost.extend(missing.map(|TableId(id)| format!("table {id}: nothing of it reads but its name")));
    lost.extend(newest.into_iter().filter_map(|(id, newest)| {
        let there = revision(table(id)?).filter(|&there| there < newest)?;
        let TableId(id) = id;
        Some(format!("table {id}: it is that of change {there} of {newest}"))
    }));
    let owner = meta::<StoreOwner>(found, RowKey::Owner).map(|owner| owner.application);
    let header = Header::new(made_at, owner, meta(found, RowKey::Heartbeat));
    let mut writer = BackupWriter::new(out, &header)?;
    for ((tree, key), text) in found {
        if is_index(*tree) || *tree == TreeId::Meta {
            continue;
        }
        match backup_store::item(*tree, key, text) {
            Ok(item) => writer.item(&item)?,
            Err(error) => lost.push(error_line(&error)),
        }
    }
    writer.unreadable(lost);
    writer.finish().map(|(_, total)| total)
}

fn meta<T: Stored>(found: &Found, row_key: RowKey) -> Option<T> {
    codec::decode(row_key, found.get(&(TreeId::Meta, row_key.key()))?).ok()
}

/// The change of a table that a row of another tree tells of.
fn told_of(tree: TreeId, key: &[u8]) -> Option<OutboxEntryId> {
    match tree {
        TreeId::OutboxEntries => keys::outbox_entry_id(key),
        TreeId::OutboxByTime => keys::pending_entry(key).map(|(_, id)| id),
        _ => None,
    }
}

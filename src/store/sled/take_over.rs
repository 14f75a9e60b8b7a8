//! A folder of the version before 0.2, whose database lacks the changes of a journal beside it, and whose
//! fields have other names. The first start makes the changes in the database, renames the fields, and
//! removes the journal. This file goes after the first release.
//!
//! The journal's files hold records that begin at multiples of [`UNIT`] bytes, with zeros or what was never
//! finished between them. Each has a head and a body, both with a checksum.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::super::index_fields::IndexFields;
use super::super::{Job, StoredTable, Task};
use super::checksum::StateChecksum;
use super::closed_folder::{self, Scratch, copy_database};
use super::codec::{self, StoredTableRow, TableHeader};
use super::database::Database;
use super::error::{SledError, failed, named};
use super::job_store::put_job;
use super::keys::{self, RowKey, TreeId};
use super::reached::{self, Reached, ReachedFile};
use super::trees::{Trees, Writes};
use kradan_table::{ChannelId, PlayerId, TableId};

const JOURNAL: &str = "journal";
const UNIT: usize = 64;
const RECORD_MAGIC: &[u8; 4] = b"KRec";
const BODY_END: &[u8; 4] = b"KEnd";
const REMOVED: u32 = u32::MAX;

/// The number of rows whose fields are renamed in one change.
const ROWS_AT_ONCE: usize = 1_000;

/// The journal of a folder.
pub(super) fn journal(folder: &Path) -> PathBuf {
    folder.join(JOURNAL)
}

/// Whether a folder has a journal.
pub(super) fn is_due(folder: &Path) -> bool {
    journal(folder).is_dir()
}

/// Makes the changes of the journal in the database, and removes the journal. It is done with a copy first,
/// and can be done again at any point.
///
/// # Errors
///
/// [`SledError::Lost`] where the two are not whole together: then the folder stays as it is.
pub(super) fn take_over(folder: &Path) -> Result<(), SledError> {
    if !is_due(folder) {
        return Ok(());
    }
    let copy = Scratch::new(folder)?;
    copy_with_journal(folder, &copy, || true)?;
    take_over_in(copy.path()).map_err(|error| match error {
        SledError::Lost { folder: copied, what } => {
            let folder = folder.display().to_string();
            SledError::Lost { what: what.replace(&copied, &folder), folder }
        }
        other => other,
    })?;
    take_over_in(folder)
}

/// Copies the database of a folder, and what an earlier version added to it.
pub(super) fn copy_with_journal(
    folder: &Path,
    scratch: &Scratch,
    go_on: impl Fn() -> bool + Copy,
) -> Result<(), SledError> {
    copy_database(folder, scratch, &[], go_on)?;
    if is_due(folder) {
        closed_folder::copy(&journal(folder), &journal(scratch.path()), go_on)?;
    }
    Ok(())
}

fn take_over_in(folder: &Path) -> Result<(), SledError> {
    let journal = journal(folder);
    let lost = |what: String| SledError::Lost { folder: folder.display().to_string(), what };
    let (trees, data) = match Database::read(folder)? {
        Database::Whole(trees, data) => (trees, data),
        Database::Damaged(what) => return Err(lost(what)),
        Database::Absent => return Err(lost("the folder sled is not there".to_owned())),
    };
    let told = match reached::read(&journal).map_err(failed(&journal))? {
        Reached::At(number) => number,
        Reached::Absent => 0,
        Reached::Damaged => return Err(lost("its file journal/reached is damaged".to_owned())),
    };
    let records = records(&journal).map_err(failed(&journal))?;
    let last = records.iter().fold(told, |last, record| last.max(record.after.number));
    let before = trees.now().number;
    for record in records {
        let now = trees.now();
        if record.first > now.number + 1 || record.after.number <= now.number {
            continue;
        }
        let writes = record.writes.ok_or_else(|| lost("its journal is damaged".to_owned()))?;
        let after = trees.apply(&writes, record.after.number).map_err(trees.failed())?;
        if after != record.after {
            return Err(lost("its journal holds other rows than its database".to_owned()));
        }
    }
    let now = trees.now();
    if now.number < last {
        return Err(lost(format!("it has come to change {} of {last}", now.number)));
    }
    let now = rename_fields(&trees)?;
    trees.flush().map_err(trees.failed())?;
    data.sync_all().map_err(failed(folder))?;
    ReachedFile::create(folder, now).map_err(failed(folder))?;
    drop((trees, data));
    let removed = fs::remove_dir_all(&journal).and_then(|()| kradan_disk::sync(folder));
    removed.map_err(failed(folder))?;
    tracing::info!(from = before, to = now.number, "journal applied to the database");
    Ok(())
}

/// The names of fields, or fields with their values, and what stands in their place. A quote within a text
/// has a backslash before it, so no text has them.
const RENAMED: [(&str, &str); 10] = [
    (r#""place":"#, r#""channel":"#),
    (r#""which":"open""#, r#""status":"running""#),
    (r#""which":null"#, r#""status":"withdrawn""#),
    (r#""which":"#, r#""status":"#),
    (r#""acts":"#, r#""announced":"#),
    (r#""is_reminded":false"#, r#""reminders":{"done":1}"#),
    (r#""is_reminded":true"#, r#""reminders":{"done":3}"#),
    (r#""is_reminded":"#, r#""reminders":"#),
    (r#""keep_pictures":false"#, r#""old_boards":"gone""#),
    (r#""keep_pictures":true"#, r#""old_boards":"pictures""#),
];

/// Gives the fields of all values the names that they have now, and lists each table where it is listed
/// now. Returns the state after that.
fn rename_fields(trees: &Trees) -> Result<StateChecksum, SledError> {
    let mut writes = Writes::default();
    for (number, row) in trees.rows().enumerate() {
        let (tree, key, value) = row.map_err(trees.failed())?;
        let Ok(text) = std::str::from_utf8(&value) else { continue };
        let is_board = tree == TreeId::PostedBoards;
        let of_board = is_board.then_some((r#""server":"#, r#""guild":"#));
        let renamed = RENAMED.into_iter().chain(of_board);
        let renamed = renamed.fold(text.to_owned(), |text, (old, new)| text.replace(old, new));
        match RowKey::of(tree, &key) {
            Some(row_key @ RowKey::Table(id)) => match relist(row_key, id, &renamed, &mut writes) {
                Err(error) if error.is_of_one_value() => {
                    writes.set(tree, key.to_vec(), Some(renamed.into_bytes()));
                }
                other => other?,
            },
            Some(row_key @ RowKey::Heartbeat) => {
                writes.put_text(row_key, with_present(row_key, &renamed)?);
            }
            _ if renamed == text => {}
            _ => writes.set(tree, key.to_vec(), Some(renamed.into_bytes())),
        }
        if number % ROWS_AT_ONCE == 0 {
            apply(trees, &std::mem::take(&mut writes))?;
        }
    }
    apply(trees, &writes)?;
    Ok(trees.now())
}

/// The time at which moves could be taken last, which did not always say how long the bot had run: not
/// beyond the time until which it counted as running.
fn with_present(row_key: RowKey, text: &str) -> Result<Vec<u8>, SledError> {
    let unreadable = |source| SledError::Unreadable { what: row_key.to_string(), source };
    let mut row: serde_json::Value = serde_json::from_str(text).map_err(unreadable)?;
    if let Some(heartbeat) =
        row["value"].as_object_mut().filter(|heartbeat| !heartbeat.contains_key("present"))
    {
        let times = ["at", "present_until"].map(|time| heartbeat.get(time).cloned());
        let present = times.into_iter().flatten().min_by_key(ToString::to_string);
        heartbeat.insert("present".to_owned(), present.unwrap_or_default());
    }
    serde_json::to_vec(&row).map_err(unreadable)
}

/// Puts a table into its lists, and out of those where it was.
fn relist(row_key: RowKey, id: TableId, text: &str, writes: &mut Writes) -> Result<(), SledError> {
    let TableHeader { keys, .. } = codec::decode(row_key, text.as_bytes())?;
    let stored = StoredTable::from(codec::decode::<StoredTableRow>(row_key, text.as_bytes())?);
    keys.entries(id).into_iter().for_each(|entry| writes.unlist(entry));
    IndexFields::of(&stored).entries(id).into_iter().for_each(|entry| writes.list(entry));
    writes.put(row_key, &StoredTableRow::from(stored))
}

/// The trees whose rows asked for what is a job now. Other rows of theirs have keys of another length.
const HOLDING_JOBS: [TreeId; 5] = [
    TreeId::Meta,
    TreeId::Jobs,
    TreeId::JobsByTime,
    TreeId::FormerErasures,
    TreeId::FormerWatchedThreads,
];

/// Makes jobs of what an earlier version kept in trees of its own: messages to clean up, followers to be
/// told, threads that were looked at, and people to be erased. Returns whether there was any.
pub(super) fn make_jobs(trees: &Trees) -> Result<bool, SledError> {
    let (mut writes, mut jobs) = (Writes::default(), BTreeMap::new());
    for tree in HOLDING_JOBS {
        for row in trees.tree(tree) {
            let (key, value) = row.map_err(trees.failed())?;
            let Some(job) = former_job(tree, &key, &value)? else { continue };
            writes.remove_key(tree, key.to_vec());
            // The first is ready first.
            jobs.entry(job.id()).or_insert(job);
        }
    }
    for job in jobs.into_values() {
        put_job(trees, job, &mut writes)?;
    }
    apply(trees, &writes)?;
    Ok(!writes.is_empty())
}

/// What a row of an earlier version asks for; `None` for any other row.
fn former_job(tree: TreeId, key: &[u8], value: &[u8]) -> Result<Option<Job>, SledError> {
    #[derive(Deserialize)]
    struct Row<T> {
        value: T,
    }
    #[derive(Deserialize)]
    struct Wish {
        since: Timestamp,
        #[serde(default)]
        erasures: u64,
    }
    fn read<T: DeserializeOwned>(what: &str, text: &[u8]) -> Result<T, SledError> {
        let unreadable = |source| SledError::Unreadable { what: what.to_owned(), source };
        serde_json::from_slice::<Row<T>>(text).map(|row| row.value).map_err(unreadable)
    }
    Ok(match tree {
        TreeId::Jobs if key.len() == 8 => {
            Some(Job::at_once(Task::ReplaceMessage(read("a message with controls", value)?)))
        }
        TreeId::JobsByTime => key.split_first_chunk::<16>().and_then(|(at, entry)| {
            let (player, entry) = keys::follower_entry(entry)?;
            Some(Job::new(Task::TellFollower(player, entry), keys::time(at)?))
        }),
        TreeId::FormerErasures => {
            let Wish { since, .. } = read("a wish to be erased", value)?;
            keys::id(key).map(|player| Job::at_once(Task::Erase(PlayerId(player), since)))
        }
        TreeId::FormerWatchedThreads => keys::table_due(key)
            .map(|(at, TableId(thread))| Job::new(Task::KeepThread(ChannelId(thread)), at)),
        TreeId::Meta if key == b"erased" => {
            let Wish { since, erasures } = read("since when people were erased", value)?;
            let Job { task: _, ready_at, attempts } = Job::rewriting(None, since);
            Some(Job { task: Task::Rewrite { since, erasures }, ready_at, attempts })
        }
        _ => None,
    })
}

fn apply(trees: &Trees, writes: &Writes) -> Result<(), SledError> {
    if !writes.is_empty() {
        trees.apply(writes, trees.now().number + 1).map_err(trees.failed())?;
    }
    Ok(())
}

struct Record {
    first: u64,
    /// The state after its last change.
    after: StateChecksum,
    /// `None` for what this version does not know.
    writes: Option<Writes>,
}

/// The whole records of all files, the oldest first.
fn records(journal: &Path) -> io::Result<Vec<Record>> {
    let mut records = Vec::new();
    for entry in fs::read_dir(journal)? {
        let path = entry?.path();
        if is_of_records(&path) {
            let bytes = fs::read(&path).map_err(named(&path))?;
            records.extend(records_in(&bytes));
        }
    }
    records.sort_by_key(|record| (record.first, record.after.number));
    Ok(records)
}

fn is_of_records(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    path.extension().is_some_and(|extension| extension == "log") || name.starts_with("recent-")
}

fn records_in(bytes: &[u8]) -> Vec<Record> {
    let mut records = Vec::new();
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| rest.len() >= UNIT) {
        at += UNIT;
        if let Some((record, length)) = record(rest) {
            records.push(record);
            at += length.next_multiple_of(UNIT);
        }
    }
    records
}

/// The record at the beginning of these bytes, with the length of its body; `None` if it is not whole.
fn record(bytes: &[u8]) -> Option<(Record, usize)> {
    let (head, rest) = bytes.split_at_checked(UNIT)?;
    let (sealed, seal) = head.split_at(UNIT - 4);
    let is_head = head.starts_with(RECORD_MAGIC) && crc32fast::hash(sealed).to_le_bytes() == seal;
    let body = rest.get(..number32(head, 4)? as usize).filter(|_| is_head)?;
    if crc32fast::hash(body) != number32(head, 40)? {
        return None;
    }
    let after = StateChecksum {
        number: number64(head, 16)?,
        rows: number64(head, 24)?,
        sum: number64(head, 32)?,
    };
    let record = Record { first: number64(head, 8)?, after, writes: writes(body) };
    Some((record, body.len()))
}

/// The changes of a body: for each tree its name and the number of its changes, and for each change the
/// lengths of key and value before both.
fn writes(mut body: &[u8]) -> Option<Writes> {
    let mut writes = Writes::default();
    while body != BODY_END {
        let length = usize::from(take(&mut body, 1)?[0]);
        let tree = TreeId::of_name(take(&mut body, length)?)?;
        for _ in 0..number32(take(&mut body, 4)?, 0)? {
            let key_length = u16::from_le_bytes(take(&mut body, 2)?.try_into().ok()?);
            let length = number32(take(&mut body, 4)?, 0)?;
            let key = take(&mut body, usize::from(key_length))?.to_vec();
            let value = match length {
                REMOVED => None,
                length => Some(take(&mut body, length as usize)?.to_vec()),
            };
            writes.set(tree, key, value);
        }
    }
    Some(writes)
}

fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

fn number32(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn number64(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

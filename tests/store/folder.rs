//! The folder of [`SledStore`]: who may open it, and what an interrupted opening leaves.

use std::fs;

use kradan_store::{
    Job, JobStore as _, Listing, REWRITTEN_AFTER, SledStore, Store, StoreErrorKind,
    TableStore as _, Task,
};
use kradan_table::{ApplicationId, ChannelId, TableId};

use crate::common::*;
use crate::edited_folder::*;

#[test]
fn a_folder_is_used_by_one_process_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    let error = SledStore::open(folder.path()).unwrap_err();
    let expected = format!("another Kradan is using the folder {}", folder.path().display());
    assert_eq!(error.to_string(), expected);
    drop(store);
    SledStore::open(folder.path()).unwrap();
}

/// What an earlier version kept in trees of its own becomes jobs.
#[test]
fn what_was_to_happen_later_becomes_jobs() {
    let folder = with_tables();
    let message = control_message(HERE, 10);
    let time = (hour(3).as_nanosecond() ^ i128::MIN).to_be_bytes();
    let after_time = |ids: &[u64]| [time.to_vec(), ids_key(ids)].concat();
    let since = r#""since":"2026-11-20T02:00:00Z""#;
    let rows = [
        ("to-strip", ids_key(&[10]), serde_json::to_string(&message).unwrap()),
        ("follower-entries-by-time", after_time(&[3, 5, 2]), String::new()),
        ("follower-entries-by-time", after_time(&[3, 6, 1]), String::new()),
        ("watched-threads", after_time(&[77]), String::new()),
        ("erasures", ids_key(&[2]), format!("{{{since}}}")),
        ("meta", b"erased".to_vec(), format!(r#"{{{since},"erasures":4}}"#)),
    ];
    edit(folder.path(), |db| {
        for (tree, key, value) in rows {
            let row = format!(r#"{{"form":1,"value":{value}}}"#);
            let row = if value.is_empty() { value } else { row };
            db.open_tree(tree).unwrap().insert(key, row.into_bytes()).unwrap();
        }
    });
    let expected = [
        Job::new(Task::TellFollower(EVE, entry_id(5, 2)), hour(3)),
        Job::at_once(Task::ReplaceMessage(message)),
        Job::new(Task::KeepThread(ChannelId(77)), hour(3)),
        Job::at_once(Task::Erase(BEN, hour(2))),
        Job::new(Task::Rewrite { since: hour(2), erasures: 4 }, hour(2) + REWRITTEN_AFTER),
    ];
    for _ in 0..2 {
        assert_eq!(SledStore::verify(folder.path()).unwrap().faults, [""; 0]);
        let store = SledStore::open(folder.path()).unwrap();
        for job in expected {
            assert_eq!(block_on(store.job(job.id())).unwrap(), Some(job));
        }
    }
}

fn ids_key(ids: &[u64]) -> Vec<u8> {
    ids.iter().flat_map(|id| id.to_be_bytes()).collect()
}

#[test]
fn a_folder_is_made_where_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("a/b/c");
    drop(SledStore::open(&deep).unwrap());
    assert!(deep.is_dir());
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    let error = SledStore::open(&file).unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::Inaccessible, "{error:?}");
    assert!(error.to_string().contains("file"), "{error}");
}

#[test]
fn an_interrupted_opening_does_no_harm() {
    let folder = with_tables();
    for number in ["0000000000000000", "00000000FFFFFFFF"] {
        fs::write(folder.path().join(format!("sled/snap.{number}.generating")), "").unwrap();
    }
    let store = SledStore::open(folder.path()).unwrap();
    let tables = block_on(store.tables_of_player(ANN, Listing::Running, ALL)).unwrap();
    assert_eq!(tables, [7, 6, 5].map(TableId));
}

#[test]
fn an_interrupted_creation_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("sled.new/blobs")).unwrap();
    fs::write(folder.path().join("sled.new/db"), "half a database").unwrap();
    fs::write(folder.path().join("sled.new/conf"), "half of its settings").unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    block_on(commit(&store, change(5, 1, playing())));
    drop(store);
    let store = SledStore::open(folder.path()).unwrap();
    assert!(block_on(store.table(TableId(5))).unwrap().is_some());
}

#[test]
fn a_missing_store_is_not_mistaken_for_a_new_one() {
    let folder = with_tables();
    fs::remove_dir_all(folder.path().join("sled")).unwrap();
    for _ in 0..2 {
        let error = SledStore::open(folder.path()).unwrap_err();
        assert_eq!(error.kind(), StoreErrorKind::Gone, "{error:?}");
        assert!(error.to_string().contains(&folder.path().display().to_string()), "{error}");
    }
    fs::remove_file(folder.path().join("lock")).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    assert!(store.is_new() && block_on(store.table(TableId(5))).unwrap().is_none());
}

#[test]
fn an_unfinished_store_is_created_again() {
    let folder = tempfile::tempdir().unwrap();
    // The process was killed while it created the store.
    fs::write(folder.path().join("lock"), "being made").unwrap();
    fs::create_dir_all(folder.path().join("sled.new")).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    block_on(commit(&store, change(5, 1, playing())));
    drop(store);
    // The process was killed a moment later, before the store was marked as made.
    let folder = tempfile::tempdir().unwrap();
    drop(SledStore::open(folder.path()).unwrap());
    fs::remove_file(folder.path().join("reached")).unwrap();
    fs::write(folder.path().join("lock"), "being made").unwrap();
    SledStore::open(folder.path()).unwrap();
}

#[test]
fn games_of_another_application_are_named_with_their_folder() {
    let folder = with_tables();
    let store = SledStore::open(folder.path()).unwrap();
    block_on(store.bind_application(ApplicationId(7))).unwrap();
    let error = block_on(store.bind_application(ApplicationId(8))).unwrap_err();
    let place = folder.path().display().to_string();
    for part in [&place, "application 7", "discord.token", "store.folder"] {
        assert!(error.to_string().contains(part), "{error}");
    }
}

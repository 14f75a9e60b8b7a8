//! The rewriting of a folder: what it removes, and what it leaves when it is interrupted.

use std::fs;
use std::path::Path;

use kradan_store::{
    ErasureStore, Follow, FollowLimits, FollowerStore, Job, JobId, JobKind, JobStore, Listing,
    OutboxStore, PeopleStore, Profile, REWRITTEN_AFTER, SledStore, Store, TableStore, Task,
};
use kradan_table::TableId;

use crate::common::*;
use crate::edited_folder::*;

const DELETED: &str = "what nobody may read any more";

/// Whether a file of a folder has this text.
fn holds(folder: &Path, text: &str) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return holds(&path, text);
        }
        fs::read(&path).unwrap().windows(text.len()).any(|part| part == text.as_bytes())
    })
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    names
}

async fn name(store: &SledStore, name: &'static str) {
    let change = move |profile: &mut Profile| name.clone_into(&mut profile.name);
    store.update_profile(ANN, Box::new(change)).await.unwrap();
}

fn is_whole(folder: &Path) {
    assert_eq!(SledStore::verify(folder).unwrap().faults, [""; 0]);
    let store = SledStore::open(folder).unwrap();
    let tables = block_on(store.tables_of_player(ANN, Listing::Running, ALL)).unwrap();
    assert_eq!(tables, [7, 6, 5].map(TableId));
    assert_eq!(block_on(store.pending_of_table(TableId(6))).unwrap().len(), 1);
    drop(store);
    assert_eq!(names(folder), ["lock", "reached", "sled"]);
}

#[test]
fn a_rewritten_store_holds_nothing_that_was_deleted_and_all_else() {
    let folder = with_tables();
    block_on(async {
        let store = SledStore::open(folder.path()).unwrap();
        name(&store, DELETED).await;
        name(&store, "Ann").await;
        assert!(holds(&folder.path().join("sled"), DELETED));
        store.rewrite().await.unwrap();
        assert!(!holds(folder.path(), DELETED));
        // It goes on, and again.
        name(&store, DELETED).await;
        assert_eq!(store.profile(ANN).await.unwrap().unwrap().name, DELETED);
        name(&store, "Ann").await;
        store.rewrite().await.unwrap();
        assert!(!holds(folder.path(), DELETED));
        store.close().await.unwrap();
    });
    is_whole(folder.path());
}

#[test]
fn what_is_changed_during_a_rewriting_is_kept() {
    let folder = with_tables();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = std::sync::Arc::new(SledStore::open(folder.path()).unwrap());
        let writer = {
            let store = std::sync::Arc::clone(&store);
            tokio::spawn(async move {
                for revision in 1..=40 {
                    commit(&*store, with_entry(1_000, revision, 1)).await;
                    let stored = store.table(TableId(1_000)).await.unwrap().unwrap();
                    assert_eq!(stored.revision, revision);
                }
            })
        };
        while !writer.is_finished() {
            store.rewrite().await.unwrap();
        }
        writer.await.unwrap();
        assert_eq!(store.pending_of_table(TableId(1_000)).await.unwrap().len(), 40);
        store.delete_table(TableId(1_000), 40).await.unwrap();
        store.close().await.unwrap();
    });
    assert_eq!(SledStore::verify(folder.path()).unwrap().faults, [""; 0]);
}

/// A process was killed at each step of the exchange.
#[test]
fn an_interrupted_rewriting_does_no_harm() {
    let steps: [fn(&Path); 4] = [
        // While the new database was made.
        |folder| {
            fs::create_dir_all(folder.join("rewritten.new/sled.new")).unwrap();
            fs::write(folder.join("rewritten.new/sled.new/db"), DELETED).unwrap();
        },
        // Before it got its name.
        |folder| {
            fs::create_dir(folder.join("rewritten.new")).unwrap();
            copy(&folder.join("sled"), &folder.join("rewritten.new/sled"));
            fs::rename(folder.join("sled"), folder.join("sled.old")).unwrap();
        },
        // Before the old one was removed.
        |folder| copy(&folder.join("sled"), &folder.join("sled.old")),
        // While the old one was removed.
        |folder| {
            fs::create_dir(folder.join("sled.old")).unwrap();
            fs::write(folder.join("sled.old/conf"), DELETED).unwrap();
        },
    ];
    for interrupt in steps {
        let folder = with_tables();
        interrupt(folder.path());
        assert_eq!(SledStore::verify(folder.path()).unwrap().faults, [""; 0]);
        is_whole(folder.path());
        assert!(!holds(folder.path(), DELETED));
    }
}

#[test]
fn only_an_erasure_asks_for_a_rewriting() {
    let folder = tempfile::tempdir().unwrap();
    block_on(async {
        let store = SledStore::open(folder.path()).unwrap();
        let rewriting = JobId { kind: JobKind::Rewrite, subject: 0 };
        store.erase_player(EVE).await.unwrap();
        assert_eq!(store.job(rewriting).await.unwrap(), None, "nobody wished it");
        for (person, hours) in [(BEN, 5), (EVE, 3), (ANN, 9)] {
            store.add_job(Job::at_once(Task::Erase(person, hour(hours)))).await.unwrap();
            store.erase_player(person).await.unwrap();
        }
        store.close().await.unwrap();
        drop(store);
        let store = SledStore::open(folder.path()).unwrap();
        let task = Task::Rewrite { since: hour(3), erasures: 3 };
        let expected = Job::new(task, hour(5) + REWRITTEN_AFTER);
        assert_eq!(store.job(rewriting).await.unwrap(), Some(expected));
        store.rewrite().await.unwrap();
        // Somebody is erased before the end is stored.
        store.add_job(Job::at_once(Task::Erase(BEN, hour(6)))).await.unwrap();
        store.erase_player(BEN).await.unwrap();
        store.end_job(expected).await.unwrap();
        assert!(store.job(rewriting).await.unwrap().is_some());
    });
}

#[test]
fn an_opening_leaves_the_folders_of_others_alone() {
    let folder = with_tables();
    let backup = folder.path().join("backup.new");
    fs::create_dir(&backup).unwrap();
    fs::write(backup.join("games"), "ours").unwrap();
    drop(SledStore::open(folder.path()).unwrap());
    assert_eq!(fs::read_to_string(backup.join("games")).unwrap(), "ours");
}

#[test]
fn an_unreadable_entry_keeps_nobody_from_being_erased() {
    let folder = with_tables();
    let table = TableId(6);
    block_on(async {
        let store = SledStore::open(folder.path()).unwrap();
        let limits = FollowLimits { of_table: ALL, of_player: ALL };
        let wish = Follow { each_move: true, since: hour(0) };
        store.follow(table, BEN, wish, limits).await.unwrap();
        commit(&store, with_entry(table.0, 2, 1)).await;
        assert_eq!(store.follower_entries(BEN).await.unwrap().len(), 1);
        store.close().await.unwrap();
    });
    let key = [BEN.0, table.0, 2].map(u64::to_be_bytes).concat();
    rewrite(folder.path(), "follower-entries", &key, |_| "{".to_owned());
    block_on(async {
        let store = SledStore::open(folder.path()).unwrap();
        store.erase_player(BEN).await.unwrap();
        assert_eq!(store.follower_entries(BEN).await.unwrap().len(), 0);
    });
}

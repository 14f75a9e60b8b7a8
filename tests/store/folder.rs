//! The folder of [`SledStore`]: who may open it, and what may have become of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::SignedDuration;
use kradan::store::{
    Change, CommitError, Heartbeat, Limit, Listing, SledStore, Store, StoreError, StoreErrorKind,
    StoredTable,
};
use kradan::table::{ApplicationId, Command, PlayerId, TableId};

use crate::common::*;

/// As the store opens it.
const SEGMENT_BYTES: usize = 4 << 20;

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// A folder with tables 5, 6 and 7, each of which owes a notice.
fn with_tables() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    block_on(async {
        for id in [5, 6, 7] {
            commit(&store, owing(id, 1, id.cast_signed())).await;
        }
    });
    folder
}

/// What becomes of a stored text.
type Damage = fn(&str) -> String;

/// Changes what is stored behind the store's back, as if it had been written so: the folder becomes
/// one of a version that keeps one copy only.
fn tamper(folder: &Path, tree: &str, key: &[u8], change: impl Fn(&str) -> String) {
    let config = sled::Config::new().path(folder.join("sled")).segment_size(SEGMENT_BYTES);
    // One of sled's threads may hold its last file a moment longer than the store did.
    let db = std::iter::repeat_with(|| config.open()).find_map(Result::ok).unwrap();
    let tree = db.open_tree(tree).unwrap();
    let before = tree.get(key).unwrap().unwrap();
    let after = change(std::str::from_utf8(&before).unwrap());
    assert_ne!(after.as_bytes(), &before[..]);
    tree.insert(key, after.into_bytes()).unwrap();
    forget_journal(folder, &db);
    db.flush().unwrap();
}

/// Puts something into the database behind the store's back.
fn plant(folder: &Path, tree: &str, key: &[u8], text: &str) {
    let config = sled::Config::new().path(folder.join("sled")).segment_size(SEGMENT_BYTES);
    let db = std::iter::repeat_with(|| config.open()).find_map(Result::ok).unwrap();
    db.open_tree(tree).unwrap().insert(key, text).unwrap();
    db.flush().unwrap();
}

/// Makes a folder what it was before there were journals.
fn forget_journal(folder: &Path, db: &sled::Db) {
    db.drop_tree("state").unwrap();
    let meta = db.open_tree("meta").unwrap();
    let database = meta.get("database").unwrap().unwrap();
    if &database[..] == br#"{"form":2,"value":{}}"# {
        meta.insert("database", &br#"{"form":1,"value":{}}"#[..]).unwrap();
    }
    if folder.join("journal").exists() {
        fs::remove_dir_all(folder.join("journal")).unwrap();
    }
    fs::write(folder.join("lock"), "").unwrap();
}

fn said(error: &StoreError) -> String {
    let source = std::error::Error::source(error).map(ToString::to_string);
    [Some(error.to_string()), source].into_iter().flatten().collect::<Vec<_>>().join(": ")
}

#[test]
fn a_folder_is_for_one_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    let error = SledStore::open(folder.path()).unwrap_err();
    let expected = format!("another Kradan is using the folder {}", folder.path().display());
    assert_eq!(error.to_string(), expected);
    drop(store);
    SledStore::open(folder.path()).unwrap();
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
fn what_an_interrupted_opening_left_is_no_hindrance() {
    let folder = with_tables();
    for number in ["0000000000000000", "00000000FFFFFFFF"] {
        fs::write(folder.path().join(format!("sled/snap.{number}.generating")), "").unwrap();
    }
    let store = SledStore::open(folder.path()).unwrap();
    let tables = block_on(store.tables_of_player(ANN, Listing::Running, ALL)).unwrap();
    assert_eq!(tables, [7, 6, 5].map(TableId));
}

#[test]
fn what_an_interrupted_making_left_is_no_hindrance() {
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

/// Makes of a store what it was before running games and challenges were listed apart.
fn make_lists_old(folder: &Path) {
    let config = sled::Config::new().path(folder.join("sled")).segment_size(SEGMENT_BYTES);
    let db = std::iter::repeat_with(|| config.open()).find_map(Result::ok).unwrap();
    for tree in ["by-player", "by-place"] {
        let tree = db.open_tree(tree).unwrap();
        for key in tree.iter().keys().map(Result::unwrap) {
            let mut old = key.to_vec();
            if old[8] > 1 {
                old[8] = 0;
                tree.remove(key).unwrap();
                tree.insert(old, b"").unwrap();
            }
        }
    }
    let tables = db.open_tree("tables").unwrap();
    for (key, text) in tables.iter().map(Result::unwrap) {
        let old = std::str::from_utf8(&text).unwrap();
        let old = old.replace(r#""which":"challenge""#, r#""which":"open""#);
        tables.insert(key, old.into_bytes()).unwrap();
    }
    assert!(db.open_tree("meta").unwrap().remove(b"lists").unwrap().is_some());
    assert!(db.drop_tree("met").unwrap() && db.drop_tree("sent").unwrap());
    db.flush().unwrap();
}

#[test]
fn a_store_in_which_challenges_stood_among_games_is_listed_anew() {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    let over = || after(playing(), BEN, &Command::Resign);
    let cancelled = after(challenge(), ANN, &Command::Cancel);
    block_on(async {
        for (id, table) in [(5, challenge()), (6, playing()), (7, over()), (8, cancelled)] {
            commit(&store, change(id, 1, table)).await;
        }
        // More than are listed anew at a time.
        for id in 1_000..1_600 {
            commit(&store, change(id, 1, challenge())).await;
        }
        commit(&store, change(900, 1, playing())).await;
    });
    drop(store);
    make_lists_old(folder.path());
    tamper(folder.path(), "tables", &900_u64.to_be_bytes(), |text| text[1..].to_owned());
    for _ in 0..2 {
        let store = SledStore::open(folder.path()).unwrap();
        block_on(async {
            // One that cannot be read stays where it was.
            let running = [900, 6].map(TableId);
            let of =
                async |player, which| store.tables_of_player(player, which, ALL).await.unwrap();
            assert_eq!(of(ANN, Listing::Running).await, running);
            assert_eq!(of(BEN, Listing::Running).await, running);
            assert_eq!(
                store.tables_in_channel(HERE, Listing::Running, ALL).await.unwrap(),
                running
            );
            assert_eq!(of(ANN, Listing::Over).await, [TableId(7)]);
            let mut challenges: Vec<TableId> = (1_000..1_600).rev().map(TableId).collect();
            challenges.push(TableId(5));
            assert_eq!(of(ANN, Listing::Sent).await, challenges);
            assert_eq!(of(BEN, Listing::Received).await, challenges);
            assert_eq!(
                store.tables_in_channel(HERE, Listing::Sent, ALL).await.unwrap(),
                challenges
            );
            assert_eq!(store.table(TableId(5)).await.unwrap().unwrap().table, challenge());
        });
    }
    let store = SledStore::open(folder.path()).unwrap();
    block_on(async {
        // It is known who has played with whom before.
        let limit = |challenger| Limit::Received { player: BEN, challenger, most: 1 };
        let met = Change { limits: vec![limit(ANN)], ..change(9, 1, challenge()) };
        store.commit(met).await.unwrap();
        let stranger = Change { limits: vec![limit(EVE)], ..change(10, 1, challenge()) };
        let error = store.commit(stranger).await.unwrap_err();
        assert!(matches!(error, CommitError::Limited(_)), "{error:?}");
        // What was listed anew goes on as ever.
        commit(&store, change(5, 2, playing())).await;
        let running = store.tables_of_player(ANN, Listing::Running, ALL).await.unwrap();
        assert_eq!(running, [900, 6, 5].map(TableId));
    });
}

#[test]
fn a_database_of_another_form_is_refused() {
    for (form, expected) in [
        ("3", "the database has form 3, which a later version of Kradan wrote"),
        ("0", "the database cannot be read: there never was a form 0 of it"),
    ] {
        let folder = with_tables();
        let number = format!("\"form\":{form}");
        tamper(folder.path(), "meta", b"database", |text| text.replace("\"form\":2", &number));
        let error = SledStore::open(folder.path()).unwrap_err();
        assert!(said(&error).starts_with(expected), "{error:?}");
    }
}

#[test]
fn a_folder_without_a_journal_gets_one() {
    let folder = with_tables();
    tamper(folder.path(), "tables", &6_u64.to_be_bytes(), |text| format!("{text} "));
    for _ in 0..2 {
        let store = SledStore::open(folder.path()).unwrap();
        assert_eq!(store.repairs(), [""; 0]);
        let tables = block_on(store.tables_of_player(ANN, Listing::Running, ALL)).unwrap();
        assert_eq!(tables, [7, 6, 5].map(TableId));
    }
    fs::remove_dir_all(folder.path().join("sled")).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    assert!(store.repairs()[0].contains("it is not there: it was made anew"), "{store:?}");
    for id in [5, 6, 7].map(TableId) {
        assert!(block_on(store.table(id)).unwrap().is_some());
    }
}

#[test]
fn a_database_or_a_journal_that_is_gone_is_made_from_the_other() {
    let folder = with_tables();
    for (gone, says) in [("journal", "journal is not there"), ("sled", "sled: it is not there")] {
        fs::remove_dir_all(folder.path().join(gone)).unwrap();
        let store = SledStore::open(folder.path()).unwrap();
        let repairs = store.repairs();
        assert!(repairs.len() == 1 && repairs[0].contains(says), "{repairs:?}");
        block_on(async {
            for id in [5, 6, 7] {
                assert!(store.table(TableId(id)).await.unwrap().is_some());
                assert_eq!(store.pending_of_table(TableId(id)).await.unwrap().len(), 1);
            }
        });
        drop(store);
        assert_eq!(SledStore::open(folder.path()).unwrap().repairs(), [""; 0]);
    }
}

/// The length of a file without the zeros at its end.
fn written(file: &Path) -> u64 {
    let bytes = fs::read(file).unwrap();
    bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last as u64 + 1)
}

fn copy(from: &Path, to: &Path) {
    let copied = std::process::Command::new("cp").arg("-r").args([from, to]).status().unwrap();
    assert!(copied.success());
}

/// Both copies look whole up to the same change, and there was another one.
#[test]
fn ends_that_both_copies_have_lost_are_missed() {
    let folder = with_tables();
    let (sled, older) = (folder.path().join("sled"), folder.path().join("older"));
    copy(&sled, &older);
    let journal = folder.path().join("journal");
    let mut logs = fs::read_dir(&journal).unwrap().map(|file| file.unwrap().path());
    let log = logs.find(|path| path.extension().is_some_and(|it| it == "log")).unwrap();
    let before = written(&log);
    block_on(commit(&SledStore::open(folder.path()).unwrap(), owing(8, 1, 8)));
    assert!(written(&log) > before);
    fs::remove_dir_all(&sled).unwrap();
    fs::rename(&older, &sled).unwrap();
    fs::File::options().write(true).open(&log).unwrap().set_len(before - 8).unwrap();
    let error = SledStore::open(folder.path()).unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::Damaged, "{error:?}");
    let sled = sled.display();
    assert!(
        error.to_string().contains(&format!("{sled}: it has come to change 4, of 5")),
        "{error}"
    );
    let faults = SledStore::verify(folder.path()).unwrap().faults;
    assert!(faults.contains(&format!("{sled} has come to change 4 of 5")), "{faults:?}");
    let new = tempfile::tempdir().unwrap();
    let rescued = SledStore::rescue(folder.path(), new.path()).unwrap();
    assert_eq!(rescued.tables, 3);
    let lost = "changes 5 to 5: neither copy has them".to_owned();
    assert!(rescued.lost.contains(&lost), "{rescued:?}");
}

#[test]
fn a_checkpoint_that_is_written_among_changes_holds_all_that_it_should() {
    const PEOPLE: u64 = 8;
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open_with_journal(folder.path(), 1 << 12).unwrap();
    let store = Arc::new(store);
    let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
    let name = |round: u64| format!("{round} {}", "x".repeat(500));
    runtime.block_on(async {
        let tasks = (0..PEOPLE).map(|person| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                for round in 0..200 {
                    let player = PlayerId(1_000 * person + round % 30);
                    store.update_profile(player, move |it| it.name = name(round)).await.unwrap();
                }
            })
        });
        for task in tasks.collect::<Vec<_>>() {
            task.await.unwrap();
        }
    });
    drop(store);
    let files = fs::read_dir(folder.path().join("journal")).unwrap();
    let names: Vec<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let checkpoints = names.iter().filter_map(|name| name.strip_prefix("checkpoint-"));
    let numbers: Vec<u64> = checkpoints.filter_map(|number| number.parse().ok()).collect();
    assert!(numbers.len() == 1 && numbers[0] > 1, "{names:?}");
    fs::remove_dir_all(folder.path().join("sled")).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(store.repairs().len(), 1);
    for person in 0..PEOPLE {
        for round in 170..200 {
            let player = PlayerId(1_000 * person + round % 30);
            let found = block_on(store.profile(player)).unwrap().unwrap();
            assert_eq!(found.name, name(round));
        }
    }
}

#[test]
fn a_store_that_is_gone_is_not_taken_for_a_new_one() {
    let folder = with_tables();
    for gone in ["journal", "sled"] {
        fs::remove_dir_all(folder.path().join(gone)).unwrap();
    }
    for _ in 0..2 {
        let error = SledStore::open(folder.path()).unwrap_err();
        assert_eq!(error.kind(), StoreErrorKind::Gone, "{error:?}");
        assert!(error.to_string().contains(&folder.path().display().to_string()), "{error}");
    }
    fs::remove_file(folder.path().join("lock")).unwrap();
    SledStore::open(folder.path()).unwrap();
}

#[test]
fn a_store_that_was_never_finished_is_begun_again() {
    let folder = tempfile::tempdir().unwrap();
    // As a process leaves it that is killed while it makes one.
    fs::write(folder.path().join("lock"), "being made").unwrap();
    fs::create_dir_all(folder.path().join("sled.new")).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(store.repairs(), [""; 0]);
    block_on(commit(&store, change(5, 1, playing())));
    drop(store);
    // Or a moment later, with no journal yet.
    let folder = tempfile::tempdir().unwrap();
    drop(SledStore::open(folder.path()).unwrap());
    fs::remove_dir_all(folder.path().join("journal")).unwrap();
    fs::create_dir_all(folder.path().join("journal.new")).unwrap();
    fs::write(folder.path().join("lock"), "being made").unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    assert_eq!(store.repairs(), [""; 0]);
}

/// Opens a folder in which table 6 was damaged and holds it to what it still can do.
fn check_damaged(folder: &Path, expected: &str) {
    let store = SledStore::open(folder).unwrap();
    block_on(async {
        let ids = [5, 6, 7].map(TableId);
        assert_eq!(store.due_tables(hour(24 * 9), ALL).await.unwrap(), ids);
        let error = store.table(ids[1]).await.unwrap_err();
        assert!(said(&error).contains(expected), "{error:?}");
        assert_eq!(store.due_tables(hour(24 * 9), ALL).await.unwrap(), [ids[0], ids[2]]);
        for id in [5, 7] {
            assert!(store.table(TableId(id)).await.unwrap().is_some());
            commit(&store, change(id, 2, challenge())).await;
        }
    });
}

#[test]
fn a_damaged_table_is_named_and_harms_no_other() {
    let key = 6_u64.to_be_bytes();
    let impossible = |text: &str| text.replace(r#""moves":[]"#, r#""moves":["a1"]"#);
    let cases: [(Damage, &str); 5] = [
        (|text| text[..text.len() / 2].to_owned(), "table 6 cannot be read: "),
        (|_| String::new(), "table 6 cannot be read: EOF"),
        (|text| text.replace("\"form\":2", "\"form\":3"), "table 6 has form 3, which a later"),
        (|text| text.replace("\"form\":2", "\"form\":0"), "table 6 cannot be read: there never"),
        (impossible, "table 6 cannot be read: ply 1 (\"a1\") of a stored game"),
    ];
    for (damage, expected) in cases {
        let folder = with_tables();
        tamper(folder.path(), "tables", &key, damage);
        check_damaged(folder.path(), expected);
    }
}

#[test]
fn a_table_that_cannot_be_read_is_not_written_over() {
    let damages: [Damage; 3] = [
        |text| text.replace("\"form\":2", "\"form\":3"),
        |text| text.replace("\"form\":2", "\"form\":0"),
        |text| text[1..].to_owned(),
    ];
    for damage in damages {
        let folder = with_tables();
        tamper(folder.path(), "tables", &6_u64.to_be_bytes(), damage);
        let store = SledStore::open(folder.path()).unwrap();
        for revision in [1, 2] {
            let error = block_on(store.commit(change(6, revision, playing()))).unwrap_err();
            let CommitError::Failed(error) = error else { panic!("{error:?}") };
            assert!(said(&error).starts_with("table 6 "), "{error:?}");
        }
    }
}

#[test]
fn a_damaged_notice_is_named_and_harms_no_other() {
    let folder = with_tables();
    let key = [5_u64.to_be_bytes(), 1_u64.to_be_bytes()].concat();
    tamper(folder.path(), "notices", &key, |text| text[1..].to_owned());
    let store = SledStore::open(folder.path()).unwrap();
    block_on(async {
        let error = store.outbox_entry(notice_id(5, 1)).await.unwrap_err();
        assert!(said(&error).starts_with("the notice of table 5, revision 1 cannot be read"));
        assert_eq!(store.next_pending().await.unwrap(), Some(hour(6)));
        assert_eq!(store.pending(hour(9), 1).await.unwrap(), [notice(6, 1, 6)]);
        assert_eq!(store.pending_of_table(TableId(5)).await.unwrap(), []);
        store.mark_delivered(notice_id(5, 1), None).await.unwrap();
        assert_eq!(store.outbox_entry(notice_id(5, 1)).await.unwrap(), None);
    });
}

/// As an earlier version noted that nobody was there.
fn plant_absence(folder: &Path, from: i64, until: i64) {
    let key = (hour(from).as_nanosecond() ^ i128::MIN).to_be_bytes();
    let value = format!(r#"{{"from":"{}","until":"{}"}}"#, hour(from), hour(until));
    plant(folder, "absences", &key, &format!(r#"{{"form":1,"value":{value}}}"#));
}

/// So that a table is as an earlier version wrote it.
fn make_old(folder: &Path, table: u64, credited_until: i64) {
    let until = format!(r#""credited_until":"{}""#, hour(credited_until));
    let none = format!(r#""credited":"{}""#, SignedDuration::ZERO);
    tamper(folder, "tables", &table.to_be_bytes(), |text| {
        text.replace(r#""form":2"#, r#""form":1"#).replace(&none, &until)
    });
}

#[test]
fn tables_of_the_form_before_get_once_what_they_have_coming() {
    let folder = with_tables();
    let place = folder.path();
    make_old(place, 5, 0);
    make_old(place, 6, 15);
    // The clock was ten days ahead for a while, and somebody was gone before that.
    plant_absence(place, 10, 20);
    plant_absence(place, 30, 270);
    plant_absence(place, 270, 280);
    plant(place, "meta", b"beat", &format!(r#"{{"form":1,"value":{{"at":"{}"}}}}"#, hour(280)));
    let deadline = |hours| playing().deadline().unwrap() + SignedDuration::from_hours(hours);

    let store = SledStore::open(place).unwrap();
    block_on(async {
        let old = Heartbeat { at: hour(280), present_until: None };
        assert_eq!(store.heartbeat().await.unwrap(), Some(old));
        for at in [40, 41, 500] {
            store
                .record_heartbeat(Heartbeat { at: hour(at), present_until: Some(hour(at)) })
                .await
                .unwrap();
            for (table, hours) in [(5, 20), (6, 15), (7, 0)] {
                let row = store.table(TableId(table)).await.unwrap().unwrap();
                assert_eq!(row.table.deadline(), Some(deadline(hours)), "table {table} at {at}");
                assert_eq!(row.credited, SignedDuration::ZERO);
            }
        }
        let row = store.table(TableId(5)).await.unwrap().unwrap();
        let row = StoredTable { revision: 2, ..row };
        commit(&store, Change { stored: row.clone(), ..change(5, 2, playing()) }).await;
        assert_eq!(store.table(TableId(5)).await.unwrap(), Some(row));
    });
    drop(store);
    let store = SledStore::open(place).unwrap();
    let row = block_on(store.table(TableId(5))).unwrap().unwrap();
    assert_eq!(row.table.deadline(), Some(deadline(20)));
}

#[test]
fn old_absences_are_dropped() {
    let folder = with_tables();
    make_old(folder.path(), 5, 0);
    plant_absence(folder.path(), 10, 20);
    let store = SledStore::open(folder.path()).unwrap();
    let deadline = async || store.table(TableId(5)).await.unwrap().unwrap().table.deadline();
    block_on(async {
        for (days, hours) in [(400, 10), (401, 0)] {
            let at = hour(24 * days);
            store.record_heartbeat(Heartbeat { at, present_until: Some(at) }).await.unwrap();
            let expected = playing().deadline().unwrap() + SignedDuration::from_hours(hours);
            assert_eq!(deadline().await, Some(expected), "after {days} days");
        }
    });
}

/// The names and lengths of all files in a folder.
fn files(folder: &Path) -> Vec<(PathBuf, u64)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.push((path.clone(), 0));
            found.extend(files(&path));
        } else {
            let length = fs::metadata(&path).unwrap().len();
            found.push((path, length));
        }
    }
    found.sort();
    found
}

#[test]
fn what_the_system_does_not_let_read_is_no_damage() {
    for name in ["00000000000000009999.log", "checkpoint-00000000000000009999"] {
        let folder = with_tables();
        let journal = folder.path().join("journal");
        // Nobody reads a folder as a file, whatever their rights.
        fs::create_dir(journal.join(name)).unwrap();
        SledStore::open(folder.path()).unwrap_err();
        let before = files(&journal);
        let error = SledStore::open(folder.path()).unwrap_err();
        assert_eq!(error.kind(), StoreErrorKind::Inaccessible, "{error:?}");
        assert!(said(&error).contains(&journal.display().to_string()), "{error:?}");
        assert!(said(&error).contains(name), "{error:?}");
        assert_eq!(files(&journal), before);
        fs::remove_dir(journal.join(name)).unwrap();
        assert_eq!(SledStore::open(folder.path()).unwrap().repairs(), [""; 0]);
    }
}

#[test]
fn a_database_without_its_file_is_made_from_the_journal() {
    let folder = with_tables();
    fs::remove_file(folder.path().join("sled/db")).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    assert!(store.repairs()[0].contains("sled: its file db is not there"), "{store:?}");
    assert!(block_on(store.table(TableId(6))).unwrap().is_some());
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

#[test]
fn a_look_that_finds_no_room_is_an_error_and_no_damage() {
    let folder = with_tables();
    let home = tempfile::tempdir().unwrap();
    let (room, file) = (home.path().join("room"), home.path().join("file"));
    fs::create_dir(&room).unwrap();
    fs::write(&file, "x").unwrap();
    let verify = |script: &str, temporary: &Path| {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", script, env!("CARGO_BIN_EXE_kradan")]).current_dir(home.path());
        shell.env("KRADAN_FOLDER", folder.path()).env("TMPDIR", temporary);
        shell.output().unwrap()
    };
    let ended = verify("exec \"$0\" verify", &room);
    assert!(ended.status.success(), "{ended:?}");
    // No file may become longer than a sector or two.
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" verify";
    for (script, temporary) in [(limited, &room), ("exec \"$0\" verify", &file)] {
        let ended = verify(script, temporary);
        let says = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.status.success() && ended.stdout.is_empty(), "{ended:?}");
        assert!(says.contains("TMPDIR"), "{says}");
        assert!(says.contains(&temporary.display().to_string()), "{says}");
        assert_eq!(fs::read_dir(&room).unwrap().count(), 0);
    }
}

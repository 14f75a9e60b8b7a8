//! Damaged folders: what is repaired, and what is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use kradan_store::{ChannelAccess, CommitError, SledStore, Store, StoreErrorKind, Upkeep};
use kradan_table::{PlayerId, TableId};

use crate::common::*;
use crate::edited_folder::*;

#[test]
fn a_missing_copy_is_made_from_the_other() {
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

#[test]
fn a_database_without_its_file_is_made_from_the_journal() {
    let folder = with_tables();
    fs::remove_file(folder.path().join("sled/db")).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    assert!(store.repairs()[0].contains("sled: its file db is not there"), "{store:?}");
    assert!(block_on(store.table(TableId(6))).unwrap().is_some());
}

/// The length of a file without the zeros at its end.
fn written_length(file: &Path) -> u64 {
    let bytes = fs::read(file).unwrap();
    bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last as u64 + 1)
}

/// Both copies end with the same change, and lack the one after it.
#[test]
fn an_end_that_both_copies_lack_is_noticed() {
    let folder = with_tables();
    let (sled, older) = (folder.path().join("sled"), folder.path().join("older"));
    copy(&sled, &older);
    let journal = folder.path().join("journal");
    let mut logs = fs::read_dir(&journal).unwrap().map(|file| file.unwrap().path());
    let log = logs.find(|path| path.extension().is_some_and(|it| it == "log")).unwrap();
    let before = written_length(&log);
    block_on(commit(&SledStore::open(folder.path()).unwrap(), with_entry(8, 1, 8)));
    assert!(written_length(&log) > before);
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

/// The journal lacks its last change, and there is no database.
#[test]
fn a_rescue_names_the_changes_that_are_lost() {
    let folder = with_tables();
    let journal = folder.path().join("journal");
    let mut logs = fs::read_dir(&journal).unwrap().map(|file| file.unwrap().path());
    let log = logs.find(|path| path.extension().is_some_and(|it| it == "log")).unwrap();
    let before = written_length(&log).next_multiple_of(64);
    block_on(commit(&SledStore::open(folder.path()).unwrap(), change(6, 2, playing())));
    assert!(written_length(&log) > before);
    fs::remove_dir_all(folder.path().join("sled")).unwrap();
    fs::File::options().write(true).open(&log).unwrap().set_len(before).unwrap();
    SledStore::open(folder.path()).unwrap_err();
    let new = tempfile::tempdir().unwrap();
    let rescued = SledStore::rescue(folder.path(), new.path()).unwrap();
    assert_eq!(rescued.tables, 3);
    let lost = "changes 5 to 5: the journal does not have them".to_owned();
    assert!(rescued.lost.contains(&lost), "{rescued:?}");
    let store = SledStore::open(new.path()).unwrap();
    assert_eq!(block_on(store.table(TableId(6))).unwrap().unwrap().revision, 1);
}

/// A process was killed before it removed the segment whose changes the checkpoint holds.
#[test]
fn a_rescue_takes_no_older_row_than_that_of_the_checkpoint() {
    let folder = with_tables();
    let store = SledStore::open(folder.path()).unwrap();
    block_on(commit(&store, change(6, 2, playing())));
    drop(store);
    let journal = folder.path().join("journal");
    let mut logs = fs::read_dir(&journal).unwrap().map(|file| file.unwrap().path());
    let log = logs.find(|path| path.extension().is_some_and(|it| it == "log")).unwrap();
    let end = written_length(&log) as usize;
    let mut bytes = fs::read(&log).unwrap();
    bytes[end - 100] ^= 1;
    fs::remove_dir_all(&journal).unwrap();
    drop(SledStore::open(folder.path()).unwrap());
    fs::write(&log, bytes).unwrap();
    let new = tempfile::tempdir().unwrap();
    let rescued = SledStore::rescue(folder.path(), new.path()).unwrap();
    assert!(rescued.damaged[0].ends_with(": damaged in changes 5 to 5"), "{rescued:?}");
    assert_eq!(rescued.lost, [""; 0], "the checkpoint has what the segment lacks");
    let store = SledStore::open(new.path()).unwrap();
    assert_eq!(block_on(store.table(TableId(6))).unwrap().unwrap().revision, 2);
}

#[test]
fn a_checkpoint_written_among_changes_is_complete() {
    const PEOPLE: u64 = 8;
    let folder = tempfile::tempdir().unwrap();
    let upkeep = Upkeep { checkpoint_bytes: 1 << 12, ..Upkeep::default() };
    let store = SledStore::open_with(folder.path(), upkeep).unwrap();
    let store = Arc::new(store);
    let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
    let name = |round: u64| format!("{round} {}", "x".repeat(500));
    runtime.block_on(async {
        let tasks = (0..PEOPLE).map(|profile| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                for round in 0..200 {
                    let player = PlayerId(1_000 * profile + round % 30);
                    store
                        .update_profile(player, Box::new(move |it| it.name = name(round)))
                        .await
                        .unwrap();
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
    for profile in 0..PEOPLE {
        for round in 170..200 {
            let player = PlayerId(1_000 * profile + round % 30);
            let found = block_on(store.profile(player)).unwrap().unwrap();
            assert_eq!(found.name, name(round));
        }
    }
}

/// Opens a folder with a damaged table 6, and checks that everything else works.
fn check_damaged(folder: &Path, expected: &str) {
    let store = SledStore::open(folder).unwrap();
    block_on(async {
        let ids = [5, 6, 7].map(TableId);
        assert_eq!(store.due_tables(hour(24 * 9), ALL).await.unwrap(), ids);
        let error = store.table(ids[1]).await.unwrap_err();
        assert!(error_text(&error).contains(expected), "{error:?}");
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
        rewrite(folder.path(), "tables", &key, damage);
        check_damaged(folder.path(), expected);
    }
}

#[test]
fn an_unreadable_table_is_not_overwritten() {
    let damages: [Damage; 3] = [
        |text| text.replace("\"form\":2", "\"form\":3"),
        |text| text.replace("\"form\":2", "\"form\":0"),
        |text| text[1..].to_owned(),
    ];
    for damage in damages {
        let folder = with_tables();
        rewrite(folder.path(), "tables", &6_u64.to_be_bytes(), damage);
        let store = SledStore::open(folder.path()).unwrap();
        for revision in [1, 2] {
            let error = block_on(store.commit(change(6, revision, playing()))).unwrap_err();
            let CommitError::Failed(error) = error else { panic!("{error:?}") };
            assert!(error_text(&error).starts_with("table 6 "), "{error:?}");
        }
    }
}

#[test]
fn a_damaged_entry_is_named_and_harms_no_other() {
    let folder = with_tables();
    let key = [5_u64.to_be_bytes(), 1_u64.to_be_bytes()].concat();
    rewrite(folder.path(), "notices", &key, |text| text[1..].to_owned());
    let store = SledStore::open(folder.path()).unwrap();
    block_on(async {
        let error = store.outbox_entry(entry_id(5, 1)).await.unwrap_err();
        assert!(error_text(&error).starts_with("the notice of table 5, revision 1 cannot be read"));
        assert_eq!(store.next_pending().await.unwrap(), Some(hour(6)));
        assert_eq!(store.pending(hour(9), 1).await.unwrap(), [entry(6, 1, 6)]);
        assert_eq!(store.pending_of_table(TableId(5)).await.unwrap(), []);
        store.mark_delivered(entry_id(5, 1), None).await.unwrap();
        assert_eq!(store.outbox_entry(entry_id(5, 1)).await.unwrap(), None);
    });
}

#[test]
fn an_unreadable_channel_access_is_replaced() {
    for access in [ChannelAccess::AnswersOnly, ChannelAccess::Member] {
        let folder = with_tables();
        let store = SledStore::open(folder.path()).unwrap();
        block_on(store.set_channel_access(HERE, ChannelAccess::AnswersOnly)).unwrap();
        drop(store);
        rewrite(folder.path(), "places", &HERE.0.to_be_bytes(), |text| text[1..].to_owned());
        let store = SledStore::open(folder.path()).unwrap();
        block_on(async {
            assert!(store.channel_access(HERE).await.unwrap_err().is_of_one_value());
            store.set_channel_access(HERE, access).await.unwrap();
            assert_eq!(store.channel_access(HERE).await.unwrap(), access);
        });
    }
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
fn a_refusal_of_the_system_is_no_damage() {
    for name in ["00000000000000009999.log", "checkpoint-00000000000000009999"] {
        let folder = with_tables();
        let journal = folder.path().join("journal");
        // A folder cannot be read as a file, even by root.
        fs::create_dir(journal.join(name)).unwrap();
        SledStore::open(folder.path()).unwrap_err();
        let before = files(&journal);
        let error = SledStore::open(folder.path()).unwrap_err();
        assert_eq!(error.kind(), StoreErrorKind::Inaccessible, "{error:?}");
        assert!(error_text(&error).contains(&journal.display().to_string()), "{error:?}");
        assert!(error_text(&error).contains(name), "{error:?}");
        assert_eq!(files(&journal), before);
        fs::remove_dir(journal.join(name)).unwrap();
        assert_eq!(SledStore::open(folder.path()).unwrap().repairs(), [""; 0]);
    }
}

/// The database is behind the journal, or ahead of it by what nobody was told of: the next start
/// sets both right without loss.
#[test]
fn a_copy_that_is_ahead_of_the_other_is_no_fault() {
    let folder = with_tables();
    let home = tempfile::tempdir().unwrap();
    let older = home.path().join("older");
    copy(folder.path(), &older);
    block_on(commit(&SledStore::open(folder.path()).unwrap(), with_entry(8, 1, 8)));
    for (from_new, note) in
        [("journal", "has come to change 4 of 5"), ("sled", "nobody was told of")]
    {
        let mixed = home.path().join(from_new);
        copy(&older, &mixed);
        fs::remove_dir_all(mixed.join(from_new)).unwrap();
        copy(&folder.path().join(from_new), &mixed.join(from_new));
        let found = SledStore::verify(&mixed).unwrap();
        assert_eq!(found.faults, [""; 0], "{from_new}");
        assert!(found.notes.len() == 1 && found.notes[0].contains(note), "{:?}", found.notes);
        assert!(SledStore::open(&mixed).unwrap().count_tables() >= 3);
    }
}

/// A process is killed long before the database was brought to the disk, and one of its files is
/// damaged or gone.
#[test]
fn a_database_far_behind_the_journal_lacks_nothing_after_a_start() {
    let home = tempfile::tempdir().unwrap();
    let (folder, killed) = (home.path().join("folder"), home.path().join("killed"));
    let never =
        Upkeep { flush_interval: Duration::MAX, unstored_rows: usize::MAX, ..Upkeep::default() };
    let store = SledStore::open_with(&folder, never).unwrap();
    block_on(async {
        for id in 1..=40 {
            commit(&store, with_entry(id, 1, 8)).await;
            store.mark_delivered(entry_id(id, 1), None).await.unwrap();
        }
    });
    copy(&folder, &killed);
    let log = |at: &Path| file_with(&at.join("journal"), |it| it.contains(".log"));
    let end = written_length(&log(&killed)) as usize;
    let damages: [&dyn Fn(&Path); 7] = [
        &|_| (),
        &|at| flip(&[(&log(at), end - 100)]),
        &|at| flip(&[(&log(at), end / 2)]),
        &|at| fs::File::options().write(true).open(log(at)).unwrap().set_len(2_000).unwrap(),
        &|at| flip(&[(&at.join("journal/recent-a"), 100)]),
        &|at| fs::write(at.join("journal/recent-a"), "").unwrap(),
        &|at| fs::remove_dir_all(at.join("sled")).unwrap(),
    ];
    for (number, damage) in damages.into_iter().enumerate() {
        let place = home.path().join(number.to_string());
        copy(&killed, &place);
        damage(&place);
        let store = SledStore::open(&place).unwrap();
        assert_eq!(store.count_tables(), 40, "{number}: {:?}", store.repairs());
        let owed = block_on(store.pending(Timestamp::MAX, ALL)).unwrap();
        // Of what nobody waited for, the files may have had the only copy.
        assert!(owed.len() <= usize::from((4..=5).contains(&number)), "{number}: {owed:?}");
        drop(store);
        assert_eq!(SledStore::open(&place).unwrap().repairs(), [""; 0], "{number}");
    }
}

/// Flips a bit of each of these files.
fn flip(files: &[(&Path, usize)]) {
    for (file, at) in files {
        let mut bytes = fs::read(file).unwrap();
        bytes[*at] ^= 1;
        fs::write(file, bytes).unwrap();
    }
}

fn file_with(folder: &Path, is_it: impl Fn(&str) -> bool) -> PathBuf {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let mut fitting = files.filter(|file| is_it(&file.file_name().to_string_lossy()));
    fitting.next().expect("the file is there").path()
}

/// What sled makes anew is damaged, and the journal is damaged too.
#[test]
fn a_rescue_reads_the_database_without_its_snapshot_and_its_settings() {
    for name in ["snap.", "conf"] {
        let folder = with_tables();
        let journal = folder.path().join("journal");
        let log = file_with(&journal, |it| it.starts_with("0000") && it.contains(".log"));
        let made_anew = file_with(&folder.path().join("sled"), |it| it.starts_with(name));
        let end = written_length(&log) as usize;
        flip(&[(&log, end - 100), (&log, end / 2), (&log, 1_000), (&made_anew, 10)]);
        let error = SledStore::open(folder.path()).unwrap_err();
        assert_eq!(error.kind(), StoreErrorKind::Damaged, "{error:?}");
        let file = made_anew.file_name().unwrap().to_string_lossy();
        let names_it = format!("its file {file} is damaged");
        assert!(error.to_string().contains(&names_it), "{error}");
        let new = tempfile::tempdir().unwrap();
        let rescued = SledStore::rescue(folder.path(), new.path()).unwrap();
        assert_eq!((rescued.tables, &rescued.lost[..]), (3, &[][..]), "{name}: {rescued:?}");
        assert!(rescued.damaged.iter().any(|it| it.contains(name)), "{rescued:?}");
    }
}

/// Only the database is there, and one of its bits is wrong: the tables whose bytes are whole are
/// rescued, those behind the damage too.
#[test]
fn a_rescue_reads_behind_the_damage() {
    let whole = with_tables();
    fs::remove_dir_all(whole.path().join("journal")).unwrap();
    let length = written_length(&whole.path().join("sled/db")) as usize;
    for at in (0..length).step_by(length / 40) {
        let home = tempfile::tempdir().unwrap();
        let (folder, new) = (home.path().join("folder"), home.path().join("new"));
        copy(whole.path(), &folder);
        flip(&[(&folder.join("sled/db"), at)]);
        let rescued = SledStore::rescue(&folder, &new).unwrap();
        let named = rescued.lost.iter().filter(|it| it.starts_with("table ")).count();
        assert!(rescued.tables >= 2 && rescued.tables as usize + named == 3, "{at}: {rescued:?}");
        assert!(rescued.lost.iter().any(|it| it.contains("file db")), "{at}: {rescued:?}");
    }
}

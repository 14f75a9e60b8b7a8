//! Damaged folders: what is repaired, and what is named.

use std::fs;
use std::path::{Path, PathBuf};

use kradan_store::{
    ChannelAccess, CommitError, MessageStore as _, OutboxStore as _, Rescued, SledStore,
    StoreErrorKind, TableStore as _, Total,
};
use kradan_table::TableId;

use crate::common::*;
use crate::edited_folder::*;

/// The database is that of an earlier time, and looks whole.
#[test]
fn a_missing_end_is_noticed() {
    let folder = with_tables();
    let (sled, older) = (folder.path().join("sled"), folder.path().join("older"));
    copy(&sled, &older);
    block_on(commit(&SledStore::open(folder.path()).unwrap(), with_entry(8, 1, 8)));
    fs::remove_dir_all(&sled).unwrap();
    fs::rename(&older, &sled).unwrap();
    let error = SledStore::open(folder.path()).unwrap_err();
    assert_eq!(error.kind(), StoreErrorKind::Damaged, "{error:?}");
    assert!(error.to_string().contains("it has come to change 4 of 5"), "{error}");
    let faults = SledStore::verify(folder.path()).unwrap().faults;
    assert_eq!(faults, [format!("{} has come to change 4 of 5", sled.display())]);
    let rescued = rescued(folder.path());
    assert_eq!(rescued.total.tables, 3);
    assert_eq!(rescued.total.unreadable, ["changes 5 to 5: the database does not have them"]);
}

#[test]
fn a_missing_file_is_named() {
    for (name, says) in [("sled/db", "its file db is not there"), ("sled/conf", "")] {
        let folder = with_tables();
        fs::remove_file(folder.path().join(name)).unwrap();
        match SledStore::open(folder.path()) {
            Ok(store) => assert!(block_on(store.table(TableId(6))).unwrap().is_some(), "{name}"),
            Err(error) => assert!(error.to_string().contains(says), "{name}: {error}"),
        }
    }
    let folder = with_tables();
    fs::remove_file(folder.path().join("reached")).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    assert!(block_on(store.table(TableId(6))).unwrap().is_some());
}

fn rescued(folder: &Path) -> Rescued {
    SledStore::rescue(folder, Vec::new(), hour(20)).unwrap()
}

/// The length of a file without the zeros at its end.
fn written_length(file: &Path) -> u64 {
    let bytes = fs::read(file).unwrap();
    bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last as u64 + 1)
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

/// What sled makes anew is damaged.
#[test]
fn a_rescue_reads_the_database_without_its_snapshot_and_its_settings() {
    for name in ["snap.", "conf"] {
        let folder = with_tables();
        let made_anew = file_with(&folder.path().join("sled"), |it| it.starts_with(name));
        flip(&[(&made_anew, 10)]);
        let error = SledStore::open(folder.path()).unwrap_err();
        assert_eq!(error.kind(), StoreErrorKind::Damaged, "{error:?}");
        let file = made_anew.file_name().unwrap().to_string_lossy();
        let names_it = format!("its file {file} is damaged");
        assert!(error.to_string().contains(&names_it), "{error}");
        let rescued = rescued(folder.path());
        assert_eq!(
            (rescued.total.tables, &rescued.total.unreadable[..]),
            (3, &[][..]),
            "{name}: {rescued:?}"
        );
        assert!(rescued.damaged.iter().all(|it| it.contains(name)), "{rescued:?}");
    }
}

#[test]
fn a_rescue_puts_a_flipped_bit_right() {
    let whole = with_tables();
    let length = written_length(&whole.path().join("sled/db")) as usize;
    for at in (0..length).step_by(length / 20) {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("folder");
        copy(whole.path(), &folder);
        flip(&[(&folder.join("sled/db"), at)]);
        let rescued = rescued(&folder);
        let Total { tables, unreadable, .. } = &rescued.total;
        assert_eq!((*tables, &unreadable[..]), (3, &[][..]), "{at}: {rescued:?}");
        assert!(rescued.damaged.iter().any(|it| it.contains("bits of its file db")), "{rescued:?}");
    }
}

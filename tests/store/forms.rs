//! The forms of what is stored: what 0.2 wrote is read and written as it was, and what a newer version used
//! stays as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use kradan_store::{
    BackupError, BackupStore, Item, PeopleStore as _, PostgresStore, SledStore, Store as _,
    StoreError, StoreErrorKind, TableStore as _,
};
use kradan_table::{ApplicationId, Ending, Event, PlayerId, TableId};
use kradan_test_servers::postgres::Postgres;
use serde_json::Value;

use crate::backup::{backup_of, put};
use crate::edited_folder::*;
use crate::every_form;

/// What a store of 0.2 holds with everything in it that can be stored, as its backup without compression.
const LISTING: &str = include_str!("../fixtures/0.2/stored.jsonl");

/// The same in a folder.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/0.2/folder.tar.gz");

/// Makes the folder of the listing, and the listing as a backup of the folder has it:
/// `cargo test -p kradan-store --test store -- --ignored the_fixture_is_written`. From the release on, a
/// change of a form gets a fixture beside this one.
#[tokio::test]
#[ignore = "writes files"]
async fn the_fixture_is_written() {
    let home = tempfile::tempdir().unwrap();
    let games = home.path().join("games");
    let store = SledStore::open(&games).unwrap();
    put(&compressed(LISTING), &store).await.unwrap();
    let listing = uncompressed(&backup_of(&store).await.0);
    fs::write(Path::new(FOLDER).with_file_name("stored.jsonl"), listing).unwrap();
    store.close().await.unwrap();
    drop(store);
    let file = GzEncoder::new(File::create(FOLDER).unwrap(), Compression::best());
    let mut archive = tar::Builder::new(file);
    archive.append_dir_all(".", &games).unwrap();
    archive.into_inner().unwrap().finish().unwrap();
}

fn compressed(text: &str) -> Vec<u8> {
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    file.write_all(text.as_bytes()).unwrap();
    file.finish().unwrap()
}

fn uncompressed(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    text
}

/// A copy of the folder.
fn unpacked() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let archive = GzDecoder::new(File::open(FOLDER).unwrap());
    tar::Archive::new(archive).unpack(folder.path()).unwrap();
    folder
}

/// The items of a backup, a line for each.
fn items(backup: &str) -> BTreeSet<&str> {
    let is_item =
        |line: &&str| !["{\"kradan\":", "{\"end\":"].iter().any(|it| line.starts_with(it));
    backup.lines().filter(is_item).collect()
}

async fn holds_the_listing(store: &dyn BackupStore) {
    let backup = uncompressed(&backup_of(store).await.0);
    assert_eq!(items(&backup), items(LISTING));
    assert_eq!(store.application().await.unwrap(), Some(ApplicationId(1100)));
    let header: Value = serde_json::from_str(LISTING.lines().next().unwrap()).unwrap();
    let heartbeat = serde_json::to_value(store.heartbeat().await.unwrap()).unwrap();
    assert_eq!(heartbeat, header["heartbeat"]);
}

/// All rows of a folder, with those of indices.
fn rows(folder: &Path) -> BTreeSet<(String, Vec<u8>, String)> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    edit(folder, |db| {
        let names = db.tree_names().into_iter().filter(|name| **name != *b"state");
        let rows = names.flat_map(|name| {
            let tree = db.open_tree(&name).unwrap();
            tree.iter().map(Result::unwrap).map(move |(key, value)| (name.clone(), key, value))
        });
        rows.map(|(name, key, value)| (text(&name), key.to_vec(), text(&value))).collect()
    })
}

#[tokio::test]
async fn a_folder_of_0_2_is_read() {
    let folder = unpacked();
    assert_eq!(SledStore::verify(folder.path()).unwrap().faults, [""; 0]);
    holds_the_listing(&SledStore::open(folder.path()).unwrap()).await;
}

#[tokio::test]
async fn what_is_stored_has_the_same_bytes_as_in_0_2() {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    put(&compressed(LISTING), &store).await.unwrap();
    holds_the_listing(&store).await;
    store.close().await.unwrap();
    drop(store);
    assert_eq!(rows(folder.path()), rows(unpacked().path()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_0_2_is_restored_to_postgres() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    let store = PostgresStore::open(&server.address("games")).await.unwrap();
    put(&compressed(LISTING), &store).await.unwrap();
    holds_the_listing(&store).await;
}

#[test]
fn the_listing_has_every_field_and_every_variant() {
    for line in items(LISTING) {
        every_form::read::<Item>(serde_json::from_str(line).unwrap());
    }
    assert_eq!(every_form::missing(), [""; 0]);
    for variant in [every_form::variants::<Event>(), every_form::variants::<Ending>()].concat() {
        assert!(LISTING.contains(&format!("\"{variant}\"")), "{variant}");
    }
}

/// Otherwise an older process would lose it when it writes the value again.
#[test]
fn an_unknown_field_is_refused_or_kept() {
    for line in items(LISTING) {
        let item: Value = serde_json::from_str(line).unwrap();
        for place in objects(&item, "") {
            let mut newer = item.clone();
            let object = newer.pointer_mut(&place).and_then(Value::as_object_mut).unwrap();
            object.insert("of-a-newer-version".to_owned(), Value::from(1));
            if let Ok(read) = serde_json::from_value::<Item>(newer.clone()) {
                assert_eq!(serde_json::to_value(read).unwrap(), newer, "{place} of {line}");
            }
        }
    }
}

/// The places of all objects in a value, as JSON pointers.
fn objects(value: &Value, place: &str) -> Vec<String> {
    let within: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(all) => all.iter().enumerate().map(|(at, it)| (at.to_string(), it)).collect(),
        _ => Vec::new(),
    };
    let deeper = within.into_iter().flat_map(|(key, it)| objects(it, &format!("{place}/{key}")));
    let own = value.is_object().then(|| place.to_owned());
    deeper.chain(own).collect()
}

/// All files of a folder.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path));
        } else {
            all.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    all
}

#[test]
fn a_folder_that_a_newer_version_used_stays_as_it_is() {
    let folder = unpacked();
    let mut lock = File::options().append(true).open(folder.path().join("lock")).unwrap();
    lock.write_all(b"\nform 3").unwrap();
    drop(lock);
    let before = files(folder.path());
    let says = format!(
        "the games in {} were last used by a newer Kradan (form 3; this one knows 2): start that \
         version",
        folder.path().display()
    );
    for error in [
        SledStore::open(folder.path()).unwrap_err(),
        SledStore::verify(folder.path()).unwrap_err(),
        SledStore::rescue(folder.path(), Vec::new(), crate::common::hour(1)).unwrap_err(),
    ] {
        assert_eq!((error.kind(), error.to_string()), (StoreErrorKind::Newer, says.clone()));
    }
    assert!(files(folder.path()) == before, "a file has changed");
    // Without the line of the lock file, the database says so.
    fs::write(folder.path().join("lock"), "being made").unwrap();
    rewrite(folder.path(), "meta", b"database", |text| text.replace('2', "3"));
    let error = SledStore::open(folder.path()).unwrap_err();
    assert_eq!((error.kind(), error.to_string()), (StoreErrorKind::Newer, says));
    let unlike = |(_, key, _): &(String, Vec<u8>, String)| key != b"database";
    let [now, then] = [folder, unpacked()].map(|folder| rows(folder.path()));
    assert!(now.iter().filter(|row| unlike(row)).eq(then.iter().filter(|row| unlike(row))));
}

#[tokio::test]
async fn a_backup_of_a_newer_version_is_not_restored() {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    let newer = compressed(&LISTING.replacen("\"kradan\":1", "\"kradan\":2", 1));
    let error = put(&newer, &store).await.unwrap_err();
    assert!(matches!(error, BackupError::Newer(2)), "{error:?}");
    let says = "the backup was made by a newer Kradan (form 2; this one knows 1): restore it with \
                that version";
    assert_eq!(error.to_string(), says);
    assert_eq!(items(&uncompressed(&backup_of(&store).await.0)), BTreeSet::new());
    assert_eq!(store.application().await.unwrap(), None);
}

/// A migration of a newer version.
const MIGRATION: &str = "insert into games.refinery_schema_history \
    select 99, 'later', applied_on, '1' from games.refinery_schema_history limit 1; \
    alter table games.profiles add column later text";

/// Only a program that knows that migration may use the games.
const OLDEST: &str = "insert into games.bot values ('oldest form', '99')";

/// A hash of all rows of the database.
const CONTENT: &str = "select md5(string_agg(query_to_xml(format('select t::text from games.%I t \
    order by 1', table_name), false, true, '')::text, '' order by table_name)) \
    from information_schema.tables where table_schema = 'games'";

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_only_a_newer_version_may_use_stays_as_it_is() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    let address = server.address("games");
    let running = PostgresStore::open(&address).await.unwrap();
    put(&compressed(LISTING), &running).await.unwrap();
    // What a newer version added is not noticed.
    server.sql(MIGRATION);
    let joining = PostgresStore::open(&address).await.unwrap();
    holds_the_listing(&joining).await;
    holds_the_listing(&running).await;
    joining.close().await.unwrap();

    server.sql(OLDEST);
    let is_refused = |error: &StoreError| {
        let [begin, end] = ["last used by a newer Kradan (form 99; this one", "start that version"];
        let text = error.to_string();
        error.kind() == StoreErrorKind::Newer && text.contains(begin) && text.ends_with(end)
    };
    let stopped = async {
        loop {
            match running.heartbeat().await {
                Ok(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                Err(error) => break error,
            }
        }
    };
    let stopped = tokio::time::timeout(Duration::from_secs(30), stopped).await.unwrap();
    assert!(stopped.needs_reopen() && is_refused(&stopped), "{stopped:?}");
    running.close().await.unwrap_err();
    let before = server.sql(CONTENT);
    let error = PostgresStore::open(&address).await.unwrap_err();
    assert!(is_refused(&error), "{error:?}");
    assert_eq!(server.sql(CONTENT), before);
}

/// A newer process writes a value with a field that this version does not know.
#[tokio::test(flavor = "multi_thread")]
async fn a_value_of_a_newer_version_is_not_written_over() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    let store = PostgresStore::open(&server.address("games")).await.unwrap();
    put(&compressed(LISTING), &store).await.unwrap();
    let newer = |column: &str| format!("{column} = {column} || '{{\"later\": 1}}'");
    server.sql(&format!("update games.profiles set {}", newer("profile")));
    server.sql(&format!("update games.tables set {}", newer("game")));
    let stored = "select profile from games.profiles where player = 11";
    let before = server.sql(stored);
    assert!(before.contains("later"));
    assert!(store.table(TableId(2)).await.unwrap_err().is_of_one_value());
    let edited = store.update_profile(PlayerId(11), Box::new(|profile| profile.name.clear())).await;
    assert!(edited.unwrap_err().is_of_one_value());
    assert_eq!(server.sql(stored), before);
}

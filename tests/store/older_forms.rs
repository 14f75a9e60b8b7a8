//! Folders that an earlier version of the program wrote.

use std::fs;
use std::path::Path;

use jiff::SignedDuration;
use kradan::store::{
    Change, CommitError, Heartbeat, Limit, Listing, ServerSettings, SledStore, Store, StoredTable,
};
use kradan::table::{Command, GuildId, TableId};

use crate::common::*;
use crate::edited_folder::*;

/// Lists challenges among running games, as earlier versions did.
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
fn lists_that_mix_challenges_and_games_are_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    let over = || after(playing(), BEN, &Command::Resign);
    let cancelled = after(challenge(), ANN, &Command::Cancel);
    block_on(async {
        for (id, table) in [(5, challenge()), (6, playing()), (7, over()), (8, cancelled)] {
            commit(&store, change(id, 1, table)).await;
        }
        // These are more than one step of the migration lists.
        for id in 1_000..1_600 {
            commit(&store, change(id, 1, challenge())).await;
        }
        commit(&store, change(900, 1, playing())).await;
    });
    drop(store);
    make_lists_old(folder.path());
    rewrite(folder.path(), "tables", &900_u64.to_be_bytes(), |text| text[1..].to_owned());
    for _ in 0..2 {
        let store = SledStore::open(folder.path()).unwrap();
        block_on(async {
            // An unreadable table stays in its old lists.
            let running = [900, 6].map(TableId);
            let of =
                async |player, listing| store.tables_of_player(player, listing, ALL).await.unwrap();
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
        // The migration finds past opponents.
        let limit = |challenger| Limit::Received { player: BEN, challenger, most: 1 };
        let met = Change { limits: vec![limit(ANN)], ..change(9, 1, challenge()) };
        store.commit(met).await.unwrap();
        let stranger = Change { limits: vec![limit(EVE)], ..change(10, 1, challenge()) };
        let error = store.commit(stranger).await.unwrap_err();
        assert!(matches!(error, CommitError::Limited(_)), "{error:?}");
        // A commit updates the new lists.
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
        rewrite(folder.path(), "meta", b"database", |text| text.replace("\"form\":2", &number));
        let error = SledStore::open(folder.path()).unwrap_err();
        assert!(error_text(&error).starts_with(expected), "{error:?}");
    }
}

#[test]
fn a_folder_without_a_journal_gets_one() {
    let folder = with_tables();
    rewrite(folder.path(), "tables", &6_u64.to_be_bytes(), |text| format!("{text} "));
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

/// Inserts an absence as an earlier version wrote it.
fn insert_absence(folder: &Path, from: i64, until: i64) {
    let key = (hour(from).as_nanosecond() ^ i128::MIN).to_be_bytes();
    let value = format!(r#"{{"from":"{}","until":"{}"}}"#, hour(from), hour(until));
    insert(folder, "absences", &key, &format!(r#"{{"form":1,"value":{value}}}"#));
}

/// Rewrites a table to the form of an earlier version.
fn make_old(folder: &Path, table: u64, credited_until: i64) {
    let until = format!(r#""credited_until":"{}""#, hour(credited_until));
    let none = format!(r#""credited":"{}""#, SignedDuration::ZERO);
    rewrite(folder, "tables", &table.to_be_bytes(), |text| {
        text.replace(r#""form":2"#, r#""form":1"#).replace(&none, &until)
    });
}

#[test]
fn tables_of_form_1_are_credited_once() {
    let folder = with_tables();
    let place = folder.path();
    make_old(place, 5, 0);
    make_old(place, 6, 15);
    // The second absence is that of a clock that was ten days ahead.
    insert_absence(place, 10, 20);
    insert_absence(place, 30, 270);
    insert_absence(place, 270, 280);
    insert(place, "meta", b"beat", &format!(r#"{{"form":1,"value":{{"at":"{}"}}}}"#, hour(280)));
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
                let stored = store.table(TableId(table)).await.unwrap().unwrap();
                assert_eq!(stored.table.deadline(), Some(deadline(hours)), "table {table} at {at}");
                assert_eq!(stored.credited, SignedDuration::ZERO);
            }
        }
        let stored = store.table(TableId(5)).await.unwrap().unwrap();
        let stored = StoredTable { revision: 2, ..stored };
        commit(&store, Change { stored: stored.clone(), ..change(5, 2, playing()) }).await;
        assert_eq!(store.table(TableId(5)).await.unwrap(), Some(stored));
    });
    drop(store);
    let store = SledStore::open(place).unwrap();
    let stored = block_on(store.table(TableId(5))).unwrap().unwrap();
    assert_eq!(stored.table.deadline(), Some(deadline(20)));
}

#[test]
fn old_absences_are_dropped() {
    let folder = with_tables();
    make_old(folder.path(), 5, 0);
    insert_absence(folder.path(), 10, 20);
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

#[test]
fn a_folder_without_the_settings_of_servers_opens() {
    let folder = with_tables();
    let config = sled::Config::new().path(folder.path().join("sled")).segment_size(SEGMENT_BYTES);
    let db = std::iter::repeat_with(|| config.open()).find_map(Result::ok).unwrap();
    assert!(db.drop_tree("servers").unwrap());
    db.flush().unwrap();
    drop(db);
    let guild = GuildId(40);
    let store = SledStore::open(folder.path()).unwrap();
    block_on(async {
        let settings = store.server_settings(guild).await.unwrap();
        assert_eq!(settings, ServerSettings::default());
        store.update_server_settings(guild, |it| it.keep_pictures = true).await.unwrap();
    });
    drop(store);
    let verified = SledStore::verify(folder.path()).unwrap();
    assert!(verified.faults.is_empty(), "{:?}", verified.faults);
    let store = SledStore::open(folder.path()).unwrap();
    assert!(block_on(store.server_settings(guild)).unwrap().keep_pictures);
}

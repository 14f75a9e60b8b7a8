//! The faults that a check of a closed folder names.

use std::path::Path;

use kradan_store::{Follow, FollowLimits, FollowerStore as _, PeopleStore as _, SledStore};
use kradan_table::TableId;

use crate::common::*;
use crate::edited_folder::*;

fn faults(folder: &Path) -> Vec<String> {
    SledStore::verify(folder).unwrap().faults
}

/// A folder with entries in every index: of tables, of outbox entries, of a block, and of a
/// follower who is to be told of a move.
fn with_every_index() -> tempfile::TempDir {
    let folder = with_tables();
    let store = SledStore::open(folder.path()).unwrap();
    block_on(async {
        store.block(ANN, BEN, hour(0), ALL).await.unwrap();
        let follow = Follow { each_move: true, since: hour(0) };
        let limits = FollowLimits { of_table: ALL, of_player: ALL };
        store.follow(TableId(5), EVE, follow, limits).await.unwrap();
        commit(&store, with_entry(5, 2, 5)).await;
    });
    folder
}

#[test]
fn a_table_that_cannot_be_replayed_is_named() {
    let folder = with_tables();
    let impossible = |text: &str| text.replace(r#""moves":[]"#, r#""moves":["a1"]"#);
    rewrite(folder.path(), "tables", &6_u64.to_be_bytes(), impossible);
    let named = "table 6 cannot be read: ply 1 (\"a1\") of a stored game";
    // Its lists are those that its row gives, so no index is at fault.
    let faults = faults(folder.path());
    assert!(faults.len() == 1 && faults[0].starts_with(named), "{faults:#?}");
}

#[test]
fn a_surplus_index_entry_is_reported() {
    let folder = with_every_index();
    for (index, last, what) in [
        ("by-place", !9, "table 9"),
        ("by-player", !9, "table 9"),
        ("due", 9, "table 9"),
        ("owed", 9, "table 5"),
        ("met", 9, "table 9"),
        ("blocks-by-blocked", 9, "that player 9 blocks player 2"),
        ("follows-by-player", 9, "that player 3 follows table 9"),
        ("follower-entries-by-time", 9, "the job TellFollower of 9"),
    ] {
        let key = edit(folder.path(), |db| {
            let tree = db.open_tree(index).unwrap();
            let mut key = tree.first().unwrap().unwrap().0.to_vec();
            *key.last_mut().unwrap() = last;
            assert_eq!(tree.insert(&key, "").unwrap(), None, "{index}");
            key
        });
        let expected = format!("the index {index} lists {what}, which is not so");
        assert_eq!(faults(folder.path()), [expected]);
        edit(folder.path(), |db| db.open_tree(index).unwrap().remove(key).unwrap());
    }
    assert_eq!(faults(folder.path()), [""; 0]);
}

#[test]
fn an_index_key_of_a_wrong_length_is_reported() {
    for index in ["by-place", "met", "blocks-by-blocked", "follower-entries-by-time"] {
        let folder = with_every_index();
        edit(folder.path(), |db| db.open_tree(index).unwrap().insert("short", "").unwrap());
        let expected = format!("the index {index} lists an unknown key, which is not so");
        assert_eq!(faults(folder.path()), [expected]);
    }
}

#[test]
fn a_missing_index_entry_is_reported() {
    let folder = with_every_index();
    for (index, what) in [
        // The newest table comes first.
        ("by-place", "table 7"),
        ("by-player", "table 7"),
        ("due", "table 5"),
        ("owed", "table 5"),
        ("met", "table 5"),
        ("blocks-by-blocked", "that player 1 blocks player 2"),
        ("follows-by-player", "that player 3 follows table 5"),
        ("follower-entries-by-time", "the job TellFollower of 3"),
    ] {
        let first = |db: &sled::Db| db.open_tree(index).unwrap().pop_min().unwrap().unwrap();
        let (key, value) = edit(folder.path(), first);
        let expected = format!("the index {index} does not list {what}");
        assert_eq!(faults(folder.path()), [expected]);
        edit(folder.path(), |db| db.open_tree(index).unwrap().insert(key, value).unwrap());
    }
    assert_eq!(faults(folder.path()), [""; 0]);
}

/// The row and the index agree with each other, and not with the game.
#[test]
fn lists_that_are_not_those_of_the_game_are_reported() {
    let folder = with_tables();
    let key = |channel: u64| [&channel.to_be_bytes()[..], &[0], &(!6_u64).to_be_bytes()].concat();
    edit(folder.path(), |db| {
        let index = db.open_tree("by-place").unwrap();
        let removed = index.remove(key(HERE.0)).unwrap().unwrap();
        index.insert(key(THERE.0), removed).unwrap();
    });
    let listed = |place: u64| format!(r#""status":"running","channel":{place},"#);
    rewrite(folder.path(), "tables", &6_u64.to_be_bytes(), |text| {
        text.replace(&listed(HERE.0), &listed(THERE.0))
    });
    let expected = "table 6, whose lists are not those of its game, is damaged";
    assert_eq!(faults(folder.path()), [expected]);
}

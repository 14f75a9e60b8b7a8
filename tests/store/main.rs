//! The store: its laws over sled and over `PostgreSQL`, a comparison with a model, moves from one to the
//! other, its folder, and what is left after kills, power cuts and damage.

mod common;
mod damage;
mod damaged_rows;
mod edited_folder;
mod faults;
mod folder;
mod laws;
mod model;
mod moving;
mod postgres;
mod power;
mod rewrite;

use kradan_store::{ServerSettings, SledStore, Store as _, move_store};
use kradan_table::GuildId;

#[test]
fn sled_obeys_the_laws() {
    laws::laws(|folder| SledStore::open(folder).unwrap());
}

#[test]
fn sled_agrees_with_a_model() {
    model::agrees_with_a_model(|folder| SledStore::open(folder).unwrap());
}

#[test]
fn sled_moves_to_another_folder() {
    moving::moves(|it| SledStore::open(it).unwrap(), |it| SledStore::open(it).unwrap());
}

#[test]
fn an_unreadable_table_stays_behind_and_is_named() {
    let (folder, new) = (edited_folder::with_tables(), tempfile::tempdir().unwrap());
    let damaged = |text: &str| text.replace("credited", "credit");
    edited_folder::rewrite(folder.path(), "tables", &6_u64.to_be_bytes(), damaged);
    let stores = [folder.path(), new.path()].map(|it| SledStore::open(it).unwrap());
    let moved =
        moving::what_cannot_be_read_stays_behind(&stores[0], &stores[1], "table 6 cannot be read");
    tokio::runtime::Runtime::new().unwrap().block_on(moved);
}

/// Settings and tournaments of a server are in one tree.
#[test]
fn unreadable_settings_of_a_server_are_named_once() {
    let folders: [_; 2] = std::array::from_fn(|_| tempfile::tempdir().unwrap());
    let [old, new] = folders.each_ref().map(tempfile::TempDir::path);
    let store = SledStore::open(old).unwrap();
    let change = Box::new(|it: &mut ServerSettings| it.is_friendly = true);
    edited_folder::block_on(store.update_server_settings(GuildId(5), change)).unwrap();
    drop(store);
    let damaged = |text: &str| text.replace("friendly", "kind");
    edited_folder::rewrite(old, "servers", &5_u64.to_be_bytes(), damaged);
    let stores = [old, new].map(|it| SledStore::open(it).unwrap());
    let moved = move_store(&stores[0], &stores[1], |_| ());
    let moved = tokio::runtime::Runtime::new().unwrap().block_on(moved).unwrap();
    assert!(matches!(&moved.unreadable[..], [it] if it.contains("server 5")), "{moved:?}");
}

//! The store: its laws over sled and over `PostgreSQL`, a comparison with a model, backups,
//! its folder, and what is left after kills, power cuts and damage.

mod backup;
mod common;
mod damage;
mod damaged_rows;
mod edited_folder;
mod every_form;
mod faults;
mod folder;
mod forms;
mod laws;
mod model;
mod postgres;
mod power;
mod rewrite;

use kradan_store::SledStore;

#[test]
fn sled_obeys_the_laws() {
    laws::laws(|folder| SledStore::open(folder).unwrap());
}

#[test]
fn sled_agrees_with_a_model() {
    model::agrees_with_a_model(|folder| SledStore::open(folder).unwrap());
}

#[test]
fn backups_of_sled_come_back() {
    backup::comes_back(|it| SledStore::open(it).unwrap(), |it| SledStore::open(it).unwrap());
}

#[test]
fn an_unreadable_table_is_named() {
    let (folder, new) = (edited_folder::with_tables(), tempfile::tempdir().unwrap());
    let damaged = |text: &str| text.replace("credited", "credit");
    edited_folder::rewrite(folder.path(), "tables", &6_u64.to_be_bytes(), damaged);
    let stores = [folder.path(), new.path()].map(|it| SledStore::open(it).unwrap());
    let named = "table 6 cannot be read";
    let named = backup::what_cannot_be_read_is_named(&stores[0], &stores[1], named);
    tokio::runtime::Runtime::new().unwrap().block_on(named);
}

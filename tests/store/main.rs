//! The store: what it promises, against a folder that is opened again and again.

mod common;
mod folder;
mod laws;
mod model;

use kradan::store::SledStore;

#[test]
fn sled_keeps_the_laws() {
    laws::laws(|folder| SledStore::open(folder).unwrap());
}

#[test]
fn sled_agrees_with_a_model() {
    model::agrees_with_a_model(|folder| SledStore::open(folder).unwrap());
}

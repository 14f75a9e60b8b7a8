//! The store's laws, a comparison with a model, and its folder.

mod common;
mod damage;
mod edited_folder;
mod faults;
mod folder;
mod laws;
mod model;
mod rewrite;

use kradan::store::SledStore;

#[test]
fn sled_obeys_the_laws() {
    laws::laws(|folder| SledStore::open(folder).unwrap());
}

#[test]
fn sled_agrees_with_a_model() {
    model::agrees_with_a_model(|folder| SledStore::open(folder).unwrap());
}

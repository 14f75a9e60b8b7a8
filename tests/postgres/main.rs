//! The laws of a store and the comparison with a model, for games in `PostgreSQL`. They are a program of
//! their own: it starts others, which for a moment hold the locks of folders that it has open.

#[path = "../store/common.rs"]
mod common;
#[path = "../store/laws/mod.rs"]
mod laws;
#[path = "../store/model.rs"]
mod model;
#[path = "../common/postgres.rs"]
mod server;

use std::path::Path;

use kradan::store::PostgresStore;
use server::Postgres;
use tokio::runtime::Handle;
use tokio::task::block_in_place;

#[test]
fn postgres_obeys_the_laws() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    laws::laws(|folder| open_postgres(&server, folder));
}

#[test]
fn postgres_agrees_with_a_model() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    model::agrees_with_a_model(|folder| open_postgres(&server, folder));
}

/// Opens the store in a schema that has the name of a folder.
fn open_postgres(server: &Postgres, folder: &Path) -> PostgresStore {
    let name = folder.file_name().unwrap().to_str().unwrap();
    // Names of schemas have no capital letters.
    let schema = name.bytes().fold("s".to_owned(), |schema, byte| schema + &byte.to_string());
    let address = server.address(&schema);
    let open = PostgresStore::open(&address);
    block_in_place(|| Handle::current().block_on(open)).unwrap()
}

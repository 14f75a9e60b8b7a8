//! The laws of a store, the comparison with a model and moves, for games in `PostgreSQL`. They are a program of
//! their own: it starts others, which for a moment hold the locks of folders that it has open.

#[path = "../store/common.rs"]
mod common;
#[path = "../store/laws/mod.rs"]
mod laws;
#[path = "../store/model.rs"]
mod model;
#[path = "../store/moving.rs"]
mod moving;
#[path = "../common/postgres.rs"]
mod server;

use std::path::Path;

use kradan::store::{PostgresStore, SledStore};
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

#[test]
fn games_move_from_a_folder_to_postgres_and_back() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    moving::moves(open_sled, |folder| open_postgres(&server, folder));
    moving::moves(|folder| open_postgres(&server, folder), open_sled);
}

#[test]
fn an_unreadable_table_stays_behind_and_is_named() {
    let Some(server) = Postgres::start(&["fsync=off"]) else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let from = PostgresStore::open(&server.address("old")).await.unwrap();
        let to = PostgresStore::open(&server.address("new")).await.unwrap();
        for id in [5, 6, 7] {
            common::commit(&from, common::with_entry(id, 1, 0)).await;
        }
        server.sql("update old.tables set game = '{}' where id = 6");
        moving::what_cannot_be_read_stays_behind(&from, &to, "table 6 cannot be read").await;
    });
}

/// Opens the store in a folder. The programs of other tests may hold its lock for a moment.
fn open_sled(folder: &Path) -> SledStore {
    std::iter::repeat_with(|| SledStore::open(folder)).find_map(Result::ok).unwrap()
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

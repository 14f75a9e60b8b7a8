//! A game that began in a folder goes on in a database, and in a folder again.

use std::fs;

use kradan_emulator::{ANN, BEN, Emulator, GAMES, Id, Options, PostedMessage, World};
use kradan_table::TableId;
use serde_json::json;
use tempfile::TempDir;

use crate::host::killed::shown_by;
use crate::host::kradan_at;
use kradan_test_servers::postgres::Postgres;
use kradan_test_servers::program::{CONNECTED, Ended, Program, REGISTERED, SOON};

/// Runs the program on some games while players do something.
async fn hosted(local: &Emulator, home: &TempDir, games: &str, play: impl AsyncFnOnce()) {
    let mut command = kradan_at(local, home.path());
    let variable = if games.contains("://") { "KRADAN_STORE" } else { "KRADAN_FOLDER" };
    let program = Program::start(command.env(variable, games));
    program.says(CONNECTED).await;
    program.says(REGISTERED).await;
    play().await;
    program.terminate();
    let ended = program.ended().await;
    assert!(ended.status.success(), "{ended:?}");
}

async fn play(local: &Emulator, table: Id, mover: Id, text: &str, ply: usize) {
    local.as_user(mover).command(GAMES, "move", json!({ "move": text })).unwrap();
    let shows = |message: &PostedMessage| shown_by(message) == Some((TableId(table.0), ply));
    let find = |world: &World| world.messages(GAMES, BEN).find(|it| shows(it)).map(|_| ());
    local.wait_for(SOON, find).await.unwrap_or_else(|error| panic!("ply {ply}: {error}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_in_postgres_and_in_a_folder_again() {
    let Some(database) = Postgres::start(&[]) else { return };
    let address = database.address("games");
    let local = Emulator::start(Options { response_timeout: SOON, ..Options::default() });
    let (local, home) = (local.await.unwrap(), TempDir::new().unwrap());
    let moved = async |from: &str, to: &str| -> Ended {
        let mut command = kradan_at(&local, home.path());
        command.args(["move-store", from, to]).env("NEW_GAMES", &address);
        Program::start(&mut command).ended().await
    };
    let mut begun = None;
    hosted(&local, &home, "games", async || {
        let options = json!({ "game": "othello", "opponent": BEN.0.to_string(), "side": "first" });
        let challenge = local.as_user(ANN).command(GAMES, "play", options).unwrap();
        let (table, invited) = (challenge.id(), challenge.message(SOON).await.unwrap());
        local.as_user(BEN).click(invited.id, &format!("accept:{table}")).unwrap();
        let shows = |it: &PostedMessage| shown_by(it) == Some((TableId(table.0), 0));
        let find = |world: &World| world.messages(GAMES, BEN).find(|it| shows(it)).map(|_| ());
        local.wait_for(SOON, find).await.unwrap();
        play(&local, table, ANN, "f5", 1).await;
        begun = Some(table);
        // Nothing is moved under a running bot.
        let refused = moved("games", &address).await;
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(refused.err.contains("another Kradan is using the folder games"), "{refused:?}");
    })
    .await;
    let table = begun.unwrap();

    let ended = moved("games", "env:NEW_GAMES").await;
    assert!(ended.status.success(), "{ended:?}");
    assert!(ended.out.contains("\nPostgreSQL: tables 1, rows "), "{ended:?}");
    assert!(!format!("{ended:?}").contains("postgres://"), "{ended:?}");
    hosted(&local, &home, &address, async || play(&local, table, BEN, "d6", 2).await).await;

    let ended = moved(&address, "new").await;
    assert!(ended.status.success() && ended.out.contains("\nnew: tables 1, rows "), "{ended:?}");
    hosted(&local, &home, "new", async || play(&local, table, ANN, "c3", 3).await).await;

    // Nothing is written over, and nothing is made up.
    for (from, to, says) in [
        ("games", "new", "the store to move to holds games already"),
        ("new", "env:NEW_GAMES", "the store to move to holds games already"),
        ("none", "other", "there are no games in none"),
        ("env:NO_GAMES", "other", "environment variable not found"),
    ] {
        let refused = moved(from, to).await;
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(refused.err.contains(says), "{refused:?}");
        assert!(!home.path().join("none").exists() && !home.path().join("other").exists());
    }
    assert!(fs::exists(home.path().join("games/lock")).unwrap());
}

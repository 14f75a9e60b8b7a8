//! Backups by the command line: of a Kradan that runs, from a folder to a database and back.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use jiff::SignedDuration;
use kradan_emulator::{ANN, BEN, Emulator, GAMES, Id, Options, PostedMessage, World};
use kradan_rules::GameKind;
use kradan_store::{BackupStore as _, Item, SledStore, Store as _, StoredTable, check_backup};
use kradan_table::{ChallengeTerms, ChannelId, Moment, PlayerId, Table, TableId};
use serde_json::json;
use tempfile::TempDir;

use crate::host::killed::shown_by;
use crate::host::{kradan, kradan_at};
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

/// Runs a command on some games.
async fn run(local: &Emulator, home: &TempDir, games: &str, args: &[&str]) -> Ended {
    let mut command = kradan_at(local, home.path());
    let variable = if games.contains("://") { "KRADAN_STORE" } else { "KRADAN_FOLDER" };
    Program::start(command.args(args).env(variable, games)).ended().await
}

async fn begun(local: &Emulator) -> Id {
    let options = json!({ "game": "othello", "opponent": BEN.0.to_string(), "side": "first" });
    let challenge = local.as_user(ANN).command(GAMES, "play", options).unwrap();
    let (table, invited) = (challenge.id(), challenge.message(SOON).await.unwrap());
    local.as_user(BEN).click(invited.id, &format!("accept:{table}")).unwrap();
    let shows = |it: &PostedMessage| shown_by(it) == Some((TableId(table.0), 0));
    let find = |world: &World| world.messages(GAMES, BEN).find(|it| shows(it)).map(|_| ());
    local.wait_for(SOON, find).await.unwrap();
    table
}

fn succeeds(ended: &Ended, says: &str) {
    assert!(ended.status.success() && ended.out.contains(says), "{says}: {ended:?}");
}

fn refused(ended: &Ended, says: &str) {
    assert!(ended.status.code() == Some(2) && ended.err.contains(says), "{says}: {ended:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_kradan_that_runs_goes_on_where_it_was_made() {
    let local = Emulator::start(Options { response_timeout: SOON, ..Options::default() });
    let (local, home) = (local.await.unwrap(), TempDir::new().unwrap());
    let (games, other) = (home.path().join("games"), home.path().join("elsewhere"));
    let mut begun_game = None;
    hosted(&local, &home, "games", async || {
        let table = begun(&local).await;
        play(&local, table, ANN, "f5", 1).await;
        let made = run(&local, &home, "games", &["backup", "running.gz"]).await;
        succeeds(&made, "running.gz: tables 1, rows ");
        play(&local, table, BEN, "d6", 2).await;
        let refused_one = run(&local, &home, "games", &["restore", "running.gz"]).await;
        refused(&refused_one, "another Kradan is using the folder games");
        begun_game = Some(table);
    })
    .await;
    let table = begun_game.unwrap();
    // What is not whole has no name, and what has one is replaced.
    let stopped = run(&local, &home, "games", &["backup", "stopped.gz"]).await;
    succeeds(&stopped, "stopped.gz: tables 1, rows ");
    succeeds(&run(&local, &home, "games", &["backup", "stopped.gz"]).await, "stopped.gz: ");
    for (args, says) in [
        (&["backup", "none/there.gz"][..], "none/there.gz"),
        (&["backup", "games"], "it is there, and is no file"),
        (&["restore", "not.gz"], "cannot read not.gz"),
        (&["restore", "stopped.gz"], "the store to restore to holds games already"),
    ] {
        refused(&run(&local, &home, "games", args).await, says);
    }
    refused(&run(&local, &home, "none", &["backup", "x.gz"]).await, "there are no games in none");
    refused(&run(&local, &home, "none", &["verify"]).await, "there are no games in none");
    assert!(!home.path().join("none").exists() && !home.path().join("x.gz").exists());
    let names = fs::read_dir(home.path()).unwrap().map(|it| it.unwrap().file_name());
    assert!(names.into_iter().all(|it| !it.to_string_lossy().starts_with("unfinished")));

    // The move after the backup is lost, and all before it are there.
    let ended = run(&local, &home, "elsewhere", &["restore", "running.gz"]).await;
    succeeds(&ended, "elsewhere: tables 1, rows ");
    hosted(&local, &home, "elsewhere", async || play(&local, table, BEN, "f4", 2).await).await;
    assert!(games.join("lock").exists() && other.join("lock").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_in_postgres_and_in_a_folder_again() {
    let Some(database) = Postgres::start(&[]) else { return };
    let address = database.address("games");
    let local = Emulator::start(Options { response_timeout: SOON, ..Options::default() });
    let (local, home) = (local.await.unwrap(), TempDir::new().unwrap());
    let mut begun_game = None;
    hosted(&local, &home, "games", async || {
        let table = begun(&local).await;
        play(&local, table, ANN, "f5", 1).await;
        begun_game = Some(table);
    })
    .await;
    let table = begun_game.unwrap();

    // Without a file between them.
    let mut from = kradan_at(&local, home.path());
    let from = from.args(["backup", "-"]).env("KRADAN_FOLDER", "games").stdout(Stdio::piped());
    let mut from = from.spawn().unwrap();
    let mut to = kradan_at(&local, home.path());
    to.args(["restore", "-"]).env("KRADAN_STORE", &address).stdin(from.stdout.take().unwrap());
    let ended = Program::start(&mut to).ended().await;
    succeeds(&ended, "PostgreSQL: tables 1, rows ");
    assert!(from.wait().unwrap().success() && !format!("{ended:?}").contains("postgres://"));
    hosted(&local, &home, &address, async || {
        play(&local, table, BEN, "d6", 2).await;
        let made = run(&local, &home, &address, &["backup", "of postgres.gz"]).await;
        succeeds(&made, "of postgres.gz: tables 1, rows ");
    })
    .await;
    succeeds(&run(&local, &home, &address, &["verify"]).await, "PostgreSQL: tables 1, ");

    let ended = run(&local, &home, "new", &["restore", "of postgres.gz"]).await;
    succeeds(&ended, "new: tables 1, rows ");
    hosted(&local, &home, "new", async || play(&local, table, ANN, "c3", 3).await).await;
    let again = run(&local, &home, &address, &["restore", "of postgres.gz"]).await;
    refused(&again, "the store to restore to holds games already");
}

const TABLES: u64 = 1_500;

/// A store with many tables in a folder.
async fn filled(folder: &Path) {
    let store = SledStore::open(folder).unwrap();
    let at = Moment { time: "2026-11-30T04:00:00Z".parse().unwrap(), chance: 0 };
    let terms = ChallengeTerms::of(GameKind::Othello);
    let table = Table::challenge(PlayerId(ANN.0), terms, ChannelId(GAMES.0), at);
    let stored = StoredTable { table, revision: 1, credited: SignedDuration::ZERO };
    let item = |id| Item::Table(TableId(id), Box::new(stored.clone()));
    store.put_items((1..=TABLES).map(item).collect()).await.unwrap();
    store.close().await.unwrap();
}

/// Runs a command, and kills it after some milliseconds.
async fn killed(home: &TempDir, games: &str, args: &[&str], after: u64) {
    let mut command = kradan(home.path());
    let command = command.args(args).env("KRADAN_FOLDER", games);
    let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    tokio::time::sleep(Duration::from_millis(after)).await;
    running.kill().unwrap();
    running.wait().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_during_a_backup_or_a_restoring_do_no_harm() {
    let home = TempDir::new().unwrap();
    filled(&home.path().join("games")).await;
    let run = async |games: &str, args: &[&str]| -> Ended {
        Program::start(kradan(home.path()).args(args).env("KRADAN_FOLDER", games)).ended().await
    };
    let begin = Instant::now();
    succeeds(&run("games", &["backup", "whole.gz"]).await, "tables 1500, rows 1500, lost 0");
    let backup_ms = begin.elapsed().as_millis() as u64;
    let begin = Instant::now();
    succeeds(&run("first", &["restore", "whole.gz"]).await, "tables 1500, rows 1500, lost 0");
    let restore_ms = begin.elapsed().as_millis() as u64;
    for round in 0..20 {
        killed(&home, "games", &["backup", "killed.gz"], backup_ms * round / 20).await;
        let file = home.path().join("killed.gz");
        if file.exists() {
            assert_eq!(check_backup(File::open(&file).unwrap()).unwrap().tables, TABLES);
            fs::remove_file(file).unwrap();
        }
    }
    succeeds(&run("games", &["verify"]).await, "tables 1500,");
    for round in 0..20 {
        let games = format!("killed-{round}");
        killed(&home, &games, &["restore", "whole.gz"], restore_ms * round / 20).await;
        let again = run(&games, &["restore", "whole.gz"]).await;
        let is_done = again.err.contains("holds games already");
        assert!(again.status.success() || is_done, "{round}: {again:?}");
        succeeds(&run(&games, &["verify"]).await, "tables 1500,");
    }
}

/// The Kradan that runs makes the backup, and is killed.
#[tokio::test(flavor = "multi_thread")]
async fn kills_of_a_kradan_that_makes_a_backup_do_no_harm() {
    let home = TempDir::new().unwrap();
    filled(&home.path().join("games")).await;
    let file = home.path().join("killed.gz");
    let mut made_in_ms = 0;
    for round in 0..20 {
        let mut command = kradan(home.path());
        let command = command.env("KRADAN_FOLDER", "games").env("KRADAN_ADDRESS", "127.0.0.1:0");
        let program = Program::start(command);
        program.says(REGISTERED).await;
        let mut command = kradan(home.path());
        let asked = command.args(["backup", "killed.gz"]).env("KRADAN_FOLDER", "games");
        let begin = Instant::now();
        let asked = Program::start(asked);
        let ended = if round == 0 {
            let ended = asked.ended().await;
            made_in_ms = begin.elapsed().as_millis() as u64;
            succeeds(&ended, "tables 1500, ");
            program.kill();
            ended
        } else {
            tokio::time::sleep(Duration::from_millis(made_in_ms * round / 20)).await;
            program.kill();
            asked.ended().await
        };
        // What has a name is whole.
        assert_eq!(file.exists(), ended.status.success(), "{round}: {ended:?}");
        if file.exists() {
            assert_eq!(check_backup(File::open(&file).unwrap()).unwrap().tables, TABLES);
            fs::remove_file(&file).unwrap();
        }
    }
    let mut command = kradan(home.path());
    let verified = command.arg("verify").env("KRADAN_FOLDER", "games");
    succeeds(&Program::start(verified).ended().await, "tables 1500,");
}

//! The program with interactions over HTTP.

use std::process::Command;
use std::time::Duration;

use kradan_emulator::{ANN, BEN, Emulator, EndpointError, GAMES, Options};
use serde_json::json;
use tempfile::TempDir;

use crate::host::kradan_at;
use kradan_test_servers::postgres::Postgres;
use kradan_test_servers::program::{CONNECTED, Program, REGISTERED, SOON};

/// The program with an emulator as its Discord, and this public key.
fn command(local: &Emulator, home: &TempDir, address: &str, key: &str) -> Command {
    let mut command = kradan_at(local, home.path());
    command.env("KRADAN_INTERACTIONS", address).env("KRADAN_PUBLIC_KEY", key);
    command
}

/// Waits until the program takes interactions, and returns where.
pub(crate) async fn url(program: &Program) -> String {
    let line = program.says("interactions are taken over HTTP").await;
    let url = line.split("url=").nth(1).unwrap();
    url.trim_matches(|c| c == '"' || char::is_whitespace(c)).to_owned()
}

async fn start() -> (Emulator, TempDir) {
    let options = Options { response_timeout: SOON, ..Options::default() };
    (Emulator::start(options).await.unwrap(), TempDir::new().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_takes_interactions_over_http() {
    let (local, home) = start().await;
    let run = || Program::start(&mut command(&local, &home, "127.0.0.1:0", &local.public_key()));
    let program = run();
    let endpoint = url(&program).await;
    program.says(REGISTERED).await;
    local.use_interactions_endpoint(Some(&endpoint)).await.unwrap();
    program.says("a ping from Discord is answered").await;
    let line = program.says("requests that Discord has not signed are refused").await;
    assert!(line.contains("WARN") && line.contains("count=1"), "{line}");
    let ready = reqwest::get(endpoint.replace("/interactions", "/readyz")).await.unwrap();
    assert_eq!(ready.status(), 200);

    let options = json!({ "game": "othello", "opponent": BEN.0.to_string(), "side": "first" });
    let challenge = local.as_user(ANN).command(GAMES, "play", options).unwrap();
    let challenge = challenge.message(SOON).await.unwrap();
    let accept = &challenge.controls()[0]["custom_id"];
    let accepted = local.as_user(BEN).click(challenge.id, accept.as_str().unwrap()).unwrap();
    accepted.message(SOON).await.unwrap();
    let moved = local.as_user(ANN).command(GAMES, "move", json!({ "move": "f5" })).unwrap();
    let board = moved.message(SOON).await.unwrap();
    assert_eq!(board.pinged, [BEN], "{}", board.content());
    program.terminate();
    let ended = program.ended().await;
    assert!(ended.status.success(), "{ended:?}");
    assert_eq!(local.connections(), 0);

    // The next start goes on with the same games.
    let program = run();
    local.use_interactions_endpoint(Some(&url(&program).await)).await.unwrap();
    let moved = local.as_user(BEN).command(GAMES, "move", json!({ "move": "d6" })).unwrap();
    let board = moved.message(SOON).await.unwrap();
    assert_eq!(board.pinged, [ANN], "{}", board.content());
    program.terminate();
    assert!(program.ended().await.status.success());
}

/// A database that refuses each change, and answers.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_whose_database_takes_no_changes_is_not_ready() {
    let Some(database) = Postgres::start(&["fsync=off"]) else { return };
    let (local, home) = start().await;
    let mut command = command(&local, &home, "127.0.0.1:0", &local.public_key());
    let program = Program::start(command.env("KRADAN_STORE", database.address("games")));
    let endpoint = url(&program).await;
    program.says(REGISTERED).await;
    local.use_interactions_endpoint(Some(&endpoint)).await.unwrap();
    let says = async |expected: (u16, &str)| {
        let said = async {
            loop {
                let said =
                    reqwest::get(endpoint.replace("/interactions", "/readyz")).await.unwrap();
                let status = said.status().as_u16();
                if (status, &*said.text().await.unwrap()) == expected {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(SOON, said).await.unwrap_or_else(|_| panic!("never {expected:?}"));
    };
    says((200, "ready\n")).await;
    database.sql(
        "create function games.refuse() returns trigger language plpgsql \
         as $$ begin raise exception 'not now'; end $$",
    );
    for table in ["bot", "tables"] {
        database.sql(&format!(
            "create trigger refuse before insert or update on games.{table} \
             execute function games.refuse()"
        ));
    }
    let options = json!({ "game": "othello", "opponent": BEN.0.to_string() });
    let refused = local.as_user(ANN).command(GAMES, "play", options).unwrap();
    assert_eq!(refused.message(SOON).await.unwrap().visible_to, Some(ANN));
    says((503, "the store takes no changes\n")).await;
    for table in ["bot", "tables"] {
        database.sql(&format!("drop trigger refuse on games.{table}"));
    }
    says((200, "ready\n")).await;
}

/// The addresses of the host are on the page about privacy.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_host_says_is_named() {
    let (local, home) = start().await;
    let mut command = kradan_at(&local, home.path());
    command.env("KRADAN_PRIVACY", "https://kradan.example/privacy");
    let program = Program::start(command.env("KRADAN_TERMS", "https://kradan.example/terms"));
    program.says(CONNECTED).await;
    program.says(REGISTERED).await;
    let settings = local.as_user(ANN).command(GAMES, "settings", json!({})).unwrap();
    let settings = settings.message(SOON).await.unwrap();
    let panel = local.as_user(ANN).click(settings.id, "privacy-page").unwrap();
    let panel = panel.message(SOON).await.unwrap();
    for line in [
        "Privacy policy: <https://kradan.example/privacy>",
        "Terms: <https://kradan.example/terms>",
    ] {
        assert!(panel.content().lines().any(|it| it == line), "{}", panel.content());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_another_application_takes_nothing() {
    let (local, home) = start().await;
    let other = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    let program = Program::start(&mut command(&local, &home, "127.0.0.1:0", other));
    let endpoint = url(&program).await;
    let used = local.use_interactions_endpoint(Some(&endpoint)).await;
    assert!(matches!(used, Err(EndpointError::NoPong(401))), "{used:?}");
    program.says("its signature is not of this public key").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_and_a_start_say_where_interactions_come_in() {
    let (local, home) = start().await;
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let run = async |arguments: &[&str]| {
        let mut command = command(&local, &home, &address, &local.public_key());
        Program::start(command.args(arguments)).ended().await
    };
    let checked = run(&["check"]).await;
    assert!(checked.status.success(), "{checked:?}");
    for part in [
        &format!("interactions   over HTTP, at {address}\n"),
        "discord.interactions from KRADAN_INTERACTIONS",
        "discord.public_key from KRADAN_PUBLIC_KEY",
    ] {
        assert!(checked.out.contains(part), "{part:?} in {}", checked.out);
    }
    let ended = run(&[]).await;
    assert_eq!(ended.status.code(), Some(2), "{ended:?}");
    assert!(ended.err.contains(&format!("cannot listen at {address}")), "{ended:?}");
}

//! A stored world: it is the same after a restart.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kradan::emulator::{
    ANN, BEN, BOT, Emulator, GAMES, GARDEN, LOBBY, Options, PersistenceError, Person, StartError,
    World,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::bot::{PNG, SOON, Stage};

fn kept_in(folder: &Path) -> Options {
    Options { folder: Some(folder.to_owned()), ..Options::default() }
}

/// Everything that people and bots could see, the addresses of files apart.
fn picture(local: &Emulator) -> Value {
    let place = format!("http://{}/", local.address());
    let seen = local.read(|world| {
        let mut channels: Vec<_> = world.channels().cloned().collect();
        channels.sort_by_key(|it| it.id);
        let channels = channels.into_iter().map(|it| {
            let messages = world.people().flat_map(|person| world.messages(it.id, person.id));
            let messages = messages
                .map(|it| json!({"is": it.value, "for": it.visible_to, "pinged": it.pinged}));
            json!({
                "id": it.id, "name": it.name, "server": it.server, "parent": it.parent,
                "kind": it.kind, "owner": it.owner, "people": it.people,
                "archived": it.is_archived, "locked": it.is_locked,
                "may": it.bot_permissions, "messages": messages.collect::<Value>(),
            })
        });
        json!({
            "people": world.people().map(person).collect::<Value>(),
            "servers": world.servers().map(|it| format!("{it:?}")).collect::<Value>(),
            "channels": channels.collect::<Value>(),
            "commands": world.commands().iter().map(|it| it.value.clone()).collect::<Value>(),
        })
    });
    serde_json::from_str(&seen.to_string().replace(&place, "http://here/")).unwrap()
}

fn person(it: &Person) -> Value {
    json!([it.id, it.username, it.global_name, it.locale, it.is_bot])
}

async fn post(local: &Emulator, path: &str, body: Value) -> (u16, Value) {
    let url = format!("{}/api/v10{path}", local.url());
    let token = format!("Bot {}", local.token());
    let request = reqwest::Client::new().post(url).header("Authorization", token);
    let request = request.header("Content-Type", "application/json").body(body.to_string());
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or(Value::Null))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_there_is_there_again() {
    let place = TempDir::new().unwrap();
    let stage =
        Stage::set_with(kept_in(place.path()), serenity::all::GatewayIntents::empty()).await;
    let local = stage.local.clone();
    let ann = local.as_user(ANN);
    let board = ann.command(GAMES, "board", json!({})).unwrap().message(SOON).await.unwrap();
    ann.command(GAMES, "quiet", json!({})).unwrap().message(SOON).await.unwrap();
    ann.command(GAMES, "pick", json!({})).unwrap().message(SOON).await.unwrap();
    let word = ann.say(LOBBY, "gone soon", None).unwrap();
    ann.delete_own(word).unwrap();
    let eve = local.new_person("Eve", Some("nl")).unwrap();
    local.set_nick(GARDEN, BEN, Some("Benny"));
    local.remove_member(GARDEN, BEN);
    let thread = local.open_thread(GAMES, Some(eve), "A thread").unwrap();
    local.as_user(eve).say(thread, "under it", None).unwrap();
    local.lock_thread(thread);
    let (doomed, talk) =
        (local.make_channel(GARDEN, "doomed"), ann.open_direct_message(eve).unwrap());
    ann.say(doomed, "not for long", None).unwrap();
    local.delete_channel(doomed);
    local.advance(Duration::from_secs(90_000));
    let (before, clock) = (picture(&local), local.now());
    stage.end().await;

    let local = Emulator::start(kept_in(place.path())).await.unwrap();
    assert_eq!(picture(&local), before);
    assert!(local.now() >= clock);
    assert_eq!(local.folder(), Some(place.path()));
    // The files moved with the address, and are what they were.
    let moved = local.read(|world| Arc::clone(world.message(board.id).unwrap()));
    let url = moved.attachments()[0]["url"].as_str().unwrap();
    let file = reqwest::get(url).await.unwrap();
    assert_eq!(file.headers()["content-type"], "image/png");
    assert_eq!(file.bytes().await.unwrap(), PNG);
    // New ids are above the old ones.
    let next = local.as_user(eve).say(talk, "and on", None).unwrap();
    assert!(next > talk && next > thread);
    assert!(local.read(|world| world.channel(doomed).is_none()));
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_taken_out_leaves_the_disk() {
    let place = TempDir::new().unwrap();
    let stage =
        Stage::set_with(kept_in(place.path()), serenity::all::GatewayIntents::empty()).await;
    let mut files = Vec::new();
    for _ in 0..2 {
        let asked = stage.local.as_user(ANN).command(GAMES, "board", json!({})).unwrap();
        let board = asked.message(SOON).await.unwrap();
        files.push((board.id, board.attachments()[0]["url"].as_str().unwrap().to_owned()));
    }
    let [(changed, gone), (_, kept)] = &files[..] else { unreachable!() };
    let url = format!("{}/api/v10/channels/{GAMES}/messages/{changed}", stage.local.url());
    let request = reqwest::Client::new().patch(url).body(json!({"attachments": []}).to_string());
    let request = request.header("Content-Type", "application/json");
    let token = format!("Bot {}", stage.local.token());
    assert_eq!(request.header("Authorization", token).send().await.unwrap().status(), 200);
    stage.end().await;

    let local = Emulator::start(kept_in(place.path())).await.unwrap();
    assert!(local.file(gone).is_none());
    assert!(local.file(kept).is_some());
    local.stop().await;
}

fn nonced() -> Value {
    json!({"content": "once", "nonce": "7", "enforce_nonce": true})
}

#[tokio::test]
async fn a_nonce_is_known_after_a_restart() {
    let place = TempDir::new().unwrap();
    let local = Emulator::start(kept_in(place.path())).await.unwrap();
    let path = format!("/channels/{GAMES}/messages");
    let (status, first) = post(&local, &path, nonced()).await;
    assert_eq!(status, 200);
    local.stop().await;
    let local = Emulator::start(kept_in(place.path())).await.unwrap();
    assert_eq!(post(&local, &path, nonced()).await.1["id"], first["id"]);
    let said = local.read(|world| world.messages(GAMES, ANN).count());
    assert_eq!(said, 1);
    local.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_outlive_a_restart_and_then_die() {
    let place = TempDir::new().unwrap();
    let stage =
        Stage::set_with(kept_in(place.path()), serenity::all::GatewayIntents::empty()).await;
    let asked = stage.local.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    asked.message(SOON).await.unwrap();
    let token = asked.token();
    stage.end().await;

    let local = Emulator::start(kept_in(place.path())).await.unwrap();
    let path = format!("/webhooks/{BOT}/{token}");
    let (status, follows) = post(&local, &path, json!({"content": "later"})).await;
    assert_eq!(status, 200, "{follows}");
    local.advance(Duration::from_secs(16 * 60));
    local.stop().await;
    let local = Emulator::start(kept_in(place.path())).await.unwrap();
    assert_eq!(post(&local, &path, json!({"content": "too late"})).await.0, 401);
    local.stop().await;
}

#[tokio::test]
async fn one_process_at_a_time_uses_a_folder() {
    let place = TempDir::new().unwrap();
    let local = Emulator::start(kept_in(place.path())).await.unwrap();
    let refused = Emulator::start(kept_in(place.path())).await.unwrap_err();
    assert!(
        matches!(&refused, StartError::Persistence(PersistenceError::InUse { .. })),
        "{refused:?}"
    );
    assert!(refused.to_string().contains(&place.path().display().to_string()), "{refused}");
    local.stop().await;
    Emulator::start(kept_in(place.path())).await.unwrap().stop().await;
}

/// Changes a row of a folder that nobody uses.
fn spoil(folder: &Path, prefix: &[u8], change: impl Fn(&mut Vec<u8>)) {
    let rows = loop {
        match sled::Config::new().path(folder.join("sled")).segment_size(4 << 20).open() {
            Ok(database) => break database.open_tree("rows").unwrap(),
            Err(error) => assert!(error.to_string().contains("lock"), "{error}"),
        }
    };
    let (key, bytes) = rows.scan_prefix(prefix).next().unwrap().unwrap();
    let mut bytes = bytes.to_vec();
    change(&mut bytes);
    rows.insert(key, bytes).unwrap();
    rows.flush().unwrap();
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_by_name() {
    for (change, part) in [
        (&(|row: &mut Vec<u8>| row[0] = 9) as &dyn Fn(&mut Vec<u8>), "format 9"),
        (&|row| row.truncate(9), "is damaged"),
        (&Vec::clear, "is damaged"),
    ] {
        let place = TempDir::new().unwrap();
        let local = Emulator::start(kept_in(place.path())).await.unwrap();
        local.as_user(ANN).say(GAMES, "well", None).unwrap();
        local.stop().await;
        spoil(place.path(), b"f", change);
        let refused = Emulator::start(kept_in(place.path())).await.unwrap_err().to_string();
        assert!(refused.starts_with("message ") && refused.contains(part), "{refused}");
    }
}

#[tokio::test]
async fn many_people_at_once_lose_nothing() {
    let place = TempDir::new().unwrap();
    let local = Emulator::start(kept_in(place.path())).await.unwrap();
    let path = format!("/channels/{GAMES}/messages");
    let posts = (0..40).map(|it| post(&local, &path, json!({"content": format!("{it}")})));
    let posted = futures_util::future::join_all(posts).await;
    assert!(posted.iter().all(|it| it.0 == 200));
    local.stop().await;
    let local = Emulator::start(kept_in(place.path())).await.unwrap();
    let count = |world: &World| world.messages(GAMES, ANN).count();
    assert_eq!(local.read(count), 40);
    local.stop().await;
}

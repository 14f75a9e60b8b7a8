//! A stored world is the same after a restart.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kradan_emulator::{
    ANN, BEN, BOT, Emulator, GAMES, GARDEN, Id, LOBBY, Options, PersistenceError, Person,
    StartError, World,
};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::api::Api;
use crate::bot::{Harness, PNG, TIMEOUT};

fn stored_in(folder: &Path) -> Options {
    Options { folder: Some(folder.to_owned()), ..Options::default() }
}

/// Everything that people and bots can see, without the addresses of files.
fn snapshot(emulator: &Emulator) -> Value {
    let origin = format!("http://{}/", emulator.address());
    let text = emulator.read(|world| {
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
    serde_json::from_str(&text.to_string().replace(&origin, "http://here/")).unwrap()
}

fn person(it: &Person) -> Value {
    json!([it.id, it.username, it.global_name, it.locale, it.is_bot])
}

async fn post(emulator: &Emulator, path: &str, body: Value) -> (u16, Value) {
    let url = format!("{}/api/v10{path}", emulator.url());
    let token = format!("Bot {}", emulator.token());
    let request = reqwest::Client::new().post(url).header("Authorization", token);
    let request = request.header("Content-Type", "application/json").body(body.to_string());
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or(Value::Null))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_world_is_the_same_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let harness =
        Harness::start_with(stored_in(folder.path()), serenity::all::GatewayIntents::empty()).await;
    let emulator = harness.emulator.clone();
    let ann = emulator.as_user(ANN);
    let board = ann.command(GAMES, "board", json!({})).unwrap().message(TIMEOUT).await.unwrap();
    ann.command(GAMES, "quiet", json!({})).unwrap().message(TIMEOUT).await.unwrap();
    ann.command(GAMES, "pick", json!({})).unwrap().message(TIMEOUT).await.unwrap();
    let message = ann.say(LOBBY, "gone soon", None).unwrap();
    ann.delete_own(message).unwrap();
    let eve = emulator.new_person("Eve", Some("nl")).unwrap();
    emulator.set_nick(GARDEN, BEN, Some("Benny"));
    emulator.remove_member(GARDEN, BEN);
    let thread = emulator.open_thread(GAMES, Some(eve), "A thread").unwrap();
    emulator.as_user(eve).say(thread, "under it", None).unwrap();
    emulator.lock_thread(thread);
    let (deleted, talk) =
        (emulator.make_channel(GARDEN, "doomed"), ann.open_direct_message(eve).unwrap());
    ann.say(deleted, "not for long", None).unwrap();
    emulator.delete_channel(deleted);
    emulator.advance(Duration::from_secs(90_000));
    let (before, clock) = (snapshot(&emulator), emulator.now());
    harness.stop().await;

    let emulator = Emulator::start(stored_in(folder.path())).await.unwrap();
    assert_eq!(snapshot(&emulator), before);
    assert!(emulator.now() >= clock);
    assert_eq!(emulator.folder(), Some(folder.path()));
    // The files have new addresses and the same content.
    let moved = emulator.read(|world| Arc::clone(world.message(board.id).unwrap()));
    let url = moved.attachments()[0]["url"].as_str().unwrap();
    let file = reqwest::get(url).await.unwrap();
    assert_eq!(file.headers()["content-type"], "image/png");
    assert_eq!(file.bytes().await.unwrap(), PNG);
    // New ids are greater than old ones.
    let next = emulator.as_user(eve).say(talk, "and on", None).unwrap();
    assert!(next > talk && next > thread);
    assert!(emulator.read(|world| world.channel(deleted).is_none()));
    emulator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_file_leaves_the_disk() {
    let folder = TempDir::new().unwrap();
    let harness =
        Harness::start_with(stored_in(folder.path()), serenity::all::GatewayIntents::empty()).await;
    let mut files = Vec::new();
    for _ in 0..2 {
        let interaction = harness.emulator.as_user(ANN).command(GAMES, "board", json!({})).unwrap();
        let board = interaction.message(TIMEOUT).await.unwrap();
        files.push((board.id, board.attachments()[0]["url"].as_str().unwrap().to_owned()));
    }
    let [(changed, removed), (_, remaining)] = &files[..] else { unreachable!() };
    let url = format!("{}/api/v10/channels/{GAMES}/messages/{changed}", harness.emulator.url());
    let request = reqwest::Client::new().patch(url).body(json!({"attachments": []}).to_string());
    let request = request.header("Content-Type", "application/json");
    let token = format!("Bot {}", harness.emulator.token());
    assert_eq!(request.header("Authorization", token).send().await.unwrap().status(), 200);
    harness.stop().await;

    let emulator = Emulator::start(stored_in(folder.path())).await.unwrap();
    assert!(emulator.file(removed).is_none());
    assert!(emulator.file(remaining).is_some());
    emulator.stop().await;
}

fn body_with_nonce() -> Value {
    json!({"content": "once", "nonce": "7", "enforce_nonce": true})
}

#[tokio::test]
async fn a_nonce_is_known_after_a_restart() {
    let folder = TempDir::new().unwrap();
    let emulator = Emulator::start(stored_in(folder.path())).await.unwrap();
    let path = format!("/channels/{GAMES}/messages");
    let (status, first) = post(&emulator, &path, body_with_nonce()).await;
    assert_eq!(status, 200);
    emulator.stop().await;
    let emulator = Emulator::start(stored_in(folder.path())).await.unwrap();
    assert_eq!(post(&emulator, &path, body_with_nonce()).await.1["id"], first["id"]);
    let count = emulator.read(|world| world.messages(GAMES, ANN).count());
    assert_eq!(count, 1);
    emulator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_survive_a_restart_and_expire() {
    let folder = TempDir::new().unwrap();
    let harness =
        Harness::start_with(stored_in(folder.path()), serenity::all::GatewayIntents::empty()).await;
    let interaction = harness.emulator.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    interaction.message(TIMEOUT).await.unwrap();
    let token = interaction.token();
    harness.stop().await;

    let emulator = Emulator::start(stored_in(folder.path())).await.unwrap();
    let path = format!("/webhooks/{BOT}/{token}");
    let (status, follows) = post(&emulator, &path, json!({"content": "later"})).await;
    assert_eq!(status, 200, "{follows}");
    emulator.advance(Duration::from_secs(16 * 60));
    emulator.stop().await;
    let emulator = Emulator::start(stored_in(folder.path())).await.unwrap();
    assert_eq!(post(&emulator, &path, json!({"content": "too late"})).await.0, 401);
    emulator.stop().await;
}

#[tokio::test]
async fn one_process_at_a_time_uses_a_folder() {
    let folder = TempDir::new().unwrap();
    let emulator = Emulator::start(stored_in(folder.path())).await.unwrap();
    let refused = Emulator::start(stored_in(folder.path())).await.unwrap_err();
    assert!(
        matches!(&refused, StartError::Persistence(PersistenceError::InUse { .. })),
        "{refused:?}"
    );
    assert!(refused.to_string().contains(&folder.path().display().to_string()), "{refused}");
    emulator.stop().await;
    Emulator::start(stored_in(folder.path())).await.unwrap().stop().await;
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_named_in_the_error() {
    for (change, part) in [
        (
            &(|text: &str| text.replace(r#""form":1"#, r#""form":9"#)) as &dyn Fn(&str) -> String,
            "has form 9",
        ),
        (&|text: &str| text[..90].to_owned(), "cannot be read"),
        (&|_: &str| String::new(), "cannot be read"),
    ] {
        let folder = TempDir::new().unwrap();
        let emulator = Emulator::start(stored_in(folder.path())).await.unwrap();
        emulator.as_user(ANN).say(GAMES, "well", None).unwrap();
        emulator.stop().await;
        let file = folder.path().join("world.json");
        fs::write(&file, change(&fs::read_to_string(&file).unwrap())).unwrap();
        let refused = Emulator::start(stored_in(folder.path())).await.unwrap_err().to_string();
        assert!(refused.contains("world.json") && refused.contains(part), "{refused}");
    }
}

/// A world that 0.2 stored, with the chat of a game.
const OF_0_2: &str = include_str!("../fixtures/0.2/world.json");

/// A stored world without its address, with each list in the order of its text.
fn in_order(text: &str) -> Value {
    let world: Value = serde_json::from_str(text).unwrap();
    let text = text.replace(world["address"].as_str().unwrap(), "here");
    let mut world: Value = serde_json::from_str(&text).unwrap();
    let lists = world.as_object_mut().unwrap().values_mut().filter_map(Value::as_array_mut);
    lists.for_each(|list| list.sort_by_key(ToString::to_string));
    world
}

#[tokio::test]
async fn a_world_of_0_2_is_written_as_it_was_read() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("world.json");
    fs::write(&file, OF_0_2).unwrap();
    Emulator::start(stored_in(folder.path())).await.unwrap().stop().await;
    assert_eq!(in_order(&fs::read_to_string(&file).unwrap()), in_order(OF_0_2));
}

/// The world is written while it is in use, so that a kill loses little.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_before_a_kill_is_there() {
    let folder = TempDir::new().unwrap();
    let emulator = Emulator::start(stored_in(folder.path())).await.unwrap();
    emulator.as_user(ANN).say(GAMES, "before the kill", None).unwrap();
    let file = folder.path().join("world.json");
    while !fs::read_to_string(&file).unwrap().contains("before the kill") {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let copy = TempDir::new().unwrap();
    fs::copy(&file, copy.path().join("world.json")).unwrap();
    // It was killed while it wrote the next one.
    fs::write(copy.path().join("world.json.new"), "{").unwrap();
    emulator.stop().await;
    let again = Emulator::start(stored_in(copy.path())).await.unwrap();
    assert_eq!(again.read(|world| world.messages(GAMES, ANN).count()), 1);
    again.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_oldest_messages_of_a_stored_channel_go_with_their_files() {
    const POSTS: usize = 503;
    let folder = TempDir::new().unwrap();
    let api = Api::start_with(stored_in(folder.path())).await;
    let messages = format!("/channels/{GAMES}/messages");
    let mut ids = Vec::new();
    for _ in 0..POSTS {
        let (status, sent) =
            api.upload(Method::POST, &messages, json!({}), &[("a.png", PNG)]).await;
        assert_eq!(status, 200, "{sent}");
        ids.push(sent["id"].as_str().unwrap().parse::<Id>().unwrap());
    }
    let is_kept = |world: &World| {
        let kept: Vec<Id> = world.messages(GAMES, ANN).map(|message| message.id).collect();
        assert_eq!(kept, ids[3..]);
    };
    api.emulator.read(is_kept);
    api.emulator.stop().await;
    let files = || fs::read_dir(folder.path().join("files")).unwrap().count();
    assert_eq!(files(), 500);
    // A file that belongs to nothing was not finished.
    fs::write(folder.path().join("files/17"), "").unwrap();
    let emulator = Emulator::start(stored_in(folder.path())).await.unwrap();
    emulator.read(is_kept);
    assert_eq!(files(), 500);
    emulator.stop().await;
}

#[tokio::test]
async fn concurrent_posts_are_all_stored() {
    let folder = TempDir::new().unwrap();
    let emulator = Emulator::start(stored_in(folder.path())).await.unwrap();
    let path = format!("/channels/{GAMES}/messages");
    let posts = (0..40).map(|it| post(&emulator, &path, json!({"content": format!("{it}")})));
    let posted = futures_util::future::join_all(posts).await;
    assert!(posted.iter().all(|it| it.0 == 200));
    emulator.stop().await;
    let emulator = Emulator::start(stored_in(folder.path())).await.unwrap();
    let count = |world: &World| world.messages(GAMES, ANN).count();
    assert_eq!(emulator.read(count), 40);
    emulator.stop().await;
}

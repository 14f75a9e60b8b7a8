//! Thousands of messages with pictures: few of them stay in memory, and none is lost.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Instant;

use futures_util::future::join_all;
use kradan_emulator::{ANN, BEN, Emulator, GAMES, Id, MAKRUK, Options};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The most bytes that the emulator may cache, with a group of posts beyond it.
const CACHED_MAX: usize = 16 << 20;
const POSTS: usize = 1_200;
const AT_ONCE: usize = 20;
const BOUNDARY: &str = "a-boundary-that-is-nowhere-else";

fn stored_in(folder: &Path) -> Options {
    Options { folder: Some(folder.to_owned()), keep_request_bytes: 4 << 20, ..Options::default() }
}

struct Poster {
    emulator: Emulator,
    client: reqwest::Client,
}

impl Poster {
    async fn start(folder: &Path) -> Poster {
        let begin = Instant::now();
        let emulator = Emulator::start(stored_in(folder)).await.unwrap();
        // Tests do not capture this.
        let _ = writeln!(io::stderr(), "started in {:?}", begin.elapsed());
        Poster { emulator, client: reqwest::Client::new() }
    }

    async fn send(&self, method: reqwest::Method, path: &str, body: Value, file: &[u8]) -> Value {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"payload_json\"\r\n\r\n{body}\r\n\
             --{BOUNDARY}\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a.png\"\r\n\
             Content-Type: image/png\r\n\r\n"
        );
        let form = [head.as_bytes(), file, format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat();
        let request = self.client.request(method, format!("{}/api/v10{path}", self.emulator.url()));
        let request = request.header("Authorization", format!("Bot {}", self.emulator.token()));
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let answer = request.header("Content-Type", kind).body(form).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap()
    }

    async fn get(&self, path: &str) -> Value {
        let request = self.client.get(format!("{}{path}", self.emulator.url()));
        let request = request.header("Authorization", format!("Bot {}", self.emulator.token()));
        serde_json::from_slice(&request.send().await.unwrap().bytes().await.unwrap()).unwrap()
    }

    /// All messages of a channel by id, read page by page.
    async fn history(&self, channel: Id) -> BTreeMap<u64, Value> {
        let mut messages = BTreeMap::new();
        let mut before = u64::MAX;
        loop {
            let path = format!("/api/v10/channels/{channel}/messages?limit=100&before={before}");
            let page = self.get(&path).await;
            let page = page.as_array().unwrap();
            let Some(last) = page.last() else { return messages };
            before = id_of(last).0;
            messages.extend(page.iter().map(|it| (id_of(it).0, it.clone())));
        }
    }
}

fn id_of(message: &Value) -> Id {
    message["id"].as_str().unwrap().parse().unwrap()
}

/// A PNG's header with random bytes after it.
fn picture(rng: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x02\0\0\0".to_vec();
    let length = rng.usize(20_000..60_000);
    bytes.extend(std::iter::repeat_with(|| rng.u8(..)).take(length));
    bytes
}

/// A message with buttons and a menu.
fn body(number: usize) -> Value {
    let options: Vec<Value> =
        (0..25).map(|it| json!({"label": format!("Move {it}"), "value": it.to_string()})).collect();
    json!({
        "content": format!("<@{ANN}> {number}"),
        "allowed_mentions": {"users": [ANN.0.to_string()]},
        "components": [
            {"type": 1, "components": [
                {"type": 2, "style": 1, "label": "Pass", "custom_id": format!("pass:{number}")}]},
            {"type": 1, "components": [
                {"type": 3, "custom_id": format!("move:{number}"), "options": options}]},
        ],
        "attachments": [{"id": 0, "filename": "a.png", "description": format!("Board {number}")}],
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_are_not_in_use_leave_memory() {
    let folder = TempDir::new().unwrap();
    let poster = Poster::start(folder.path()).await;
    let mut rng = fastrand::Rng::with_seed(20_000);
    let mut pictures: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
    let mut most = 0;
    for first in (0..POSTS).step_by(AT_ONCE) {
        let files: Vec<Vec<u8>> = (0..AT_ONCE).map(|_| picture(&mut rng)).collect();
        let posts = files.iter().enumerate().map(|(at, file)| {
            let number = first + at;
            let path = format!("/channels/{}/messages", [GAMES, MAKRUK][number % 2]);
            let poster = &poster;
            async move { poster.send(reqwest::Method::POST, &path, body(number), file).await }
        });
        let posted = join_all(posts).await;
        pictures.extend(posted.iter().map(|it| id_of(it).0).zip(files));
        most = most.max(poster.emulator.cached_bytes());
    }
    assert!(most <= CACHED_MAX, "{most} bytes");
    // The request log has the last requests, without the bytes of files.
    let record = poster.emulator.requests();
    assert!(record.len() < POSTS && record.last().unwrap().files[0].size > 20_000);

    // An old message is edited and another one deleted; both changes are stored.
    let ids: Vec<u64> = pictures.keys().copied().collect();
    let (old, deleted) = (ids[0], ids[2]);
    let channel = poster.emulator.read(|world| world.message(Id(old)).unwrap().channel);
    let path = format!("/channels/{channel}/messages/{old}");
    let new = picture(&mut rng);
    let change = json!({"content": "changed", "components": [], "attachments": [{"id": 0}]});
    poster.send(reqwest::Method::PATCH, &path, change, &new).await;
    pictures.insert(old, new);
    poster.emulator.delete_message(Id(deleted));
    pictures.remove(&deleted);
    let thread = poster.emulator.open_thread(GAMES, Some(BEN), "Apart").unwrap();
    poster.emulator.as_user(BEN).say(thread, "under it", None).unwrap();

    let mut before = Vec::new();
    for channel in [GAMES, MAKRUK, thread] {
        before.push(poster.history(channel).await);
    }
    assert_eq!(before.iter().map(BTreeMap::len).sum::<usize>(), POSTS);
    assert!(poster.emulator.cached_bytes() <= CACHED_MAX);
    let world = poster.get(&format!("/local/world?as={ANN}")).await;
    poster.emulator.stop().await;
    drop(poster);

    let poster = Poster::start(folder.path()).await;
    assert!(poster.emulator.cached_bytes() < 1 << 20, "{}", poster.emulator.cached_bytes());
    let restored = poster.get(&format!("/local/world?as={ANN}")).await;
    assert_eq!(restored["channels"], world["channels"]);
    let games = restored["channels"].as_array().unwrap().iter().find(|it| it["id"] == json!(GAMES));
    assert_eq!(games.unwrap()["pings"].as_array().unwrap().len(), 200);
    let home = format!("http://{}/", poster.emulator.address());
    for (channel, before) in [GAMES, MAKRUK, thread].into_iter().zip(before) {
        let after = poster.history(channel).await;
        assert_eq!(after.len(), before.len());
        for (id, message) in &after {
            // The URLs of files have the new address, and every response has its own signatures.
            assert_eq!(with_files_at(message, &home), with_files_at(&before[id], &home));
            if let Some(url) = message["attachments"][0]["url"].as_str() {
                assert!(
                    poster.emulator.file(url).is_some_and(|it| it == pictures[id]),
                    "{message}"
                );
            }
        }
    }
    assert!(poster.emulator.cached_bytes() <= CACHED_MAX);
    // One list of all messages is the same, and is not cached either.
    let all = poster.get(&format!("/local/channels/{GAMES}/messages?as={ANN}")).await;
    let there = poster.emulator.read(|world| world.messages(GAMES, ANN).count());
    assert_eq!(all.as_array().unwrap().len(), there);
    assert!(poster.emulator.cached_bytes() <= CACHED_MAX);
    let files = std::fs::read_dir(folder.path().join("files")).unwrap().count();
    assert_eq!(files, pictures.len());
    poster.emulator.stop().await;
}

/// A message with the URLs of its files at another address, without their signatures.
fn with_files_at(message: &Value, home: &str) -> Value {
    let mut message = message.clone();
    for file in message["attachments"].as_array_mut().unwrap() {
        for key in ["url", "proxy_url"] {
            let url = file[key].as_str().unwrap().replace("http://", "");
            let (path, signature) = url.split_once('/').unwrap().1.split_once('?').unwrap();
            assert!(signature.starts_with("ex="), "{signature}");
            file[key] = json!(format!("{home}{path}"));
        }
    }
    message
}

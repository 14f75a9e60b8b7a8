//! Thousands of moves on the program's own emulator: the memory that it then needs, and the time of
//! its next start.
//!
//! `cargo test --release --test bot -- --ignored --nocapture twenty_thousand` plays 20,000 of them
//! and prints what is measured.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use kradan_emulator::{GAMES, Id, MAKRUK, RANDOM};
use kradan_rules::{Game, GameKind};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::task::JoinSet;

use crate::host::kradan;
use crate::host::own_discord::Http;
use kradan_test_servers::program::{Program, REGISTERED};

/// The most memory that the program may hold, whatever was played. After 20,000 moves it holds 180 to
/// 250 MB, by the order in which threads free what others allocated.
const MEMORY_MAX_MB: f64 = 320.0;
/// The number of people, so that nobody challenges the same person twice.
const PEOPLE: usize = 60;
/// The number of games at once.
const AT_ONCE: usize = 4;
const PLIES_MAX: usize = 90;

/// The resident memory of a process, in megabytes.
fn resident_mb(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<f64>().unwrap() / 1e3
}

fn print(line: &str) {
    // Past what is captured.
    let _ = writeln!(io::stderr(), "{line}");
}

fn start(home: &TempDir) -> Program {
    Program::start(kradan(home.path()).env("KRADAN_ADDRESS", "127.0.0.1:0"))
}

async fn get(http: &Http, path: &str) -> Value {
    let answer = http.client.get(format!("{}{path}", http.url)).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{path}");
    serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap()
}

/// A new person.
async fn newcomer(http: &Http, number: usize) -> String {
    let body = json!({ "name": format!("Player {number}") }).to_string();
    let request = http.client.post(format!("{}/local/users", http.url)).body(body);
    let answer = request.header("content-type", "application/json").send().await.unwrap();
    let answer: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap();
    answer["id"].as_str().unwrap().to_owned()
}

async fn command(http: &Http, person: &str, channel: Id, name: &str, options: Value) -> Value {
    let body = json!({ "channel": channel, "name": name, "options": options });
    http.ask(&format!("/users/{person}/command"), &body).await
}

/// Plays a game of random moves, as long as there is something left to play.
async fn play(http: &Http, people: [&str; 2], number: usize, left: &AtomicUsize) {
    let channel = [GAMES, MAKRUK, RANDOM][number % 3];
    let kind = GameKind::ALL[number % 3];
    let options = json!({
        "game": kind.to_string(), "opponent": people[1], "side": "first", "pictures": "all",
    });
    let challenge = command(http, people[0], channel, "play", options).await;
    let accept = challenge["components"][0]["components"][0]["custom_id"].as_str().unwrap();
    let click = json!({ "message": challenge["id"], "control": accept });
    http.ask(&format!("/users/{}/click", people[1]), &click).await;
    let table = accept.strip_prefix("accept:").unwrap();
    let mut lots = fastrand::Rng::with_seed(number as u64);
    let mut game = Game::new(kind);
    while game.outcome().is_none() && game.plies() < PLIES_MAX {
        let moves = game.legal_moves();
        let moves: Vec<&String> = moves.iter().filter(|it| !it.contains(':')).collect();
        if moves.is_empty() || moves.iter().any(|it| *it == "pass") {
            return;
        }
        let taken = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1));
        if taken.is_err() {
            return;
        }
        let mv = (*lots.choice(&moves).unwrap()).clone();
        let options = json!({ "move": mv, "game": table });
        let board = command(http, people[game.plies() % 2], channel, "move", options).await;
        assert!(board["attachments"][0]["filename"].is_string(), "{mv}: {board}");
        game.play_text(&mv).unwrap();
    }
}

/// All messages of a channel that somebody sees, page by page: their ids, what they say, and where
/// their pictures are.
async fn history(http: &Http, channel: Id, person: &str) -> BTreeMap<u64, (Value, Value)> {
    let mut seen = BTreeMap::new();
    let mut before = String::new();
    loop {
        let path = format!("/local/channels/{channel}/messages?as={person}&limit=100{before}");
        let page = get(http, &path).await;
        let page = page.as_array().unwrap();
        let Some(first) = page.first() else { return seen };
        before = format!("&before={}", first["id"].as_str().unwrap());
        for message in page {
            let id = message["id"].as_str().unwrap().parse().unwrap();
            let picture = message["attachments"][0]["id"].clone();
            seen.insert(id, (message["content"].clone(), picture));
        }
    }
}

/// Plays so many moves, starts the program again, and holds its memory against the bound.
async fn plays(moves: usize) {
    let home = TempDir::new().unwrap();
    let program = start(&home);
    let http = Arc::new(Http::of(&program).await);
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        people.push(newcomer(&http, number).await);
    }
    let people = Arc::new(people);
    let (left, next) = (Arc::new(AtomicUsize::new(moves)), Arc::new(AtomicUsize::new(0)));
    let begin = Instant::now();
    let mut games = JoinSet::new();
    for _ in 0..AT_ONCE {
        let (http, people) = (Arc::clone(&http), Arc::clone(&people));
        let (left, next) = (Arc::clone(&left), Arc::clone(&next));
        games.spawn(async move {
            while left.load(Ordering::Relaxed) > 0 {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let (one, apart) = (number % PEOPLE, 1 + number / PEOPLE);
                let pair = [&people[one], &people[(one + apart) % PEOPLE]].map(String::as_str);
                play(&http, pair, number, &left).await;
            }
        });
    }
    while let Some(played) = games.join_next().await {
        played.unwrap();
    }
    let played_mb = resident_mb(program.id());
    print(&format!("{moves} moves in {:.0} s: {played_mb:.0} MB", begin.elapsed().as_secs_f64()));
    let mut before = Vec::new();
    for channel in [GAMES, MAKRUK, RANDOM] {
        before.push(history(&http, channel, &people[0]).await);
    }
    // The emulator keeps the last messages of each channel.
    assert!(before.iter().map(BTreeMap::len).sum::<usize>() >= moves.min(1_200));
    let read_mb = resident_mb(program.id());
    program.terminate();
    assert!(program.ended().await.status.success());

    let begin = Instant::now();
    let program = start(&home);
    let url = program.says("Open ").await.split_whitespace().last().unwrap().to_owned();
    let opened = begin.elapsed();
    program.says(REGISTERED).await;
    let started_mb = resident_mb(program.id());
    print(&format!(
        "the next start: the page after {:.2} s, the bot after {:.2} s, {started_mb:.0} MB",
        opened.as_secs_f64(),
        begin.elapsed().as_secs_f64()
    ));
    let http = Http { client: reqwest::Client::new(), url };
    let mut lots = fastrand::Rng::with_seed(7);
    for (channel, before) in [GAMES, MAKRUK, RANDOM].into_iter().zip(before) {
        let after = history(&http, channel, &people[0]).await;
        assert!(after.keys().eq(before.keys()), "{channel}: {} and {}", after.len(), before.len());
        for (id, message) in &after {
            // Old boards go on being shortened to one line.
            let is_short =
                |(content, _): &(Value, Value)| content.as_str().unwrap().starts_with("-# ");
            assert!(*message == before[id] || is_short(message), "{id}: {message:?}");
        }
        for _ in 0..5 {
            let ids: Vec<&u64> = before.keys().collect();
            let id = lots.choice(&ids).unwrap();
            let message = get(&http, &format!("/local/messages/{id}?as={}", people[0])).await;
            let Some(url) = message["attachments"][0]["url"].as_str() else { continue };
            let picture = http.client.get(url).send().await.unwrap();
            assert_eq!(picture.headers()["content-type"], "image/png");
            let size = message["attachments"][0]["size"].as_u64().unwrap();
            assert_eq!(picture.bytes().await.unwrap().len() as u64, size);
        }
    }
    let reread_mb = resident_mb(program.id());
    print(&format!("all of it read: {read_mb:.0} MB before and {reread_mb:.0} MB after"));
    let most = [played_mb, read_mb, started_mb, reread_mb].into_iter().fold(0.0, f64::max);
    assert!(most <= MEMORY_MAX_MB, "{most:.0} MB");
    program.terminate();
    assert!(program.ended().await.status.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_of_moves_need_little_memory() {
    plays(300).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes of play"]
async fn twenty_thousand_moves_need_little_memory() {
    plays(20_000).await;
}

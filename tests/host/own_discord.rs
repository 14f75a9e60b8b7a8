//! The program without a token, which runs on its own emulator.

use std::time::Duration;

use kradan_emulator::{ANN, BEN, GAMES, Id};
use kradan_rules::Side;
use kradan_store::{Listing, SledStore, TableStore as _};
use kradan_table::{AbortReason, Ending, PlayerId};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::host::kradan;
use kradan_test_servers::program::{CONNECTED, Program, REGISTERED, SOON};

/// The emulator of a program without a token, over plain HTTP.
pub(crate) struct Http {
    pub(crate) client: reqwest::Client,
    pub(crate) url: String,
}

impl Http {
    pub(crate) async fn of(program: &Program) -> Http {
        let line = program.says("Open ").await;
        program.says(CONNECTED).await;
        program.says(REGISTERED).await;
        let url = line.split_whitespace().last().unwrap().to_owned();
        Http { client: reqwest::Client::new(), url }
    }

    pub(crate) async fn ask(&self, path: &str, body: &Value) -> Value {
        let request = self.client.post(format!("{}/local{path}?wait_ms=60000", self.url));
        let request = request.header("content-type", "application/json").body(body.to_string());
        let response = request.send().await.unwrap();
        let answer: Value = serde_json::from_slice(&response.bytes().await.unwrap()).unwrap();
        assert!(answer["message"].is_object(), "{path} {body}: {answer}");
        answer["message"].clone()
    }

    /// The messages that a person sees in #games.
    pub(crate) async fn messages(&self, person: Id) -> Vec<Value> {
        let url = format!("{}/local/channels/{GAMES}/messages?as={person}", self.url);
        let bytes = self.client.get(url).send().await.unwrap().bytes().await.unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    pub(crate) async fn command(&self, person: &str, name: &str, options: Value) -> Value {
        let body = json!({ "channel": GAMES, "name": name, "options": options });
        self.ask(&format!("/users/{person}/command"), &body).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_token_it_brings_its_own_discord() {
    let home = TempDir::new().unwrap();
    let start = || Program::start(kradan(home.path()).env("KRADAN_ADDRESS", "127.0.0.1:0"));
    let (ann, ben) = (ANN.to_string(), BEN.to_string());

    let program = start();
    let http = Http::of(&program).await;
    assert!(program.says("Games in ").await.ends_with("kradan-games"));
    let options = json!({ "game": "othello", "opponent": ben, "side": "first" });
    let challenge = http.command(&ann, "play", options).await;
    let buttons = challenge["components"][0]["components"].as_array().unwrap();
    let accept = buttons[0]["custom_id"].as_str().unwrap();
    let table = accept.strip_prefix("accept:").unwrap();
    let click = json!({ "message": challenge["id"], "control": accept });
    http.ask(&format!("/users/{ben}/click"), &click).await;
    let board = http.command(&ann, "move", json!({ "move": "f5" })).await;
    let name = board["attachments"][0]["filename"].as_str().unwrap();
    assert!(name.starts_with(&format!("othello-{table}-1-")), "{name}");
    program.terminate();
    let ended = program.ended().await;
    assert!(ended.status.success(), "{ended:?}");

    // The world and the games are the old ones: what was said is still there.
    let program = start();
    let http = Http::of(&program).await;
    let seen = http.messages(BEN).await;
    let before = seen.iter().find(|it| it["id"] == board["id"]).unwrap();
    let picture = http.client.get(before["attachments"][0]["url"].as_str().unwrap());
    assert_eq!(picture.send().await.unwrap().headers()["content-type"], "image/png");
    let board = http.command(&ben, "board", json!({})).await;
    let name = board["attachments"][0]["filename"].as_str().unwrap();
    assert!(name.starts_with(&format!("othello-{table}-1-")), "{name}");
    let board = http.command(&ben, "move", json!({ "move": "d6" })).await;
    assert!(board["attachments"][0]["filename"].as_str().unwrap().contains("-2-"), "{board}");
    program.terminate();
    assert!(program.ended().await.status.success());
}

impl Http {
    /// Sets the clock ahead, or back.
    pub(crate) async fn advance(&self, seconds: i64) {
        let body = json!({ "seconds": seconds }).to_string();
        let request = self.client.post(format!("{}/local/advance", self.url));
        let request = request.header("content-type", "application/json").body(body);
        assert_eq!(request.send().await.unwrap().status(), 204, "{seconds}");
    }

    /// Waits until a person sees a newer message in #games.
    pub(crate) async fn said_after(&self, person: Id, last: &Value) -> Value {
        let number = |it: &Value| it["id"].as_str().and_then(|id| id.parse::<u64>().ok());
        let said = async {
            loop {
                let seen = self.messages(person).await;
                // The last message may be deleted by now.
                match seen.into_iter().find(|it| number(it) > number(last)) {
                    Some(found) => return found,
                    None => tokio::time::sleep(Duration::from_millis(20)).await,
                }
            }
        };
        tokio::time::timeout(SOON, said).await.expect("something is said")
    }

    /// The deadline of the side to move, by the last message that names it.
    pub(crate) async fn deadline(&self, person: Id) -> i64 {
        let seen = self.messages(person).await;
        let deadline = |it: &Value| {
            let (_, after) = it["content"].as_str()?.split_once("<t:")?;
            after.split(':').next()?.trim_end_matches('>').parse().ok()
        };
        seen.iter().rev().find_map(deadline).expect("a board says until when there is time")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_switch_of_the_page_moves_the_clock_of_the_bot() {
    let home = TempDir::new().unwrap();
    let start = || Program::start(kradan(home.path()).env("KRADAN_ADDRESS", "127.0.0.1:0"));
    let (ann, ben) = (ANN.to_string(), BEN.to_string());
    let (hour, day) = (3_600, 86_400);

    let program = start();
    let http = Http::of(&program).await;
    let options = json!({ "game": "othello", "opponent": ben, "side": "first" });
    let challenge = http.command(&ann, "play", options).await;
    let accept = &challenge["components"][0]["components"][0]["custom_id"];
    let click = json!({ "message": challenge["id"], "control": accept });
    http.ask(&format!("/users/{ben}/click"), &click).await;
    let board = http.command(&ann, "move", json!({ "move": "f5" })).await;
    let deadline = http.deadline(BEN).await;

    // Of three days a fifth is left. The clock is set back, which gives the time back, and the
    // reminder stays said.
    http.advance(3 * day - 14 * hour).await;
    let reminder = http.said_after(BEN, &board).await;
    assert!(reminder["content"].as_str().unwrap().contains(&format!("<@{BEN}>")), "{reminder}");
    http.advance(-2 * day).await;
    http.command(&ben, "board", json!({})).await;
    let set_back = http.deadline(BEN).await;
    assert!((set_back - deadline).abs() < 10, "what it took is given back");

    // Nor does a restart give or take anything.
    program.terminate();
    assert!(program.ended().await.status.success());
    let program = start();
    let http = Http::of(&program).await;
    let shown = http.command(&ben, "board", json!({})).await;
    let restarted = http.deadline(BEN).await - set_back;
    assert!((0..600).contains(&restarted), "{restarted}");
    let seen = http.messages(BEN).await;
    // The reminder is gone since a newer board was shown, and no other one was posted.
    let reminded = reminder["content"].as_str().unwrap().lines().next().unwrap();
    let reminds = |it: &&Value| it["content"].as_str().unwrap().contains(reminded);
    assert!(seen.iter().any(|it| it["id"] == shown["id"]));
    assert_eq!(seen.iter().filter(reminds).count(), 0, "{reminded}");

    // Ben's time is over.
    let last = seen.last().unwrap().clone();
    http.advance(3 * day).await;
    http.said_after(BEN, &last).await;
    program.terminate();
    assert!(program.ended().await.status.success());
    let store = SledStore::open(&home.path().join("kradan-games")).unwrap();
    let over = store.tables_of_player(PlayerId(BEN.0), Listing::Over, 9).await.unwrap();
    let row = store.table(over[0]).await.unwrap().unwrap();
    assert_eq!(row.table.ending(), Some(Ending::Aborted(AbortReason::OutOfTime(Side::Second))));
}

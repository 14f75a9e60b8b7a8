//! The control side over HTTP, as a script uses it.

use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use kradan::emulator::{ANN, BEN, BOT, CHAI, ClockFollower, Emulator, GAMES, Options};
use serde_json::{Value, json};

use crate::bot::Stage;

pub(crate) async fn send(stage: &Stage, method: &str, path: &str, body: Value) -> (u16, Value) {
    let url = format!("{}/local{path}", stage.local.url());
    let mut request = reqwest::Client::new().request(method.parse().unwrap(), url);
    if !body.is_null() {
        request = request.header("Content-Type", "application/json").body(body.to_string());
    }
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or(Value::Null))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_asks_clicks_chooses_and_reads() {
    let stage = Stage::set().await;
    let (_, about) = send(&stage, "GET", "", Value::Null).await;
    assert_eq!(about["token"], stage.local.token());
    let (_, world) = send(&stage, "GET", "/world", Value::Null).await;
    assert_eq!(world["commands"].as_array().unwrap().len(), 8);

    let ask = |name: &str| json!({"channel": GAMES, "name": name});
    let as_ann = |verb: &str| format!("/users/{ANN}/{verb}?wait_ms=20000");
    let (_, board) = send(&stage, "POST", &as_ann("command"), ask("board")).await;
    assert_eq!((&board["answered"], &board["pinged"]), (&json!("message"), &json!([ANN])));
    let press = json!({"message": board["message"]["id"], "control": "pass"});
    let (_, pressed) = send(&stage, "POST", &as_ann("click"), press).await;
    assert_eq!(pressed["message"]["content"], "ann pressed pass");
    let (_, menu) = send(&stage, "POST", &as_ann("command"), ask("pick")).await;
    let choice = json!({"message": menu["message"]["id"], "control": "squares", "values": ["d3"]});
    let (_, chosen) = send(&stage, "POST", &as_ann("select"), choice).await;
    assert_eq!(chosen["message"]["content"], "picked [\"d3\"]");
    let typed = json!({"channel": GAMES, "name": "move", "options": {"to": "c"}, "focused": "to"});
    let (_, offered) = send(&stage, "POST", &as_ann("autocomplete"), typed).await;
    assert_eq!(offered["choices"], json!([{"name": "c4", "value": "c4"}]));
    let (_, form) = send(&stage, "POST", &as_ann("command"), ask("form")).await;
    let path = format!("/interactions/{}/submit?wait_ms=20000", form["id"].as_str().unwrap());
    let (_, filled) = send(&stage, "POST", &path, json!({"texts": {"text": "e2e4"}})).await;
    assert_eq!(filled["answered"], "message");

    let said = json!({"channel": GAMES, "text": "well played"});
    let (_, word) = send(&stage, "POST", &format!("/users/{BEN}/say"), said).await;
    let path = format!("/channels/{GAMES}/messages?as={CHAI}");
    let (_, seen) = send(&stage, "GET", &path, Value::Null).await;
    assert_eq!(seen.as_array().unwrap().last().unwrap()["id"], word["id"]);
    let path = format!("/messages/{}", word["id"].as_str().unwrap());
    assert_eq!(send(&stage, "DELETE", &path, Value::Null).await.0, 204);
    assert!(
        stage
            .local
            .read(|world| { world.messages(GAMES, CHAI).all(|it| it.content() != "well played") })
    );
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_makes_trouble_and_sees_what_came_of_it() {
    let stage = Stage::set().await;
    let (status, refused) = send(
        &stage,
        "POST",
        &format!("/users/{ANN}/command"),
        json!({"channel": GAMES, "name": "no"}),
    )
    .await;
    assert_eq!((status, &refused["problem"]), (400, &json!("there is no command /no")));
    let trouble = json!({"matching": "callback", "mishap": "refused", "status": 503});
    assert_eq!(send(&stage, "POST", "/trouble", trouble).await.0, 204);
    let path = format!("/users/{ANN}/command?wait_ms=1");
    let body = json!({"channel": GAMES, "name": "quiet"});
    assert_eq!(send(&stage, "POST", &path, body).await.1["answered"], Value::Null);
    stage.requests("/callback", 1).await;
    let (_, requests) = send(&stage, "GET", "/requests", Value::Null).await;
    assert_eq!(requests.as_array().unwrap().last().unwrap()["status"], 503);
    let (status, _) = send(&stage, "POST", "/outage", json!({"kind": "earthquake"})).await;
    assert_eq!(status, 422);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_user_cannot_start_interactions() {
    let stage = Stage::set().await;
    let board = json!({"channel": GAMES, "name": "board"});
    let (_, answer) =
        send(&stage, "POST", &format!("/users/{ANN}/command?wait_ms=20000"), board.clone()).await;
    let message = &answer["message"]["id"];
    let typed = json!({"channel": GAMES, "name": "move", "options": {"to": "c"}, "focused": "to"});
    for (action, body) in [
        ("command", board),
        ("autocomplete", typed),
        ("click", json!({"message": message, "control": "pass"})),
        ("select", json!({"message": message, "control": "squares", "values": ["d3"]})),
    ] {
        let path = format!("/users/{BOT}/{action}?wait_ms=1");
        let (status, error) = send(&stage, "POST", &path, body).await;
        let problem = format!("{BOT} is a bot, and bots cannot use commands or components");
        assert_eq!((status, &error["problem"]), (400, &json!(problem)), "{action}");
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_is_set_ahead_and_back_within_bounds_and_whoever_follows_it_hears() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let follower = ClockFollower::new({
        let heard = Arc::clone(&heard);
        move |ahead| heard.lock().unwrap().push(ahead.as_secs())
    });
    let local =
        Emulator::start(Options { clock: Some(follower), ..Options::default() }).await.unwrap();
    let client = reqwest::Client::new();
    let url = format!("{}/local/advance", local.url());
    let day = 86_400;
    let problem = "the clock can only be set between the machine's own time and 400 days after it";
    let set = async |seconds: i64| {
        let body = json!({ "seconds": seconds }).to_string();
        let asked = client.post(&url).header("Content-Type", "application/json").body(body);
        let response = asked.send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    };
    for (seconds, status) in [
        (3 * day, 204),
        (-2 * day, 204),
        (-2 * day, 400),
        (400 * day, 400),
        (i64::MAX, 400),
        (i64::MIN, 400),
        (399 * day, 204),
    ] {
        let (met, text) = set(seconds).await;
        assert_eq!(met, status, "{seconds}: {text}");
        assert_eq!(text.contains(problem), status == 400, "{seconds}: {text}");
    }
    let ahead = local.now().duration_since(Timestamp::now()).as_secs();
    assert!((400 * day - 60..=400 * day).contains(&ahead), "{ahead}");
    assert_eq!(client.delete(&url).send().await.unwrap().status(), 204);
    assert!(local.now().duration_since(Timestamp::now()).as_secs() <= 0);
    local.stop().await;
    assert_eq!(*heard.lock().unwrap(), [0, 3 * day, day, 400 * day, 0]);
}

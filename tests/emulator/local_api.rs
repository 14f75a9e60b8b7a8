//! The routes under `/local`, as a script uses them.

use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use kradan_emulator::{
    ANN, BEN, BOT, CHAI, ChannelKind, ClockFollower, Emulator, GAMES, GARDEN, Id, Options,
    Permissions,
};
use serde_json::{Value, json};

use crate::bot::Harness;

pub(crate) async fn send(harness: &Harness, method: &str, path: &str, body: Value) -> (u16, Value) {
    let url = format!("{}/local{path}", harness.emulator.url());
    let mut request = reqwest::Client::new().request(method.parse().unwrap(), url);
    if !body.is_null() {
        request = request.header("Content-Type", "application/json").body(body.to_string());
    }
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or(Value::Null))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_uses_commands_components_and_messages() {
    let harness = Harness::start().await;
    let (_, about) = send(&harness, "GET", "", Value::Null).await;
    assert_eq!(about["token"], harness.emulator.token());
    let (_, world) = send(&harness, "GET", "/world", Value::Null).await;
    assert_eq!(world["commands"].as_array().unwrap().len(), 8);

    let ask = |name: &str| json!({"channel": GAMES, "name": name});
    let as_ann = |verb: &str| format!("/users/{ANN}/{verb}?wait_ms=20000");
    let (_, board) = send(&harness, "POST", &as_ann("command"), ask("board")).await;
    assert_eq!((&board["answered"], &board["pinged"]), (&json!("message"), &json!([ANN])));
    let press = json!({"message": board["message"]["id"], "control": "pass"});
    let (_, pressed) = send(&harness, "POST", &as_ann("click"), press).await;
    assert_eq!(pressed["message"]["content"], "ann pressed pass");
    let (_, menu) = send(&harness, "POST", &as_ann("command"), ask("pick")).await;
    let choice = json!({"message": menu["message"]["id"], "control": "squares", "values": ["d3"]});
    let (_, chosen) = send(&harness, "POST", &as_ann("select"), choice).await;
    assert_eq!(chosen["message"]["content"], "picked [\"d3\"]");
    let typed = json!({"channel": GAMES, "name": "move", "options": {"to": "c"}, "focused": "to"});
    let (_, offered) = send(&harness, "POST", &as_ann("autocomplete"), typed).await;
    assert_eq!(offered["choices"], json!([{"name": "c4", "value": "c4"}]));
    let (_, form) = send(&harness, "POST", &as_ann("command"), ask("form")).await;
    let path = format!("/interactions/{}/submit?wait_ms=20000", form["id"].as_str().unwrap());
    let (_, filled) = send(&harness, "POST", &path, json!({"texts": {"text": "e2e4"}})).await;
    assert_eq!(filled["answered"], "message");

    let body = json!({"channel": GAMES, "text": "well played"});
    let (_, message) = send(&harness, "POST", &format!("/users/{BEN}/say"), body).await;
    let path = format!("/channels/{GAMES}/messages?as={CHAI}");
    let (_, messages) = send(&harness, "GET", &path, Value::Null).await;
    assert_eq!(messages.as_array().unwrap().last().unwrap()["id"], message["id"]);
    let path = format!("/messages/{}", message["id"].as_str().unwrap());
    assert_eq!(send(&harness, "DELETE", &path, Value::Null).await.0, 204);
    assert!(
        harness
            .emulator
            .read(|world| { world.messages(GAMES, CHAI).all(|it| it.content() != "well played") })
    );
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_injects_faults_and_reads_the_request_log() {
    let harness = Harness::start().await;
    let (status, refused) = send(
        &harness,
        "POST",
        &format!("/users/{ANN}/command"),
        json!({"channel": GAMES, "name": "no"}),
    )
    .await;
    assert_eq!((status, &refused["problem"]), (400, &json!("there is no command /no")));
    let trouble = json!({"matching": "callback", "mishap": "refused", "status": 503});
    assert_eq!(send(&harness, "POST", "/trouble", trouble).await.0, 204);
    let path = format!("/users/{ANN}/command?wait_ms=1");
    let body = json!({"channel": GAMES, "name": "quiet"});
    assert_eq!(send(&harness, "POST", &path, body).await.1["answered"], Value::Null);
    harness.requests("/callback", 1).await;
    let (_, requests) = send(&harness, "GET", "/requests", Value::Null).await;
    assert_eq!(requests.as_array().unwrap().last().unwrap()["status"], 503);
    let (status, _) = send(&harness, "POST", "/outage", json!({"kind": "earthquake"})).await;
    assert_eq!(status, 422);
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_user_cannot_start_interactions() {
    let harness = Harness::start().await;
    let board = json!({"channel": GAMES, "name": "board"});
    let (_, answer) =
        send(&harness, "POST", &format!("/users/{ANN}/command?wait_ms=20000"), board.clone()).await;
    let message = &answer["message"]["id"];
    let typed = json!({"channel": GAMES, "name": "move", "options": {"to": "c"}, "focused": "to"});
    for (action, body) in [
        ("command", board),
        ("autocomplete", typed),
        ("click", json!({"message": message, "control": "pass"})),
        ("select", json!({"message": message, "control": "squares", "values": ["d3"]})),
    ] {
        let path = format!("/users/{BOT}/{action}?wait_ms=1");
        let (status, error) = send(&harness, "POST", &path, body).await;
        let problem = format!("{BOT} is a bot, and bots cannot use commands or components");
        assert_eq!((status, &error["problem"]), (400, &json!(problem)), "{action}");
    }
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_is_set_within_bounds_and_followers_are_notified() {
    let offsets = Arc::new(Mutex::new(Vec::new()));
    let follower = ClockFollower::new({
        let offsets = Arc::clone(&offsets);
        move |ahead| offsets.lock().unwrap().push(ahead.as_secs())
    });
    let emulator =
        Emulator::start(Options { clock: Some(follower), ..Options::default() }).await.unwrap();
    let client = reqwest::Client::new();
    let url = format!("{}/local/advance", emulator.url());
    let day = 86_400;
    let problem = "the clock can only be set between the machine's own time and 400 days after it";
    let set = async |seconds: i64| {
        let body = json!({ "seconds": seconds }).to_string();
        let request = client.post(&url).header("Content-Type", "application/json").body(body);
        let response = request.send().await.unwrap();
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
        let (actual, text) = set(seconds).await;
        assert_eq!(actual, status, "{seconds}: {text}");
        assert_eq!(text.contains(problem), status == 400, "{seconds}: {text}");
    }
    let ahead = emulator.now().duration_since(Timestamp::now()).as_secs();
    assert!((400 * day - 60..=400 * day).contains(&ahead), "{ahead}");
    let about = client.get(format!("{}/local", emulator.url())).send().await.unwrap();
    let about: Value = serde_json::from_str(&about.text().await.unwrap()).unwrap();
    assert_eq!(about["seconds_ahead"], 400 * day);
    assert_eq!(client.delete(&url).send().await.unwrap().status(), 204);
    assert!(emulator.now().duration_since(Timestamp::now()).as_secs() <= 0);
    emulator.stop().await;
    assert_eq!(*offsets.lock().unwrap(), [0, 3 * day, day, 400 * day, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_removes_bans_and_invites_members() {
    let harness = Harness::start().await;
    let is_member = |person: Id| {
        harness.emulator.read(|world| world.server(GARDEN).unwrap().members.contains_key(&person))
    };
    for person in [BEN, BOT] {
        let member = format!("/servers/{GARDEN}/members/{person}");
        let ban = format!("/servers/{GARDEN}/bans/{person}");
        assert_eq!(send(&harness, "DELETE", &member, Value::Null).await.0, 204);
        assert!(!is_member(person));
        assert_eq!(send(&harness, "DELETE", &member, Value::Null).await.0, 404);
        assert_eq!(send(&harness, "PUT", &member, Value::Null).await.0, 204);
        assert!(is_member(person));
        assert_eq!(send(&harness, "PUT", &ban, Value::Null).await.0, 204);
        assert!(!is_member(person));
        let (status, refused) = send(&harness, "PUT", &member, Value::Null).await;
        assert_eq!(status, 400, "{refused}");
        assert_eq!(send(&harness, "DELETE", &ban, Value::Null).await.0, 204);
        assert_eq!(send(&harness, "PUT", &member, Value::Null).await.0, 204);
        assert!(is_member(person));
    }
    let nowhere = format!("/servers/5/bans/{BEN}");
    assert_eq!(send(&harness, "PUT", &nowhere, Value::Null).await.0, 404);
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_opens_conversations() {
    let harness = Harness::start().await;
    let path = format!("/users/{ANN}/conversation");
    for (with, kind) in [(json!(BEN), 1), (json!([BEN, CHAI]), 3)] {
        let (status, opened) = send(&harness, "POST", &path, json!({"with": with})).await;
        assert_eq!(status, 200, "{opened}");
        let id: Id = opened["channel"].as_str().unwrap().parse().unwrap();
        let found = harness.emulator.read(|world| world.channel(id).unwrap().kind.number());
        assert_eq!(found, kind);
    }
    for with in [json!(ANN), json!([BOT, BEN]), json!([])] {
        assert_eq!(send(&harness, "POST", &path, json!({"with": with})).await.0, 400);
    }
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_sets_up_places() {
    let harness = Harness::start().await;
    let path = format!("/servers/{GARDEN}/channels");
    for (kind, number) in [("voice", 2), ("stage", 13), ("announcement", 5), ("forum", 15)] {
        let body = json!({"name": "A place", "kind": kind});
        let (status, made) = send(&harness, "POST", &path, body).await;
        assert_eq!(status, 200, "{made}");
        let id: Id = made["channel"].as_str().unwrap().parse().unwrap();
        let found = harness.emulator.read(|world| world.channel(id).unwrap().kind.number());
        assert_eq!(found, number);
    }
    let wrong = json!({"name": "A place", "kind": "direct"});
    assert_eq!(send(&harness, "POST", &path, wrong).await.0, 400);
    let change = json!({
        "denied": {BEN.to_string(): 2_048}, "slow_mode_seconds": 60, "age_restricted": true,
    });
    let channel = format!("/channels/{GAMES}");
    assert_eq!(send(&harness, "PATCH", &channel, change).await.0, 204);
    harness.emulator.read(|world| {
        let games = world.channel(GAMES).unwrap();
        assert_eq!((games.slow_mode_seconds, games.is_age_restricted), (60, true));
        assert_eq!(games.denied[&BEN], Permissions::SEND_MESSAGES);
    });
    let threads = format!("{channel}/threads?as={ANN}");
    let body = json!({"name": "secret", "is_private": true});
    let (_, made) = send(&harness, "POST", &threads, body).await;
    let id: Id = made["channel"].as_str().unwrap().parse().unwrap();
    let kind = harness.emulator.read(|world| world.channel(id).unwrap().kind);
    assert_eq!(kind, ChannelKind::PrivateThread);
    let person = format!("/users/{BEN}");
    let change = json!({"has_app": false, "blocks_bot": true});
    assert_eq!(send(&harness, "PATCH", &person, change).await.0, 204);
    assert!(!harness.emulator.read(|world| world.person(BEN).unwrap().has_app));
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_from_foreign_hosts_and_origins_change_nothing() {
    let names = vec!["discord.com".to_owned()];
    let emulator = Emulator::start(Options { names, ..Options::default() }).await.unwrap();
    let client = reqwest::Client::new();
    let (local, api) =
        (format!("/local/users/{ANN}/say"), format!("/api/v10/channels/{GAMES}/messages"));
    let posts = [
        ("/local/advance", json!({"seconds": 86_400}), 204),
        (local.as_str(), json!({"channel": GAMES, "text": "hm"}), 200),
        (api.as_str(), json!({"content": "hm"}), 200),
    ];
    let own = emulator.address().to_string();
    let post = |path: &str, body: &Value, (header, value): (&'static str, &str)| {
        let request = client.post(format!("{}{path}", emulator.url())).body(body.to_string());
        let request = request.header("Content-Type", "application/json").header(header, value);
        request.header("Authorization", format!("Bot {}", emulator.token())).send()
    };
    let begun = emulator.now();
    for (path, body, _) in &posts {
        for header in [
            ("Origin", "http://example.org"),
            ("Origin", "null"),
            ("Host", "example.org"),
            ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Site", "same-site"),
        ] {
            let status = post(path, body, header).await.unwrap().status();
            assert_eq!(status, 403, "{path} {header:?}");
        }
        // A configured host name is for bots only.
        if path.starts_with("/local") {
            assert_eq!(post(path, body, ("Host", "discord.com")).await.unwrap().status(), 403);
        }
    }
    assert!(emulator.as_user(ANN).messages(GAMES).is_empty());
    assert!(emulator.now().duration_since(begun).as_hours() < 1);
    for (path, body, status) in &posts {
        for header in [("Origin", format!("http://{own}")), ("Host", own.clone())] {
            let actual = post(path, body, (header.0, &header.1)).await.unwrap().status();
            assert_eq!(actual, *status, "{path} {header:?}");
        }
    }
    assert_eq!(emulator.as_user(ANN).messages(GAMES).len(), 4);
    assert!(emulator.now().duration_since(begun).as_hours() >= 24);
    emulator.stop().await;
}

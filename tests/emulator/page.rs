//! What a page reads, does and hears, as somebody in the world.

use futures_util::StreamExt as _;
use kradan::emulator::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, BEN, BOT, CHAI, Emulator, GAMES, GARDEN, Id, LOBBY, Options,
};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::bot::{SOON, Stage};
use crate::local_api::send;

/// A page's socket.
struct Page(tokio_tungstenite::WebSocketStream<TcpStream>);

impl Page {
    async fn open(local: &Emulator, person: Id, record: u8) -> Page {
        let stream = TcpStream::connect(local.address()).await.unwrap();
        let url = format!("{}/local/live?as={person}&record={record}", local.gateway_url());
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
        let mut page = Page(socket);
        assert_eq!(page.hear().await["kind"], "hello");
        page
    }

    async fn hear(&mut self) -> Value {
        let said = tokio::time::timeout(SOON, self.0.next()).await.expect("something is heard");
        match said {
            Some(Ok(Message::Text(text))) => serde_json::from_str(&text).unwrap(),
            other => json!({"kind": format!("{other:?}")}),
        }
    }

    /// The next of a kind.
    async fn hear_of(&mut self, kind: &str) -> Value {
        loop {
            let heard = self.hear().await;
            if heard["kind"] == kind {
                return heard;
            }
        }
    }
}

async fn get(stage: &Stage, path: &str) -> Value {
    let (status, value) = send(stage, "GET", path, Value::Null).await;
    assert_eq!(status, 200, "{path}: {value}");
    value
}

fn id(value: &Value) -> Id {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_sees_the_world_from_where_they_are() {
    let stage = Stage::set().await;
    let channels = |world: &Value| -> Vec<Id> {
        world["channels"].as_array().unwrap().iter().map(|it| id(&it["id"])).collect()
    };
    let of_ann = get(&stage, &format!("/world?as={ANN}")).await;
    let of_chai = get(&stage, &format!("/world?as={CHAI}")).await;
    for channel in [ANN_AND_BOT, ANN_AND_BEN] {
        assert!(channels(&of_ann).contains(&channel));
        assert!(!channels(&of_chai).contains(&channel));
    }
    let find = |world: &Value, channel: Id| -> Value {
        let all = world["channels"].as_array().unwrap();
        all.iter().find(|it| it["id"] == json!(channel)).unwrap().clone()
    };
    let recipients = |channel| find(&of_ann, channel)["recipients"][0]["id"].clone();
    assert_eq!((recipients(ANN_AND_BOT), recipients(ANN_AND_BEN)), (json!(BOT), json!(BEN)));
    // Commands are told where they can be used.
    let usable = |channel| find(&of_ann, channel)["commands"].as_array().unwrap().len();
    assert_eq!((usable(GAMES), usable(ANN_AND_BEN)), (8, 2));
    let people = of_chai["people"].as_array().unwrap();
    assert!(people.iter().any(|it| it["id"] == json!(CHAI) && it["locale"] == "th"));

    // What one person alone sees is the last of the channel for them, and for nobody else.
    let before = find(&of_chai, GAMES)["last_message_id"].clone();
    let asked = stage.local.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    let secret = asked.message(SOON).await.unwrap().id;
    let of_ann = get(&stage, &format!("/world?as={ANN}")).await;
    let of_chai = get(&stage, &format!("/world?as={CHAI}")).await;
    assert_eq!(find(&of_ann, GAMES)["last_message_id"], json!(secret));
    assert_eq!(find(&of_chai, GAMES)["last_message_id"], before);
    // Whom a message has pinged finds it among their pings.
    let asked = stage.local.as_user(BEN).command(GAMES, "board", json!({})).unwrap();
    let board = asked.message(SOON).await.unwrap().id;
    let of_ben = get(&stage, &format!("/world?as={BEN}")).await;
    assert_eq!(find(&of_ben, GAMES)["pings"], json!([board]));
    let of_chai = get(&stage, &format!("/world?as={CHAI}")).await;
    assert_eq!(find(&of_chai, GAMES)["pings"], json!([]));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_is_read_in_parts() {
    let stage = Stage::set().await;
    let ann = stage.local.as_user(ANN);
    let said: Vec<Id> = (0..9).map(|it| ann.say(LOBBY, &format!("{it}"), None).unwrap()).collect();
    for (query, wanted) in [
        (String::new(), &said[..]),
        ("&limit=3".to_owned(), &said[6..]),
        (format!("&before={}&limit=4", said[6]), &said[2..6]),
        (format!("&before={}", said[2]), &said[..2]),
        (format!("&around={}&limit=3", said[4]), &said[3..6]),
        (format!("&around={}&limit=1", said[4]), &said[4..5]),
        (format!("&around={}&limit=4", said[8]), &said[5..]),
    ] {
        let read = get(&stage, &format!("/channels/{LOBBY}/messages?as={BEN}{query}")).await;
        let ids: Vec<Id> = read.as_array().unwrap().iter().map(|it| id(&it["id"])).collect();
        assert_eq!(ids, wanted, "{query}");
    }
    let one = get(&stage, &format!("/messages/{}?as={BEN}", said[1])).await;
    assert_eq!(one["local"], json!({"visible_to": null, "pinged": [], "deleted": false}));
    for path in [
        format!("/channels/{ANN_AND_BEN}/messages?as={CHAI}"),
        format!("/channels/7/messages?as={CHAI}"),
        format!("/channels/{LOBBY}/messages?as=7"),
        format!("/messages/7?as={CHAI}"),
        "/world?as=7".to_owned(),
    ] {
        let (status, refused) = send(&stage, "GET", &path, Value::Null).await;
        assert!(status == 404 && refused["problem"].is_string(), "{path}: {status} {refused}");
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_come_talk_and_make_places() {
    let stage = Stage::set().await;
    let mut page = Page::open(&stage.local, BEN, 0).await;
    let body = json!({"name": "Ann", "locale": "th"});
    let (_, newcomer) = send(&stage, "POST", "/users", body).await;
    let eve = id(&newcomer["id"]);
    page.hear_of("world").await;
    let world = get(&stage, &format!("/world?as={eve}")).await;
    let in_garden = world["servers"].as_array().unwrap().iter().any(|it| it["id"] == json!(GARDEN));
    assert!(in_garden, "{world}");
    let names = world["people"].as_array().unwrap().iter().map(|it| it["username"].clone());
    let names: std::collections::BTreeSet<String> = names.map(|it| it.to_string()).collect();
    assert_eq!(names.len(), world["people"].as_array().unwrap().len(), "names are unique");

    let change = json!({"name": "Eve", "locale": "nl"});
    assert_eq!(send(&stage, "PATCH", &format!("/users/{eve}"), change).await.0, 204);
    let shown = stage.local.read(|world| {
        let eve = world.person(eve).unwrap();
        (eve.global_name.clone(), eve.locale.clone())
    });
    assert_eq!(shown, (Some("Eve".to_owned()), "nl".to_owned()));
    for (path, body, status) in [
        ("/users".to_owned(), json!({"name": "  "}), 400),
        ("/users".to_owned(), json!({"name": "x", "locale": "tlh"}), 400),
        ("/users/7".to_owned(), json!({"name": "x"}), 404),
        (format!("/users/{eve}/conversation"), json!({"with": eve}), 400),
        (format!("/users/{eve}/conversation"), json!({"with": "7"}), 404),
        ("/servers/7/channels".to_owned(), json!({"name": "x"}), 404),
        (format!("/channels/{ANN_AND_BEN}/threads?as={BEN}"), json!({"name": "x"}), 400),
        (format!("/channels/{ANN_AND_BEN}/threads?as={eve}"), json!({"name": "x"}), 404),
    ] {
        let method = if path == "/users/7" { "PATCH" } else { "POST" };
        let (got, refused) = send(&stage, method, &path, body).await;
        assert!(got == status && refused["problem"].is_string(), "{path}: {got} {refused}");
    }

    let path = format!("/users/{eve}/conversation");
    let (_, opened) = send(&stage, "POST", &path, json!({"with": BEN})).await;
    let heard = page.hear_of("channel").await;
    assert_eq!(heard["channel"]["id"], opened["channel"]);
    assert_eq!(heard["channel"]["recipients"][0]["id"], json!(eve));
    let (_, again) = send(&stage, "POST", &path, json!({"with": BEN})).await;
    assert_eq!(again, opened);

    let path = format!("/servers/{GARDEN}/channels");
    let (_, made) = send(&stage, "POST", &path, json!({"name": "End Games"})).await;
    let heard = page.hear_of("channel").await;
    assert_eq!(
        (&heard["channel"]["id"], &heard["channel"]["name"]),
        (&made["channel"], &json!("end-games"))
    );
    let path = format!("/channels/{}/threads?as={eve}", id(&made["channel"]));
    let (_, thread) = send(&stage, "POST", &path, json!({"name": "A thread"})).await;
    let heard = page.hear_of("channel").await;
    assert_eq!(
        (&heard["channel"]["id"], &heard["channel"]["parent_id"]),
        (&thread["channel"], &made["channel"])
    );
    let path = format!("/channels/{}", id(&made["channel"]));
    send(&stage, "DELETE", &path, Value::Null).await;
    let gone = [
        page.hear_of("channel-gone").await["id"].clone(),
        page.hear_of("channel-gone").await["id"].clone(),
    ];
    assert!(gone.contains(&thread["channel"]) && gone.contains(&made["channel"]), "{gone:?}");
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_ones_own_words_are_taken_back() {
    let stage = Stage::set().await;
    let word = stage.local.as_user(ANN).say(GAMES, "well", None).unwrap();
    let path = |person: Id| format!("/messages/{word}?as={person}");
    assert_eq!(send(&stage, "DELETE", &path(BEN), Value::Null).await.0, 400);
    let mut page = Page::open(&stage.local, CHAI, 0).await;
    assert_eq!(send(&stage, "DELETE", &path(ANN), Value::Null).await.0, 204);
    let gone = page.hear_of("message-gone").await;
    assert_eq!((&gone["channel"], &gone["id"]), (&json!(GAMES), &json!(word)));
    assert_eq!(send(&stage, "DELETE", &path(ANN), Value::Null).await.0, 404);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_put_away_is_still_there_for_the_bot() {
    let stage = Stage::set().await;
    let mut page = Page::open(&stage.local, ANN, 0).await;
    let mut other = Page::open(&stage.local, BEN, 0).await;
    let asked = stage.local.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    let secret = asked.message(SOON).await.unwrap().id;
    let heard = page.hear_of("message").await;
    assert_eq!(heard["message"]["local"]["visible_to"], json!(ANN));
    let body = || json!({"message": secret});
    assert_eq!(send(&stage, "POST", &format!("/users/{BEN}/dismiss"), body()).await.0, 404);
    assert_eq!(send(&stage, "POST", &format!("/users/{ANN}/dismiss"), body()).await.0, 204);
    assert_eq!(page.hear_of("message-gone").await["id"], json!(secret));
    assert_eq!(send(&stage, "POST", &format!("/users/{ANN}/dismiss"), body()).await.0, 404);
    let url = format!(
        "{}/api/v10/webhooks/{BOT}/{}/messages/@original",
        stage.local.url(),
        asked.token()
    );
    assert_eq!(reqwest::get(url).await.unwrap().status(), 200);
    // Nobody else has heard of it: the first message that Ben hears of is the next.
    let next = stage.local.as_user(ANN).say(GAMES, "next", None).unwrap();
    assert_eq!(other.hear_of("message").await["message"]["id"], json!(next));
    let for_all = json!({"message": next});
    assert_eq!(send(&stage, "POST", &format!("/users/{ANN}/dismiss"), for_all).await.0, 400);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_hears_what_becomes_of_what_it_asks() {
    let stage = Stage::set().await;
    let mut page = Page::open(&stage.local, ANN, 0).await;
    let path = |verb: &str| format!("/users/{ANN}/{verb}?wait_ms=0");
    let ask = |name: &str| json!({"channel": GAMES, "name": name});
    let (_, asked) = send(&stage, "POST", &path("command"), ask("slow")).await;
    assert_eq!(page.hear_of("call").await["state"], "waiting");
    let promised = page.hear_of("message").await;
    assert_eq!(promised["message"]["flags"].as_u64().unwrap() & 128, 128);
    let answered = page.hear_of("call").await;
    assert_eq!(
        (&answered["state"], &answered["id"], &answered["name"]),
        (&json!("answered"), &asked["id"], &json!("slow"))
    );
    let kept = page.hear_of("message").await;
    assert_eq!(kept["message"]["id"], promised["message"]["id"]);
    assert!(kept["message"]["content"].as_str().unwrap().starts_with("here it is"));
    let follows = page.hear_of("message").await;
    assert_ne!(follows["message"]["id"], promised["message"]["id"]);

    send(&stage, "POST", &path("command"), ask("form")).await;
    let form = loop {
        let call = page.hear_of("call").await;
        if call["state"] == "form" {
            break call;
        }
    };
    assert_eq!(form["form"]["title"], "Your move");
    let submit = format!("/interactions/{}/submit?wait_ms=0", id(&form["id"]));
    send(&stage, "POST", &submit, json!({"texts": {"text": "e2e4"}})).await;
    let filled = page.hear_of("message").await;
    assert!(filled["message"]["content"].as_str().unwrap().contains("e2e4"));

    send(&stage, "POST", &path("command"), ask("board")).await;
    let board = page.hear_of("message").await["message"]["id"].clone();
    let press = json!({"message": board, "control": "pass"});
    send(&stage, "POST", &path("click"), press).await;
    let click = loop {
        let call = page.hear_of("call").await;
        if !call["message"].is_null() {
            break call;
        }
    };
    assert_eq!((&click["message"], &click["name"]), (&board, &Value::Null));
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_hears_that_nobody_answers() {
    let patience = std::time::Duration::from_millis(300);
    let local = Emulator::start(Options { patience, ..Options::default() }).await.unwrap();
    let mut page = Page::open(&local, ANN, 0).await;
    assert_eq!(page.hear_of("bot").await["connected"], 0);
    let commands = json!([{"name": "quiet", "description": "Never answers"}]);
    let url = format!("{}/api/v10/applications/{BOT}/commands", local.url());
    let request = reqwest::Client::new().put(url).body(commands.to_string());
    let request = request.header("Content-Type", "application/json");
    let token = format!("Bot {}", local.token());
    assert_eq!(request.header("Authorization", token).send().await.unwrap().status(), 200);
    page.hear_of("world").await;
    let asked = local.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    assert_eq!(page.hear_of("call").await["state"], "waiting");
    // A page that comes while it waits hears of it as well.
    let mut late = Page::open(&local, ANN, 0).await;
    assert_eq!(late.hear_of("call").await["state"], "waiting");
    for page in [&mut page, &mut late] {
        let failed = page.hear_of("call").await;
        assert_eq!((&failed["state"], &failed["id"]), (&json!("failed"), &json!(asked.id())));
    }
    local.stop().await;
    assert!(page.hear().await["kind"].as_str().unwrap() != "call");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_tells_all_but_the_tokens() {
    let stage = Stage::set().await;
    let mut page = Page::open(&stage.local, ANN, 1).await;
    let mut plain = Page::open(&stage.local, ANN, 0).await;
    let asked = stage.local.as_user(ANN).command(GAMES, "board", json!({})).unwrap();
    let (mut event, mut request) = (Value::Null, Value::Null);
    let mut all = String::new();
    while event.is_null() || request.is_null() {
        let heard = page.hear().await;
        all.push_str(&heard.to_string());
        match heard["kind"].as_str() {
            Some("gateway") => event = heard,
            // The bot may be told of its commands only now.
            Some("request")
                if heard["request"]["template"] != "/applications/{application_id}/commands" =>
            {
                request = heard;
            }
            _ => {}
        }
    }
    assert_eq!(
        (&event["name"], &event["direction"]),
        (&json!("INTERACTION_CREATE"), &json!("to-bot"))
    );
    assert_eq!(event["payload"]["id"], json!(asked.id()));
    assert_eq!(request["request"]["status"], 204);
    assert_eq!(request["request"]["files"][0]["name"], "board.png");
    assert!(!all.contains(&asked.token()), "{all}");
    let listed = get(&stage, "/requests?limit=1").await;
    assert_eq!(listed[0], request["request"]);
    assert_eq!(listed[0]["number"], json!(stage.local.requests().len()));
    // Whoever does not ask for it hears nothing of it.
    stage.local.as_user(ANN).say(GAMES, "the end", None).unwrap();
    loop {
        let heard = plain.hear().await;
        assert!(heard["kind"] != "gateway" && heard["kind"] != "request", "{heard}");
        if heard["message"]["content"] == "the end" {
            break;
        }
    }
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_see_fault_rules_and_connected_bots() {
    let stage = Stage::set().await;
    let about = get(&stage, "").await;
    assert_eq!((&about["bots"], &about["kept_in"]), (&json!(1), &Value::Null));
    let trouble = json!({"matching": "callback", "mishap": "slow", "milliseconds": 70, "times": 2});
    send(&stage, "POST", "/trouble", trouble).await;
    let told = get(&stage, "/trouble").await;
    assert_eq!(told["connected"], 1);
    let pending = &told["pending"][0];
    assert_eq!(
        (&pending["mishap"], &pending["milliseconds"], &pending["times"]),
        (&json!("slow"), &json!(70), &json!(2))
    );
    send(&stage, "DELETE", "/trouble", Value::Null).await;
    assert_eq!(get(&stage, "/trouble").await["pending"], json!([]));
    let mut page = Page::open(&stage.local, ANN, 0).await;
    assert_eq!(page.hear_of("bot").await["connected"], 1);
    send(&stage, "POST", "/outage", json!({"kind": "drop"})).await;
    assert_eq!(page.hear_of("bot").await["connected"], 0);
    assert_eq!(page.hear_of("bot").await["connected"], 1);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_from_elsewhere_are_refused() {
    let names = vec!["discord.com".to_owned()];
    let local = Emulator::start(Options { names, ..Options::default() }).await.unwrap();
    let client = reqwest::Client::new();
    let own = local.address().to_string();
    for (path, header, value, status) in [
        ("/local", "X-Nothing", "x".to_owned(), 200),
        ("/local", "Origin", format!("http://{own}"), 200),
        ("/local", "Origin", "http://example.org".to_owned(), 403),
        ("/local", "Host", format!("example.org:{}", local.address().port()), 403),
        ("/local", "Host", format!("localhost:{}", local.address().port()), 200),
        ("/local/live?as=1", "Origin", "null".to_owned(), 403),
        ("/api/v10/gateway", "Origin", "http://example.org".to_owned(), 403),
        ("/local", "Host", "discord.com".to_owned(), 403),
        ("/api/v10/gateway", "Host", "discord.com".to_owned(), 200),
        // As whoever owns a name can make it lead here.
        ("/api/v10/gateway", "Host", "example.org".to_owned(), 403),
        ("/", "Host", "example.org".to_owned(), 403),
        ("/", "Origin", "http://example.org".to_owned(), 403),
    ] {
        let request = client.get(format!("{}{path}", local.url())).header(header, &value);
        let got = request.send().await.unwrap().status();
        assert_eq!(got, status, "{path} {header}: {value}");
    }
    local.stop().await;
}

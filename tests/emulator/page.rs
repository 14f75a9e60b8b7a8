//! The chat page: what it reads, does and receives as a person.

use futures_util::StreamExt as _;
use kradan_emulator::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, BEN, BOT, CHAI, Emulator, GAMES, GARDEN, Id, LOBBY, Options,
};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::bot::{Harness, TIMEOUT};
use crate::local_api::send;

/// A page's socket.
struct Page(tokio_tungstenite::WebSocketStream<TcpStream>);

impl Page {
    async fn open(emulator: &Emulator, person: Id, record: u8) -> Page {
        let stream = TcpStream::connect(emulator.address()).await.unwrap();
        let url = format!("{}/local/live?as={person}&record={record}", emulator.gateway_url());
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
        let mut page = Page(socket);
        assert_eq!(page.receive().await["kind"], "hello");
        page
    }

    async fn receive(&mut self) -> Value {
        let frame = tokio::time::timeout(TIMEOUT, self.0.next()).await.expect("an event comes");
        match frame {
            Some(Ok(Message::Text(text))) => serde_json::from_str(&text).unwrap(),
            other => json!({"kind": format!("{other:?}")}),
        }
    }

    /// The next event of a kind.
    async fn receive_kind(&mut self, kind: &str) -> Value {
        loop {
            let received = self.receive().await;
            if received["kind"] == kind {
                return received;
            }
        }
    }
}

async fn get(harness: &Harness, path: &str) -> Value {
    let (status, value) = send(harness, "GET", path, Value::Null).await;
    assert_eq!(status, 200, "{path}: {value}");
    value
}

fn id(value: &Value) -> Id {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_person_sees_their_own_view_of_the_world() {
    let harness = Harness::start().await;
    let channels = |world: &Value| -> Vec<Id> {
        world["channels"].as_array().unwrap().iter().map(|it| id(&it["id"])).collect()
    };
    let of_ann = get(&harness, &format!("/world?as={ANN}")).await;
    let of_chai = get(&harness, &format!("/world?as={CHAI}")).await;
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
    // Each channel lists the commands that can be used there.
    let usable = |channel| find(&of_ann, channel)["commands"].as_array().unwrap().len();
    assert_eq!((usable(GAMES), usable(ANN_AND_BEN)), (8, 2));
    let people = of_chai["people"].as_array().unwrap();
    assert!(people.iter().any(|it| it["id"] == json!(CHAI) && it["locale"] == "th"));

    // An ephemeral message is the channel's last one for the person who sees it alone.
    let before = find(&of_chai, GAMES)["last_message_id"].clone();
    let interaction = harness.emulator.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    let secret = interaction.message(TIMEOUT).await.unwrap().id;
    let of_ann = get(&harness, &format!("/world?as={ANN}")).await;
    let of_chai = get(&harness, &format!("/world?as={CHAI}")).await;
    assert_eq!(find(&of_ann, GAMES)["last_message_id"], json!(secret));
    assert_eq!(find(&of_chai, GAMES)["last_message_id"], before);
    // A message is listed in the pings of the people that it mentions.
    let interaction = harness.emulator.as_user(BEN).command(GAMES, "board", json!({})).unwrap();
    let board = interaction.message(TIMEOUT).await.unwrap().id;
    let of_ben = get(&harness, &format!("/world?as={BEN}")).await;
    assert_eq!(find(&of_ben, GAMES)["pings"], json!([board]));
    let of_chai = get(&harness, &format!("/world?as={CHAI}")).await;
    assert_eq!(find(&of_chai, GAMES)["pings"], json!([]));
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn mentions_are_listed_whatever_else_is_said() {
    let harness = Harness::start().await;
    let ann = harness.emulator.as_user(ANN);
    let call = || ann.say(LOBBY, &format!("<@{BEN}>, come"), None).unwrap();
    let pings = async |person: Id| -> Vec<Id> {
        let world = get(&harness, &format!("/world?as={person}")).await;
        let all = world["channels"].as_array().unwrap();
        let lobby = all.iter().find(|it| it["id"] == json!(LOBBY)).unwrap();
        lobby["pings"].as_array().unwrap().iter().map(id).collect()
    };
    let mut called = vec![call(), call(), call()];
    for number in 0..60 {
        ann.say(LOBBY, &format!("talk {number}"), None).unwrap();
    }
    assert_eq!(pings(BEN).await, called);
    assert_eq!(pings(CHAI).await, []);
    harness.emulator.delete_message(called.remove(1));
    assert_eq!(pings(BEN).await, called);
    called.extend((0..250).map(|_| call()));
    assert_eq!(pings(BEN).await, called[called.len() - 200..]);
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_is_read_in_pages() {
    let harness = Harness::start().await;
    let ann = harness.emulator.as_user(ANN);
    let posted: Vec<Id> =
        (0..9).map(|it| ann.say(LOBBY, &format!("{it}"), None).unwrap()).collect();
    for (query, wanted) in [
        (String::new(), &posted[..]),
        ("&limit=3".to_owned(), &posted[6..]),
        (format!("&before={}&limit=4", posted[6]), &posted[2..6]),
        (format!("&before={}", posted[2]), &posted[..2]),
        (format!("&around={}&limit=3", posted[4]), &posted[3..6]),
        (format!("&around={}&limit=1", posted[4]), &posted[4..5]),
        (format!("&around={}&limit=4", posted[8]), &posted[5..]),
    ] {
        let read = get(&harness, &format!("/channels/{LOBBY}/messages?as={BEN}{query}")).await;
        let ids: Vec<Id> = read.as_array().unwrap().iter().map(|it| id(&it["id"])).collect();
        assert_eq!(ids, wanted, "{query}");
    }
    let one = get(&harness, &format!("/messages/{}?as={BEN}", posted[1])).await;
    assert_eq!(one["local"], json!({"visible_to": null, "pinged": [], "deleted": false}));
    for path in [
        format!("/channels/{ANN_AND_BEN}/messages?as={CHAI}"),
        format!("/channels/7/messages?as={CHAI}"),
        format!("/channels/{LOBBY}/messages?as=7"),
        format!("/messages/7?as={CHAI}"),
        "/world?as=7".to_owned(),
    ] {
        let (status, refused) = send(&harness, "GET", &path, Value::Null).await;
        assert!(status == 404 && refused["problem"].is_string(), "{path}: {status} {refused}");
    }
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_channels_and_threads_are_created() {
    let harness = Harness::start().await;
    let mut page = Page::open(&harness.emulator, BEN, 0).await;
    let body = json!({"name": "Ann", "locale": "th"});
    let (_, newcomer) = send(&harness, "POST", "/users", body).await;
    let eve = id(&newcomer["id"]);
    page.receive_kind("world").await;
    let world = get(&harness, &format!("/world?as={eve}")).await;
    let in_garden = world["servers"].as_array().unwrap().iter().any(|it| it["id"] == json!(GARDEN));
    assert!(in_garden, "{world}");
    let names = world["people"].as_array().unwrap().iter().map(|it| it["username"].clone());
    let names: std::collections::BTreeSet<String> = names.map(|it| it.to_string()).collect();
    assert_eq!(names.len(), world["people"].as_array().unwrap().len(), "names are unique");

    let change = json!({"name": "Eve", "locale": "nl"});
    assert_eq!(send(&harness, "PATCH", &format!("/users/{eve}"), change).await.0, 204);
    let shown = harness.emulator.read(|world| {
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
        let (actual, refused) = send(&harness, method, &path, body).await;
        assert!(actual == status && refused["problem"].is_string(), "{path}: {actual} {refused}");
    }

    let path = format!("/users/{eve}/conversation");
    let (_, opened) = send(&harness, "POST", &path, json!({"with": BEN})).await;
    let received = page.receive_kind("channel").await;
    assert_eq!(received["channel"]["id"], opened["channel"]);
    assert_eq!(received["channel"]["recipients"][0]["id"], json!(eve));
    let (_, again) = send(&harness, "POST", &path, json!({"with": BEN})).await;
    assert_eq!(again, opened);

    let path = format!("/servers/{GARDEN}/channels");
    let (_, made) = send(&harness, "POST", &path, json!({"name": "End Games"})).await;
    let received = page.receive_kind("channel").await;
    assert_eq!(
        (&received["channel"]["id"], &received["channel"]["name"]),
        (&made["channel"], &json!("end-games"))
    );
    let path = format!("/channels/{}/threads?as={eve}", id(&made["channel"]));
    let (_, thread) = send(&harness, "POST", &path, json!({"name": "A thread"})).await;
    let received = page.receive_kind("channel").await;
    assert_eq!(
        (&received["channel"]["id"], &received["channel"]["parent_id"]),
        (&thread["channel"], &made["channel"])
    );
    let path = format!("/channels/{}", id(&made["channel"]));
    send(&harness, "DELETE", &path, Value::Null).await;
    let gone = [
        page.receive_kind("channel-gone").await["id"].clone(),
        page.receive_kind("channel-gone").await["id"].clone(),
    ];
    assert!(gone.contains(&thread["channel"]) && gone.contains(&made["channel"]), "{gone:?}");
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_author_deletes_a_message() {
    let harness = Harness::start().await;
    let message = harness.emulator.as_user(ANN).say(GAMES, "well", None).unwrap();
    let path = |person: Id| format!("/messages/{message}?as={person}");
    assert_eq!(send(&harness, "DELETE", &path(BEN), Value::Null).await.0, 400);
    let mut page = Page::open(&harness.emulator, CHAI, 0).await;
    assert_eq!(send(&harness, "DELETE", &path(ANN), Value::Null).await.0, 204);
    let gone = page.receive_kind("message-gone").await;
    assert_eq!((&gone["channel"], &gone["id"]), (&json!(GAMES), &json!(message)));
    assert_eq!(send(&harness, "DELETE", &path(ANN), Value::Null).await.0, 404);
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dismissed_message_still_exists_for_the_bot() {
    let harness = Harness::start().await;
    let mut page = Page::open(&harness.emulator, ANN, 0).await;
    let mut other = Page::open(&harness.emulator, BEN, 0).await;
    let interaction = harness.emulator.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    let secret = interaction.message(TIMEOUT).await.unwrap().id;
    let received = page.receive_kind("message").await;
    assert_eq!(received["message"]["local"]["visible_to"], json!(ANN));
    let body = || json!({"message": secret});
    assert_eq!(send(&harness, "POST", &format!("/users/{BEN}/dismiss"), body()).await.0, 404);
    assert_eq!(send(&harness, "POST", &format!("/users/{ANN}/dismiss"), body()).await.0, 204);
    assert_eq!(page.receive_kind("message-gone").await["id"], json!(secret));
    assert_eq!(send(&harness, "POST", &format!("/users/{ANN}/dismiss"), body()).await.0, 404);
    let url = format!(
        "{}/api/v10/webhooks/{BOT}/{}/messages/@original",
        harness.emulator.url(),
        interaction.token()
    );
    assert_eq!(reqwest::get(url).await.unwrap().status(), 200);
    // Others got no event of it: Ben's first message event is the next message.
    let next = harness.emulator.as_user(ANN).say(GAMES, "next", None).unwrap();
    assert_eq!(other.receive_kind("message").await["message"]["id"], json!(next));
    let for_all = json!({"message": next});
    assert_eq!(send(&harness, "POST", &format!("/users/{ANN}/dismiss"), for_all).await.0, 400);
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_gets_the_state_of_its_interactions() {
    let harness = Harness::start().await;
    let mut page = Page::open(&harness.emulator, ANN, 0).await;
    let path = |verb: &str| format!("/users/{ANN}/{verb}?wait_ms=0");
    let ask = |name: &str| json!({"channel": GAMES, "name": name});
    let (_, interaction) = send(&harness, "POST", &path("command"), ask("slow")).await;
    assert_eq!(page.receive_kind("call").await["state"], "waiting");
    let promised = page.receive_kind("message").await;
    assert_eq!(promised["message"]["flags"].as_u64().unwrap() & 128, 128);
    let answered = page.receive_kind("call").await;
    assert_eq!(
        (&answered["state"], &answered["id"], &answered["name"]),
        (&json!("answered"), &interaction["id"], &json!("slow"))
    );
    let edited = page.receive_kind("message").await;
    assert_eq!(edited["message"]["id"], promised["message"]["id"]);
    assert!(edited["message"]["content"].as_str().unwrap().starts_with("here it is"));
    let follows = page.receive_kind("message").await;
    assert_ne!(follows["message"]["id"], promised["message"]["id"]);

    send(&harness, "POST", &path("command"), ask("form")).await;
    let form = loop {
        let call = page.receive_kind("call").await;
        if call["state"] == "form" {
            break call;
        }
    };
    assert_eq!(form["form"]["title"], "Your move");
    let submit = format!("/interactions/{}/submit?wait_ms=0", id(&form["id"]));
    send(&harness, "POST", &submit, json!({"texts": {"text": "e2e4"}})).await;
    let filled = page.receive_kind("message").await;
    assert!(filled["message"]["content"].as_str().unwrap().contains("e2e4"));

    send(&harness, "POST", &path("command"), ask("board")).await;
    let board = page.receive_kind("message").await["message"]["id"].clone();
    let press = json!({"message": board, "control": "pass"});
    send(&harness, "POST", &path("click"), press).await;
    let click = loop {
        let call = page.receive_kind("call").await;
        if !call["message"].is_null() {
            break call;
        }
    };
    assert_eq!((&click["message"], &click["name"]), (&board, &Value::Null));
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_gets_interactions_that_failed() {
    let response_timeout = std::time::Duration::from_millis(300);
    let emulator =
        Emulator::start(Options { response_timeout, ..Options::default() }).await.unwrap();
    let mut page = Page::open(&emulator, ANN, 0).await;
    assert_eq!(page.receive_kind("bot").await["connected"], 0);
    let commands = json!([{"name": "quiet", "description": "Never answers"}]);
    let url = format!("{}/api/v10/applications/{BOT}/commands", emulator.url());
    let request = reqwest::Client::new().put(url).body(commands.to_string());
    let request = request.header("Content-Type", "application/json");
    let token = format!("Bot {}", emulator.token());
    assert_eq!(request.header("Authorization", token).send().await.unwrap().status(), 200);
    page.receive_kind("world").await;
    let interaction = emulator.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    assert_eq!(page.receive_kind("call").await["state"], "waiting");
    // A page that connects in the meantime gets it as well.
    let mut late = Page::open(&emulator, ANN, 0).await;
    assert_eq!(late.receive_kind("call").await["state"], "waiting");
    for page in [&mut page, &mut late] {
        let failed = page.receive_kind("call").await;
        assert_eq!((&failed["state"], &failed["id"]), (&json!("failed"), &json!(interaction.id())));
    }
    emulator.stop().await;
    assert!(page.receive().await["kind"].as_str().unwrap() != "call");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_has_everything_but_tokens() {
    let harness = Harness::start().await;
    let mut page = Page::open(&harness.emulator, ANN, 1).await;
    let mut plain = Page::open(&harness.emulator, ANN, 0).await;
    let interaction = harness.emulator.as_user(ANN).command(GAMES, "board", json!({})).unwrap();
    let (mut event, mut request) = (Value::Null, Value::Null);
    let mut all = String::new();
    while event.is_null() || request.is_null() {
        let received = page.receive().await;
        all.push_str(&received.to_string());
        match received["kind"].as_str() {
            Some("gateway") => event = received,
            // The response to the bot's registration may come only now.
            Some("request")
                if received["request"]["template"] != "/applications/{application_id}/commands" =>
            {
                request = received;
            }
            _ => {}
        }
    }
    assert_eq!(
        (&event["name"], &event["direction"]),
        (&json!("INTERACTION_CREATE"), &json!("to-bot"))
    );
    assert_eq!(event["payload"]["id"], json!(interaction.id()));
    assert_eq!(request["request"]["status"], 204);
    assert_eq!(request["request"]["files"][0]["name"], "board.png");
    assert!(!all.contains(&interaction.token()), "{all}");
    let listed = get(&harness, "/requests?limit=1").await;
    assert_eq!(listed[0], request["request"]);
    assert_eq!(listed[0]["number"], json!(harness.emulator.requests().len()));
    // A page without the log gets nothing of it.
    harness.emulator.as_user(ANN).say(GAMES, "the end", None).unwrap();
    loop {
        let received = plain.receive().await;
        assert!(received["kind"] != "gateway" && received["kind"] != "request", "{received}");
        if received["message"]["content"] == "the end" {
            break;
        }
    }
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_see_fault_rules_and_connected_bots() {
    let harness = Harness::start().await;
    let about = get(&harness, "").await;
    assert_eq!((&about["bots"], &about["kept_in"]), (&json!(1), &Value::Null));
    let trouble = json!({"matching": "callback", "mishap": "slow", "milliseconds": 70, "times": 2});
    send(&harness, "POST", "/trouble", trouble).await;
    let faults = get(&harness, "/trouble").await;
    assert_eq!(faults["connected"], 1);
    let pending = &faults["pending"][0];
    assert_eq!(
        (&pending["mishap"], &pending["milliseconds"], &pending["times"]),
        (&json!("slow"), &json!(70), &json!(2))
    );
    send(&harness, "DELETE", "/trouble", Value::Null).await;
    assert_eq!(get(&harness, "/trouble").await["pending"], json!([]));
    let mut page = Page::open(&harness.emulator, ANN, 0).await;
    assert_eq!(page.receive_kind("bot").await["connected"], 1);
    send(&harness, "POST", "/outage", json!({"kind": "drop"})).await;
    assert_eq!(page.receive_kind("bot").await["connected"], 0);
    assert_eq!(page.receive_kind("bot").await["connected"], 1);
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_hosts_and_origins_are_refused() {
    let names = vec!["discord.com".to_owned()];
    let emulator = Emulator::start(Options { names, ..Options::default() }).await.unwrap();
    let client = reqwest::Client::new();
    let own = emulator.address().to_string();
    for (path, header, value, status) in [
        ("/local", "X-Nothing", "x".to_owned(), 200),
        ("/local", "Origin", format!("http://{own}"), 200),
        ("/local", "Origin", "http://example.org".to_owned(), 403),
        ("/local", "Host", format!("example.org:{}", emulator.address().port()), 403),
        ("/local", "Host", format!("localhost:{}", emulator.address().port()), 200),
        ("/local/live?as=1", "Origin", "null".to_owned(), 403),
        ("/api/v10/gateway", "Origin", "http://example.org".to_owned(), 403),
        ("/local", "Host", "discord.com".to_owned(), 403),
        ("/api/v10/gateway", "Host", "discord.com".to_owned(), 200),
        // The owner of a name can make it resolve to this machine.
        ("/api/v10/gateway", "Host", "example.org".to_owned(), 403),
        ("/", "Host", "example.org".to_owned(), 403),
        ("/", "Origin", "http://example.org".to_owned(), 403),
    ] {
        let request = client.get(format!("{}{path}", emulator.url())).header(header, &value);
        let actual = request.send().await.unwrap().status();
        assert_eq!(actual, status, "{path} {header}: {value}");
    }
    emulator.stop().await;
}

//! The gateway: what is missed, what comes twice, and what ends.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use kradan::emulator::{
    ANN, Emulator, GAMES, GARDEN, Id, InteractionResponse, Options, Outage, Seed,
};
use serde_json::{Value, json};
use serenity::all::GatewayIntents;
use tokio::net::TcpStream;

use crate::bot::{Heard, SOON, Stage};

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_told_to_whoever_asks() {
    let stage = Stage::set_with(Options::default(), GatewayIntents::GUILDS).await;
    Heard::reaches(&stage.heard.servers, 1).await;
    assert_eq!(Heard::count(&stage.heard.unknown), 0);
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interaction_can_come_twice() {
    let stage = Stage::set().await;
    let asked = stage.local.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    asked.message(SOON).await.unwrap();
    // A request is on record a moment after its message is there.
    stage.requests("/callback", 1).await;
    asked.redeliver();
    let callbacks = stage.requests("/callback", 2).await;
    assert_eq!((callbacks[0].status, callbacks[1].status), (204, 400));
    assert_eq!(callbacks[1].refusal["code"], 40060);
    Heard::reaches(&stage.heard.interactions, 2).await;
    stage.local.repeat_events(true);
    stage.local.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    stage.requests("/callback", 4).await;
    stage.end().await;
}

/// Lets something happen to the gateway, and asks for something in the middle of it.
async fn is_answered_through(outage: Outage) -> Stage {
    let stage = Stage::set().await;
    stage.local.outage(outage);
    if let Outage::Drop = outage {
        let gone = |_: &_| (stage.local.connections() == 0).then_some(());
        stage.local.wait_for(SOON, gone).await.ok();
    }
    let asked = stage.local.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    let answer = asked.answered(SOON).await.expect("what was missed is told later");
    assert!(matches!(answer, InteractionResponse::Message(_)));
    stage
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_missed_is_told_after_a_cut() {
    let stage = is_answered_through(Outage::Drop).await;
    Heard::reaches(&stage.heard.readies, 1).await;
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_comes_back_when_it_is_asked_to() {
    let stage = is_answered_through(Outage::Reconnect).await;
    Heard::reaches(&stage.heard.readies, 1).await;
    stage.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_over_begins_anew() {
    let stage = Stage::set().await;
    stage.local.outage(Outage::Invalidate { resumable: false });
    let again = |world: &kradan::emulator::World| (!world.commands().is_empty()).then_some(());
    stage.local.wait_for(SOON, again).await.unwrap();
    stage.requests("/commands", 2).await;
    let asked = stage.local.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    asked.message(SOON).await.unwrap();
    Heard::reaches(&stage.heard.readies, 2).await;
    stage.end().await;
}

type Socket = tokio_tungstenite::WebSocketStream<TcpStream>;

/// A bare client of the gateway.
struct Client(Socket);

impl Client {
    async fn connect(local: &Emulator) -> Client {
        let stream = TcpStream::connect(local.address()).await.unwrap();
        let url = format!("{}/?v=10&encoding=json", local.gateway_url());
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
        let mut client = Client(socket);
        assert_eq!(client.hear().await["op"], 10);
        client
    }

    async fn identified(local: &Emulator, shard: Value) -> (Client, Value) {
        let mut client = Client::connect(local).await;
        client.say(identify(local, 0, shard)).await;
        let ready = client.hear().await;
        assert_eq!(ready["t"], "READY");
        (client, ready)
    }

    async fn say(&mut self, value: Value) {
        self.0.send(value.to_string().into()).await.unwrap();
    }

    /// What comes next; `{"closed": code}` at the end.
    async fn hear(&mut self) -> Value {
        let message = tokio::time::timeout(SOON, self.0.next()).await.unwrap();
        match message {
            Some(Ok(tokio_tungstenite::tungstenite::Message::Text(text))) => {
                serde_json::from_str(&text).unwrap()
            }
            Some(Ok(tokio_tungstenite::tungstenite::Message::Close(Some(frame)))) => {
                json!({"closed": u16::from(frame.code)})
            }
            other => json!({"closed": format!("{other:?}")}),
        }
    }
}

fn identify(local: &Emulator, intents: u64, shard: Value) -> Value {
    let properties = json!({"os": "linux", "browser": "test", "device": "test"});
    json!({"op": 2, "d": {"token": local.token(), "intents": intents, "shard": shard,
        "properties": properties}})
}

#[tokio::test]
async fn wrong_words_close_the_socket() {
    let local = Emulator::start(Options::default()).await.unwrap();
    let mut stranger = identify(&local, 0, json!([0, 1]));
    stranger["d"]["token"] = json!("stolen");
    let cases = [
        (stranger, 4004),
        (identify(&local, 0, json!([1, 1])), 4010),
        (identify(&local, 1 << 40, json!([0, 1])), 4013),
        (json!({"op": 99}), 4001),
        (json!({"op": 3, "d": {}}), 4003),
    ];
    for (said, code) in cases {
        let mut client = Client::connect(&local).await;
        client.say(said.clone()).await;
        assert_eq!(client.hear().await, json!({"closed": code}), "{said}");
    }
    let (mut client, _) = Client::identified(&local, json!([0, 1])).await;
    client.say(json!({"op": 1, "d": 1})).await;
    assert_eq!(client.hear().await["op"], 11);
    client.say(identify(&local, 0, json!([0, 1]))).await;
    assert_eq!(client.hear().await, json!({"closed": 4005}));
    local.stop().await;
}

#[tokio::test]
async fn a_resumed_connection_hears_just_what_it_missed() {
    let local = Emulator::start(Options::default()).await.unwrap();
    let (client, ready) = Client::identified(&local, json!([0, 1])).await;
    drop(client);
    let resume = |seq: u64, id: &Value| json!({"op": 6, "d": {"token": local.token(), "session_id": id, "seq": seq}});
    let mut unknown = Client::connect(&local).await;
    unknown.say(resume(1, &json!("never"))).await;
    assert_eq!(unknown.hear().await["op"], 9);
    for seq in [1, 2] {
        let mut back = Client::connect(&local).await;
        back.say(resume(seq, &ready["d"]["session_id"])).await;
        assert_eq!(back.hear().await["t"], "RESUMED");
    }
    local.stop().await;
}

#[tokio::test]
async fn a_shard_hears_of_its_own_servers() {
    let seed = Seed::many(4, 1);
    let local = Emulator::start(Options { seed, ..Options::default() }).await.unwrap();
    let (_, ready) = Client::identified(&local, json!([0, 1])).await;
    assert_eq!(ready["d"]["guilds"].as_array().unwrap().len(), 5);
    let mut seen = Vec::new();
    for shard in 0..2 {
        let (_, ready) = Client::identified(&local, json!([shard, 2])).await;
        for server in ready["d"]["guilds"].as_array().unwrap() {
            let id: Id = server["id"].as_str().unwrap().parse().unwrap();
            assert_eq!(id.shard(2), shard);
            seen.push(id);
        }
    }
    seen.sort();
    let mut all: Vec<Id> = (0..4).map(Seed::server).chain([GARDEN]).collect();
    all.sort();
    assert_eq!(seen, all);
    local.stop().await;
}

#[tokio::test]
async fn intents_decide_what_is_heard() {
    let local = Emulator::start(Options::default()).await.unwrap();
    let mut client = Client::connect(&local).await;
    client.say(identify(&local, 1 | 1 << 9, json!([0, 1]))).await;
    assert_eq!(client.hear().await["t"], "READY");
    let server = client.hear().await;
    assert_eq!(
        (&server["t"], server["d"]["channels"].as_array().unwrap().len()),
        (&json!("GUILD_CREATE"), 3)
    );
    // Nobody asked for who comes and goes; the words of others need an intent of their own.
    local.remove_member(GARDEN, Seed::person(0));
    let said = local.as_user(ANN).say(GAMES, "hello", None).unwrap();
    let heard = client.hear().await;
    assert_eq!((&heard["t"], &heard["d"]["content"]), (&json!("MESSAGE_CREATE"), &json!("")));
    local.delete_message(said);
    assert_eq!(client.hear().await["t"], "MESSAGE_DELETE");
    local.delete_channel(GAMES);
    assert_eq!(client.hear().await["t"], "CHANNEL_DELETE");
    local.stop().await;
}

#[tokio::test]
async fn stopping_ends_every_connection() {
    let local = Emulator::start(Options::default()).await.unwrap();
    let (mut client, _) = Client::identified(&local, json!([0, 1])).await;
    tokio::time::timeout(Duration::from_secs(20), local.stop()).await.unwrap();
    assert!(client.hear().await["closed"].is_string());
    assert!(TcpStream::connect(local.address()).await.is_err());
}

//! The gateway: sessions, missed and repeated events, and lost connections.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use kradan_emulator::{
    ANN, BEN, BOT, Emulator, GAMES, GARDEN, Id, InteractionResponse, Options, Outage, Seed,
};
use serde_json::{Value, json};
use serenity::all::GatewayIntents;
use tokio::net::TcpStream;

use crate::bot::{EventCounts, Harness, TIMEOUT};

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_sent_to_bots_with_the_guilds_intent() {
    let harness = Harness::start_with(Options::default(), GatewayIntents::GUILDS).await;
    EventCounts::wait_for(&harness.events.servers, 1).await;
    assert_eq!(EventCounts::count(&harness.events.unknown), 0);
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interaction_can_be_delivered_twice() {
    let harness = Harness::start().await;
    let interaction = harness.emulator.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    interaction.message(TIMEOUT).await.unwrap();
    // A request is logged a moment after its message is visible.
    harness.requests("/callback", 1).await;
    interaction.redeliver();
    let callbacks = harness.requests("/callback", 2).await;
    assert_eq!((callbacks[0].status, callbacks[1].status), (204, 400));
    assert_eq!(callbacks[1].refusal["code"], 40060);
    EventCounts::wait_for(&harness.events.interactions, 2).await;
    harness.emulator.repeat_events(true);
    harness.emulator.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    harness.requests("/callback", 4).await;
    harness.stop().await;
}

/// Uses a command during an outage of the gateway.
async fn answers_during(outage: Outage) -> Harness {
    let harness = Harness::start().await;
    harness.emulator.outage(outage);
    if let Outage::Drop = outage {
        let disconnected = |_: &_| (harness.emulator.connections() == 0).then_some(());
        harness.emulator.wait_for(TIMEOUT, disconnected).await.ok();
    }
    let interaction = harness.emulator.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    let answer = interaction.answered(TIMEOUT).await.expect("the missed event is sent later");
    assert!(matches!(answer, InteractionResponse::Message(_)));
    harness
}

#[tokio::test(flavor = "multi_thread")]
async fn missed_events_are_sent_after_a_lost_connection() {
    let harness = answers_during(Outage::Drop).await;
    EventCounts::wait_for(&harness.events.readies, 1).await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_over_a_silent_socket_before_its_session_is_resumed() {
    let harness = Harness::start().await;
    harness.emulator.outage(Outage::Silence);
    let interaction = harness.emulator.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    harness.emulator.outage(Outage::Reconnect);
    assert_eq!(harness.emulator.connections(), 1);
    harness.emulator.outage(Outage::Drop);
    interaction.answered(TIMEOUT).await.expect("the missed event is sent later");
    EventCounts::wait_for(&harness.events.readies, 1).await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_reconnects_when_the_gateway_asks() {
    let harness = answers_during(Outage::Reconnect).await;
    EventCounts::wait_for(&harness.events.readies, 1).await;
    harness.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalidated_session_is_replaced_by_a_new_one() {
    let harness = Harness::start().await;
    harness.emulator.outage(Outage::Invalidate { resumable: false });
    let has_commands =
        |world: &kradan_emulator::World| (!world.commands().is_empty()).then_some(());
    harness.emulator.wait_for(TIMEOUT, has_commands).await.unwrap();
    harness.requests("/commands", 2).await;
    let interaction = harness.emulator.as_user(ANN).command(GAMES, "quiet", json!({})).unwrap();
    interaction.message(TIMEOUT).await.unwrap();
    EventCounts::wait_for(&harness.events.readies, 2).await;
    harness.stop().await;
}

type Socket = tokio_tungstenite::WebSocketStream<TcpStream>;

/// A bare client of the gateway.
pub(crate) struct Client(Socket);

impl Client {
    pub(crate) async fn connect(emulator: &Emulator) -> Client {
        let stream = TcpStream::connect(emulator.address()).await.unwrap();
        let url = format!("{}/?v=10&encoding=json", emulator.gateway_url());
        let (socket, _) = tokio_tungstenite::client_async(url, stream).await.unwrap();
        let mut client = Client(socket);
        assert_eq!(client.receive().await["op"], 10);
        client
    }

    pub(crate) async fn identified(emulator: &Emulator, shard: Value) -> (Client, Value) {
        let mut client = Client::connect(emulator).await;
        client.send(identify(emulator, 0, shard)).await;
        let ready = client.receive().await;
        assert_eq!(ready["t"], "READY");
        (client, ready)
    }

    pub(crate) async fn send(&mut self, value: Value) {
        self.0.send(value.to_string().into()).await.unwrap();
    }

    /// The next payload; `{"closed": code}` at the end.
    pub(crate) async fn receive(&mut self) -> Value {
        let message = tokio::time::timeout(TIMEOUT, self.0.next()).await.unwrap();
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

pub(crate) fn identify(emulator: &Emulator, intents: u64, shard: Value) -> Value {
    let properties = json!({"os": "linux", "browser": "test", "device": "test"});
    json!({"op": 2, "d": {"token": emulator.token(), "intents": intents, "shard": shard,
        "properties": properties}})
}

#[tokio::test]
async fn invalid_payloads_close_the_socket() {
    let emulator = Emulator::start(Options::default()).await.unwrap();
    let mut stranger = identify(&emulator, 0, json!([0, 1]));
    stranger["d"]["token"] = json!("stolen");
    let cases = [
        (stranger, 4004),
        (identify(&emulator, 0, json!([1, 1])), 4010),
        (identify(&emulator, 1 << 40, json!([0, 1])), 4013),
        (json!({"op": 99}), 4001),
        (json!({"op": 3, "d": {}}), 4003),
    ];
    for (payload, code) in cases {
        let mut client = Client::connect(&emulator).await;
        client.send(payload.clone()).await;
        assert_eq!(client.receive().await, json!({"closed": code}), "{payload}");
    }
    let (mut client, _) = Client::identified(&emulator, json!([0, 1])).await;
    client.send(json!({"op": 1, "d": 1})).await;
    assert_eq!(client.receive().await["op"], 11);
    client.send(identify(&emulator, 0, json!([0, 1]))).await;
    assert_eq!(client.receive().await, json!({"closed": 4005}));
    emulator.stop().await;
}

#[tokio::test]
async fn a_resumed_connection_gets_only_missed_events() {
    let emulator = Emulator::start(Options::default()).await.unwrap();
    let (client, ready) = Client::identified(&emulator, json!([0, 1])).await;
    drop(client);
    let resume = |seq: u64, id: &Value| json!({"op": 6, "d": {"token": emulator.token(), "session_id": id, "seq": seq}});
    let mut unknown = Client::connect(&emulator).await;
    unknown.send(resume(1, &json!("never"))).await;
    assert_eq!(unknown.receive().await["op"], 9);
    for seq in [1, 2] {
        let mut back = Client::connect(&emulator).await;
        back.send(resume(seq, &ready["d"]["session_id"])).await;
        assert_eq!(back.receive().await["t"], "RESUMED");
    }
    emulator.stop().await;
}

#[tokio::test]
async fn a_shard_gets_only_its_own_servers() {
    let seed = Seed::many(4, 1);
    let emulator = Emulator::start(Options { seed, ..Options::default() }).await.unwrap();
    let (_, ready) = Client::identified(&emulator, json!([0, 1])).await;
    assert_eq!(ready["d"]["guilds"].as_array().unwrap().len(), 5);
    let mut servers = Vec::new();
    for shard in 0..2 {
        let (_, ready) = Client::identified(&emulator, json!([shard, 2])).await;
        for server in ready["d"]["guilds"].as_array().unwrap() {
            let id: Id = server["id"].as_str().unwrap().parse().unwrap();
            assert_eq!(id.shard(2), shard);
            servers.push(id);
        }
    }
    servers.sort();
    let mut all: Vec<Id> = (0..4).map(Seed::server).chain([GARDEN]).collect();
    all.sort();
    assert_eq!(servers, all);
    emulator.stop().await;
}

#[tokio::test]
async fn intents_decide_which_events_are_sent() {
    let emulator = Emulator::start(Options::default()).await.unwrap();
    let mut client = Client::connect(&emulator).await;
    client.send(identify(&emulator, 1 | 1 << 9, json!([0, 1]))).await;
    assert_eq!(client.receive().await["t"], "READY");
    let server = client.receive().await;
    assert_eq!(
        (&server["t"], server["d"]["channels"].as_array().unwrap().len()),
        (&json!("GUILD_CREATE"), 3)
    );
    // Member events need another intent, and so does the content of messages.
    emulator.remove_member(GARDEN, Seed::person(0));
    let message = emulator.as_user(ANN).say(GAMES, "hello", None).unwrap();
    let event = client.receive().await;
    assert_eq!((&event["t"], &event["d"]["content"]), (&json!("MESSAGE_CREATE"), &json!("")));
    emulator.delete_message(message);
    assert_eq!(client.receive().await["t"], "MESSAGE_DELETE");
    emulator.delete_channel(GAMES);
    assert_eq!(client.receive().await["t"], "CHANNEL_DELETE");
    emulator.stop().await;
}

#[tokio::test]
async fn kicks_and_bans_are_sent_as_documented() {
    let emulator = Emulator::start(Options::default()).await.unwrap();
    let mut client = Client::connect(&emulator).await;
    client.send(identify(&emulator, 1 | 1 << 1, json!([0, 1]))).await;
    for name in ["READY", "GUILD_CREATE"] {
        assert_eq!(client.receive().await["t"], name);
    }
    let thread = emulator.open_thread(GAMES, Some(BEN), "thread").unwrap();
    assert_eq!(client.receive().await["t"], "THREAD_CREATE");
    emulator.ban(GARDEN, BEN);
    let removed = client.receive().await;
    assert_eq!(removed["t"], "GUILD_MEMBER_REMOVE");
    assert_eq!(removed["d"]["guild_id"], GARDEN.to_string());
    assert_eq!(removed["d"]["user"]["id"], BEN.to_string());
    let left = client.receive().await;
    assert_eq!(left["t"], "THREAD_MEMBERS_UPDATE");
    let gone = json!({
        "id": thread, "guild_id": GARDEN, "member_count": 0, "removed_member_ids": [BEN],
    });
    assert_eq!(left["d"], gone);
    // Who is no member can be banned, and leaves nothing.
    emulator.ban(GARDEN, BEN);
    emulator.unban(GARDEN, BEN);
    emulator.join(GARDEN, BEN).unwrap();
    let joined = client.receive().await;
    assert_eq!(
        (&joined["t"], &joined["d"]["user"]["id"]),
        (&json!("GUILD_MEMBER_ADD"), &json!(BEN))
    );
    assert_eq!(joined["d"]["guild_id"], GARDEN.to_string());
    // A new name is told of the servers that the bot and the person share.
    emulator.rename(BEN, "Benjamin");
    assert_eq!(client.receive().await["d"]["guild_id"], GARDEN.to_string());
    emulator.remove_member(GARDEN, BOT);
    let kicked = client.receive().await;
    assert_eq!((&kicked["t"], &kicked["d"]), (&json!("GUILD_DELETE"), &json!({"id": GARDEN})));
    // What happens there afterwards is not told.
    emulator.remove_member(GARDEN, BEN);
    emulator.as_user(ANN).say(GAMES, "hello", None).unwrap();
    emulator.join(GARDEN, BOT).unwrap();
    assert_eq!(client.receive().await["t"], "GUILD_CREATE");
    emulator.stop().await;
}

#[tokio::test]
async fn stopping_closes_every_connection() {
    let emulator = Emulator::start(Options::default()).await.unwrap();
    let (mut client, _) = Client::identified(&emulator, json!([0, 1])).await;
    tokio::time::timeout(Duration::from_secs(20), emulator.stop()).await.unwrap();
    assert!(client.receive().await["closed"].is_string());
    assert!(TcpStream::connect(emulator.address()).await.is_err());
}

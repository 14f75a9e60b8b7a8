//! Discord's limits: rates, invalid requests, gateway messages and sessions.

use std::time::Duration;

use kradan_emulator::{
    ANN, ApiLimits, Emulator, GAMES, InteractionResponse, LOBBY, MAKRUK, Options, RateLimit,
};
use serde_json::{Value, json};

use crate::api::{Api, code};
use crate::gateway::{Client, identify};

fn messages() -> String {
    format!("/channels/{GAMES}/messages")
}

fn text() -> Value {
    json!({"content": "x"})
}

/// A limit that no test outlasts.
fn at_most(requests: u32) -> RateLimit {
    RateLimit { requests, window: Duration::from_secs(3_600) }
}

#[tokio::test]
async fn follow_ups_and_edits_of_an_interaction_share_a_limit() {
    let api = Api::start().await;
    api.emulator.set_limits(ApiLimits { webhook: at_most(5), ..ApiLimits::default() });
    let ask = || api.emulator.as_user(ANN).command(GAMES, "ask", json!({})).unwrap();
    let (first, second) = (ask(), ask());
    for asked in [&first, &second] {
        assert_eq!(api.callback(asked, json!({"type": 4, "data": text()})).await.0, 204);
        let original = format!("{}/messages/@original", api.webhook(asked));
        for _ in 0..2 {
            assert_eq!(api.patch(&original, text()).await.0, 200);
            assert_eq!(api.post(&api.webhook(asked), text()).await.0, 200);
        }
        assert_eq!(api.get(&original).await.0, 200);
        let (status, refused) = api.post(&api.webhook(asked), text()).await;
        assert_eq!((status, &refused["global"]), (429, &json!(false)));
        assert!(refused["retry_after"].as_f64().unwrap() > 0.0);
    }
    api.emulator.stop().await;
}

#[tokio::test]
async fn all_requests_but_those_of_interactions_share_the_global_limit() {
    let api = Api::start().await;
    api.emulator.set_limits(ApiLimits { global: at_most(3), ..ApiLimits::default() });
    let asked = api.emulator.as_user(ANN).command(LOBBY, "ask", json!({})).unwrap();
    for path in [messages(), format!("/channels/{MAKRUK}/messages"), messages()] {
        assert_eq!(api.post(&path, text()).await.0, 200);
    }
    assert_eq!(api.get("/users/@me").await.1["global"], true);
    assert_eq!(api.callback(&asked, json!({"type": 4, "data": text()})).await.0, 204);
    assert_eq!(api.post(&api.webhook(&asked), text()).await.0, 200);
    api.emulator.stop().await;
}

#[tokio::test]
async fn edits_of_old_messages_share_a_limit_in_each_channel() {
    let api = Api::start().await;
    let mut sent = Vec::new();
    for channel in [GAMES, GAMES, MAKRUK] {
        let path = format!("/channels/{channel}/messages");
        let (_, message) = api.post(&path, text()).await;
        sent.push(format!("{path}/{}", message["id"].as_str().unwrap()));
    }
    api.emulator.set_limits(ApiLimits { late_edits: at_most(3), ..ApiLimits::default() });
    assert_eq!(api.patch(&sent[0], text()).await.0, 200);
    api.emulator.advance(Duration::from_secs(3_601));
    for path in [&sent[0], &sent[1], &sent[0]] {
        assert_eq!(api.patch(path, text()).await.0, 200);
    }
    let refused = api.patch(&sent[1], text()).await;
    assert_eq!(code(&refused), (429, 30046));
    assert!(refused.1["retry_after"].as_f64().unwrap() > 0.0);
    assert_eq!(api.patch(&sent[2], text()).await.0, 200);
    api.emulator.stop().await;
}

#[tokio::test]
async fn too_many_invalid_requests_close_the_api_for_a_while() {
    let options = Options { invalid_requests: 3, ..Options::default() };
    let api = Api::of(Emulator::start(options).await.unwrap());
    let forbidden = format!("/channels/{LOBBY}/messages");
    for _ in 0..2 {
        assert_eq!(api.post(&forbidden, text()).await.0, 403);
        assert_eq!(api.get("/channels/5").await.0, 404);
    }
    // A request without any token is not the bot's.
    assert_eq!(api.get_unnamed("/api/v10/users/@me").await.0, 401);
    assert_eq!(api.get("/users/@me").await.0, 200);
    assert_eq!(api.post(&forbidden, text()).await.0, 403);
    // The reply is none of the API's: it has no JSON.
    assert_eq!(api.get("/users/@me").await, (429, Value::Null));
    assert_eq!(api.get_unnamed("/local").await.0, 200);
    api.emulator.advance(Duration::from_secs(601));
    assert_eq!(api.get("/users/@me").await.0, 200);
    api.emulator.stop().await;
}

#[tokio::test]
async fn a_client_that_sends_too_much_is_disconnected() {
    let emulator = Emulator::start(Options::default()).await.unwrap();
    let (mut client, ready) = Client::identified(&emulator, json!([0, 1])).await;
    // IDENTIFY and heartbeats are counted too.
    for _ in 0..118 {
        client.send(json!({"op": 3, "d": {}})).await;
    }
    client.send(json!({"op": 1, "d": 1})).await;
    assert_eq!(client.receive().await["op"], 11);
    client.send(json!({"op": 1, "d": 1})).await;
    assert_eq!(client.receive().await, json!({"closed": 4008}));
    // The code allows to resume, and another connection has a count of its own.
    let mut back = Client::connect(&emulator).await;
    let session = &ready["d"]["session_id"];
    let resume = json!({"token": emulator.token(), "session_id": session, "seq": 1});
    back.send(json!({"op": 6, "d": resume})).await;
    assert_eq!(back.receive().await["t"], "RESUMED");
    emulator.stop().await;
}

#[tokio::test]
async fn heartbeats_are_not_counted_where_more_are_asked_for() {
    let options =
        Options { heartbeat: Duration::from_millis(100), gateway_sends: 3, ..Options::default() };
    let emulator = Emulator::start(options).await.unwrap();
    let (mut client, _) = Client::identified(&emulator, json!([0, 1])).await;
    for _ in 0..10 {
        client.send(json!({"op": 1, "d": 1})).await;
        assert_eq!(client.receive().await["op"], 11);
    }
    emulator.stop().await;
}

#[tokio::test]
async fn shards_identify_one_after_the_other() {
    let identify_interval = Duration::from_secs(3_600);
    let options = Options { identify_interval, max_concurrency: 2, ..Options::default() };
    let emulator = Emulator::start(options).await.unwrap();
    let mut clients = Vec::new();
    for (shard, op) in [(0, 0), (1, 0), (2, 9), (3, 9)] {
        let mut client = Client::connect(&emulator).await;
        client.send(identify(&emulator, 0, json!([shard, 4]))).await;
        let received = client.receive().await;
        assert_eq!(received["op"], op, "{shard}");
        if op == 9 {
            assert_eq!(received["d"], false);
        }
        clients.push(client);
    }
    assert_eq!(emulator.connections(), 2);
    emulator.stop().await;
}

#[tokio::test]
async fn a_bot_that_starts_too_many_sessions_loses_its_token() {
    let options = Options { sessions: 2, ..Options::default() };
    let api = Api::of(Emulator::start(options).await.unwrap());
    let (mut first, _) = Client::identified(&api.emulator, json!([0, 1])).await;
    let (_, gateway) = api.get("/gateway/bot").await;
    let limit = &gateway["session_start_limit"];
    assert_eq!((&limit["total"], &limit["remaining"]), (&json!(2), &json!(1)));
    // A day later the first session does not count any more.
    api.emulator.advance(Duration::from_secs(86_400));
    for _ in 0..2 {
        Client::identified(&api.emulator, json!([0, 1])).await;
    }
    let mut last = Client::connect(&api.emulator).await;
    last.send(identify(&api.emulator, 0, json!([0, 1]))).await;
    assert_eq!(last.receive().await, json!({"closed": 4004}));
    assert_eq!(first.receive().await, json!({"closed": 4004}));
    assert_eq!(api.get("/users/@me").await.0, 401);
    api.emulator.stop().await;
}

#[tokio::test]
async fn an_answer_within_discords_limits_is_not_held_back() {
    let api = Api::start().await;
    api.emulator.set_limits(ApiLimits::of_discord());
    let asked = api.emulator.as_user(ANN).command(GAMES, "ask", json!({})).unwrap();
    assert_eq!(api.callback(&asked, json!({"type": 4, "data": text()})).await.0, 204);
    assert!(matches!(asked.answer(), Some(InteractionResponse::Message(_))));
    api.emulator.stop().await;
}

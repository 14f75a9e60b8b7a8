//! A bot without a gateway connection, which responds in the bodies of its answers.

use std::net::SocketAddr;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::post;
use axum::{Json, Router};
use ed25519_dalek::{Signature, VerifyingKey};
use kradan_emulator::{ANN, Emulator, EndpointError, GAMES, InteractionResponse, Options};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::bot::TIMEOUT;

/// The bot's answer to an interaction.
fn answer(interaction: &Value) -> Value {
    match interaction["type"].as_u64() {
        Some(1) => json!({"type": 1}),
        Some(2) => {
            let input = json!({"type": 4, "custom_id": "text", "style": 1, "label": "Move"});
            let row = json!({"type": 1, "components": [input]});
            let form = json!({"custom_id": "form", "title": "Move", "components": [row]});
            json!({"type": 9, "data": form})
        }
        Some(3) => json!({"type": 7, "data": {"content": "pressed", "components": []}}),
        Some(4) => json!({"type": 8, "data": {"choices": [{"name": "D3", "value": "d3"}]}}),
        _ => {
            let text = &interaction["data"]["components"][0]["components"][0]["value"];
            let button = json!({"type": 2, "style": 1, "label": "Press", "custom_id": "press"});
            let row = json!({"type": 1, "components": [button]});
            json!({"type": 4, "data": {"content": text, "components": [row]}})
        }
    }
}

fn bytes_of<const N: usize>(text: &str) -> Option<[u8; N]> {
    let pairs = text.as_bytes().chunks(2);
    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs.map(byte).collect::<Option<Vec<u8>>>()?.try_into().ok()
}

/// The key of a bot that verifies what it gets, and `None` for one that does not.
type Key = Option<VerifyingKey>;

async fn receive(State(key): State<Key>, headers: HeaderMap, body: Bytes) -> Response {
    let header = |name: &str| headers.get(name).and_then(|it| it.to_str().ok()).unwrap_or("");
    let message = [header("x-signature-timestamp").as_bytes(), &body].concat();
    let signature = bytes_of(header("x-signature-ed25519")).map(|it| Signature::from_bytes(&it));
    let is_good =
        |key: VerifyingKey| signature.is_some_and(|it| key.verify_strict(&message, &it).is_ok());
    if key.is_some_and(|key| !is_good(key)) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    Json(answer(&serde_json::from_slice(&body).unwrap())).into_response()
}

/// Starts a bot, and returns where it takes interactions.
async fn bot(key: Key) -> String {
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    let router = Router::new().route("/", post(receive)).with_state(key);
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

async fn emulator_with_command() -> (Emulator, Key) {
    let emulator = Emulator::start(Options::default()).await.unwrap();
    let to = json!({"type": 3, "name": "to", "description": "Where to", "autocomplete": true});
    let command = json!([{"name": "move", "description": "Move", "options": [to]}]);
    let url =
        format!("{}/api/v10/applications/{}/commands", emulator.url(), emulator.application());
    let request = reqwest::Client::new().put(url).header("content-type", "application/json");
    let request = request.header("authorization", format!("Bot {}", emulator.token()));
    assert_eq!(request.body(command.to_string()).send().await.unwrap().status(), 200);
    let key = bytes_of(&emulator.public_key()).unwrap();
    (emulator, Some(VerifyingKey::from_bytes(&key).unwrap()))
}

#[tokio::test(flavor = "multi_thread")]
async fn responses_are_taken_from_the_bodies_of_answers() {
    let (emulator, key) = emulator_with_command().await;
    emulator.use_interactions_endpoint(Some(&bot(key).await)).await.unwrap();
    let ann = emulator.as_user(ANN);
    let choices = ann.autocomplete(GAMES, "move", json!({"to": "d"}), "to", TIMEOUT).await;
    assert_eq!(choices.unwrap()[0].name, "D3");
    let asked = ann.command(GAMES, "move", json!({"to": "d3"})).unwrap();
    assert!(matches!(asked.answered(TIMEOUT).await, Ok(InteractionResponse::Modal(_))));
    let filled = asked.submit(&[("text", "e2e4")]).unwrap().message(TIMEOUT).await.unwrap();
    assert_eq!(filled.content(), "e2e4");
    let pressed = ann.click(filled.id, "press").unwrap().message(TIMEOUT).await.unwrap();
    assert_eq!((pressed.id, pressed.content()), (filled.id, "pressed"));
    assert_eq!(emulator.connections(), 0);
    emulator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_endpoint_that_verifies_nothing_is_not_used() {
    let (emulator, key) = emulator_with_command().await;
    let used = emulator.use_interactions_endpoint(Some(&bot(None).await)).await;
    assert!(matches!(used, Err(EndpointError::NotVerified(200))), "{used:?}");
    let nowhere = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.unwrap();
    let url = format!("http://{}/", nowhere.local_addr().unwrap());
    drop(nowhere);
    let used = emulator.use_interactions_endpoint(Some(&url)).await;
    assert!(matches!(used, Err(EndpointError::Silent(_))), "{used:?}");
    let elsewhere = format!("{}elsewhere", bot(key).await);
    let used = emulator.use_interactions_endpoint(Some(&elsewhere)).await;
    assert!(matches!(used, Err(EndpointError::NoPong(404))), "{used:?}");
    emulator.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_names_the_endpoint_of_its_application() {
    let (emulator, key) = emulator_with_command().await;
    let client = reqwest::Client::new();
    let application = format!("{}/api/v10/applications/@me", emulator.url());
    let edit = async |fields: Value| {
        let request = client.patch(&application).header("content-type", "application/json");
        let request = request.header("authorization", format!("Bot {}", emulator.token()));
        let answer = request.body(fields.to_string()).send().await.unwrap();
        let status = answer.status().as_u16();
        (status, serde_json::from_slice::<Value>(&answer.bytes().await.unwrap()).unwrap())
    };
    let good = bot(key).await;
    let (status, changed) = edit(json!({"interactions_endpoint_url": good})).await;
    assert_eq!((status, &changed["interactions_endpoint_url"]), (200, &json!(good)));
    assert_eq!(changed["verify_key"], emulator.public_key());
    let ann = emulator.as_user(ANN);
    let asked = ann.command(GAMES, "move", json!({"to": "d3"})).unwrap();
    assert!(matches!(asked.answered(TIMEOUT).await, Ok(InteractionResponse::Modal(_))));
    let wrong = [
        json!({"interactions_endpoint_url": format!("{good}elsewhere")}),
        json!({"interactions_endpoint_url": 7}),
        json!({"interactions_endpoint_url": good, "name": "Kradan"}),
        json!([]),
    ];
    for fields in wrong {
        let (status, refused) = edit(fields.clone()).await;
        assert_eq!((status, &refused["code"]), (400, &json!(50035)), "{fields}");
    }
    let (status, changed) = edit(json!({"interactions_endpoint_url": null})).await;
    assert_eq!((status, &changed["interactions_endpoint_url"]), (200, &Value::Null));
    emulator.stop().await;
}

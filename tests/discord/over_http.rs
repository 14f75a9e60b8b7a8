//! Interactions over HTTP: a whole game, and requests that are not Discord's.

use ed25519_dalek::{Signer as _, SigningKey};
use fastrand::Rng;
use jiff::Timestamp;
use kradan_emulator::{ANN, BEN, Emulator, GAMES, Id, Interaction};
use kradan_rules::GameKind;
use reqwest::{Client, Method, Response};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::discord::harness::{Harness, WAIT_MAX, offers_moves};

/// A request to the endpoint: the signature, the timestamp and the body.
#[derive(Clone)]
struct Signed {
    signature: Option<String>,
    timestamp: Option<String>,
    body: Vec<u8>,
}

impl Signed {
    /// A body as Discord signs it, so many seconds from now.
    fn at(emulator: &Emulator, body: &[u8], seconds: i64) -> Signed {
        let timestamp = (Timestamp::now().as_second() + seconds).to_string();
        let signature = Some(emulator.sign(&timestamp, body));
        Signed { signature, timestamp: Some(timestamp), body: body.to_owned() }
    }

    async fn post(self, client: &Client, url: &str) -> Response {
        let mut request = client.post(url).header("content-type", "application/json");
        if let Some(signature) = self.signature {
            request = request.header("x-signature-ed25519", signature);
        }
        if let Some(timestamp) = self.timestamp {
            request = request.header("x-signature-timestamp", timestamp);
        }
        request.body(self.body).send().await.unwrap()
    }
}

fn url_of(harness: &Harness) -> String {
    harness.bot.url.clone().expect("interactions come over HTTP")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_over_http() {
    let harness = Harness::start_over_http().await;
    let board = harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    assert_eq!(board.attachments().len(), 1, "{:#?}", board.value);
    let ann = harness.emulator.as_user(ANN);
    let moves = ann.autocomplete(GAMES, "move", json!({ "move": "f" }), "move", WAIT_MAX).await;
    assert!(moves.unwrap().iter().any(|it| it.value == "f5"));
    let board = harness.command(ANN, GAMES, "move", json!({ "move": "f5" })).await;
    assert_eq!(board.pinged, [BEN], "{}", board.content());
    let board = harness.pick(BEN, &board, "d6").await;
    assert_eq!(board.pinged, [ANN], "{}", board.content());
    assert!(offers_moves(&board));
    let panel = harness.resigning(ANN, &board).await;
    let end = harness.click(ANN, &panel, "resign-yes").await;
    assert!(!offers_moves(&end), "{}", end.content());
    assert_eq!(harness.emulator.connections(), 0);
    let asked = harness.emulator.requests();
    assert!(asked.iter().all(|it| it.template != "/gateway/bot"), "{asked:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_endpoint_says_how_it_is() {
    let harness = Harness::start_over_http().await;
    let (client, url) = (Client::new(), url_of(&harness));
    let at = |path: &str| url.replace("/interactions", path);
    let get = async |path: &str| {
        let answer = client.get(at(path)).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    assert_eq!(get("/healthz").await, (200, "ok\n".to_owned()));
    // The registration is noted a moment after Discord has it.
    let ready = async {
        while get("/readyz").await != (200, "ready\n".to_owned()) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(WAIT_MAX, ready).await.expect("it is ready");
    assert_eq!(get("/").await.0, 404);
    for method in [Method::GET, Method::PUT, Method::DELETE] {
        let answer = client.request(method, &url).send().await.unwrap();
        assert_eq!(answer.status(), 405);
    }
    let ping = Signed::at(&harness.emulator, br#"{"type":1}"#, 0).post(&client, &url).await;
    assert_eq!(ping.status(), 200);
    let pong: Value = serde_json::from_slice(&ping.bytes().await.unwrap()).unwrap();
    assert_eq!(pong, json!({ "type": 1 }));
    // Signed by Discord at another time than ours: until one is taken we are not ready.
    let late = Signed::at(&harness.emulator, br#"{"type":1}"#, -600).post(&client, &url).await;
    assert_eq!((late.status().as_u16(), get("/readyz").await.0), (401, 503));
    let ping = Signed::at(&harness.emulator, br#"{"type":1}"#, 0).post(&client, &url).await;
    assert_eq!((ping.status().as_u16(), get("/readyz").await.0), (200, 200));
    let no_json = Signed::at(&harness.emulator, b"{", 0).post(&client, &url).await;
    assert_eq!(no_json.status(), 400);
    let too_long = vec![b' '; (1 << 20) + 1];
    let too_long = Signed::at(&harness.emulator, &too_long, 0).post(&client, &url).await;
    assert_eq!(too_long.status(), 413);
}

/// An interaction that the bot has not got.
async fn unsent_challenge(harness: &Harness) -> Interaction {
    harness.emulator.use_interactions_endpoint(None).await.unwrap();
    let options = json!({ "game": "othello", "opponent": BEN.0.to_string(), "side": "first" });
    harness.emulator.as_user(ANN).command(GAMES, "play", options).unwrap()
}

/// How many requests are forged.
const FORGED: u64 = 2_000;
/// How many of them are sent at once.
const AT_ONCE: u64 = 16;

/// A request that Discord has not sent, or not now, made of one that it has.
fn forged(emulator: &Emulator, body: &[u8], rng: &mut Rng) -> Signed {
    let good = Signed::at(emulator, body, 0);
    let seconds = || good.timestamp.as_ref().unwrap().parse::<i64>().unwrap();
    let hex =
        |bytes: &[u8]| bytes.iter().map(|it| format!("{it:02x}")).collect::<Vec<String>>().concat();
    let random = |rng: &mut Rng| -> [u8; 64] { std::array::from_fn(|_| rng.u8(..)) };
    match rng.u8(..12) {
        0 => Signed { signature: None, ..good },
        1 => Signed { timestamp: None, ..good },
        2 => Signed { signature: Some(hex(&random(rng))), ..good },
        3 => {
            let other = SigningKey::from_bytes(random(rng).first_chunk().unwrap());
            let message = [seconds().to_string().as_bytes(), body].concat();
            Signed { signature: Some(hex(&other.sign(&message).to_bytes())), ..good }
        }
        4 => {
            let mut body = good.body;
            let at = rng.usize(..body.len());
            body[at] ^= 1 << rng.u8(..8);
            Signed { body, ..good }
        }
        5 => {
            let mut body = good.body;
            body.truncate(rng.usize(..body.len()));
            Signed { body, ..good }
        }
        6 => Signed { body: [&good.body[..], b" "].concat(), ..good },
        // The same number in another form, or another second.
        7 => {
            let timestamp = match rng.u8(..3) {
                0 => format!("+{}", seconds()),
                1 => format!("0{}", seconds()),
                _ => (seconds() + rng.i64(1..200)).to_string(),
            };
            Signed { timestamp: Some(timestamp), ..good }
        }
        // It was Discord's own once, or will be.
        8 => Signed::at(emulator, body, -rng.i64(310..100_000_000)),
        9 => Signed::at(emulator, body, rng.i64(310..100_000_000)),
        10 => {
            let mut signature = good.signature.unwrap();
            let at = rng.usize(..signature.len());
            let digit = if &signature[at..=at] == "0" { "1" } else { "0" };
            signature.replace_range(at..=at, digit);
            Signed { signature: Some(signature), ..good }
        }
        _ => {
            let texts = ["", "0", "é", "zz", &"0".repeat(128), &"f".repeat(128)];
            let text = texts[rng.usize(..texts.len())].to_owned();
            if rng.bool() {
                Signed { signature: Some(text), ..good }
            } else {
                Signed { timestamp: Some(text), ..good }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_forged_requests_are_refused() {
    let mut harness = Harness::start_over_http().await;
    let (client, url) = (Client::new(), url_of(&harness));
    let asked = unsent_challenge(&harness).await;
    let body = asked.payload().to_string().into_bytes();
    let mut forgers = JoinSet::new();
    for forger in 0..AT_ONCE {
        let (emulator, client) = (harness.emulator.clone(), client.clone());
        let (url, body) = (url.clone(), body.clone());
        forgers.spawn(async move {
            let mut rng = Rng::with_seed(forger);
            for _ in 0..FORGED / AT_ONCE {
                let request = forged(&emulator, &body, &mut rng);
                let status = request.clone().post(&client, &url).await.status();
                let Signed { signature, timestamp, body } = request;
                let body = String::from_utf8_lossy(&body);
                assert_eq!(status, 401, "{signature:?} {timestamp:?} {body}");
            }
        });
    }
    while let Some(forger) = forgers.join_next().await {
        forger.unwrap();
    }
    let requests = harness.emulator.requests();
    assert!(requests.iter().all(|it| !it.path.starts_with("/interactions/")), "{requests:#?}");
    assert!(asked.answer().is_none());

    // Discord's own is taken all the same; sent again, it does nothing again.
    let request = Signed::at(&harness.emulator, &body, 0);
    for _ in 0..4 {
        assert_eq!(request.clone().post(&client, &url).await.status(), 202);
    }
    let challenge = harness.answer(&asked).await;
    harness.emulator.use_interactions_endpoint(Some(&url)).await.unwrap();
    let board = harness.click(BEN, &challenge, "accept").await;
    assert_eq!(board.pinged, [ANN], "{}", board.content());
    // What is under way is finished first.
    harness.bot.stop().await;
    let seen = harness.emulator.as_user(BEN).messages(GAMES);
    let seen: Vec<Id> = seen.iter().map(|it| it.id).collect();
    assert_eq!(seen, [challenge.id, board.id]);
}

/// Whoever records a move and sends it again within the window.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_replayed_is_made_once() {
    let mut harness = Harness::start_over_http().await;
    let (client, url) = (Client::new(), url_of(&harness));
    harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    harness.emulator.use_interactions_endpoint(None).await.unwrap();
    let asked = harness.emulator.as_user(ANN).command(GAMES, "move", json!({ "move": "f5" }));
    let asked = asked.unwrap();
    let request = Signed::at(&harness.emulator, asked.payload().to_string().as_bytes(), -240);
    let mut replays = JoinSet::new();
    for _ in 0..20 {
        let (request, client, url) = (request.clone(), client.clone(), url.clone());
        replays.spawn(async move { request.post(&client, &url).await.status().as_u16() });
    }
    assert_eq!(replays.join_all().await, [202; 20]);
    harness.emulator.use_interactions_endpoint(Some(&url)).await.unwrap();
    let board = harness.answer(&asked).await;
    assert_eq!(board.pinged, [BEN], "{}", board.content());
    let board = harness.pick(BEN, &board, "d6").await;
    assert_eq!(board.pinged, [ANN], "{}", board.content());
    let before = harness.emulator.as_user(BEN).messages(GAMES).len();
    assert_eq!(request.post(&client, &url).await.status(), 202);
    harness.bot.stop().await;
    assert_eq!(harness.emulator.as_user(BEN).messages(GAMES).len(), before);
}

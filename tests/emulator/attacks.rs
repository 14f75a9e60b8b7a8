//! Requests of strangers: oversized bodies, silent connections, sockets that are not read, foreign
//! host names. The bot's own requests still get their responses.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use kradan_emulator::{ANN, Emulator, GAMES, Options};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::api::{Api, code, first_field_error};
use crate::bot::TIMEOUT;

async fn connect(emulator: &Emulator) -> TcpStream {
    TcpStream::connect(emulator.address()).await.unwrap()
}

/// Sends the beginning of a request.
async fn begin(emulator: &Emulator, head: &str) -> TcpStream {
    let mut stream = connect(emulator).await;
    let host = emulator.address();
    stream.write_all(format!("{head}\r\nHost: {host}\r\n").as_bytes()).await.unwrap();
    stream
}

/// The response, up to the end of the connection.
async fn end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    _ = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await.expect("it ends");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The status line of the response to a head without its body.
async fn answer_without_body(emulator: &Emulator, head: &str, headers: &[String]) -> String {
    let mut stream = begin(emulator, head).await;
    stream.write_all(format!("{}\r\n\r\n", headers.join("\r\n")).as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    tokio::time::timeout(TIMEOUT, stream.read_exact(&mut answer))
        .await
        .expect("an answer")
        .unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn bodies_are_refused_before_they_are_read() {
    let api = Api::start().await;
    let emulator = &api.emulator;
    let token = format!("Authorization: Bot {}", emulator.token());
    let json = "Content-Type: application/json".to_owned();
    let files = "Content-Type: multipart/form-data; boundary=x".to_owned();
    let length = |bytes: usize| format!("Content-Length: {bytes}");
    let post = format!("POST /api/v10/channels/{GAMES}/messages HTTP/1.1");
    let followed = "POST /api/v10/webhooks/1/stolen HTTP/1.1".to_owned();
    let called = "POST /api/v10/interactions/1/stolen/callback HTTP/1.1".to_owned();
    let say = format!("POST /local/users/{ANN}/say HTTP/1.1");
    let few = length(100);
    for (head, headers, status) in [
        (&post, vec![few.clone(), json.clone()], 401),
        (&post, vec![few.clone(), json.clone(), "Authorization: Bot stolen".to_owned()], 401),
        (&post, vec!["Transfer-Encoding: chunked".to_owned(), json.clone()], 401),
        (&followed, vec![few.clone(), json.clone()], 401),
        (&called, vec![few.clone(), json.clone()], 404),
        (&"POST /api/v10/nowhere HTTP/1.1".to_owned(), vec![few, json.clone(), token.clone()], 404),
        (&post, vec![length((25 << 20) + 1), files, token.clone()], 413),
        (&post, vec![length(8 << 20), json.clone(), token], 413),
        (&say, vec![length(1 << 20), json], 413),
    ] {
        let answer = answer_without_body(emulator, head, &headers).await;
        assert_eq!(answer, format!("HTTP/1.1 {status}"), "{head} {headers:?}");
    }
    emulator.stop().await;
}

#[tokio::test]
async fn a_long_message_is_an_invalid_form_for_bots_and_people() {
    let api = Api::start().await;
    let long = "ก".repeat(2001);
    let path = format!("/channels/{GAMES}/messages");
    let refused = api.post(&path, json!({"content": long})).await;
    assert_eq!(code(&refused), (400, 50035));
    assert_eq!(first_field_error(&refused.1), "content BASE_TYPE_MAX_LENGTH");
    let interaction = api.emulator.as_user(ANN).command(GAMES, "ask", json!({})).unwrap();
    let refused = api.callback(&interaction, json!({"type": 4, "data": {"content": long}})).await;
    assert_eq!(code(&refused), (400, 50035));
    assert_eq!(first_field_error(&refused.1), "data.content BASE_TYPE_MAX_LENGTH");
    // The limit applies to people as well.
    let url = format!("{}/local/users/{ANN}/say", api.emulator.url());
    let say = |text: &str| {
        let body = json!({"channel": GAMES, "text": text}).to_string();
        let request = reqwest::Client::new().post(&url).header("Content-Type", "application/json");
        request.body(body).send()
    };
    let refused = say(&long).await.unwrap();
    assert_eq!(refused.status(), 400);
    let refused: Value = serde_json::from_slice(&refused.bytes().await.unwrap()).unwrap();
    assert_eq!(refused["code"], 50035);
    assert_eq!(first_field_error(&refused), "content BASE_TYPE_MAX_LENGTH");
    assert_eq!(say(&"ก".repeat(2000)).await.unwrap().status(), 200);
    assert_eq!(api.emulator.as_user(ANN).messages(GAMES).len(), 1);
    api.emulator.stop().await;
}

#[tokio::test]
async fn unauthorized_and_unknown_requests_use_no_rate_limit_bucket() {
    let api = Api::start().await;
    let before = api.emulator.rate_limit_buckets();
    for number in 0..2_000 {
        assert_eq!(api.get_unnamed(&format!("/api/v10/x/{number}")).await.0, 404);
        assert_eq!(api.get_unnamed(&format!("/api/v10/x{number}/y")).await.0, 404);
        assert_eq!(api.get_unnamed(&format!("/api/v10/channels/{number}")).await.0, 401);
        assert_eq!(api.get(&format!("/x/{number}")).await.0, 404);
    }
    assert_eq!(api.emulator.rate_limit_buckets(), before);
    // The bot's own requests are counted.
    assert_eq!(api.get(&format!("/channels/{GAMES}")).await.0, 200);
    assert_eq!(api.emulator.rate_limit_buckets(), before + 1);
    api.emulator.stop().await;
}

/// Timeouts that are short enough for a test.
fn short_timeouts() -> Options {
    Options {
        request_timeout: Duration::from_millis(100),
        idle_timeout: Duration::from_millis(400),
        ..Options::default()
    }
}

#[tokio::test]
async fn silent_and_half_open_connections_are_closed() {
    let emulator = Emulator::start(short_timeouts()).await.unwrap();
    let mut silent = connect(&emulator).await;
    let mut half = begin(&emulator, "GET /local HTTP/1.1").await;
    let mut bodyless = begin(&emulator, &format!("POST /local/users/{ANN}/say HTTP/1.1")).await;
    let head = b"Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{";
    bodyless.write_all(head).await.unwrap();
    let mut idle = begin(&emulator, "GET /api/v10/gateway HTTP/1.1").await;
    idle.write_all(b"\r\n").await.unwrap();
    assert_eq!(end(&mut silent).await, "");
    assert_eq!(end(&mut half).await, "");
    assert!(end(&mut bodyless).await.starts_with("HTTP/1.1 408"));
    // A connection with a response stays open for a while, and is then closed.
    assert!(end(&mut idle).await.starts_with("HTTP/1.1 200"));
    emulator.stop().await;
}

type Socket = tokio_tungstenite::WebSocketStream<TcpStream>;

async fn socket(
    emulator: &Emulator,
    path: &str,
) -> Result<Socket, tokio_tungstenite::tungstenite::Error> {
    let url = format!("{}{path}", emulator.gateway_url());
    tokio_tungstenite::client_async(url, connect(emulator).await).await.map(|it| it.0)
}

async fn identified(emulator: &Emulator) -> Socket {
    let mut socket = socket(emulator, "/?v=10&encoding=json").await.unwrap();
    let identify = json!({"op": 2, "d": {
        "token": emulator.token(), "intents": 1 << 9 | 1 << 15, "properties": {}}});
    socket.send(identify.to_string().into()).await.unwrap();
    socket
}

/// The last message before the socket is closed.
async fn read_until_closed(socket: &mut Socket) -> String {
    let read = async {
        let mut last = String::new();
        while let Some(Ok(message)) = socket.next().await {
            last = format!("{message:?}");
        }
        last
    };
    tokio::time::timeout(TIMEOUT, read).await.expect("the socket ends")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_socket_that_is_not_read_is_dropped() {
    let emulator = Emulator::start(Options::default()).await.unwrap();
    let sleeper = identified(&emulator).await;
    let mut reader = identified(&emulator).await;
    emulator.connected(2, TIMEOUT).await.unwrap();
    let count = 8_000;
    let read = Arc::new(AtomicUsize::new(0));
    let received_so_far = Arc::clone(&read);
    let reading = tokio::spawn(async move {
        let mut received = 0;
        while received < count {
            received_so_far.store(received, Ordering::Relaxed);
            let message =
                tokio::time::timeout(TIMEOUT, reader.next()).await.unwrap().unwrap().unwrap();
            received += usize::from(message.to_text().unwrap().contains("MESSAGE_CREATE"));
        }
        reader
    });
    let text = "a".repeat(1900);
    for number in 0..count {
        emulator.as_user(ANN).say(GAMES, &text, None).unwrap();
        // The reader is not too far behind.
        while number > read.load(Ordering::Relaxed) + 500 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    let reader = reading.await.unwrap();
    let one_left = |_: &_| (emulator.connections() == 1).then_some(());
    emulator.wait_for(TIMEOUT, one_left).await.expect("a socket that is not read is dropped");
    drop((sleeper, reader));
    emulator.stop().await;
}

#[tokio::test]
async fn a_gateway_socket_without_a_token_or_a_heartbeat_is_closed() {
    let options = Options { heartbeat: Duration::from_millis(100), pages: 3, ..short_timeouts() };
    let emulator = Emulator::start(options).await.unwrap();
    let mut stranger = socket(&emulator, "/").await.unwrap();
    assert!(read_until_closed(&mut stranger).await.contains("4003"));
    let mut sleeper = identified(&emulator).await;
    assert!(read_until_closed(&mut sleeper).await.contains("4009"));
    emulator.stop().await;

    let emulator = Emulator::start(Options { pages: 3, ..Options::default() }).await.unwrap();
    let mut strangers = Vec::new();
    for _ in 0..4 {
        let mut stranger = socket(&emulator, "/").await.unwrap();
        let hello = stranger.next().await.unwrap().unwrap();
        assert!(hello.to_text().unwrap().contains("10"), "{hello}");
        strangers.push(stranger);
    }
    read_until_closed(&mut strangers[0]).await;
    // The other connections stay open.
    let heartbeat = json!({"op": 1, "d": null}).to_string();
    strangers[3].send(heartbeat.into()).await.unwrap();
    assert!(strangers[3].next().await.unwrap().unwrap().to_text().unwrap().contains("11"));
    let mut talkative = socket(&emulator, "/").await.unwrap();
    let long = json!({"op": 2, "d": {"token": "x".repeat(5000)}}).to_string();
    talkative.send(long.into()).await.unwrap();
    assert!(read_until_closed(&mut talkative).await.contains("4002"));
    emulator.stop().await;
}

#[tokio::test]
async fn the_number_of_listening_pages_is_limited_and_silent_ones_are_closed() {
    let path = format!("/local/live?as={ANN}");
    let emulator = Emulator::start(Options { pages: 3, ..Options::default() }).await.unwrap();
    let mut pages = Vec::new();
    for _ in 0..3 {
        pages.push(socket(&emulator, &path).await.unwrap());
    }
    let refused = socket(&emulator, &path).await.unwrap_err().to_string();
    assert!(refused.contains("503"), "{refused}");
    pages.pop();
    let reconnected = async {
        while socket(&emulator, &path).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, reconnected)
        .await
        .expect("a closed page makes room for another one");
    emulator.stop().await;

    let emulator = Emulator::start(short_timeouts()).await.unwrap();
    // This page does not answer pings.
    let mut silent = begin(&emulator, &format!("GET {path} HTTP/1.1")).await;
    let rest = "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    silent.write_all(rest.as_bytes()).await.unwrap();
    assert!(end(&mut silent).await.starts_with("HTTP/1.1 101"));
    emulator.stop().await;
}

/// A file that the bot has posted.
async fn posted_file(emulator: &Emulator) -> String {
    let boundary = "an-edge";
    let body = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a.txt\"\r\n\
         \r\nwords\r\n--{boundary}--\r\n"
    );
    let url = format!("{}/api/v10/channels/{GAMES}/messages", emulator.url());
    let request = reqwest::Client::new().request(Method::POST, url).body(body);
    let request = request.header("Authorization", format!("Bot {}", emulator.token()));
    let kind = format!("multipart/form-data; boundary={boundary}");
    let answer = request.header("Content-Type", kind).send().await.unwrap();
    let message: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap();
    let url = message["attachments"][0]["url"].as_str().unwrap();
    url.split_once("/attachments").map(|it| format!("/attachments{}", it.1)).unwrap()
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_refused_on_every_path() {
    let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
    let names = vec!["discord.example".to_owned()];
    let options = Options { address: everywhere, names, ..Options::default() };
    let emulator = Emulator::start(options).await.unwrap();
    let port = emulator.address().port();
    let home = format!("http://127.0.0.1:{port}");
    let bot_host = format!("discord.example:{port}");
    let reached = |path: &str| format!("{home}{path}");
    let here = Emulator::url(&emulator).replace("0.0.0.0", "127.0.0.1");
    assert_eq!(here, home);
    let file = posted_file(&emulator).await;
    let upgrade = [
        ("Connection", "upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let live = format!("/local/live?as={ANN}");
    let client = reqwest::Client::new();
    for (path, is_socket, is_of_page) in [
        ("/", false, false),
        ("/", true, false),
        ("/page/main.js", false, true),
        ("/local", false, true),
        ("/local/world", false, true),
        (live.as_str(), true, true),
        ("/api/v10/gateway", false, false),
        ("/api/v10/users/@me", false, false),
        (file.as_str(), false, false),
        ("/nowhere", false, false),
    ] {
        let ask = |name: &'static str, value: String| {
            let mut request = client.get(reached(path)).header(name, value);
            request = request.header("Authorization", format!("Bot {}", emulator.token()));
            if is_socket {
                request =
                    upgrade.iter().fold(request, |it, (name, value)| it.header(*name, *value));
            }
            request.send()
        };
        for (name, value) in [
            ("Host", "example.org".to_owned()),
            ("Host", format!("example.org:{port}")),
            ("Host", format!("discord.example.org:{port}")),
            // An address of another machine.
            ("Host", format!("192.0.2.7:{port}")),
            ("Origin", "http://example.org".to_owned()),
            ("Origin", "null".to_owned()),
            ("Origin", format!("http://127.0.0.1:{}", port ^ 1)),
            // A picture or a form of another page sends these.
            ("Sec-Fetch-Site", "cross-site".to_owned()),
            ("Sec-Fetch-Site", "same-site".to_owned()),
        ] {
            let status = ask(name, value.clone()).await.unwrap().status();
            assert_eq!(status, 403, "{path} {name}: {value}");
        }
        let good = if path == "/nowhere" {
            404
        } else if is_socket {
            101
        } else {
            200
        };
        for (name, value) in [
            ("Host", format!("localhost:{port}")),
            ("Host", format!("127.0.0.1:{port}")),
            ("Origin", home.clone()),
            ("Sec-Fetch-Site", "same-origin".to_owned()),
            ("Sec-Fetch-Site", "none".to_owned()),
        ] {
            let status = ask(name, value.clone()).await.unwrap().status();
            assert_eq!(status, good, "{path} {name}: {value}");
        }
        // A configured host name is for bots only.
        let status = ask("Host", bot_host.clone()).await.unwrap().status();
        assert_eq!(status, if is_of_page { 403 } else { good }, "{path}");
        // A link from another page can only open the chat page.
        let link = client.get(reached(path)).header("Sec-Fetch-Site", "cross-site");
        let link = link.header("Sec-Fetch-Mode", "navigate").header("Sec-Fetch-Dest", "document");
        let status = link.send().await.unwrap().status();
        assert_eq!(status, if path == "/" { 200 } else { 403 }, "a link to {path}");
    }
    emulator.stop().await;
}

//! What a stranger sends: bodies that are too long, connections that say nothing, sockets that
//! read nothing, names that are not ours. The bot gets its answers all the same.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use kradan::emulator::{ANN, Emulator, GAMES, Options};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::api::{Api, code, fault};
use crate::bot::SOON;

async fn connect(local: &Emulator) -> TcpStream {
    TcpStream::connect(local.address()).await.unwrap()
}

/// Sends the beginning of a request, and no more.
async fn begin(local: &Emulator, head: &str) -> TcpStream {
    let mut stream = connect(local).await;
    let host = local.address();
    stream.write_all(format!("{head}\r\nHost: {host}\r\n").as_bytes()).await.unwrap();
    stream
}

/// All that is answered, up to the end of the connection.
async fn end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // A connection that is cut has ended as well.
    _ = tokio::time::timeout(SOON, stream.read_to_end(&mut bytes)).await.expect("it ends");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The answer to a head whose body never comes.
async fn unread(local: &Emulator, head: &str, headers: &[String]) -> String {
    let mut stream = begin(local, head).await;
    stream.write_all(format!("{}\r\n\r\n", headers.join("\r\n")).as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    tokio::time::timeout(SOON, stream.read_exact(&mut answer)).await.expect("an answer").unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn bodies_are_refused_before_they_come() {
    let api = Api::start().await;
    let local = &api.local;
    let token = format!("Authorization: Bot {}", local.token());
    let json = "Content-Type: application/json".to_owned();
    let files = "Content-Type: multipart/form-data; boundary=x".to_owned();
    let length = |bytes: usize| format!("Content-Length: {bytes}");
    let post = format!("POST /api/v10/channels/{GAMES}/messages HTTP/1.1");
    let followed = "POST /api/v10/webhooks/1/stolen HTTP/1.1".to_owned();
    let called = "POST /api/v10/interactions/1/stolen/callback HTTP/1.1".to_owned();
    let said = format!("POST /local/users/{ANN}/say HTTP/1.1");
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
        (&said, vec![length(1 << 20), json], 413),
    ] {
        let answer = unread(local, head, &headers).await;
        assert_eq!(answer, format!("HTTP/1.1 {status}"), "{head} {headers:?}");
    }
    local.stop().await;
}

#[tokio::test]
async fn bodies_that_do_not_tell_their_length_are_refused_on_the_way() {
    let api = Api::start().await;
    let local = &api.local;
    let token = format!("Authorization: Bot {}", local.token());
    for (path, kind, chunks) in [
        (format!("/api/v10/channels/{GAMES}/messages"), "application/json", 8),
        (format!("/api/v10/channels/{GAMES}/messages"), "multipart/form-data; boundary=x", 40),
        (format!("/local/users/{ANN}/say"), "application/json", 8),
    ] {
        let mut stream = begin(local, &format!("POST {path} HTTP/1.1")).await;
        let rest = format!("{token}\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n");
        stream.write_all(rest.as_bytes()).await.unwrap();
        let (mut from, mut to) = stream.split();
        let send = async {
            let part =
                "--x\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a\"\r\n\r\n";
            let first = if kind.starts_with("multipart") { part } else { "\"" };
            // Whoever is refused cannot go on.
            _ = to.write_all(format!("{:x}\r\n{first}\r\n", first.len()).as_bytes()).await;
            let chunk = format!("{:x}\r\n{}\r\n", 1 << 20, "a".repeat(1 << 20));
            for _ in 0..chunks {
                if to.write_all(chunk.as_bytes()).await.is_err() {
                    break;
                }
            }
        };
        let mut answer = [0; 12];
        let ((), read) =
            tokio::join!(send, tokio::time::timeout(SOON, from.read_exact(&mut answer)));
        read.expect("an answer").unwrap();
        assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 413", "{path} {kind}");
    }
    local.stop().await;
}

#[tokio::test]
async fn a_long_message_is_a_wrong_form_whoever_sends_it() {
    let api = Api::start().await;
    let long = "ก".repeat(2001);
    let path = format!("/channels/{GAMES}/messages");
    let refused = api.post(&path, json!({"content": long})).await;
    assert_eq!(code(&refused), (400, 50035));
    assert_eq!(fault(&refused.1), "content BASE_TYPE_MAX_LENGTH");
    let asked = api.local.as_user(ANN).command(GAMES, "ask", json!({})).unwrap();
    let refused = api.callback(&asked, json!({"type": 4, "data": {"content": long}})).await;
    assert_eq!(code(&refused), (400, 50035));
    assert_eq!(fault(&refused.1), "data.content BASE_TYPE_MAX_LENGTH");
    // People are held to it as well.
    let url = format!("{}/local/users/{ANN}/say", api.local.url());
    let say = |text: &str| {
        let body = json!({"channel": GAMES, "text": text}).to_string();
        let request = reqwest::Client::new().post(&url).header("Content-Type", "application/json");
        request.body(body).send()
    };
    let refused = say(&long).await.unwrap();
    assert_eq!(refused.status(), 400);
    let refused: Value = serde_json::from_slice(&refused.bytes().await.unwrap()).unwrap();
    assert_eq!(refused["code"], 50035);
    assert_eq!(fault(&refused), "content BASE_TYPE_MAX_LENGTH");
    assert_eq!(say(&"ก".repeat(2000)).await.unwrap().status(), 200);
    assert_eq!(api.local.as_user(ANN).messages(GAMES).len(), 1);
    api.local.stop().await;
}

#[tokio::test]
async fn what_a_stranger_asks_for_is_not_remembered() {
    let api = Api::start().await;
    let before = api.local.rate_limit_buckets();
    for number in 0..2_000 {
        assert_eq!(api.get_unnamed(&format!("/api/v10/x/{number}")).await.0, 404);
        assert_eq!(api.get_unnamed(&format!("/api/v10/x{number}/y")).await.0, 404);
        assert_eq!(api.get_unnamed(&format!("/api/v10/channels/{number}")).await.0, 401);
        assert_eq!(api.get(&format!("/x/{number}")).await.0, 404);
    }
    assert_eq!(api.local.rate_limit_buckets(), before);
    // The bot's own requests are counted.
    assert_eq!(api.get(&format!("/channels/{GAMES}")).await.0, 200);
    assert_eq!(api.local.rate_limit_buckets(), before + 1);
    api.local.stop().await;
}

/// Times that a test can wait for.
fn hurried() -> Options {
    Options {
        request_timeout: Duration::from_millis(100),
        idle_timeout: Duration::from_millis(400),
        ..Options::default()
    }
}

#[tokio::test]
async fn silent_and_half_open_connections_are_closed() {
    let local = Emulator::start(hurried()).await.unwrap();
    let mut silent = connect(&local).await;
    let mut half = begin(&local, "GET /local HTTP/1.1").await;
    let mut bodyless = begin(&local, &format!("POST /local/users/{ANN}/say HTTP/1.1")).await;
    let head = b"Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{";
    bodyless.write_all(head).await.unwrap();
    let mut idle = begin(&local, "GET /api/v10/gateway HTTP/1.1").await;
    idle.write_all(b"\r\n").await.unwrap();
    assert_eq!(end(&mut silent).await, "");
    assert_eq!(end(&mut half).await, "");
    assert!(end(&mut bodyless).await.starts_with("HTTP/1.1 408"));
    // One that was answered is kept for a while, and then closed as well.
    assert!(end(&mut idle).await.starts_with("HTTP/1.1 200"));
    let all_closed = async {
        while local.open_connections() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(SOON, all_closed).await.expect("they are counted no more");
    local.stop().await;
}

#[tokio::test]
async fn many_half_open_connections_do_not_starve_the_bot() {
    let local = Emulator::start(Options { connections: 50, ..Options::default() }).await.unwrap();
    let client = reqwest::Client::new();
    let url = format!("{}/api/v10/users/@me", local.url());
    let ask = || async {
        let request = client.get(&url).header("Authorization", format!("Bot {}", local.token()));
        request.send().await.unwrap().status()
    };
    assert_eq!(ask().await, 200);
    let mut half = Vec::new();
    for number in 0..200 {
        half.push(begin(&local, "GET /local HTTP/1.1").await);
        if number % 20 == 0 {
            assert_eq!(ask().await, 200);
        }
    }
    assert_eq!(ask().await, 200);
    // The connection of the bot, and as many others as there may be.
    assert!(local.open_connections() <= 51, "{}", local.open_connections());
    assert_eq!(end(&mut half[0]).await, "");
    // Answers that need no token make nobody a bot.
    let mut answered = Vec::new();
    for _ in 0..60 {
        let mut stream = begin(&local, "GET /api/v10/gateway HTTP/1.1").await;
        stream.write_all(b"\r\n").await.unwrap();
        stream.read_exact(&mut [0; 12]).await.unwrap();
        answered.push(stream);
    }
    assert!(local.open_connections() <= 51, "{}", local.open_connections());
    // A bot without a connection finds its way in as well.
    let fresh = reqwest::Client::new().get(&url);
    let fresh = fresh.header("Authorization", format!("Bot {}", local.token()));
    assert_eq!(fresh.send().await.unwrap().status(), 200);
    local.stop().await;
}

#[tokio::test]
async fn a_bot_may_open_many_connections_at_once() {
    let local = Emulator::start(Options { connections: 2, ..Options::default() }).await.unwrap();
    let (host, token) = (local.address(), local.token());
    let head = format!(
        "GET /api/v10/users/@me HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bot {token}\r\n\r\n"
    );
    // Nothing of the emulator runs on this one thread until all of them wait for it.
    let open = |_| {
        let mut stream = std::net::TcpStream::connect(host).unwrap();
        std::io::Write::write_all(&mut stream, head.as_bytes()).unwrap();
        stream.set_nonblocking(true).unwrap();
        TcpStream::from_std(stream).unwrap()
    };
    let streams: Vec<_> = (0..50).map(open).collect();
    for mut stream in streams {
        let mut line = [0; 12];
        stream.read_exact(&mut line).await.unwrap();
        assert_eq!(&line, b"HTTP/1.1 200");
    }
    local.stop().await;
}

type Socket = tokio_tungstenite::WebSocketStream<TcpStream>;

async fn socket(
    local: &Emulator,
    path: &str,
) -> Result<Socket, tokio_tungstenite::tungstenite::Error> {
    let url = format!("{}{path}", local.gateway_url());
    tokio_tungstenite::client_async(url, connect(local).await).await.map(|it| it.0)
}

async fn identified(local: &Emulator) -> Socket {
    let mut socket = socket(local, "/?v=10&encoding=json").await.unwrap();
    let identify = json!({"op": 2, "d": {
        "token": local.token(), "intents": 1 << 9 | 1 << 15, "properties": {}}});
    socket.send(identify.to_string().into()).await.unwrap();
    socket
}

/// Reads until the end.
async fn last(socket: &mut Socket) -> String {
    let read = async {
        let mut last = String::new();
        while let Some(Ok(message)) = socket.next().await {
            last = format!("{message:?}");
        }
        last
    };
    tokio::time::timeout(SOON, read).await.expect("the socket ends")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_socket_that_is_not_read_is_dropped() {
    let local = Emulator::start(Options::default()).await.unwrap();
    let sleeper = identified(&local).await;
    let mut reader = identified(&local).await;
    local.connected(2, SOON).await.unwrap();
    let count = 8_000;
    let read = Arc::new(AtomicUsize::new(0));
    let seen_by_now = Arc::clone(&read);
    let reading = tokio::spawn(async move {
        let mut seen = 0;
        while seen < count {
            seen_by_now.store(seen, Ordering::Relaxed);
            let message =
                tokio::time::timeout(SOON, reader.next()).await.unwrap().unwrap().unwrap();
            seen += usize::from(message.to_text().unwrap().contains("MESSAGE_CREATE"));
        }
        reader
    });
    let text = "a".repeat(1900);
    for number in 0..count {
        local.as_user(ANN).say(GAMES, &text, None).unwrap();
        // Whoever reads can keep up.
        while number > read.load(Ordering::Relaxed) + 500 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    let reader = reading.await.unwrap();
    let one_left = |_: &_| (local.connections() == 1).then_some(());
    local.wait_for(SOON, one_left).await.expect("whoever does not read is dropped");
    drop((sleeper, reader));
    local.stop().await;
}

#[tokio::test]
async fn a_gateway_socket_without_a_token_or_a_heartbeat_is_closed() {
    let options = Options { heartbeat: Duration::from_millis(100), pages: 3, ..hurried() };
    let local = Emulator::start(options).await.unwrap();
    let mut stranger = socket(&local, "/").await.unwrap();
    assert!(last(&mut stranger).await.contains("4003"));
    let mut sleeper = identified(&local).await;
    assert!(last(&mut sleeper).await.contains("4009"));
    local.stop().await;

    let local = Emulator::start(Options { pages: 3, ..Options::default() }).await.unwrap();
    let mut strangers = Vec::new();
    for _ in 0..4 {
        let mut stranger = socket(&local, "/").await.unwrap();
        let hello = stranger.next().await.unwrap().unwrap();
        assert!(hello.to_text().unwrap().contains("10"), "{hello}");
        strangers.push(stranger);
    }
    last(&mut strangers[0]).await;
    // The others are still there.
    let said = json!({"op": 1, "d": null}).to_string();
    strangers[3].send(said.into()).await.unwrap();
    assert!(strangers[3].next().await.unwrap().unwrap().to_text().unwrap().contains("11"));
    let mut talker = socket(&local, "/").await.unwrap();
    let long = json!({"op": 2, "d": {"token": "x".repeat(5000)}}).to_string();
    talker.send(long.into()).await.unwrap();
    assert!(last(&mut talker).await.contains("4002"));
    local.stop().await;
}

#[tokio::test]
async fn only_so_many_pages_listen_and_silent_ones_end() {
    let path = format!("/local/live?as={ANN}");
    let local = Emulator::start(Options { pages: 3, ..Options::default() }).await.unwrap();
    let mut pages = Vec::new();
    for _ in 0..3 {
        pages.push(socket(&local, &path).await.unwrap());
    }
    let refused = socket(&local, &path).await.unwrap_err().to_string();
    assert!(refused.contains("503"), "{refused}");
    pages.pop();
    let again = async {
        while socket(&local, &path).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(SOON, again).await.expect("who leaves makes room");
    local.stop().await;

    let local = Emulator::start(hurried()).await.unwrap();
    // It answers no ping.
    let mut silent = begin(&local, &format!("GET {path} HTTP/1.1")).await;
    let rest = "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    silent.write_all(rest.as_bytes()).await.unwrap();
    assert!(end(&mut silent).await.starts_with("HTTP/1.1 101"));
    local.stop().await;
}

/// A file that the bot has posted.
async fn posted_file(local: &Emulator) -> String {
    let edge = "an-edge";
    let body = format!(
        "--{edge}\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a.txt\"\r\n\
         \r\nwords\r\n--{edge}--\r\n"
    );
    let url = format!("{}/api/v10/channels/{GAMES}/messages", local.url());
    let request = reqwest::Client::new().request(Method::POST, url).body(body);
    let request = request.header("Authorization", format!("Bot {}", local.token()));
    let kind = format!("multipart/form-data; boundary={edge}");
    let answer = request.header("Content-Type", kind).send().await.unwrap();
    let message: Value = serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap();
    let url = message["attachments"][0]["url"].as_str().unwrap();
    url.split_once("/attachments").map(|it| format!("/attachments{}", it.1)).unwrap()
}

#[tokio::test]
async fn foreign_names_and_pages_are_refused_on_every_path() {
    let everywhere = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
    let names = vec!["discord.example".to_owned()];
    let options = Options { address: everywhere, names, ..Options::default() };
    let local = Emulator::start(options).await.unwrap();
    let port = local.address().port();
    let home = format!("http://127.0.0.1:{port}");
    let told = format!("discord.example:{port}");
    let reached = |path: &str| format!("{home}{path}");
    let here = Emulator::url(&local).replace("0.0.0.0", "127.0.0.1");
    assert_eq!(here, home);
    let file = posted_file(&local).await;
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
            request = request.header("Authorization", format!("Bot {}", local.token()));
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
            // An address, but none of this machine.
            ("Host", format!("192.0.2.7:{port}")),
            ("Origin", "http://example.org".to_owned()),
            ("Origin", "null".to_owned()),
            ("Origin", format!("http://127.0.0.1:{}", port ^ 1)),
            // As a picture or a form of another page asks.
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
        // A name that was told is for bots.
        let status = ask("Host", told.clone()).await.unwrap().status();
        assert_eq!(status, if is_of_page { 403 } else { good }, "{path}");
        // A link of another page leads to the page, and to nothing else.
        let link = client.get(reached(path)).header("Sec-Fetch-Site", "cross-site");
        let link = link.header("Sec-Fetch-Mode", "navigate").header("Sec-Fetch-Dest", "document");
        let status = link.send().await.unwrap().status();
        assert_eq!(status, if path == "/" { 200 } else { 403 }, "a link to {path}");
    }
    local.stop().await;
}

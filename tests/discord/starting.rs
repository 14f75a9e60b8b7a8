//! Starting while Discord fails, and losing the gateway.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use kradan::discord::run;
use kradan::discord::{Connection, Endpoint, GatewayError, Links};
use kradan::service::{Clock, TableService};
use kradan_emulator::{ANN, Emulator, FaultRule, GAMES, InjectedFault, Options, Outage};
use kradan_i18n::{self as i18n, Language};
use kradan_store::SledStore;
use serde_json::json;
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::layer;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::discord::harness::{Bot, Harness, WAIT_MAX, eventually};

/// The requests before a gateway connection.
const ASKED_FIRST: [&str; 2] = ["applications/@me", "GET /gateway/bot"];

/// Runs a bot that ends by itself, and returns how it ended.
async fn end_of(emulator: &Emulator) -> Result<(), GatewayError> {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(SledStore::open(folder.path()).unwrap());
    let service = Arc::new(TableService::new(store, Clock::of_machine()));
    let endpoint = Endpoint::local(emulator.url());
    let gateway = Some(emulator.gateway_url());
    let connection =
        Connection { token: emulator.token(), endpoint, gateway, links: Links::default() };
    let ended = run(service, connection, CancellationToken::new());
    tokio::time::timeout(WAIT_MAX, ended).await.expect("it ends")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_goes_on_once_discord_recovers() {
    let emulator = Emulator::start(Options::default()).await.unwrap();
    for asked in ASKED_FIRST {
        for fault in [InjectedFault::Refused(502), InjectedFault::Refused(403), InjectedFault::Cut]
        {
            emulator.inject_fault(FaultRule::once(asked, fault));
        }
    }
    let folder = TempDir::new().unwrap();
    let mut bot = Bot::start(&emulator, folder.path(), Clock::of_machine()).await;
    assert!(emulator.pending_faults().is_empty());
    bot.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_401_is_a_bad_token() {
    for asked in ASKED_FIRST {
        let emulator = Emulator::start(Options::default()).await.unwrap();
        emulator.inject_fault(FaultRule::once(asked, InjectedFault::Refused(401)));
        let ended = end_of(&emulator).await;
        assert!(matches!(ended, Err(GatewayError::Token)), "{asked}: {ended:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_exits_on_a_fatal_close_code() {
    for code in [4004, 4010, 4014] {
        let mut harness = Harness::start().await;
        harness.emulator.outage(Outage::Close(code));
        match (code, harness.bot.ended().await) {
            (4004, Err(GatewayError::Token)) => {}
            (4004, ended) => panic!("{ended:?}"),
            (code, Err(GatewayError::Ended(said))) => {
                assert!(said.contains(&code.to_string()), "{said}");
            }
            (code, ended) => panic!("{code}: {ended:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_connects_more_shards_once_discord_wants_more() {
    let harness = Harness::start().await;
    harness.emulator.need_shards(2);
    harness.emulator.outage(Outage::Close(4009));
    harness.emulator.connected(2, WAIT_MAX).await.unwrap();
    let answer = harness.command(ANN, GAMES, "games", json!({})).await;
    assert_eq!(answer.content(), i18n::text("line-no-games", Language::English));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_exits_where_discord_wants_more_shards_and_advises_no_more() {
    let mut harness = Harness::start().await;
    harness.emulator.outage(Outage::Close(4011));
    match harness.bot.ended().await {
        Err(GatewayError::Ended(said)) => assert!(said.contains("4011"), "{said}"),
        ended => panic!("{ended:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_reconnects_after_every_other_close() {
    let harness = Harness::start().await;
    let losses = [
        Outage::Close(1001),
        Outage::Close(4000),
        Outage::Drop,
        Outage::Reconnect,
        Outage::Invalidate { resumable: true },
    ];
    for outage in losses {
        let name = format!("{outage:?}");
        harness.emulator.outage(outage);
        // An interaction sent while disconnected arrives when the session is resumed.
        let asked = harness.emulator.as_user(ANN).command(GAMES, "games", json!({})).unwrap();
        let answer =
            asked.message(WAIT_MAX).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(answer.visible_to, Some(ANN), "{name}");
        assert_eq!(answer.content(), i18n::text("line-no-games", Language::English), "{name}");
    }
    harness.emulator.outage(Outage::Close(4009));
    eventually("the connection is gone", async || harness.emulator.connections() == 0).await;
    harness.emulator.connected(1, WAIT_MAX).await.unwrap();
    harness.command(ANN, GAMES, "games", json!({})).await;
}

/// Starts a bot that asks Discord for the gateway's address.
async fn started(
    emulator: &Emulator,
) -> (TempDir, CancellationToken, JoinHandle<Result<(), GatewayError>>) {
    let folder = TempDir::new().unwrap();
    let store = Arc::new(SledStore::open(folder.path()).unwrap());
    let service = Arc::new(TableService::new(store, Clock::of_machine()));
    let endpoint = Endpoint::local(emulator.url());
    let (token, stop) = (emulator.token().to_owned(), CancellationToken::new());
    let stopped = stop.clone();
    let running = tokio::spawn(async move {
        run(
            service,
            Connection { token: &token, endpoint, gateway: None, links: Links::default() },
            stopped,
        )
        .await
    });
    emulator.connected(1, WAIT_MAX).await.unwrap();
    (folder, stop, running)
}

/// Discord retires the hosts where sessions are resumed.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_resumed_at_the_gateway_where_the_resume_url_fails() {
    let nowhere = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let resume_url = Some(format!("ws://{}/", nowhere.local_addr().unwrap()));
    drop(nowhere);
    let emulator = Emulator::start(Options { resume_url, ..Options::default() }).await.unwrap();
    let (_folder, stop, running) = started(&emulator).await;
    emulator.outage(Outage::Drop);
    eventually("the connection is gone", async || emulator.connections() == 0).await;
    emulator.connected(1, WAIT_MAX).await.expect("the bot comes back");
    stop.cancel();
    running.await.unwrap().unwrap();
}

/// Discord resets the token of a bot that starts more sessions than the limit.
#[tokio::test(flavor = "multi_thread")]
async fn no_session_is_started_near_the_session_limit() {
    let log = Log::listen();
    let emulator = Emulator::start(Options { sessions: 6, ..Options::default() }).await.unwrap();
    let (_folder, stop, running) = started(&emulator).await;
    let words = "Discord takes no new session from this token";
    let before = log.text().matches(words).count();
    emulator.outage(Outage::Close(4009));
    log.logged_after(before, words).await;
    assert_eq!(emulator.connections(), 0);
    stop.cancel();
    running.await.unwrap().unwrap();
}

/// The log of all tests of this process.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    pub(crate) fn listen() -> &'static Log {
        static LOG: OnceLock<Log> = OnceLock::new();
        LOG.get_or_init(|| {
            let log = Log::default();
            let written = log.clone();
            let filter = Targets::new()
                .with_default(LevelFilter::ERROR)
                .with_target("serenity", LevelFilter::OFF)
                .with_target("kradan", LevelFilter::INFO);
            let layer = layer().with_ansi(false).with_writer(move || written.clone());
            tracing_subscriber::registry().with(filter).with(layer).init();
            log
        })
    }

    pub(crate) fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Waits until the words are logged more than `count` times.
    async fn logged_after(&self, count: usize, words: &str) {
        eventually(words, async || self.text().matches(words).count() > count).await;
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bot_reconnects_where_heartbeats_are_not_acknowledged() {
    let log = Log::listen();
    let options = Options { heartbeat: Duration::from_millis(500), ..Options::default() };
    let harness = Harness::start_with_options(options).await;
    harness.emulator.ignore_heartbeats(true);
    log.logged_after(0, "a heartbeat was not acknowledged").await;
    harness.emulator.ignore_heartbeats(false);
    let answer = harness.command(ANN, GAMES, "games", json!({})).await;
    assert_eq!(answer.content(), i18n::text("line-no-games", Language::English));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_falls_silent_is_resumed_and_what_was_missed_is_answered() {
    let options = Options { heartbeat: Duration::from_millis(500), ..Options::default() };
    let harness = Harness::start_with_options(options).await;
    harness.emulator.outage(Outage::Silence);
    // Discord replays it to a session that is resumed, and to no other.
    let missed = harness.emulator.as_user(ANN).command(GAMES, "games", json!({})).unwrap();
    let answer = harness.answer(&missed).await;
    assert_eq!(answer.content(), i18n::text("line-no-games", Language::English));
    let answer = harness.command(ANN, GAMES, "games", json!({})).await;
    assert_eq!(answer.content(), i18n::text("line-no-games", Language::English));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_loss_of_the_gateway_is_logged() {
    let log = Log::listen();
    let harness = Harness::start().await;
    let token = harness.emulator.token().to_owned();
    let losses = [
        (Outage::Close(4008), "code=4008 meaning=\"rate limited\""),
        (Outage::Invalidate { resumable: true }, "the session is invalid"),
    ];
    for (outage, words) in losses {
        let before = log.text();
        let count = |words: &str| before.matches(words).count();
        let resumed = "connected to Discord: the session is resumed";
        harness.emulator.outage(outage);
        log.logged_after(count(words), words).await;
        log.logged_after(count(resumed), resumed).await;
    }
    let mut harness = harness;
    harness.emulator.outage(Outage::Close(4012));
    let ended = harness.bot.ended().await;
    assert!(ended.is_err());
    log.logged_after(0, "code 4012 (invalid API version)").await;
    assert!(!log.text().contains(&token), "the log holds the token");
}

//! A Discord to run against without Discord: the REST routes and the gateway that a game bot
//! needs, a small world of servers, channels and people, and a way to be those people.
//!
//! It reads requests as strictly as Discord does, and a little more so: a key that Discord would
//! silently ignore is a fault here. It can be told to misbehave: see [`FaultRule`].
//!
//! ```
//! use kradan::emulator::{ANN, GAMES, Emulator, Options};
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let emulator = Emulator::start(Options::default()).await?;
//! assert_eq!(emulator.read(|world| world.messages(GAMES, ANN).count()), 0);
//! // Nobody has registered a command yet.
//! assert!(emulator.as_user(ANN).command(GAMES, "play", serde_json::json!({})).is_err());
//! emulator.stop().await;
//! # Ok::<(), Box<dyn std::error::Error>>(()) })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actor;
mod admin;
mod api_error;
mod command_input;
mod connection;
mod endpoints;
mod fault_injection;
mod gateway;
mod id;
mod interaction;
mod interaction_event;
mod local_api;
mod options;
mod origin_guard;
mod page;
mod page_events;
mod page_socket;
mod people;
mod persistence;
mod rate_limits;
mod request_log;
mod rest;
mod route;
mod seed;
mod serve;
mod validate;
mod view;
mod world;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Request as HttpRequest, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get};
use axum::{Json, Router};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{Notify, broadcast, watch};
use tokio::task::JoinHandle;

pub use self::actor::{ActionError, Actor};
pub use self::admin::Outage;
use self::connection::{Connections, Timeouts};
use self::fault_injection::FaultRules;
pub use self::fault_injection::{FaultRule, InjectedFault};
use self::gateway::Frame;
use self::gateway::Gateway;
pub use self::id::Id;
pub use self::interaction::{AutocompleteChoice, Interaction, InteractionResponse, TimedOut};
pub use self::options::{ClockFollower, Options, StartError};
use self::page_events::{Listeners, PageEvents};
use self::persistence::Persistence;
pub use self::persistence::PersistenceError;
pub use self::rate_limits::RateLimit;
use self::rate_limits::RateLimits;
pub use self::request_log::{LoggedFile, LoggedRequest};
use self::request_log::{RequestLog, Retention};
pub use self::seed::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, BEN, BOT, CHAI, DAI, ELSEWHERE, GAMES, GARDEN, LOBBY, MAKRUK,
    RANDOM, Seed,
};
use self::world::Change;
pub use self::world::{
    Channel, ChannelKind, Member, Permissions, Person, PostedMessage, RegisteredCommand, Server,
    World,
};

/// How far the clock can be ahead of the machine's.
pub const AHEAD_MAX: SignedDuration = SignedDuration::from_hours(400 * 24);

const AHEAD_MAX_MS: i64 = AHEAD_MAX.as_secs() * 1_000;

/// A local Discord. Clones are handles of the same one.
#[derive(Clone, Debug)]
pub struct Emulator(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    address: SocketAddr,
    names: Vec<String>,
    /// The name of the machine.
    machine_name: Option<String>,
    token: String,
    shards: u64,
    sessions: u64,
    resume_url: Option<String>,
    heartbeat: Duration,
    world: Mutex<World>,
    kept: Option<Persistence>,
    gateway: Gateway,
    watchers: Listeners,
    /// Differs each time that it is started.
    run: String,
    requests: RequestLog,
    troubles: FaultRules,
    limits: RateLimits,
    /// By how much our clock is ahead, in milliseconds.
    ahead_ms: AtomicI64,
    clock_follower: Option<ClockFollower>,
    /// Counts the changes of the world.
    changes: watch::Sender<u64>,
    /// Who waits for an interaction.
    waiting: Mutex<HashMap<Id, Arc<Notify>>>,
    stop: watch::Sender<bool>,
    serving: Mutex<Option<JoinHandle<()>>>,
    wires: Connections,
    /// How long a connection may take.
    times: Timeouts,
    /// How many pages may listen at once.
    pages_max: usize,
    keys: AtomicU64,
}

impl Emulator {
    /// Starts one, and returns when it can be reached.
    ///
    /// # Errors
    /// When the address cannot be listened on, or the world's folder cannot be used.
    pub async fn start(options: Options) -> Result<Emulator, StartError> {
        let failed = |source| StartError::Listen { address: options.address, source };
        let listener = TcpListener::bind(options.address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let mut world = options.seed.world(address, options.keep_files, options.patience);
        let (mut kept, mut ahead_ms) = (None, 0);
        if let Some(folder) = &options.folder {
            let (opened, meta) = Persistence::open(folder, &mut world)?;
            match meta {
                Some(meta) => ahead_ms = meta.ahead_ms,
                None => world.note_all(),
            }
            kept = Some(opened);
        }
        let emulator = Emulator(Arc::new(Inner {
            address,
            token: options.token,
            shards: options.shards,
            sessions: options.sessions,
            resume_url: options.resume_url,
            heartbeat: options.heartbeat,
            world: Mutex::new(world),
            kept,
            gateway: Gateway::new(options.pages),
            watchers: Listeners::default(),
            run: new_key(0),
            names: options.names,
            machine_name: origin_guard::machine_name(),
            requests: RequestLog::keeping(Retention {
                count: options.keep_requests,
                bytes: options.keep_request_bytes,
                time: options.keep_requests_for,
            }),
            troubles: FaultRules::default(),
            limits: RateLimits::default(),
            ahead_ms: AtomicI64::new(ahead_ms),
            clock_follower: options.clock,
            changes: watch::Sender::new(0),
            waiting: Mutex::default(),
            stop: watch::Sender::new(false),
            serving: Mutex::default(),
            wires: Connections::new(options.connections, connection::TURN),
            times: Timeouts { request: options.request_timeout, idle: options.idle_timeout },
            pages_max: options.pages,
            keys: AtomicU64::new(0),
        }));
        emulator.tell_clock_follower(SignedDuration::from_millis(ahead_ms));
        // What was seeded or moved.
        emulator.with(|_, _| ());
        emulator.settled().await?;
        let times = emulator.0.times;
        let serving = serve::serve(emulator.clone(), listener, emulator.router(), times);
        *lock(&emulator.0.serving) = Some(tokio::spawn(serving));
        Ok(emulator)
    }

    /// All that is served, to be served once more elsewhere: behind TLS, for one.
    pub fn router(&self) -> Router {
        let bodies = from_fn_with_state(self.clone(), rest::read_small);
        let mut router = Router::new()
            .route("/", get(page::root))
            .route("/api/{*rest}", any(rest::api))
            .nest("/local", local_api::router().layer(bodies));
        if self.0.kept.is_some() {
            router = router.layer(from_fn_with_state(self.clone(), when_settled));
        }
        router
            .route("/page/{file}", get(page::file))
            .route("/attachments/{channel}/{id}/{name}", get(rest::file))
            .layer(from_fn_with_state(self.clone(), origin_guard::check))
            .layer(from_fn_with_state(self.clone(), serve::counted))
            .layer(DefaultBodyLimit::max(rest::BODY_MAX))
            .with_state(self.clone())
    }

    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// The token that the bot has to show.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.0.token
    }

    /// The bot's application, which has the id of the bot itself.
    #[must_use]
    pub fn application(&self) -> Id {
        BOT
    }

    /// What to give to a library instead of `https://discord.com`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.0.address)
    }

    /// Where the gateway is.
    #[must_use]
    pub fn gateway_url(&self) -> String {
        format!("ws://{}", self.0.address)
    }

    /// Closes every connection, and returns when that is done.
    pub async fn stop(&self) {
        self.0.stop.send_replace(true);
        self.0.gateway.broadcast(&Frame::Drop);
        let serving = lock(&self.0.serving).take();
        if let Some(mut serving) = serving {
            // A client that keeps its connection open is not waited for.
            if tokio::time::timeout(Duration::from_millis(200), &mut serving).await.is_err() {
                serving.abort();
            }
        }
        if let Some(kept) = &self.0.kept {
            kept.close().await;
        }
    }

    /// Where the world is kept, if it is.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.0.kept.as_ref().map(Persistence::folder)
    }

    /// Returns when all that has happened is on disk, if the world is kept there. Nothing is
    /// answered over the network before.
    ///
    /// # Errors
    /// When the disk takes nothing more.
    pub async fn settled(&self) -> Result<(), PersistenceError> {
        match &self.0.kept {
            Some(kept) => kept.settled().await,
            None => Ok(()),
        }
    }

    /// Looks at the world.
    pub fn read<T>(&self, read: impl FnOnce(&World) -> T) -> T {
        let mut world = lock(&self.0.world);
        let it = read(&world);
        if let Some(kept) = &self.0.kept {
            world.let_go(kept.on_disk());
        }
        it
    }

    /// Waits until the world is as it is wanted.
    ///
    /// # Errors
    /// When it has not become so in time.
    pub async fn wait_for<T>(
        &self,
        timeout: Duration,
        mut look: impl FnMut(&World) -> Option<T>,
    ) -> Result<T, TimedOut> {
        let mut changes = self.0.changes.subscribe();
        let wait = async {
            loop {
                changes.mark_unchanged();
                if let Some(found) = self.read(&mut look) {
                    return found;
                }
                // The sender lives as long as we do.
                _ = changes.changed().await;
            }
        };
        tokio::time::timeout(timeout, wait).await.map_err(|_| TimedOut)
    }

    /// Waits until so many shards are connected.
    ///
    /// # Errors
    /// When they are not in time.
    pub async fn connected(&self, shards: usize, timeout: Duration) -> Result<(), TimedOut> {
        let is_there = |_: &World| (self.0.gateway.connected() >= shards).then_some(());
        self.wait_for(timeout, is_there).await
    }

    /// How many shards are connected.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.0.gateway.connected()
    }

    /// How many bytes of messages, interactions and files are in memory though they are on disk as
    /// well, roughly; none, where nothing is kept on disk.
    #[must_use]
    pub fn held_bytes(&self) -> usize {
        lock(&self.0.world).held.bytes()
    }

    /// How many rate limits are being counted: one for each kind of request and place.
    #[must_use]
    pub fn counted_limits(&self) -> usize {
        self.0.limits.count()
    }

    /// How many connections are open, those of the bot among them; web sockets are not counted.
    #[must_use]
    pub fn open_connections(&self) -> usize {
        self.0.wires.count()
    }

    /// Somebody, to do something as.
    #[must_use]
    pub fn as_user(&self, person: Id) -> Actor {
        Actor::new(self.clone(), person)
    }

    /// The last requests of the bot, oldest first.
    #[must_use]
    pub fn requests(&self) -> Vec<Arc<LoggedRequest>> {
        self.0.requests.all()
    }

    /// The requests of the bot as they come in.
    #[must_use]
    pub fn hear_requests(&self) -> broadcast::Receiver<Arc<LoggedRequest>> {
        self.0.requests.subscribe()
    }

    /// The time here.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let ahead = SignedDuration::from_millis(self.0.ahead_ms.load(Ordering::Relaxed));
        Timestamp::now().saturating_add(ahead).unwrap_or(Timestamp::MAX)
    }

    /// Sets the clock ahead, as far as it goes.
    pub fn advance(&self, by: Duration) {
        let by_ms = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.set_clock(|ahead_ms| Some(ahead_ms.saturating_add(by_ms).min(AHEAD_MAX_MS)));
    }

    /// Sets the clock ahead, or back where that is negative.
    ///
    /// # Errors
    /// When it would be behind the machine's, or [too far](AHEAD_MAX) ahead of it.
    pub fn move_clock(&self, by: SignedDuration) -> Result<(), ActionError> {
        let by_ms = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        let moved = |ahead_ms: i64| {
            let moved_ms = ahead_ms.saturating_add(by_ms);
            (0..=AHEAD_MAX_MS).contains(&moved_ms).then_some(moved_ms)
        };
        if self.set_clock(moved) { Ok(()) } else { Err(ActionError::Clock) }
    }

    /// Sets the clock to the machine's.
    pub fn set_clock_right(&self) {
        self.set_clock(|_| Some(0));
    }

    /// Sets by how much the clock is ahead, if it may be so much.
    fn set_clock(&self, change: impl Fn(i64) -> Option<i64>) -> bool {
        // Whoever follows it hears of one change after the other.
        let is_set = self.with(|world, _| {
            let before = self.0.ahead_ms.load(Ordering::Relaxed);
            let Some(ahead_ms) = change(before) else { return false };
            self.0.ahead_ms.store(ahead_ms, Ordering::Relaxed);
            self.tell_clock_follower(SignedDuration::from_millis(ahead_ms));
            world.changes.push(Change::Clock);
            true
        });
        // What the new time brings about happens now.
        self.with(|_, _| ());
        is_set
    }

    fn tell_clock_follower(&self, ahead: SignedDuration) {
        if let Some(follower) = &self.0.clock_follower {
            follower.tell(ahead);
        }
    }

    /// A limit for every kind of request in every channel, beyond which 429 is answered.
    pub fn limit(&self, limit: RateLimit) {
        self.0.limits.set(limit);
    }

    /// Lets something go wrong with requests to come.
    pub fn trouble(&self, trouble: FaultRule) {
        self.0.troubles.add(trouble);
    }

    /// The trouble that is still to come.
    #[must_use]
    pub fn pending_trouble(&self) -> Vec<FaultRule> {
        self.0.troubles.pending()
    }

    /// From now on all goes well with requests.
    pub fn end_trouble(&self) {
        self.0.troubles.clear();
    }

    /// Changes the world, tells the gateway of it, and wakes whoever waits.
    fn with<T>(&self, change: impl FnOnce(&mut World, Timestamp) -> T) -> T {
        let now = self.now();
        let mut world = lock(&self.0.world);
        world.archive_silent(now);
        let it = change(&mut world, now);
        let events = std::mem::take(&mut world.events);
        let touched = std::mem::take(&mut world.touched);
        let changes = std::mem::take(&mut world.changes);
        let bots = self.0.gateway.connected();
        let tidings = self.0.watchers.tidings(&world, &changes, bots);
        // Handed over before the world is let go, so that events keep their order.
        match &self.0.kept {
            None => self.tell(&events, tidings),
            Some(_) if changes.is_empty() && events.is_empty() => {}
            Some(kept) => {
                let told = self.clone();
                let ahead_ms = self.0.ahead_ms.load(Ordering::Relaxed);
                let tell = move || told.tell(&events, tidings);
                kept.submit(&mut world, &changes, ahead_ms, now, tell);
            }
        }
        if let Some(kept) = &self.0.kept {
            // Also what was only looked at.
            world.let_go(kept.on_disk());
        }
        drop(world);
        if !touched.is_empty() {
            let waiting = lock(&self.0.waiting);
            for notify in touched.iter().filter_map(|id| waiting.get(id)) {
                notify.notify_waiters();
            }
        }
        self.0.changes.send_modify(|count| *count += 1);
        it
    }

    /// Tells bots and pages what has happened.
    fn tell(&self, events: &[world::GatewayEvent], tidings: PageEvents) {
        if !events.is_empty() {
            self.0.gateway.dispatch(events);
        }
        self.0.watchers.tell(tidings);
    }

    fn find_file(&self, id: Id) -> Option<world::UploadedFile> {
        let in_memory = self.read(|world| world.files.get(id).cloned());
        in_memory.or_else(|| self.0.kept.as_ref()?.file(id))
    }

    /// What wakes when something becomes of an interaction.
    fn notify(&self, id: Id) -> Arc<Notify> {
        Arc::clone(lock(&self.0.waiting).entry(id).or_default())
    }

    /// Forgets it, unless somebody else waits too.
    fn forget_notify(&self, id: Id, ours: &Arc<Notify>) {
        let mut waiting = lock(&self.0.waiting);
        // Ours and the map's own.
        if Arc::strong_count(ours) <= 2 {
            waiting.remove(&id);
        }
    }

    fn gateway(&self) -> &Gateway {
        &self.0.gateway
    }

    fn limits(&self) -> &RateLimits {
        &self.0.limits
    }

    fn heartbeat(&self) -> Duration {
        self.0.heartbeat
    }

    fn is_deaf(&self) -> bool {
        self.0.gateway.is_deaf.load(Ordering::Relaxed)
    }

    fn record(&self, request: LoggedRequest) {
        self.0.requests.add(request);
        self.0.changes.send_modify(|count| *count += 1);
    }

    fn strike(&self, named: &str) -> Option<InjectedFault> {
        self.0.troubles.strike(named, || {
            let mut byte = [0; 4];
            // Without chance everything is struck, which is what trouble is for.
            _ = getrandom::fill(&mut byte);
            (u32::from_le_bytes(byte) % 100) as u8
        })
    }

    /// Letters that nobody can guess, and never the same twice.
    fn new_key(&self) -> String {
        new_key(self.0.keys.fetch_add(1, Ordering::Relaxed))
    }

    fn patience(&self) -> Duration {
        self.read(|world| world.patience)
    }

    fn gateway_bot(&self) -> Value {
        let remaining = self.0.sessions.saturating_sub(self.0.gateway.begun());
        json!({
            "url": self.gateway_url(), "shards": self.0.shards,
            "session_start_limit": {
                "total": self.0.sessions, "remaining": remaining, "reset_after": 86_400_000,
                "max_concurrency": 16,
            },
        })
    }

    /// Returns when it is told to stop.
    async fn stopping(&self) {
        let mut stop = self.0.stop.subscribe();
        // The sender lives as long as we do.
        _ = stop.wait_for(|it| *it).await;
    }
}

/// Answers when what the answer tells is on disk.
async fn when_settled(
    State(emulator): State<Emulator>,
    request: HttpRequest,
    next: Next,
) -> Response {
    let answer = next.run(request).await;
    match emulator.settled().await {
        Ok(()) => answer,
        Err(error) => {
            let said = json!({"problem": error.to_string()});
            (StatusCode::SERVICE_UNAVAILABLE, Json(said)).into_response()
        }
    }
}

/// Letters that nobody can guess, behind a number.
fn new_key(number: u64) -> String {
    let mut bytes = [0; 16];
    _ = getrandom::fill(&mut bytes);
    let mut key = format!("{number:x}");
    for byte in bytes {
        _ = write!(key, "{byte:02x}");
    }
    key
}

/// A lock that a panicking test does not spoil for the others.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

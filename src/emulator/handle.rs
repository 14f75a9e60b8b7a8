//! [`Emulator`]: the handle that tests, HTTP handlers and sockets share.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{Notify, broadcast, watch};
use tokio::task::JoinHandle;

use super::clock::OffsetClock;
use super::gateway::{Gateway, GatewayLimits};
use super::id::Id;
use super::interactions::MenuChoices;
use super::lock::lock;
use super::persistence::Persistence;
use super::token::{random_percent, random_token};
use super::traffic::{
    FaultRules, InjectedFault, InvalidRequests, LoggedRequest, RateLimits, RequestLog,
};
use super::view::{Listeners, PageEvents};
use super::world::{
    BOT, FileHead, GatewayEvent, INTERACTION_CREATE, UploadedFile, World, channels,
};

/// A running emulator. Clones are handles of the same one.
#[derive(Clone, Debug)]
pub struct Emulator(pub(super) Arc<EmulatorState>);

/// The queue of interactions that are posted to the bot's endpoint.
#[derive(Clone, Debug)]
pub(super) struct InteractionsQueue {
    pub(super) url: String,
    pub(super) sender: UnboundedSender<Value>,
}

/// What all handles of one emulator share.
#[derive(Debug)]
pub(super) struct EmulatorState {
    pub(super) address: SocketAddr,
    /// Host names by which bots may reach the emulator, besides those of the machine.
    pub(super) host_names: Vec<String>,
    pub(super) machine_name: Option<String>,
    pub(super) token: String,
    pub(super) heartbeat: Duration,
    pub(super) resume_url: Option<String>,
    pub(super) gateway_limits: GatewayLimits,
    pub(super) world: Mutex<World>,
    pub(super) persistence: Option<Persistence>,
    pub(super) gateway: Gateway,
    /// Takes interactions instead of the gateway, if they are posted over HTTP.
    pub(super) interactions_queue: Mutex<Option<InteractionsQueue>>,
    pub(super) listeners: Listeners,
    /// The largest number of pages that listen at once.
    pub(super) max_pages: usize,
    /// Differs at every start.
    pub(super) run_id: String,
    pub(super) request_log: RequestLog,
    pub(super) faults: FaultRules,
    pub(super) rate_limits: RateLimits,
    pub(super) invalid_requests: InvalidRequests,
    /// Whether the bot has lost its token, because it started too many sessions.
    pub(super) is_token_reset: AtomicBool,
    pub(super) clock: OffsetClock,
    pub(super) menu_choices: MenuChoices,
    /// Counts the changes of the world and of the request log.
    pub(super) changes: watch::Sender<u64>,
    pub(super) interaction_waiters: Mutex<HashMap<Id, Arc<Notify>>>,
    pub(super) stop: watch::Sender<bool>,
    pub(super) server_task: Mutex<Option<JoinHandle<()>>>,
    pub(super) timeouts: Timeouts,
    pub(super) token_count: AtomicU64,
}

/// Something did not happen in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it has not happened in time")]
pub struct TimedOut;

#[derive(Clone, Copy, Debug)]
pub(super) struct Timeouts {
    /// For the body of a request.
    pub(super) request: Duration,
    /// Of an idle connection, up to the end of the next request's head; and of a silent
    /// `WebSocket`.
    pub(super) idle: Duration,
}

impl Emulator {
    /// The address on which it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.0.address
    }

    /// The bot's token.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.0.token
    }

    /// The id of the bot's application, which is also the bot's own.
    #[must_use]
    pub fn application(&self) -> Id {
        BOT
    }

    /// The URL that a library gets instead of `https://discord.com`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.0.address)
    }

    #[must_use]
    pub fn gateway_url(&self) -> String {
        format!("ws://{}", self.0.address)
    }

    /// The folder of the stored world; `None` if the world is in memory alone.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.0.persistence.as_ref().map(Persistence::folder)
    }

    /// The emulator's time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// Reads the world.
    pub fn read<T>(&self, read: impl FnOnce(&World) -> T) -> T {
        read(&lock(&self.0.world))
    }

    /// The number of connected shards.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.0.gateway.connected()
    }

    /// The number of rate limit buckets in memory.
    #[must_use]
    pub fn rate_limit_buckets(&self) -> usize {
        self.0.rate_limits.count()
    }

    /// The bot's last requests, oldest first.
    #[must_use]
    pub fn requests(&self) -> Vec<Arc<LoggedRequest>> {
        self.0.request_log.all()
    }

    /// A stream of the bot's requests.
    #[must_use]
    pub fn subscribe_requests(&self) -> broadcast::Receiver<Arc<LoggedRequest>> {
        self.0.request_log.subscribe()
    }

    /// Waits until `look` finds something in the world.
    ///
    /// # Errors
    /// When it finds nothing in time.
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
                // The sender lives as long as this handle.
                _ = changes.changed().await;
            }
        };
        tokio::time::timeout(timeout, wait).await.map_err(|_| TimedOut)
    }

    /// Waits until at least this number of shards is connected.
    ///
    /// # Errors
    /// When they are not connected in time.
    pub async fn connected(&self, shards: usize, timeout: Duration) -> Result<(), TimedOut> {
        let is_connected = |_: &World| (self.0.gateway.connected() >= shards).then_some(());
        self.wait_for(timeout, is_connected).await
    }

    /// Changes the world, publishes the changes, and wakes those who wait for them.
    pub(super) fn with<T>(&self, change: impl FnOnce(&mut World, Timestamp) -> T) -> T {
        let now = self.now();
        let mut world = lock(&self.0.world);
        channels::archive_inactive(&mut world, now);
        let result = change(&mut world, now);
        let events = std::mem::take(&mut world.events);
        let interactions = std::mem::take(&mut world.changed_interactions);
        let changes = std::mem::take(&mut world.changes);
        let bots = self.0.gateway.connected();
        let page_events = self.0.listeners.events_for(&world, &changes, bots);
        // Events are handed over under the world's lock, which keeps their order.
        self.publish(&events, page_events);
        if let Some(persistence) = self.0.persistence.as_ref().filter(|_| !changes.is_empty()) {
            persistence.note_change();
        }
        drop(world);
        if !interactions.is_empty() {
            let waiters = lock(&self.0.interaction_waiters);
            for waiter in interactions.iter().filter_map(|id| waiters.get(id)) {
                waiter.notify_waiters();
            }
        }
        self.0.changes.send_modify(|count| *count += 1);
        result
    }

    /// Sends events to bots and pages.
    fn publish(&self, events: &[GatewayEvent], page_events: PageEvents) {
        let queue = lock(&self.0.interactions_queue).clone();
        let is_posted = |event: &&GatewayEvent| queue.is_some() && event.name == INTERACTION_CREATE;
        if let Some(queue) = &queue {
            for event in events.iter().filter(is_posted) {
                // Its receiver ends with the emulator.
                _ = queue.sender.send(event.payload.clone());
            }
        }
        if !events.is_empty() {
            self.0.gateway.dispatch(events.iter().filter(|event| !is_posted(event)));
        }
        self.0.listeners.send(page_events);
    }

    pub(super) fn find_file(&self, id: Id) -> Option<UploadedFile> {
        let (FileHead { name, content_type }, bytes) = self.read(|world| world.files.get(id))?;
        let bytes = bytes.or_else(|| self.0.persistence.as_ref()?.file(id))?;
        Some(UploadedFile { name, content_type, bytes })
    }

    /// The waiter that wakes when an interaction changes.
    pub(super) fn interaction_waiter(&self, id: Id) -> Arc<Notify> {
        Arc::clone(lock(&self.0.interaction_waiters).entry(id).or_default())
    }

    /// Removes a waiter, unless another caller has it too.
    pub(super) fn release_waiter(&self, id: Id, waiter: &Arc<Notify>) {
        let mut waiters = lock(&self.0.interaction_waiters);
        // One reference is the caller's, one is the map's.
        if Arc::strong_count(waiter) <= 2 {
            waiters.remove(&id);
        }
    }

    pub(super) fn gateway(&self) -> &Gateway {
        &self.0.gateway
    }

    pub(super) fn log_request(&self, request: LoggedRequest) {
        self.0.request_log.add(request);
        self.0.changes.send_modify(|count| *count += 1);
    }

    /// The fault that is injected into a request, named as `METHOD /path`.
    pub(super) fn next_fault(&self, named: &str) -> Option<InjectedFault> {
        self.0.faults.take(named, random_percent)
    }

    /// A new token that cannot be guessed.
    pub(super) fn new_token(&self) -> String {
        random_token(self.0.token_count.fetch_add(1, Ordering::Relaxed))
    }

    /// The time in which the bot has to answer an interaction.
    pub(super) fn response_timeout(&self) -> Duration {
        self.read(|world| world.response_timeout)
    }

    /// Whether this is the bot's token, and it has not lost it.
    pub(super) fn is_token(&self, token: &str) -> bool {
        token == self.0.token && !self.0.is_token_reset.load(Ordering::Relaxed)
    }

    /// Returns when the emulator is told to stop.
    pub(super) async fn stopping(&self) {
        let mut stop = self.0.stop.subscribe();
        // The sender lives as long as this handle.
        _ = stop.wait_for(|is_stopped| *is_stopped).await;
    }
}

//! The interactions endpoint: interactions that Discord posts over HTTP, in the place of a gateway
//! connection. *Receiving and Responding to Interactions*, Receiving an Interaction.
//!
//! Each is verified and taken, and the request is answered with 202 and no body: the response goes
//! to the callback endpoint, as for interactions from the gateway (Responding to an Interaction).
//! What Discord did not sign is answered with 401, which Discord tests from time to time. TLS is the
//! work of what stands in front.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::in_time::InTime;
use super::signature::{PublicKey, Unsigned};
use crate::discord::limits::{FIRST_RESPONSE_WITHIN, INTERACTION_BYTES_MAX};
use crate::discord::shared::bot::Bot;
use crate::service::ErrorChain;

/// The path of interactions.
const PATH: &str = "/interactions";

/// The type of a ping and of its answer. *Receiving and Responding to Interactions*.
const PING: u8 = 1;

/// The most connections. Later ones wait in the operating system's queue.
const CONNECTIONS_MAX: usize = 1_024;

/// For how long we are not ready after Discord's time was another than ours: then it is tried again.
const CLOCK_IS_WRONG_FOR: Duration = Duration::from_secs(60);

/// How long a connection may be idle: longer than load balancers keep one that they use again.
const IDLE_MAX: Duration = Duration::from_secs(120);

/// The pause after a connection could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// How long the store may take to answer where somebody asks whether we are ready.
const READY_WITHIN: Duration = Duration::from_secs(2);

/// The time between two log lines about refused requests.
const BETWEEN_REFUSAL_LINES: Duration = Duration::from_secs(60);

/// Where Discord posts interactions, and the key that it signs them with.
#[derive(Debug)]
pub struct InteractionsEndpoint {
    listener: TcpListener,
    address: SocketAddr,
    key: PublicKey,
}

impl InteractionsEndpoint {
    /// Listens at an address; port 0 takes a free one. Connections wait until the bot runs.
    ///
    /// # Errors
    ///
    /// When the address is not available.
    pub async fn listen(
        address: SocketAddr,
        key: PublicKey,
    ) -> std::io::Result<InteractionsEndpoint> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        Ok(InteractionsEndpoint { listener, address, key })
    }

    /// The address of the interactions, as it is without anything in front: `http://…/interactions`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}{PATH}", self.address)
    }

    /// Takes interactions until the bot is told to stop, and returns when all requests are answered.
    pub(crate) async fn serve(
        self,
        bot: &Arc<Bot>,
        take: impl Fn(Value, Instant) + Send + Sync + 'static,
        stop: &CancellationToken,
    ) {
        tracing::info!(url = self.url(), "interactions are taken over HTTP");
        let receiver = Receiver {
            key: self.key,
            bot: Arc::clone(bot),
            take: Box::new(take),
            refusals: Mutex::default(),
            clock_was_wrong: Mutex::default(),
        };
        let router = Router::new()
            .route(PATH, post(receive))
            .route("/healthz", get(|| async { "ok\n" }))
            .route("/readyz", get(ready))
            .with_state(Arc::new(receiver));
        accept(&self.listener, &router, stop).await;
    }
}

/// What the requests share.
struct Receiver {
    key: PublicKey,
    bot: Arc<Bot>,
    take: Box<dyn Fn(Value, Instant) + Send + Sync>,
    refusals: Mutex<Refusals>,
    /// When an interaction was refused for its time, if none was taken since.
    clock_was_wrong: Mutex<Option<Instant>>,
}

/// The requests that were refused since the last log line about them.
#[derive(Default)]
struct Refusals {
    count: u64,
    logged: Option<Instant>,
}

impl Receiver {
    fn clock_was_wrong(&self) -> MutexGuard<'_, Option<Instant>> {
        self.clock_was_wrong.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Logs that requests are refused, once in a while: anybody can send them.
    fn note_refusal(&self, reason: Unsigned) {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        refusals.count += 1;
        if refusals.logged.is_none_or(|time| time.elapsed() >= BETWEEN_REFUSAL_LINES) {
            let Refusals { count, .. } = *refusals;
            tracing::warn!(count, %reason, "requests that Discord has not signed are refused");
            *refusals = Refusals { count: 0, logged: Some(Instant::now()) };
        }
    }
}

/// Answers a request with an interaction, and has the interaction handled.
async fn receive(
    State(receiver): State<Arc<Receiver>>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let arrived = Instant::now();
    // An interaction that takes longer can no longer be responded to.
    let body = match timeout(FIRST_RESPONSE_WITHIN, to_bytes(body, INTERACTION_BYTES_MAX)).await {
        Ok(Ok(body)) => body,
        Ok(Err(_)) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    if let Err(reason) = receiver.key.verify(&headers, &body, Timestamp::now()) {
        receiver.note_refusal(reason);
        if let Unsigned::NotNow(_) = reason {
            *receiver.clock_was_wrong() = Some(Instant::now());
        }
        return StatusCode::UNAUTHORIZED.into_response();
    }
    *receiver.clock_was_wrong() = None;
    let Ok(interaction) = serde_json::from_slice::<Value>(&body) else {
        tracing::error!("an interaction over HTTP is not JSON");
        return StatusCode::BAD_REQUEST.into_response();
    };
    if interaction["type"] == PING {
        tracing::info!("a ping from Discord is answered");
        return Json(json!({ "type": PING })).into_response();
    }
    (receiver.take)(interaction, arrived);
    StatusCode::ACCEPTED.into_response()
}

/// Says whether interactions can be taken: the commands are registered, Discord accepts the token, the
/// clock is right, and the store takes changes and answers.
async fn ready(State(receiver): State<Arc<Receiver>>) -> Response {
    let bot = &receiver.bot;
    let not_ready = |why: &'static str| (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    if !bot.has_registered() {
        return not_ready("the commands are not registered\n");
    }
    if bot.api.is_token_refused() {
        return not_ready("Discord does not accept the token\n");
    }
    if receiver.clock_was_wrong().is_some_and(|time| time.elapsed() < CLOCK_IS_WRONG_FOR) {
        return not_ready("the clock of this machine is not that of Discord\n");
    }
    if !bot.service.can_write() {
        return not_ready("the store takes no changes\n");
    }
    let error = match timeout(READY_WITHIN, bot.service.store().profile(bot.api.user())).await {
        Ok(Ok(_)) => return "ready\n".into_response(),
        Ok(Err(error)) => ErrorChain(&error).to_string(),
        Err(_) => "it takes too long".to_owned(),
    };
    tracing::warn!(error, "not ready: the store does not answer");
    not_ready("the store does not answer\n")
}

/// Accepts connections until the bot is told to stop, and returns when all are closed.
async fn accept(listener: &TcpListener, router: &Router, stop: &CancellationToken) {
    let connections = TaskTracker::new();
    let room = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let accepted = async {
            // The semaphore is never closed.
            let place = Arc::clone(&room).acquire_owned().await.ok();
            (place, listener.accept().await)
        };
        let (place, stream) = tokio::select! {
            () = stop.cancelled() => break,
            (place, accepted) = accepted => match accepted {
                Ok((stream, _)) => (place, stream),
                Err(error) => {
                    tracing::warn!(%error, "a connection cannot be accepted");
                    sleep(ACCEPT_PAUSE).await;
                    continue;
                }
            },
        };
        let (router, stop) = (router.clone(), stop.clone());
        connections.spawn(async move {
            serve_connection(stream, router, &stop).await;
            drop(place);
        });
    }
    connections.close();
    connections.wait().await;
}

/// Serves the requests of one connection.
async fn serve_connection(stream: TcpStream, router: Router, stop: &CancellationToken) {
    // Responses are small, and Discord waits for them.
    _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE_MAX)
        .serve_connection(TokioIo::new(InTime::new(stream)), TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    tokio::select! {
        // A client may disconnect at any time.
        _ = connection.as_mut() => return,
        () = stop.cancelled() => connection.as_mut().graceful_shutdown(),
    }
    _ = connection.await;
}

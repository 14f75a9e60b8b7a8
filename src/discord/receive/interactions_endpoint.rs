//! The interactions endpoint: interactions that Discord posts over HTTP, in the place of a gateway
//! connection. *Receiving and Responding to Interactions*, Receiving an Interaction.
//!
//! Each is verified and taken, and the request is answered with 202 and no body: the response goes
//! to the callback endpoint, as for interactions from the gateway (Responding to an Interaction).
//! What Discord did not sign is answered with 401, which Discord tests from time to time. TLS is the
//! work of what stands in front.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::readiness::{not_ready, readiness};
use super::serve_http::serve_http;
use super::signature::{PublicKey, Unsigned};
use crate::discord::limits::{FIRST_RESPONSE_WITHIN, INTERACTION_BYTES_MAX};
use crate::discord::shared::bot::Bot;

/// The path of interactions.
const PATH: &str = "/interactions";

/// The type of a ping and of its answer. *Receiving and Responding to Interactions*.
const PING: u8 = 1;

/// For how long we are not ready after Discord's time was another than ours: then it is tried again.
const CLOCK_IS_WRONG_FOR: Duration = Duration::from_secs(60);

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
        serve_http(&self.listener, &router, stop).await;
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

/// Says whether interactions can be taken, for which the clock has to be right too.
async fn ready(State(receiver): State<Arc<Receiver>>) -> Response {
    if receiver.clock_was_wrong().is_some_and(|time| time.elapsed() < CLOCK_IS_WRONG_FOR) {
        return not_ready("the clock of this machine is not that of Discord\n");
    }
    readiness(&receiver.bot).await
}

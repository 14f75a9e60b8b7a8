//! Interactions over HTTP: each is signed and posted to the bot's endpoint, in the place of the
//! gateway. *Receiving and Responding to Interactions*.

use std::fmt::Write as _;
use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Request};
use ed25519_dalek::{Signer as _, SigningKey};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::rest;
use crate::gateway::Direction;
use crate::handle::{Emulator, InteractionsQueue};
use crate::lock::lock;
use crate::validation::{DiscordError, FieldError};
use crate::world::INTERACTION_CREATE;

/// The secret of the application's key. Nobody needs to keep it, as with the token.
const SECRET: [u8; 32] = *b"nobody-needs-to-keep-this-secret";

/// The field of the application that names the endpoint.
const ENDPOINT_URL: &str = "interactions_endpoint_url";

/// The type of a ping and of its answer.
const PING: u8 = 1;

/// The bot's endpoint.
#[derive(Clone, Debug)]
struct InteractionsEndpoint {
    url: String,
    client: Client,
}

/// Why the emulator does not use an endpoint.
#[derive(Debug, thiserror::Error)]
pub enum EndpointError {
    #[error("the endpoint does not answer")]
    Silent(#[from] reqwest::Error),
    #[error("the endpoint answers a ping with {0}")]
    NoPong(u16),
    #[error("the endpoint answers a ping with a wrong signature with {0}")]
    NotVerified(u16),
}

impl Emulator {
    /// The public key of the bot's application, hexadecimal.
    #[must_use]
    pub fn public_key(&self) -> String {
        hex(signing_key().verifying_key().as_bytes())
    }

    /// The signature of a body and of the time at which it is sent, in seconds, hexadecimal.
    #[must_use]
    pub fn sign(&self, timestamp: &str, body: &[u8]) -> String {
        hex(&signing_key().sign(&[timestamp.as_bytes(), body].concat()).to_bytes())
    }

    /// Sends interactions to an endpoint from now on, and none to the gateway; with `None` to the
    /// gateway again. As Discord does, it sends a ping first, and one with a wrong signature.
    ///
    /// # Errors
    /// When the endpoint does not answer as it has to: then nothing changes.
    pub async fn use_interactions_endpoint(&self, url: Option<&str>) -> Result<(), EndpointError> {
        let Some(url) = url else {
            *lock(&self.0.interactions_queue) = None;
            return Ok(());
        };
        let endpoint = InteractionsEndpoint { url: url.to_owned(), client: Client::new() };
        let ping = json!({"type": PING, "application_id": self.application(), "version": 1});
        let ping = ping.to_string();
        let pong = signed(self, &endpoint, ping.clone()).send().await?;
        let status = pong.status().as_u16();
        let body: Value = serde_json::from_slice(&pong.bytes().await?).unwrap_or_default();
        if status != 200 || body["type"] != PING {
            return Err(EndpointError::NoPong(status));
        }
        let other = signed(self, &endpoint, ping.clone() + " ");
        let refused = other.body(ping).send().await?.status();
        if refused != StatusCode::UNAUTHORIZED {
            return Err(EndpointError::NotVerified(refused.as_u16()));
        }
        let (sender, interactions) = mpsc::unbounded_channel();
        *lock(&self.0.interactions_queue) = Some(InteractionsQueue { url: url.to_owned(), sender });
        tokio::spawn(post_interactions(self.clone(), endpoint, interactions));
        Ok(())
    }
}

/// *Edit Current Application*: of its fields only the endpoint can be changed here.
pub(crate) fn edit_application<'a>(
    emulator: &'a Emulator,
    fields: &'a Value,
) -> BoxFuture<'a, Result<(), DiscordError>> {
    let is_known = fields.as_object().is_some_and(|fields| fields.keys().eq([ENDPOINT_URL]));
    let url =
        Some(&fields[ENDPOINT_URL]).filter(|url| is_known && (url.is_string() || url.is_null()));
    Box::pin(async move {
        let used = match url {
            Some(url) => emulator.use_interactions_endpoint(url.as_str()).await.ok(),
            None => None,
        };
        used.ok_or_else(|| {
            DiscordError::invalid_form(&[FieldError {
                path: vec![ENDPOINT_URL.to_owned()],
                code: "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID",
                message: "The specified interactions endpoint URL could not be verified."
                    .to_owned(),
            }])
        })
    })
}

/// Adds to an application what this file knows of it.
pub(crate) fn complete_application(emulator: &Emulator, mut application: Value) -> Value {
    application["verify_key"] = json!(emulator.public_key());
    application[ENDPOINT_URL] =
        json!(lock(&emulator.0.interactions_queue).as_ref().map(|queue| queue.url.clone()));
    application
}

/// Posts interactions until there is another endpoint or none.
async fn post_interactions(
    emulator: Emulator,
    endpoint: InteractionsEndpoint,
    mut interactions: UnboundedReceiver<Value>,
) {
    loop {
        let interaction = tokio::select! {
            () = emulator.stopping() => return,
            interaction = interactions.recv() => interaction,
        };
        let Some(interaction) = interaction else { return };
        let is_twice = emulator.gateway().duplicates_events.load(Ordering::Relaxed);
        for _ in 0..if is_twice { 2 } else { 1 } {
            let (emulator, endpoint) = (emulator.clone(), endpoint.clone());
            let interaction = interaction.clone();
            tokio::spawn(async move { post(&emulator, &endpoint, &interaction).await });
        }
    }
}

/// Posts an interaction, and takes the response if it is in the body.
async fn post(emulator: &Emulator, endpoint: &InteractionsEndpoint, interaction: &Value) {
    emulator.gateway().log(Direction::ToBot, INTERACTION_CREATE, interaction);
    let request = signed(emulator, endpoint, interaction.to_string());
    let response = match request.timeout(emulator.response_timeout()).send().await {
        Ok(response) => response,
        Err(error) => return tracing::debug!(%error, "interaction not posted to the endpoint"),
    };
    let text = |name: &str| interaction[name].as_str().unwrap_or_default();
    let path = format!("/api/v10/interactions/{}/{}/callback", text("id"), text("token"));
    take_response(emulator, response, path).await;
}

/// Takes the response in a body as if the callback endpoint had got it. With 202 it goes there.
async fn take_response(emulator: &Emulator, response: Response, path: String) {
    match response.status() {
        StatusCode::OK => {}
        StatusCode::ACCEPTED => return,
        status => return tracing::debug!(%status, "interaction refused by the endpoint"),
    }
    let kind = response.headers().get(CONTENT_TYPE).cloned();
    let Ok(body) = response.bytes().await else { return };
    let mut request = Request::builder().method(Method::POST).uri(path);
    if let Some(kind) = kind {
        request = request.header(CONTENT_TYPE, kind);
    }
    if let Ok(request) = request.body(Body::from(body)) {
        rest::api(State(emulator.clone()), request).await;
    }
}

/// A request with a body, signed now. The machine's clock is what a bot compares it with.
fn signed(emulator: &Emulator, endpoint: &InteractionsEndpoint, body: String) -> RequestBuilder {
    let timestamp = Timestamp::now().as_second().to_string();
    let signature = emulator.sign(&timestamp, body.as_bytes());
    let request = endpoint.client.post(&endpoint.url).header(CONTENT_TYPE, "application/json");
    let request = request.header("X-Signature-Ed25519", signature);
    request.header("X-Signature-Timestamp", timestamp).body(body)
}

fn signing_key() -> SigningKey {
    SigningKey::from_bytes(&SECRET)
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        _ = write!(text, "{byte:02x}");
    }
    text
}

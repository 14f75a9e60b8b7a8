//! The HTTP clients, Discord's limit on requests, and how a request is sent.

use std::sync::atomic::{AtomicUsize, Ordering};

use governor::{DefaultDirectRateLimiter, Quota};
use serde::Serialize;
use serde_json::Value;
use serenity::all::{CreateAllowedMentions, CreateAttachment, Http, HttpBuilder};
use serenity::http::{Multipart, MultipartUpload, Request};

use super::super::limits::{
    CONNECT_TIMEOUT, CONVERSATIONS_AT_ONCE, CONVERSATIONS_PER_SECOND, HELD_BACK_MAX,
    REQUEST_TIMEOUT, REQUESTS_PER_SECOND_USED,
};
use super::error::ApiError;
use crate::table::ApplicationId;

/// Where Discord is.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The REST API, if it is not Discord's own: `http://127.0.0.1:4000`.
    pub api: Option<String>,
    /// The client for everything but responses to interactions. Tests bring one that takes another
    /// machine for Discord.
    pub client: Option<reqwest::Client>,
}

/// Discord's REST API.
#[derive(Debug)]
pub(in crate::discord) struct Api {
    /// For interactions: their requests do not count against the limits that serenity keeps, and
    /// its limiter would remember every one of them for ever.
    pub(super) unlimited: Http,
    /// For everything else.
    pub(super) limited: Http,
    limiter: DefaultDirectRateLimiter,
    /// How many requests wait for the limiter, but for those that remove old controls.
    waiting: AtomicUsize,
    /// For opening conversations.
    pub(super) conversations: DefaultDirectRateLimiter,
}

impl Api {
    pub(in crate::discord) fn new(token: &str, endpoint: &Endpoint) -> Result<Api, reqwest::Error> {
        let unlimited =
            HttpBuilder::new(token).client(client(endpoint)?).ratelimiter_disabled(true);
        let limited = HttpBuilder::new(token).client(client(endpoint)?);
        let nobody = CreateAllowedMentions::new();
        let at = |builder: HttpBuilder, is_limited: bool| {
            match &endpoint.api {
                // serenity takes another address only without its limiter.
                Some(api) => builder.proxy(api.clone()).ratelimiter_disabled(true),
                None => builder.ratelimiter_disabled(!is_limited),
            }
            .default_allowed_mentions(nobody.clone())
            .build()
        };
        Ok(Api {
            unlimited: at(unlimited, false),
            limited: at(limited, true),
            limiter: DefaultDirectRateLimiter::direct(Quota::per_second(REQUESTS_PER_SECOND_USED)),
            waiting: AtomicUsize::new(0),
            conversations: DefaultDirectRateLimiter::direct(
                Quota::per_second(CONVERSATIONS_PER_SECOND).allow_burst(CONVERSATIONS_AT_ONCE),
            ),
        })
    }

    /// Our application, once it is known; 0 before that.
    pub(in crate::discord) fn application(&self) -> ApplicationId {
        ApplicationId(self.limited.application_id().map_or(0, serenity::all::ApplicationId::get))
    }

    /// Whether a request waits for the limiter that somebody waits for.
    pub(in crate::discord) fn is_busy(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Waits until Discord's limit allows a request.
    pub(super) async fn wait_for_limit(&self) {
        let _waiting = Waiting::among(&self.waiting);
        self.limiter.until_ready().await;
    }

    /// The same for a request that gives way to all others.
    pub(super) async fn wait_for_limit_last(&self) {
        self.limiter.until_ready().await;
    }

    /// Sends a request with a body, and returns the body of the response: `null` where there is none.
    pub(super) async fn send(
        &self,
        http: &Http,
        request: Request<'_>,
        body: &impl Serialize,
        files: Vec<CreateAttachment>,
    ) -> Result<Value, ApiError> {
        let json = serde_json::to_string(body).map_err(|it| ApiError::Faulty(it.to_string()))?;
        let request = if files.is_empty() {
            request.body(Some(json.into_bytes()))
        } else {
            request.multipart(Some(Multipart {
                upload: MultipartUpload::Attachments(files),
                payload_json: Some(json),
                fields: Vec::new(),
            }))
        };
        let response = in_time(http.request(request)).await?;
        if response.status() == reqwest::StatusCode::NO_CONTENT {
            return Ok(Value::Null);
        }
        // The request is done: a body that cannot be read does not change that.
        let body = response.bytes().await.unwrap_or_default();
        Ok(serde_json::from_slice(&body).unwrap_or(Value::Null))
    }
}

/// Gives a request up after a while: told to come back later, serenity's limiter waits, and would
/// keep its caller for half an hour.
pub(super) async fn in_time<T>(
    request: impl Future<Output = serenity::Result<T>>,
) -> Result<T, ApiError> {
    match tokio::time::timeout(HELD_BACK_MAX, request).await {
        Ok(response) => response.map_err(ApiError::of),
        Err(_) => Err(ApiError::Unsure("held back for too long".to_owned())),
    }
}

/// Counts one request that waits, until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Waiting<'_> {
    fn among(all: &AtomicUsize) -> Waiting<'_> {
        all.fetch_add(1, Ordering::Relaxed);
        Waiting(all)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// serenity's HTTP client has no timeouts of its own.
fn client(endpoint: &Endpoint) -> Result<reqwest::Client, reqwest::Error> {
    match &endpoint.client {
        Some(client) => Ok(client.clone()),
        None => reqwest::Client::builder()
            .timeout(REQUEST_TIMEOUT)
            .connect_timeout(CONNECT_TIMEOUT)
            .build(),
    }
}

//! The HTTP clients, Discord's limit on requests, and how a request is sent.

use governor::{DefaultDirectRateLimiter, Quota};
use serde::Serialize;
use serde_json::Value;
use serenity::all::{CreateAllowedMentions, CreateAttachment, Http, HttpBuilder};
use serenity::http::{LightMethod, Multipart, MultipartUpload, Request, Route};
use std::sync::OnceLock;

use super::super::emoji::Emojis;
use super::super::limits::{
    CONNECT_TIMEOUT, EMOJI_UPLOADS_PER_SECOND, HELD_BACK_MAX, REQUEST_TIMEOUT,
};
use super::error::ApiError;
use super::new_conversations::NewConversations;
use super::pace::{Priority, RequestPace};
use crate::table::{ApplicationId, PlayerId};

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
    /// The user that the bot is, where Discord said so.
    pub(super) user: OnceLock<PlayerId>,
    pace: RequestPace,
    pub(super) conversations: NewConversations,
    pub(super) emoji_uploads: DefaultDirectRateLimiter,
    /// The application's emoji, for the buttons of messages.
    pub(in crate::discord) emojis: Emojis,
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
            user: OnceLock::new(),
            pace: RequestPace::default(),
            conversations: NewConversations::default(),
            emoji_uploads: DefaultDirectRateLimiter::direct(Quota::per_second(
                EMOJI_UPLOADS_PER_SECOND,
            )),
            emojis: Emojis::default(),
        })
    }

    /// Our application, once it is known; 0 before that.
    pub(in crate::discord) fn application(&self) -> ApplicationId {
        ApplicationId(self.limited.application_id().map_or(0, serenity::all::ApplicationId::get))
    }

    /// The user that the bot is. Only applications of before 2016 have another id than it.
    pub(in crate::discord) fn user(&self) -> PlayerId {
        self.user.get().copied().unwrap_or(PlayerId(self.application().0))
    }

    /// Whether a request waits for Discord's limit that does more than tidy up.
    pub(in crate::discord) fn is_busy(&self) -> bool {
        self.pace.is_busy()
    }

    /// Whether an announcement waits for Discord's limit.
    pub(in crate::discord) fn announces(&self) -> bool {
        self.pace.announces()
    }

    /// Waits until Discord's limit allows a request.
    pub(in crate::discord) async fn wait_for_limit(&self, priority: Priority) {
        self.pace.wait(priority).await;
    }

    /// Reads something from Discord.
    pub(super) async fn get(
        &self,
        priority: Priority,
        route: Route<'_>,
    ) -> Result<Value, ApiError> {
        self.wait_for_limit(priority).await;
        in_time(self.limited.fire(Request::new(route, LightMethod::Get))).await
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

//! The HTTP clients, Discord's limits on requests, and how a request is sent.

use std::num::NonZeroU32;
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::{Duration, Instant};

use backon::Retryable as _;
use governor::{DefaultDirectRateLimiter, Quota};
use metrics::counter;
use reqwest::header::RETRY_AFTER;
use reqwest::{Response, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serenity::all::{CreateAllowedMentions, CreateAttachment, Http, HttpBuilder};
use serenity::http::{LightMethod, Multipart, MultipartUpload, Request, Route};
use tokio_util::sync::CancellationToken;

use super::super::limits::{
    BETWEEN_EMOJIS, BETWEEN_LOCAL_EMOJIS, CONNECT_TIMEOUT, EMOJIS_AT_ONCE, FIRST_RESPONSE_WITHIN,
    HELD_BACK_MAX, REQUEST_TIMEOUT, REQUESTS_PER_SECOND, WEBHOOK_UNKNOWN_FOR,
};
use super::error::ApiError;
use super::pace::{Priority, RequestPace};
use super::retry::FOLLOW_UP;
use crate::discord::view::emoji::Emojis;
use crate::monitoring::RATE_LIMITS;
use kradan_table::{ApplicationId, PlayerId};

/// The addresses and limits of Discord, or of another server that stands in for it.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The REST API, if it is not Discord's own: `http://127.0.0.1:4000`.
    pub api: Option<String>,
    /// The client for everything but responses to interactions. Tests bring their own.
    pub client: Option<reqwest::Client>,
    /// The time between two uploads of emoji, after the first ones.
    pub between_emojis: Duration,
    /// The most requests within a second, responses to interactions apart.
    pub requests_per_second: NonZeroU32,
}

impl Endpoint {
    /// Discord, with another base URL of the API if given.
    #[must_use]
    pub fn of_discord(api: Option<String>) -> Endpoint {
        Endpoint {
            api,
            client: None,
            between_emojis: BETWEEN_EMOJIS,
            requests_per_second: REQUESTS_PER_SECOND,
        }
    }

    /// Another server that stands in for Discord.
    #[must_use]
    pub fn local(api: String) -> Endpoint {
        Endpoint { between_emojis: BETWEEN_LOCAL_EMOJIS, ..Endpoint::of_discord(Some(api)) }
    }
}

/// The rate limits that a request counts against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    /// Those of the bot.
    AsBot,
    /// None: a first response to an interaction, which expires after three seconds.
    AsResponse,
    /// Those of an interaction's webhook.
    ByToken(WebhookAge),
}

/// The meaning of an unknown webhook of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WebhookAge {
    /// It may exist in a moment.
    Young,
    /// It has expired, or never existed.
    Old,
}

impl WebhookAge {
    /// By the age of the interaction.
    pub(super) fn after(time: Duration) -> WebhookAge {
        if time < WEBHOOK_UNKNOWN_FOR { WebhookAge::Young } else { WebhookAge::Old }
    }
}

/// Discord's REST API.
#[derive(Debug)]
pub(crate) struct Api {
    /// For interactions: their requests do not count against the limits that serenity keeps, and
    /// its limiter would remember every one of them for ever.
    unlimited: Http,
    /// For everything else.
    limited: Http,
    /// The client without a limiter.
    client: reqwest::Client,
    /// The bot's user, once known.
    pub(super) user: OnceLock<PlayerId>,
    pace: Arc<RequestPace>,
    /// Cancelled once the token is invalid.
    token_refused: CancellationToken,
    /// Held while the token is checked: of many simultaneous refusals one checks.
    token_check: tokio::sync::Mutex<()>,
    pub(super) emoji_uploads: DefaultDirectRateLimiter,
    /// The application's emoji, for the buttons of messages.
    pub(crate) emojis: Emojis,
}

impl Api {
    pub(crate) fn new(token: &str, endpoint: &Endpoint) -> Result<Api, reqwest::Error> {
        let client = client(endpoint)?;
        let unlimited = HttpBuilder::new(token).client(client.clone()).ratelimiter_disabled(true);
        let limited = HttpBuilder::new(token).client(self::client(endpoint)?);
        let nobody = CreateAllowedMentions::new();
        let at = |builder: HttpBuilder, is_limited: bool| {
            match &endpoint.api {
                // serenity accepts another base URL only without its limiter.
                Some(api) => builder.proxy(api.clone()).ratelimiter_disabled(true),
                None => builder.ratelimiter_disabled(!is_limited),
            }
            .default_allowed_mentions(nobody.clone())
            .build()
        };
        let pace = Arc::new(RequestPace::of(endpoint.requests_per_second));
        let mut limited = at(limited, true);
        if let Some(limiter) = &mut limited.ratelimiter {
            let pace = Arc::clone(&pace);
            // serenity holds back only the request that was refused.
            limiter.set_ratelimit_callback(Box::new(move |limit| {
                counter!(RATE_LIMITS).increment(1);
                if limit.global {
                    pace.stop(limit.timeout);
                }
            }));
        }
        let uploads = Quota::with_period(endpoint.between_emojis)
            .unwrap_or(Quota::per_second(EMOJIS_AT_ONCE))
            .allow_burst(EMOJIS_AT_ONCE);
        Ok(Api {
            unlimited: at(unlimited, false),
            limited,
            client,
            user: OnceLock::new(),
            pace,
            token_refused: CancellationToken::new(),
            token_check: tokio::sync::Mutex::default(),
            emoji_uploads: DefaultDirectRateLimiter::direct(uploads),
            emojis: Emojis::default(),
        })
    }

    /// Shares Discord's limit on all requests among so many processes.
    pub(crate) fn share_limit(&self, processes: NonZeroU32) {
        self.pace.share(processes);
    }

    /// Notes which application we are.
    pub(super) fn set_application(&self, id: ApplicationId) {
        self.limited.set_application_id(id.0.into());
    }

    /// Our application, once it is known; 0 before that.
    pub(crate) fn application(&self) -> ApplicationId {
        ApplicationId(self.limited.application_id().map_or(0, serenity::all::ApplicationId::get))
    }

    /// The bot's user. Its id differs from the application's only for applications from before
    /// 2016.
    pub(crate) fn user(&self) -> PlayerId {
        self.user.get().copied().unwrap_or(PlayerId(self.application().0))
    }

    /// Whether a request other than a cleanup waits for Discord's limit.
    pub(crate) fn is_busy(&self) -> bool {
        self.pace.is_busy()
    }

    /// Whether an announcement waits for Discord's limit.
    pub(crate) fn announces(&self) -> bool {
        self.pace.announces()
    }

    /// Waits until Discord's limit allows a request.
    ///
    /// # Errors
    ///
    /// [`ApiError::Limited`] if all requests of the bot are rate limited for long.
    pub(crate) async fn wait_for_limit(&self, priority: Priority) -> Result<(), ApiError> {
        self.pace.wait(priority).await
    }

    /// Sends a message whose buttons may show emoji. If Discord refuses one, the message is sent
    /// once more, and then without emoji.
    pub(super) async fn with_emojis<'a, T, F>(
        &'a self,
        send: impl Fn(&'a Emojis) -> F,
    ) -> Result<T, ApiError>
    where
        F: Future<Output = Result<T, ApiError>>,
    {
        static NONE: LazyLock<Emojis> = LazyLock::new(Emojis::default);
        for _ in 0..2 {
            match send(&self.emojis).await {
                Err(ApiError::EmojiRefused) => {}
                other => return other,
            }
        }
        tracing::warn!("message sent with buttons without emoji: invalid emoji");
        send(&NONE).await
    }

    /// Reads something from Discord.
    pub(super) async fn get(
        &self,
        priority: Priority,
        route: Route<'_>,
    ) -> Result<Value, ApiError> {
        self.wait_for_limit(priority).await?;
        self.read(Counted::AsBot, Request::new(route, LightMethod::Get)).await
    }

    /// Sends a request with a body, and returns the body of the response: `null` where there is
    /// none.
    pub(super) async fn send(
        &self,
        counted: Counted,
        request: Request<'_>,
        body: &impl Serialize,
        files: Vec<CreateAttachment>,
    ) -> Result<Value, ApiError> {
        let json =
            serde_json::to_string(body).map_err(|error| ApiError::Faulty(error.to_string()))?;
        let request = if files.is_empty() {
            request.body(Some(json.into_bytes()))
        } else {
            request.multipart(Some(Multipart {
                upload: MultipartUpload::Attachments(files),
                payload_json: Some(json),
                fields: Vec::new(),
            }))
        };
        let response = self.request(counted, request).await?;
        if response.status() == StatusCode::NO_CONTENT {
            return Ok(Value::Null);
        }
        // An unreadable body of a success is ignored.
        let body = response.bytes().await.unwrap_or_default();
        Ok(serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    /// Sends a request without a body, and reads the body of the response.
    pub(super) async fn read<T: DeserializeOwned>(
        &self,
        counted: Counted,
        request: Request<'_>,
    ) -> Result<T, ApiError> {
        let response = self.request(counted, request).await?;
        let body = response.bytes().await.map_err(ApiError::of_transport)?;
        serde_json::from_slice(&body).map_err(|error| ApiError::Unsure(error.to_string()))
    }

    /// Sends a request, and returns the response if it is a success. After an invalid token no more
    /// requests are sent: Discord blocks an address after 10,000 of them.
    pub(super) async fn request(
        &self,
        counted: Counted,
        request: Request<'_>,
    ) -> Result<Response, ApiError> {
        if let Counted::ByToken(age) = counted {
            return self.send_by_token(age, request).await;
        }
        if counted == Counted::AsResponse {
            return self.send_in_time(counted, request).await;
        }
        if self.token_refused.is_cancelled() {
            return Err(ApiError::Token);
        }
        let response = self.send_in_time(counted, request).await;
        if let Err(ApiError::Token) = response {
            self.check_token().await;
        }
        response
    }

    /// Sends a request by an interaction token, again while its webhook may not exist yet.
    async fn send_by_token(
        &self,
        age: WebhookAge,
        request: Request<'_>,
    ) -> Result<Response, ApiError> {
        let send = || self.send_in_time(Counted::ByToken(age), request.clone());
        let response = send
            .retry(FOLLOW_UP.backoff())
            .sleep(tokio::time::sleep)
            .when(|error| *error == ApiError::NoWebhook && age == WebhookAge::Young)
            .await;
        match response {
            Err(ApiError::NoWebhook) => Err(ApiError::TooLate),
            other => other,
        }
    }

    /// Checks a refused token with one more request.
    async fn check_token(&self) {
        let _turn = self.token_check.lock().await;
        if self.token_refused.is_cancelled() {
            return;
        }
        let request = Request::new(Route::Oauth2ApplicationCurrent, LightMethod::Get);
        if let Err(ApiError::Token) = self.send_in_time(Counted::AsBot, request).await {
            tracing::error!("Discord does not accept the token: no more requests are sent with it");
            self.token_refused.cancel();
        }
    }

    /// Whether the token is invalid.
    pub(crate) fn is_token_refused(&self) -> bool {
        self.token_refused.is_cancelled()
    }

    /// Waits until the token is invalid.
    pub(crate) async fn token_refused(&self) {
        self.token_refused.cancelled().await;
    }

    /// Sends a request, again after a rate limit, unless that takes too long.
    async fn send_in_time(
        &self,
        counted: Counted,
        request: Request<'_>,
    ) -> Result<Response, ApiError> {
        let (http, of_use) = match counted {
            Counted::AsBot => (&self.limited, HELD_BACK_MAX),
            Counted::AsResponse => (&self.unlimited, FIRST_RESPONSE_WITHIN),
            Counted::ByToken(_) => (&self.unlimited, HELD_BACK_MAX),
        };
        if http.ratelimiter.is_some() {
            return in_time(http.request(request)).await;
        }
        let began = Instant::now();
        loop {
            let after = match self.attempt(http, request.clone()).await {
                Err(ApiError::Limited(after)) => after,
                other => return other,
            };
            if began.elapsed() + after >= of_use {
                return Err(ApiError::Limited(after));
            }
            tokio::time::sleep(after).await;
        }
    }

    /// Sends a request once. serenity's errors do not say how long to wait.
    async fn attempt(&self, http: &Http, request: Request<'_>) -> Result<Response, ApiError> {
        let request = request
            .build(&self.client, http.token(), http.proxy.as_deref())
            .map_err(ApiError::of)?;
        let response = request.send().await.map_err(ApiError::of_transport)?;
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let is_global = response.headers().contains_key("x-ratelimit-global");
        let waits = response
            .headers()
            .get(RETRY_AFTER)
            .and_then(|seconds| seconds.to_str().ok()?.parse().ok());
        let body = response.bytes().await.unwrap_or_default();
        let body: Value = serde_json::from_slice(&body).unwrap_or_default();
        // The header has whole seconds.
        let waits = body["retry_after"].as_f64().or(waits);
        let waits = waits.filter(|_| status == StatusCode::TOO_MANY_REQUESTS);
        if let Some(after) = waits.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
            counter!(RATE_LIMITS).increment(1);
            if is_global {
                self.pace.stop(after);
            }
            return Err(ApiError::Limited(after));
        }
        Err(ApiError::of_body(status.as_u16(), body))
    }
}

/// Limits the time of a request: serenity's limiter may wait for half an hour.
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

//! HTTP requests under `/api`: authorization, faults, rate limits, and the log.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    AUTHORIZATION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse as _, Response};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::interactions_endpoint;
use super::request_body::{is_too_long, read};
use super::serve::cut_connection;
use crate::endpoints::{ApiReply, ApiRequest, Method, Route, dispatch, template};
use crate::handle::Emulator;
use crate::id::Id;
use crate::traffic::{InjectedFault, LoggedRequest, ResponseHeaders, limited, waiting_headers};
use crate::validation::DiscordError;
use crate::world::UploadedFile;

/// Answers a request under `/api`.
pub(crate) async fn api(State(emulator): State<Emulator>, request: Request) -> Response {
    let began = Instant::now();
    let Some(mut logged) = log_entry(&request, emulator.now()) else {
        return refuse(&DiscordError::NOT_FOUND);
    };
    if let Some(left) = emulator.0.invalid_requests.refused_for(emulator.now()) {
        return refuse_address(left);
    }
    let allowed = is_allowed(&emulator, request.headers());
    let has_token = request.headers().contains_key(AUTHORIZATION);
    let fault = emulator.next_fault(&format!("{} {}", logged.method, logged.template));
    // The body of a request that is refused anyway is not read.
    let read =
        if let Some(error) = error_before_body(&emulator, &logged, request.headers(), allowed) {
            Err(error)
        } else {
            let limit = emulator.0.timeouts.request;
            let read = tokio::time::timeout(limit, read(request, &mut logged)).await;
            read.unwrap_or(Err(DiscordError::REQUEST_TIMEOUT))
        };
    let response = respond(&emulator, &logged, read, allowed, fault).await;
    logged.took = began.elapsed();
    let Some((reply, headers)) = response else {
        emulator.log_request(logged);
        return cut_connection();
    };
    logged.status = reply.0;
    let is_shared = headers.contains(&("X-RateLimit-Scope", "shared".to_owned()));
    // Strangers on this machine do not close the API to the bot.
    if has_token {
        emulator.0.invalid_requests.note(logged.at, reply.0, is_shared);
    }
    if reply.0 >= 400 {
        logged.refusal = reply.1.clone();
    }
    emulator.log_request(logged);
    response_of(reply, headers)
}

/// The log entry of a request under `/api`, without its body; `None` for another version of the
/// API than 10.
fn log_entry(request: &Request, at: Timestamp) -> Option<LoggedRequest> {
    // discord.js escapes the `@` in `@original`, which it need not.
    let path = under_api(request.uri().path())?.replace("%40", "@");
    Some(LoggedRequest {
        number: 0,
        at,
        method: request.method().to_string(),
        template: template(&path),
        path,
        query: request.uri().query().unwrap_or_default().to_owned(),
        body: Value::Null,
        files: Vec::new(),
        status: 0,
        refusal: Value::Null,
        took: Duration::ZERO,
    })
}

/// The path after the API's version. Only version 10 exists here.
fn under_api(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/api")?;
    let rest = rest.strip_prefix("/v10").unwrap_or(rest);
    rest.starts_with('/').then_some(rest)
}

fn is_allowed(emulator: &Emulator, headers: &HeaderMap) -> bool {
    let value =
        headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.strip_prefix("Bot ").is_some_and(|token| emulator.is_token(token))
}

/// The reply to an address that has sent too many invalid requests. It is not of the API.
fn refuse_address(left: SignedDuration) -> Response {
    let heads = [(RETRY_AFTER, left.as_secs().to_string())];
    (StatusCode::TOO_MANY_REQUESTS, heads, "error code: 1015").into_response()
}

/// The error of a request that does not depend on its body.
fn error_before_body(
    emulator: &Emulator,
    logged: &LoggedRequest,
    headers: &HeaderMap,
    allowed: bool,
) -> Option<DiscordError> {
    let Some(route) = Route::of(&logged.method, &logged.path) else {
        return Some(DiscordError::NOT_FOUND);
    };
    if route.needs_token() && !allowed {
        return Some(DiscordError::UNAUTHORIZED);
    }
    let is_known = |token: &str| emulator.read(|world| world.tokens.contains_key(token));
    match &route {
        Route::Callback(_, token) if !is_known(token) => {
            return Some(DiscordError::UNKNOWN_INTERACTION);
        }
        Route::FollowUp(_, token) | Route::AnswerMessage(_, token, ..) if !is_known(token) => {
            return Some(DiscordError::INVALID_WEBHOOK_TOKEN);
        }
        _ => {}
    }
    is_too_long(headers).then_some(DiscordError::ENTITY_TOO_LARGE)
}

/// The reply with its headers; `None` if the connection is cut.
async fn respond(
    emulator: &Emulator,
    logged: &LoggedRequest,
    request: Result<ApiRequest, DiscordError>,
    allowed: bool,
    fault: Option<InjectedFault>,
) -> Option<(ApiReply, ResponseHeaders)> {
    match fault {
        Some(InjectedFault::TooMany { retry_after, global }) => {
            let seconds = retry_after.as_secs_f64();
            let mut headers = waiting_headers(seconds, if global { "global" } else { "user" });
            if global {
                headers.push(("X-RateLimit-Global", "true".to_owned()));
            } else {
                let limit = emulator.0.rate_limits.spent(logged, retry_after);
                headers.extend(limit);
            }
            return Some((limited(seconds, global), headers));
        }
        Some(InjectedFault::Refused(status)) => return Some((server_error(status), Vec::new())),
        Some(InjectedFault::RefusedWith { status, code }) => {
            let body = json!({"message": "Refused by an injected fault", "code": code});
            return Some(((status, body), Vec::new()));
        }
        Some(InjectedFault::Cut) => return None,
        _ => {}
    }
    // Unknown paths and tokens are not counted, since each would need a bucket.
    let route = Route::of(&logged.method, &logged.path);
    let is_counted =
        route.is_some_and(|route| allowed || (!route.needs_token() && request.is_ok()));
    if is_counted && let Some(limited) = emulator.0.rate_limits.take(logged) {
        return Some(limited);
    }
    let reply = match (Route::of(&logged.method, &logged.path), &request) {
        (Some(Route::Application(Method::Patch)), Ok(request)) if allowed => {
            match interactions_endpoint::edit_application(emulator, &request.json).await {
                Ok(()) => apply(emulator, logged, Ok(ApiRequest::default()), allowed),
                Err(error) => (error.status, error.body()),
            }
        }
        _ => apply(emulator, logged, request, allowed),
    };
    match fault {
        Some(InjectedFault::DoneButRefused(status)) => {
            return Some((server_error(status), Vec::new()));
        }
        Some(InjectedFault::DoneButCut) => return None,
        Some(InjectedFault::Slow(wait)) => tokio::time::sleep(wait).await,
        _ => {}
    }
    let headers = if is_counted { emulator.0.rate_limits.headers(logged) } else { Vec::new() };
    Some((reply, headers))
}

fn apply(
    emulator: &Emulator,
    logged: &LoggedRequest,
    request: Result<ApiRequest, DiscordError>,
    allowed: bool,
) -> ApiReply {
    let answered =
        Route::of(&logged.method, &logged.path).ok_or(DiscordError::NOT_FOUND).and_then(|route| {
            if route.needs_token() && !allowed {
                return Err(DiscordError::UNAUTHORIZED);
            }
            match route {
                Route::Gateway => Ok((200, json!({"url": emulator.gateway_url()}))),
                Route::GatewayBot => Ok((200, gateway_bot(emulator))),
                Route::Application(_) => {
                    let known =
                        emulator.with(|world, now| dispatch(world, &route, request?, now))?;
                    Ok((known.0, interactions_endpoint::complete_application(emulator, known.1)))
                }
                route => emulator.with(|world, now| dispatch(world, &route, request?, now)),
            }
        });
    answered.unwrap_or_else(|fault| (fault.status, fault.body()))
}

/// The response of `GET /gateway/bot`.
fn gateway_bot(emulator: &Emulator) -> Value {
    let limits = emulator.0.gateway_limits;
    let shards = limits.shards.max(emulator.gateway().shards_needed.load(Ordering::Relaxed));
    let now = emulator.now();
    let remaining = limits.sessions.saturating_sub(emulator.0.gateway.started(now));
    json!({
        "url": emulator.gateway_url(), "shards": shards,
        "session_start_limit": {
            "total": limits.sessions, "remaining": remaining,
            "reset_after": 1_000 * emulator.0.gateway.resets_after(now).as_secs(),
            "max_concurrency": limits.max_concurrency,
        },
    })
}

/// The reply of a failing server.
fn server_error(status: u16) -> ApiReply {
    let body = match status {
        502 => Value::String("<html><head><title>502 Bad Gateway</title></head></html>".to_owned()),
        503 => {
            Value::String("upstream connect error or disconnect/reset before headers".to_owned())
        }
        _ => json!({"message": format!("{status}: Internal Server Error"), "code": 0}),
    };
    (status, body)
}

fn refuse(fault: &DiscordError) -> Response {
    response_of((fault.status, fault.body()), Vec::new())
}

fn response_of((status, body): ApiReply, headers: ResponseHeaders) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = match body {
        Value::Null => status.into_response(),
        Value::String(html) => (status, [(CONTENT_TYPE, "text/html")], html).into_response(),
        body => (status, axum::Json(body)).into_response(),
    };
    for (name, value) in headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

/// The image of an emoji: `{id}.webp`. It has the format in which it was uploaded, whatever the
/// extension says.
pub(crate) async fn emoji(State(emulator): State<Emulator>, Path(name): Path<String>) -> Response {
    let extensions = [".png", ".webp", ".gif", ".jpg", ".jpeg", ".avif"];
    let id =
        extensions.iter().find_map(|extension| name.strip_suffix(extension)?.parse::<Id>().ok());
    let id = id.filter(|id| emulator.read(|world| world.emojis.contains_key(id)));
    file_response(id.and_then(|id| emulator.find_file(id)))
}

/// An uploaded file.
pub(crate) async fn file(
    State(emulator): State<Emulator>,
    Path((_, id, _)): Path<(Id, Id, String)>,
) -> Response {
    file_response(emulator.find_file(id))
}

fn file_response(file: Option<UploadedFile>) -> Response {
    match file {
        Some(file) => {
            let kind = file.content_type.unwrap_or_else(|| "application/octet-stream".to_owned());
            // An uploaded file is never shown as a page, whatever its type.
            let heads = [
                (CONTENT_TYPE, kind.as_str()),
                (X_CONTENT_TYPE_OPTIONS, "nosniff"),
                (CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
            ];
            (heads, file.bytes).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

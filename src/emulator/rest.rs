//! The HTTP side: reads a request, lets the world answer it, and keeps a record.

use std::collections::HashMap;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::extract::multipart::MultipartError;
use axum::extract::{ConnectInfo, FromRequest as _, Multipart, Path, State};
use axum::http::header::{
    AUTHORIZATION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, HeaderValue,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Request as HttpRequest, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};

use super::Emulator;
use super::api_error::DiscordError;
use super::connection::ClientConnection;
use super::endpoints::{ApiReply, ApiRequest, answer};
use super::fault_injection::InjectedFault;
use super::id::Id;
use super::request_log::{LoggedFile, LoggedRequest};
use super::route::{Route, template};
use super::world::UploadedFile;

/// The largest body with files, as Discord has it.
pub(super) const BODY_MAX: usize = 25 * 1024 * 1024;
/// The largest JSON of a bot. All its commands in thirty languages are shorter.
const JSON_MAX: usize = 2 * 1024 * 1024;
/// The largest JSON of a page or a script.
const SMALL_MAX: usize = 64 * 1024;

/// Anything under `/api`.
pub(super) async fn api(State(emulator): State<Emulator>, request: HttpRequest<Body>) -> Response {
    let began = Instant::now();
    let at = emulator.now();
    let method = request.method().to_string();
    let full = request.uri().path().to_owned();
    let Some(path) = under_api(&full) else {
        return refuse(&DiscordError::NO_ROUTE);
    };
    // As discord.js writes the one sign of a path that need not be written so.
    let path = path.replace("%40", "@");
    let query = request.uri().query().unwrap_or_default().to_owned();
    let wire = request.extensions().get::<ConnectInfo<ClientConnection>>().map(|it| it.0.clone());
    let allowed = is_allowed(request.headers(), emulator.token());
    let mut record = LoggedRequest {
        number: 0,
        at,
        method,
        template: template(&path),
        path,
        query,
        body: Value::Null,
        files: Vec::new(),
        status: 0,
        refusal: Value::Null,
        took: began.elapsed(),
    };
    let named = format!("{} {}", record.method, record.template);
    let mishap = emulator.strike(&named);
    if let Some(wire) = wire.as_ref().filter(|_| allowed) {
        wire.trust();
    }
    // What is refused anyway is not waited for.
    let refused = refused_unread(&emulator, &record, request.headers(), allowed);
    let asked = if let Some(fault) = refused {
        Err(fault)
    } else {
        let limit = emulator.0.times.request;
        let read = tokio::time::timeout(limit, read(request, &mut record)).await;
        read.unwrap_or(Err(DiscordError::TOO_SLOW))
    };
    if let (Err(_), Some(wire)) = (&asked, &wire) {
        wire.drain();
    }
    let response = respond(&emulator, &record, asked, allowed, mishap).await;
    record.took = began.elapsed();
    let Some((reply, headers)) = response else {
        emulator.record(record);
        return cut(wire);
    };
    record.status = reply.0;
    // An interaction's token is the bot's as well.
    let is_of_interaction =
        ["/interactions/", "/webhooks/"].iter().any(|it| record.path.starts_with(it));
    if let Some(wire) = wire.filter(|_| is_of_interaction && reply.0 < 400) {
        wire.trust();
    }
    if reply.0 >= 400 {
        record.refusal = reply.1.clone();
    }
    emulator.record(record);
    written(reply, headers)
}

/// The path behind the API's version, of which only the tenth is spoken.
fn under_api(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/api")?;
    let rest = rest.strip_prefix("/v10").unwrap_or(rest);
    rest.starts_with('/').then_some(rest)
}

fn is_allowed(headers: &HeaderMap, token: &str) -> bool {
    let said = headers.get(AUTHORIZATION).and_then(|it| it.to_str().ok()).unwrap_or_default();
    said.strip_prefix("Bot ").is_some_and(|it| it == token)
}

/// What is wrong with a request whatever its body says.
fn refused_unread(
    emulator: &Emulator,
    record: &LoggedRequest,
    headers: &HeaderMap,
    allowed: bool,
) -> Option<DiscordError> {
    let Some(route) = Route::of(&record.method, &record.path) else {
        return Some(DiscordError::NO_ROUTE);
    };
    if route.needs_token() && !allowed {
        return Some(DiscordError::UNAUTHORIZED);
    }
    let is_known = |token: &str| emulator.read(|world| world.tokens.contains_key(token));
    match &route {
        Route::Callback(_, token) if !is_known(token) => return Some(DiscordError::NO_INTERACTION),
        Route::FollowUp(_, token) | Route::AnswerMessage(_, token, ..) if !is_known(token) => {
            return Some(DiscordError::DEAD_TOKEN);
        }
        _ => {}
    }
    let most = if is_multipart(headers) { BODY_MAX } else { JSON_MAX };
    is_longer(headers, most).then_some(DiscordError::TOO_LARGE)
}

fn is_multipart(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
    kind.is_some_and(|it| it.starts_with("multipart/form-data"))
}

/// Whether a body says of itself that it is longer than it may be.
fn is_longer(headers: &HeaderMap, most: usize) -> bool {
    let said = headers.get(CONTENT_LENGTH).and_then(|it| it.to_str().ok());
    said.and_then(|it| it.parse::<u64>().ok()).is_some_and(|it| it > most as u64)
}

/// Reads the small body of a request that comes from a page or a script, before anything is done:
/// what is too long or takes too long is refused.
pub(super) async fn read_small(
    State(emulator): State<Emulator>,
    request: HttpRequest<Body>,
    next: Next,
) -> Response {
    let wire = request.extensions().get::<ConnectInfo<ClientConnection>>().map(|it| it.0.clone());
    let refused = |status: StatusCode, said: &str| {
        if let Some(wire) = &wire {
            wire.drain();
        }
        (status, axum::Json(json!({"problem": said}))).into_response()
    };
    let too_large = "the body is longer than anything that can be asked";
    if is_longer(request.headers(), SMALL_MAX) {
        return refused(StatusCode::PAYLOAD_TOO_LARGE, too_large);
    }
    let (head, body) = request.into_parts();
    let read = axum::body::to_bytes(body, SMALL_MAX);
    match tokio::time::timeout(emulator.0.times.request, read).await {
        Ok(Ok(bytes)) => next.run(HttpRequest::from_parts(head, Body::from(bytes))).await,
        Ok(Err(_)) => refused(StatusCode::PAYLOAD_TOO_LARGE, too_large),
        Err(_) => refused(StatusCode::REQUEST_TIMEOUT, "the body took too long"),
    }
}

type Headers = Vec<(&'static str, String)>;

/// The reply; nothing if the connection is to be cut.
async fn respond(
    emulator: &Emulator,
    record: &LoggedRequest,
    asked: Result<ApiRequest, DiscordError>,
    allowed: bool,
    mishap: Option<InjectedFault>,
) -> Option<(ApiReply, Headers)> {
    match mishap {
        Some(InjectedFault::TooMany { retry_after, global }) => {
            let seconds = retry_after.as_secs_f64();
            let body = json!({
                "message": "You are being rate limited.", "retry_after": seconds, "global": global,
            });
            let mut headers = vec![("Retry-After", format!("{}", seconds.ceil()))];
            let scope = if global { "global" } else { "user" };
            headers.push(("X-RateLimit-Scope", scope.to_owned()));
            if global {
                headers.push(("X-RateLimit-Global", "true".to_owned()));
            } else {
                let limit = emulator.limits().spent(record, retry_after);
                headers.extend(limit);
            }
            return Some(((429, body), headers));
        }
        Some(InjectedFault::Refused(status)) => return Some((broken(status), Vec::new())),
        Some(InjectedFault::Cut) => return None,
        _ => {}
    }
    // What anybody may think up is not counted: each path would be remembered.
    let is_counted = allowed && Route::of(&record.method, &record.path).is_some();
    if is_counted && let Some(limited) = emulator.limits().take(record) {
        return Some(limited);
    }
    let reply = done(emulator, record, asked, allowed);
    match mishap {
        Some(InjectedFault::DoneButRefused(status)) => return Some((broken(status), Vec::new())),
        Some(InjectedFault::DoneButCut) => return None,
        Some(InjectedFault::Slow(wait)) => tokio::time::sleep(wait).await,
        _ => {}
    }
    let headers = if is_counted { emulator.limits().headers(record) } else { Vec::new() };
    Some((reply, headers))
}

fn done(
    emulator: &Emulator,
    record: &LoggedRequest,
    asked: Result<ApiRequest, DiscordError>,
    allowed: bool,
) -> ApiReply {
    let answered =
        Route::of(&record.method, &record.path).ok_or(DiscordError::NO_ROUTE).and_then(|route| {
            if route.needs_token() && !allowed {
                return Err(DiscordError::UNAUTHORIZED);
            }
            match route {
                Route::Gateway => Ok((200, json!({"url": emulator.gateway_url()}))),
                Route::GatewayBot => Ok((200, emulator.gateway_bot())),
                route => emulator.with(|world, now| answer(world, &route, asked?, now)),
            }
        });
    answered.unwrap_or_else(|fault| (fault.status, fault.body()))
}

/// A failure of Discord's own.
fn broken(status: u16) -> ApiReply {
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
    written((fault.status, fault.body()), Vec::new())
}

fn written((status, body): ApiReply, headers: Headers) -> Response {
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

/// Cuts the connection before a word is said; behind TLS, where it is not ours to cut, in the
/// middle of the answer.
fn cut(wire: Option<ClientConnection>) -> Response {
    if let Some(wire) = wire {
        wire.cut();
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let broken = futures_util::stream::once(async {
        Err::<Bytes, std::io::Error>(std::io::ErrorKind::ConnectionReset.into())
    });
    // Should any of it arrive, it must not look like success.
    (StatusCode::BAD_GATEWAY, Body::from_stream(broken)).into_response()
}

/// Reads the body, which goes into the record as well.
async fn read(
    request: HttpRequest<Body>,
    record: &mut LoggedRequest,
) -> Result<ApiRequest, DiscordError> {
    let query = query_of(&record.query);
    let (json, files) = if is_multipart(request.headers()) {
        read_multipart(request).await?
    } else {
        let bytes = axum::body::to_bytes(request.into_body(), JSON_MAX).await;
        let bytes = bytes.map_err(|_| DiscordError::TOO_LARGE)?;
        (parse(&bytes)?, Vec::new())
    };
    record.body = json.clone();
    let sent = files.iter().map(|(number, file)| LoggedFile {
        number: *number,
        name: file.name.clone(),
        size: file.bytes.len(),
    });
    record.files = sent.collect();
    Ok(ApiRequest { query, json, files })
}

fn parse(bytes: &[u8]) -> Result<Value, DiscordError> {
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(bytes).map_err(|_| DiscordError::NOT_JSON)
}

async fn read_multipart(
    request: HttpRequest<Body>,
) -> Result<(Value, Vec<(u64, UploadedFile)>), DiscordError> {
    let parts = Multipart::from_request(request, &()).await;
    let mut parts = parts.map_err(|_| DiscordError::NOT_JSON)?;
    let (mut json, mut files) = (Value::Null, Vec::new());
    while let Some(part) = parts.next_field().await.map_err(|it| unread(&it))? {
        let name = part.name().unwrap_or_default().to_owned();
        let file_name = part.file_name().unwrap_or("file").to_owned();
        let content_type = part.content_type().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|it| unread(&it))?;
        if name == "payload_json" {
            if bytes.len() > JSON_MAX {
                return Err(DiscordError::TOO_LARGE);
            }
            json = parse(&bytes)?;
            continue;
        }
        let number = name.strip_prefix("files[").and_then(|it| it.strip_suffix(']'));
        // Clients that send one file may leave the number out.
        let number = number.unwrap_or("0").parse().map_err(|_| DiscordError::NOT_JSON)?;
        files.push((number, UploadedFile { name: file_name, content_type, bytes }));
    }
    Ok((json, files))
}

/// Why a form with files cannot be read.
fn unread(error: &MultipartError) -> DiscordError {
    let is_long = error.status() == StatusCode::PAYLOAD_TOO_LARGE;
    if is_long { DiscordError::TOO_LARGE } else { DiscordError::NOT_JSON }
}

pub(super) fn query_of(text: &str) -> HashMap<String, String> {
    let pairs = text.split('&').filter_map(|it| it.split_once('='));
    pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

/// A file that somebody sent.
pub(super) async fn file(
    State(emulator): State<Emulator>,
    Path((_, id, _)): Path<(Id, Id, String)>,
) -> Response {
    match emulator.find_file(id) {
        Some(file) => {
            let kind = file.content_type.unwrap_or_else(|| "application/octet-stream".to_owned());
            // What bots send is nobody's page, whatever it says it is.
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

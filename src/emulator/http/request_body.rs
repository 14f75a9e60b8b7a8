//! Reading the bodies of HTTP requests, within the limits of size and time.

use std::collections::HashMap;

use axum::body::Body;
use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest as _, Multipart, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderMap};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};

use crate::endpoints::ApiRequest;
use crate::handle::Emulator;
use crate::traffic::{LoggedFile, LoggedRequest};
use crate::validation::DiscordError;
use crate::world::UploadedFile;

/// The largest body with files, in bytes, as at Discord.
pub(crate) const BODY_MAX: usize = 25 * 1024 * 1024;
/// The largest JSON body of a bot, in bytes. All commands in thirty languages are shorter.
const JSON_MAX: usize = 2 * 1024 * 1024;
/// The largest JSON body of a page or a script, in bytes.
const SMALL_MAX: usize = 64 * 1024;

/// Whether the `Content-Length` of a bot's request is too large.
pub(crate) fn is_too_long(headers: &HeaderMap) -> bool {
    let max = if is_multipart(headers) { BODY_MAX } else { JSON_MAX };
    is_longer(headers, max)
}

fn is_multipart(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("multipart/form-data"))
}

/// Whether the `Content-Length` is above a maximum.
fn is_longer(headers: &HeaderMap, max: usize) -> bool {
    let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    length.and_then(|text| text.parse::<u64>().ok()).is_some_and(|bytes| bytes > max as u64)
}

/// Reads the whole body of a page's request before it is handled. A body that is too long or too
/// slow is refused.
pub(crate) async fn read_small(
    State(emulator): State<Emulator>,
    request: Request,
    next: Next,
) -> Response {
    let refused = |status: StatusCode, problem: &str| {
        (status, axum::Json(json!({"problem": problem}))).into_response()
    };
    let too_large = "the body is longer than anything that can be asked";
    if is_longer(request.headers(), SMALL_MAX) {
        return refused(StatusCode::PAYLOAD_TOO_LARGE, too_large);
    }
    let (head, body) = request.into_parts();
    let read = axum::body::to_bytes(body, SMALL_MAX);
    match tokio::time::timeout(emulator.0.timeouts.request, read).await {
        Ok(Ok(bytes)) => next.run(Request::from_parts(head, Body::from(bytes))).await,
        Ok(Err(_)) => refused(StatusCode::PAYLOAD_TOO_LARGE, too_large),
        Err(_) => refused(StatusCode::REQUEST_TIMEOUT, "the body took too long"),
    }
}

/// Reads the query, JSON and files of a bot's request, and adds them to the log entry.
pub(crate) async fn read(
    request: Request,
    logged: &mut LoggedRequest,
) -> Result<ApiRequest, DiscordError> {
    let query = query_of(&logged.query);
    let (json, files) = if is_multipart(request.headers()) {
        read_multipart(request).await?
    } else {
        let bytes = axum::body::to_bytes(request.into_body(), JSON_MAX).await;
        let bytes = bytes.map_err(|_| DiscordError::ENTITY_TOO_LARGE)?;
        (parse(&bytes)?, Vec::new())
    };
    logged.body = json.clone();
    let sent = files.iter().map(|(number, file)| LoggedFile {
        number: *number,
        name: file.name.clone(),
        size: file.bytes.len(),
    });
    logged.files = sent.collect();
    Ok(ApiRequest { query, json, files })
}

fn parse(bytes: &[u8]) -> Result<Value, DiscordError> {
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(bytes).map_err(|_| DiscordError::INVALID_JSON)
}

async fn read_multipart(
    request: Request,
) -> Result<(Value, Vec<(u64, UploadedFile)>), DiscordError> {
    let parts = Multipart::from_request(request, &()).await;
    let mut parts = parts.map_err(|_| DiscordError::INVALID_JSON)?;
    let (mut json, mut files) = (Value::Null, Vec::new());
    while let Some(part) = parts.next_field().await.map_err(|error| multipart_error(&error))? {
        let name = part.name().unwrap_or_default().to_owned();
        let file_name = part.file_name().unwrap_or("file").to_owned();
        let content_type = part.content_type().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|error| multipart_error(&error))?;
        if name == "payload_json" {
            if bytes.len() > JSON_MAX {
                return Err(DiscordError::ENTITY_TOO_LARGE);
            }
            json = parse(&bytes)?;
            continue;
        }
        let number = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']'));
        // Clients that send one file may leave the number out.
        let number = number.unwrap_or("0").parse().map_err(|_| DiscordError::INVALID_JSON)?;
        files.push((number, UploadedFile { name: file_name, content_type, bytes }));
    }
    Ok((json, files))
}

/// The error for a multipart body that cannot be read.
fn multipart_error(error: &MultipartError) -> DiscordError {
    let is_long = error.status() == StatusCode::PAYLOAD_TOO_LARGE;
    if is_long { DiscordError::ENTITY_TOO_LARGE } else { DiscordError::INVALID_JSON }
}

fn query_of(text: &str) -> HashMap<String, String> {
    let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
    pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}

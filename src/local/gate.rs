//! Who may ask: a page of the web must not be able to play here. A browser says from where a page
//! is, and by which name it reached us; whoever is no browser is let through.

use std::net::{IpAddr, SocketAddr};

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

use super::Local;

/// Lets through what comes from our own page, or from no page, and was sent to us by a name that
/// nobody else can give to this machine.
pub(super) async fn of_page(State(local): State<Local>, request: Request, next: Next) -> Response {
    if is_ours(request.headers()) && is_for_us(request.headers(), local.address()) {
        return next.run(request).await;
    }
    refused()
}

/// Lets through bots, which are no pages, and for the gateway's sake our own page. They may know
/// us by names that we were told of; and who listens everywhere is known by names that nobody told.
pub(super) async fn of_bots(State(local): State<Local>, request: Request, next: Next) -> Response {
    let (headers, ours) = (request.headers(), local.address());
    let is_known = ours.ip().is_unspecified()
        || is_for_us(headers, ours)
        || local.0.names.iter().any(|it| it == host(headers));
    if is_known && is_ours(headers) { next.run(request).await } else { refused() }
}

fn refused() -> Response {
    let said = json!({"problem": "a page from elsewhere may not ask for this"});
    (StatusCode::FORBIDDEN, Json(said)).into_response()
}

/// Whether no page asks, or the one that came from here.
fn is_ours(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let origin = origin.to_str().unwrap_or_default();
    let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    from.is_some() && from == headers.get(HOST).and_then(|it| it.to_str().ok())
}

/// The name by which we were reached, without its port.
fn host(headers: &HeaderMap) -> &str {
    let host = headers.get(HOST).and_then(|it| it.to_str().ok()).unwrap_or_default();
    match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    }
}

/// Whether the name by which we were reached is one that can be trusted: a name of the web can be
/// made to lead here by whoever owns it.
fn is_for_us(headers: &HeaderMap, ours: SocketAddr) -> bool {
    let name = host(headers);
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let bare = name.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(name);
    let Ok(address) = bare.parse::<IpAddr>() else { return false };
    // Who listens everywhere is reached by any address, and no page can give itself one.
    address.is_loopback() || ours.ip().is_unspecified() || address == ours.ip()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn names_of_the_web_are_not_ours() {
        let loopback: SocketAddr = "127.0.0.1:4110".parse().unwrap();
        let everywhere: SocketAddr = "0.0.0.0:4110".parse().unwrap();
        let is_let_in = |host: &str, ours| is_for_us(&headers(host, None), ours);
        for host in ["127.0.0.1:4110", "localhost:4110", "LOCALHOST", "[::1]:4110", "127.1.2.3"] {
            assert!(is_let_in(host, loopback), "{host}");
        }
        for host in ["example.org", "example.org:4110", "localhost.example.org", "10.0.0.7", ""] {
            assert!(!is_let_in(host, loopback), "{host}");
        }
        assert!(is_let_in("10.0.0.7:4110", everywhere));
        assert!(!is_let_in("example.org:4110", everywhere));
    }

    #[test]
    fn other_pages_are_not_ours() {
        let is_let_in = |origin| is_ours(&headers("127.0.0.1:4110", origin));
        assert!(is_let_in(None));
        assert!(is_let_in(Some("http://127.0.0.1:4110")));
        for origin in ["null", "http://127.0.0.1", "http://127.0.0.1:4111", "https://example.org"] {
            assert!(!is_let_in(Some(origin)), "{origin}");
        }
    }
}

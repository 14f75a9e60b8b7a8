//! Who may ask: a page of the web must not be able to play here. A browser says from where a page
//! is, and by which name it reached us. What is asked by a foreign name, or for a foreign page, is
//! refused whatever it is; a bot says no page, and uses a name or an address of this machine, or a
//! name that we were told. A link from elsewhere may lead to our page, and to nothing else.

use std::fs;
use std::net::{IpAddr, SocketAddr};

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

use super::connection::ClientConnection;
use super::handle::Emulator;

/// Where Linux keeps the name of the machine.
const NAME_FILE: &str = "/proc/sys/kernel/hostname";

/// What a browser says of whoever asks, also where it says no origin: for a picture, for one.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// What it says of how it asks.
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
/// And of what it is going to do with the answer.
const PURPOSE: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// The name of this machine, where it can be found out.
pub(super) fn machine_name() -> Option<String> {
    let name = fs::read_to_string(NAME_FILE).ok()?;
    Some(name.trim().to_owned()).filter(|it| !it.is_empty())
}

/// Lets through what comes from our own page, or from no page, and was sent to us by a name that
/// nobody else can give to this machine. The names that we were told are for bots: by them the
/// page and what it asks cannot be reached.
pub(super) async fn check(
    State(emulator): State<Emulator>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let path = request.uri().path();
    let is_of_page = ["/local", "/page"].iter().any(|it| {
        path.strip_prefix(it).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    let used = ClientConnection::of(request.extensions()).and_then(|it| it.address());
    let us =
        OwnHost { address: emulator.address(), used, name: emulator.0.machine_name.as_deref() };
    let is_told = !is_of_page
        && host(headers).is_some_and(|name| emulator.0.host_names.iter().any(|it| it == name));
    let is_asked_here = !is_from_elsewhere(headers) || is_link_to_page(&request);
    if is_asked_here && is_ours(headers) && (is_told || us.is_meant(headers)) {
        return next.run(request).await;
    }
    refused()
}

fn refused() -> Response {
    let said = json!({"problem": "a page from elsewhere may not ask for this"});
    (StatusCode::FORBIDDEN, Json(said)).into_response()
}

/// Whether no page asks, or the one that came from here.
fn is_ours(headers: &HeaderMap) -> bool {
    if !headers.contains_key(ORIGIN) {
        return true;
    }
    let origin = only(headers, &ORIGIN).unwrap_or_default();
    let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    from.is_some() && from == only(headers, &HOST)
}

/// Whether another page asks, by what the browser says of it. Another port of this machine is
/// another page of the same site.
fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    headers.contains_key(SITE) && !matches!(only(headers, &SITE), Some("same-origin" | "none"))
}

/// Whether somebody goes to our page, by a link to it. In a frame it would not be shown.
fn is_link_to_page(request: &Request) -> bool {
    let says = |name, text| only(request.headers(), &name) == Some(text);
    request.method() == Method::GET
        && request.uri().path() == "/"
        && says(MODE, "navigate")
        && says(PURPOSE, "document")
}

/// The text of a header that is there once.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// The name by which we were reached, without its port.
fn host(headers: &HeaderMap) -> Option<&str> {
    let host = only(headers, &HOST)?;
    Some(match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    })
}

/// This machine, as somebody reaches it.
#[derive(Clone, Copy, Debug)]
struct OwnHost<'a> {
    /// Where we listen.
    address: SocketAddr,
    /// The address that this connection uses.
    used: Option<IpAddr>,
    /// The machine's own name.
    name: Option<&'a str>,
}

impl OwnHost<'_> {
    /// Whether the name by which we were reached is one that can be trusted: a name of the web can
    /// be made to lead here by whoever owns it.
    fn is_meant(self, headers: &HeaderMap) -> bool {
        let Some(name) = host(headers) else { return false };
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let bare = name.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(name);
        if let Ok(address) = bare.parse::<IpAddr>() {
            let is = |it: IpAddr| it.to_canonical() == address.to_canonical();
            return address.to_canonical().is_loopback()
                || is(self.address.ip())
                || self.used.is_some_and(is);
        }
        // Whoever listens everywhere is known by the machine's name in its own network.
        let is_named = |own: &str| {
            let bare =
                name.len().checked_sub(".local".len()).and_then(|at| name.split_at_checked(at));
            let bare = bare.filter(|it| it.1.eq_ignore_ascii_case(".local")).map(|it| it.0);
            [Some(name), bare].into_iter().flatten().any(|it| it.eq_ignore_ascii_case(own))
        };
        self.address.ip().is_unspecified() && self.name.is_some_and(is_named)
    }
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
        let us = |address: &str, used: Option<&str>| OwnHost {
            address: address.parse().unwrap(),
            used: used.map(|it| it.parse().unwrap()),
            name: Some("garden"),
        };
        let loopback = us("127.0.0.1:4110", Some("127.0.0.1"));
        let everywhere = us("0.0.0.0:4110", Some("10.0.0.7"));
        let is_let_in = |host: &str, us: OwnHost<'_>| us.is_meant(&headers(host, None));
        for host in ["127.0.0.1:4110", "localhost:4110", "LOCALHOST", "[::1]:4110", "127.1.2.3"] {
            assert!(is_let_in(host, loopback), "{host}");
            assert!(is_let_in(host, everywhere), "{host}");
        }
        for host in ["example.org", "example.org:4110", "localhost.example.org", "10.0.0.8", ""] {
            assert!(!is_let_in(host, loopback), "{host}");
            assert!(!is_let_in(host, everywhere), "{host}");
        }
        for host in ["10.0.0.7:4110", "garden:4110", "Garden.local"] {
            assert!(!is_let_in(host, loopback), "{host}");
            assert!(is_let_in(host, everywhere), "{host}");
        }
        for host in ["garden.example.org", "agarden", "garden.local.example.org", ".local"] {
            assert!(!is_let_in(host, everywhere), "{host}");
        }
        assert!(is_let_in("[::ffff:10.0.0.7]:4110", everywhere));
    }

    #[test]
    fn names_that_are_there_twice_are_no_names() {
        let mut twice = headers("127.0.0.1:4110", None);
        twice.append(HOST, "127.0.0.1:4110".parse().unwrap());
        assert_eq!(host(&twice), None);
        let mut twice = headers("127.0.0.1:4110", Some("http://127.0.0.1:4110"));
        twice.append(ORIGIN, "http://example.org".parse().unwrap());
        assert!(!is_ours(&twice));
    }

    fn asked(path: &str, said: &[(HeaderName, &'static str)]) -> Request {
        let mut request = Request::new(axum::body::Body::empty());
        *request.uri_mut() = path.parse().unwrap();
        for (name, text) in said {
            request.headers_mut().append(name, text.parse().unwrap());
        }
        request
    }

    #[test]
    fn what_says_twice_or_strangely_from_where_it_is_is_from_elsewhere() {
        let is_from_elsewhere = |said: &[_]| is_from_elsewhere(asked("/", said).headers());
        assert!(!is_from_elsewhere(&[]));
        assert!(!is_from_elsewhere(&[(SITE, "none")]));
        assert!(!is_from_elsewhere(&[(SITE, "same-origin")]));
        for said in ["same-site", "cross-site", "elsewhere", ""] {
            assert!(is_from_elsewhere(&[(SITE, said)]), "{said}");
        }
        assert!(is_from_elsewhere(&[(SITE, "none"), (SITE, "none")]));
    }

    #[test]
    fn a_link_leads_to_the_page_and_to_nothing_else() {
        let link = [(MODE, "navigate"), (PURPOSE, "document")];
        assert!(is_link_to_page(&asked("/", &link)));
        assert!(is_link_to_page(&asked("/?as=1", &link)));
        assert!(!is_link_to_page(&asked("/local", &link)));
        assert!(!is_link_to_page(&asked("/", &[(MODE, "navigate"), (PURPOSE, "iframe")])));
        assert!(!is_link_to_page(&asked("/", &[(MODE, "no-cors"), (PURPOSE, "image")])));
        let mut posted = asked("/", &link);
        *posted.method_mut() = Method::POST;
        assert!(!is_link_to_page(&posted));
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

//! Protection against other websites. A browser sends the origin of a page and the host name that
//! it used; a request with a foreign origin or a foreign host is refused. A bot sends no origin,
//! and uses a name or address of this machine, or a configured name. A link from another website
//! may open the page, and nothing else.

use std::fs;
use std::net::{IpAddr, SocketAddr};

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

use super::serve::LocalIp;
use crate::handle::Emulator;

/// Linux has the name of the machine here.
const NAME_FILE: &str = "/proc/sys/kernel/hostname";

/// The relation of the requesting page's site to this host. Browsers send it also without an
/// origin.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// The mode of the request.
const MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
/// The use of the response.
const PURPOSE: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// The name of this machine, if the system has it.
pub(crate) fn machine_name() -> Option<String> {
    let name = fs::read_to_string(NAME_FILE).ok()?;
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

/// Passes requests without a foreign origin to a host name that no website can have. Configured
/// names are for bots: they do not reach the page or `/local`.
pub(crate) async fn check(
    State(emulator): State<Emulator>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    let path = request.uri().path();
    let is_of_page = ["/local", "/page"].iter().any(|prefix| {
        path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    });
    let used = request.extensions().get::<LocalIp>().map(|LocalIp(ip)| *ip);
    let own_host =
        OwnHost { address: emulator.address(), used, name: emulator.0.machine_name.as_deref() };
    let is_configured_host = !is_of_page
        && host(headers)
            .is_some_and(|name| emulator.0.host_names.iter().any(|known| known == name));
    let is_allowed_site = !is_cross_site(headers) || is_link_to_page(&request);
    if is_allowed_site
        && is_same_origin(headers)
        && (is_configured_host || own_host.matches(headers))
    {
        return next.run(request).await;
    }
    refused()
}

fn refused() -> Response {
    let problem = json!({"problem": "a page of another origin may not send this request"});
    (StatusCode::FORBIDDEN, Json(problem)).into_response()
}

/// Whether the request has no origin, or the emulator's own.
fn is_same_origin(headers: &HeaderMap) -> bool {
    if !headers.contains_key(ORIGIN) {
        return true;
    }
    let origin = only(headers, &ORIGIN).unwrap_or_default();
    let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    from.is_some() && from == only(headers, &HOST)
}

/// Whether another site sends the request. Another port of this machine counts as another site.
fn is_cross_site(headers: &HeaderMap) -> bool {
    headers.contains_key(SITE) && !matches!(only(headers, &SITE), Some("same-origin" | "none"))
}

/// Whether it is a navigation to the page by a link, not in a frame.
fn is_link_to_page(request: &Request) -> bool {
    let says = |name, text| only(request.headers(), &name) == Some(text);
    request.method() == Method::GET
        && request.uri().path() == "/"
        && says(MODE, "navigate")
        && says(PURPOSE, "document")
}

/// The text of a header, unless it occurs twice.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// The host name of the request, without its port.
fn host(headers: &HeaderMap) -> Option<&str> {
    let host = only(headers, &HOST)?;
    Some(match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    })
}

/// The names of this machine for one request.
#[derive(Clone, Copy, Debug)]
struct OwnHost<'a> {
    /// The address on which the emulator listens.
    address: SocketAddr,
    /// The address that this connection uses.
    used: Option<IpAddr>,
    /// The machine's name.
    name: Option<&'a str>,
}

impl OwnHost<'_> {
    /// Whether the host name is this machine's. Any other name may resolve to this machine too.
    fn matches(self, headers: &HeaderMap) -> bool {
        let Some(name) = host(headers) else { return false };
        if name.eq_ignore_ascii_case("localhost") {
            return true;
        }
        let bare = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
        if let Ok(address) = bare.parse::<IpAddr>() {
            let is = |ip: IpAddr| ip.to_canonical() == address.to_canonical();
            return address.to_canonical().is_loopback()
                || is(self.address.ip())
                || self.used.is_some_and(is);
        }
        // A machine that listens on all addresses has its own name in the local network.
        let is_named = |own: &str| {
            let bare =
                name.len().checked_sub(".local".len()).and_then(|at| name.split_at_checked(at));
            let bare = bare
                .filter(|(_, suffix)| suffix.eq_ignore_ascii_case(".local"))
                .map(|(bare, _)| bare);
            [Some(name), bare].into_iter().flatten().any(|name| name.eq_ignore_ascii_case(own))
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
    fn foreign_host_names_are_refused() {
        let own_host = |address: &str, used: Option<&str>| OwnHost {
            address: address.parse().unwrap(),
            used: used.map(|ip| ip.parse().unwrap()),
            name: Some("garden"),
        };
        let loopback = own_host("127.0.0.1:4110", Some("127.0.0.1"));
        let everywhere = own_host("0.0.0.0:4110", Some("10.0.0.7"));
        let is_allowed = |host: &str, own_host: OwnHost<'_>| own_host.matches(&headers(host, None));
        for host in ["127.0.0.1:4110", "localhost:4110", "LOCALHOST", "[::1]:4110", "127.1.2.3"] {
            assert!(is_allowed(host, loopback), "{host}");
            assert!(is_allowed(host, everywhere), "{host}");
        }
        for host in ["example.org", "example.org:4110", "localhost.example.org", "10.0.0.8", ""] {
            assert!(!is_allowed(host, loopback), "{host}");
            assert!(!is_allowed(host, everywhere), "{host}");
        }
        for host in ["10.0.0.7:4110", "garden:4110", "Garden.local"] {
            assert!(!is_allowed(host, loopback), "{host}");
            assert!(is_allowed(host, everywhere), "{host}");
        }
        for host in ["garden.example.org", "agarden", "garden.local.example.org", ".local"] {
            assert!(!is_allowed(host, everywhere), "{host}");
        }
        assert!(is_allowed("[::ffff:10.0.0.7]:4110", everywhere));
    }

    #[test]
    fn repeated_host_headers_are_refused() {
        let mut twice = headers("127.0.0.1:4110", None);
        twice.append(HOST, "127.0.0.1:4110".parse().unwrap());
        assert_eq!(host(&twice), None);
        let mut twice = headers("127.0.0.1:4110", Some("http://127.0.0.1:4110"));
        twice.append(ORIGIN, "http://example.org".parse().unwrap());
        assert!(!is_same_origin(&twice));
    }

    fn request_with(path: &str, headers: &[(HeaderName, &'static str)]) -> Request {
        let mut request = Request::new(axum::body::Body::empty());
        *request.uri_mut() = path.parse().unwrap();
        for (name, text) in headers {
            request.headers_mut().append(name, text.parse().unwrap());
        }
        request
    }

    #[test]
    fn repeated_and_unknown_fetch_sites_are_foreign() {
        let is_cross_site = |headers: &[_]| is_cross_site(request_with("/", headers).headers());
        assert!(!is_cross_site(&[]));
        assert!(!is_cross_site(&[(SITE, "none")]));
        assert!(!is_cross_site(&[(SITE, "same-origin")]));
        for site in ["same-site", "cross-site", "elsewhere", ""] {
            assert!(is_cross_site(&[(SITE, site)]), "{site}");
        }
        assert!(is_cross_site(&[(SITE, "none"), (SITE, "none")]));
    }

    #[test]
    fn a_link_can_only_open_the_page() {
        let link = [(MODE, "navigate"), (PURPOSE, "document")];
        assert!(is_link_to_page(&request_with("/", &link)));
        assert!(is_link_to_page(&request_with("/?as=1", &link)));
        assert!(!is_link_to_page(&request_with("/local", &link)));
        assert!(!is_link_to_page(&request_with("/", &[(MODE, "navigate"), (PURPOSE, "iframe")])));
        assert!(!is_link_to_page(&request_with("/", &[(MODE, "no-cors"), (PURPOSE, "image")])));
        let mut posted = request_with("/", &link);
        *posted.method_mut() = Method::POST;
        assert!(!is_link_to_page(&posted));
    }

    #[test]
    fn foreign_origins_are_refused() {
        let is_allowed = |origin| is_same_origin(&headers("127.0.0.1:4110", origin));
        assert!(is_allowed(None));
        assert!(is_allowed(Some("http://127.0.0.1:4110")));
        for origin in ["null", "http://127.0.0.1", "http://127.0.0.1:4111", "https://example.org"] {
            assert!(!is_allowed(Some(origin)), "{origin}");
        }
    }
}

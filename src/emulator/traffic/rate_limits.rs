//! Rate limits, and Discord's headers about them.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::json;

use super::request_log::LoggedRequest;
use crate::endpoints::{ApiReply, Method, Route};
use crate::id::Id;
use crate::lock::lock;
use crate::world::is_old;

/// The limit of each kind of request in each channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    pub requests: u32,
    pub window: Duration,
}

impl Default for RateLimit {
    /// More than any bot sends.
    fn default() -> RateLimit {
        RateLimit { requests: 100_000, window: Duration::from_secs(1) }
    }
}

/// The rate limits of the REST API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ApiLimits {
    /// Of each kind of request in each channel.
    pub route: RateLimit,
    /// Of all requests with the bot's token together. Responses to interactions do not count.
    pub global: RateLimit,
    /// Of follow-ups and edits with the token of one interaction.
    pub webhook: RateLimit,
    /// Of edits of messages that are older than an hour, in each channel.
    pub late_edits: RateLimit,
}

impl Default for ApiLimits {
    /// More than any bot sends.
    fn default() -> ApiLimits {
        let none = RateLimit::default();
        ApiLimits { route: none, global: none, webhook: none, late_edits: none }
    }
}

impl ApiLimits {
    /// Discord's limits: documented ones, and what was measured where none is documented.
    #[must_use]
    pub const fn of_discord() -> ApiLimits {
        const fn per_seconds(requests: u32, seconds: u64) -> RateLimit {
            RateLimit { requests, window: Duration::from_secs(seconds) }
        }
        ApiLimits {
            route: per_seconds(5, 5),
            global: per_seconds(50, 1),
            webhook: per_seconds(5, 2),
            late_edits: per_seconds(3, 6),
        }
    }
}

/// The number of buckets from which on expired ones are removed.
const MANY: usize = 4_096;

/// The buckets, by kind of request and channel.
#[derive(Debug, Default)]
pub(crate) struct RateLimits {
    limits: Mutex<ApiLimits>,
    used: Mutex<RateBuckets>,
}

#[derive(Debug, Default)]
struct RateBuckets {
    by_name: HashMap<String, Bucket>,
    global: Option<Bucket>,
    /// The number of buckets at the next search, unless [`MANY`] is greater.
    tidied_at: usize,
}

impl RateBuckets {
    /// Removes buckets whose window is over, once there are many. The search costs no more than
    /// filling them did.
    fn tidy(&mut self, now: Instant) {
        if self.by_name.len() < self.tidied_at.max(MANY) {
            return;
        }
        self.by_name.retain(|_, used| !used.is_over(now));
        self.tidied_at = 2 * self.by_name.len();
    }
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    since: Instant,
    window: Duration,
    requests: u32,
}

impl Bucket {
    fn is_over(&self, now: Instant) -> bool {
        now.duration_since(self.since) >= self.window
    }

    /// Counts a request. Returns the seconds to wait if the limit is exceeded.
    fn take(&mut self, limit: RateLimit, now: Instant) -> Option<f64> {
        if self.is_over(now) {
            *self = Bucket::begin(limit, now);
        }
        self.requests += 1;
        let left = self.window.saturating_sub(now.duration_since(self.since));
        (self.requests > limit.requests).then_some(left.as_secs_f64())
    }

    fn begin(limit: RateLimit, now: Instant) -> Bucket {
        Bucket { since: now, window: limit.window, requests: 0 }
    }
}

pub(crate) type ResponseHeaders = Vec<(&'static str, String)>;

impl RateLimits {
    pub(crate) fn of(limits: ApiLimits) -> RateLimits {
        RateLimits { limits: Mutex::new(limits), used: Mutex::default() }
    }

    pub(crate) fn limits(&self) -> ApiLimits {
        *lock(&self.limits)
    }

    /// Sets the limits, and empties the buckets.
    pub(crate) fn set(&self, limits: ApiLimits) {
        *lock(&self.limits) = limits;
        *lock(&self.used) = RateBuckets::default();
    }

    /// The number of buckets in memory.
    pub(crate) fn count(&self) -> usize {
        lock(&self.used).by_name.len()
    }

    /// Counts a request. Returns the reply if a limit is exceeded.
    pub(crate) fn take(&self, request: &LoggedRequest) -> Option<(ApiReply, ResponseHeaders)> {
        let limits = self.limits();
        let (bucket, limit) = bucket(request, &limits)?;
        let now = Instant::now();
        let mut all = lock(&self.used);
        if !is_of_interaction(request) {
            let global = all.global.get_or_insert(Bucket::begin(limits.global, now));
            if let Some(left) = global.take(limits.global, now) {
                let mut headers = waiting_headers(left, "global");
                headers.push(("X-RateLimit-Global", "true".to_owned()));
                return Some((limited(left, true), headers));
            }
        }
        all.tidy(now);
        if let Some(channel) = late_edit(request) {
            let fresh = Bucket::begin(limits.late_edits, now);
            let used = all.by_name.entry(format!("late edits {channel}")).or_insert(fresh);
            if let Some(left) = used.take(limits.late_edits, now) {
                let (_, mut body) = limited(left, false);
                body["code"] = json!(30_046);
                body["message"] = json!(
                    "Maximum number of edits to messages older than 1 hour reached. Try again later."
                );
                return Some(((429, body), waiting_headers(left, "user")));
            }
        }
        let fresh = Bucket::begin(limit, now);
        let left = all.by_name.entry(bucket).or_insert(fresh).take(limit, now)?;
        drop(all);
        let mut headers = self.headers(request);
        headers.extend(waiting_headers(left, "user"));
        Some((limited(left, false), headers))
    }

    /// The headers of an injected rate limit, which has no requests left for `window`.
    pub(crate) fn spent(&self, request: &LoggedRequest, window: Duration) -> ResponseHeaders {
        let limits = self.limits();
        let (bucket, limit) = bucket(request, &limits).unwrap_or((String::new(), limits.route));
        headers_of(limit.requests, 0, window.as_secs_f64(), &bucket)
    }

    /// The rate limit headers of a response.
    pub(crate) fn headers(&self, request: &LoggedRequest) -> ResponseHeaders {
        let Some((bucket, limit)) = bucket(request, &self.limits()) else { return Vec::new() };
        let all = lock(&self.used);
        let Some(used) = all.by_name.get(&bucket) else { return Vec::new() };
        let left = used.window.saturating_sub(used.since.elapsed()).as_secs_f64();
        headers_of(limit.requests, limit.requests.saturating_sub(used.requests), left, &bucket)
    }
}

/// The reply to a request that exceeds a limit.
pub(crate) fn limited(left: f64, global: bool) -> ApiReply {
    let message = "You are being rate limited.";
    (429, json!({"message": message, "retry_after": left, "global": global}))
}

/// The headers of a 429 besides those of its bucket.
pub(crate) fn waiting_headers(left: f64, scope: &str) -> ResponseHeaders {
    vec![("Retry-After", format!("{}", left.ceil())), ("X-RateLimit-Scope", scope.to_owned())]
}

fn headers_of(limit: u32, remaining: u32, left: f64, bucket: &str) -> ResponseHeaders {
    let now = jiff::Timestamp::now().as_millisecond();
    #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit")]
    let reset = now as f64 / 1000.0 + left;
    let hash = bucket.bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(31) + u64::from(byte));
    vec![
        ("X-RateLimit-Limit", limit.to_string()),
        ("X-RateLimit-Remaining", remaining.to_string()),
        ("X-RateLimit-Reset", format!("{reset:.3}")),
        ("X-RateLimit-Reset-After", format!("{left:.3}")),
        ("X-RateLimit-Bucket", format!("{hash:016x}")),
    ]
}

/// Whether a request responds to an interaction. Discord's global limit does not count it.
fn is_of_interaction(request: &LoggedRequest) -> bool {
    ["/interactions/", "/webhooks/"].iter().any(|prefix| request.path.starts_with(prefix))
}

/// The channel in which a request edits a message that is older than an hour.
fn late_edit(request: &LoggedRequest) -> Option<Id> {
    let Route::Message(channel, message, Method::Patch) =
        Route::of(&request.method, &request.path)?
    else {
        return None;
    };
    is_old(message, request.at).then_some(channel)
}

/// The bucket of a request (its kind and channel) and its limit. A callback has none; follow-ups
/// and edits of one interaction share a bucket.
fn bucket(request: &LoggedRequest, limits: &ApiLimits) -> Option<(String, RateLimit)> {
    let mut steps = request.path.split('/').filter(|step| !step.is_empty());
    let (first, second) = (steps.next()?, steps.next().unwrap_or_default());
    match first {
        "interactions" => None,
        "webhooks" => {
            let token = steps.next().unwrap_or_default();
            Some((format!("webhook {token}"), limits.webhook))
        }
        _ => {
            let name = format!("{} {} {second}", request.method, request.template);
            Some((name, limits.route))
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use serde_json::Value;

    use super::*;

    fn to_channel(channel: usize) -> LoggedRequest {
        LoggedRequest {
            number: 0,
            at: Timestamp::UNIX_EPOCH,
            method: "GET".to_owned(),
            path: format!("/channels/{channel}"),
            template: "/channels/{channel_id}".to_owned(),
            query: String::new(),
            body: Value::Null,
            files: Vec::new(),
            status: 0,
            refusal: Value::Null,
            took: Duration::ZERO,
        }
    }

    #[test]
    fn expired_buckets_are_removed() {
        for (window, expected) in [(Duration::ZERO, MANY), (Duration::from_secs(3600), 10 * MANY)] {
            let limits = RateLimits::default();
            let route = RateLimit { requests: 1, window };
            limits.set(ApiLimits { route, ..ApiLimits::default() });
            for channel in 0..10 * MANY {
                assert!(limits.take(&to_channel(channel)).is_none());
            }
            assert_eq!(limits.count(), expected);
        }
    }

    fn path(path: &str) -> LoggedRequest {
        LoggedRequest { path: path.to_owned(), template: path.to_owned(), ..to_channel(1) }
    }

    #[test]
    fn all_requests_share_the_global_limit_and_those_of_interactions_do_not() {
        let limits = RateLimits::of(ApiLimits::of_discord());
        for channel in 0..50 {
            assert!(limits.take(&to_channel(channel)).is_none());
        }
        let ((status, body), headers) = limits.take(&to_channel(50)).unwrap();
        assert_eq!((status, &body["global"]), (429, &json!(true)));
        assert!(headers.contains(&("X-RateLimit-Global", "true".to_owned())));
        assert!(headers.contains(&("X-RateLimit-Scope", "global".to_owned())));
        assert!(limits.take(&path("/interactions/1/token/callback")).is_none());
        assert!(limits.take(&path("/webhooks/1/token")).is_none());
    }

    #[test]
    fn edits_of_old_messages_in_a_channel_share_a_limit() {
        let limits = RateLimits::of(ApiLimits {
            late_edits: RateLimit { requests: 3, window: Duration::from_secs(6) },
            ..ApiLimits::default()
        });
        let at = Timestamp::from_second(1_800_000_000).unwrap();
        let edit = |channel: u64, hours: u64| {
            // An id has the milliseconds since 2015 above its lowest bits.
            let ms = (1_800_000_000 - 3_600 * hours) * 1_000 - 1_420_070_400_000;
            let edited = path(&format!("/channels/{channel}/messages/{}", ms << 22));
            LoggedRequest { at, method: "PATCH".to_owned(), ..edited }
        };
        for message in [edit(1, 2), edit(1, 3), edit(1, 0), edit(1, 2), edit(2, 2)] {
            assert!(limits.take(&message).is_none());
        }
        let ((status, body), _) = limits.take(&edit(1, 4)).unwrap();
        assert_eq!((status, &body["code"]), (429, &json!(30_046)));
        assert!(limits.take(&edit(1, 0)).is_none());
    }

    #[test]
    fn each_interaction_has_a_limit_of_its_own() {
        let limits = RateLimits::of(ApiLimits::of_discord());
        let edit = path("/webhooks/1/token/messages/@original");
        for request in [path("/webhooks/1/token"), edit.clone(), edit.clone(), edit.clone(), edit] {
            assert!(limits.take(&request).is_none());
        }
        let ((status, body), headers) = limits.take(&path("/webhooks/1/token")).unwrap();
        assert_eq!((status, &body["global"]), (429, &json!(false)));
        assert!(headers.contains(&("X-RateLimit-Remaining", "0".to_owned())));
        assert!(limits.take(&path("/webhooks/1/another")).is_none());
        assert!(limits.take(&path("/interactions/1/token/callback")).is_none());
    }
}

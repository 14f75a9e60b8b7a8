//! Rate limits: as generous as asked for, and told in Discord's headers.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::json;

use super::answer::Reply;
use super::lock;
use super::record::Request;

/// So many requests of one kind, to one place, in a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// How many.
    pub requests: u32,
    /// In how long.
    pub window: Duration,
}

impl Default for Limit {
    /// More than any bot sends.
    fn default() -> Limit {
        Limit { requests: 100_000, window: Duration::from_secs(1) }
    }
}

/// How much of the limit is used up, for each kind of request and place.
#[derive(Debug, Default)]
pub(super) struct Limits {
    limit: Mutex<Limit>,
    used: Mutex<HashMap<String, Used>>,
}

#[derive(Clone, Copy, Debug)]
struct Used {
    since: Instant,
    window: Duration,
    requests: u32,
}

type Headers = Vec<(&'static str, String)>;

impl Limits {
    pub(super) fn set(&self, limit: Limit) {
        *lock(&self.limit) = limit;
        lock(&self.used).clear();
    }

    /// Counts a request; what to answer instead, if it is one too many.
    pub(super) fn take(&self, request: &Request) -> Option<(Reply, Headers)> {
        let limit = *lock(&self.limit);
        let bucket = bucket(request)?;
        let now = Instant::now();
        let mut all = lock(&self.used);
        let fresh = Used { since: now, window: limit.window, requests: 0 };
        let used = all.entry(bucket).or_insert(fresh);
        if now.duration_since(used.since) >= used.window {
            *used = fresh;
        }
        used.requests += 1;
        if used.requests <= limit.requests {
            return None;
        }
        let left = used.window.saturating_sub(now.duration_since(used.since)).as_secs_f64();
        let body = json!({
            "message": "You are being rate limited.", "retry_after": left, "global": false,
        });
        drop(all);
        let mut headers = self.headers(request);
        headers.push(("Retry-After", format!("{}", left.ceil())));
        headers.push(("X-RateLimit-Scope", "user".to_owned()));
        Some(((429, body), headers))
    }

    /// Uses all of a limit up, for so long; the headers that say so.
    pub(super) fn spent(&self, request: &Request, window: Duration) -> Headers {
        let limit = lock(&self.limit).requests;
        let seconds = window.as_secs_f64();
        headers_of(limit, 0, seconds, &bucket(request).unwrap_or_default())
    }

    /// What Discord says beside every answer.
    pub(super) fn headers(&self, request: &Request) -> Headers {
        let limit = lock(&self.limit).requests;
        let Some(bucket) = bucket(request) else { return Vec::new() };
        let all = lock(&self.used);
        let Some(used) = all.get(&bucket) else { return Vec::new() };
        let left = used.window.saturating_sub(used.since.elapsed()).as_secs_f64();
        headers_of(limit, limit.saturating_sub(used.requests), left, &bucket)
    }
}

fn headers_of(limit: u32, remaining: u32, left: f64, bucket: &str) -> Headers {
    let now = jiff::Timestamp::now().as_millisecond();
    // A millisecond is a thousandth of a second.
    #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit")]
    let reset = now as f64 / 1000.0 + left;
    let hash = bucket.bytes().fold(0_u64, |sum, it| sum.wrapping_mul(31) + u64::from(it));
    vec![
        ("X-RateLimit-Limit", limit.to_string()),
        ("X-RateLimit-Remaining", remaining.to_string()),
        ("X-RateLimit-Reset", format!("{reset:.3}")),
        ("X-RateLimit-Reset-After", format!("{left:.3}")),
        ("X-RateLimit-Bucket", format!("{hash:016x}")),
    ]
}

/// Requests that share a limit: of one kind, and in one channel. Answers to interactions have a
/// limit each, which nobody reaches.
fn bucket(request: &Request) -> Option<String> {
    let mut steps = request.path.split('/').filter(|it| !it.is_empty());
    let (first, second) = (steps.next()?, steps.next().unwrap_or_default());
    if matches!(first, "interactions" | "webhooks") {
        return None;
    }
    Some(format!("{} {} {second}", request.method, request.template))
}

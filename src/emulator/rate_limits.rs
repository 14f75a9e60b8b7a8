//! Rate limits, and Discord's headers about them.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::json;

use super::endpoints::ApiReply;
use super::lock::lock;
use super::request_log::LoggedRequest;

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

/// The number of buckets from which on full ones are looked for.
const MANY: usize = 4_096;

/// The buckets, by kind of request and channel.
#[derive(Debug, Default)]
pub(super) struct RateLimits {
    limit: Mutex<RateLimit>,
    used: Mutex<RateBuckets>,
}

#[derive(Debug, Default)]
struct RateBuckets {
    by_name: HashMap<String, Bucket>,
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
}

pub(super) type ResponseHeaders = Vec<(&'static str, String)>;

impl RateLimits {
    pub(super) fn set(&self, limit: RateLimit) {
        *lock(&self.limit) = limit;
        *lock(&self.used) = RateBuckets::default();
    }

    /// The number of buckets in memory.
    pub(super) fn count(&self) -> usize {
        lock(&self.used).by_name.len()
    }

    /// Counts a request. Returns the reply if the limit is exceeded.
    pub(super) fn take(&self, request: &LoggedRequest) -> Option<(ApiReply, ResponseHeaders)> {
        let limit = *lock(&self.limit);
        let bucket = bucket(request)?;
        let now = Instant::now();
        let mut all = lock(&self.used);
        all.tidy(now);
        let fresh = Bucket { since: now, window: limit.window, requests: 0 };
        let used = all.by_name.entry(bucket).or_insert(fresh);
        if used.is_over(now) {
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

    /// The headers of an injected rate limit, which has no requests left for `window`.
    pub(super) fn spent(&self, request: &LoggedRequest, window: Duration) -> ResponseHeaders {
        let limit = lock(&self.limit).requests;
        let seconds = window.as_secs_f64();
        headers_of(limit, 0, seconds, &bucket(request).unwrap_or_default())
    }

    /// The rate limit headers of a response.
    pub(super) fn headers(&self, request: &LoggedRequest) -> ResponseHeaders {
        let limit = lock(&self.limit).requests;
        let Some(bucket) = bucket(request) else { return Vec::new() };
        let all = lock(&self.used);
        let Some(used) = all.by_name.get(&bucket) else { return Vec::new() };
        let left = used.window.saturating_sub(used.since.elapsed()).as_secs_f64();
        headers_of(limit, limit.saturating_sub(used.requests), left, &bucket)
    }
}

fn headers_of(limit: u32, remaining: u32, left: f64, bucket: &str) -> ResponseHeaders {
    let now = jiff::Timestamp::now().as_millisecond();
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

/// The bucket of a request: its kind and channel. Interaction responses have none, since each has
/// its own limit at Discord.
fn bucket(request: &LoggedRequest) -> Option<String> {
    let mut steps = request.path.split('/').filter(|it| !it.is_empty());
    let (first, second) = (steps.next()?, steps.next().unwrap_or_default());
    if matches!(first, "interactions" | "webhooks") {
        return None;
    }
    Some(format!("{} {} {second}", request.method, request.template))
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
            limits.set(RateLimit { requests: 1, window });
            for channel in 0..10 * MANY {
                assert!(limits.take(&to_channel(channel)).is_none());
            }
            assert_eq!(limits.count(), expected);
        }
    }
}

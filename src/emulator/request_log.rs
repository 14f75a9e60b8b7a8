//! What the bot has asked of the API.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde_json::Value;
use tokio::sync::broadcast;

use super::lock::lock;
use super::memory::json_bytes;

/// How many requests whoever listens may be behind.
const BEHIND_MAX: usize = 1024;

/// A request that came in, and what was answered.
#[derive(Clone, Debug)]
pub struct LoggedRequest {
    /// Which, counted from 1.
    pub number: u64,
    /// When it came.
    pub at: Timestamp,
    /// GET, POST and so on.
    pub method: String,
    /// Behind `/api/v10`.
    pub path: String,
    /// The path with names for its ids, as Discord's documentation writes it.
    pub template: String,
    /// Behind the question mark.
    pub query: String,
    /// The JSON; null if there was none.
    pub body: Value,
    /// The files, in order.
    pub files: Vec<LoggedFile>,
    /// What was answered; 0 if the connection was cut instead.
    pub status: u16,
    /// The answer's JSON, if it was a refusal.
    pub refusal: Value,
    /// How long it took.
    pub took: Duration,
}

/// A file of a request.
#[derive(Clone, Debug)]
pub struct LoggedFile {
    /// The number in `files[n]`.
    pub number: u64,
    pub name: String,
    /// How many bytes are in it.
    pub size: usize,
}

/// How much of the record is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retention {
    pub(super) count: usize,
    /// Of memory, roughly.
    pub(super) bytes: usize,
    pub(super) time: Duration,
}

#[derive(Debug)]
pub(super) struct RequestLog {
    last: Mutex<Entries>,
    keep: Retention,
    heard: broadcast::Sender<Arc<LoggedRequest>>,
}

#[derive(Debug, Default)]
struct Entries {
    /// With the bytes that each takes, and since when it is here.
    requests: VecDeque<(Arc<LoggedRequest>, usize, Instant)>,
    bytes: usize,
    count: u64,
}

impl Entries {
    /// Drops the oldest until no more is kept than may be.
    fn drop_old(&mut self, keep: Retention) {
        while let Some(&(_, bytes, since)) = self.requests.front() {
            let is_kept = self.requests.len() <= keep.count
                && self.bytes <= keep.bytes
                && since.elapsed() <= keep.time;
            if is_kept {
                break;
            }
            self.requests.pop_front();
            self.bytes -= bytes;
        }
    }
}

impl RequestLog {
    pub(super) fn keeping(keep: Retention) -> RequestLog {
        let (heard, _) = broadcast::channel(BEHIND_MAX);
        RequestLog { last: Mutex::default(), keep, heard }
    }

    pub(super) fn add(&self, mut request: LoggedRequest) {
        let bytes = request.json_bytes();
        let mut last = lock(&self.last);
        last.count += 1;
        request.number = last.count;
        let request = Arc::new(request);
        // Nobody may be listening.
        _ = self.heard.send(Arc::clone(&request));
        last.requests.push_back((request, bytes, Instant::now()));
        last.bytes += bytes;
        last.drop_old(self.keep);
    }

    pub(super) fn all(&self) -> Vec<Arc<LoggedRequest>> {
        let mut last = lock(&self.last);
        last.drop_old(self.keep);
        last.requests.iter().map(|it| Arc::clone(&it.0)).collect()
    }

    pub(super) fn subscribe(&self) -> broadcast::Receiver<Arc<LoggedRequest>> {
        self.heard.subscribe()
    }
}

impl LoggedRequest {
    /// The memory that it takes, roughly.
    fn json_bytes(&self) -> usize {
        let texts = [&self.method, &self.path, &self.template, &self.query];
        let names = self.files.iter().map(|it| size_of::<LoggedFile>() + it.name.len());
        size_of::<LoggedRequest>()
            + texts.iter().map(|it| it.len()).sum::<usize>()
            + names.sum::<usize>()
            + json_bytes(&self.body)
            + json_bytes(&self.refusal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> LoggedRequest {
        LoggedRequest {
            number: 0,
            at: Timestamp::UNIX_EPOCH,
            method: "POST".to_owned(),
            path: String::new(),
            template: String::new(),
            query: String::new(),
            body: Value::String(text.to_owned()),
            files: Vec::new(),
            status: 200,
            refusal: Value::Null,
            took: Duration::ZERO,
        }
    }

    #[test]
    fn the_oldest_go_by_number_by_bytes_and_by_age() {
        let all = Retention { count: 100, bytes: 1 << 20, time: Duration::from_secs(3600) };
        let numbers = |keep: Retention| {
            let requests = RequestLog::keeping(keep);
            for _ in 0..10 {
                requests.add(request(&"x".repeat(10_000)));
            }
            requests.all().iter().map(|it| it.number).collect::<Vec<_>>()
        };
        assert_eq!(numbers(all), (1..=10).collect::<Vec<_>>());
        assert_eq!(numbers(Retention { count: 2, ..all }), [9, 10]);
        assert_eq!(numbers(Retention { bytes: 35_000, ..all }), [8, 9, 10]);
        assert_eq!(numbers(Retention { time: Duration::ZERO, ..all }), [0; 0]);
    }
}

//! The log of the bot's requests.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use serde_json::Value;
use tokio::sync::broadcast;

use crate::lock::lock;

/// The most requests that a subscriber may be behind.
const BEHIND_MAX: usize = 1024;

/// A request of the bot and its response.
#[derive(Clone, Debug)]
pub struct LoggedRequest {
    /// Counts from 1.
    pub number: u64,
    /// When it arrived.
    pub at: Timestamp,
    pub method: String,
    /// The path after `/api/v10`.
    pub path: String,
    /// The path with names in place of ids, as Discord documents it.
    pub template: String,
    /// The part after the question mark.
    pub query: String,
    /// Null without a JSON body.
    pub body: Value,
    pub files: Vec<LoggedFile>,
    /// The status of the response; 0 if the connection was cut.
    pub status: u16,
    /// The body of an error response; null otherwise.
    pub refusal: Value,
    pub took: Duration,
}

/// An uploaded file of a request.
#[derive(Clone, Debug)]
pub struct LoggedFile {
    /// The number in `files[n]`.
    pub number: u64,
    pub name: String,
    /// In bytes.
    pub size: usize,
}

/// How long requests stay in the log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Retention {
    pub(crate) count: usize,
    /// Approximate, in memory.
    pub(crate) bytes: usize,
    pub(crate) time: Duration,
}

#[derive(Debug)]
pub(crate) struct RequestLog {
    last: Mutex<Entries>,
    keep: Retention,
    sender: broadcast::Sender<Arc<LoggedRequest>>,
}

#[derive(Debug, Default)]
struct Entries {
    /// With the bytes of each, and the time of its arrival.
    requests: VecDeque<(Arc<LoggedRequest>, usize, Instant)>,
    bytes: usize,
    count: u64,
}

impl Entries {
    /// Removes the oldest requests beyond the limits.
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
    pub(crate) fn keeping(keep: Retention) -> RequestLog {
        let (sender, _) = broadcast::channel(BEHIND_MAX);
        RequestLog { last: Mutex::default(), keep, sender }
    }

    pub(crate) fn add(&self, mut request: LoggedRequest) {
        let bytes = request.json_bytes();
        let mut last = lock(&self.last);
        last.count += 1;
        request.number = last.count;
        let request = Arc::new(request);
        // There may be no subscriber.
        _ = self.sender.send(Arc::clone(&request));
        last.requests.push_back((request, bytes, Instant::now()));
        last.bytes += bytes;
        last.drop_old(self.keep);
    }

    pub(crate) fn all(&self) -> Vec<Arc<LoggedRequest>> {
        let mut last = lock(&self.last);
        last.drop_old(self.keep);
        last.requests.iter().map(|(request, ..)| Arc::clone(request)).collect()
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Arc<LoggedRequest>> {
        self.sender.subscribe()
    }
}

impl LoggedRequest {
    /// The approximate memory, in bytes.
    fn json_bytes(&self) -> usize {
        let texts = [&self.method, &self.path, &self.template, &self.query];
        let names = self.files.iter().map(|file| size_of::<LoggedFile>() + file.name.len());
        size_of::<LoggedRequest>()
            + texts.iter().map(|text| text.len()).sum::<usize>()
            + names.sum::<usize>()
            + json_bytes(&self.body)
            + json_bytes(&self.refusal)
    }
}

/// The approximate memory of a JSON value, in bytes.
fn json_bytes(value: &Value) -> usize {
    // The overhead of an allocation.
    const HEAD: usize = 16;
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => size_of::<Value>(),
        Value::String(text) => size_of::<Value>() + HEAD + text.len(),
        Value::Array(list) => {
            size_of::<Value>() + HEAD + list.iter().map(json_bytes).sum::<usize>()
        }
        Value::Object(object) => {
            // The nodes of the tree are half empty.
            let entry = |(key, value): (&String, &Value)| {
                2 * (size_of::<String>() + HEAD) + key.len() + json_bytes(value)
            };
            size_of::<Value>() + HEAD + object.iter().map(entry).sum::<usize>()
        }
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
    fn old_requests_are_dropped_by_number_by_bytes_and_by_age() {
        let all = Retention { count: 100, bytes: 1 << 20, time: Duration::from_secs(3600) };
        let numbers = |keep: Retention| {
            let requests = RequestLog::keeping(keep);
            for _ in 0..10 {
                requests.add(request(&"x".repeat(10_000)));
            }
            requests.all().iter().map(|request| request.number).collect::<Vec<_>>()
        };
        assert_eq!(numbers(all), (1..=10).collect::<Vec<_>>());
        assert_eq!(numbers(Retention { count: 2, ..all }), [9, 10]);
        assert_eq!(numbers(Retention { bytes: 35_000, ..all }), [8, 9, 10]);
        assert_eq!(numbers(Retention { time: Duration::ZERO, ..all }), [0; 0]);
    }
}

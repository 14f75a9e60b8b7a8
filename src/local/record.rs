//! What the bot has asked of the API.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use jiff::Timestamp;
use serde_json::Value;
use tokio::sync::broadcast;

use super::lock;

/// A request that came in, and what was answered.
#[derive(Clone, Debug)]
pub struct Request {
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
    pub files: Vec<SentFile>,
    /// What was answered; 0 if the connection was cut instead.
    pub status: u16,
    /// The answer's JSON, if it was a refusal.
    pub refusal: Value,
    /// How long it took.
    pub took: Duration,
}

/// A file of a request.
#[derive(Clone, Debug)]
pub struct SentFile {
    /// The number in `files[n]`.
    pub number: u64,
    /// Its name.
    pub name: String,
    /// What is in it.
    pub bytes: Bytes,
}

/// The last requests.
#[derive(Debug)]
pub(super) struct Requests {
    last: Mutex<Last>,
    kept_max: usize,
    heard: broadcast::Sender<Arc<Request>>,
}

#[derive(Debug, Default)]
struct Last {
    requests: VecDeque<Arc<Request>>,
    count: u64,
}

impl Requests {
    pub(super) fn keeping(kept_max: usize) -> Requests {
        let (heard, _) = broadcast::channel(4096);
        Requests { last: Mutex::default(), kept_max, heard }
    }

    pub(super) fn add(&self, mut request: Request) {
        let mut last = lock(&self.last);
        last.count += 1;
        request.number = last.count;
        let request = Arc::new(request);
        // Nobody may be listening.
        _ = self.heard.send(Arc::clone(&request));
        last.requests.push_back(request);
        while last.requests.len() > self.kept_max {
            last.requests.pop_front();
        }
    }

    pub(super) fn all(&self) -> Vec<Arc<Request>> {
        lock(&self.last).requests.iter().cloned().collect()
    }

    pub(super) fn subscribe(&self) -> broadcast::Receiver<Arc<Request>> {
        self.heard.subscribe()
    }
}

//! How a local Discord is started, and why it is not.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use super::clock::ClockFollower;
use super::persistence::PersistenceError;
use super::seed::Seed;

/// The token of the bot, unless another one is asked for. Its first part is the bot's id, as in
/// all tokens.
const TOKEN: &str = "MTMwMDAwMDAwMDAwMDAwMDAwMQ.local0.nobody-needs-to-keep-this-one-secret";

/// How a local Discord is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens; port 0 finds a free one.
    pub address: SocketAddr,
    /// Names by which bots may reach it, beside those of this machine itself.
    pub names: Vec<String>,
    /// What the world is like.
    pub seed: Seed,
    /// The token of the bot.
    pub token: String,
    /// How many files are kept in memory, where there is no folder.
    pub keep_files: usize,
    /// How many requests are kept in the record.
    pub keep_requests: usize,
    /// How many bytes of memory the record of requests may take, roughly.
    pub keep_request_bytes: usize,
    /// For how long a request is kept in the record.
    pub keep_requests_for: Duration,
    /// How many connections may be open at once, beside those of the bot.
    pub connections: usize,
    /// How many pages may listen over sockets at once, and how many sockets may be open that
    /// have not shown the bot's token.
    pub pages: usize,
    /// How long the head of a request may take to arrive, and how long its body.
    pub request_timeout: Duration,
    /// How long a connection may be silent between two requests, and a WebSocket altogether.
    pub idle_timeout: Duration,
    /// How many shards bots are told to use.
    pub shards: u64,
    /// How many sessions a bot may begin a day, as the gateway tells it.
    pub sessions: u64,
    /// Where bots are told to resume; at the gateway itself, unless it is told.
    pub resume_url: Option<String>,
    /// How often a bot is told to give a sign of life.
    pub heartbeat: Duration,
    /// How soon an interaction has to be answered.
    pub patience: Duration,
    /// Where the world is kept, and found again; nowhere, unless it is told.
    pub folder: Option<PathBuf>,
    /// Who follows the clock here.
    pub clock: Option<ClockFollower>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            names: Vec::new(),
            seed: Seed::default(),
            token: TOKEN.to_owned(),
            keep_files: 1000,
            keep_requests: 10_000,
            keep_request_bytes: 64 << 20,
            keep_requests_for: Duration::from_secs(24 * 3600),
            connections: 256,
            pages: 64,
            request_timeout: Duration::from_secs(30),
            // Longer than clients keep a connection that they do not use.
            idle_timeout: Duration::from_secs(120),
            shards: 1,
            sessions: 1_000,
            resume_url: None,
            heartbeat: Duration::from_millis(41_250),
            patience: Duration::from_secs(3),
            folder: None,
            clock: None,
        }
    }
}

/// Why a local Discord does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address cannot be listened on.
    #[error("cannot listen at {address}")]
    Listen { address: SocketAddr, source: io::Error },
    /// The world's folder cannot be used.
    #[error(transparent)]
    Persistence(#[from] PersistenceError),
}

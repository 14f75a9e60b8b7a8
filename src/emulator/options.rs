//! Options of an emulator, and the errors of starting it.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use super::clock::ClockFollower;
use super::persistence::PersistenceError;
use super::traffic::ApiLimits;
use super::world::Seed;

/// The default token of the bot. Its first part is the bot's id, as in Discord's tokens.
const TOKEN: &str = "MTMwMDAwMDAwMDAwMDAwMDAwMQ.local0.nobody-needs-to-keep-this-one-secret";

#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on; port 0 takes a free one.
    pub address: SocketAddr,
    /// Host names by which bots may reach it, besides those of this machine.
    pub names: Vec<String>,
    /// The servers, channels and people of a new world.
    pub seed: Seed,
    /// The bot's token.
    pub token: String,
    /// The most files in memory, if there is no folder.
    pub keep_files: usize,
    /// The most requests in the log.
    pub keep_requests: usize,
    /// The approximate bytes of memory that the request log may take.
    pub keep_request_bytes: usize,
    /// The time for which a request stays in the log.
    pub keep_requests_for: Duration,
    /// The most pages that listen to events at once, and the most gateway sockets without a
    /// session.
    pub pages: usize,
    /// The timeout of a request's body.
    pub request_timeout: Duration,
    /// The timeout of an idle connection, up to the end of the next request's head, and of a
    /// silent WebSocket.
    pub idle_timeout: Duration,
    /// The number of shards that `GET /gateway/bot` recommends.
    pub shards: u64,
    /// The most sessions that a bot may start in a day. One that starts more loses its token.
    pub sessions: u64,
    /// The number of shards that may identify at once.
    pub max_concurrency: u64,
    /// The time between two IDENTIFYs of shards that may not identify at once. Discord has five
    /// seconds.
    pub identify_interval: Duration,
    /// The most messages that a bot may send over a gateway connection in a minute.
    pub gateway_sends: usize,
    /// The rate limits of the REST API.
    pub limits: ApiLimits,
    /// The most invalid requests in ten minutes.
    pub invalid_requests: usize,
    /// The resume URL in READY; `None` for the gateway itself.
    pub resume_url: Option<String>,
    /// The heartbeat interval in HELLO.
    pub heartbeat: Duration,
    /// The time in which the bot has to respond to an interaction.
    pub response_timeout: Duration,
    /// The folder of the world; `None` keeps it in memory.
    pub folder: Option<PathBuf>,
    /// A callback that gets the clock's offset.
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
            pages: 64,
            request_timeout: Duration::from_secs(30),
            // Longer than clients keep an idle connection.
            idle_timeout: Duration::from_secs(120),
            shards: 1,
            sessions: 1_000,
            max_concurrency: 16,
            identify_interval: Duration::ZERO,
            gateway_sends: 120,
            limits: ApiLimits::default(),
            invalid_requests: 10_000,
            resume_url: None,
            heartbeat: Duration::from_millis(41_250),
            response_timeout: Duration::from_secs(3),
            folder: None,
            clock: None,
        }
    }
}

/// Why an emulator does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address is not available.
    #[error("cannot listen at {address}")]
    Listen { address: SocketAddr, source: io::Error },
    /// The world's folder is not usable.
    #[error(transparent)]
    Persistence(#[from] PersistenceError),
}

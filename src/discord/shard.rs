//! One connection to Discord's gateway: hello, identify or resume, heartbeats, events. It is made
//! again whenever it is lost, and every loss is logged in words that hold no token.
//!
//! serenity's own gateway client logs its losses together with what it received, tokens included,
//! so that its log has to stay off; it has no time limits and does not stop at every fatal close
//! code.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message as Frame};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};
use tokio_util::sync::CancellationToken;

use super::api::Api;
use super::connection_end::{Ended, FatalClose, lot};
use super::limits::{BETWEEN_IDENTIFIES, GATEWAY_QUERY};
use crate::service::ErrorChain;

/// How long connecting may take, and how long Discord may take to say hello.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// How long to say goodbye takes at most.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// How many sessions are left to whoever starts the bot anew: Discord resets the token of a bot that
/// begins more than it takes.
const IDENTIFIES_SPARED: u64 = 5;

/// How often a session is resumed in one place before another one is tried.
const RESUMES_MAX: u32 = 2;

/// How many connections in a row that did not last this long are made again at once.
const SHORT_MAX: u32 = 20;
const STEADY: Duration = Duration::from_secs(120);

/// Discord's opcodes.
mod op {
    pub(super) const DISPATCH: u8 = 0;
    pub(super) const HEARTBEAT: u8 = 1;
    pub(super) const IDENTIFY: u8 = 2;
    pub(super) const RESUME: u8 = 6;
    pub(super) const RECONNECT: u8 = 7;
    pub(super) const INVALID_SESSION: u8 = 9;
    pub(super) const HELLO: u8 = 10;
    pub(super) const HEARTBEAT_ACK: u8 = 11;
}

/// A session, which outlives its connection.
#[derive(Debug)]
struct Session {
    id: String,
    resume_url: Option<String>,
    sequence: u64,
    /// How often resuming failed since it was last heard of.
    failures: u32,
}

impl Session {
    /// What is left of a session that could not be resumed. Discord retires the hosts where sessions
    /// are resumed: the next attempts go to the gateway itself, and then it is given up.
    fn after_failure(mut self) -> Option<Session> {
        self.failures += 1;
        if self.failures < RESUMES_MAX {
            return Some(self);
        }
        self.failures = 0;
        self.resume_url.take().map(|_| self)
    }
}

/// Where sessions are begun, and whose turn it is. Discord takes so many IDENTIFY a day, and resets
/// the token of a bot that sends more.
#[derive(Debug)]
pub(super) struct Identify {
    api: Arc<Api>,
    /// Where the gateway is, if Discord is not to be asked.
    url: Option<String>,
    /// When the last one was sent, for each of the shards that Discord takes at once.
    turns: Vec<Mutex<Option<Instant>>>,
}

impl Identify {
    pub(super) fn new(api: Arc<Api>, url: Option<String>, max_concurrency: u64) -> Arc<Identify> {
        let turns = (0..max_concurrency.clamp(1, 64)).map(|_| Mutex::new(None)).collect();
        Arc::new(Identify { api, url, turns })
    }

    /// Waits until a shard may identify. Whoever comes next waits for the guard to be dropped, and
    /// five seconds from the time that it holds.
    async fn turn(&self, shard: u32) -> MutexGuard<'_, Option<Instant>> {
        let last = self.turns[shard as usize % self.turns.len()].lock().await;
        if let Some(last) = *last {
            sleep_until(last + BETWEEN_IDENTIFIES).await;
        }
        last
    }

    /// Waits until Discord takes another session, and says where; `None` where it does not tell.
    async fn place(&self) -> Option<String> {
        loop {
            let gateway = match self.api.gateway().await {
                Ok(gateway) => gateway,
                Err(error) => {
                    tracing::warn!(error = %ErrorChain(&error), "Discord does not say where the gateway is");
                    return self.url.clone();
                }
            };
            if gateway.starts_left > IDENTIFIES_SPARED {
                return Some(self.url.clone().unwrap_or(gateway.url));
            }
            let minutes = gateway.reset_after.as_secs() / 60 + 1;
            tracing::error!(minutes, "Discord takes no new session from this token for a while");
            sleep(gateway.reset_after.max(BETWEEN_IDENTIFIES)).await;
        }
    }
}

/// What is said over the gateway.
#[derive(Debug, Deserialize)]
struct Payload {
    op: u8,
    #[serde(default)]
    d: Value,
    #[serde(default)]
    s: Option<u64>,
    #[serde(default)]
    t: Option<String>,
}

/// One shard. It holds the token, and is therefore never printed.
pub(super) struct Shard {
    pub(super) token: String,
    /// Where the gateway was when the bot started.
    pub(super) url: String,
    /// Whether sessions are resumed where Discord says, and not where the gateway is.
    pub(super) follows_resume_url: bool,
    pub(super) number: u32,
    pub(super) count: u32,
    pub(super) identify: Arc<Identify>,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A connection that is open.
struct Open {
    socket: Socket,
    interval: Duration,
}

impl Shard {
    /// Stays connected until it is told to stop, and hands every event to `dispatch`.
    pub(super) async fn run(
        &self,
        stop: &CancellationToken,
        dispatch: impl Fn(&str, Value),
    ) -> Result<(), FatalClose> {
        let mut session = None;
        let mut failures = 0;
        let mut short = 0;
        loop {
            let was_ready = &mut false;
            let begun = Instant::now();
            let ended = self.connection(&mut session, was_ready, stop, &dispatch).await;
            let Some(ended) = ended else { return Ok(()) };
            short = if begun.elapsed() < STEADY { short + 1 } else { 0 };
            if *was_ready && short < SHORT_MAX {
                failures = 0;
            }
            if !*was_ready {
                session = session.and_then(Session::after_failure);
            }
            ended.log(self.number, failures);
            if let Some(fatal) = ended.fatal() {
                return Err(fatal);
            }
            if ended.loses_session() {
                session = None;
            }
            let wait = ended.pause(failures);
            failures += 1;
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = sleep(wait) => {}
            }
        }
    }

    /// One connection from its beginning to its end; `None` when it was told to stop.
    async fn connection(
        &self,
        session: &mut Option<Session>,
        was_ready: &mut bool,
        stop: &CancellationToken,
        dispatch: &impl Fn(&str, Value),
    ) -> Option<Ended> {
        let begin = self.begin(session.as_ref());
        let mut open = tokio::select! {
            () = stop.cancelled() => return None,
            begun = begin => match begun {
                Ok(open) => open,
                Err(ended) => return Some(ended),
            },
        };
        let mut beat_at = Instant::now() + open.interval.mul_f64(lot());
        let mut is_acknowledged = true;
        loop {
            tokio::select! {
                () = stop.cancelled() => {
                    close(&mut open.socket, 1000).await;
                    return None;
                }
                () = sleep_until(beat_at) => {
                    if !is_acknowledged {
                        close(&mut open.socket, 4000).await;
                        return Some(Ended::Silent);
                    }
                    is_acknowledged = false;
                    beat_at = Instant::now() + open.interval;
                    if let Err(error) = send(&mut open.socket, &heartbeat(session.as_ref())).await {
                        return Some(broken(&error));
                    }
                }
                frame = open.socket.next() => {
                    let payload = match frame {
                        Some(Ok(Frame::Text(text))) => serde_json::from_str::<Payload>(&text),
                        Some(Ok(Frame::Binary(bytes))) => serde_json::from_slice(&bytes),
                        Some(Ok(Frame::Close(frame))) => {
                            return Some(Ended::Closed(frame.map(|it| it.code.into())));
                        }
                        Some(Ok(_)) => continue,
                        Some(Err(error)) => return Some(broken(&error)),
                        None => return Some(Ended::Closed(None)),
                    };
                    // The error would repeat what was received.
                    let Ok(payload) = payload else {
                        tracing::error!(shard = self.number, "a gateway message cannot be read");
                        continue;
                    };
                    match payload.op {
                        op::DISPATCH => {
                            self.note(&payload, session, was_ready);
                            if let Some(name) = &payload.t {
                                dispatch(name, payload.d);
                            }
                        }
                        op::HEARTBEAT => {
                            let beat = heartbeat(session.as_ref());
                            if let Err(error) = send(&mut open.socket, &beat).await {
                                return Some(broken(&error));
                            }
                        }
                        op::HEARTBEAT_ACK => is_acknowledged = true,
                        op::RECONNECT => {
                            close(&mut open.socket, 4000).await;
                            return Some(Ended::Reconnect);
                        }
                        op::INVALID_SESSION => {
                            let can_resume = payload.d.as_bool().unwrap_or(false);
                            close(&mut open.socket, 4000).await;
                            return Some(Ended::InvalidSession { can_resume });
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// Connects, and identifies or resumes a session.
    async fn begin(&self, session: Option<&Session>) -> Result<Open, Ended> {
        let (turn, place) = if let Some(session) = session {
            (None, session.resume_url.clone())
        } else {
            let turn = self.identify.turn(self.number).await;
            (Some(turn), self.identify.place().await)
        };
        let url = place.as_deref().unwrap_or(&self.url);
        let mut open = match timeout(CONNECT_TIMEOUT, open(url)).await {
            Ok(open) => open?,
            Err(_) => return Err(Ended::Unreachable("no answer in time".to_owned())),
        };
        let hello = session.map_or_else(|| self.identify_payload(), |session| self.resume(session));
        send(&mut open.socket, &hello).await.map_err(|error| broken(&error))?;
        if let Some(mut last) = turn {
            *last = Some(Instant::now());
        }
        Ok(open)
    }

    /// Notes what an event says about the session.
    fn note(&self, payload: &Payload, session: &mut Option<Session>, was_ready: &mut bool) {
        let data = &payload.d;
        match payload.t.as_deref() {
            Some("READY") => {
                let resume_url = data["resume_gateway_url"].as_str().map(str::to_owned);
                *session = Some(Session {
                    id: data["session_id"].as_str().unwrap_or_default().to_owned(),
                    resume_url: resume_url.filter(|_| self.follows_resume_url),
                    sequence: 0,
                    failures: 0,
                });
                *was_ready = true;
                let name = data["user"]["username"].as_str().unwrap_or_default();
                tracing::info!(shard = self.number, name, "connected to Discord");
            }
            Some("RESUMED") => {
                *was_ready = true;
                if let Some(session) = session {
                    session.failures = 0;
                }
                tracing::info!(shard = self.number, "the gateway session is resumed");
            }
            _ => {}
        }
        if let (Some(session), Some(sequence)) = (session, payload.s) {
            session.sequence = sequence;
        }
    }

    fn identify_payload(&self) -> Value {
        let properties = json!({
            "os": std::env::consts::OS, "browser": "kradan", "device": "kradan",
        });
        json!({ "op": op::IDENTIFY, "d": {
            "token": self.token, "intents": 0, "properties": properties,
            "shard": [self.number, self.count],
        } })
    }

    fn resume(&self, session: &Session) -> Value {
        json!({ "op": op::RESUME, "d": {
            "token": self.token, "session_id": session.id, "seq": session.sequence,
        } })
    }
}

/// Connects, and hears how often heartbeats are wanted.
async fn open(url: &str) -> Result<Open, Ended> {
    let url = format!("{}/?{GATEWAY_QUERY}", url.trim_end_matches('/'));
    let unreachable = |error: &SocketError| Ended::Unreachable(said(error));
    let connected = connect_async_with_config(url, None, true).await;
    let (mut socket, _) = connected.map_err(|error| unreachable(&error))?;
    loop {
        let text = match socket.next().await {
            Some(Ok(Frame::Text(text))) => text,
            Some(Ok(Frame::Close(frame))) => {
                return Err(Ended::Closed(frame.map(|it| it.code.into())));
            }
            Some(Ok(_)) => continue,
            Some(Err(error)) => return Err(unreachable(&error)),
            None => return Err(Ended::Closed(None)),
        };
        let hello: Option<Payload> = serde_json::from_str(&text).ok();
        let interval = hello.filter(|it| it.op == op::HELLO);
        let interval = interval.and_then(|it| it.d["heartbeat_interval"].as_u64());
        if let Some(interval) = interval {
            return Ok(Open { socket, interval: Duration::from_millis(interval.max(1)) });
        }
    }
}

async fn send(socket: &mut Socket, value: &Value) -> Result<(), SocketError> {
    socket.send(Frame::text(value.to_string())).await
}

/// Says goodbye. After 1000 Discord forgets the session.
async fn close(socket: &mut Socket, code: u16) {
    let frame = CloseFrame { code: code.into(), reason: "".into() };
    // The other side may be gone already.
    _ = timeout(CLOSE_TIMEOUT, socket.close(Some(frame))).await;
}

fn heartbeat(session: Option<&Session>) -> Value {
    json!({ "op": op::HEARTBEAT, "d": session.map(|it| it.sequence) })
}

fn broken(error: &SocketError) -> Ended {
    Ended::Broken(said(error))
}

/// What went wrong with a socket. Addresses and frames stay out of it.
fn said(error: &SocketError) -> String {
    match error {
        SocketError::Http(response) => format!("HTTP status {}", response.status()),
        SocketError::Io(error) => error.to_string(),
        SocketError::Tls(error) => error.to_string(),
        SocketError::Protocol(error) => error.to_string(),
        SocketError::ConnectionClosed | SocketError::AlreadyClosed => "it is closed".to_owned(),
        _ => "the WebSocket failed".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_gateway_behind_tls_that_is_none_is_unreachable() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("wss://{}", listener.local_addr().unwrap());
        let refuse = async { drop(listener.accept().await) };
        let (opened, ()) = tokio::join!(open(&url), refuse);
        assert!(matches!(opened.map(drop), Err(Ended::Unreachable(_))));
    }
}

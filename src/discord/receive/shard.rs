//! A shard's connection to Discord's gateway: hello, identify or resume, heartbeats, events. The
//! shard reconnects whenever the connection is lost, and logs every loss without any token.
//!
//! serenity's own gateway client logs what it received, tokens included, with every loss; it has
//! no time limits, and does not stop at every fatal close code.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use metrics::counter;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error as SocketError, Message as Frame};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};
use tokio_util::sync::CancellationToken;

use super::connection_end::{Ended, FatalClose, random_fraction};
use super::identify::Identify;
use crate::discord::limits::GATEWAY_QUERY;
use crate::discord::shared::gateway_state::GatewayState;
use crate::monitoring::GATEWAY_RECONNECTS;
use crate::service::GatewaySession;

/// The longest time until Discord says hello.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// The longest time until Discord answers a heartbeat, where it sends nothing else either. With Discord's
/// interval of 41.25 seconds, silence is noticed within a minute.
const ACKNOWLEDGED_WITHIN: Duration = Duration::from_secs(15);

/// The longest time in which a connection is closed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The number of attempts to resume a session at one address before another one is tried.
const RESUMES_MAX: u32 = 2;

/// The number of short connections in a row after which reconnecting slows down.
const SHORT_MAX: u32 = 20;
/// A connection is short if it lasted less than this.
const STEADY: Duration = Duration::from_secs(120);

/// Discord's opcodes.
mod op {
    pub(crate) const DISPATCH: u8 = 0;
    pub(crate) const HEARTBEAT: u8 = 1;
    pub(crate) const IDENTIFY: u8 = 2;
    pub(crate) const RESUME: u8 = 6;
    pub(crate) const RECONNECT: u8 = 7;
    pub(crate) const INVALID_SESSION: u8 = 9;
    pub(crate) const HELLO: u8 = 10;
    pub(crate) const HEARTBEAT_ACK: u8 = 11;
}

/// A gateway session. It outlives its connection.
#[derive(Debug)]
struct Session {
    resumed_by: GatewaySession,
    /// The number of failed attempts to resume since the last connection.
    failures: u32,
}

impl Session {
    fn new(resumed_by: GatewaySession) -> Session {
        Session { resumed_by, failures: 0 }
    }

    /// The session to resume next after a failed attempt. Discord retires the hosts of
    /// `resume_url`: later attempts go to the gateway itself, and then the session is given up.
    fn after_failure(mut self) -> Option<Session> {
        self.failures += 1;
        if self.failures < RESUMES_MAX {
            return Some(self);
        }
        self.failures = 0;
        self.resumed_by.resume_url.take().map(|_| self)
    }
}

/// A message of the gateway, with the keys that Discord gives it.
#[derive(Debug, Deserialize)]
struct GatewayPayload {
    op: u8,
    #[serde(default)]
    d: Value,
    #[serde(default)]
    s: Option<u64>,
    #[serde(default)]
    t: Option<String>,
}

/// A shard. It has the token, and is therefore not `Debug`.
pub(crate) struct Shard {
    pub(crate) token: String,
    /// The gateway's address when the bot started.
    pub(crate) url: String,
    /// Whether sessions are resumed at the address that Discord sends, not at the gateway's.
    pub(crate) follows_resume_url: bool,
    pub(crate) number: u32,
    pub(crate) count: u32,
    pub(crate) identify: Arc<Identify>,
    pub(crate) gateway: Arc<GatewayState>,
    /// The session, which it begins with and leaves behind.
    pub(crate) session: Arc<Mutex<Option<GatewaySession>>>,
    /// Whether somebody else may resume the session after the shard was stopped.
    pub(crate) leaves_session: Box<dyn Fn() -> bool + Send + Sync>,
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A connection over which Discord has said hello.
struct Open {
    socket: Socket,
    /// The time between two heartbeats.
    interval: Duration,
}

/// The heartbeats of one connection.
struct Heartbeats {
    interval: Duration,
    next: Instant,
    /// Whether Discord acknowledged the last one.
    is_acknowledged: bool,
    /// When one was sent after which nothing was received.
    unanswered_since: Option<Instant>,
}

impl Heartbeats {
    /// Begins with a random part of the interval, as Discord asks.
    fn new(interval: Duration) -> Heartbeats {
        let next = Instant::now() + interval.mul_f64(random_fraction());
        Heartbeats { interval, next, is_acknowledged: true, unanswered_since: None }
    }

    /// When there is something to do: a heartbeat, or the end of a silent connection.
    fn due(&self) -> Instant {
        self.silent_at().map_or(self.next, |silent_at| self.next.min(silent_at))
    }

    /// When the connection is given up if nothing is received.
    fn silent_at(&self) -> Option<Instant> {
        Some(self.unanswered_since? + ACKNOWLEDGED_WITHIN)
    }

    fn is_silent(&self, now: Instant) -> bool {
        let is_late = self.silent_at().is_some_and(|silent_at| now >= silent_at);
        is_late || (now >= self.next && !self.is_acknowledged)
    }

    /// Sends the heartbeat that is due, or closes a connection that is silent or on which the last one was
    /// not acknowledged.
    async fn send_due(
        &mut self,
        socket: &mut Socket,
        session: Option<&Session>,
    ) -> Result<(), Ended> {
        if self.is_silent(Instant::now()) {
            close(socket, 4000).await;
            return Err(Ended::Silent);
        }
        self.is_acknowledged = false;
        let now = Instant::now();
        self.unanswered_since = Some(now);
        self.next = now + self.interval;
        send(socket, &heartbeat(session)).await.map_err(|error| broken(&error))
    }
}

/// Does what Discord asks of a connection.
async fn obey(
    payload: &GatewayPayload,
    socket: &mut Socket,
    heartbeats: &mut Heartbeats,
    session: Option<&Session>,
) -> Result<(), Ended> {
    match payload.op {
        op::HEARTBEAT => {
            send(socket, &heartbeat(session)).await.map_err(|error| broken(&error))?;
        }
        op::HEARTBEAT_ACK => heartbeats.is_acknowledged = true,
        op::RECONNECT => {
            close(socket, 4000).await;
            return Err(Ended::Reconnect);
        }
        op::INVALID_SESSION => {
            let can_resume = payload.d.as_bool().unwrap_or(false);
            close(socket, 4000).await;
            return Err(Ended::InvalidSession { can_resume });
        }
        _ => {}
    }
    Ok(())
}

impl Shard {
    /// Stays connected until `stop`, and passes every event to `dispatch`.
    pub(crate) async fn run(
        &self,
        stop: &CancellationToken,
        dispatch: impl Fn(&str, Value),
    ) -> Result<(), FatalClose> {
        for reason in Ended::REASONS {
            counter!(GATEWAY_RECONNECTS, "reason" => reason).increment(0);
        }
        let mut session = self.left_session().clone().map(Session::new);
        let mut failures = 0;
        let mut short = 0;
        loop {
            let was_ready = &mut false;
            let begun = Instant::now();
            let ended = self.connection(&mut session, was_ready, stop, &dispatch).await;
            if *was_ready {
                self.gateway.note_disconnected();
            }
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
            counter!(GATEWAY_RECONNECTS, "reason" => ended.reason()).increment(1);
            if ended.loses_session() {
                session = None;
                *self.left_session() = None;
            }
            let wait = ended.pause(failures);
            failures += 1;
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = sleep(wait) => {}
            }
        }
    }

    /// Connects, and serves the connection to its end. Returns `None` after `stop`.
    async fn connection(
        &self,
        session: &mut Option<Session>,
        was_ready: &mut bool,
        stop: &CancellationToken,
        dispatch: &impl Fn(&str, Value),
    ) -> Option<Ended> {
        let mut open = tokio::select! {
            () = stop.cancelled() => return None,
            begun = self.begin(session.as_ref()) => match begun {
                Ok(open) => open,
                Err(ended) => return Some(ended),
            },
        };
        let mut heartbeats = Heartbeats::new(open.interval);
        loop {
            let outcome = tokio::select! {
                // What has arrived is read before a connection counts as silent, also by a process that
                // stood still.
                biased;
                () = stop.cancelled() => {
                    if (self.leaves_session)() {
                        close(&mut open.socket, 4000).await;
                    } else {
                        close(&mut open.socket, 1000).await;
                        *self.left_session() = None;
                    }
                    return None;
                }
                frame = open.socket.next() => match self.read(frame, &mut heartbeats) {
                    Ok(None) => Ok(()),
                    Ok(Some(payload)) if payload.op == op::DISPATCH => {
                        self.update_session(&payload, session, was_ready);
                        if let Some(name) = &payload.t {
                            dispatch(name, payload.d);
                        }
                        Ok(())
                    }
                    Ok(Some(payload)) => {
                        obey(&payload, &mut open.socket, &mut heartbeats, session.as_ref()).await
                    }
                    Err(ended) => Err(ended),
                },
                () = sleep_until(heartbeats.due()) => {
                    heartbeats.send_due(&mut open.socket, session.as_ref()).await
                }
            };
            *self.left_session() = session.as_ref().map(|session| session.resumed_by.clone());
            if let Err(ended) = outcome {
                return Some(ended);
            }
        }
    }

    fn left_session(&self) -> MutexGuard<'_, Option<GatewaySession>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a frame; `None` if it holds no payload, or one that cannot be read.
    fn read(
        &self,
        frame: Option<Result<Frame, SocketError>>,
        heartbeats: &mut Heartbeats,
    ) -> Result<Option<GatewayPayload>, Ended> {
        if let Some(Ok(_)) = &frame {
            heartbeats.unanswered_since = None;
            self.gateway.note_alive(self.number);
        }
        let payload = match frame {
            Some(Ok(Frame::Text(text))) => serde_json::from_str(&text),
            Some(Ok(Frame::Binary(bytes))) => serde_json::from_slice(&bytes),
            Some(Ok(Frame::Close(frame))) => {
                return Err(Ended::Closed(frame.map(|frame| frame.code.into())));
            }
            Some(Ok(_)) => return Ok(None),
            Some(Err(error)) => return Err(broken(&error)),
            None => return Err(Ended::Closed(None)),
        };
        // The error would repeat what was received.
        if payload.is_err() {
            tracing::error!(shard = self.number, "a gateway message cannot be read");
        }
        Ok(payload.ok())
    }

    /// Connects, and identifies or resumes a session.
    async fn begin(&self, session: Option<&Session>) -> Result<Open, Ended> {
        let (turn, address) = if let Some(session) = session {
            (None, session.resumed_by.resume_url.clone())
        } else {
            self.gateway.note_waits_for_turn(self.number);
            let turn = self.identify.turn(self.number).await;
            (Some(turn), self.identify.gateway_url().await)
        };
        self.gateway.note_alive(self.number);
        let url = address.as_deref().unwrap_or(&self.url);
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

    /// Updates the session from an event.
    fn update_session(
        &self,
        payload: &GatewayPayload,
        session: &mut Option<Session>,
        was_ready: &mut bool,
    ) {
        let data = &payload.d;
        match payload.t.as_deref() {
            Some("READY") => {
                let resume_url = data["resume_gateway_url"].as_str().map(str::to_owned);
                *session = Some(Session::new(GatewaySession {
                    id: data["session_id"].as_str().unwrap_or_default().to_owned(),
                    resume_url: resume_url.filter(|_| self.follows_resume_url),
                    sequence: 0,
                }));
                self.note_ready(was_ready);
                let name = data["user"]["username"].as_str().unwrap_or_default();
                tracing::info!(shard = self.number, name, "connected to Discord");
            }
            Some("RESUMED") => {
                self.note_ready(was_ready);
                if let Some(session) = session {
                    session.failures = 0;
                }
                tracing::info!(shard = self.number, "connected to Discord: the session is resumed");
            }
            _ => {}
        }
        if let (Some(session), Some(sequence)) = (session, payload.s) {
            session.resumed_by.sequence = sequence;
        }
    }

    fn note_ready(&self, was_ready: &mut bool) {
        if !std::mem::replace(was_ready, true) {
            self.gateway.note_connected();
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
            "token": self.token, "session_id": session.resumed_by.id, "seq": session.resumed_by.sequence,
        } })
    }
}

/// Connects, and waits for the hello with the interval of heartbeats.
async fn open(url: &str) -> Result<Open, Ended> {
    let url = format!("{}/?{GATEWAY_QUERY}", url.trim_end_matches('/'));
    let unreachable = |error: &SocketError| Ended::Unreachable(error_text(error));
    let connected = connect_async_with_config(url, None, true).await;
    let (mut socket, _) = connected.map_err(|error| unreachable(&error))?;
    loop {
        let text = match socket.next().await {
            Some(Ok(Frame::Text(text))) => text,
            Some(Ok(Frame::Close(frame))) => {
                return Err(Ended::Closed(frame.map(|frame| frame.code.into())));
            }
            Some(Ok(_)) => continue,
            Some(Err(error)) => return Err(unreachable(&error)),
            None => return Err(Ended::Closed(None)),
        };
        let hello: Option<GatewayPayload> = serde_json::from_str(&text).ok();
        let interval = hello.filter(|hello| hello.op == op::HELLO);
        let interval = interval.and_then(|hello| hello.d["heartbeat_interval"].as_u64());
        if let Some(interval) = interval {
            return Ok(Open { socket, interval: Duration::from_millis(interval.max(1)) });
        }
    }
}

async fn send(socket: &mut Socket, value: &Value) -> Result<(), SocketError> {
    socket.send(Frame::text(value.to_string())).await
}

/// Closes a connection. After code 1000 Discord forgets the session.
async fn close(socket: &mut Socket, code: u16) {
    let frame = CloseFrame { code: code.into(), reason: "".into() };
    // The other side may be gone already.
    _ = timeout(CLOSE_TIMEOUT, socket.close(Some(frame))).await;
}

fn heartbeat(session: Option<&Session>) -> Value {
    json!({ "op": op::HEARTBEAT, "d": session.map(|session| session.resumed_by.sequence) })
}

fn broken(error: &SocketError) -> Ended {
    Ended::Broken(error_text(error))
}

/// The text of a socket's error, without addresses and frames.
fn error_text(error: &SocketError) -> String {
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

    #[test]
    fn silence_is_noticed_within_a_minute() {
        // Discord's interval. The last thing is received just after a heartbeat.
        let mut heartbeats = Heartbeats::new(Duration::from_millis(41_250));
        let received_at = heartbeats.next - heartbeats.interval;
        // A heartbeat that was not sent, by a process that stood still, is sent first.
        assert!(!heartbeats.is_silent(heartbeats.next + Duration::from_secs(3_600)));
        heartbeats.is_acknowledged = false;
        heartbeats.unanswered_since = Some(heartbeats.next);
        heartbeats.next += heartbeats.interval;
        let given_up_at = heartbeats.due();
        assert!(heartbeats.is_silent(given_up_at));
        assert!(given_up_at < received_at + Duration::from_secs(60));
    }

    #[test]
    fn a_heartbeat_without_an_acknowledgement_is_noticed_at_the_next_one() {
        let mut heartbeats = Heartbeats::new(Duration::from_millis(41_250));
        heartbeats.is_acknowledged = false;
        // Other things are received.
        assert_eq!(heartbeats.due(), heartbeats.next);
        assert!(heartbeats.is_silent(heartbeats.next));
    }

    #[tokio::test]
    async fn a_gateway_behind_tls_that_is_none_is_unreachable() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("wss://{}", listener.local_addr().unwrap());
        let refuse = async { drop(listener.accept().await) };
        let (opened, ()) = tokio::join!(open(&url), refuse);
        assert!(matches!(opened.map(drop), Err(Ended::Unreachable(_))));
    }
}

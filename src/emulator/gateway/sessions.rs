//! The sessions of bots, and the events that each of them gets.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tokio::sync::broadcast;

use super::send_queue::{Frame, SendQueue};
use crate::lock::lock;
use crate::world::GatewayEvent;

/// The most events that a session keeps for resuming.
const REPLAY_MAX: usize = 5_000;
/// The most bytes of the kept events.
const REPLAY_BYTES_MAX: usize = 4 << 20;
/// The most messages that a subscriber may be behind.
const MESSAGES_MAX: usize = 512;
/// The time for which a session start counts.
const DAY: SignedDuration = SignedDuration::from_hours(24);
/// The most sessions without a socket that are kept.
const DISCONNECTED_MAX: usize = 8;

/// The id of a gateway socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SocketId(u64);

impl SocketId {
    /// An id that no other socket of this process has.
    pub(crate) fn next() -> SocketId {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        SocketId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A session, which outlives its socket and can be resumed.
#[derive(Debug)]
struct GatewaySession {
    id: String,
    shard: (u64, u64),
    intents: u64,
    sequence: u64,
    replay: VecDeque<(u64, Utf8Bytes)>,
    replay_bytes: usize,
    /// The socket's number and queue, while it has one.
    out: Option<(SocketId, SendQueue)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    ToBot,
    FromBot,
}

/// A message over the gateway, as the page's log shows it.
#[derive(Debug)]
pub(crate) struct GatewayMessage {
    pub(crate) direction: Direction,
    /// The event's name, or the opcode's.
    pub(crate) name: String,
    pub(crate) payload: Value,
}

/// The name of a message's opcode.
pub(crate) fn op_name(received: &Value) -> &'static str {
    match received["op"].as_u64() {
        Some(0) => "DISPATCH",
        Some(1) => "HEARTBEAT",
        Some(2) => "IDENTIFY",
        Some(3) => "PRESENCE_UPDATE",
        Some(4) => "VOICE_STATE_UPDATE",
        Some(6) => "RESUME",
        Some(7) => "RECONNECT",
        Some(8) => "REQUEST_GUILD_MEMBERS",
        Some(9) => "INVALID_SESSION",
        Some(10) => "HELLO",
        Some(11) => "HEARTBEAT_ACK",
        _ => "UNKNOWN",
    }
}

/// All sessions and sockets.
#[derive(Debug)]
pub(crate) struct Gateway {
    sessions: Mutex<Vec<GatewaySession>>,
    /// Sockets without a session, oldest first.
    unidentified: Mutex<VecDeque<(SocketId, SendQueue)>>,
    unidentified_max: usize,
    /// When the sessions of the last day were started.
    started: Mutex<VecDeque<Timestamp>>,
    /// When a shard of each key identified last.
    identified: Mutex<HashMap<u64, Instant>>,
    /// Whether every event is sent twice.
    pub(crate) duplicates_events: AtomicBool,
    /// Whether heartbeats get no acknowledgement.
    pub(crate) ignores_heartbeats: AtomicBool,
    /// The fewest shards that a bot may identify with.
    pub(crate) shards_needed: AtomicU64,
    messages: broadcast::Sender<Arc<GatewayMessage>>,
}

/// What a bot identifies with.
#[derive(Debug)]
pub(crate) struct NewSession {
    pub(crate) shard: (u64, u64),
    pub(crate) intents: u64,
    /// The number of the socket.
    pub(crate) socket: SocketId,
    pub(crate) out: SendQueue,
}

/// The limits of the gateway.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GatewayLimits {
    /// The recommended number of shards.
    pub(crate) shards: u64,
    /// The number of sessions that a bot may start in a day.
    pub(crate) sessions: u64,
    /// The number of shards that may identify at once.
    pub(crate) max_concurrency: u64,
    /// The time between two IDENTIFYs of shards that may not identify at once.
    pub(crate) identify_interval: Duration,
    /// The most messages of a bot over one connection in a minute.
    pub(crate) sends: usize,
}

impl Gateway {
    /// Allows `unidentified_max` sockets without a session.
    pub(crate) fn new(unidentified_max: usize) -> Gateway {
        Gateway {
            sessions: Mutex::default(),
            unidentified: Mutex::default(),
            unidentified_max: unidentified_max.max(1),
            started: Mutex::default(),
            identified: Mutex::default(),
            duplicates_events: AtomicBool::default(),
            ignores_heartbeats: AtomicBool::default(),
            shards_needed: AtomicU64::default(),
            messages: broadcast::Sender::new(MESSAGES_MAX),
        }
    }

    /// Adds a new socket. If too many have no session, closes the oldest.
    pub(crate) fn open(&self, socket: SocketId, out: &SendQueue) {
        let mut unidentified = lock(&self.unidentified);
        unidentified.push_back((socket, out.clone()));
        while unidentified.len() > self.unidentified_max {
            if let Some((_, oldest)) = unidentified.pop_front() {
                oldest.end();
            }
        }
    }

    fn mark_identified(&self, socket: SocketId) {
        lock(&self.unidentified).retain(|(id, _)| *id != socket);
    }

    /// A stream of messages over the gateway.
    pub(crate) fn messages(&self) -> broadcast::Receiver<Arc<GatewayMessage>> {
        self.messages.subscribe()
    }

    /// Sends a message to those who subscribe to [`Gateway::messages`].
    pub(crate) fn log(&self, direction: Direction, name: &str, payload: &Value) {
        if self.messages.receiver_count() > 0 {
            let message =
                GatewayMessage { direction, name: name.to_owned(), payload: payload.clone() };
            // The subscribers may be gone.
            _ = self.messages.send(Arc::new(message));
        }
    }

    /// The number of sessions that were started in the last day.
    pub(crate) fn started(&self, now: Timestamp) -> u64 {
        let mut started = lock(&self.started);
        while started.front().is_some_and(|time| now.duration_since(*time) >= DAY) {
            started.pop_front();
        }
        started.len() as u64
    }

    /// The time until the oldest session start no longer counts; a day if there is none.
    pub(crate) fn resets_after(&self, now: Timestamp) -> SignedDuration {
        lock(&self.started).front().map_or(DAY, |time| DAY - now.duration_since(*time))
    }

    /// Whether a shard may identify now: one of each key may in each interval.
    pub(crate) fn may_identify(&self, shard: u64, limits: GatewayLimits) -> bool {
        let now = Instant::now();
        let mut identified = lock(&self.identified);
        let key = shard % limits.max_concurrency;
        let may = |last: &Instant| now.duration_since(*last) >= limits.identify_interval;
        if !identified.get(&key).is_none_or(may) {
            return false;
        }
        identified.insert(key, now);
        true
    }

    /// Starts a session. Its first events are sent with [`Gateway::send_to`].
    pub(crate) fn identify(&self, id: String, who: NewSession, now: Timestamp) {
        self.mark_identified(who.socket);
        lock(&self.started).push_back(now);
        let mut sessions = lock(&self.sessions);
        let ended = sessions.iter().filter(|session| session.out.is_none()).count();
        if ended > DISCONNECTED_MAX
            && let Some(at) = sessions.iter().position(|session| session.out.is_none())
        {
            sessions.remove(at);
        }
        sessions.push(GatewaySession {
            id,
            shard: who.shard,
            intents: who.intents,
            sequence: 0,
            replay: VecDeque::new(),
            replay_bytes: 0,
            out: Some((who.socket, who.out)),
        });
    }

    /// Resumes a session. Returns false if it is unknown, or events are missing.
    pub(crate) fn resume(&self, id: &str, sequence: u64, socket: SocketId, out: SendQueue) -> bool {
        let mut sessions = lock(&self.sessions);
        let Some(session) = sessions.iter_mut().find(|session| session.id == id) else {
            return false;
        };
        let missed_from =
            session.replay.front().map_or(session.sequence + 1, |(number, _)| *number);
        if sequence > session.sequence || sequence + 1 < missed_from {
            return false;
        }
        self.mark_identified(socket);
        session.replay.retain(|(number, _)| *number > sequence);
        session.replay_bytes = session.replay.iter().map(|(_, text)| text.len()).sum();
        for (_, text) in &session.replay {
            out.send(Frame::Text(text.clone()));
        }
        if let Some((_, before)) = session.out.replace((socket, out)) {
            before.send(Frame::Drop);
        }
        let payload = json!({"_trace": []});
        self.log(Direction::ToBot, "RESUMED", &payload);
        session.send("RESUMED", &payload);
        true
    }

    /// Sends an event to one session.
    pub(crate) fn send_to(&self, id: &str, name: &str, payload: &Value) {
        let mut sessions = lock(&self.sessions);
        if let Some(session) = sessions.iter_mut().find(|session| session.id == id) {
            self.log(Direction::ToBot, name, payload);
            session.send(name, payload);
        }
    }

    /// Sends events to the sessions with the right shard and intents.
    pub(crate) fn dispatch<'e>(&self, events: impl Iterator<Item = &'e GatewayEvent>) {
        let times = if self.duplicates_events.load(Ordering::Relaxed) { 2 } else { 1 };
        let mut sessions = lock(&self.sessions);
        for event in events {
            let is_receiver = |session: &&mut GatewaySession| {
                let (shard, count) = session.shard;
                let is_near = event.server.map_or(0, |server| server.shard(count)) == shard;
                is_near && (event.intent == 0 || session.intents & event.intent != 0)
            };
            for session in sessions.iter_mut().filter(is_receiver) {
                for _ in 0..times {
                    self.log(Direction::ToBot, event.name, &event.payload);
                    session.send(event.name, &event.payload);
                }
            }
        }
    }

    /// Removes a socket. Its session ends after a goodbye, and can be resumed otherwise.
    pub(crate) fn close_socket(&self, socket: SocketId, ends_session: bool) {
        self.mark_identified(socket);
        let mut sessions = lock(&self.sessions);
        let is_this =
            |session: &GatewaySession| session.out.as_ref().is_some_and(|(id, _)| *id == socket);
        if ends_session {
            sessions.retain(|session| !is_this(session));
        }
        for session in sessions.iter_mut().filter(|session| is_this(session)) {
            session.out = None;
        }
    }

    /// Whether a socket has a session.
    pub(crate) fn has_session(&self, socket: SocketId) -> bool {
        lock(&self.sessions)
            .iter()
            .any(|session| session.out.as_ref().is_some_and(|(id, _)| *id == socket))
    }

    /// Removes all sessions, so that none can be resumed. Their sockets stay open.
    pub(crate) fn invalidate_all(&self) {
        lock(&self.sessions).clear();
    }

    /// Sends a frame to every session's socket.
    pub(crate) fn broadcast(&self, frame: &Frame) {
        self.for_each_socket(|out| out.send(frame.clone()));
    }

    /// Leaves every session's socket open, and sends nothing over it any more.
    pub(crate) fn silence(&self) {
        self.for_each_socket(SendQueue::fall_silent);
    }

    fn for_each_socket(&self, act: impl Fn(&SendQueue)) {
        for session in lock(&self.sessions).iter() {
            if let Some((_, out)) = &session.out {
                act(out);
            }
        }
    }

    /// The intents of all sessions.
    pub(crate) fn intents(&self) -> u64 {
        lock(&self.sessions).iter().fold(0, |all, session| all | session.intents)
    }

    /// The number of sessions with a socket.
    pub(crate) fn connected(&self) -> usize {
        lock(&self.sessions).iter().filter(|session| session.out.is_some()).count()
    }
}

impl GatewaySession {
    fn send(&mut self, name: &str, payload: &Value) {
        self.sequence += 1;
        let written = json!({"op": 0, "s": self.sequence, "t": name, "d": payload}).to_string();
        let text = Utf8Bytes::from(written);
        if let Some((_, out)) = &self.out {
            out.send(Frame::Text(text.clone()));
        }
        self.replay_bytes += text.len();
        self.replay.push_back((self.sequence, text));
        while self.replay.len() > REPLAY_MAX || self.replay_bytes > REPLAY_BYTES_MAX {
            let Some((_, oldest)) = self.replay.pop_front() else { break };
            self.replay_bytes -= oldest.len();
        }
    }
}

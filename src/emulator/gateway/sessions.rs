//! Who is connected over a WebSocket, and what they still have to hear.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tokio::sync::broadcast;

use super::send_queue::{Frame, SendQueue};
use crate::emulator::lock;
use crate::emulator::world::GatewayEvent;

/// How many events are kept for a connection that may resume.
const KEPT_MAX: usize = 5_000;
/// How many bytes of them.
const KEPT_BYTES_MAX: usize = 4 << 20;
/// How many words whoever listens may be behind.
const WORDS_MAX: usize = 512;
/// How many connections that ended are remembered.
const ENDED_MAX: usize = 8;

/// What Discord's protocol calls a session: it outlives its socket, and can be resumed.
#[derive(Debug)]
struct GatewaySession {
    id: String,
    shard: (u64, u64),
    intents: u64,
    sequence: u64,
    kept: VecDeque<(u64, Utf8Bytes)>,
    kept_bytes: usize,
    /// The socket, while there is one.
    out: Option<(u64, SendQueue)>,
}

/// Who said something over the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::emulator) enum Direction {
    ToBot,
    FromBot,
}

/// Something that was said over the gateway.
#[derive(Debug)]
pub(in crate::emulator) struct GatewayMessage {
    pub(in crate::emulator) direction: Direction,
    /// An event's name, or that of what else can be said.
    pub(in crate::emulator) name: String,
    pub(in crate::emulator) payload: Value,
}

/// What Discord calls a thing that is said over the gateway.
pub(in crate::emulator) fn op_name(said: &Value) -> &'static str {
    match said["op"].as_u64() {
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

/// Everybody who is connected.
#[derive(Debug)]
pub(in crate::emulator) struct Gateway {
    links: Mutex<Vec<GatewaySession>>,
    /// The sockets on which nobody was let in yet, oldest first.
    strangers: Mutex<VecDeque<(u64, SendQueue)>>,
    strangers_max: usize,
    /// How many sessions were begun.
    begun: AtomicU64,
    /// Whether every event is sent twice.
    pub(in crate::emulator) repeats: AtomicBool,
    /// Whether heartbeats are left unanswered.
    pub(in crate::emulator) is_deaf: AtomicBool,
    words: broadcast::Sender<Arc<GatewayMessage>>,
}

/// Who asks to be let in.
#[derive(Debug)]
pub(in crate::emulator) struct NewSession {
    pub(in crate::emulator) shard: (u64, u64),
    pub(in crate::emulator) intents: u64,
    /// The number of the socket.
    pub(in crate::emulator) socket: u64,
    pub(in crate::emulator) out: SendQueue,
}

impl Gateway {
    /// With at most so many sockets on which nobody has shown the token.
    pub(in crate::emulator) fn new(strangers_max: usize) -> Gateway {
        Gateway {
            links: Mutex::default(),
            strangers: Mutex::default(),
            strangers_max: strangers_max.max(1),
            begun: AtomicU64::default(),
            repeats: AtomicBool::default(),
            is_deaf: AtomicBool::default(),
            words: broadcast::Sender::new(WORDS_MAX),
        }
    }

    /// Notes a new socket. If there are too many on which nobody was let in, the oldest ends.
    pub(in crate::emulator) fn open(&self, socket: u64, out: &SendQueue) {
        let mut strangers = lock(&self.strangers);
        strangers.push_back((socket, out.clone()));
        while strangers.len() > self.strangers_max {
            if let Some((_, oldest)) = strangers.pop_front() {
                oldest.end();
            }
        }
    }

    fn is_no_stranger(&self, socket: u64) {
        lock(&self.strangers).retain(|it| it.0 != socket);
    }

    /// What is said from now on.
    pub(in crate::emulator) fn words(&self) -> broadcast::Receiver<Arc<GatewayMessage>> {
        self.words.subscribe()
    }

    /// Tells whoever listens of something that was said.
    pub(in crate::emulator) fn note(&self, direction: Direction, name: &str, payload: &Value) {
        if self.words.receiver_count() > 0 {
            let word =
                GatewayMessage { direction, name: name.to_owned(), payload: payload.clone() };
            // They may have gone since.
            _ = self.words.send(Arc::new(word));
        }
    }

    /// How many sessions were begun.
    pub(in crate::emulator) fn begun(&self) -> u64 {
        self.begun.load(Ordering::Relaxed)
    }

    /// Lets somebody in. What they hear first is sent with [`Gateway::send_to`].
    pub(in crate::emulator) fn identify(&self, id: String, who: NewSession) {
        self.is_no_stranger(who.socket);
        self.begun.fetch_add(1, Ordering::Relaxed);
        let mut links = lock(&self.links);
        let ended = links.iter().filter(|it| it.out.is_none()).count();
        if ended > ENDED_MAX
            && let Some(at) = links.iter().position(|it| it.out.is_none())
        {
            links.remove(at);
        }
        links.push(GatewaySession {
            id,
            shard: who.shard,
            intents: who.intents,
            sequence: 0,
            kept: VecDeque::new(),
            kept_bytes: 0,
            out: Some((who.socket, who.out)),
        });
    }

    /// Goes on where a connection ended, if that is still known.
    pub(in crate::emulator) fn resume(
        &self,
        id: &str,
        sequence: u64,
        socket: u64,
        out: SendQueue,
    ) -> bool {
        let mut links = lock(&self.links);
        let Some(link) = links.iter_mut().find(|it| it.id == id) else { return false };
        let missed_from = link.kept.front().map_or(link.sequence + 1, |(number, _)| *number);
        if sequence > link.sequence || sequence + 1 < missed_from {
            return false;
        }
        self.is_no_stranger(socket);
        link.kept.retain(|(number, _)| *number > sequence);
        link.kept_bytes = link.kept.iter().map(|it| it.1.len()).sum();
        for (_, text) in &link.kept {
            out.send(Frame::Text(text.clone()));
        }
        if let Some((_, before)) = link.out.replace((socket, out)) {
            before.send(Frame::Drop);
        }
        let payload = json!({"_trace": []});
        self.note(Direction::ToBot, "RESUMED", &payload);
        link.send("RESUMED", &payload);
        true
    }

    /// One event for one connection.
    pub(in crate::emulator) fn send_to(&self, id: &str, name: &str, payload: &Value) {
        let mut links = lock(&self.links);
        if let Some(link) = links.iter_mut().find(|it| it.id == id) {
            self.note(Direction::ToBot, name, payload);
            link.send(name, payload);
        }
    }

    /// Events for whoever asked for them.
    pub(in crate::emulator) fn dispatch(&self, events: &[GatewayEvent]) {
        let times = if self.repeats.load(Ordering::Relaxed) { 2 } else { 1 };
        let mut links = lock(&self.links);
        for event in events {
            let hears = |link: &&mut GatewaySession| {
                let (shard, count) = link.shard;
                let is_near = event.server.map_or(0, |it| it.shard(count)) == shard;
                is_near && (event.intent == 0 || link.intents & event.intent != 0)
            };
            for link in links.iter_mut().filter(hears) {
                for _ in 0..times {
                    self.note(Direction::ToBot, event.name, &event.payload);
                    link.send(event.name, &event.payload);
                }
            }
        }
    }

    /// The socket is gone. Whoever said goodbye is forgotten, and the others may resume.
    pub(in crate::emulator) fn hang_up(&self, socket: u64, goodbye: bool) {
        self.is_no_stranger(socket);
        let mut links = lock(&self.links);
        let is_this = |link: &GatewaySession| link.out.as_ref().is_some_and(|it| it.0 == socket);
        if goodbye {
            links.retain(|link| !is_this(link));
        }
        for link in links.iter_mut().filter(|it| is_this(it)) {
            link.out = None;
        }
    }

    /// Whether somebody was let in on a socket.
    pub(in crate::emulator) fn knows(&self, socket: u64) -> bool {
        lock(&self.links).iter().any(|it| it.out.as_ref().is_some_and(|it| it.0 == socket))
    }

    /// Forgets all of them, so that nothing can be resumed. Their sockets stay open.
    pub(in crate::emulator) fn forget_all(&self) {
        lock(&self.links).clear();
    }

    /// The same to every socket.
    pub(in crate::emulator) fn broadcast(&self, frame: &Frame) {
        for link in lock(&self.links).iter() {
            if let Some((_, out)) = &link.out {
                out.send(frame.clone());
            }
        }
    }

    /// Every intent that somebody has.
    pub(in crate::emulator) fn intents(&self) -> u64 {
        lock(&self.links).iter().fold(0, |all, it| all | it.intents)
    }

    /// How many are connected now.
    pub(in crate::emulator) fn connected(&self) -> usize {
        lock(&self.links).iter().filter(|it| it.out.is_some()).count()
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
        self.kept_bytes += text.len();
        self.kept.push_back((self.sequence, text));
        while self.kept.len() > KEPT_MAX || self.kept_bytes > KEPT_BYTES_MAX {
            let Some((_, oldest)) = self.kept.pop_front() else { break };
            self.kept_bytes -= oldest.len();
        }
    }
}

//! A WebSocket of the gateway: hello, identify or resume, heartbeats, events.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::gateway::{Direction, Frame, NewSession, SendQueue, SocketId, close_code, op_name};
use crate::handle::Emulator;
use crate::world::{WorldChange, api_json, intent};

/// Discord's opcodes.
mod op {
    pub(crate) const HEARTBEAT: u64 = 1;
    pub(crate) const IDENTIFY: u64 = 2;
    pub(crate) const PRESENCE: u64 = 3;
    pub(crate) const VOICE: u64 = 4;
    pub(crate) const RESUME: u64 = 6;
    pub(crate) const INVALID: u64 = 9;
    pub(crate) const HELLO: u64 = 10;
    pub(crate) const ACK: u64 = 11;
    pub(crate) const MEMBERS: u64 = 8;
}

/// The time in which the messages of a client are counted.
const SENDS_WINDOW: Duration = Duration::from_secs(60);

/// All bits of intents.
const INTENTS_MAX: u64 = (1 << 26) - 1;

/// The longest message of a client, in bytes. One that is a little longer gets a close code.
const RECEIVED_MAX: usize = 4096;
const READ_MAX: usize = 4 * RECEIVED_MAX;

pub(crate) fn upgrade(emulator: Emulator, upgrade: WebSocketUpgrade) -> Response {
    let upgrade = upgrade.max_message_size(READ_MAX).max_frame_size(READ_MAX);
    upgrade.on_upgrade(move |socket| serve(emulator, socket))
}

async fn serve(emulator: Emulator, mut socket: WebSocket) {
    let socket_id = SocketId::next();
    let (out, mut frames) = SendQueue::new();
    emulator.gateway().open(socket_id, &out);
    let mut ends_session = false;
    send_hello(&emulator, &out);
    let mut last_received = Instant::now();
    let mut sends = SendTimes::default();
    let send_limit = SendLimit::of(&emulator);
    loop {
        let is_known = emulator.gateway().has_session(socket_id);
        let deadline = last_received + silence_limit(&emulator, is_known);
        tokio::select! {
            received = socket.next() => {
                let Some(Ok(received)) = received else { break };
                last_received = Instant::now();
                let text = match &received {
                    Message::Text(text) => text.as_str(),
                    Message::Close(frame) => {
                        ends_session = frame.as_ref().is_some_and(is_goodbye);
                        break;
                    }
                    Message::Binary(bytes) => std::str::from_utf8(bytes).unwrap_or(""),
                    Message::Ping(_) | Message::Pong(_) => continue,
                };
                let session = SocketSession { emulator: &emulator, socket: socket_id, out: &out };
                let counted = sends.count(text, send_limit);
                if let Err(code) = counted.and_then(|()| session.handle(text)) {
                    ends_session = !close_code::CAN_RESUME.contains(&code);
                    out.send(Frame::Close(code));
                }
            }
            frame = frames.next() => {
                let (message, is_last) = match frame {
                    Some(Frame::Text(text)) => (Message::Text(text), false),
                    Some(Frame::Close(code)) => (closing(code), true),
                    Some(Frame::Drop) | None => break,
                };
                let is_sent = tokio::select! {
                    sent = socket.send(message) => sent.is_ok(),
                    () = out.ended() => false,
                    () = tokio::time::sleep(emulator.0.timeouts.request) => false,
                    () = emulator.stopping() => false,
                };
                if !is_sent || is_last {
                    break;
                }
            }
            () = tokio::time::sleep_until(deadline) => {
                ends_session = true;
                let code = if is_known { close_code::SILENT } else { close_code::NOT_IDENTIFIED };
                out.send(Frame::Close(code));
                last_received = Instant::now();
            }
            () = out.ended() => break,
            () = emulator.stopping() => break,
        }
    }
    close_socket(&emulator, socket_id, ends_session);
}

fn send_hello(emulator: &Emulator, out: &SendQueue) {
    let interval_ms = emulator.0.heartbeat.as_millis();
    let hello = json!({"op": op::HELLO, "s": null, "t": null,
        "d": {"heartbeat_interval": u64::try_from(interval_ms).unwrap_or(u64::MAX)}});
    emulator.gateway().log(Direction::ToBot, "HELLO", &hello["d"]);
    out.send(Frame::Text(hello.to_string().into()));
}

/// Whether a client closes for good, so that its session ends.
fn is_goodbye(frame: &CloseFrame) -> bool {
    matches!(frame.code, 1000 | 1001)
}

fn closing(code: u16) -> Message {
    Message::Close(Some(CloseFrame { code, reason: "".into() }))
}

/// The longest silence of a client: two heartbeats, and less without a session.
fn silence_limit(emulator: &Emulator, is_known: bool) -> Duration {
    let request = emulator.0.timeouts.request;
    if is_known { emulator.0.heartbeat * 2 + request } else { request }
}

/// The most messages of a client in a minute, and what counts as one.
#[derive(Clone, Copy, Debug)]
struct SendLimit {
    max: usize,
    counts_heartbeats: bool,
}

impl SendLimit {
    fn of(emulator: &Emulator) -> SendLimit {
        let max = emulator.0.gateway_limits.sends;
        let heartbeats = SENDS_WINDOW.as_millis() / emulator.0.heartbeat.as_millis().max(1);
        SendLimit { max, counts_heartbeats: heartbeats < max as u128 }
    }
}

/// When a client has sent its last messages.
#[derive(Debug, Default)]
struct SendTimes(VecDeque<Instant>);

impl SendTimes {
    /// Counts a message. The error is the close code for too many in a minute. Heartbeats count,
    /// unless HELLO asks for more of them than a client may send.
    fn count(&mut self, text: &str, limit: SendLimit) -> Result<(), u16> {
        let is_heartbeat =
            || serde_json::from_str::<Value>(text).is_ok_and(|message| message["op"] == 1);
        if !limit.counts_heartbeats && is_heartbeat() {
            return Ok(());
        }
        let now = Instant::now();
        while self.0.front().is_some_and(|time| now.duration_since(*time) >= SENDS_WINDOW) {
            self.0.pop_front();
        }
        self.0.push_back(now);
        if self.0.len() > limit.max { Err(close_code::TOO_MANY) } else { Ok(()) }
    }
}

struct SocketSession<'a> {
    emulator: &'a Emulator,
    socket: SocketId,
    out: &'a SendQueue,
}

impl SocketSession<'_> {
    /// Handles one message; the error is the close code.
    fn handle(&self, text: &str) -> Result<(), u16> {
        if text.len() > RECEIVED_MAX {
            return Err(close_code::NOT_JSON);
        }
        let received: Value = serde_json::from_str(text).map_err(|_| close_code::NOT_JSON)?;
        if received["op"] != op::HEARTBEAT {
            self.emulator.gateway().log(Direction::FromBot, op_name(&received), &received["d"]);
        }
        // A socket can identify again after its session was invalidated.
        let is_known = self.emulator.gateway().has_session(self.socket);
        match received["op"].as_u64() {
            Some(op::HEARTBEAT) => {
                if !self.emulator.gateway().ignores_heartbeats.load(Ordering::Relaxed) {
                    self.send(&json!({"op": op::ACK, "d": null, "s": null, "t": null}));
                }
                Ok(())
            }
            Some(op::IDENTIFY) if is_known => Err(close_code::IDENTIFIED),
            Some(op::IDENTIFY) => self.identify(&received["d"]),
            Some(op::RESUME) => self.resume(&received["d"]),
            Some(op::PRESENCE | op::VOICE | op::MEMBERS) if is_known => Ok(()),
            Some(op::PRESENCE | op::VOICE | op::MEMBERS) => Err(close_code::NOT_IDENTIFIED),
            _ => Err(close_code::UNKNOWN_OP),
        }
    }

    fn send(&self, value: &Value) {
        self.out.send(Frame::Text(value.to_string().into()));
    }

    fn check_token(&self, received: &Value) -> Result<(), u16> {
        let token = received["token"].as_str().unwrap_or_default();
        if self.emulator.is_token(token.trim_start_matches("Bot ")) {
            Ok(())
        } else {
            Err(close_code::BAD_TOKEN)
        }
    }

    fn identify(&self, received: &Value) -> Result<(), u16> {
        self.check_token(received)?;
        let shard = match &received["shard"] {
            Value::Null => (0, 1),
            shard => match (shard[0].as_u64(), shard[1].as_u64()) {
                (Some(number), Some(count)) if number < count => (number, count),
                _ => return Err(close_code::BAD_SHARD),
            },
        };
        let intents = received["intents"].as_u64().filter(|&intents| intents <= INTENTS_MAX);
        let intents = intents.ok_or(close_code::BAD_INTENTS)?;
        let limits = self.emulator.0.gateway_limits;
        if shard.1 < self.emulator.gateway().shards_needed.load(Ordering::Relaxed) {
            return Err(close_code::TOO_FEW_SHARDS);
        }
        if self.emulator.gateway().started(self.emulator.now()) >= limits.sessions {
            self.emulator.reset_token();
            return Err(close_code::BAD_TOKEN);
        }
        if !self.emulator.gateway().may_identify(shard.0, limits) {
            self.invalidate();
            return Ok(());
        }
        let out = self.out.clone();
        let who = NewSession { shard, intents, socket: self.socket, out };
        start_session(self.emulator, who);
        Ok(())
    }

    /// Tells the client that it has no session and cannot resume one.
    fn invalidate(&self) {
        let invalid = json!({"op": op::INVALID, "d": false, "s": null, "t": null});
        self.emulator.gateway().log(Direction::ToBot, op_name(&invalid), &invalid["d"]);
        self.send(&invalid);
    }

    fn resume(&self, received: &Value) -> Result<(), u16> {
        self.check_token(received)?;
        let id = received["session_id"].as_str().unwrap_or_default();
        let sequence = received["seq"].as_u64().unwrap_or(0);
        if !resume(self.emulator, id, sequence, self.socket, self.out.clone()) {
            self.invalidate();
        }
        Ok(())
    }
}

/// Sends READY, and `GUILD_CREATE` to those who have the intent.
fn start_session(emulator: &Emulator, who: NewSession) {
    let id = emulator.new_token();
    let (shard, intents) = (who.shard, who.intents);
    emulator.with(|world, now| {
        emulator.gateway().identify(id.clone(), who, now);
        world.changes.push(WorldChange::Connections);
        world.intents = emulator.gateway().intents();
        let near = world
            .servers()
            .filter(|server| server.has_bot() && server.id.shard(shard.1) == shard.0);
        let near: Vec<_> = near.collect();
        let stubs: Value =
            near.iter().map(|server| json!({"id": server.id, "unavailable": true})).collect();
        let here = || format!("ws://{}/", emulator.address());
        let resume_url = emulator.0.resume_url.clone().unwrap_or_else(here);
        let ready = json!({
            "v": 10, "user": api_json::user_of(world, world.bot()), "guilds": stubs,
            "session_id": id, "session_type": "normal", "private_channels": [],
            "relationships": [], "presences": [], "user_settings": {}, "guild_join_requests": [],
            "geo_ordered_rtc_regions": [], "_trace": [],
            "resume_gateway_url": resume_url,
            "shard": [shard.0, shard.1], "application": {"id": world.bot(), "flags": 0},
        });
        emulator.gateway().send_to(&id, "READY", &ready);
        if intents & intent::GUILDS != 0 {
            for server in near {
                let whole = api_json::guild_create(world, server);
                emulator.gateway().send_to(&id, "GUILD_CREATE", &whole);
            }
        }
    });
}

fn close_socket(emulator: &Emulator, socket: SocketId, ends_session: bool) {
    emulator.with(|world, _| {
        emulator.gateway().close_socket(socket, ends_session);
        world.changes.push(WorldChange::Connections);
        world.intents = emulator.gateway().intents();
    });
}

fn resume(emulator: &Emulator, id: &str, sequence: u64, socket: SocketId, out: SendQueue) -> bool {
    emulator.with(|world, _| {
        world.changes.push(WorldChange::Connections);
        emulator.gateway().resume(id, sequence, socket, out)
    })
}

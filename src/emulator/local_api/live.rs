//! The WebSocket `/local/live`, which sends a page the events that a person sees.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, Interval};

use crate::action_error::ActionError;
use crate::gateway::{Direction, GatewayMessage};
use crate::handle::Emulator;
use crate::id::Id;
use crate::traffic::LoggedRequest;
use crate::view::{PageEvent, person_view};
use crate::world::iso;

/// The replacement of a token.
const CUT_OUT: &str = "…";
/// The longest message of a page, in bytes. Pages have nothing to send.
const READ_MAX: usize = 1024;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LiveQuery {
    #[serde(rename = "as")]
    person: Id,
    #[serde(default)]
    record: u8,
}

pub(super) async fn upgrade(
    State(emulator): State<Emulator>,
    Query(query): Query<LiveQuery>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if emulator.read(|world| world.person(query.person).is_none()) {
        return ActionError::NoPerson(query.person).into_response();
    }
    let Some(permit) = emulator.0.listeners.permit(emulator.0.max_pages) else {
        let message = json!({"problem": "too many pages listen already"});
        return (StatusCode::SERVICE_UNAVAILABLE, Json(message)).into_response();
    };
    let upgrade = upgrade.max_message_size(READ_MAX).max_frame_size(READ_MAX);
    upgrade.on_upgrade(move |socket| async move {
        let _seat = permit;
        // A page that is gone needs no error.
        _ = serve(&emulator, &query, socket).await;
    })
}

/// Sends events to a page until one of the two closes the socket.
async fn serve(
    emulator: &Emulator,
    query: &LiveQuery,
    socket: WebSocket,
) -> Result<(), axum::Error> {
    let timeouts = emulator.0.timeouts;
    let (mut sender, received) = socket.split();
    let mut socket = TimedSink { sender: &mut sender, max: timeouts.request };
    let is_recording = query.record != 0;
    let requests = is_recording.then(|| emulator.subscribe_requests());
    let gateway_messages = is_recording.then(|| emulator.gateway().messages());
    emulator.0.menu_choices.forget(query.person);
    let (number, events) = emulator.0.listeners.add(query.person);
    let _ends = Subscription { emulator, number };
    let unanswered = send_state(emulator, query.person, &mut socket).await?;
    let mut feed = PageFeed {
        emulator,
        received,
        events,
        requests,
        gateway_messages,
        unanswered,
        pings: tokio::time::interval(timeouts.idle / 4),
        last_received: Instant::now(),
    };
    while let Some(message) = feed.next_message().await {
        socket.send(message).await?;
    }
    Ok(())
}

/// The sources of the messages that a page gets.
struct PageFeed<'a> {
    emulator: &'a Emulator,
    received: SplitStream<WebSocket>,
    events: mpsc::Receiver<PageEvent>,
    requests: Option<broadcast::Receiver<Arc<LoggedRequest>>>,
    gateway_messages: Option<broadcast::Receiver<Arc<GatewayMessage>>>,
    /// The interactions without a response, and until when each may get one.
    unanswered: VecDeque<(Instant, Id)>,
    pings: Interval,
    last_received: Instant,
}

impl PageFeed<'_> {
    /// Waits for the next message to the page. Returns `None` when the socket has to be closed.
    async fn next_message(&mut self) -> Option<Message> {
        loop {
            let overdue = self.unanswered.front().map(|(time, _)| *time);
            tokio::select! {
                received = self.received.next() => match received {
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                    // Messages of a page have no effect.
                    Some(Ok(_)) => self.last_received = Instant::now(),
                },
                _ = self.pings.tick() => return self.ping(),
                event = self.events.recv() => return event.map(|event| self.event_message(event)),
                () = until(overdue) => {
                    if let Some(value) = self.failed_interaction() {
                        return Some(text(&value));
                    }
                }
                request = next(self.requests.as_mut()) => return request.map(|request| {
                    text(&json!({"kind": "request", "request": request_json(&request)}))
                }),
                message = next(self.gateway_messages.as_mut()) => return message.map(|message| {
                    text(&gateway_message_json(self.emulator, &message))
                }),
                () = self.emulator.stopping() => return None,
            }
        }
    }

    /// A ping, which a browser answers by itself; `None` if the page is silent for too long.
    fn ping(&self) -> Option<Message> {
        let is_alive = self.last_received.elapsed() <= self.emulator.0.timeouts.idle;
        is_alive.then(|| Message::Ping(Bytes::new()))
    }

    fn event_message(&mut self, event: PageEvent) -> Message {
        match event {
            PageEvent::Text(text) => Message::Text(text),
            PageEvent::Unanswered(id, text) => {
                self.unanswered.push_back((Instant::now() + self.emulator.response_timeout(), id));
                Message::Text(text)
            }
        }
    }

    /// The event for the oldest interaction, if it got no response in time.
    fn failed_interaction(&mut self) -> Option<Value> {
        let (_, id) = self.unanswered.pop_front()?;
        failed_event(self.emulator, id)
    }
}

/// Sends the current state. Returns the interactions without a response, and until when each may
/// get one.
async fn send_state(
    emulator: &Emulator,
    person: Id,
    socket: &mut TimedSink<'_>,
) -> Result<VecDeque<(Instant, Id)>, axum::Error> {
    let hello = json!({
        "kind": "hello", "me": person, "now": iso(emulator.now()), "run": emulator.0.run_id,
    });
    socket.send(text(&hello)).await?;
    let bots = json!({"kind": "bot", "connected": emulator.connections()});
    socket.send(text(&bots)).await?;
    let mut waiting = VecDeque::new();
    for (age, id, value) in unanswered(emulator, person) {
        waiting.push_back((Instant::now() + emulator.response_timeout().saturating_sub(age), id));
        socket.send(text(&value)).await?;
    }
    Ok(waiting)
}

/// A socket with a timeout for writing.
struct TimedSink<'a> {
    sender: &'a mut SplitSink<WebSocket, Message>,
    max: Duration,
}

impl TimedSink<'_> {
    async fn send(&mut self, message: Message) -> Result<(), axum::Error> {
        let sent = tokio::time::timeout(self.max, self.sender.send(message)).await;
        sent.unwrap_or_else(|elapsed| Err(axum::Error::new(elapsed)))
    }
}

/// A listener that is removed when this is dropped.
struct Subscription<'a> {
    emulator: &'a Emulator,
    number: usize,
}

impl Drop for Subscription<'_> {
    fn drop(&mut self) {
        self.emulator.0.listeners.remove(self.number);
    }
}

fn text(value: &Value) -> Message {
    Message::Text(Utf8Bytes::from(value.to_string()))
}

/// Waits until a time, or for ever without one.
async fn until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// The next message; never without a receiver, `None` if the receiver is too far behind.
async fn next<T: Clone>(from: Option<&mut broadcast::Receiver<T>>) -> Option<T> {
    match from {
        Some(from) => from.recv().await.ok(),
        None => std::future::pending().await,
    }
}

/// A person's interactions without a response, oldest first: their age, id and event.
fn unanswered(emulator: &Emulator, person: Id) -> Vec<(Duration, Id, Value)> {
    let (now, response_timeout) = (emulator.now(), emulator.response_timeout());
    let waits = |id: &Id| now.duration_since(id.time()).unsigned_abs();
    emulator.read(|world| {
        let young =
            world.interaction_order.iter().rev().take_while(|id| waits(id) < response_timeout);
        let interactions = young.filter_map(|id| world.interactions.get(id));
        let theirs = interactions.filter(|interaction| {
            interaction.person == person && interaction.acknowledged.is_none()
        });
        let mut found: Vec<_> = theirs
            .filter_map(|interaction| {
                Some((
                    waits(&interaction.id),
                    interaction.id,
                    person_view::interaction_event(interaction)?,
                ))
            })
            .collect();
        found.reverse();
        found
    })
}

/// The event for an interaction that got no response in time.
fn failed_event(emulator: &Emulator, id: Id) -> Option<Value> {
    emulator.read(|world| {
        let interaction =
            world.interactions.get(&id).filter(|interaction| interaction.acknowledged.is_none())?;
        let mut value = person_view::interaction_event(interaction)?;
        value["state"] = json!("failed");
        if let Some(message) = interaction.source {
            emulator.0.menu_choices.forget_in(interaction.person, message);
        }
        Some(value)
    })
}

fn gateway_message_json(emulator: &Emulator, message: &Arc<GatewayMessage>) -> Value {
    let mut payload = message.payload.clone();
    if let Some(token) = payload.get_mut("token") {
        *token = json!(CUT_OUT);
    }
    let direction = match message.direction {
        Direction::ToBot => "to-bot",
        Direction::FromBot => "from-bot",
    };
    json!({
        "kind": "gateway", "at": iso(emulator.now()), "direction": direction, "name": message.name,
        "payload": payload,
    })
}

/// The request as the page's log shows it, without the tokens of interactions.
pub(super) fn request_json(request: &LoggedRequest) -> Value {
    let files = request
        .files
        .iter()
        .map(|file| json!({"number": file.number, "name": file.name, "size": file.size}));
    json!({
        "number": request.number, "at": request.at, "method": request.method,
        "path": without_token(&request.path), "template": request.template, "query": request.query,
        "body": request.body, "status": request.status, "refusal": request.refusal,
        "files": files.collect::<Value>(), "ms": request.took.as_secs_f64() * 1000.0,
    })
}

/// The path without the token of its interaction.
fn without_token(path: &str) -> String {
    let mut steps: Vec<&str> = path.split('/').collect();
    if let ["", "interactions" | "webhooks", _, token, ..] = &mut steps[..] {
        *token = CUT_OUT;
    }
    steps.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tokens_are_removed_from_paths() {
        for (path, shown) in [
            ("/interactions/12/secret/callback", "/interactions/12/…/callback"),
            ("/webhooks/1/secret/messages/@original", "/webhooks/1/…/messages/@original"),
            ("/webhooks/1/secret", "/webhooks/1/…"),
            ("/channels/1/messages/2", "/channels/1/messages/2"),
            ("/users/@me", "/users/@me"),
        ] {
            assert_eq!(without_token(path), shown);
        }
    }
}

//! The socket by which a page hears what happens, as somebody in the world.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::Receiver;
use tokio::time::Instant;

use super::action_error::ActionError;
use super::gateway::{Direction, GatewayMessage};
use super::handle::Emulator;
use super::id::Id;
use super::page_events::PageEvent;
use super::request_log::LoggedRequest;
use super::world::iso;

/// What stands where a token is not shown.
const CUT_OUT: &str = "…";
/// The longest message of a page, which has nothing to say here.
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
    Query(watching): Query<LiveQuery>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if emulator.read(|world| world.person(watching.person).is_none()) {
        return ActionError::NoPerson(watching.person).into_response();
    }
    let Some(permit) = emulator.0.listeners.permit(emulator.0.max_pages) else {
        let said = json!({"problem": "too many pages listen already"});
        return (StatusCode::SERVICE_UNAVAILABLE, Json(said)).into_response();
    };
    let upgrade = upgrade.max_message_size(READ_MAX).max_frame_size(READ_MAX);
    upgrade.on_upgrade(move |socket| async move {
        let _seat = permit;
        // Who is gone does not hear that they are.
        _ = serve(&emulator, &watching, socket).await;
    })
}

/// Tells a page what happens until one of the two has enough.
async fn serve(
    emulator: &Emulator,
    watching: &LiveQuery,
    socket: WebSocket,
) -> Result<(), axum::Error> {
    let timeouts = emulator.0.timeouts;
    let (mut sender, mut heard) = socket.split();
    let mut socket = TimedSink { sender: &mut sender, most: timeouts.request };
    let (mut requests, mut messages) = (None, None);
    if watching.record != 0 {
        requests = Some(emulator.subscribe_requests());
        messages = Some(emulator.gateway().messages());
    }
    let (number, mut news) = emulator.0.listeners.add(watching.person);
    let _ends = Subscription { emulator, number };
    let hello = json!({
        "kind": "hello", "me": watching.person, "now": iso(emulator.now()), "run": emulator.0.run_id,
    });
    socket.send(text(&hello)).await?;
    let bots = json!({"kind": "bot", "connected": emulator.connections()});
    socket.send(text(&bots)).await?;
    let mut waiting: VecDeque<(Instant, Id)> = VecDeque::new();
    // What was asked before this socket was there, and waits still.
    for (since, id, value) in unanswered(emulator, watching.person) {
        waiting.push_back((Instant::now() + emulator.patience().saturating_sub(since), id));
        socket.send(text(&value)).await?;
    }
    let mut pings = tokio::time::interval(timeouts.idle / 4);
    let mut last_heard = Instant::now();
    loop {
        let overdue = waiting.front().map(|it| it.0);
        let said = tokio::select! {
            heard = heard.next() => match heard {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
                // Nothing is asked over this socket.
                Some(Ok(_)) => {
                    last_heard = Instant::now();
                    continue;
                }
            },
            // A browser answers by itself.
            _ = pings.tick() => {
                if last_heard.elapsed() > timeouts.idle {
                    return Ok(());
                }
                Message::Ping(Bytes::new())
            }
            news = news.recv() => match news {
                Some(PageEvent::Text(text)) => Message::Text(text),
                Some(PageEvent::SendQueueReceiver(id, text)) => {
                    waiting.push_back((Instant::now() + emulator.patience(), id));
                    Message::Text(text)
                }
                None => return Ok(()),
            },
            () = until(overdue) => match waiting.pop_front().and_then(|it| failed(emulator, it.1)) {
                Some(value) => text(&value),
                None => continue,
            },
            request = next(requests.as_mut()) => match request {
                Some(request) => text(&json!({"kind": "request", "request": request.json()})),
                None => return Ok(()),
            },
            message = next(messages.as_mut()) => match message {
                Some(message) => text(&word_json(emulator, &message)),
                None => return Ok(()),
            },
            () = emulator.stopping() => return Ok(()),
        };
        socket.send(said).await?;
    }
}

/// A socket that takes what is sent within a time, or is given up.
struct TimedSink<'a> {
    sender: &'a mut SplitSink<WebSocket, Message>,
    most: Duration,
}

impl TimedSink<'_> {
    async fn send(&mut self, message: Message) -> Result<(), axum::Error> {
        let sent = tokio::time::timeout(self.most, self.sender.send(message)).await;
        sent.unwrap_or_else(|lagging| Err(axum::Error::new(lagging)))
    }
}

/// Somebody watches, for as long as this is there.
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

/// Waits until a time; for ever, if there is none.
async fn until(time: Option<Instant>) {
    match time {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// The next thing; never, if nobody wants to hear. Nothing for a listener that is too far behind.
async fn next<T: Clone>(from: Option<&mut Receiver<T>>) -> Option<T> {
    match from {
        Some(from) => from.recv().await.ok(),
        None => std::future::pending().await,
    }
}

/// The interactions of somebody that may still be answered, oldest first: for how long they have
/// waited, and what is said of them.
fn unanswered(emulator: &Emulator, person: Id) -> Vec<(Duration, Id, Value)> {
    let (now, patience) = (emulator.now(), emulator.patience());
    let waits = |id: &Id| now.duration_since(id.time()).unsigned_abs();
    emulator.read(|world| {
        let young = world.interaction_order.iter().rev().take_while(|it| waits(it) < patience);
        let interactions = young.filter_map(|id| world.interactions.get(id));
        let theirs = interactions.filter(|it| it.person == person && it.acknowledged.is_none());
        let mut found: Vec<_> =
            theirs.filter_map(|it| Some((waits(&it.id), it.id, it.seen()?))).collect();
        found.reverse();
        found
    })
}

/// What is said of an interaction that nobody answered, if nobody did.
fn failed(emulator: &Emulator, id: Id) -> Option<Value> {
    emulator.read(|world| {
        let call = world.interactions.get(&id).filter(|it| it.acknowledged.is_none())?;
        let mut value = call.seen()?;
        value["state"] = json!("failed");
        Some(value)
    })
}

fn word_json(emulator: &Emulator, message: &Arc<GatewayMessage>) -> Value {
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

impl LoggedRequest {
    /// As the record shows it. The tokens of interactions stay out of it.
    pub(super) fn json(&self) -> Value {
        let files = self
            .files
            .iter()
            .map(|it| json!({"number": it.number, "name": it.name, "size": it.size}));
        json!({
            "number": self.number, "at": self.at, "method": self.method,
            "path": without_token(&self.path), "template": self.template, "query": self.query,
            "body": self.body, "status": self.status, "refusal": self.refusal,
            "files": files.collect::<Value>(), "ms": self.took.as_secs_f64() * 1000.0,
        })
    }
}

/// The path of a request without the token of its interaction.
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
    fn paths_lose_their_tokens_and_nothing_else() {
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

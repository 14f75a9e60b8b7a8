//! The pages that listen, and the events for each of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::person_view;
use crate::id::Id;
use crate::lock::lock;
use crate::world::{World, WorldChange, access};

/// The most events that wait for a page before it is disconnected. It connects again.
const BEHIND_MAX: usize = 1024;

/// An event for one page.
#[derive(Clone, Debug)]
pub(crate) enum PageEvent {
    Text(Utf8Bytes),
    /// An interaction without a response.
    Unanswered(Id, Utf8Bytes),
}

#[derive(Debug)]
struct Listener {
    number: usize,
    person: Id,
    sender: Sender<PageEvent>,
}

#[derive(Debug, Default)]
pub(crate) struct Listeners {
    all: Mutex<Vec<Listener>>,
    count: AtomicUsize,
    last: AtomicUsize,
    permits: Arc<AtomicUsize>,
}

/// The permit of one listening page, until it is dropped.
#[derive(Debug)]
pub(crate) struct ListenerPermit(Arc<AtomicUsize>);

impl Drop for ListenerPermit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Events with the numbers of the listeners that get them.
#[derive(Debug, Default)]
pub(crate) struct PageEvents(Vec<(usize, PageEvent)>);

impl Listeners {
    /// A permit for one more page, unless there are `max` already.
    pub(crate) fn permit(&self, max: usize) -> Option<ListenerPermit> {
        let permit = ListenerPermit(Arc::clone(&self.permits));
        // A refused permit uncounts itself when it is dropped.
        (self.permits.fetch_add(1, Ordering::Relaxed) < max).then_some(permit)
    }

    /// Adds a listener, who acts as a person. Returns its number and its events.
    pub(crate) fn add(&self, person: Id) -> (usize, Receiver<PageEvent>) {
        let (sender, events) = channel(BEHIND_MAX);
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let mut all = lock(&self.all);
        all.push(Listener { number, person, sender });
        self.count.store(all.len(), Ordering::Relaxed);
        (number, events)
    }

    pub(crate) fn remove(&self, number: usize) {
        self.keep(|listener| listener.number != number);
    }

    fn keep(&self, is_kept: impl FnMut(&Listener) -> bool) {
        let mut all = lock(&self.all);
        all.retain(is_kept);
        self.count.store(all.len(), Ordering::Relaxed);
    }

    /// The events of these changes for each listener.
    pub(crate) fn events_for(
        &self,
        world: &World,
        changes: &[WorldChange],
        bots: usize,
    ) -> PageEvents {
        let mut page_events = PageEvents::default();
        // Mostly there is no listener, and the world changes a thousand times a second.
        if self.count.load(Ordering::Relaxed) == 0 || changes.is_empty() {
            return page_events;
        }
        let changes = without_repeats(changes);
        for listener in lock(&self.all).iter() {
            for events in
                changes.iter().filter_map(|change| events(world, change, listener.person, bots))
            {
                page_events.0.push((listener.number, events));
            }
        }
        page_events
    }

    /// Sends events. A listener that is too far behind is disconnected.
    pub(crate) fn send(&self, page_events: PageEvents) {
        let mut lagging = Vec::new();
        {
            let all = lock(&self.all);
            for (number, events) in page_events.0 {
                let listener = all.iter().find(|listener| listener.number == number);
                if listener.is_some_and(|listener| listener.sender.try_send(events).is_err()) {
                    lagging.push(number);
                }
            }
        }
        if !lagging.is_empty() {
            self.keep(|listener| !lagging.contains(&listener.number));
        }
    }
}

/// The last change of each object: its event has the current state.
fn without_repeats(changes: &[WorldChange]) -> Vec<&WorldChange> {
    let mut last_changes: Vec<&WorldChange> = Vec::new();
    for change in changes.iter().rev() {
        let is_repeated = last_changes.iter().any(|later| match (change, later) {
            (WorldChange::Message(one), WorldChange::Message(other))
            | (WorldChange::Channel(one), WorldChange::Channel(other))
            | (WorldChange::Interaction(one), WorldChange::Interaction(other)) => one == other,
            (WorldChange::Connections, WorldChange::Connections)
            | (WorldChange::World, WorldChange::World) => true,
            _ => false,
        });
        if !is_repeated {
            last_changes.push(change);
        }
    }
    last_changes.reverse();
    last_changes
}

fn events(world: &World, change: &WorldChange, reader: Id, bots: usize) -> Option<PageEvent> {
    let value = match change {
        WorldChange::World => json!({"kind": "world"}),
        WorldChange::Connections => json!({"kind": "bot", "connected": bots}),
        WorldChange::Channel(id) => {
            let channel =
                world.channel(*id).filter(|channel| person_view::sees(world, reader, channel))?;
            json!({"kind": "channel", "channel": person_view::channel(world, channel, reader)})
        }
        WorldChange::ChannelGone(channel) => person_view::sees(world, reader, channel)
            .then(|| json!({"kind": "channel-gone", "id": channel.id}))?,
        WorldChange::Message(id) => message(world, *id, reader)?,
        WorldChange::MessageGone(message) => {
            let is_seen =
                message.is_visible_to(reader) && access::is_in(world, reader, message.channel);
            is_seen.then(|| gone(message.channel, message.id))?
        }
        WorldChange::Interaction(id) => {
            let interaction =
                world.interactions.get(id).filter(|interaction| interaction.person == reader)?;
            let text = Utf8Bytes::from(person_view::interaction_event(interaction)?.to_string());
            return Some(match interaction.acknowledged {
                None => PageEvent::Unanswered(*id, text),
                Some(_) => PageEvent::Text(text),
            });
        }
    };
    Some(PageEvent::Text(value.to_string().into()))
}

fn message(world: &World, id: Id, reader: Id) -> Option<Value> {
    let message =
        world.message(id).filter(|message| access::is_in(world, reader, message.channel))?;
    if message.is_visible_to(reader) {
        return Some(json!({"kind": "message", "message": person_view::message(message)}));
    }
    (message.visible_to == Some(reader)).then(|| gone(message.channel, id))
}

fn gone(channel: Id, id: Id) -> Value {
    json!({"kind": "message-gone", "channel": channel, "id": id})
}

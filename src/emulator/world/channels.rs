//! Opening, changing and deleting channels, threads and conversations.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::change::WorldChange;
use super::channel::{Channel, ChannelKind};
use super::event::intent;
use super::message::PostedMessage;
use super::state::World;
use super::{api_json, editing};
use crate::id::Id;

/// The direct messages of two people. Opens them if need be.
pub(crate) fn open_direct(world: &mut World, one: Id, other: Id, now: Timestamp) -> Id {
    let known = world.channels.values().find(|channel| {
        channel.kind == ChannelKind::Direct
            && channel.people.contains(&one)
            && channel.people.contains(&other)
    });
    if let Some(known) = known {
        return known.id;
    }
    let id = world.ids.next(now);
    let people = vec![one, other];
    let channel = Channel { people, ..Channel::new(id, ChannelKind::Direct, "") };
    world.channels.insert(id, channel);
    world.changes.push(WorldChange::Channel(id));
    id
}

/// Opens the direct messages of a group, which the first person owns.
pub(crate) fn open_group(world: &mut World, people: &[Id], now: Timestamp) -> Id {
    let id = world.ids.next(now);
    let channel = Channel {
        owner: people.first().copied(),
        people: people.to_vec(),
        ..Channel::new(id, ChannelKind::Group, "")
    };
    world.channels.insert(id, channel);
    world.changes.push(WorldChange::Channel(id));
    id
}

/// Changes a channel, and emits the event.
pub(crate) fn change(world: &mut World, id: Id, now: Timestamp, change: impl FnOnce(&mut Channel)) {
    let Some(channel) = world.channels.get_mut(&id) else { return };
    let before = (channel.is_archived, channel.archive_after_minutes);
    change(channel);
    if before != (channel.is_archived, channel.archive_after_minutes) {
        channel.archive_changed = Some(now);
        world.next_auto_archive = Timestamp::MIN;
    }
    let (server, kind) = (channel.server, channel.kind);
    let name = if kind.is_thread() { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" };
    emit(world, name, id, server);
}

pub(crate) fn emit(world: &mut World, name: &'static str, id: Id, server: Option<Id>) {
    world.changes.push(WorldChange::Channel(id));
    if server.is_none() {
        return;
    }
    world.emit(name, intent::GUILDS, server, |world| {
        world.channel(id).map_or(Value::Null, |channel| api_json::channel(world, channel))
    });
}

/// Deletes a channel with its threads and messages.
pub(crate) fn delete(world: &mut World, id: Id) {
    let Some(channel) = world.channels.get(&id) else { return };
    let (server, kind, parent) = (channel.server, channel.kind, channel.parent);
    let mut gone = api_json::channel(world, channel);
    let threads: Vec<Id> = world
        .channels
        .values()
        .filter(|channel| channel.parent == Some(id))
        .map(|channel| channel.id)
        .collect();
    for thread in threads {
        delete(world, thread);
    }
    let mut name = "CHANNEL_DELETE";
    if kind.is_thread() {
        name = "THREAD_DELETE";
        gone = json!({"id": id, "guild_id": server, "parent_id": parent, "type": kind.number()});
    }
    if let Some(channel) = world.channels.remove(&id) {
        for (id, message) in &channel.messages {
            world.channel_of.remove(id);
            editing::remove_files(world, message);
        }
        world.changes.push(WorldChange::ChannelGone(Box::new(channel)));
    }
    if server.is_some() {
        world.emit(name, intent::GUILDS, server, |_| gone);
    }
}

pub(crate) fn open_thread(world: &mut World, new_thread: NewThread<'_>) {
    let NewThread { id, parent, owner, kind, name, minutes } = new_thread;
    let Some(above) = world.channels.get(&parent) else { return };
    let thread = Channel {
        server: above.server,
        parent: Some(parent),
        owner: Some(owner),
        people: vec![owner],
        archive_after_minutes: minutes,
        bot_permissions: above.bot_permissions,
        ..Channel::new(id, kind, name)
    };
    let server = thread.server;
    world.channels.insert(id, thread);
    world.next_auto_archive = Timestamp::MIN;
    let written = world.channels.get(&id).map(|channel| api_json::channel(world, channel));
    if let Some(message) = world.message(id) {
        let mut message = PostedMessage::clone(message);
        message.value["thread"] = json!(written);
        message.value["flags"] = json!(message.flags() | 1 << 5);
        editing::replace(world, message);
    }
    emit(world, "THREAD_CREATE", id, server);
}

/// Archives the threads that have been inactive for their time.
pub(crate) fn archive_inactive(world: &mut World, now: Timestamp) {
    if now < world.next_auto_archive {
        return;
    }
    let active =
        world.channels.values().filter(|thread| thread.kind.is_thread() && !thread.is_archived);
    let times: Vec<(Timestamp, Id)> =
        active.map(|thread| (thread.inactive_at(), thread.id)).collect();
    let later = times.iter().map(|(at, _)| *at).filter(|at| *at > now).min();
    for (_, thread) in times.iter().filter(|(at, _)| *at <= now) {
        change(world, *thread, now, |thread| thread.is_archived = true);
    }
    world.next_auto_archive = later.unwrap_or(Timestamp::MAX);
}

/// A thread to open.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewThread<'a> {
    /// A thread has the id of the message that it starts from.
    pub(crate) id: Id,
    pub(crate) parent: Id,
    pub(crate) owner: Id,
    pub(crate) kind: ChannelKind,
    pub(crate) name: &'a str,
    /// The minutes without a message after which it is archived.
    pub(crate) minutes: u16,
}

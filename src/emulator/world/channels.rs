//! Opening, changing and deleting channels, threads and conversations.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::change::WorldChange;
use super::channel::{Channel, ChannelKind};
use super::event::intent;
use super::message::PostedMessage;
use super::state::World;
use crate::id::Id;

impl World {
    /// The direct messages of two people. Opens them if need be.
    pub(crate) fn conversation(&mut self, one: Id, other: Id, now: Timestamp) -> Id {
        let known = self.channels.values().find(|it| {
            it.kind == ChannelKind::Direct && it.people.contains(&one) && it.people.contains(&other)
        });
        if let Some(known) = known {
            return known.id;
        }
        let id = self.ids.next(now);
        let people = vec![one, other];
        let channel = Channel { people, ..Channel::new(id, ChannelKind::Direct, "") };
        self.channels.insert(id, channel);
        self.changes.push(WorldChange::Channel(id));
        id
    }

    /// Opens the direct messages of a group, which the first person owns.
    pub(crate) fn open_group(&mut self, people: &[Id], now: Timestamp) -> Id {
        let id = self.ids.next(now);
        let channel = Channel {
            owner: people.first().copied(),
            people: people.to_vec(),
            ..Channel::new(id, ChannelKind::Group, "")
        };
        self.channels.insert(id, channel);
        self.changes.push(WorldChange::Channel(id));
        id
    }

    /// Changes a channel, and emits the event.
    pub(crate) fn change_channel(
        &mut self,
        id: Id,
        now: Timestamp,
        change: impl FnOnce(&mut Channel),
    ) {
        let Some(channel) = self.channels.get_mut(&id) else { return };
        let before = (channel.is_archived, channel.archive_after_minutes);
        change(channel);
        if before != (channel.is_archived, channel.archive_after_minutes) {
            channel.archive_changed = Some(now);
            self.next_auto_archive = Timestamp::MIN;
        }
        let (server, kind) = (channel.server, channel.kind);
        let name = if kind.is_thread() { "THREAD_UPDATE" } else { "CHANNEL_UPDATE" };
        self.emit_channel(name, id, server);
    }

    pub(crate) fn emit_channel(&mut self, name: &'static str, id: Id, server: Option<Id>) {
        self.changes.push(WorldChange::Channel(id));
        if server.is_none() {
            return;
        }
        self.emit(name, intent::GUILDS, server, |world| {
            world.channel(id).map_or(Value::Null, |it| world.channel_json(it))
        });
    }

    /// Deletes a channel with its threads and messages.
    pub(crate) fn delete_channel(&mut self, id: Id) {
        let Some(channel) = self.channels.get(&id) else { return };
        let (server, kind, parent) = (channel.server, channel.kind, channel.parent);
        let mut gone = self.channel_json(channel);
        let threads: Vec<Id> =
            self.channels.values().filter(|it| it.parent == Some(id)).map(|it| it.id).collect();
        for thread in threads {
            self.delete_channel(thread);
        }
        let mut name = "CHANNEL_DELETE";
        if kind.is_thread() {
            name = "THREAD_DELETE";
            gone =
                json!({"id": id, "guild_id": server, "parent_id": parent, "type": kind.number()});
        }
        if let Some(channel) = self.channels.remove(&id) {
            for (id, message) in &channel.messages {
                self.channel_of.remove(id);
                self.remove_files(message);
            }
            self.changes.push(WorldChange::ChannelGone(Box::new(channel)));
        }
        if server.is_some() {
            self.emit(name, intent::GUILDS, server, |_| gone);
        }
    }

    pub(crate) fn open_thread(&mut self, new_thread: NewThread<'_>) {
        let NewThread { id, parent, owner, kind, name, minutes } = new_thread;
        let Some(above) = self.channels.get(&parent) else { return };
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
        self.channels.insert(id, thread);
        self.next_auto_archive = Timestamp::MIN;
        let written = self.channels.get(&id).map(|it| self.channel_json(it));
        if let Some(message) = self.message(id) {
            let mut message = PostedMessage::clone(message);
            message.value["thread"] = json!(written);
            message.value["flags"] = json!(message.flags() | 1 << 5);
            self.replace(message);
        }
        self.emit_channel("THREAD_CREATE", id, server);
    }
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

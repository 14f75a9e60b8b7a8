//! What happens in the world without the bot: the control side of [`Emulator`].

use std::sync::atomic::Ordering;

use serde_json::json;

use super::Emulator;
use super::gateway::Frame;
use super::gateway::{Direction, op_name};
use super::id::Id;
use super::world::{Change, Channel, ChannelKind, Member, Permissions, World, intent};

/// What the gateway does to those who are connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outage {
    /// Cuts their sockets; they may resume, and hear what they missed.
    Drop,
    /// Closes their sockets with a code.
    Close(u16),
    /// Asks them to connect again.
    Reconnect,
    /// Tells them that what they had is over.
    Invalidate {
        /// Whether it could be taken up all the same.
        resumable: bool,
    },
}

impl Emulator {
    /// Lets something happen to everybody who is connected.
    pub fn outage(&self, outage: Outage) {
        let gateway = self.gateway();
        let say = |value: serde_json::Value| {
            gateway.note(Direction::ToBot, op_name(&value), &value["d"]);
            Frame::Text(value.to_string().into())
        };
        match outage {
            Outage::Drop => gateway.broadcast(&Frame::Drop),
            Outage::Close(code) => gateway.broadcast(&Frame::Close(code)),
            Outage::Reconnect => {
                gateway.broadcast(&say(json!({"op": 7, "d": null, "s": null, "t": null})));
            }
            Outage::Invalidate { resumable } => {
                gateway.broadcast(&say(json!({"op": 9, "d": resumable, "s": null, "t": null})));
                if !resumable {
                    gateway.forget_all();
                }
            }
        }
    }

    /// Whether every event is sent twice from now on.
    pub fn repeat_events(&self, repeats: bool) {
        self.gateway().repeats.store(repeats, Ordering::Relaxed);
    }

    /// Whether signs of life stay unanswered from now on.
    pub fn ignore_heartbeats(&self, ignores: bool) {
        self.gateway().is_deaf.store(ignores, Ordering::Relaxed);
    }

    /// Somebody with the right to do so deletes a message.
    pub fn delete_message(&self, message: Id) {
        self.with(|world, _| world.delete_message(message));
    }

    /// Somebody deletes a channel, or a thread.
    pub fn delete_channel(&self, channel: Id) {
        self.with(|world, _| world.delete_channel(channel));
    }

    /// Somebody makes a channel in a server.
    #[must_use]
    pub fn make_channel(&self, server: Id, name: &str) -> Id {
        self.with(|world, now| {
            let id = world.ids.next(now);
            let has_bot = world.server(server).is_some_and(super::Server::has_bot);
            let mut channel = Channel::new(id, ChannelKind::Text, name);
            channel.server = Some(server);
            if !has_bot {
                channel.bot_permissions = Permissions::NONE;
            }
            world.channels.insert(id, channel);
            world.tell_of_channel("CHANNEL_CREATE", id, Some(server));
            id
        })
    }

    /// Changes a channel: its name, whether it is archived or locked, what the bot may do there.
    pub fn change_channel(&self, channel: Id, change: impl FnOnce(&mut Channel)) {
        self.with(|world, now| world.change_channel(channel, now, change));
    }

    /// Archives a thread, or takes it out again.
    pub fn archive(&self, thread: Id, is_archived: bool) {
        self.change_channel(thread, |it| it.is_archived = is_archived);
    }

    /// Archives a thread so that only moderators can take it out again.
    pub fn lock_thread(&self, thread: Id) {
        self.change_channel(thread, |it| (it.is_archived, it.is_locked) = (true, true));
    }

    /// What the bot may do in a channel from now on.
    pub fn set_bot_permissions(&self, channel: Id, permissions: Permissions) {
        self.change_channel(channel, |it| it.bot_permissions = permissions);
    }

    /// What one person may not do in a channel from now on.
    pub fn deny(&self, channel: Id, person: Id, denied: Permissions) {
        self.change_channel(channel, |it| {
            if denied == Permissions::NONE {
                it.denied.remove(&person);
            } else {
                it.denied.insert(person, denied);
            }
        });
    }

    /// Slow mode: how many seconds lie between two messages of one person from now on.
    pub fn set_slow_mode(&self, channel: Id, seconds: u16) {
        self.change_channel(channel, |it| it.slow_mode_seconds = seconds);
    }

    /// Somebody takes direct messages of the bot, or no longer does.
    pub fn close_conversation(&self, person: Id, is_closed: bool) {
        self.with(|world, now| {
            let id = world.conversation(world.bot, person, now);
            let bot = world.bot;
            world.change_channel(id, now, |channel| {
                if is_closed {
                    channel.denied.insert(bot, Permissions::SEND_MESSAGES);
                } else {
                    channel.denied.remove(&bot);
                }
            });
        });
    }

    /// Gives somebody another name.
    pub fn rename(&self, person: Id, name: &str) {
        self.with(|world, _| {
            if let Some(person) = world.people.get_mut(&person) {
                person.global_name = Some(name.to_owned());
            }
            world.changes.push(Change::Person(person));
            tell_members(world, person);
        });
    }

    /// Gives somebody another name in one server.
    pub fn set_nick(&self, server: Id, person: Id, nick: Option<&str>) {
        self.with(|world, _| {
            let member = world.servers.get_mut(&server).and_then(|it| it.members.get_mut(&person));
            if let Some(member) = member {
                member.nick = nick.map(str::to_owned);
            }
            world.changes.push(Change::Server(server));
            tell_members(world, person);
        });
    }

    /// Sets the language of somebody's Discord.
    pub fn set_locale(&self, person: Id, locale: &str) {
        self.with(|world, _| {
            if let Some(person) = world.people.get_mut(&person) {
                locale.clone_into(&mut person.locale);
            }
            world.changes.push(Change::Person(person));
        });
    }

    /// Somebody leaves a server. If it is the bot, it can do nothing there any more.
    pub fn remove_member(&self, server: Id, person: Id) {
        self.with(|world, _| {
            if person == world.bot {
                world.emit("GUILD_DELETE", intent::GUILDS, Some(server), |_| json!({"id": server}));
            }
            if let Some(server) = world.servers.get_mut(&server) {
                server.members.remove(&person);
            }
            world.changes.push(Change::Server(server));
            world.emit(
                "GUILD_MEMBER_REMOVE",
                intent::GUILD_MEMBERS,
                Some(server),
                |world| json!({"guild_id": server, "user": world.person_json(person)}),
            );
        });
    }

    /// Somebody joins a server, or the bot is invited.
    pub fn add_member(&self, server: Id, person: Id) {
        self.with(|world, now| {
            let permissions = Permissions::OF_A_BOT;
            let member = Member { nick: None, joined: now, permissions };
            if let Some(server) = world.servers.get_mut(&server) {
                server.members.insert(person, member);
            }
            world.changes.push(Change::Server(server));
            if person != world.bot {
                return;
            }
            for channel in world.channels.values_mut().filter(|it| it.server == Some(server)) {
                channel.bot_permissions = permissions;
                world.changes.push(Change::Channel(channel.id));
            }
            world.emit("GUILD_CREATE", intent::GUILDS, Some(server), |world| {
                let server = world.server(server);
                server.map_or_else(|| json!(null), |it| world.server_create_json(it))
            });
        });
    }

    /// The conversation of two, opened if there is none yet.
    #[must_use]
    pub fn conversation(&self, one: Id, other: Id) -> Id {
        self.with(|world, now| world.conversation(one, other, now))
    }

    /// A file that was sent, by its URL.
    #[must_use]
    pub fn file(&self, url: &str) -> Option<axum::body::Bytes> {
        let mut steps = url.rsplit('/');
        let id: Id = steps.nth(1)?.parse().ok()?;
        self.find_file(id).map(|it| it.bytes)
    }
}

fn tell_members(world: &mut World, person: Id) {
    let servers: Vec<Id> = world.servers.keys().copied().collect();
    for id in servers {
        world.emit("GUILD_MEMBER_UPDATE", intent::GUILD_MEMBERS, Some(id), |world| {
            let server = world.server(id);
            let mut member =
                server.and_then(|it| world.member_json(it, person)).unwrap_or_default();
            member["guild_id"] = json!(id);
            member
        });
    }
}

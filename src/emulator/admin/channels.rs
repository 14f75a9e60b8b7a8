//! Channels, threads and messages.

use crate::emulator::action_error::{ActionError, checked_name};
use crate::emulator::handle::Emulator;
use crate::emulator::id::Id;
use crate::emulator::world::{Channel, ChannelKind, Permissions, Server};

/// The longest name of a channel or a thread, in characters.
const CHANNEL_NAME_MAX: usize = 100;
/// The minutes without a message after which a new thread is archived.
const THREAD_MINUTES: u16 = 1440;

impl Emulator {
    /// Adds a channel to a server. Its name becomes lower case, with hyphens for spaces.
    ///
    /// # Errors
    /// When the server does not exist, or the name is empty or too long.
    pub fn add_channel(&self, server: Id, name: &str) -> Result<Id, ActionError> {
        let name = checked_name(name, CHANNEL_NAME_MAX)?.to_lowercase().replace(' ', "-");
        self.read(|world| world.server(server).map(|_| ())).ok_or(ActionError::NoServer(server))?;
        Ok(self.make_channel(server, &name))
    }

    /// Adds a channel to a server without checking the name.
    #[must_use]
    pub fn make_channel(&self, server: Id, name: &str) -> Id {
        self.with(|world, now| {
            let id = world.ids.next(now);
            let has_bot = world.server(server).is_some_and(Server::has_bot);
            let mut channel = Channel::new(id, ChannelKind::Text, name);
            channel.server = Some(server);
            if !has_bot {
                channel.bot_permissions = Permissions::NONE;
            }
            world.channels.insert(id, channel);
            world.emit_channel("CHANNEL_CREATE", id, Some(server));
            id
        })
    }

    /// Changes a channel, and publishes the change.
    pub fn change_channel(&self, channel: Id, change: impl FnOnce(&mut Channel)) {
        self.with(|world, now| world.change_channel(channel, now, change));
    }

    /// Deletes a channel or a thread.
    pub fn delete_channel(&self, channel: Id) {
        self.with(|world, _| world.delete_channel(channel));
    }

    /// Opens a thread in a channel as a person; without one, as the first person of all.
    ///
    /// # Errors
    /// When the person cannot view the channel, it is not a server's text channel, or the name
    /// does not fit.
    pub fn open_thread(
        &self,
        channel: Id,
        person: Option<Id>,
        name: &str,
    ) -> Result<Id, ActionError> {
        let name = checked_name(name, CHANNEL_NAME_MAX)?;
        self.with(|world, now| {
            let owner = person.or_else(|| world.first_person());
            let owner = owner.filter(|&it| world.is_in(it, channel));
            let owner = owner.ok_or(ActionError::NoChannel(channel))?;
            if world.channel(channel).is_none_or(|it| it.kind != ChannelKind::Text) {
                return Err(ActionError::NoThreadHere(channel));
            }
            let id = world.ids.next(now);
            world.open_thread(id, channel, owner, &name, THREAD_MINUTES);
            Ok(id)
        })
    }

    /// Archives or unarchives a thread.
    pub fn archive(&self, thread: Id, is_archived: bool) {
        self.change_channel(thread, |it| it.is_archived = is_archived);
    }

    /// Archives and locks a thread. Only moderators can unarchive it.
    pub fn lock_thread(&self, thread: Id) {
        self.change_channel(thread, |it| (it.is_archived, it.is_locked) = (true, true));
    }

    /// Sets the bot's permissions in a channel.
    pub fn set_bot_permissions(&self, channel: Id, permissions: Permissions) {
        self.change_channel(channel, |it| it.bot_permissions = permissions);
    }

    /// Denies permissions to one person in a channel; [`Permissions::NONE`] denies nothing any
    /// more.
    pub fn deny(&self, channel: Id, person: Id, denied: Permissions) {
        self.change_channel(channel, |it| {
            if denied == Permissions::NONE {
                it.denied.remove(&person);
            } else {
                it.denied.insert(person, denied);
            }
        });
    }

    /// Sets a channel's slow mode: the seconds between two messages of one person. 0 switches it
    /// off.
    pub fn set_slow_mode(&self, channel: Id, seconds: u16) {
        self.change_channel(channel, |it| it.slow_mode_seconds = seconds);
    }

    /// The direct messages of two people. Opens them if need be.
    #[must_use]
    pub fn conversation(&self, one: Id, other: Id) -> Id {
        self.with(|world, now| world.conversation(one, other, now))
    }

    /// Sets whether a person blocks direct messages of the bot.
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

    /// Deletes a message of anybody, as a moderator.
    pub fn delete_message(&self, message: Id) {
        self.with(|world, _| world.delete_message(message));
    }

    /// The content of an uploaded file, by its URL.
    #[must_use]
    pub fn file(&self, url: &str) -> Option<axum::body::Bytes> {
        let mut steps = url.rsplit('/');
        let id: Id = steps.nth(1)?.parse().ok()?;
        self.find_file(id).map(|it| it.bytes)
    }
}

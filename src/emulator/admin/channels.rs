//! Channels, threads and messages.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde_json::json;

use crate::action_error::{ActionError, checked_name};
use crate::handle::Emulator;
use crate::id::Id;
use crate::validation::Object;
use crate::world::{
    Channel, ChannelKind, Draft, NewThread, Permissions, Posting, Server, access, channels,
    editing, posting,
};

/// The longest name of a channel or a thread, in characters.
const CHANNEL_NAME_MAX: usize = 100;
/// The minutes without a message after which a new thread is archived.
const THREAD_MINUTES: u16 = 1440;
/// The number of people in a group.
const GROUP_SIZES: RangeInclusive<usize> = 2..=10;

impl Emulator {
    /// Adds a channel to a server. Its name becomes lower case, with hyphens for spaces.
    ///
    /// # Errors
    /// When the server does not exist, or the name is empty or too long.
    pub fn add_channel(&self, server: Id, name: &str) -> Result<Id, ActionError> {
        self.add_channel_of(ChannelKind::Text, server, name)
    }

    /// Adds a channel of any kind to a server. Its name becomes lower case, with hyphens for
    /// spaces.
    ///
    /// # Errors
    /// When the server does not exist, the kind is none of a server's channels, or the name is
    /// empty or too long.
    pub fn add_channel_of(
        &self,
        kind: ChannelKind,
        server: Id,
        name: &str,
    ) -> Result<Id, ActionError> {
        let name = checked_name(name, CHANNEL_NAME_MAX)?.to_lowercase().replace(' ', "-");
        self.check_server(server)?;
        if kind.is_thread() || kind.is_conversation() {
            return Err(ActionError::NotServerChannel);
        }
        Ok(self.make_channel_of(kind, server, &name))
    }

    /// Adds a channel to a server without checking the name.
    #[must_use]
    pub fn make_channel(&self, server: Id, name: &str) -> Id {
        self.make_channel_of(ChannelKind::Text, server, name)
    }

    /// Adds a channel of any kind to a server without checking the name.
    #[must_use]
    pub fn make_channel_of(&self, kind: ChannelKind, server: Id, name: &str) -> Id {
        self.with(|world, now| {
            let id = world.ids.next(now);
            let has_bot = world.server(server).is_some_and(Server::has_bot);
            let mut channel = Channel::new(id, kind, name);
            channel.server = Some(server);
            if !has_bot {
                channel.bot_permissions = Permissions::NONE;
            }
            world.channels.insert(id, channel);
            channels::emit(world, "CHANNEL_CREATE", id, Some(server));
            id
        })
    }

    /// Changes a channel, and publishes the change.
    pub fn change_channel(&self, channel: Id, change: impl FnOnce(&mut Channel)) {
        self.with(|world, now| channels::change(world, channel, now, change));
    }

    /// Deletes a channel or a thread.
    pub fn delete_channel(&self, channel: Id) {
        self.with(|world, _| channels::delete(world, channel));
    }

    /// Opens a thread in a channel as a person; without one, as the first person of all. In a forum
    /// it is a post, with a message of the person.
    ///
    /// # Errors
    /// When the person cannot view the channel, it has no threads, or the name does not fit.
    pub fn open_thread(
        &self,
        channel: Id,
        person: Option<Id>,
        name: &str,
    ) -> Result<Id, ActionError> {
        let kind_in = |parent: ChannelKind| parent.threads().first().copied();
        self.open_thread_of(channel, person, name, kind_in)
    }

    /// Opens a private thread in a channel as a person, its only member.
    ///
    /// # Errors
    /// When the person cannot view the channel, it has no private threads, or the name does not
    /// fit.
    pub fn open_private_thread(
        &self,
        channel: Id,
        person: Id,
        name: &str,
    ) -> Result<Id, ActionError> {
        let private = ChannelKind::PrivateThread;
        let kind_in = |parent: ChannelKind| parent.threads().contains(&private).then_some(private);
        self.open_thread_of(channel, Some(person), name, kind_in)
    }

    fn open_thread_of(
        &self,
        channel: Id,
        person: Option<Id>,
        name: &str,
        kind_in: impl FnOnce(ChannelKind) -> Option<ChannelKind>,
    ) -> Result<Id, ActionError> {
        let name = checked_name(name, CHANNEL_NAME_MAX)?;
        self.with(|world, now| {
            let owner = person.or_else(|| world.first_person());
            let owner = owner.filter(|&owner| access::is_in(world, owner, channel));
            let owner = owner.ok_or(ActionError::NoChannel(channel))?;
            let parent = world.channel(channel).map(|channel| channel.kind);
            let kind = parent.and_then(kind_in).ok_or(ActionError::NoThreads(channel))?;
            let id = world.ids.next(now);
            let minutes = THREAD_MINUTES;
            channels::open_thread(
                world,
                NewThread { id, parent: channel, owner, kind, name: &name, minutes },
            );
            if parent == Some(ChannelKind::Forum) {
                let mut body = Object::new();
                body.insert("content".to_owned(), json!(name));
                let (channel, author) = (id, owner);
                let posting = Posting {
                    channel,
                    author,
                    interaction: None,
                    reply_to: None,
                    visible_to: None,
                    kind: 0,
                };
                posting::post_with_id(world, id, posting, Draft { body, files: Vec::new() }, now);
            }
            Ok(id)
        })
    }

    /// Adds a person or the bot to a thread.
    pub fn add_to_thread(&self, thread: Id, person: Id) {
        self.change_channel(thread, |thread| {
            if !thread.people.contains(&person) {
                thread.people.push(person);
            }
        });
    }

    /// Locks an active thread: only moderators can post in it.
    pub fn lock_active_thread(&self, thread: Id) {
        self.change_channel(thread, |thread| thread.is_locked = true);
    }

    /// Sets whether a channel is age-restricted.
    pub fn set_age_restricted(&self, channel: Id, is_age_restricted: bool) {
        self.change_channel(channel, |channel| channel.is_age_restricted = is_age_restricted);
    }

    /// Archives or unarchives a thread.
    pub fn archive(&self, thread: Id, is_archived: bool) {
        self.change_channel(thread, |thread| thread.is_archived = is_archived);
    }

    /// Archives and locks a thread. Only moderators can unarchive it.
    pub fn lock_thread(&self, thread: Id) {
        self.change_channel(thread, |thread| (thread.is_archived, thread.is_locked) = (true, true));
    }

    /// Sets the bot's permissions in a channel.
    pub fn set_bot_permissions(&self, channel: Id, permissions: Permissions) {
        self.change_channel(channel, |channel| channel.bot_permissions = permissions);
    }

    /// Sets the permissions that a person is denied in a channel.
    pub fn deny(&self, channel: Id, person: Id, denied: Permissions) {
        self.change_channel(channel, |channel| {
            if denied == Permissions::NONE {
                channel.denied.remove(&person);
            } else {
                channel.denied.insert(person, denied);
            }
        });
    }

    /// Sets a channel's slow mode: the seconds between two messages of one person. 0 switches it
    /// off.
    pub fn set_slow_mode(&self, channel: Id, seconds: u16) {
        self.change_channel(channel, |channel| channel.slow_mode_seconds = seconds);
    }

    /// The direct messages of two people. Opens them if need be.
    #[must_use]
    pub fn conversation(&self, one: Id, other: Id) -> Id {
        self.with(|world, now| channels::open_direct(world, one, other, now))
    }

    /// Opens the direct messages of a group. The first person owns it.
    ///
    /// # Errors
    /// When somebody does not exist, is a bot or is named twice, or there are too few or too many.
    pub fn open_group(&self, people: &[Id]) -> Result<Id, ActionError> {
        self.with(|world, now| {
            for &id in people {
                let person = world.person(id).ok_or(ActionError::NoPerson(id))?;
                if person.is_bot {
                    return Err(ActionError::InvalidGroup);
                }
            }
            let different: BTreeSet<&Id> = people.iter().collect();
            if different.len() < people.len() || !GROUP_SIZES.contains(&people.len()) {
                return Err(ActionError::InvalidGroup);
            }
            Ok(channels::open_group(world, people, now))
        })
    }

    /// Sets whether a person blocks direct messages of the bot.
    pub fn close_conversation(&self, person: Id, is_closed: bool) {
        self.with(|world, now| {
            let id = channels::open_direct(world, world.bot, person, now);
            let bot = world.bot;
            channels::change(world, id, now, |channel| {
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
        self.with(|world, _| editing::delete(world, message));
    }

    /// The content of an uploaded file, by its URL.
    #[must_use]
    pub fn file(&self, url: &str) -> Option<axum::body::Bytes> {
        let mut steps = url.rsplit('/');
        let id: Id = steps.nth(1)?.parse().ok()?;
        self.find_file(id).map(|file| file.bytes)
    }
}

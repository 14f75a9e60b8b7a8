//! [`World`] and its look-ups.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;

use super::application_emoji::Emojis;
use super::cache::{CachedMessage, WorldCache};
use super::change::WorldChange;
use super::channel::Channel;
use super::command::RegisteredCommand;
use super::event::{GatewayEvent, intent};
use super::files::FileCache;
use super::interaction::InteractionState;
use super::message::PostedMessage;
use super::server::{Person, Server};
use crate::emulator::id::{Id, Ids};

/// Everything in the emulator. Read it with [`Emulator::read`](crate::emulator::Emulator::read).
#[derive(Debug)]
pub struct World {
    pub(in crate::emulator) ids: Ids,
    /// The address in the URLs of files.
    pub(in crate::emulator) address: SocketAddr,
    /// The bot, whose application has the same id.
    pub(in crate::emulator) bot: Id,
    pub(in crate::emulator) people: BTreeMap<Id, Person>,
    pub(in crate::emulator) servers: BTreeMap<Id, Server>,
    pub(in crate::emulator) channels: HashMap<Id, Channel>,
    /// The channel of each message.
    pub(in crate::emulator) channel_of: HashMap<Id, Id>,
    pub(in crate::emulator) commands: Vec<RegisteredCommand>,
    pub(in crate::emulator) emojis: Emojis,
    pub(in crate::emulator) interactions: HashMap<Id, InteractionState>,
    pub(in crate::emulator) interaction_order: VecDeque<Id>,
    pub(in crate::emulator) tokens: HashMap<String, Id>,
    pub(in crate::emulator) files: FileCache,
    /// What may leave memory.
    pub(in crate::emulator) cache: WorldCache,
    /// The addresses in the URLs of older files.
    pub(in crate::emulator) addresses_before: Vec<SocketAddr>,
    /// The message and the time of each nonce.
    pub(in crate::emulator) nonces: HashMap<String, (Id, Timestamp)>,
    /// No thread is archived for inactivity before this time.
    pub(in crate::emulator) next_auto_archive: Timestamp,
    /// The time in which the bot has to respond to an interaction.
    pub(in crate::emulator) response_timeout: Duration,
    /// The intents of all sessions.
    pub(in crate::emulator) intents: u64,
    /// Events that are not published yet.
    pub(in crate::emulator) events: Vec<GatewayEvent>,
    /// Interactions with unpublished changes.
    pub(in crate::emulator) changed_interactions: Vec<Id>,
    /// Changes that are not published yet.
    pub(in crate::emulator) changes: Vec<WorldChange>,
}

impl World {
    /// A world with the bot alone.
    pub(in crate::emulator) fn new(
        address: SocketAddr,
        bot: Person,
        files: FileCache,
        response_timeout: Duration,
    ) -> World {
        World {
            ids: Ids::default(),
            address,
            bot: bot.id,
            people: BTreeMap::from([(bot.id, bot)]),
            servers: BTreeMap::new(),
            channels: HashMap::new(),
            channel_of: HashMap::new(),
            commands: Vec::new(),
            emojis: Emojis::new(),
            interactions: HashMap::new(),
            interaction_order: VecDeque::new(),
            tokens: HashMap::new(),
            files,
            cache: WorldCache::default(),
            addresses_before: Vec::new(),
            nonces: HashMap::new(),
            next_auto_archive: Timestamp::MIN,
            response_timeout,
            intents: 0,
            events: Vec::new(),
            changed_interactions: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// The bot, whose application has the same id.
    #[must_use]
    pub fn bot(&self) -> Id {
        self.bot
    }

    /// All people, including the bot.
    pub fn people(&self) -> impl Iterator<Item = &Person> {
        self.people.values()
    }

    #[must_use]
    pub fn person(&self, id: Id) -> Option<&Person> {
        self.people.get(&id)
    }

    /// The person with the lowest id, the bot excepted.
    pub(in crate::emulator) fn first_person(&self) -> Option<Id> {
        self.people().find(|it| !it.is_bot).map(|it| it.id)
    }

    pub fn servers(&self) -> impl Iterator<Item = &Server> {
        self.servers.values()
    }

    #[must_use]
    pub fn server(&self, id: Id) -> Option<&Server> {
        self.servers.get(&id)
    }

    /// All channels, threads and direct messages, unordered.
    pub fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.channels.values()
    }

    #[must_use]
    pub fn channel(&self, id: Id) -> Option<&Channel> {
        self.channels.get(&id)
    }

    #[must_use]
    pub fn commands(&self) -> &[RegisteredCommand] {
        &self.commands
    }

    #[must_use]
    pub fn message(&self, id: Id) -> Option<&Arc<PostedMessage>> {
        self.channels.get(self.channel_of.get(&id)?)?.messages.get(&id)?.open(id, &self.cache)
    }

    /// The messages of a channel that a person sees, oldest first.
    #[must_use]
    pub fn messages(
        &self,
        channel: Id,
        reader: Id,
    ) -> impl DoubleEndedIterator<Item = &Arc<PostedMessage>> {
        let cache = &self.cache;
        self.cached_messages(channel, reader).filter_map(move |(id, cached)| cached.open(id, cache))
    }

    /// The same, without reading them from the disk.
    pub(in crate::emulator) fn cached_messages(
        &self,
        channel: Id,
        reader: Id,
    ) -> impl DoubleEndedIterator<Item = (Id, &CachedMessage)> {
        let cached_messages = self.channels.get(&channel).map(|it| it.messages.iter());
        let messages = cached_messages.into_iter().flatten().map(|(id, cached)| (*id, cached));
        messages.filter(move |(_, cached)| cached.outline.is_visible_to(reader))
    }

    /// The data of an interaction's event; null if it cannot be read.
    pub(in crate::emulator) fn payload_of(&self, interaction: &InteractionState) -> Arc<Value> {
        if let Some(payload) = &interaction.payload {
            return Arc::clone(payload);
        }
        let read = self.cache.disk().and_then(|it| it.payload(interaction.id));
        Arc::new(read.unwrap_or(Value::Null))
    }

    /// Whether the bot is a member of the channel's server or of the conversation.
    pub(in crate::emulator) fn has_bot(&self, channel: &Channel) -> bool {
        match channel.server {
            Some(server) => self.servers.get(&server).is_some_and(Server::has_bot),
            None => channel.people.contains(&self.bot),
        }
    }

    /// Whether the application is installed in the channel's server, or the bot is in the
    /// conversation.
    pub(in crate::emulator) fn has_app(&self, channel: &Channel) -> bool {
        match channel.server {
            Some(server) => self.servers.get(&server).is_some_and(Server::has_app),
            None => channel.people.contains(&self.bot),
        }
    }

    /// Adds an event, if a session gets it.
    pub(in crate::emulator) fn emit(
        &mut self,
        name: &'static str,
        intent: u64,
        server: Option<Id>,
        payload: impl FnOnce(&World) -> Value,
    ) {
        let knows = server.is_none_or(|id| self.servers.get(&id).is_some_and(Server::has_bot));
        if intent == intent::NONE || (knows && self.intents & intent != 0) {
            let payload = payload(self);
            self.events.push(GatewayEvent { name, intent, server, payload });
        }
    }
}

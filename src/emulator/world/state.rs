//! [`World`]: everything there is, and its look-ups.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;

use super::cache::{CachedMessage, WorldCache};
use super::change::Change;
use super::channel::Channel;
use super::command::RegisteredCommand;
use super::event::{GatewayEvent, intent};
use super::files::FileCache;
use super::interaction::InteractionState;
use super::message::PostedMessage;
use super::server::{Person, Server};
use crate::emulator::id::{Id, Ids};

/// Everything there is. Read it with [`Emulator::read`](crate::emulator::Emulator::read).
#[derive(Debug)]
pub struct World {
    pub(in crate::emulator) ids: Ids,
    /// Where files are fetched from.
    pub(in crate::emulator) address: SocketAddr,
    /// The bot's application; the bot itself has the same id.
    pub(in crate::emulator) bot: Id,
    pub(in crate::emulator) people: BTreeMap<Id, Person>,
    pub(in crate::emulator) servers: BTreeMap<Id, Server>,
    pub(in crate::emulator) channels: HashMap<Id, Channel>,
    /// In which channel a message is.
    pub(in crate::emulator) channel_of: HashMap<Id, Id>,
    pub(in crate::emulator) commands: Vec<RegisteredCommand>,
    pub(in crate::emulator) interactions: HashMap<Id, InteractionState>,
    pub(in crate::emulator) interaction_order: VecDeque<Id>,
    pub(in crate::emulator) tokens: HashMap<String, Id>,
    pub(in crate::emulator) files: FileCache,
    /// What is in memory only for a while.
    pub(in crate::emulator) cache: WorldCache,
    /// Where files were fetched from before.
    pub(in crate::emulator) addresses_before: Vec<SocketAddr>,
    /// What was posted under which nonce, and when.
    pub(in crate::emulator) nonces: HashMap<String, (Id, Timestamp)>,
    /// Before then no thread is archived for being silent.
    pub(in crate::emulator) next_auto_archive: Timestamp,
    /// How soon an interaction has to be answered.
    pub(in crate::emulator) patience: Duration,
    /// Every intent that some connection has.
    pub(in crate::emulator) intents: u64,
    /// What happened and has not been handed to the gateway yet.
    pub(in crate::emulator) events: Vec<GatewayEvent>,
    /// Interactions of which something changed.
    pub(in crate::emulator) changed_interactions: Vec<Id>,
    /// Everything of which something changed.
    pub(in crate::emulator) changes: Vec<Change>,
}

impl World {
    /// A world with the bot alone.
    pub(in crate::emulator) fn new(
        address: SocketAddr,
        bot: Person,
        files: FileCache,
        patience: Duration,
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
            interactions: HashMap::new(),
            interaction_order: VecDeque::new(),
            tokens: HashMap::new(),
            files,
            cache: WorldCache::default(),
            addresses_before: Vec::new(),
            nonces: HashMap::new(),
            next_auto_archive: Timestamp::MIN,
            patience,
            intents: 0,
            events: Vec::new(),
            changed_interactions: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// The bot's user and application.
    #[must_use]
    pub fn bot(&self) -> Id {
        self.bot
    }

    /// Everybody, the bot among them.
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

    /// All channels, threads and conversations, in no order.
    pub fn channels(&self) -> impl Iterator<Item = &Channel> {
        self.channels.values()
    }

    #[must_use]
    pub fn channel(&self, id: Id) -> Option<&Channel> {
        self.channels.get(&id)
    }

    /// The channel of this name, of which there has to be one only.
    #[must_use]
    pub fn channel_named(&self, name: &str) -> Option<&Channel> {
        let mut named = self.channels.values().filter(|it| it.name == name);
        named.next().filter(|_| named.next().is_none())
    }

    /// The commands that are registered.
    #[must_use]
    pub fn commands(&self) -> &[RegisteredCommand] {
        &self.commands
    }

    /// A message, wherever it is.
    #[must_use]
    pub fn message(&self, id: Id) -> Option<&Arc<PostedMessage>> {
        self.channels.get(self.channel_of.get(&id)?)?.messages.get(&id)?.open(id, &self.cache)
    }

    /// The messages of a channel that somebody sees, oldest first.
    #[must_use]
    pub fn messages(
        &self,
        channel: Id,
        reader: Id,
    ) -> impl DoubleEndedIterator<Item = &Arc<PostedMessage>> {
        let cache = &self.cache;
        self.slots(channel, reader).filter_map(move |(id, slot)| slot.open(id, cache))
    }

    /// The places of the messages of a channel that somebody sees, oldest first.
    pub(in crate::emulator) fn slots(
        &self,
        channel: Id,
        reader: Id,
    ) -> impl DoubleEndedIterator<Item = (Id, &CachedMessage)> {
        let slots = self.channels.get(&channel).map(|it| it.messages.iter());
        let seen = slots.into_iter().flatten().map(|(id, slot)| (*id, slot));
        seen.filter(move |(_, slot)| slot.outline.is_visible_to(reader))
    }

    /// What the gateway sent of an interaction; nothing, if it cannot be read any more.
    pub(in crate::emulator) fn payload_of(&self, call: &InteractionState) -> Arc<Value> {
        if let Some(payload) = &call.payload {
            return Arc::clone(payload);
        }
        let read = self.cache.disk().and_then(|it| it.payload(call.id));
        Arc::new(read.unwrap_or(Value::Null))
    }

    /// Whether the bot is where the channel is.
    pub(in crate::emulator) fn has_bot(&self, channel: &Channel) -> bool {
        match channel.server {
            Some(server) => self.servers.get(&server).is_some_and(Server::has_bot),
            None => channel.people.contains(&self.bot),
        }
    }

    /// Hands something to the gateway, if anybody there would hear it.
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

//! Servers, channels, people, messages, interactions: everything there is, held in one place and
//! changed one step at a time. Nothing here waits, and the time is an argument.

mod auto_archive;
mod cache;
mod change;
mod channel;
mod command;
mod files;
mod interaction;
mod json;
mod message;
mod restore;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;

pub(super) use self::cache::{CachedMessage, DiskSource, MessageOutline, WorldCache};
pub(super) use self::change::Change;
pub use self::channel::{Channel, ChannelKind, Member, Permissions, Person, Server};
pub use self::command::RegisteredCommand;
pub(super) use self::files::{FileCache, UploadedFile};
pub(super) use self::interaction::{
    InitialResponse, InteractionKind, InteractionState, TOKEN_LIFE,
};
pub(super) use self::json::iso;
pub use self::message::PostedMessage;
pub(super) use self::message::{Draft, EPHEMERAL, Posting, file_of, is_loading, is_old, promise};
pub(super) use self::restore::{StoredMessage, move_urls, place_of_files};
use super::id::{Id, Ids};
use super::request_log::weight;

/// The intents that decide which events a bot hears; interactions need none.
pub(super) mod intent {
    pub(crate) const NONE: u64 = 0;
    pub(crate) const GUILDS: u64 = 1;
    pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
}

/// Something that a bot hears over the gateway.
#[derive(Debug)]
pub(super) struct GatewayEvent {
    pub(super) name: &'static str,
    /// What a bot must have asked for to hear it.
    pub(super) intent: u64,
    /// Where it happened, which decides the shard.
    pub(super) server: Option<Id>,
    pub(super) payload: Value,
}

/// Everything there is. Read it with [`Emulator::read`](super::Emulator::read).
#[derive(Debug)]
pub struct World {
    pub(super) ids: Ids,
    /// Where files are fetched from.
    pub(super) address: SocketAddr,
    /// The bot's application; the bot itself has the same id.
    pub(super) bot: Id,
    pub(super) people: BTreeMap<Id, Person>,
    pub(super) servers: BTreeMap<Id, Server>,
    pub(super) channels: HashMap<Id, Channel>,
    /// In which channel a message is.
    pub(super) channel_of: HashMap<Id, Id>,
    pub(super) commands: Vec<RegisteredCommand>,
    pub(super) calls: HashMap<Id, InteractionState>,
    pub(super) calls_in_order: VecDeque<Id>,
    pub(super) tokens: HashMap<String, Id>,
    pub(super) files: FileCache,
    /// What is in memory only for a while.
    pub(super) held: WorldCache,
    /// Where files were fetched from before.
    pub(super) addresses_before: Vec<SocketAddr>,
    /// What was posted under which nonce, and when.
    pub(super) nonces: HashMap<String, (Id, Timestamp)>,
    /// Before then no thread is archived for being silent.
    pub(super) silent_at: Timestamp,
    /// How soon an interaction has to be answered.
    pub(super) patience: Duration,
    /// Every intent that some connection has.
    pub(super) intents: u64,
    /// What happened and has not been handed to the gateway yet.
    pub(super) events: Vec<GatewayEvent>,
    /// Interactions of which something changed.
    pub(super) touched: Vec<Id>,
    /// Everything of which something changed.
    pub(super) changes: Vec<Change>,
}

impl World {
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
        self.channels.get(self.channel_of.get(&id)?)?.messages.get(&id)?.open(id, &self.held)
    }

    /// The messages of a channel that somebody sees, oldest first.
    #[must_use]
    pub fn messages(
        &self,
        channel: Id,
        reader: Id,
    ) -> impl DoubleEndedIterator<Item = &Arc<PostedMessage>> {
        let held = &self.held;
        self.slots(channel, reader).filter_map(move |(id, slot)| slot.open(id, held))
    }

    /// The places of the messages of a channel that somebody sees, oldest first.
    pub(super) fn slots(
        &self,
        channel: Id,
        reader: Id,
    ) -> impl DoubleEndedIterator<Item = (Id, &CachedMessage)> {
        let slots = self.channels.get(&channel).map(|it| it.messages.iter());
        let seen = slots.into_iter().flatten().map(|(id, slot)| (*id, slot));
        seen.filter(move |(_, slot)| slot.outline.is_visible_to(reader))
    }

    /// What the gateway sent of an interaction; nothing, if it cannot be read any more.
    pub(super) fn payload_of(&self, call: &InteractionState) -> Arc<Value> {
        if let Some(payload) = &call.payload {
            return Arc::clone(payload);
        }
        let read = self.held.shelf().and_then(|it| it.payload(call.id));
        Arc::new(read.unwrap_or(Value::Null))
    }

    /// Whether the bot is where the channel is.
    pub(super) fn has_bot(&self, channel: &Channel) -> bool {
        match channel.server {
            Some(server) => self.servers.get(&server).is_some_and(Server::has_bot),
            None => channel.people.contains(&self.bot),
        }
    }

    /// Hands something to the gateway, if anybody there would hear it.
    pub(super) fn emit(
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

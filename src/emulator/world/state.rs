//! [`World`] and its look-ups.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;

use super::change::WorldChange;
use super::channel::Channel;
use super::command::RegisteredCommand;
use super::emoji::{ApplicationEmoji, Emojis};
use super::event::{GatewayEvent, intent};
use super::files::Files;
use super::interaction::InteractionState;
use super::message::PostedMessage;
use super::server::{Person, Server};
use crate::id::{Id, Ids};

/// Everything in the emulator. Read it with [`Emulator::read`](crate::Emulator::read).
#[derive(Debug)]
pub struct World {
    pub(crate) ids: Ids,
    /// The address in the URLs of files.
    pub(crate) address: SocketAddr,
    /// The bot, whose application has the same id.
    pub(crate) bot: Id,
    pub(crate) people: BTreeMap<Id, Person>,
    pub(crate) servers: BTreeMap<Id, Server>,
    pub(crate) channels: HashMap<Id, Channel>,
    /// The channel of each message.
    pub(crate) channel_of: HashMap<Id, Id>,
    pub(crate) commands: Vec<RegisteredCommand>,
    pub(crate) emojis: Emojis,
    pub(crate) interactions: HashMap<Id, InteractionState>,
    pub(crate) interaction_order: VecDeque<Id>,
    pub(crate) tokens: HashMap<String, Id>,
    pub(crate) files: Files,
    /// The most messages of a channel; the oldest go.
    pub(crate) messages_max: Option<usize>,
    /// The message and the time of each nonce.
    pub(crate) nonces: HashMap<String, (Id, Timestamp)>,
    /// No thread is archived for inactivity before this time.
    pub(crate) next_auto_archive: Timestamp,
    /// The time in which the bot has to respond to an interaction.
    pub(crate) response_timeout: Duration,
    /// The intents of all sessions.
    pub(crate) intents: u64,
    /// Events that are not published yet.
    pub(crate) events: Vec<GatewayEvent>,
    /// Interactions with unpublished changes.
    pub(crate) changed_interactions: Vec<Id>,
    /// Changes that are not published yet.
    pub(crate) changes: Vec<WorldChange>,
}

impl World {
    /// A world with the bot alone.
    pub(crate) fn new(
        address: SocketAddr,
        bot: Person,
        files: Files,
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
            messages_max: None,
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
    pub(crate) fn first_person(&self) -> Option<Id> {
        self.people().find(|person| !person.is_bot).map(|person| person.id)
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

    /// The emoji of the bot's application, oldest first.
    pub fn emojis(&self) -> impl Iterator<Item = &ApplicationEmoji> {
        self.emojis.values()
    }

    #[must_use]
    pub fn message(&self, id: Id) -> Option<&Arc<PostedMessage>> {
        self.channels.get(self.channel_of.get(&id)?)?.messages.get(&id)
    }

    /// The messages of a channel that a person sees, oldest first.
    #[must_use]
    pub fn messages(
        &self,
        channel: Id,
        reader: Id,
    ) -> impl DoubleEndedIterator<Item = &Arc<PostedMessage>> {
        let messages = self.channels.get(&channel).map(|channel| channel.messages.values());
        messages.into_iter().flatten().filter(move |message| message.is_visible_to(reader))
    }

    /// Whether the bot is a member of the channel's server or of the conversation.
    pub(crate) fn has_bot(&self, channel: &Channel) -> bool {
        match channel.server {
            Some(server) => self.servers.get(&server).is_some_and(Server::has_bot),
            None => channel.people.contains(&self.bot),
        }
    }

    /// Whether the application is installed in the channel's server, or the bot is in the
    /// conversation.
    pub(crate) fn has_app(&self, channel: &Channel) -> bool {
        match channel.server {
            Some(server) => self.servers.get(&server).is_some_and(Server::has_app),
            None => channel.people.contains(&self.bot),
        }
    }

    /// Adds an event, if a session gets it.
    pub(crate) fn emit(
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

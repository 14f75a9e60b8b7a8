//! Events for bots, and the gateway intents that select them.

use serde_json::Value;

use crate::id::Id;

/// Discord's gateway intents. `INTERACTION_CREATE` needs none.
pub(crate) mod intent {
    pub(crate) const NONE: u64 = 0;
    pub(crate) const GUILDS: u64 = 1;
    pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
}

/// The name of the event of an interaction.
pub(crate) const INTERACTION_CREATE: &str = "INTERACTION_CREATE";

/// An event for bots.
#[derive(Debug)]
pub(crate) struct GatewayEvent {
    pub(crate) name: &'static str,
    /// The intent that a session needs to get it.
    pub(crate) intent: u64,
    /// The server where it happened, which decides the shard.
    pub(crate) server: Option<Id>,
    pub(crate) payload: Value,
}

/// The intent of events about messages in a server, or in direct messages.
pub(super) fn message_intent(server: Option<Id>) -> u64 {
    if server.is_some() { intent::GUILD_MESSAGES } else { intent::DIRECT_MESSAGES }
}

//! Events for bots, and the gateway intents that select them.

use serde_json::Value;

use crate::emulator::id::Id;

/// The intents that decide which events a bot hears; interactions need none.
pub(in crate::emulator) mod intent {
    pub(crate) const NONE: u64 = 0;
    pub(crate) const GUILDS: u64 = 1;
    pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
}

/// Something that a bot hears over the gateway.
#[derive(Debug)]
pub(in crate::emulator) struct GatewayEvent {
    pub(in crate::emulator) name: &'static str,
    /// What a bot must have asked for to hear it.
    pub(in crate::emulator) intent: u64,
    /// Where it happened, which decides the shard.
    pub(in crate::emulator) server: Option<Id>,
    pub(in crate::emulator) payload: Value,
}

/// The intent of events about messages in a server, or in a conversation.
pub(super) fn message_intent(server: Option<Id>) -> u64 {
    if server.is_some() { intent::GUILD_MESSAGES } else { intent::DIRECT_MESSAGES }
}

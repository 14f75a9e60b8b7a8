//! Commands that the bot has registered.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::permissions::Permissions;
use crate::id::Id;

/// A registered command: the bot's definition with Discord's additions.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisteredCommand {
    pub id: Id,
    /// The definition as `GET` returns it.
    pub value: Value,
}

impl RegisteredCommand {
    /// The name after the slash.
    #[must_use]
    pub fn name(&self) -> &str {
        self.value["name"].as_str().unwrap_or_default()
    }

    /// Discord's command type: 1 for slash commands, 2 and 3 for menus of people and of messages.
    #[must_use]
    pub fn kind(&self) -> u64 {
        self.value["type"].as_u64().unwrap_or(1)
    }

    /// The options or subcommands.
    #[must_use]
    pub fn options(&self) -> &[Value] {
        self.value["options"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Whether it is usable in a context: 0 a server, 1 direct messages with the bot, 2 other
    /// direct messages.
    #[must_use]
    pub fn is_for_context(&self, context: u64) -> bool {
        self.value["contexts"].as_array().is_none_or(|contexts| contexts.contains(&context.into()))
    }

    /// Whether it is offered to a member with these permissions. Conversations have none, and there
    /// it is offered to everybody.
    #[must_use]
    pub fn is_for_member(&self, permissions: Option<Permissions>) -> bool {
        let needed = self.value["default_member_permissions"].as_str();
        let needed = needed.and_then(|bits| bits.parse().ok()).map(Permissions);
        needed.zip(permissions).is_none_or(|(needed, theirs)| theirs.has(needed))
    }

    /// Whether it is usable with an installation: 0 a server's, 1 a person's.
    #[must_use]
    pub fn is_for_installation(&self, kind: u64) -> bool {
        let kinds = self.value["integration_types"].as_array();
        kinds.map_or(kind == 0, |kinds| kinds.contains(&kind.into()))
    }
}

//! The commands that a bot has registered.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::emulator::id::Id;

/// A registered command: the definition as the bot sent it, with what Discord adds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisteredCommand {
    /// Which.
    pub id: Id,
    /// Its definition, as `GET` answers it.
    pub value: Value,
}

impl RegisteredCommand {
    /// What is typed behind the slash.
    #[must_use]
    pub fn name(&self) -> &str {
        self.value["name"].as_str().unwrap_or_default()
    }

    /// 1 for what is typed; 2 and 3 for the menus of people and of messages.
    #[must_use]
    pub fn kind(&self) -> u64 {
        self.value["type"].as_u64().unwrap_or(1)
    }

    /// Its options, or its subcommands.
    #[must_use]
    pub fn options(&self) -> &[Value] {
        self.value["options"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Whether it can be used in a context: 0 a server, 1 a conversation with the bot, 2 any other.
    #[must_use]
    pub fn is_for_context(&self, context: u64) -> bool {
        self.value["contexts"].as_array().is_none_or(|it| it.contains(&context.into()))
    }

    /// Whether it comes with an installation: 0 to a server, 1 to a person.
    #[must_use]
    pub fn is_for_installation(&self, kind: u64) -> bool {
        let kinds = self.value["integration_types"].as_array();
        kinds.map_or(kind == 0, |it| it.contains(&kind.into()))
    }
}

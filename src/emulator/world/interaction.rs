//! Interactions, as the world keeps them.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::emulator::id::Id;

/// How long an interaction's token can be used.
pub(in crate::emulator) const TOKEN_LIFE: Duration = Duration::from_secs(15 * 60);

/// What kind of interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::emulator) enum InteractionKind {
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl InteractionKind {
    /// Discord's number.
    pub(in crate::emulator) fn number(self) -> u8 {
        match self {
            InteractionKind::Command => 2,
            InteractionKind::Component => 3,
            InteractionKind::Autocomplete => 4,
            InteractionKind::Modal => 5,
        }
    }
}

/// An interaction, and what became of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::emulator) struct InteractionState {
    pub(in crate::emulator) id: Id,
    pub(in crate::emulator) token: String,
    pub(in crate::emulator) kind: InteractionKind,
    pub(in crate::emulator) person: Id,
    pub(in crate::emulator) channel: Id,
    pub(in crate::emulator) server: Option<Id>,
    pub(in crate::emulator) created: Timestamp,
    /// The command's name, for what was typed.
    pub(in crate::emulator) name: Option<String>,
    /// What the gateway sent, while it is in memory: see
    /// [`World::payload_of`](super::World::payload_of).
    #[serde(default, with = "maybe_shared", skip_serializing_if = "Option::is_none")]
    pub(in crate::emulator) payload: Option<Arc<Value>>,
    /// The message whose component it was.
    pub(in crate::emulator) source: Option<Id>,
    pub(in crate::emulator) acknowledged: Option<InitialResponse>,
    /// The answer's message: `@original`.
    pub(in crate::emulator) original: Option<Id>,
    pub(in crate::emulator) follow_ups: Vec<Id>,
}

/// How an interaction was answered first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::emulator) enum InitialResponse {
    /// With a message.
    Message,
    /// With a promise of one.
    Deferred,
    /// By changing the message whose component it was.
    Update,
    /// With a promise of that.
    DeferredUpdate,
    /// With choices.
    Choices(#[serde(with = "shared")] Arc<Value>),
    /// With a form to fill in.
    Modal(#[serde(with = "shared")] Arc<Value>),
}

/// The same of what may not be there.
mod maybe_shared {
    use std::sync::Arc;

    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};
    use serde_json::Value;

    #[allow(clippy::ref_option, reason = "serde asks for it so")]
    pub(super) fn serialize<S: Serializer>(
        value: &Option<Arc<Value>>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_deref().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Arc<Value>>, D::Error> {
        Ok(Option::<Value>::deserialize(from)?.map(Arc::new))
    }
}

/// What several hold is written as if one did.
mod shared {
    use std::sync::Arc;

    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};
    use serde_json::Value;

    pub(super) fn serialize<S: Serializer>(value: &Arc<Value>, to: S) -> Result<S::Ok, S::Error> {
        Value::serialize(value, to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<Value>, D::Error> {
        Value::deserialize(from).map(Arc::new)
    }
}

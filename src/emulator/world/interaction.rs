//! Interactions and their responses.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::id::Id;

/// The lifetime of an interaction's token.
pub(crate) const TOKEN_LIFE: Duration = Duration::from_secs(15 * 60);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum InteractionKind {
    Command,
    Component,
    Autocomplete,
    Modal,
}

impl InteractionKind {
    /// Discord's interaction type.
    pub(crate) fn number(self) -> u8 {
        match self {
            InteractionKind::Command => 2,
            InteractionKind::Component => 3,
            InteractionKind::Autocomplete => 4,
            InteractionKind::Modal => 5,
        }
    }
}

/// An interaction and its responses. Field names are those of the stored JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InteractionState {
    pub(crate) id: Id,
    pub(crate) token: String,
    pub(crate) kind: InteractionKind,
    pub(crate) person: Id,
    pub(crate) channel: Id,
    pub(crate) server: Option<Id>,
    pub(crate) created: Timestamp,
    /// The name of a command with its subcommands.
    pub(crate) name: Option<String>,
    /// The event's data while it is in memory; see
    /// [`World::payload_of`](super::World::payload_of).
    #[serde(default, with = "maybe_shared", skip_serializing_if = "Option::is_none")]
    pub(crate) payload: Option<Arc<Value>>,
    /// The message whose component was used.
    pub(crate) source: Option<Id>,
    pub(crate) acknowledged: Option<InitialResponse>,
    /// The message `@original`.
    pub(crate) original: Option<Id>,
    pub(crate) follow_ups: Vec<Id>,
}

/// The type of the initial response.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum InitialResponse {
    Message,
    /// A message is to follow.
    Deferred,
    /// The message of the component was edited.
    Update,
    /// An edit of the component's message is to follow.
    DeferredUpdate,
    Choices(#[serde(with = "shared")] Arc<Value>),
    Modal(#[serde(with = "shared")] Arc<Value>),
}

/// Serializes an optional shared value like the value itself.
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

/// Serializes a shared value like the value itself.
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

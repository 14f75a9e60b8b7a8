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
    /// The event's data.
    pub(crate) payload: Arc<Value>,
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
    Choices(Arc<Value>),
    Modal(Arc<Value>),
}

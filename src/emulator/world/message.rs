//! Posted messages.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::id::Id;
use crate::validation::id_of;

/// The flag of an ephemeral message.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// The flag of a deferred message.
pub(super) const LOADING: u64 = 1 << 7;
/// The flag of a message without notifications.
pub(super) const SILENT: u64 = 1 << 12;
/// The flag of a message without embeds for its links.
pub(super) const NO_EMBEDS: u64 = 1 << 2;

/// A posted message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostedMessage {
    pub id: Id,
    pub channel: Id,
    pub author: Id,
    /// The only person who sees it, if it is ephemeral.
    pub visible_to: Option<Id>,
    /// The people who got a notification. An edit sends none.
    pub pinged: Vec<Id>,
    /// The interaction that it responds to.
    pub interaction: Option<Id>,
    /// The message in Discord's JSON.
    pub value: Value,
    /// The names of the files that it was posted with. An edit may have removed them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub posted_files: Vec<String>,
    /// The number of edits after its first hour.
    pub(crate) late_edits: u32,
    /// Whether the person who sees the ephemeral message has dismissed it.
    pub(crate) is_dismissed: bool,
}

impl PostedMessage {
    #[must_use]
    pub fn content(&self) -> &str {
        self.value["content"].as_str().unwrap_or_default()
    }

    #[must_use]
    pub fn flags(&self) -> u64 {
        self.value["flags"].as_u64().unwrap_or(0)
    }

    /// The attachments in Discord's JSON.
    #[must_use]
    pub fn attachments(&self) -> &[Value] {
        self.value["attachments"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Notes the files that it is posted with.
    pub(super) fn note_posted_files(&mut self) {
        let names =
            self.attachments().iter().filter_map(|attachment| attachment["filename"].as_str());
        self.posted_files = names.map(str::to_owned).collect();
    }

    /// The rows of components in Discord's JSON.
    #[must_use]
    pub fn components(&self) -> &[Value] {
        self.value["components"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Its buttons and menus, also from inside other components.
    #[must_use]
    pub fn controls(&self) -> Vec<&Value> {
        let mut found = Vec::new();
        gather(self.components(), &mut found);
        found
    }

    /// Whether a person sees it, if they can view its channel.
    #[must_use]
    pub fn is_visible_to(&self, reader: Id) -> bool {
        self.visible_to.is_none_or(|person| person == reader && !self.is_dismissed)
    }
}

/// Collects components that can be used, depth first.
fn gather<'v>(components: &'v [Value], found: &mut Vec<&'v Value>) {
    for component in components {
        if component.get("custom_id").is_some() || component["type"] == 2 {
            found.push(component);
        }
        if let Some(inner) = component["components"].as_array() {
            gather(inner, found);
        }
        if let Some(accessory) = component.get("accessory") {
            gather(std::slice::from_ref(accessory), found);
        }
    }
}

/// The file of an attachment.
pub(crate) fn file_of(attachment: &Value) -> Option<Id> {
    id_of(&attachment["id"])
}

/// Whether it is a deferred message without content yet.
pub(crate) fn is_loading(message: &PostedMessage) -> bool {
    message.flags() & LOADING != 0
}

/// Whether edits of the message are limited, because it is older than an hour.
pub(crate) fn is_old(id: Id, now: Timestamp) -> bool {
    now.duration_since(id.time()).as_secs() >= 3600
}

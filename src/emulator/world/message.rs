//! Messages: written, changed, deleted, and who sees and hears of them.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::emulator::id::Id;
use crate::emulator::validate::id_of;

/// The flag of a message that one person sees.
pub(in crate::emulator) const EPHEMERAL: u64 = 1 << 6;
/// The flag of a promised message that is not there yet.
pub(super) const LOADING: u64 = 1 << 7;
/// The flag of a message that rings nowhere.
pub(super) const SILENT: u64 = 1 << 12;
/// The flag of a message made of the newer components.
pub(in crate::emulator) const COMPONENTS_V2: u64 = 1 << 15;
/// The flag of a message whose links are not unfolded.
pub(super) const NO_EMBEDS: u64 = 1 << 2;

/// A message, as Discord has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PostedMessage {
    /// Which.
    pub id: Id,
    /// Where.
    pub channel: Id,
    /// Whose.
    pub author: Id,
    /// The only person who sees it, if it is not for all.
    pub visible_to: Option<Id>,
    /// Who was really told of it. A changed message tells nobody.
    pub pinged: Vec<Id>,
    /// The interaction that it answers.
    pub interaction: Option<Id>,
    /// As Discord writes it.
    pub value: Value,
    /// How often it was changed after its first hour.
    pub(in crate::emulator) late_edits: u32,
    /// Whether the only person who saw it has put it away.
    pub(in crate::emulator) is_dismissed: bool,
}

impl PostedMessage {
    /// What it says.
    #[must_use]
    pub fn content(&self) -> &str {
        self.value["content"].as_str().unwrap_or_default()
    }

    /// Its flags.
    #[must_use]
    pub fn flags(&self) -> u64 {
        self.value["flags"].as_u64().unwrap_or(0)
    }

    /// Its files, as Discord describes them.
    #[must_use]
    pub fn attachments(&self) -> &[Value] {
        self.value["attachments"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Its rows of components.
    #[must_use]
    pub fn components(&self) -> &[Value] {
        self.value["components"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Its buttons, menus and links, out of whatever they stand in.
    #[must_use]
    pub fn controls(&self) -> Vec<&Value> {
        let mut found = Vec::new();
        gather(self.components(), &mut found);
        found
    }

    /// Whether somebody sees it, in a channel that they see.
    #[must_use]
    pub fn is_visible_to(&self, reader: Id) -> bool {
        self.visible_to.is_none_or(|it| it == reader && !self.is_dismissed)
    }
}

/// Components that can be used, depth first.
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

/// The file of an attachment, and its size in bytes.
pub(in crate::emulator) fn file_of(attachment: &Value) -> Option<(Id, u64)> {
    Some((id_of(&attachment["id"])?, attachment["size"].as_u64()?))
}

/// Whether the promised message is not there yet.
pub(in crate::emulator) fn is_loading(message: &PostedMessage) -> bool {
    message.flags() & LOADING != 0
}

/// Whether changes of a message are counted: after its first hour.
pub(in crate::emulator) fn is_old(id: Id, now: Timestamp) -> bool {
    now.duration_since(id.time()).as_secs() >= 3600
}

//! Messages as they are sent, before they are posted.

use serde_json::{Value, json};

use super::files::UploadedFile;
use super::message::{EPHEMERAL, LOADING, NO_EMBEDS, SILENT};
use crate::id::Id;
use crate::validation::{Object, id_of};

/// A message as it was sent: a valid body, and files with their numbers.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) body: Object,
    pub(crate) files: Vec<(u64, UploadedFile)>,
}

impl Draft {
    pub(crate) fn flags(&self) -> u64 {
        self.body.get("flags").and_then(Value::as_u64).unwrap_or(0)
    }

    pub(super) fn list(&self, key: &str) -> Option<&Vec<Value>> {
        self.body.get(key).and_then(Value::as_array)
    }

    pub(super) fn content(&self) -> &str {
        self.body.get("content").and_then(Value::as_str).unwrap_or_default()
    }
}

/// Where and how a message is posted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Posting {
    pub(crate) channel: Id,
    pub(crate) author: Id,
    /// The interaction that it responds to.
    pub(crate) interaction: Option<Id>,
    /// The message that it replies to.
    pub(crate) reply_to: Option<Id>,
    pub(crate) visible_to: Option<Id>,
    /// Discord's message type.
    pub(crate) kind: u8,
}

pub(super) fn shown_flags(draft: &Draft, posting: &Posting) -> u64 {
    let flags = draft.flags() & (NO_EMBEDS | LOADING | SILENT);
    if posting.visible_to.is_some() { flags | EPHEMERAL } else { flags }
}

/// The draft of a deferred response.
pub(crate) fn deferred_draft() -> Draft {
    let mut body = Object::new();
    body.insert("flags".to_owned(), json!(LOADING));
    Draft { body, files: Vec::new() }
}

/// The people whom the text mentions and the sender allows to ping, each once.
pub(super) fn allowed_mentions(draft: &Draft) -> Vec<Id> {
    let mut mentioned = Vec::new();
    for piece in draft.content().split("<@").skip(1) {
        let digits = piece.trim_start_matches('!').split_once('>').map(|(digits, _)| digits);
        if let Some(id) = digits.and_then(|digits| digits.parse().ok())
            && !mentioned.contains(&id)
        {
            mentioned.push(id);
        }
    }
    if let Some(allowed) = draft.body.get("allowed_mentions").filter(|allowed| !allowed.is_null()) {
        let parses =
            allowed["parse"].as_array().is_some_and(|kinds| kinds.contains(&json!("users")));
        let named: Vec<Id> =
            allowed["users"].as_array().into_iter().flatten().filter_map(id_of).collect();
        mentioned.retain(|id| parses || named.contains(id));
    }
    mentioned
}

//! The emoji of the bot's application.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::id::Id;

/// The emoji of the application by their ids.
pub(crate) type Emojis = BTreeMap<Id, ApplicationEmoji>;

/// An emoji of the bot's application. Its image is a file with the same id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ApplicationEmoji {
    pub id: Id,
    /// Letters, digits and underscores.
    pub name: String,
    pub is_animated: bool,
    /// The size of the image in bytes.
    pub(crate) size: u64,
}

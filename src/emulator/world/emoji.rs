//! The emoji of the bot's application.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::change::WorldChange;
use super::files::UploadedFile;
use super::state::World;
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

pub(crate) fn add(world: &mut World, name: String, image: UploadedFile, now: Timestamp) -> Id {
    let id = world.ids.next(now);
    let is_animated = image.content_type.as_deref() == Some("image/gif");
    let size = image.bytes.len();
    world.files.put_for_good(id, image);
    world.emojis.insert(id, ApplicationEmoji { id, name, is_animated, size: size as u64 });
    world.changes.push(WorldChange::World);
    id
}

pub(crate) fn rename(world: &mut World, id: Id, name: String) {
    if let Some(emoji) = world.emojis.get_mut(&id) {
        emoji.name = name;
        world.changes.push(WorldChange::World);
    }
}

/// Removes an emoji and its image. Messages keep its id.
pub(crate) fn remove(world: &mut World, id: Id) {
    if world.emojis.remove(&id).is_some() {
        world.files.remove(id);
        world.changes.push(WorldChange::World);
    }
}

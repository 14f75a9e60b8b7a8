//! Adds, renames and removes the emoji of the bot's application.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::application_emoji::ApplicationEmoji;
use super::change::WorldChange;
use super::files::UploadedFile;
use super::state::World;
use crate::id::Id;

impl World {
    /// The emoji of the bot's application, oldest first.
    pub fn emojis(&self) -> impl Iterator<Item = &ApplicationEmoji> {
        self.emojis.values()
    }

    /// An emoji in Discord's JSON. The uploader is the bot.
    pub(crate) fn emoji_json(&self, emoji: &ApplicationEmoji) -> Value {
        json!({
            "id": emoji.id, "name": emoji.name, "roles": [], "user": self.person_json(self.bot),
            "require_colons": true, "managed": false, "animated": emoji.is_animated,
            "available": true,
        })
    }

    pub(crate) fn add_emoji(&mut self, name: String, image: UploadedFile, now: Timestamp) -> Id {
        let id = self.ids.next(now);
        let is_animated = image.content_type.as_deref() == Some("image/gif");
        let size = image.bytes.len();
        self.files.put_for_good(id, image);
        self.emojis.insert(id, ApplicationEmoji { id, name, is_animated, size: size as u64 });
        self.changes.push(WorldChange::World);
        id
    }

    pub(crate) fn rename_emoji(&mut self, id: Id, name: String) {
        if let Some(emoji) = self.emojis.get_mut(&id) {
            emoji.name = name;
            self.changes.push(WorldChange::World);
        }
    }

    /// Removes an emoji and its image. Messages keep its id.
    pub(crate) fn remove_emoji(&mut self, id: Id) {
        if self.emojis.remove(&id).is_some() {
            self.files.remove(id);
            self.changes.push(WorldChange::World);
        }
    }
}

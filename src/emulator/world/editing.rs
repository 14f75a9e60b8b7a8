//! Changing and deleting messages.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::cache::CachedMessage;
use super::change::WorldChange;
use super::draft::{Draft, allowed_mentions};
use super::event::message_intent;
use super::json::iso;
use super::message::{LOADING, NO_EMBEDS, PostedMessage, file_of, is_loading, is_old};
use super::state::World;
use crate::id::Id;

impl World {
    /// Edits a message. A deferred one stops loading.
    pub(crate) fn change(&mut self, id: Id, draft: Draft, now: Timestamp) {
        let Some(shared) = self.message(id).cloned() else { return };
        let mut message = PostedMessage::clone(&shared);
        let was_loading = is_loading(&message);
        let mut flags = message.flags() & !LOADING;
        if draft.body.contains_key("flags") {
            flags = (flags & !NO_EMBEDS) | (draft.flags() & NO_EMBEDS);
        }
        if draft.body.contains_key("content") {
            let mut mentioned = allowed_mentions(&draft);
            mentioned.retain(|it| self.people.contains_key(it));
            message.value["mentions"] = mentioned.iter().map(|&it| self.person_json(it)).collect();
        }
        message.value["flags"] = json!(flags);
        if !was_loading {
            message.value["edited_timestamp"] = json!(iso(now));
            message.late_edits += u32::from(is_old(id, now));
        }
        self.fill(&mut message, draft, now);
        if was_loading {
            message.note_posted_files();
        }
        let is_left = |it: &&Value| message.attachments().iter().all(|new| new["id"] != it["id"]);
        let left = shared.attachments().iter().filter(is_left).filter_map(file_of);
        self.changes.extend(left.map(WorldChange::FileGone));
        self.changed_interactions.extend(message.interaction);
        self.replace(message);
        self.emit_message("MESSAGE_UPDATE", id);
    }

    pub(crate) fn replace(&mut self, message: PostedMessage) {
        if let Some(channel) = self.channels.get_mut(&message.channel) {
            self.changes.push(WorldChange::Message(message.id));
            let (id, before) = (message.id, channel.messages.remove(&message.id));
            channel.messages.insert(id, CachedMessage::fill(before, message, &self.cache));
        }
    }

    /// Deletes a message.
    pub(crate) fn delete_message(&mut self, id: Id) {
        let message = self.message(id).cloned();
        let Some(channel) = self.channel_of.remove(&id) else { return };
        let Some(channel) = self.channels.get_mut(&channel) else { return };
        let (channel_id, server) = (channel.id, channel.server);
        channel.remove_message(id);
        // A message that cannot be read is deleted too, but its files stay on disk.
        if let Some(message) = message {
            self.changed_interactions.extend(message.interaction);
            self.changes.push(WorldChange::MessageGone(message));
        }
        let intent = message_intent(server);
        self.emit("MESSAGE_DELETE", intent, server, |_| {
            let mut value = json!({"id": id, "channel_id": channel_id});
            if let Some(server) = server {
                value["guild_id"] = json!(server);
            }
            value
        });
    }
}

//! Changing and deleting messages.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value, json};

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
        left.for_each(|file| self.files.remove(file));
        self.changed_interactions.extend(message.interaction);
        self.replace(message);
        self.emit_message("MESSAGE_UPDATE", id);
    }

    pub(crate) fn replace(&mut self, message: PostedMessage) {
        if let Some(channel) = self.channels.get_mut(&message.channel) {
            self.changes.push(WorldChange::Message(message.id));
            channel.messages.insert(message.id, Arc::new(message));
        }
    }

    /// Deletes a message.
    pub(crate) fn delete_message(&mut self, id: Id) {
        let Some((channel_id, server)) = self.remove_message(id) else { return };
        let intent = message_intent(server);
        self.emit("MESSAGE_DELETE", intent, server, |_| {
            let mut value = json!({"id": id, "channel_id": channel_id});
            if let Some(server) = server {
                value["guild_id"] = json!(server);
            }
            value
        });
    }

    /// Removes a message with its files. Returns its channel and its server.
    fn remove_message(&mut self, id: Id) -> Option<(Id, Option<Id>)> {
        let message = self.message(id).cloned()?;
        let channel = self.channels.get_mut(&self.channel_of.remove(&id)?)?;
        let place = (channel.id, channel.server);
        channel.remove_message(id);
        self.remove_files(&message);
        self.changed_interactions.extend(message.interaction);
        self.changes.push(WorldChange::MessageGone(message));
        Some(place)
    }

    pub(super) fn remove_files(&mut self, message: &PostedMessage) {
        message.attachments().iter().filter_map(file_of).for_each(|file| self.files.remove(file));
    }

    /// Removes the oldest messages of a channel that has more than the world keeps.
    pub(super) fn remove_oldest(&mut self, channel: Id) {
        let Some(most) = self.messages_max else { return };
        let Some(channel) = self.channels.get(&channel) else { return };
        let surplus = channel.messages.len().saturating_sub(most);
        let oldest: Vec<Id> = channel.messages.keys().take(surplus).copied().collect();
        for id in oldest {
            self.remove_message(id);
        }
    }
}

//! Changing and deleting messages.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::api_json::iso;
use super::change::WorldChange;
use super::draft::{Draft, allowed_mentions};
use super::event::message_intent;
use super::message::{LOADING, NO_EMBEDS, PostedMessage, file_of, is_loading, is_old};
use super::state::World;
use super::{api_json, contents, posting};
use crate::id::Id;

/// Edits a message. A deferred one stops loading.
pub(crate) fn edit(world: &mut World, id: Id, draft: Draft, now: Timestamp) {
    let Some(shared) = world.message(id).cloned() else { return };
    let mut message = PostedMessage::clone(&shared);
    let was_loading = is_loading(&message);
    let mut flags = message.flags() & !LOADING;
    if draft.body.contains_key("flags") {
        flags = (flags & !NO_EMBEDS) | (draft.flags() & NO_EMBEDS);
    }
    if draft.body.contains_key("content") {
        let mut mentioned = allowed_mentions(&draft);
        mentioned.retain(|id| world.people.contains_key(id));
        message.value["mentions"] =
            mentioned.iter().map(|&id| api_json::user_of(world, id)).collect();
    }
    message.value["flags"] = json!(flags);
    if !was_loading {
        message.value["edited_timestamp"] = json!(iso(now));
        message.late_edits += u32::from(is_old(id, now));
    }
    contents::fill(world, &mut message, draft, now);
    if was_loading {
        message.note_posted_files();
    }
    let is_left =
        |attachment: &&Value| message.attachments().iter().all(|new| new["id"] != attachment["id"]);
    let left = shared.attachments().iter().filter(is_left).filter_map(file_of);
    left.for_each(|file| world.files.remove(file));
    world.changed_interactions.extend(message.interaction);
    replace(world, message);
    posting::emit(world, "MESSAGE_UPDATE", id);
}

pub(crate) fn replace(world: &mut World, message: PostedMessage) {
    if let Some(channel) = world.channels.get_mut(&message.channel) {
        world.changes.push(WorldChange::Message(message.id));
        channel.messages.insert(message.id, Arc::new(message));
    }
}

/// Deletes a message.
pub(crate) fn delete(world: &mut World, id: Id) {
    let Some((channel_id, server)) = remove_message(world, id) else { return };
    let intent = message_intent(server);
    world.emit("MESSAGE_DELETE", intent, server, |_| {
        let mut value = json!({"id": id, "channel_id": channel_id});
        if let Some(server) = server {
            value["guild_id"] = json!(server);
        }
        value
    });
}

/// Removes a message with its files. Returns its channel and its server.
fn remove_message(world: &mut World, id: Id) -> Option<(Id, Option<Id>)> {
    let message = world.message(id).cloned()?;
    let channel = world.channels.get_mut(&world.channel_of.remove(&id)?)?;
    let place = (channel.id, channel.server);
    channel.remove_message(id);
    remove_files(world, &message);
    world.changed_interactions.extend(message.interaction);
    world.changes.push(WorldChange::MessageGone(message));
    Some(place)
}

pub(super) fn remove_files(world: &mut World, message: &PostedMessage) {
    message.attachments().iter().filter_map(file_of).for_each(|file| world.files.remove(file));
}

/// Removes the oldest messages of a channel that has more than the world keeps.
pub(super) fn remove_oldest(world: &mut World, channel: Id) {
    let Some(most) = world.messages_max else { return };
    let Some(channel) = world.channels.get(&channel) else { return };
    let surplus = channel.messages.len().saturating_sub(most);
    let oldest: Vec<Id> = channel.messages.keys().take(surplus).copied().collect();
    for id in oldest {
        remove_message(world, id);
    }
}

//! Posting messages, and the events about them.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::api_json::iso;
use super::change::WorldChange;
use super::channel::ChannelKind;
use super::draft::{Draft, Posting, allowed_mentions, shown_flags};
use super::event::{GatewayEvent, intent, message_intent};
use super::message::{LOADING, PostedMessage, SILENT};
use super::server::Server;
use super::state::World;
use super::{access, api_json, contents, editing};
use crate::id::Id;

/// Posts a message. The draft is valid, and the permissions are checked.
pub(crate) fn post(world: &mut World, posting: Posting, draft: Draft, now: Timestamp) -> Id {
    let id = world.ids.next(now);
    post_with_id(world, id, posting, draft, now);
    id
}

/// Posts a message with an id.
pub(crate) fn post_with_id(
    world: &mut World,
    id: Id,
    posting: Posting,
    draft: Draft,
    now: Timestamp,
) {
    invite_mentioned(world, &posting, &draft);
    let (mentioned, pinged) = mentions_and_pings(world, &posting, &draft);
    let mentions: Value = mentioned.iter().map(|&id| api_json::user_of(world, id)).collect();
    let mut value = json!({
        "id": id, "channel_id": posting.channel, "type": posting.kind,
        "author": api_json::user_of(world, posting.author), "content": draft.content(),
        "timestamp": iso(now), "edited_timestamp": null, "tts": false,
        "mention_everyone": false, "mentions": mentions, "mention_roles": [],
        "attachments": [], "embeds": [], "pinned": false, "components": [],
        "flags": shown_flags(&draft, &posting),
    });
    if let Some(nonce) = draft.body.get("nonce").filter(|nonce| !nonce.is_null()) {
        value["nonce"] = nonce.clone();
    }
    add_references(world, &mut value, &posting);
    let mut message = PostedMessage {
        id,
        channel: posting.channel,
        author: posting.author,
        visible_to: posting.visible_to,
        pinged,
        interaction: posting.interaction,
        value,
        posted_files: Vec::new(),
        late_edits: 0,
        is_dismissed: false,
    };
    contents::fill(world, &mut message, draft, now);
    message.note_posted_files();
    world.channel_of.insert(id, posting.channel);
    if let Some(channel) = world.channels.get_mut(&posting.channel) {
        channel.add_message(Arc::new(message));
        // A post unarchives the thread.
        if std::mem::take(&mut channel.is_archived) {
            channel.archive_changed = Some(now);
            world.next_auto_archive = Timestamp::MIN;
            world.changes.push(WorldChange::Channel(posting.channel));
        }
    }
    world.changes.push(WorldChange::Message(id));
    editing::remove_oldest(world, posting.channel);
    emit(world, "MESSAGE_CREATE", id);
}

/// Adds the people whom a public message mentions to its private thread, if they see its
/// channel.
fn invite_mentioned(world: &mut World, posting: &Posting, draft: &Draft) {
    let Some(channel) = world.channels.get(&posting.channel) else { return };
    if channel.kind != ChannelKind::PrivateThread || posting.visible_to.is_some() {
        return;
    }
    let parent = channel.parent.unwrap_or(posting.channel);
    let mut mentioned = allowed_mentions(draft);
    mentioned.retain(|id| access::is_in(world, *id, parent) && !channel.people.contains(id));
    if let Some(channel) = world.channels.get_mut(&posting.channel)
        && !mentioned.is_empty()
    {
        channel.people.extend(mentioned);
        world.changes.push(WorldChange::Channel(posting.channel));
    }
}

/// The people whom a message mentions, and those of them who get a notification.
fn mentions_and_pings(world: &World, posting: &Posting, draft: &Draft) -> (Vec<Id>, Vec<Id>) {
    let mut mentioned = allowed_mentions(draft);
    mentioned.retain(|id| world.people.contains_key(id));
    let is_loading = draft.flags() & LOADING != 0;
    let may_reply_ping = draft
        .body
        .get("allowed_mentions")
        .is_none_or(|allowed| allowed["replied_user"].as_bool().unwrap_or(false));
    let replied = posting.reply_to.filter(|_| posting.interaction.is_none() && may_reply_ping);
    if let Some(author) = replied.and_then(|id| world.message(id)).map(|message| message.author)
        && !mentioned.contains(&author)
    {
        mentioned.push(author);
    }
    let can_read = |&person: &Id| {
        person != posting.author
            && posting.visible_to.is_none()
            && draft.flags() & SILENT == 0
            && !is_loading
            && access::is_in(world, person, posting.channel)
    };
    let pinged = mentioned.iter().copied().filter(can_read).collect();
    (mentioned, pinged)
}

fn add_references(world: &World, value: &mut Value, posting: &Posting) {
    if let Some(interaction) = posting.interaction.and_then(|id| world.interactions.get(&id)) {
        value["application_id"] = json!(world.bot);
        value["webhook_id"] = json!(world.bot);
        value["interaction_metadata"] = json!({
            "id": interaction.id, "type": interaction.kind.number(),
            "user": api_json::user_of(world, interaction.person),
            "authorizing_integration_owners":
                interaction.payload["authorizing_integration_owners"],
        });
        if let Some(source) = interaction.source {
            value["interaction_metadata"]["interacted_message_id"] = json!(source);
        }
        if let Some(name) = &interaction.name {
            value["interaction_metadata"]["name"] = json!(name);
            value["interaction"] = json!({
                "id": interaction.id, "type": interaction.kind.number(), "name": name,
                "user": api_json::user_of(world, interaction.person),
            });
        }
    }
    if let Some(replied) = posting.reply_to {
        let server = world.channels.get(&posting.channel).and_then(|channel| channel.server);
        value["message_reference"] =
            json!({"type": 0, "channel_id": posting.channel, "message_id": replied});
        if let Some(server) = server {
            value["message_reference"]["guild_id"] = json!(server);
        }
        // Others cannot read a private message that a public one refers to.
        let is_readable = |message: &&Arc<PostedMessage>| {
            message.visible_to.is_none() || message.visible_to == posting.visible_to
        };
        let full = world.message(replied).filter(is_readable).map(|message| {
            let mut value = message.value.clone();
            if let Some(object) = value.as_object_mut() {
                object.remove("referenced_message");
            }
            value
        });
        value["referenced_message"] = json!(full);
    }
}

/// A message as Discord shows it to the bot. Without the intent for contents that is nothing of
/// what others write in servers, unless they mention the bot.
pub(crate) fn as_read_by_bot(world: &World, message: &PostedMessage) -> Value {
    let server = world.channels.get(&message.channel).and_then(|channel| channel.server);
    let may_read = server.is_none()
        || message.author == world.bot
        || world.intents & intent::MESSAGE_CONTENT != 0
        || message.content().contains(&format!("<@{}>", world.bot));
    let mut value = message.value.clone();
    if !may_read {
        value["content"] = json!("");
        for list in ["attachments", "embeds", "components"] {
            value[list] = json!([]);
        }
    }
    value
}

pub(super) fn emit(world: &mut World, name: &'static str, id: Id) {
    let Some(message) = world.message(id) else { return };
    let server = world.channels.get(&message.channel).and_then(|channel| channel.server);
    let intent = message_intent(server);
    if world.intents & intent == 0 {
        return;
    }
    let message = Arc::clone(message);
    let mut value = as_read_by_bot(world, &message);
    if let Some(server) = server {
        value["guild_id"] = json!(server);
        let member =
            world.servers.get(&server).and_then(|server| server.members.get(&message.author));
        if let Some(member) = member {
            value["member"] = api_json::member(member);
        }
    }
    if server.is_none_or(|id| world.servers.get(&id).is_some_and(Server::has_bot)) {
        world.events.push(GatewayEvent { name, intent, server, payload: value });
    }
}

//! Posting messages, and the events about them.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::change::WorldChange;
use super::channel::ChannelKind;
use super::draft::{Draft, Posting, allowed_mentions, shown_flags};
use super::event::{GatewayEvent, intent, message_intent};
use super::json::iso;
use super::message::{LOADING, PostedMessage, SILENT};
use super::server::Server;
use super::state::World;
use crate::id::Id;

impl World {
    /// Posts a message. The draft is valid, and the permissions are checked.
    pub(crate) fn post(&mut self, posting: Posting, draft: Draft, now: Timestamp) -> Id {
        let id = self.ids.next(now);
        self.post_as(id, posting, draft, now);
        id
    }

    /// Posts a message with an id.
    pub(crate) fn post_as(&mut self, id: Id, posting: Posting, draft: Draft, now: Timestamp) {
        self.invite_mentioned(&posting, &draft);
        let (mentioned, pinged) = self.mentions_and_pings(&posting, &draft);
        let mentions: Value = mentioned.iter().map(|&it| self.person_json(it)).collect();
        let mut value = json!({
            "id": id, "channel_id": posting.channel, "type": posting.kind,
            "author": self.person_json(posting.author), "content": draft.content(),
            "timestamp": iso(now), "edited_timestamp": null, "tts": false,
            "mention_everyone": false, "mentions": mentions, "mention_roles": [],
            "attachments": [], "embeds": [], "pinned": false, "components": [],
            "flags": shown_flags(&draft, &posting),
        });
        if let Some(nonce) = draft.body.get("nonce").filter(|it| !it.is_null()) {
            value["nonce"] = nonce.clone();
        }
        self.add_references(&mut value, &posting);
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
        self.fill(&mut message, draft, now);
        message.note_posted_files();
        self.channel_of.insert(id, posting.channel);
        if let Some(channel) = self.channels.get_mut(&posting.channel) {
            channel.add_message(Arc::new(message));
            // A post unarchives the thread.
            if std::mem::take(&mut channel.is_archived) {
                channel.archive_changed = Some(now);
                self.next_auto_archive = Timestamp::MIN;
                self.changes.push(WorldChange::Channel(posting.channel));
            }
        }
        self.changes.push(WorldChange::Message(id));
        self.remove_oldest(posting.channel);
        self.emit_message("MESSAGE_CREATE", id);
    }

    /// Adds the people whom a public message mentions to its private thread, if they see its
    /// channel.
    fn invite_mentioned(&mut self, posting: &Posting, draft: &Draft) {
        let Some(channel) = self.channels.get(&posting.channel) else { return };
        if channel.kind != ChannelKind::PrivateThread || posting.visible_to.is_some() {
            return;
        }
        let parent = channel.parent.unwrap_or(posting.channel);
        let mut mentioned = allowed_mentions(draft);
        mentioned.retain(|it| self.is_in(*it, parent) && !channel.people.contains(it));
        if let Some(channel) = self.channels.get_mut(&posting.channel)
            && !mentioned.is_empty()
        {
            channel.people.extend(mentioned);
            self.changes.push(WorldChange::Channel(posting.channel));
        }
    }

    /// The people whom a message mentions, and those of them who get a notification.
    fn mentions_and_pings(&self, posting: &Posting, draft: &Draft) -> (Vec<Id>, Vec<Id>) {
        let mut mentioned = allowed_mentions(draft);
        mentioned.retain(|it| self.people.contains_key(it));
        let is_loading = draft.flags() & LOADING != 0;
        let may_reply_ping = draft
            .body
            .get("allowed_mentions")
            .is_none_or(|it| it["replied_user"].as_bool().unwrap_or(false));
        let replied = posting.reply_to.filter(|_| posting.interaction.is_none() && may_reply_ping);
        if let Some(author) = replied.and_then(|it| self.message(it)).map(|it| it.author)
            && !mentioned.contains(&author)
        {
            mentioned.push(author);
        }
        let can_read = |&it: &Id| {
            it != posting.author
                && posting.visible_to.is_none()
                && draft.flags() & SILENT == 0
                && !is_loading
                && self.is_in(it, posting.channel)
        };
        let pinged = mentioned.iter().copied().filter(can_read).collect();
        (mentioned, pinged)
    }

    fn add_references(&self, value: &mut Value, posting: &Posting) {
        if let Some(interaction) = posting.interaction.and_then(|it| self.interactions.get(&it)) {
            value["application_id"] = json!(self.bot);
            value["webhook_id"] = json!(self.bot);
            value["interaction_metadata"] = json!({
                "id": interaction.id, "type": interaction.kind.number(),
                "user": self.person_json(interaction.person),
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
                    "user": self.person_json(interaction.person),
                });
            }
        }
        if let Some(replied) = posting.reply_to {
            let server = self.channels.get(&posting.channel).and_then(|it| it.server);
            value["message_reference"] =
                json!({"type": 0, "channel_id": posting.channel, "message_id": replied});
            if let Some(server) = server {
                value["message_reference"]["guild_id"] = json!(server);
            }
            // Others cannot read a private message that a public one refers to.
            let is_readable = |it: &&Arc<PostedMessage>| {
                it.visible_to.is_none() || it.visible_to == posting.visible_to
            };
            let full = self.message(replied).filter(is_readable).map(|it| {
                let mut value = it.value.clone();
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
    pub(crate) fn as_read_by_bot(&self, message: &PostedMessage) -> Value {
        let server = self.channels.get(&message.channel).and_then(|it| it.server);
        let may_read = server.is_none()
            || message.author == self.bot
            || self.intents & intent::MESSAGE_CONTENT != 0
            || message.content().contains(&format!("<@{}>", self.bot));
        let mut value = message.value.clone();
        if !may_read {
            value["content"] = json!("");
            for list in ["attachments", "embeds", "components"] {
                value[list] = json!([]);
            }
        }
        value
    }

    pub(super) fn emit_message(&mut self, name: &'static str, id: Id) {
        let Some(message) = self.message(id) else { return };
        let server = self.channels.get(&message.channel).and_then(|it| it.server);
        let intent = message_intent(server);
        if self.intents & intent == 0 {
            return;
        }
        let message = Arc::clone(message);
        let mut value = self.as_read_by_bot(&message);
        if let Some(server) = server {
            value["guild_id"] = json!(server);
            let member = self.servers.get(&server).and_then(|it| it.members.get(&message.author));
            if let Some(member) = member {
                value["member"] = member.json();
            }
        }
        if server.is_none_or(|it| self.servers.get(&it).is_some_and(Server::has_bot)) {
            self.events.push(GatewayEvent { name, intent, server, payload: value });
        }
    }
}

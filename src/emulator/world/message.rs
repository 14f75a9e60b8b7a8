//! Messages: written, changed, deleted, and who sees and hears of them.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    CachedMessage, Change, Channel, ChannelKind, GatewayEvent, Permissions, UploadedFile, World,
    intent, iso,
};
use crate::emulator::id::Id;
use crate::emulator::validate::{Object, id_of};

/// The flag of a message that one person sees.
pub(in crate::emulator) const EPHEMERAL: u64 = 1 << 6;
/// The flag of a promised message that is not there yet.
const LOADING: u64 = 1 << 7;
/// The flag of a message that rings nowhere.
const SILENT: u64 = 1 << 12;
/// The flag of a message made of the newer components.
pub(in crate::emulator) const COMPONENTS_V2: u64 = 1 << 15;
/// The flag of a message whose links are not unfolded.
const NO_EMBEDS: u64 = 1 << 2;

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

/// A message as it was sent: a body that was found right, and its files by their numbers.
#[derive(Debug, Default)]
pub(in crate::emulator) struct Draft {
    pub(in crate::emulator) body: Object,
    pub(in crate::emulator) files: Vec<(u64, UploadedFile)>,
}

impl Draft {
    pub(in crate::emulator) fn flags(&self) -> u64 {
        self.body.get("flags").and_then(Value::as_u64).unwrap_or(0)
    }

    fn list(&self, key: &str) -> Option<&Vec<Value>> {
        self.body.get(key).and_then(Value::as_array)
    }

    fn content(&self) -> &str {
        self.body.get("content").and_then(Value::as_str).unwrap_or_default()
    }
}

/// Where and how a message comes to be.
#[derive(Clone, Copy, Debug)]
pub(in crate::emulator) struct Posting {
    pub(in crate::emulator) channel: Id,
    pub(in crate::emulator) author: Id,
    /// The interaction that is answered.
    pub(in crate::emulator) call: Option<Id>,
    /// The message that is replied to.
    pub(in crate::emulator) reply_to: Option<Id>,
    pub(in crate::emulator) visible_to: Option<Id>,
    /// Discord's number of the kind.
    pub(in crate::emulator) kind: u8,
}

impl World {
    /// Puts a message into a channel. Both have been looked at; nothing is refused here.
    pub(in crate::emulator) fn post(
        &mut self,
        posting: Posting,
        draft: Draft,
        now: Timestamp,
    ) -> Id {
        let id = self.ids.next(now);
        let (mentioned, pinged) = self.told(&posting, &draft);
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
            interaction: posting.call,
            value,
            late_edits: 0,
            is_dismissed: false,
        };
        self.fill(&mut message, draft, now);
        self.channel_of.insert(id, posting.channel);
        if let Some(channel) = self.channels.get_mut(&posting.channel) {
            channel.messages.insert(id, CachedMessage::fill(None, message, &self.held));
            // A word in a thread takes it out again.
            if std::mem::take(&mut channel.is_archived) {
                channel.archive_changed = Some(now);
                self.silent_at = Timestamp::MIN;
                self.changes.push(Change::Channel(posting.channel));
            }
        }
        self.changes.push(Change::Message(id));
        self.tell_of_message("MESSAGE_CREATE", id);
        id
    }

    /// Who is mentioned with leave, and who of them hears it.
    fn told(&self, posting: &Posting, draft: &Draft) -> (Vec<Id>, Vec<Id>) {
        let mut mentioned = allowed_mentions(draft);
        mentioned.retain(|it| self.people.contains_key(it));
        let is_loading = draft.flags() & LOADING != 0;
        let may_reply_ping = draft
            .body
            .get("allowed_mentions")
            .is_none_or(|it| it["replied_user"].as_bool().unwrap_or(false));
        let replied = posting.reply_to.filter(|_| posting.call.is_none() && may_reply_ping);
        if let Some(author) = replied.and_then(|it| self.message(it)).map(|it| it.author)
            && !mentioned.contains(&author)
        {
            mentioned.push(author);
        }
        let hears = |&it: &Id| {
            it != posting.author
                && posting.visible_to.is_none()
                && draft.flags() & SILENT == 0
                && !is_loading
                && self.is_in(it, posting.channel)
        };
        let pinged = mentioned.iter().copied().filter(hears).collect();
        (mentioned, pinged)
    }

    /// Whether somebody is where the channel is.
    pub(in crate::emulator) fn is_in(&self, person: Id, channel: Id) -> bool {
        let Some(channel) = self.channels.get(&channel) else { return false };
        match channel.server {
            Some(_) => {
                let theirs = self.permissions_of(person, channel);
                theirs.is_some_and(|it| it.has(Permissions::VIEW_CHANNEL))
            }
            None => channel.people.contains(&person),
        }
    }

    /// What somebody may do in a server's channel; nothing is said of who is not in the server.
    /// A thread is as its channel.
    pub(in crate::emulator) fn permissions_of(
        &self,
        person: Id,
        channel: &Channel,
    ) -> Option<Permissions> {
        let server = self.servers.get(&channel.server?)?;
        let member = server.members.get(&person)?;
        let parent = channel.parent.and_then(|it| self.channels.get(&it));
        let denied = [Some(channel), parent].into_iter().flatten();
        let denied = denied.filter_map(|it| it.denied.get(&person));
        // All have this one unless it is taken from them.
        let given = member.permissions | Permissions::USE_EXTERNAL_APPS;
        Some(denied.fold(given, |left, &denied| left.without(denied)))
    }

    /// Whether Discord shows an answer to whoever asked for it alone, though it is meant for all:
    /// where they may not send messages themselves, in slow mode after their last message, and,
    /// for an application that is not in the server, where they may not use those.
    pub(in crate::emulator) fn hides_answers(
        &self,
        person: Id,
        channel: &Channel,
        now: Timestamp,
    ) -> bool {
        let Some(theirs) = self.permissions_of(person, channel) else { return false };
        let sending = match channel.kind {
            ChannelKind::Thread => Permissions::SEND_MESSAGES_IN_THREADS,
            ChannelKind::Text | ChannelKind::Direct | ChannelKind::Group => {
                Permissions::SEND_MESSAGES
            }
        };
        let is_external = !self.has_bot(channel);
        !theirs.has(sending)
            || (is_external && !theirs.has(Permissions::USE_EXTERNAL_APPS))
            || self.is_slowed(person, channel, now)
    }

    /// Whether slow mode keeps somebody waiting.
    fn is_slowed(&self, person: Id, channel: &Channel, now: Timestamp) -> bool {
        let seconds = i64::from(channel.slow_mode_seconds);
        let is_recent = |id: &&Id| now.duration_since(id.time()).as_secs() < seconds;
        let is_theirs = |&id: &Id| self.message(id).is_some_and(|it| it.author == person);
        channel.messages.keys().rev().take_while(is_recent).any(is_theirs)
    }

    fn add_references(&self, value: &mut Value, posting: &Posting) {
        if let Some(call) = posting.call.and_then(|it| self.calls.get(&it)) {
            value["application_id"] = json!(self.bot);
            value["webhook_id"] = json!(self.bot);
            value["interaction_metadata"] = json!({
                "id": call.id, "type": call.kind.number(),
                "user": self.person_json(call.person),
                "authorizing_integration_owners":
                    self.payload_of(call)["authorizing_integration_owners"],
            });
            if let Some(source) = call.source {
                value["interaction_metadata"]["interacted_message_id"] = json!(source);
            }
            if let Some(name) = &call.name {
                value["interaction_metadata"]["name"] = json!(name);
                value["interaction"] = json!({
                    "id": call.id, "type": call.kind.number(), "name": name,
                    "user": self.person_json(call.person),
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
            let full = self.message(replied).map(|it| {
                let mut value = it.value.clone();
                if let Some(object) = value.as_object_mut() {
                    object.remove("referenced_message");
                }
                value
            });
            value["referenced_message"] = json!(full);
        }
    }

    /// Takes from a draft what it says; what it does not name stays.
    fn fill(&mut self, message: &mut PostedMessage, mut draft: Draft, now: Timestamp) {
        if draft.body.contains_key("content") {
            message.value["content"] = json!(draft.content());
        }
        if draft.body.contains_key("attachments") || !draft.files.is_empty() {
            let attachments = self.attachments_of(message, &mut draft, now);
            message.value["attachments"] = Value::Array(attachments);
        }
        if let Some(embeds) = draft.body.get("embeds") {
            let embeds = embeds.as_array().cloned().unwrap_or_default();
            let files = message.attachments();
            message.value["embeds"] = embeds.into_iter().map(|it| embed(it, files)).collect();
        }
        if let Some(components) = draft.body.get_mut("components") {
            let mut components = components.take();
            if components.is_null() {
                components = json!([]);
            }
            number_components(&mut components, &mut 0);
            message.value["components"] = components;
        }
    }

    /// The files that stay, and the new ones.
    fn attachments_of(
        &mut self,
        message: &PostedMessage,
        draft: &mut Draft,
        now: Timestamp,
    ) -> Vec<Value> {
        let mut attachments = match draft.list("attachments") {
            Some(list) => {
                let ids: Vec<Id> = list.iter().filter_map(|it| id_of(&it["id"])).collect();
                let stays = |it: &&Value| id_of(&it["id"]).is_some_and(|id| ids.contains(&id));
                message.attachments().iter().filter(stays).cloned().collect()
            }
            None => message.attachments().to_vec(),
        };
        for (number, file) in std::mem::take(&mut draft.files) {
            let said = draft
                .list("attachments")
                .and_then(|list| list.iter().find(|it| id_of(&it["id"]) == Some(Id(number))));
            let description = said.map_or(Value::Null, |it| it["description"].clone());
            let id = self.ids.next(now);
            let name = said.and_then(|it| it["filename"].as_str()).unwrap_or(&file.name);
            let url =
                format!("http://{}/attachments/{}/{id}/{name}", self.address, message.channel);
            let mut value = json!({
                "id": id, "filename": name, "size": file.bytes.len(), "url": url,
                "proxy_url": url, "content_type": file.content_type,
            });
            if let Some((width, height)) = size_of(&file.bytes) {
                value["width"] = json!(width);
                value["height"] = json!(height);
            }
            if !description.is_null() {
                value["description"] = description;
            }
            if message.visible_to.is_some() {
                value["ephemeral"] = json!(true);
            }
            attachments.push(value);
            self.held.hold_file(id, file.bytes.len());
            self.files.put(id, file);
            self.changes.push(Change::File(id));
        }
        attachments
    }

    /// Changes a message. A promised one is there from now on.
    pub(in crate::emulator) fn change(&mut self, id: Id, draft: Draft, now: Timestamp) {
        let Some(shared) = self.message(id).cloned() else { return };
        let mut message = PostedMessage::clone(&shared);
        let was_loading = is_loading(&message);
        let mut flags = message.flags() & !LOADING;
        if draft.body.contains_key("flags") {
            let changeable = NO_EMBEDS | COMPONENTS_V2;
            flags = (flags & !NO_EMBEDS) | (draft.flags() & changeable);
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
        let is_left = |it: &&Value| message.attachments().iter().all(|new| new["id"] != it["id"]);
        let left = shared.attachments().iter().filter(is_left).filter_map(file_of);
        self.changes.extend(left.map(|(id, size)| Change::FileGone(id, size)));
        self.touched.extend(message.interaction);
        self.replace(message);
        self.tell_of_message("MESSAGE_UPDATE", id);
    }

    pub(in crate::emulator) fn replace(&mut self, message: PostedMessage) {
        if let Some(channel) = self.channels.get_mut(&message.channel) {
            self.changes.push(Change::Message(message.id));
            let (id, before) = (message.id, channel.messages.remove(&message.id));
            channel.messages.insert(id, CachedMessage::fill(before, message, &self.held));
        }
    }

    /// Takes a message away.
    pub(in crate::emulator) fn delete_message(&mut self, id: Id) {
        let message = self.message(id).cloned();
        let Some(channel) = self.channel_of.remove(&id) else { return };
        let Some(channel) = self.channels.get_mut(&channel) else { return };
        let (channel_id, server) = (channel.id, channel.server);
        channel.messages.remove(&id);
        // One that cannot be read is gone all the same; only its files stay on disk.
        if let Some(message) = message {
            self.touched.extend(message.interaction);
            self.changes.push(Change::MessageGone(message));
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

    fn tell_of_message(&mut self, name: &'static str, id: Id) {
        let Some(message) = self.message(id) else { return };
        let server = self.channels.get(&message.channel).and_then(|it| it.server);
        let intent = message_intent(server);
        if self.intents & intent == 0 {
            return;
        }
        let message = Arc::clone(message);
        let may_read = server.is_none()
            || message.author == self.bot
            || self.intents & intent::MESSAGE_CONTENT != 0
            || message.content().contains(&format!("<@{}>", self.bot));
        let mut value = message.value.clone();
        if !may_read {
            value["content"] = json!("");
        }
        if let Some(server) = server {
            value["guild_id"] = json!(server);
            let member = self.servers.get(&server).and_then(|it| it.members.get(&message.author));
            value["member"] = json!(member.map(super::Member::json));
        }
        if server.is_none_or(|it| self.servers.get(&it).is_some_and(super::Server::has_bot)) {
            self.events.push(GatewayEvent { name, intent, server, payload: value });
        }
    }
}

/// Whether changes of a message are counted: after its first hour.
pub(in crate::emulator) fn is_old(id: Id, now: Timestamp) -> bool {
    now.duration_since(id.time()).as_secs() >= 3600
}

fn message_intent(server: Option<Id>) -> u64 {
    if server.is_some() { intent::GUILD_MESSAGES } else { intent::DIRECT_MESSAGES }
}

fn shown_flags(draft: &Draft, posting: &Posting) -> u64 {
    let kept = draft.flags() & (NO_EMBEDS | LOADING | SILENT | COMPONENTS_V2);
    if posting.visible_to.is_some() { kept | EPHEMERAL } else { kept }
}

/// The flags of a promised message.
pub(in crate::emulator) fn promise() -> Draft {
    let mut body = Object::new();
    body.insert("flags".to_owned(), json!(LOADING));
    Draft { body, files: Vec::new() }
}

/// Those whom the text mentions and the sender allows to be told, each once.
fn allowed_mentions(draft: &Draft) -> Vec<Id> {
    let mut text = draft.content().to_owned();
    if let Some(components) = draft.list("components") {
        gather_text(components, &mut text);
    }
    let mut mentioned = Vec::new();
    for piece in text.split("<@").skip(1) {
        let digits = piece.trim_start_matches('!').split_once('>').map(|(digits, _)| digits);
        if let Some(id) = digits.and_then(|it| it.parse().ok())
            && !mentioned.contains(&id)
        {
            mentioned.push(id);
        }
    }
    if let Some(allowed) = draft.body.get("allowed_mentions").filter(|it| !it.is_null()) {
        let parses = allowed["parse"].as_array().is_some_and(|it| it.contains(&json!("users")));
        let named: Vec<Id> =
            allowed["users"].as_array().into_iter().flatten().filter_map(id_of).collect();
        mentioned.retain(|it| parses || named.contains(it));
    }
    mentioned
}

/// The words of the newer components.
fn gather_text(components: &[Value], text: &mut String) {
    for component in components {
        if let Some(content) = component["content"].as_str() {
            text.push('\n');
            text.push_str(content);
        }
        if let Some(inner) = component["components"].as_array() {
            gather_text(inner, text);
        }
    }
}

/// An embed as Discord gives it back: of a kind, and with its pictures fetched.
fn embed(mut value: Value, files: &[Value]) -> Value {
    value["type"] = json!("rich");
    for key in ["image", "thumbnail"] {
        let name = value[key]["url"].as_str().and_then(|it| it.strip_prefix("attachment://"));
        if let Some(file) = name.and_then(|name| files.iter().find(|it| it["filename"] == name)) {
            value[key] = json!({
                "url": file["url"], "proxy_url": file["proxy_url"],
                "width": file["width"].as_u64().unwrap_or(0),
                "height": file["height"].as_u64().unwrap_or(0),
            });
        }
    }
    value
}

/// Gives every component the number that Discord gives it, and menus their usual bounds.
fn number_components(components: &mut Value, last: &mut u64) {
    for component in components.as_array_mut().into_iter().flatten() {
        *last += 1;
        if component.get("id").is_none() {
            component["id"] = json!(*last);
        }
        if matches!(component["type"].as_u64(), Some(3 | 5..=8)) {
            for key in ["min_values", "max_values"] {
                if component[key].is_null() {
                    component[key] = json!(1);
                }
            }
        }
        if let Some(inner) = component.get_mut("components") {
            number_components(inner, last);
        }
    }
}

/// Width and height of a PNG or a GIF.
fn size_of(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let number = |at: usize| -> Option<u32> {
            Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
        };
        return Some((number(16)?, number(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        let number = |at: usize| -> Option<u32> {
            Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?).into())
        };
        return Some((number(6)?, number(8)?));
    }
    None
}

//! Messages in a channel: listed, posted, edited and deleted.

use std::collections::HashMap;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::body::{self, Purpose};
use super::channel::visible_channel;
use super::request::{ApiReply, ApiRequest};
use super::route::Method;
use crate::id::Id;
use crate::validation::{DiscordError, Validator, id_of};
use crate::world::{
    Channel, ChannelKind, Draft, Permissions, Posting, Server, World, editing, is_old, posting,
};

/// The time for which a nonce prevents a second post.
const NONCE_LIFE: Duration = Duration::from_secs(5 * 60);
/// The most edits of a message that is older than an hour.
const LATE_EDITS_MAX: u32 = 5;
const LISTED_MAX: usize = 100;

/// Lists a channel's messages, newest first.
pub(super) fn list(
    world: &World,
    channel: Id,
    query: &HashMap<String, String>,
) -> Result<ApiReply, DiscordError> {
    let channel = visible_channel(world, channel)?;
    if !channel.effective_bot_permissions().has(Permissions::READ_MESSAGE_HISTORY) {
        return Ok((200, json!([])));
    }
    let limit = match query.get("limit").map(|limit| limit.parse::<usize>()) {
        None => 50,
        Some(Ok(limit)) if (1..=LISTED_MAX).contains(&limit) => limit,
        Some(_) => {
            let mut validator = Validator::default();
            let problem = "int value should be less than or equal to 100.";
            validator.error_at("limit", "NUMBER_TYPE_MAX", problem);
            validator.finish()?;
            0
        }
    };
    let id = |key: &str| query.get(key).and_then(|id| id.parse::<Id>().ok());
    let older = |than: Id, count: usize| {
        channel.messages.range(..than).rev().take(count).collect::<Vec<_>>()
    };
    let newer = |than: Id, count: usize| {
        let mut found: Vec<_> =
            channel.messages.range(Id(than.0.saturating_add(1))..).take(count).collect();
        found.reverse();
        found
    };
    let found = if let Some(around) = id("around") {
        let mut found = newer(around, limit / 2);
        found.extend(channel.messages.get_key_value(&around));
        found.extend(older(around, limit - limit / 2));
        found.truncate(limit);
        found
    } else if let Some(after) = id("after") {
        newer(after, limit)
    } else {
        older(id("before").unwrap_or(Id(u64::MAX)), limit)
    };
    let visible = found
        .into_iter()
        .map(|(_, message)| message)
        .filter(|message| message.visible_to.is_none());
    Ok((200, visible.map(|message| posting::as_read_by_bot(world, message)).collect()))
}

/// The permissions that a post needs.
fn required_permissions(channel: &Channel, draft: &Draft) -> Permissions {
    let mut required_permissions = channel.kind.posting_permission();
    if !draft.files.is_empty() {
        required_permissions = required_permissions | Permissions::ATTACH_FILES;
    }
    required_permissions
}

pub(super) fn post(
    world: &mut World,
    id: Id,
    request: ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let channel = visible_channel(world, id)?;
    if channel.kind == ChannelKind::Forum {
        return Err(DiscordError::FORUM_CHANNEL);
    }
    let draft = body::message(&world.emojis, request, Purpose::Post, None)?;
    if !channel.effective_bot_permissions().has(required_permissions(channel, &draft)) {
        return Err(DiscordError::MISSING_PERMISSIONS);
    }
    check_not_closed(world, channel)?;
    // A post unarchives a thread, unless it is locked.
    check_not_locked(channel)?;
    let reply_to = replied_message(world, channel, &draft)?;
    let nonce = enforced_nonce(&draft);
    // A nonce belongs to its author, in any channel. A deleted message is not posted again.
    if let Some(earlier) = nonce.as_ref().and_then(|nonce| world.nonces.get(nonce))
        && now.duration_since(earlier.1).unsigned_abs() < NONCE_LIFE
    {
        let message = world.message(earlier.0).ok_or(DiscordError::UNKNOWN_MESSAGE)?;
        return Ok((200, message.value.clone()));
    }
    let posting = Posting {
        channel: id,
        author: world.bot(),
        interaction: None,
        reply_to,
        visible_to: None,
        kind: if reply_to.is_some() { 19 } else { 0 },
    };
    let message = posting::post(world, posting, draft, now);
    if let Some(nonce) = nonce {
        let is_young = |at: Timestamp| now.duration_since(at).unsigned_abs() < NONCE_LIFE;
        world.nonces.retain(|_, posted| is_young(posted.1));
        world.nonces.insert(nonce, (message, now));
    }
    world
        .message(message)
        .map(|message| (200, message.value.clone()))
        .ok_or(DiscordError::UNKNOWN_MESSAGE)
}

/// Checks that the person accepts direct messages of the bot. It needs a server in common, or the
/// person's own installation.
fn check_not_closed(world: &World, channel: &Channel) -> Result<(), DiscordError> {
    if channel.kind != ChannelKind::Direct {
        return Ok(());
    }
    let has_both = |server: &Server| {
        server.has_bot() && channel.people.iter().all(|person| server.members.contains_key(person))
    };
    let is_common = world.servers().any(has_both);
    let mut people = channel.people.iter().filter_map(|&id| world.person(id));
    let has_app = people.any(|person| !person.is_bot && person.has_app);
    let blocked = channel.denied.get(&world.bot());
    let is_blocked = blocked.is_some_and(|denied| denied.has(Permissions::SEND_MESSAGES));
    match (is_common, is_blocked) {
        (false, _) if is_blocked || !has_app => Err(DiscordError::NO_MUTUAL_GUILDS),
        (true, true) => Err(DiscordError::CANNOT_MESSAGE_USER),
        _ => Ok(()),
    }
}

/// Checks that a thread is not locked, unless the bot manages threads.
fn check_not_locked(channel: &Channel) -> Result<(), DiscordError> {
    if !channel.is_locked || channel.effective_bot_permissions().has(Permissions::MANAGE_THREADS) {
        return Ok(());
    }
    Err(if channel.is_archived {
        DiscordError::THREAD_ARCHIVED
    } else {
        DiscordError::THREAD_LOCKED
    })
}

fn enforced_nonce(draft: &Draft) -> Option<String> {
    if draft.body.get("enforce_nonce") != Some(&Value::Bool(true)) {
        return None;
    }
    match draft.body.get("nonce")? {
        Value::String(nonce) => Some(nonce.clone()),
        Value::Number(nonce) => Some(nonce.to_string()),
        _ => None,
    }
}

/// The message that a reply refers to.
fn replied_message(
    world: &World,
    channel: &Channel,
    draft: &Draft,
) -> Result<Option<Id>, DiscordError> {
    let Some(reference) =
        draft.body.get("message_reference").filter(|reference| !reference.is_null())
    else {
        return Ok(None);
    };
    if !channel.effective_bot_permissions().has(Permissions::READ_MESSAGE_HISTORY) {
        return Err(DiscordError::MISSING_HISTORY_PERMISSION);
    }
    let id = id_of(&reference["message_id"]);
    let found = id.filter(|id| channel.messages.contains_key(id));
    if found.is_none() && reference["fail_if_not_exists"] != false {
        let mut validator = Validator::default();
        let problem = "Unknown message";
        validator.error_at("message_reference", "REPLIES_UNKNOWN_MESSAGE", problem);
        validator.finish()?;
    }
    Ok(found.filter(|id| world.message(*id).is_some()))
}

/// Reads, edits or deletes one message.
pub(super) fn one(
    world: &mut World,
    channel: Id,
    id: Id,
    method: Method,
    request: ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let place = visible_channel(world, channel)?;
    let message = place.messages.get(&id).cloned();
    let message = message.ok_or(DiscordError::UNKNOWN_MESSAGE)?;
    // An ephemeral message is reachable only with its interaction's token.
    if message.visible_to.is_some() {
        return Err(DiscordError::UNKNOWN_MESSAGE);
    }
    let is_own = message.author == world.bot();
    let ours = place.effective_bot_permissions();
    match method {
        Method::Get if !ours.has(Permissions::READ_MESSAGE_HISTORY) => {
            Err(DiscordError::MISSING_ACCESS)
        }
        Method::Get => Ok((200, posting::as_read_by_bot(world, &message))),
        Method::Patch if !is_own => Err(DiscordError::NOT_AUTHOR),
        Method::Patch => {
            if place.is_archived {
                return Err(DiscordError::THREAD_ARCHIVED);
            }
            check_not_locked(place)?;
            if is_old(id, now) && message.late_edits >= LATE_EDITS_MAX {
                return Err(DiscordError::TOO_MANY_EDITS);
            }
            let purpose = Purpose::Edit(&message);
            let draft = body::message(&world.emojis, request, purpose, None)?;
            if !ours.has(required_permissions(place, &draft) & Permissions::ATTACH_FILES) {
                return Err(DiscordError::MISSING_PERMISSIONS);
            }
            editing::edit(world, id, draft, now);
            world
                .message(id)
                .map(|message| (200, message.value.clone()))
                .ok_or(DiscordError::UNKNOWN_MESSAGE)
        }
        Method::Delete => {
            if !is_own && !ours.has(Permissions::MANAGE_MESSAGES) {
                return Err(DiscordError::MISSING_PERMISSIONS);
            }
            if place.is_archived {
                return Err(DiscordError::THREAD_ARCHIVED);
            }
            editing::delete(world, id);
            Ok((204, Value::Null))
        }
        Method::Post | Method::Put => Err(DiscordError::METHOD_NOT_ALLOWED),
    }
}

//! Channels, and conversations with one person.

use jiff::Timestamp;
use serde_json::Value;

use super::request::{ApiReply, ApiRequest, read_object};
use crate::emulator::api_error::DiscordError;
use crate::emulator::id::Id;
use crate::emulator::route::Method;
use crate::emulator::validate::Presence;
use crate::emulator::world::{Channel, ChannelKind, Permissions, World};

/// A channel that the bot may look into.
pub(super) fn seen(world: &World, id: Id) -> Result<&Channel, DiscordError> {
    let channel = world.channel(id).ok_or(DiscordError::NO_CHANNEL)?;
    let sees = world.has_bot(channel) && channel.bot_permissions.has(Permissions::VIEW_CHANNEL);
    if sees { Ok(channel) } else { Err(DiscordError::MISSING_ACCESS) }
}

pub(super) fn one(
    world: &mut World,
    id: Id,
    verb: Method,
    json: &Value,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    match verb {
        Method::Get => seen(world, id).map(|it| (200, world.channel_json(it))),
        Method::Patch => patch(world, id, json, now),
        Method::Delete => {
            let channel = seen(world, id)?;
            let needed = match channel.kind {
                ChannelKind::Direct | ChannelKind::Group => Permissions::NONE,
                ChannelKind::Text => Permissions::MANAGE_CHANNELS,
                ChannelKind::Thread => Permissions::MANAGE_THREADS,
            };
            if !channel.bot_permissions.has(needed) {
                return Err(DiscordError::MISSING_PERMISSIONS);
            }
            let value = world.channel_json(channel);
            world.delete_channel(id);
            Ok((200, value))
        }
        Method::Post | Method::Put => Err(DiscordError::NO_METHOD),
    }
}

fn patch(
    world: &mut World,
    id: Id,
    json: &Value,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let bot = world.bot();
    let channel = seen(world, id)?;
    let is_own = channel.kind == ChannelKind::Thread && channel.owner == Some(bot);
    let needed = if channel.kind == ChannelKind::Thread {
        Permissions::MANAGE_THREADS
    } else {
        Permissions::MANAGE_CHANNELS
    };
    let manages = channel.bot_permissions.has(needed);
    // Whoever may post there may take it out again, and a post would do so too.
    let only_unarchives = channel.kind == ChannelKind::Thread
        && !channel.is_locked
        && *json == serde_json::json!({ "archived": false })
        && channel.bot_permissions.has(Permissions::SEND_MESSAGES_IN_THREADS);
    if !manages && !is_own && !only_unarchives {
        return Err(DiscordError::MISSING_PERMISSIONS);
    }
    let keys = [
        "name",
        "topic",
        "archived",
        "locked",
        "auto_archive_duration",
        "rate_limit_per_user",
        "invitable",
        "nsfw",
        "position",
        "flags",
    ];
    let changed = read_object(json, &keys, |form, object| {
        let name = form.text(object, "name", 1..=100, Presence::Optional).map(str::to_owned);
        let topic = form.text(object, "topic", 0..=1024, Presence::Optional).map(str::to_owned);
        let minutes = form.number(object, "auto_archive_duration", 60..=10080, Presence::Optional);
        if minutes.is_some_and(|it| !matches!(it, 60 | 1440 | 4320 | 10080)) {
            let said = "Value must be one of (60, 1440, 4320, 10080).";
            form.wrong_at("auto_archive_duration", "BASE_TYPE_CHOICES", said);
        }
        let flag = |key: &str| object.get(key).and_then(Value::as_bool);
        (name, topic, minutes, flag("archived"), flag("locked"))
    })?;
    let (name, topic, minutes, archived, locked) = changed;
    if (channel.is_locked || locked.is_some()) && !manages {
        return Err(DiscordError::MISSING_PERMISSIONS);
    }
    if channel.is_archived && archived != Some(false) {
        return Err(DiscordError::ARCHIVED);
    }
    world.change_channel(id, now, |channel| {
        channel.name = name.unwrap_or_else(|| channel.name.clone());
        channel.topic = topic.or_else(|| channel.topic.take());
        channel.is_archived = archived.unwrap_or(channel.is_archived);
        channel.is_locked = locked.unwrap_or(channel.is_locked);
        let minutes = minutes.and_then(|it| u16::try_from(it).ok());
        channel.archive_after_minutes = minutes.unwrap_or(channel.archive_after_minutes);
    });
    seen(world, id).map(|it| (200, world.channel_json(it)))
}

/// Opens the conversation with a person, or finds it.
pub(super) fn open_conversation(
    world: &mut World,
    asked: &ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let keys = ["recipient_id", "access_tokens", "nicks"];
    let person = read_object(&asked.json, &keys, |form, object| {
        form.id(object, "recipient_id", Presence::Required)
    })?;
    let person = person.ok_or(DiscordError::NO_USER)?;
    world.person(person).filter(|it| !it.is_bot).ok_or(DiscordError::CLOSED_TO_YOU)?;
    let id = world.conversation(world.bot(), person, now);
    let channel = world.channel(id).ok_or(DiscordError::NO_CHANNEL)?;
    Ok((200, world.channel_json(channel)))
}

pub(super) fn typing(world: &World, id: Id) -> Result<ApiReply, DiscordError> {
    let channel = seen(world, id)?;
    if !channel.bot_permissions.has(Permissions::SEND_MESSAGES) {
        return Err(DiscordError::MISSING_PERMISSIONS);
    }
    Ok((204, Value::Null))
}

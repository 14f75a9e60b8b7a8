//! Channels and direct messages.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::request::{ApiReply, ApiRequest, read_object};
use super::route::Method;
use crate::id::Id;
use crate::validation::{DiscordError, Object, Presence, Validator};
use crate::world::{Channel, Permissions, World, access, api_json, channels};

/// A channel that the bot can view.
pub(super) fn visible_channel(world: &World, id: Id) -> Result<&Channel, DiscordError> {
    let channel = world.channel(id).ok_or(DiscordError::UNKNOWN_CHANNEL)?;
    if access::bot_sees(world, channel) { Ok(channel) } else { Err(DiscordError::MISSING_ACCESS) }
}

pub(super) fn one(
    world: &mut World,
    id: Id,
    verb: Method,
    json: &Value,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    match verb {
        Method::Get => {
            visible_channel(world, id).map(|channel| (200, api_json::channel(world, channel)))
        }
        Method::Patch => patch(world, id, json, now),
        Method::Delete => {
            let channel = visible_channel(world, id)?;
            let may_delete = channel.kind.is_conversation()
                || channel.effective_bot_permissions().has(channel.kind.managing_permission());
            if !may_delete {
                return Err(DiscordError::MISSING_PERMISSIONS);
            }
            let value = api_json::channel(world, channel);
            channels::delete(world, id);
            Ok((200, value))
        }
        Method::Post | Method::Put => Err(DiscordError::METHOD_NOT_ALLOWED),
    }
}

fn patch(
    world: &mut World,
    id: Id,
    json: &Value,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let bot = world.bot();
    let channel = visible_channel(world, id)?;
    let is_thread = channel.kind.is_thread();
    let is_own = is_thread && channel.owner == Some(bot);
    let ours = channel.effective_bot_permissions();
    let manages = ours.has(channel.kind.managing_permission());
    // Whoever may post in a thread may unarchive it, as a post does.
    let only_unarchives = is_thread
        && !channel.is_locked
        && *json == json!({ "archived": false })
        && ours.has(Permissions::SEND_MESSAGES_IN_THREADS);
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
    let changed = read_object(json, &keys, |validator, object| {
        let name = validator.text(object, "name", 1..=100, Presence::Optional).map(str::to_owned);
        let topic =
            validator.text(object, "topic", 0..=1024, Presence::Optional).map(str::to_owned);
        let minutes = archive_minutes(validator, object);
        let seconds =
            validator.number(object, "rate_limit_per_user", 0..=21_600, Presence::Optional);
        let seconds = seconds.and_then(|seconds| u16::try_from(seconds).ok());
        let flag = |key: &str| object.get(key).and_then(Value::as_bool);
        (name, topic, (minutes, seconds), flag("archived"), flag("locked"))
    })?;
    let (name, topic, (minutes, seconds), archived, locked) = changed;
    if (channel.is_locked || locked.is_some() || seconds.is_some()) && !manages {
        return Err(DiscordError::MISSING_PERMISSIONS);
    }
    if channel.is_archived && archived != Some(false) {
        return Err(DiscordError::THREAD_ARCHIVED);
    }
    channels::change(world, id, now, |channel| {
        channel.name = name.unwrap_or_else(|| channel.name.clone());
        channel.topic = topic.or_else(|| channel.topic.take());
        channel.is_archived = archived.unwrap_or(channel.is_archived);
        channel.is_locked = locked.unwrap_or(channel.is_locked);
        channel.archive_after_minutes = minutes.unwrap_or(channel.archive_after_minutes);
        channel.slow_mode_seconds = seconds.unwrap_or(channel.slow_mode_seconds);
    });
    visible_channel(world, id).map(|channel| (200, api_json::channel(world, channel)))
}

/// The minutes without a message after which a thread is archived.
pub(super) fn archive_minutes(validator: &mut Validator, object: &Object) -> Option<u16> {
    let key = "auto_archive_duration";
    let minutes = validator.number(object, key, 60..=10080, Presence::Optional);
    if minutes.is_some_and(|minutes| !matches!(minutes, 60 | 1440 | 4320 | 10080)) {
        let problem = "Value must be one of (60, 1440, 4320, 10080).";
        validator.error_at(key, "BASE_TYPE_CHOICES", problem);
    }
    minutes.and_then(|minutes| u16::try_from(minutes).ok())
}

/// Opens the direct messages with a person, or finds them.
pub(super) fn open_conversation(
    world: &mut World,
    request: &ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let keys = ["recipient_id", "access_tokens", "nicks"];
    let person = read_object(&request.json, &keys, |validator, object| {
        validator.id(object, "recipient_id", Presence::Required)
    })?;
    let person = person.ok_or(DiscordError::UNKNOWN_USER)?;
    world
        .person(person)
        .filter(|person| !person.is_bot)
        .ok_or(DiscordError::CANNOT_MESSAGE_USER)?;
    let id = channels::open_direct(world, world.bot(), person, now);
    let channel = world.channel(id).ok_or(DiscordError::UNKNOWN_CHANNEL)?;
    Ok((200, api_json::channel(world, channel)))
}

pub(super) fn typing(world: &World, id: Id) -> Result<ApiReply, DiscordError> {
    let channel = visible_channel(world, id)?;
    if !channel.effective_bot_permissions().has(channel.kind.posting_permission()) {
        return Err(DiscordError::MISSING_PERMISSIONS);
    }
    Ok((204, Value::Null))
}

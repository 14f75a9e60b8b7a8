//! Threads, and the posts of forums.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::body::{self, Purpose};
use super::channel::{archive_minutes, visible_channel};
use super::request::{ApiReply, ApiRequest, read_object};
use crate::id::Id;
use crate::validation::{DiscordError, Presence};
use crate::world::{
    Channel, ChannelKind, Draft, NewThread, Permissions, Posting, World, api_json, channels,
    posting,
};

const KEYS: [&str; 7] = [
    "name",
    "auto_archive_duration",
    "rate_limit_per_user",
    "type",
    "invitable",
    // Of the posts of a forum alone.
    "message",
    "applied_tags",
];

/// The minutes without a message after which a thread is archived, unless a request says it.
const DEFAULT_MINUTES: u16 = 1440;

/// Opens a thread in a channel, from a message or without one.
pub(super) fn open(
    world: &mut World,
    channel: Id,
    under: Option<Id>,
    request: ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let parent = visible_channel(world, channel)?;
    let is_forum = parent.kind == ChannelKind::Forum;
    if parent.kind.threads().is_empty() || (is_forum && under.is_some()) {
        return Err(DiscordError::WRONG_CHANNEL_TYPE);
    }
    let keys = if is_forum { &KEYS[..] } else { &KEYS[..5] };
    let (name, minutes, kind) = read_object(&request.json, keys, |validator, object| {
        let name = validator.text(object, "name", 1..=100, Presence::Required).unwrap_or_default();
        let minutes = archive_minutes(validator, object);
        let kind = validator.number(object, "type", 10..=12, Presence::Optional);
        if is_forum && !object.get("message").is_some_and(Value::is_object) {
            validator.error_at("message", "BASE_TYPE_REQUIRED", "This field is required");
        }
        (name.to_owned(), minutes.unwrap_or(DEFAULT_MINUTES), kind)
    })?;
    let kind = kind_of(parent, under.is_some(), kind)?;
    if !parent.effective_bot_permissions().has(permission(parent, kind)) {
        return Err(DiscordError::MISSING_PERMISSIONS);
    }
    if let Some(message) = under {
        // A thread has the id of the message that it starts from.
        world
            .message(message)
            .filter(|message| message.channel == channel && message.visible_to.is_none())
            .ok_or(DiscordError::UNKNOWN_MESSAGE)?;
        if world.channel(message).is_some() {
            return Err(DiscordError::THREAD_EXISTS);
        }
    }
    let first = if is_forum { Some(first_message(world, request)?) } else { None };
    let id = under.unwrap_or_else(|| world.ids.next(now));
    let owner = world.bot();
    channels::open_thread(
        world,
        NewThread { id, parent: channel, owner, kind, name: &name, minutes },
    );
    if let Some(draft) = first {
        posting::post_with_id(world, id, first_posting(world, id), draft, now);
    }
    let thread = world.channel(id).ok_or(DiscordError::UNKNOWN_CHANNEL)?;
    let mut value = api_json::channel(world, thread);
    if is_forum {
        value["message"] = json!(world.message(id).map(|message| &message.value));
    }
    Ok((201, value))
}

/// The kind of the new thread. Without a message and a type, Discord opens private ones.
fn kind_of(
    parent: &Channel,
    has_message: bool,
    number: Option<i64>,
) -> Result<ChannelKind, DiscordError> {
    let kinds = parent.kind.threads();
    let kind = match number.filter(|_| !has_message && parent.kind != ChannelKind::Forum) {
        Some(number) => kinds.iter().find(|kind| i64::from(kind.number()) == number),
        None if has_message => kinds.first(),
        None => kinds.last(),
    };
    kind.copied().ok_or(DiscordError::WRONG_CHANNEL_TYPE)
}

/// The permission to open a thread.
fn permission(parent: &Channel, kind: ChannelKind) -> Permissions {
    match (parent.kind, kind) {
        (ChannelKind::Forum, _) => Permissions::SEND_MESSAGES,
        (_, ChannelKind::PrivateThread) => Permissions::CREATE_PRIVATE_THREADS,
        _ => Permissions::CREATE_PUBLIC_THREADS,
    }
}

/// The first message of a forum's post.
fn first_message(world: &World, mut request: ApiRequest) -> Result<Draft, DiscordError> {
    let json = request.json["message"].take();
    let request = ApiRequest { json, ..request };
    body::message(&world.emojis, request, Purpose::Post, Some("message"))
}

fn first_posting(world: &World, thread: Id) -> Posting {
    Posting {
        channel: thread,
        author: world.bot(),
        interaction: None,
        reply_to: None,
        visible_to: None,
        kind: 0,
    }
}

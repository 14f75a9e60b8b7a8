//! Threads.

use jiff::Timestamp;
use serde_json::Value;

use super::channel::{archive_minutes, visible_channel};
use super::request::{ApiReply, read_object};
use crate::emulator::api_error::DiscordError;
use crate::emulator::id::Id;
use crate::emulator::validate::Presence;
use crate::emulator::world::{ChannelKind, Permissions, World};

/// Opens a thread in a channel, from a message or without one.
pub(super) fn open(
    world: &mut World,
    channel: Id,
    under: Option<Id>,
    json: &Value,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let parent = visible_channel(world, channel)?;
    if parent.kind != ChannelKind::Text {
        return Err(DiscordError::WRONG_KIND_OF_CHANNEL);
    }
    if !parent.bot_permissions.has(Permissions::CREATE_PUBLIC_THREADS) {
        return Err(DiscordError::MISSING_PERMISSIONS);
    }
    let keys = ["name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"];
    let (name, minutes) = read_object(json, &keys, |validator, object| {
        let name = validator.text(object, "name", 1..=100, Presence::Required).unwrap_or_default();
        let minutes = archive_minutes(validator, object);
        validator.number(object, "type", 10..=12, Presence::Optional);
        (name.to_owned(), minutes)
    })?;
    if let Some(message) = under {
        // A thread has the id of the message that it starts from.
        world
            .message(message)
            .filter(|it| it.channel == channel)
            .ok_or(DiscordError::NO_MESSAGE)?;
        if world.channel(message).is_some() {
            return Err(DiscordError::HAS_THREAD);
        }
    }
    let id = under.unwrap_or_else(|| world.ids.next(now));
    let minutes = minutes.unwrap_or(1440);
    let owner = world.bot();
    world.open_thread(id, channel, owner, &name, minutes);
    let thread = world.channel(id).ok_or(DiscordError::NO_CHANNEL)?;
    Ok((201, world.channel_json(thread)))
}

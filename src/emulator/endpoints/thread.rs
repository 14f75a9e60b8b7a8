//! Threads.

use jiff::Timestamp;
use serde_json::Value;

use super::channel::seen;
use super::request::{ApiReply, read_object};
use crate::emulator::api_error::DiscordError;
use crate::emulator::id::Id;
use crate::emulator::validate::Presence;
use crate::emulator::world::{ChannelKind, Permissions, World};

/// Opens a thread in a channel: under a message, or by itself.
pub(super) fn open(
    world: &mut World,
    channel: Id,
    under: Option<Id>,
    json: &Value,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let parent = seen(world, channel)?;
    if parent.kind != ChannelKind::Text {
        return Err(DiscordError::WRONG_KIND_OF_CHANNEL);
    }
    if !parent.bot_permissions.has(Permissions::CREATE_PUBLIC_THREADS) {
        return Err(DiscordError::MISSING_PERMISSIONS);
    }
    let keys = ["name", "auto_archive_duration", "rate_limit_per_user", "type", "invitable"];
    let (name, minutes) = read_object(json, &keys, |form, object| {
        let name = form.text(object, "name", 1..=100, Presence::Required).unwrap_or_default();
        let minutes = form.number(object, "auto_archive_duration", 60..=10080, Presence::Optional);
        if minutes.is_some_and(|it| !matches!(it, 60 | 1440 | 4320 | 10080)) {
            let said = "Value must be one of (60, 1440, 4320, 10080).";
            form.wrong_at("auto_archive_duration", "BASE_TYPE_CHOICES", said);
        }
        form.number(object, "type", 10..=12, Presence::Optional);
        (name.to_owned(), minutes)
    })?;
    if let Some(message) = under {
        // A thread has the id of the message that it is under.
        world
            .message(message)
            .filter(|it| it.channel == channel)
            .ok_or(DiscordError::NO_MESSAGE)?;
        if world.channel(message).is_some() {
            return Err(DiscordError::HAS_THREAD);
        }
    }
    let id = under.unwrap_or_else(|| world.ids.next(now));
    let minutes = minutes.and_then(|it| u16::try_from(it).ok()).unwrap_or(1440);
    let owner = world.bot();
    world.open_thread(id, channel, owner, &name, minutes);
    let thread = world.channel(id).ok_or(DiscordError::NO_CHANNEL)?;
    Ok((201, world.channel_json(thread)))
}

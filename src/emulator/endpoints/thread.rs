//! Threads.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::channel::seen;
use super::{ApiReply, read};
use crate::emulator::api_error::DiscordError;
use crate::emulator::id::Id;
use crate::emulator::validate::Presence;
use crate::emulator::world::{Channel, ChannelKind, Permissions, PostedMessage, World};

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
    let (name, minutes) = read(json, &keys, |form, object| {
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

impl World {
    pub(in crate::emulator) fn open_thread(
        &mut self,
        id: Id,
        parent: Id,
        owner: Id,
        name: &str,
        minutes: u16,
    ) {
        let Some(above) = self.channels.get(&parent) else { return };
        let thread = Channel {
            server: above.server,
            parent: Some(parent),
            owner: Some(owner),
            people: vec![owner],
            archive_after_minutes: minutes,
            bot_permissions: above.bot_permissions,
            ..Channel::new(id, ChannelKind::Thread, name)
        };
        let server = thread.server;
        self.channels.insert(id, thread);
        self.silent_at = Timestamp::MIN;
        let written = self.channels.get(&id).map(|it| self.channel_json(it));
        if let Some(message) = self.message(id) {
            let mut message = PostedMessage::clone(message);
            message.value["thread"] = json!(written);
            message.value["flags"] = json!(message.flags() | 1 << 5);
            self.replace(message);
        }
        self.tell_of_channel("THREAD_CREATE", id, server);
    }
}

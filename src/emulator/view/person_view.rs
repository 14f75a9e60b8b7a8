//! The world as one person sees it, for the page.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::id::Id;
use crate::interactions::installation;
use crate::world::{
    Channel, ChannelKind, InitialResponse, InteractionKind, InteractionState, Person,
    PostedMessage, Server, World, access, api_json,
};

/// The most mentions in a channel's view.
const PINGS_MAX: usize = 200;

/// The part of a channel's messages that is asked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MessagePage {
    pub(crate) before: Option<Id>,
    pub(crate) around: Option<Id>,
    pub(crate) limit: Option<usize>,
}

/// A message with the emulator's own fields.
pub(crate) fn message(message: &PostedMessage) -> Value {
    let mut value = message.value.clone();
    value["local"] = json!({
        "visible_to": message.visible_to, "pinged": message.pinged, "deleted": false,
    });
    value
}

/// A person with their language, which Discord does not publish.
pub(crate) fn person(person: &Person) -> Value {
    let mut value = api_json::user(person);
    value["locale"] = json!(person.locale);
    value["has_app"] = json!(person.has_app);
    value
}

/// People, servers, channels, emoji and commands that a person sees.
pub(crate) fn world_of(world: &World, reader: Id) -> Value {
    let mut channels: Vec<_> =
        world.channels().filter(|channel| sees(world, reader, channel)).collect();
    channels.sort_by_key(|channel| channel.id);
    let servers = world.servers().filter(|server| server.members.contains_key(&reader));
    json!({
        "people": world.people().map(person).collect::<Value>(),
        "servers": servers.map(server).collect::<Value>(),
        "channels": channels.iter().map(|seen| channel(world, seen, reader)).collect::<Value>(),
        "emojis": emojis(world),
        "commands": world.commands().iter().map(|command| command.value.clone()).collect::<Value>(),
    })
}

/// The emoji of the application, with the paths of their images.
pub(crate) fn emojis(world: &World) -> Value {
    let emojis = world.emojis().map(|emoji| {
        let mut value = api_json::emoji(world, emoji);
        value["url"] = json!(format!("/emojis/{}.webp", emoji.id));
        value
    });
    emojis.collect()
}

/// Whether a person is a member of the channel's server or a party of its conversation.
pub(crate) fn sees(world: &World, reader: Id, channel: &Channel) -> bool {
    match channel.server {
        Some(server) => {
            let is_member =
                world.server(server).is_some_and(|server| server.members.contains_key(&reader));
            // A private thread is not even listed to others.
            let is_private = channel.kind == ChannelKind::PrivateThread;
            is_member && (!is_private || access::can_view(world, reader, channel))
        }
        None => channel.people.contains(&reader),
    }
}

/// A channel that a person sees.
pub(crate) fn channel(world: &World, channel: &Channel, reader: Id) -> Value {
    let mut value = api_json::channel(world, channel);
    value["bot_permissions"] = json!(channel.bot_permissions.to_string());
    if channel.kind.is_conversation() {
        let others = channel.people.iter().filter(|&&id| id != reader);
        value["recipients"] = others.map(|&id| api_json::user_of(world, id)).collect();
    }
    let newest = world.messages(channel.id, reader).next_back();
    value["last_message_id"] = json!(newest.map(|message| message.id));
    let mut pings: Vec<Id> = channel.pings_of(reader).rev().take(PINGS_MAX).collect();
    pings.reverse();
    value["pings"] = json!(pings);
    let usable = world
        .commands()
        .iter()
        .filter(|command| installation::offers(world, command, channel, reader));
    value["commands"] = usable.map(|command| json!(command.id)).collect();
    value
}

/// The ids of messages that a person sees, oldest first.
pub(crate) fn message_ids(world: &World, channel: Id, reader: Id, part: MessagePage) -> Vec<Id> {
    let Some(channel) = world.channel(channel) else { return Vec::new() };
    let limit = part.limit.unwrap_or(usize::MAX);
    let is_seen = |(_, message): &(&Id, &Arc<PostedMessage>)| message.is_visible_to(reader);
    let from = part.around.or(part.before).unwrap_or(Id(u64::MAX));
    let newer_max = if part.around.is_some() { limit.div_ceil(2) } else { 0 };
    let newer = channel.messages.range(from..).filter(is_seen);
    let newer: Vec<_> = newer.take(newer_max).collect();
    let older = channel.messages.range(..from).rev().filter(is_seen);
    let mut found: Vec<_> = older.take(limit - newer.len()).collect();
    found.reverse();
    found.extend(newer);
    found.into_iter().map(|(id, _)| *id).collect()
}

/// The event of an interaction, for the person who started it; `None` for an autocompletion.
pub(crate) fn interaction_event(interaction: &InteractionState) -> Option<Value> {
    if interaction.kind == InteractionKind::Autocomplete {
        return None;
    }
    let mut value = json!({
        "kind": "call", "id": interaction.id, "channel": interaction.channel,
        "name": interaction.name, "message": interaction.source,
    });
    let state = match &interaction.acknowledged {
        None => "waiting",
        Some(InitialResponse::Modal(form)) => {
            value["form"] = Value::clone(form);
            "form"
        }
        Some(_) => "answered",
    };
    value["state"] = json!(state);
    Some(value)
}

fn server(server: &Server) -> Value {
    let members = server.members.iter().map(|(id, member)| json!({"id": id, "nick": member.nick}));
    json!({
        "id": server.id, "name": server.name, "has_bot": server.has_bot(),
        "locale": server.locale,
        "members": members.collect::<Value>(),
    })
}

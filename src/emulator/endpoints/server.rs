//! Servers and their members.

use serde_json::{Value, json};

use super::request::ApiReply;
use crate::id::Id;
use crate::validation::DiscordError;
use crate::world::{Permissions, Server, World, api_json};

/// The bot's servers.
pub(super) fn bot_servers(world: &World) -> Value {
    let servers = world.servers().filter(|server| server.has_bot());
    let brief = servers.map(|server| {
        json!({
            "id": server.id, "name": server.name, "icon": null, "banner": null, "owner": false,
            "permissions": Permissions::OF_A_BOT.to_string(), "features": [],
        })
    });
    brief.collect()
}

/// A server of the bot. Any other is an unknown guild.
fn known(world: &World, id: Id) -> Result<&Server, DiscordError> {
    let server = world.server(id).ok_or(DiscordError::UNKNOWN_GUILD)?;
    if server.has_bot() { Ok(server) } else { Err(DiscordError::UNKNOWN_GUILD) }
}

pub(super) fn one(world: &World, id: Id) -> Result<ApiReply, DiscordError> {
    known(world, id).map(|server| (200, api_json::guild(server)))
}

pub(super) fn channels(world: &World, id: Id) -> Result<ApiReply, DiscordError> {
    known(world, id)?;
    let mut inside: Vec<_> = world
        .channels()
        .filter(|channel| channel.server == Some(id) && !channel.kind.is_thread())
        .collect();
    inside.sort_by_key(|channel| channel.id);
    Ok((200, inside.into_iter().map(|channel| api_json::channel(world, channel)).collect()))
}

pub(super) fn member(world: &World, id: Id, user: Id) -> Result<ApiReply, DiscordError> {
    let server = known(world, id)?;
    world.person(user).ok_or(DiscordError::UNKNOWN_USER)?;
    let value =
        api_json::member_with_user(world, server, user).ok_or(DiscordError::UNKNOWN_MEMBER)?;
    Ok((200, value))
}

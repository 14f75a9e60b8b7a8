//! The `resolved` objects of an interaction: people, roles and channels that its values name.

use serde_json::{Value, json};

use super::installation;
use crate::id::Id;
use crate::world::{Channel, Permissions, Server, World, access, api_json};

/// What an id names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolved {
    User,
    Role,
    Channel,
}

/// Whether an id names something that a person can choose in a channel.
pub(crate) fn is_named_by(
    world: &World,
    (person, channel): (Id, Id),
    kind: Resolved,
    id: Id,
) -> bool {
    let here = world.channel(channel);
    let server = here.and_then(|channel| channel.server);
    match kind {
        Resolved::User => world.person(id).is_some(),
        // Servers have no roles here but the one of everybody, which has the server's id.
        Resolved::Role => server == Some(id),
        Resolved::Channel => {
            let is_there = world.channel(id).is_some_and(|channel| channel.server == server);
            server.is_some() && is_there && access::is_in(world, person, id)
        }
    }
}

/// The `resolved` of an interaction of a person in a channel.
pub(crate) fn resolved(
    world: &World,
    (person, channel): (Id, Id),
    named: &[(Resolved, Id)],
) -> Value {
    let here = world.channel(channel);
    let server = here.and_then(|channel| channel.server).and_then(|id| world.server(id));
    let mut found = json!({});
    for &(kind, id) in named {
        let key = id.to_string();
        match kind {
            Resolved::User => {
                found["users"][&key] = api_json::user_of(world, id);
                if let Some(member) =
                    here.and_then(|channel| member_of(world, channel, server?, id))
                {
                    found["members"][&key] = member;
                }
            }
            Resolved::Role => {
                let roles = server.map(|server| api_json::guild(server)["roles"][0].clone());
                found["roles"][&key] = json!(roles);
            }
            Resolved::Channel => {
                let channel =
                    world.channel(id).map(|channel| partial_channel(world, channel, person));
                found["channels"][&key] = json!(channel);
            }
        }
    }
    found
}

/// A member without the user, with their permissions in a channel.
fn member_of(world: &World, channel: &Channel, server: &Server, id: Id) -> Option<Value> {
    let member = server.members.get(&id)?;
    let mut value = api_json::member(member);
    let permissions = access::permissions_of(world, id, channel);
    value["permissions"] = json!(permissions.unwrap_or(member.permissions).to_string());
    Some(value)
}

/// A channel with the permissions of a person and of the application in it.
fn partial_channel(world: &World, channel: &Channel, person: Id) -> Value {
    let mut value = api_json::channel(world, channel);
    if let Some(object) = value.as_object_mut() {
        object.remove("permission_overwrites");
    }
    let theirs = access::permissions_of(world, person, channel).unwrap_or(Permissions::NONE);
    value["permissions"] = json!(theirs.to_string());
    value["app_permissions"] =
        json!(installation::app_permissions(world, channel, person).to_string());
    value
}

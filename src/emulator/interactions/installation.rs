//! Where the application is installed: in a server, or by a person. That decides which commands
//! people are offered, and the `authorizing_integration_owners` of an interaction.

use serde_json::{Map, Value, json};

use crate::id::Id;
use crate::world::{Channel, ChannelKind, Permissions, RegisteredCommand, World, access};

/// Discord's numbers of installations: by a server, and by a person.
const BY_SERVER: u64 = 0;
const BY_PERSON: u64 = 1;

/// Discord's number of an interaction's context: 0 for a server, 1 for the bot's direct messages,
/// 2 for other ones.
pub(crate) fn context(world: &World, channel: &Channel) -> u64 {
    match (channel.server, channel.kind) {
        (Some(_), _) => 0,
        (None, ChannelKind::Direct) if channel.people.contains(&world.bot) => 1,
        (None, _) => 2,
    }
}

/// Whether a person is offered a command in a channel.
pub(crate) fn offers(
    world: &World,
    command: &RegisteredCommand,
    channel: &Channel,
    person: Id,
) -> bool {
    let theirs = access::permissions_of(world, person, channel);
    let may = theirs.is_none_or(|theirs| theirs.has(Permissions::USE_APPLICATION_COMMANDS));
    let server = channel.server.and_then(|id| world.servers.get(&id));
    let member = server.and_then(|server| server.members.get(&person));
    let is_given = member.is_some_and(|member| member.commands.contains(command.name()));
    may && (is_given || command.is_for_member(theirs))
        && channel.kind != ChannelKind::Forum
        && !channel.is_archived
        && command.is_for_context(context(world, channel))
        && owners_of_command(world, command, channel, person) != json!({})
}

/// The `authorizing_integration_owners` of a command.
pub(crate) fn owners_of_command(
    world: &World,
    command: &RegisteredCommand,
    channel: &Channel,
    person: Id,
) -> Value {
    let mut owners = Map::new();
    if let Some(server) = installing_server(world, channel)
        && command.is_for_installation(BY_SERVER)
    {
        owners.insert(BY_SERVER.to_string(), server);
    }
    if world.person(person).is_some_and(|person| person.has_app)
        && command.is_for_installation(BY_PERSON)
    {
        owners.insert(BY_PERSON.to_string(), json!(person));
    }
    Value::Object(owners)
}

/// The `authorizing_integration_owners` of a press: those of the message with the component,
/// whoever presses.
pub(crate) fn owners_of_press(world: &World, channel: &Channel, message: Id) -> Value {
    let mut owners = Map::new();
    if let Some(server) = installing_server(world, channel) {
        owners.insert(BY_SERVER.to_string(), server);
    }
    let metadata = world.message(message).map(|message| &message.value["interaction_metadata"]);
    let before = metadata.map(|metadata| &metadata["authorizing_integration_owners"]["1"]);
    if let Some(person) = before.filter(|person| !person.is_null()) {
        owners.insert(BY_PERSON.to_string(), person.clone());
    }
    Value::Object(owners)
}

/// The owner of the server's installation; "0" in the bot's direct messages.
fn installing_server(world: &World, channel: &Channel) -> Option<Value> {
    match channel.server {
        Some(id) => {
            world.server(id).filter(|server| server.has_app()).map(|server| json!(server.id))
        }
        None => (context(world, channel) == 1).then(|| json!("0")),
    }
}

/// The permissions of the application where an interaction comes from. A voice channel without
/// the permission to connect takes none of the others from them.
pub(crate) fn app_permissions(world: &World, channel: &Channel, person: Id) -> Permissions {
    let everywhere = Permissions::ATTACH_FILES | Permissions::EMBED_LINKS;
    match context(world, channel) {
        0 if world.has_bot(channel) => channel.bot_permissions,
        // Without the bot, Discord gives what everybody has, and a person's application no more
        // than the person.
        0 => {
            let left = everywhere | Permissions::USE_EXTERNAL_EMOJIS;
            access::permissions_of(world, person, channel).map_or(left, |theirs| left & theirs)
        }
        1 => everywhere | Permissions::MENTION_EVERYONE | Permissions::USE_EXTERNAL_EMOJIS,
        _ => everywhere | Permissions::MENTION_EVERYONE,
    }
}

/// Whether only a person has authorized an interaction, and no server.
pub(crate) fn is_by_person_alone(owners: &Value) -> bool {
    owners.get("0").is_none()
}

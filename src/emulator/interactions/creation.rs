//! The `INTERACTION_CREATE` event.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::installation::{app_permissions, context};
use crate::id::Id;
use crate::world::{
    Channel, FILE_MAX, GatewayEvent, INTERACTION_CREATE, InteractionKind, InteractionState,
    Permissions, Recipients, Server, TOKEN_LIFE, World, WorldChange, access, api_json, intent,
};

/// The most interactions that are kept. A busy bot has a million in the lifetime of a token.
const INTERACTIONS_MAX: usize = 20_000;
/// The most interactions that are kept although their tokens have expired.
const EXPIRED_MAX: usize = 1_000;

/// An interaction to create.
#[derive(Debug)]
pub(crate) struct NewInteraction {
    pub(crate) kind: InteractionKind,
    pub(crate) person: Id,
    pub(crate) channel: Id,
    /// The interaction's `data`.
    pub(crate) data: Value,
    /// The `authorizing_integration_owners`.
    pub(crate) owners: Value,
    /// The message whose component was used.
    pub(crate) source: Option<Id>,
    pub(crate) name: Option<String>,
    /// The token for responses.
    pub(crate) token: String,
}

/// Creates an interaction and its event. The caller checks that the person can view the
/// channel. Returns `None` if the channel does not exist.
pub(crate) fn create(world: &mut World, interaction: NewInteraction, now: Timestamp) -> Option<Id> {
    let id = world.ids.next(now);
    let channel = world.channels.get(&interaction.channel)?;
    let server = channel.server;
    let payload = Arc::new(payload(world, id, &interaction, channel));
    world.events.push(event(&payload, server));
    world.tokens.insert(interaction.token.clone(), id);
    let interaction = InteractionState {
        id,
        token: interaction.token,
        kind: interaction.kind,
        person: interaction.person,
        channel: interaction.channel,
        server,
        created: now,
        name: interaction.name,
        payload,
        source: interaction.source,
        acknowledged: None,
        original: None,
        follow_ups: Vec::new(),
    };
    world.interactions.insert(id, interaction);
    world.changes.push(WorldChange::Interaction(id));
    world.interaction_order.push_back(id);
    forget_old(world, now);
    Some(id)
}

fn forget_old(world: &mut World, now: Timestamp) {
    let is_dead = |id: &Id| now.duration_since(id.time()).unsigned_abs() > TOKEN_LIFE;
    while world.interaction_order.len() > INTERACTIONS_MAX
        || (world.interaction_order.len() > EXPIRED_MAX
            && world.interaction_order.front().is_some_and(is_dead))
    {
        let oldest =
            world.interaction_order.pop_front().and_then(|id| world.interactions.remove(&id));
        if let Some(oldest) = oldest {
            world.tokens.remove(&oldest.token);
        }
    }
}

/// Sends the event of an interaction again.
pub(crate) fn send_again(world: &mut World, id: Id) {
    if let Some(interaction) = world.interactions.get(&id) {
        let again = event(&interaction.payload, interaction.server);
        world.events.push(again);
    }
}

fn payload(world: &World, id: Id, interaction: &NewInteraction, channel: &Channel) -> Value {
    let person = world.people.get(&interaction.person);
    let app_permissions = app_permissions(world, channel, interaction.person);
    let mut payload = json!({
        "id": id, "application_id": world.bot, "type": interaction.kind.number(),
        "token": interaction.token, "version": 1, "channel_id": channel.id,
        "channel": channel_for(world, channel, interaction.person),
        "data": interaction.data,
        "locale": person.map_or("en-US", |person| person.locale.as_str()),
        "entitlements": [], "attachment_size_limit": FILE_MAX,
        "context": context(world, channel),
        "app_permissions": app_permissions.to_string(),
        "authorizing_integration_owners": interaction.owners,
    });
    match channel.server.and_then(|id| world.servers.get(&id)) {
        Some(server) => add_guild(world, &mut payload, server, (interaction.person, channel)),
        None => payload["user"] = api_json::user_of(world, interaction.person),
    }
    if let Some(message) = interaction.source.and_then(|id| world.message(id)) {
        payload["message"] = message.value.clone();
    }
    payload
}

fn add_guild(
    world: &World,
    payload: &mut Value,
    server: &Server,
    (person, channel): (Id, &Channel),
) {
    payload["guild_id"] = json!(server.id);
    payload["guild_locale"] = json!(server.locale);
    payload["guild"] = json!({"id": server.id, "locale": server.locale, "features": []});
    let mut member = api_json::member_with_user(world, server, person).unwrap_or_default();
    let permissions = access::permissions_of(world, person, channel);
    member["permissions"] = json!(permissions.unwrap_or(Permissions::NONE).to_string());
    payload["member"] = member;
}

fn channel_for(world: &World, channel: &Channel, person: Id) -> Value {
    let mut value = api_json::channel(world, channel);
    if let Some(object) = value.as_object_mut() {
        object.remove("permission_overwrites");
        if channel.recipients == Recipients::Hidden {
            object.remove("recipients");
        }
        if let Some(permissions) = access::permissions_of(world, person, channel) {
            object.insert("permissions".to_owned(), json!(permissions.to_string()));
        }
    }
    value
}

fn event(payload: &Value, server: Option<Id>) -> GatewayEvent {
    let payload = payload.clone();
    GatewayEvent { name: INTERACTION_CREATE, intent: intent::NONE, server, payload }
}

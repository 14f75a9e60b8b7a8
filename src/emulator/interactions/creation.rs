//! The `INTERACTION_CREATE` event.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::installation::context;
use crate::id::Id;
use crate::world::{
    Channel, FILE_MAX, GatewayEvent, INTERACTION_CREATE, InteractionKind, InteractionState,
    Permissions, Recipients, Server, TOKEN_LIFE, World, WorldChange, intent,
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

impl World {
    /// Creates an interaction and its event. The caller checks that the person can view the
    /// channel. Returns `None` if the channel does not exist.
    pub(crate) fn create_interaction(
        &mut self,
        interaction: NewInteraction,
        now: Timestamp,
    ) -> Option<Id> {
        let id = self.ids.next(now);
        let channel = self.channels.get(&interaction.channel)?;
        let server = channel.server;
        let payload = Arc::new(self.payload(id, &interaction, channel));
        self.events.push(event(&payload, server));
        self.tokens.insert(interaction.token.clone(), id);
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
        self.interactions.insert(id, interaction);
        self.changes.push(WorldChange::Interaction(id));
        self.interaction_order.push_back(id);
        self.forget_old_interactions(now);
        Some(id)
    }

    fn forget_old_interactions(&mut self, now: Timestamp) {
        let is_dead = |it: &Id| now.duration_since(it.time()).unsigned_abs() > TOKEN_LIFE;
        while self.interaction_order.len() > INTERACTIONS_MAX
            || (self.interaction_order.len() > EXPIRED_MAX
                && self.interaction_order.front().is_some_and(is_dead))
        {
            let oldest =
                self.interaction_order.pop_front().and_then(|it| self.interactions.remove(&it));
            if let Some(oldest) = oldest {
                self.tokens.remove(&oldest.token);
            }
        }
    }

    /// Sends the event of an interaction again.
    pub(crate) fn repeat(&mut self, id: Id) {
        if let Some(interaction) = self.interactions.get(&id) {
            let again = event(&interaction.payload, interaction.server);
            self.events.push(again);
        }
    }

    fn payload(&self, id: Id, interaction: &NewInteraction, channel: &Channel) -> Value {
        let person = self.people.get(&interaction.person);
        let mut payload = json!({
            "id": id, "application_id": self.bot, "type": interaction.kind.number(),
            "token": interaction.token, "version": 1, "channel_id": channel.id,
            "channel": self.channel_for(channel, interaction.person),
            "data": interaction.data,
            "locale": person.map_or("en-US", |it| it.locale.as_str()),
            "entitlements": [], "attachment_size_limit": FILE_MAX,
            "context": context(self, channel),
            "app_permissions": self.app_permissions(channel, interaction.person).to_string(),
            "authorizing_integration_owners": interaction.owners,
        });
        match channel.server.and_then(|it| self.servers.get(&it)) {
            Some(server) => self.add_guild(&mut payload, server, (interaction.person, channel)),
            None => payload["user"] = self.person_json(interaction.person),
        }
        if let Some(message) = interaction.source.and_then(|it| self.message(it)) {
            payload["message"] = message.value.clone();
        }
        payload
    }

    fn add_guild(&self, payload: &mut Value, server: &Server, (person, channel): (Id, &Channel)) {
        payload["guild_id"] = json!(server.id);
        payload["guild_locale"] = json!(server.locale);
        payload["guild"] = json!({"id": server.id, "locale": server.locale, "features": []});
        let mut member = self.member_json(server, person).unwrap_or_default();
        let permissions = self.permissions_of(person, channel);
        member["permissions"] = json!(permissions.unwrap_or(Permissions::NONE).to_string());
        payload["member"] = member;
    }

    fn channel_for(&self, channel: &Channel, person: Id) -> Value {
        let mut value = self.channel_json(channel);
        if let Some(object) = value.as_object_mut() {
            object.remove("permission_overwrites");
            if channel.recipients == Recipients::Hidden {
                object.remove("recipients");
            }
            if let Some(permissions) = self.permissions_of(person, channel) {
                object.insert("permissions".to_owned(), json!(permissions.to_string()));
            }
        }
        value
    }
}

fn event(payload: &Value, server: Option<Id>) -> GatewayEvent {
    let payload = payload.clone();
    GatewayEvent { name: INTERACTION_CREATE, intent: intent::NONE, server, payload }
}

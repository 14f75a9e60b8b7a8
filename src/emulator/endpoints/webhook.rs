//! Follow-ups to an interaction, and edits of its messages.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::Value;

use super::body::{self, Purpose};
use super::callback::{check_attach_permission, post_answer};
use super::request::{ApiReply, ApiRequest};
use super::route::{MessageRef, Method};
use crate::id::Id;
use crate::interactions::is_by_person_alone;
use crate::validation::DiscordError;
use crate::world::{InitialResponse, PostedMessage, TOKEN_LIFE, World, editing, is_loading};

/// The most follow-ups to an interaction that a person alone has authorized.
const FOLLOW_UPS_MAX: usize = 5;

#[derive(Clone, Copy, Debug)]
pub(super) struct WebhookMessage<'a> {
    pub(super) application: Id,
    pub(super) token: &'a str,
    pub(super) which: MessageRef,
}

/// The interaction of a token that is still valid.
fn valid_interaction(
    world: &World,
    application: Id,
    token: &str,
    now: Timestamp,
) -> Result<Id, DiscordError> {
    if application != world.bot() {
        return Err(DiscordError::UNKNOWN_WEBHOOK);
    }
    let id = *world.tokens.get(token).ok_or(DiscordError::INVALID_WEBHOOK_TOKEN)?;
    let interaction = world.interactions.get(&id).ok_or(DiscordError::INVALID_WEBHOOK_TOKEN)?;
    if now.duration_since(interaction.created).unsigned_abs() > TOKEN_LIFE {
        return Err(DiscordError::INVALID_WEBHOOK_TOKEN);
    }
    // Discord knows no webhook before the initial response.
    if interaction.acknowledged.is_none() { Err(DiscordError::UNKNOWN_WEBHOOK) } else { Ok(id) }
}

pub(super) fn follow_up(
    world: &mut World,
    application: Id,
    token: &str,
    request: ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let id = valid_interaction(world, application, token, now)?;
    let draft = body::message(&world.emojis, request, Purpose::Response, None)?;
    let interaction = world.interactions.get(&id).ok_or(DiscordError::INVALID_WEBHOOK_TOKEN)?;
    let deferred = interaction
        .original
        .filter(|_| interaction.acknowledged == Some(InitialResponse::Deferred))
        .and_then(|id| world.message(id))
        .filter(|message| is_loading(message))
        .map(|message| message.id);
    // The first follow-up replaces a deferred response.
    if let Some(deferred) = deferred {
        check_attach_permission(world, interaction.channel, &draft)?;
        editing::edit(world, deferred, draft, now);
        return message_reply(world, deferred);
    }
    let owners = &interaction.payload["authorizing_integration_owners"];
    if is_by_person_alone(owners) && interaction.follow_ups.len() >= FOLLOW_UPS_MAX {
        return Err(DiscordError::TOO_MANY_FOLLOW_UPS);
    }
    let message = post_answer(world, id, draft, now)?;
    message_reply(world, message)
}

fn message_reply(world: &World, id: Id) -> Result<ApiReply, DiscordError> {
    world
        .message(id)
        .map(|message| (200, message.value.clone()))
        .ok_or(DiscordError::UNKNOWN_MESSAGE)
}

pub(super) fn message(
    world: &mut World,
    at: WebhookMessage<'_>,
    method: Method,
    request: ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let id = valid_interaction(world, at.application, at.token, now)?;
    let message = find_message(world, id, at.which)?;
    match method {
        Method::Get => Ok((200, message.value.clone())),
        Method::Patch => {
            let purpose = Purpose::Edit(&message);
            let draft = body::message(&world.emojis, request, purpose, None)?;
            check_attach_permission(world, message.channel, &draft)?;
            editing::edit(world, message.id, draft, now);
            world.changed_interactions.push(id);
            message_reply(world, message.id)
        }
        Method::Delete => {
            editing::delete(world, message.id);
            world.changed_interactions.push(id);
            Ok((204, Value::Null))
        }
        Method::Post | Method::Put => Err(DiscordError::METHOD_NOT_ALLOWED),
    }
}

fn find_message(
    world: &World,
    interaction: Id,
    which: MessageRef,
) -> Result<Arc<PostedMessage>, DiscordError> {
    let interaction =
        world.interactions.get(&interaction).ok_or(DiscordError::INVALID_WEBHOOK_TOKEN)?;
    let id = match which {
        MessageRef::Original => interaction.original,
        MessageRef::Numbered(id) => {
            let is_ours = interaction.original == Some(id) || interaction.follow_ups.contains(&id);
            is_ours.then_some(id)
        }
    };
    id.and_then(|id| world.message(id)).cloned().ok_or(DiscordError::UNKNOWN_MESSAGE)
}

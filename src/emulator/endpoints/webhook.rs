//! What follows the first answer to an interaction.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::Value;

use super::body::{self, Purpose};
use super::callback::{may_attach, post_answer};
use super::request::{ApiReply, ApiRequest};
use crate::emulator::api_error::DiscordError;
use crate::emulator::id::Id;
use crate::emulator::route::{MessageRef, Method};
use crate::emulator::world::{InitialResponse, PostedMessage, TOKEN_LIFE, World, is_loading};

/// As many may follow where the application is installed for the person alone.
const FOLLOW_UPS_MAX: usize = 5;

/// A message of an interaction.
#[derive(Clone, Copy, Debug)]
pub(super) struct WebhookMessage<'a> {
    pub(super) application: Id,
    pub(super) token: &'a str,
    pub(super) which: MessageRef,
}

/// The interaction of a token that still lives.
fn alive(world: &World, application: Id, token: &str, now: Timestamp) -> Result<Id, DiscordError> {
    if application != world.bot() {
        return Err(DiscordError::NO_WEBHOOK);
    }
    let id = *world.tokens.get(token).ok_or(DiscordError::DEAD_TOKEN)?;
    let call = world.interactions.get(&id).ok_or(DiscordError::DEAD_TOKEN)?;
    if now.duration_since(call.created).unsigned_abs() > TOKEN_LIFE {
        return Err(DiscordError::DEAD_TOKEN);
    }
    // Before the first answer there is no webhook yet.
    if call.acknowledged.is_none() { Err(DiscordError::NO_WEBHOOK) } else { Ok(id) }
}

pub(super) fn follow_up(
    world: &mut World,
    application: Id,
    token: &str,
    asked: ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let id = alive(world, application, token, now)?;
    let draft = body::message(asked.json, asked.files, Purpose::InteractionResponse, None)?;
    let call = world.interactions.get(&id).ok_or(DiscordError::DEAD_TOKEN)?;
    let promised = call
        .original
        .filter(|_| call.acknowledged == Some(InitialResponse::Deferred))
        .and_then(|it| world.message(it))
        .filter(|it| is_loading(it))
        .map(|it| it.id);
    // The first that follows a promise takes its place.
    if let Some(promised) = promised {
        may_attach(world, call.channel, &draft)?;
        world.change(promised, draft, now);
        return written(world, promised);
    }
    let channel = world.channel(call.channel).ok_or(DiscordError::NO_CHANNEL)?;
    if !world.has_bot(channel) && call.follow_ups.len() >= FOLLOW_UPS_MAX {
        return Err(DiscordError::TOO_MANY_FOLLOW_UPS);
    }
    let message = post_answer(world, id, draft, now)?;
    written(world, message)
}

fn written(world: &World, id: Id) -> Result<ApiReply, DiscordError> {
    world.message(id).map(|it| (200, it.value.clone())).ok_or(DiscordError::NO_MESSAGE)
}

pub(super) fn message(
    world: &mut World,
    at: WebhookMessage<'_>,
    verb: Method,
    asked: ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let id = alive(world, at.application, at.token, now)?;
    let message = named(world, id, at.which)?;
    match verb {
        Method::Get => Ok((200, message.value.clone())),
        Method::Patch => {
            let purpose = Purpose::Change(&message);
            let draft = body::message(asked.json, asked.files, purpose, None)?;
            may_attach(world, message.channel, &draft)?;
            world.change(message.id, draft, now);
            world.changed_interactions.push(id);
            written(world, message.id)
        }
        Method::Delete => {
            world.delete_message(message.id);
            world.changed_interactions.push(id);
            Ok((204, Value::Null))
        }
        Method::Post | Method::Put => Err(DiscordError::NO_METHOD),
    }
}

fn named(world: &World, call: Id, which: MessageRef) -> Result<Arc<PostedMessage>, DiscordError> {
    let call = world.interactions.get(&call).ok_or(DiscordError::DEAD_TOKEN)?;
    let id = match which {
        MessageRef::Original => call.original,
        MessageRef::Numbered(id) => {
            let is_ours = call.original == Some(id) || call.follow_ups.contains(&id);
            is_ours.then_some(id)
        }
    };
    id.and_then(|it| world.message(it)).cloned().ok_or(DiscordError::NO_MESSAGE)
}

//! What follows the first answer to an interaction.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::Value;

use super::body::{self, Purpose};
use super::callback::{may_attach, post_answer};
use super::{Asked, Reply};
use crate::emulator::fault::Fault;
use crate::emulator::id::Id;
use crate::emulator::route::{Verb, Which};
use crate::emulator::world::{Acknowledged, Message, TOKEN_LIFE, World, is_loading};

/// As many may follow where the application is installed for the person alone.
const FOLLOW_UPS_MAX: usize = 5;

/// A message of an interaction.
#[derive(Clone, Copy, Debug)]
pub(super) struct At<'a> {
    pub(super) application: Id,
    pub(super) token: &'a str,
    pub(super) which: Which,
}

/// The interaction of a token that still lives.
fn alive(world: &World, application: Id, token: &str, now: Timestamp) -> Result<Id, Fault> {
    if application != world.bot() {
        return Err(Fault::NO_WEBHOOK);
    }
    let id = *world.tokens.get(token).ok_or(Fault::DEAD_TOKEN)?;
    let call = world.calls.get(&id).ok_or(Fault::DEAD_TOKEN)?;
    if now.duration_since(call.created).unsigned_abs() > TOKEN_LIFE {
        return Err(Fault::DEAD_TOKEN);
    }
    // Before the first answer there is no webhook yet.
    if call.acknowledged.is_none() { Err(Fault::NO_WEBHOOK) } else { Ok(id) }
}

pub(super) fn follow_up(
    world: &mut World,
    application: Id,
    token: &str,
    asked: Asked,
    now: Timestamp,
) -> Result<Reply, Fault> {
    let id = alive(world, application, token, now)?;
    let draft = body::message(asked.json, asked.files, Purpose::Answer, None)?;
    let call = world.calls.get(&id).ok_or(Fault::DEAD_TOKEN)?;
    let promised = call
        .original
        .filter(|_| call.acknowledged == Some(Acknowledged::Deferred))
        .and_then(|it| world.message(it))
        .filter(|it| is_loading(it))
        .map(|it| it.id);
    // The first that follows a promise takes its place.
    if let Some(promised) = promised {
        may_attach(world, call.channel, &draft)?;
        world.change(promised, draft, now);
        return written(world, promised);
    }
    let channel = world.channel(call.channel).ok_or(Fault::NO_CHANNEL)?;
    if !world.has_bot(channel) && call.follow_ups.len() >= FOLLOW_UPS_MAX {
        return Err(Fault::TOO_MANY_FOLLOW_UPS);
    }
    let message = post_answer(world, id, draft, now)?;
    written(world, message)
}

fn written(world: &World, id: Id) -> Result<Reply, Fault> {
    world.message(id).map(|it| (200, it.value.clone())).ok_or(Fault::NO_MESSAGE)
}

pub(super) fn message(
    world: &mut World,
    at: At<'_>,
    verb: Verb,
    asked: Asked,
    now: Timestamp,
) -> Result<Reply, Fault> {
    let id = alive(world, at.application, at.token, now)?;
    let message = named(world, id, at.which)?;
    match verb {
        Verb::Get => Ok((200, message.value.clone())),
        Verb::Patch => {
            let purpose = Purpose::Change(&message);
            let draft = body::message(asked.json, asked.files, purpose, None)?;
            may_attach(world, message.channel, &draft)?;
            world.change(message.id, draft, now);
            world.touched.push(id);
            written(world, message.id)
        }
        Verb::Delete => {
            world.delete_message(message.id);
            world.touched.push(id);
            Ok((204, Value::Null))
        }
        Verb::Post | Verb::Put => Err(Fault::NO_METHOD),
    }
}

fn named(world: &World, call: Id, which: Which) -> Result<Arc<Message>, Fault> {
    let call = world.calls.get(&call).ok_or(Fault::DEAD_TOKEN)?;
    let id = match which {
        Which::Original => call.original,
        Which::Numbered(id) => {
            let is_ours = call.original == Some(id) || call.follow_ups.contains(&id);
            is_ours.then_some(id)
        }
    };
    id.and_then(|it| world.message(it)).cloned().ok_or(Fault::NO_MESSAGE)
}

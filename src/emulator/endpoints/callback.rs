//! The first answer to an interaction.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::body::{self, Purpose};
use super::choice::check_choice;
use super::component;
use super::request::{ApiReply, ApiRequest};
use crate::emulator::api_error::DiscordError;
use crate::emulator::id::Id;
use crate::emulator::validate::{Presence, Validator};
use crate::emulator::world::{
    Change, Draft, EPHEMERAL, InitialResponse, InteractionKind, Permissions, Posting, World,
    deferred_draft,
};

/// Discord's numbers of the ways to answer.
mod kind {
    pub(super) const PONG: i64 = 1;
    pub(super) const MESSAGE: i64 = 4;
    pub(super) const DEFER: i64 = 5;
    pub(super) const DEFER_UPDATE: i64 = 6;
    pub(super) const UPDATE: i64 = 7;
    pub(super) const CHOICES: i64 = 8;
    pub(super) const MODAL: i64 = 9;
}

/// The largest number of choices of an autocompletion.
const CHOICES_MAX: usize = 25;

pub(super) fn answer(
    world: &mut World,
    id: Id,
    token: &str,
    asked: ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let call = world
        .interactions
        .get(&id)
        .filter(|it| it.token == token)
        .ok_or(DiscordError::NO_INTERACTION)?;
    if call.acknowledged.is_some() {
        return Err(DiscordError::ACKNOWLEDGED);
    }
    let age = now.duration_since(call.created);
    if age.unsigned_abs() > world.patience {
        return Err(DiscordError::NO_INTERACTION);
    }
    let with_response =
        asked.query.get("with_response").is_some_and(|it| it == "true" || it == "1");
    let kind = kind_of(&asked.json, call.kind)?;
    let acknowledged = acknowledge(world, id, kind, asked, now)?;
    let call = world.interactions.get_mut(&id).expect("answering takes no call away");
    call.acknowledged = Some(acknowledged);
    world.changed_interactions.push(id);
    world.changes.push(Change::Interaction(id));
    if with_response { Ok((200, response(world, id, kind))) } else { Ok((204, Value::Null)) }
}

/// The way of answering, if it fits the interaction.
fn kind_of(json: &Value, asked: InteractionKind) -> Result<i64, DiscordError> {
    let mut form = Validator::default();
    let kind = match form.object(json, &["type", "data"]) {
        Some(object) => form.number(object, "type", 1..=12, Presence::Required).unwrap_or(0),
        None => 0,
    };
    let fitting: &[i64] = match asked {
        InteractionKind::Command => &[kind::MESSAGE, kind::DEFER, kind::MODAL],
        InteractionKind::Component => {
            &[kind::MESSAGE, kind::DEFER, kind::DEFER_UPDATE, kind::UPDATE, kind::MODAL]
        }
        InteractionKind::Autocomplete => &[kind::CHOICES],
        InteractionKind::Modal => &[kind::MESSAGE, kind::DEFER, kind::DEFER_UPDATE, kind::UPDATE],
    };
    if kind != 0 && (kind == kind::PONG || !fitting.contains(&kind)) {
        let said = format!("Value must be one of {fitting:?}.");
        form.wrong_at("type", "BASE_TYPE_CHOICES", said);
    }
    form.finish()?;
    Ok(kind)
}

fn acknowledge(
    world: &mut World,
    id: Id,
    kind: i64,
    mut asked: ApiRequest,
    now: Timestamp,
) -> Result<InitialResponse, DiscordError> {
    let body = asked.json["data"].take();
    match kind {
        kind::MESSAGE => {
            let draft =
                body::message(body, asked.files, Purpose::InteractionResponse, Some("data"))?;
            post_answer(world, id, draft, now)?;
            Ok(InitialResponse::Message)
        }
        kind::DEFER => {
            let mut draft = deferred_draft();
            let flags = deferred_flags(&body)? | draft.flags();
            draft.body.insert("flags".to_owned(), json!(flags));
            post_answer(world, id, draft, now)?;
            Ok(InitialResponse::Deferred)
        }
        kind::UPDATE => {
            let source = source_of(world, id)?;
            let message = world.message(source).cloned().ok_or(DiscordError::NO_MESSAGE)?;
            let purpose = Purpose::Change(&message);
            let draft = body::message(body, asked.files, purpose, Some("data"))?;
            may_attach(world, message.channel, &draft)?;
            world.change(source, draft, now);
            set_original(world, id, source);
            Ok(InitialResponse::Update)
        }
        kind::DEFER_UPDATE => {
            let source = source_of(world, id)?;
            set_original(world, id, source);
            Ok(InitialResponse::DeferredUpdate)
        }
        kind::CHOICES => choices(world, id, body),
        _ => {
            let mut form = Validator::default();
            form.within("data", |form| component::check_modal(form, &body));
            form.finish()?;
            Ok(InitialResponse::Modal(Arc::new(body)))
        }
    }
}

/// A promise may only say that it is for one person.
fn deferred_flags(body: &Value) -> Result<u64, DiscordError> {
    if body.is_null() {
        return Ok(0);
    }
    let mut form = Validator::default();
    let flags = form.within("data", |form| {
        let object = form.object(
            body,
            &[
                "flags",
                "tts",
                "content",
                "embeds",
                "allowed_mentions",
                "components",
                "attachments",
                "poll",
            ],
        )?;
        let flags =
            form.number(object, "flags", 0..=i64::from(i32::MAX), Presence::Optional).unwrap_or(0);
        let flags = u64::try_from(flags).unwrap_or(0);
        if flags & !EPHEMERAL != 0 {
            form.wrong_at("flags", "BITFIELD_INVALID_FLAGS", "Only EPHEMERAL can be set");
        }
        Some(flags)
    });
    form.finish()?;
    Ok(flags.unwrap_or(0))
}

fn source_of(world: &World, id: Id) -> Result<Id, DiscordError> {
    let wrong = || {
        let mut form = Validator::default();
        form.wrong_at("type", "BASE_TYPE_CHOICES", "There is no message to change.");
        form.finish().err().unwrap_or(DiscordError::NO_MESSAGE)
    };
    world.interactions.get(&id).and_then(|it| it.source).ok_or_else(wrong)
}

fn set_original(world: &mut World, id: Id, message: Id) {
    if let Some(call) = world.interactions.get_mut(&id) {
        call.original = Some(message);
    }
}

/// Files need the permission also in answers, where the bot is.
pub(super) fn may_attach(world: &World, channel: Id, draft: &Draft) -> Result<(), DiscordError> {
    let channel = world.channel(channel).ok_or(DiscordError::NO_CHANNEL)?;
    let is_denied = world.has_bot(channel)
        && !draft.files.is_empty()
        && !channel.bot_permissions.has(Permissions::ATTACH_FILES);
    if is_denied { Err(DiscordError::MISSING_PERMISSIONS) } else { Ok(()) }
}

/// Posts the answer of an interaction, or what follows it.
pub(super) fn post_answer(
    world: &mut World,
    id: Id,
    mut draft: Draft,
    now: Timestamp,
) -> Result<Id, DiscordError> {
    let call = world.interactions.get(&id).ok_or(DiscordError::NO_INTERACTION)?;
    may_attach(world, call.channel, &draft)?;
    let channel = world.channel(call.channel).ok_or(DiscordError::NO_CHANNEL)?;
    if world.forces_ephemeral(call.person, channel, now) {
        let flags = draft.flags() | EPHEMERAL;
        draft.body.insert("flags".to_owned(), json!(flags));
    }
    let visible_to = (draft.flags() & EPHEMERAL != 0).then_some(call.person);
    // What follows replies to the answer, and the answer to a click replies to its message.
    let reply_to = call.original.or(call.source);
    let kind = match (reply_to, call.kind) {
        (Some(_), _) => 19,
        (None, InteractionKind::Command) if call.name.is_some() => 20,
        (None, _) => 0,
    };
    let posting = Posting {
        channel: call.channel,
        author: world.bot(),
        call: Some(id),
        reply_to,
        visible_to,
        kind,
    };
    let is_first = call.acknowledged.is_none();
    let message = world.post(posting, draft, now);
    if is_first {
        set_original(world, id, message);
    } else if let Some(call) = world.interactions.get_mut(&id) {
        call.follow_ups.push(message);
        world.changes.push(Change::Interaction(id));
    }
    world.changed_interactions.push(id);
    Ok(message)
}

fn choices(world: &World, id: Id, body: Value) -> Result<InitialResponse, DiscordError> {
    let focused = world
        .interactions
        .get(&id)
        .and_then(|it| focused_kind(&world.payload_of(it)["data"]["options"]));
    let mut form = Validator::default();
    form.within("data", |form| {
        let Some(object) = form.object(&body, &["choices"]) else { return };
        let choices =
            form.list(object, "choices", 0..=CHOICES_MAX, Presence::Required).unwrap_or(&[]);
        form.within("choices", |form| {
            for (at, choice) in choices.iter().enumerate() {
                form.within(at, |form| check_choice(form, choice, focused));
            }
        });
    });
    form.finish()?;
    Ok(InitialResponse::Choices(Arc::new(body)))
}

/// The type of the option that is being typed.
fn focused_kind(options: &Value) -> Option<u64> {
    options.as_array()?.iter().find_map(|option| {
        if option["focused"] == true {
            option["type"].as_u64()
        } else {
            focused_kind(&option["options"])
        }
    })
}

/// What a callback answers when it is asked to.
fn response(world: &World, id: Id, kind: i64) -> Value {
    let Some(call) = world.interactions.get(&id) else { return Value::Null };
    let mut value = json!({
        "interaction": {
            "id": id, "type": call.kind.number(), "channel_id": call.channel,
            "guild_id": call.server,
            "response_message_loading": kind == kind::DEFER,
        },
        "resource": {"type": kind},
    });
    if let Some(message) = call.original.and_then(|it| world.message(it)) {
        value["interaction"]["response_message_id"] = json!(message.id);
        value["interaction"]["response_message_ephemeral"] = json!(message.visible_to.is_some());
        if matches!(kind, kind::MESSAGE | kind::DEFER | kind::UPDATE) {
            value["resource"]["message"] = message.value.clone();
        }
    }
    value
}

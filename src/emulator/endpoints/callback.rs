//! The callback: the initial response to an interaction.

use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::body::{self, Purpose};
use super::choice::check_choice;
use super::component;
use super::request::{ApiReply, ApiRequest};
use crate::id::Id;
use crate::validation::{DiscordError, Presence, Validator};
use crate::world::{
    Draft, EPHEMERAL, InitialResponse, InteractionKind, Permissions, Posting, World, WorldChange,
    access, deferred_draft, editing, posting,
};

/// Discord's types of interaction callbacks.
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
    request: ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    let interaction = world
        .interactions
        .get(&id)
        .filter(|interaction| interaction.token == token)
        .ok_or(DiscordError::UNKNOWN_INTERACTION)?;
    if interaction.acknowledged.is_some() {
        return Err(DiscordError::ALREADY_ACKNOWLEDGED);
    }
    let age = now.duration_since(interaction.created);
    if age.unsigned_abs() > world.response_timeout {
        return Err(DiscordError::UNKNOWN_INTERACTION);
    }
    let with_response =
        request.query.get("with_response").is_some_and(|value| value == "true" || value == "1");
    let kind = kind_of(&request.json, interaction.kind)?;
    let acknowledged = acknowledge(world, id, kind, request, now)?;
    let interaction = world.interactions.get_mut(&id).expect("a response removes no interaction");
    interaction.acknowledged = Some(acknowledged);
    world.changed_interactions.push(id);
    world.changes.push(WorldChange::Interaction(id));
    if with_response { Ok((200, response(world, id, kind))) } else { Ok((204, Value::Null)) }
}

/// The callback's type, if the interaction allows it.
fn kind_of(json: &Value, interaction: InteractionKind) -> Result<i64, DiscordError> {
    let mut validator = Validator::default();
    let kind = match validator.object(json, &["type", "data"]) {
        Some(object) => validator.number(object, "type", 1..=12, Presence::Required).unwrap_or(0),
        None => 0,
    };
    let fitting: &[i64] = match interaction {
        InteractionKind::Command => &[kind::MESSAGE, kind::DEFER, kind::MODAL],
        InteractionKind::Component => {
            &[kind::MESSAGE, kind::DEFER, kind::DEFER_UPDATE, kind::UPDATE, kind::MODAL]
        }
        InteractionKind::Autocomplete => &[kind::CHOICES],
        InteractionKind::Modal => &[kind::MESSAGE, kind::DEFER, kind::DEFER_UPDATE, kind::UPDATE],
    };
    if kind != 0 && (kind == kind::PONG || !fitting.contains(&kind)) {
        let problem = format!("Value must be one of {fitting:?}.");
        validator.error_at("type", "BASE_TYPE_CHOICES", problem);
    }
    validator.finish()?;
    Ok(kind)
}

fn acknowledge(
    world: &mut World,
    id: Id,
    kind: i64,
    mut request: ApiRequest,
    now: Timestamp,
) -> Result<InitialResponse, DiscordError> {
    let body = request.json["data"].take();
    match kind {
        kind::MESSAGE => {
            request.json = body;
            let draft = body::message(&world.emojis, request, Purpose::Response, Some("data"))?;
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
            let message = world.message(source).cloned().ok_or(DiscordError::UNKNOWN_MESSAGE)?;
            let purpose = Purpose::Edit(&message);
            request.json = body;
            let draft = body::message(&world.emojis, request, purpose, Some("data"))?;
            check_attach_permission(world, message.channel, &draft)?;
            editing::edit(world, source, draft, now);
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
            let mut validator = Validator::default();
            validator.within("data", |validator| {
                component::check_modal(validator, &body, &world.emojis);
            });
            validator.finish()?;
            Ok(InitialResponse::Modal(Arc::new(body)))
        }
    }
}

/// The flags of a deferred response, of which only EPHEMERAL is allowed.
fn deferred_flags(body: &Value) -> Result<u64, DiscordError> {
    if body.is_null() {
        return Ok(0);
    }
    let mut validator = Validator::default();
    let flags = validator.within("data", |validator| {
        let object = validator.object(
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
        let flags = validator
            .number(object, "flags", 0..=i64::from(i32::MAX), Presence::Optional)
            .unwrap_or(0);
        let flags = u64::try_from(flags).unwrap_or(0);
        if flags & !EPHEMERAL != 0 {
            validator.error_at("flags", "BITFIELD_INVALID_FLAGS", "Only EPHEMERAL can be set");
        }
        Some(flags)
    });
    validator.finish()?;
    Ok(flags.unwrap_or(0))
}

fn source_of(world: &World, id: Id) -> Result<Id, DiscordError> {
    let wrong = || {
        let mut validator = Validator::default();
        validator.error_at("type", "BASE_TYPE_CHOICES", "There is no message to change.");
        validator.finish().err().unwrap_or(DiscordError::UNKNOWN_MESSAGE)
    };
    world.interactions.get(&id).and_then(|interaction| interaction.source).ok_or_else(wrong)
}

fn set_original(world: &mut World, id: Id, message: Id) {
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.original = Some(message);
    }
}

/// Checks the permission to attach files, which responses need too where the bot is a member.
pub(super) fn check_attach_permission(
    world: &World,
    channel: Id,
    draft: &Draft,
) -> Result<(), DiscordError> {
    let channel = world.channel(channel).ok_or(DiscordError::UNKNOWN_CHANNEL)?;
    let is_denied = world.has_bot(channel)
        && !draft.files.is_empty()
        && !channel.effective_bot_permissions().has(Permissions::ATTACH_FILES);
    if is_denied { Err(DiscordError::MISSING_PERMISSIONS) } else { Ok(()) }
}

/// Posts the response to an interaction, or a follow-up.
pub(super) fn post_answer(
    world: &mut World,
    id: Id,
    mut draft: Draft,
    now: Timestamp,
) -> Result<Id, DiscordError> {
    let interaction = world.interactions.get(&id).ok_or(DiscordError::UNKNOWN_INTERACTION)?;
    check_attach_permission(world, interaction.channel, &draft)?;
    let channel = world.channel(interaction.channel).ok_or(DiscordError::UNKNOWN_CHANNEL)?;
    if access::forces_ephemeral(world, interaction.person, channel, !draft.files.is_empty(), now) {
        let flags = draft.flags() | EPHEMERAL;
        draft.body.insert("flags".to_owned(), json!(flags));
    }
    let visible_to = (draft.flags() & EPHEMERAL != 0).then_some(interaction.person);
    // A follow-up replies to the response, and the response to a click replies to its message.
    let reply_to = interaction.original.or(interaction.source);
    let kind = match (reply_to, interaction.kind) {
        (Some(_), _) => 19,
        (None, InteractionKind::Command) if interaction.name.is_some() => 20,
        (None, _) => 0,
    };
    let posting = Posting {
        channel: interaction.channel,
        author: world.bot(),
        interaction: Some(id),
        reply_to,
        visible_to,
        kind,
    };
    let is_first = interaction.acknowledged.is_none();
    let message = posting::post(world, posting, draft, now);
    if is_first {
        set_original(world, id, message);
    } else if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.follow_ups.push(message);
        world.changes.push(WorldChange::Interaction(id));
    }
    world.changed_interactions.push(id);
    Ok(message)
}

fn choices(world: &World, id: Id, body: Value) -> Result<InitialResponse, DiscordError> {
    let focused = world
        .interactions
        .get(&id)
        .and_then(|interaction| focused_kind(&interaction.payload["data"]["options"]));
    let mut validator = Validator::default();
    validator.within("data", |validator| {
        let Some(object) = validator.object(&body, &["choices"]) else { return };
        let choices =
            validator.list(object, "choices", 0..=CHOICES_MAX, Presence::Required).unwrap_or(&[]);
        validator.within("choices", |validator| {
            for (at, choice) in choices.iter().enumerate() {
                validator.within(at, |validator| check_choice(validator, choice, focused));
            }
        });
    });
    validator.finish()?;
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

/// The body of a callback's reply, for `with_response`.
fn response(world: &World, id: Id, kind: i64) -> Value {
    let Some(interaction) = world.interactions.get(&id) else { return Value::Null };
    let mut value = json!({
        "interaction": {
            "id": id, "type": interaction.kind.number(), "channel_id": interaction.channel,
            "response_message_loading": kind == kind::DEFER,
        },
        "resource": {"type": kind},
    });
    if let Some(server) = interaction.server {
        value["interaction"]["guild_id"] = json!(server);
    }
    if let Some(message) = interaction.original.and_then(|id| world.message(id)) {
        value["interaction"]["response_message_id"] = json!(message.id);
        value["interaction"]["response_message_ephemeral"] = json!(message.visible_to.is_some());
        if matches!(kind, kind::MESSAGE | kind::DEFER | kind::UPDATE) {
            value["resource"]["message"] = message.value.clone();
        }
    }
    value
}

//! Changes that need no interaction: people, channels, threads and messages.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::as_query::AsQuery;
use super::response::JsonResult;
use crate::action_error::ActionError;
use crate::handle::Emulator;
use crate::id::Id;
use crate::world::{ChannelKind, Permissions};

type EmptyResult = Result<StatusCode, ActionError>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPersonBody {
    name: String,
    locale: Option<String>,
}

pub(super) async fn new_person(
    State(emulator): State<Emulator>,
    Json(body): Json<NewPersonBody>,
) -> JsonResult {
    let id = emulator.new_person(&body.name, body.locale.as_deref())?;
    Ok(Json(json!({"id": id})))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PersonPatch {
    name: Option<String>,
    locale: Option<String>,
    has_app: Option<bool>,
    blocks_bot: Option<bool>,
}

pub(super) async fn person(
    State(emulator): State<Emulator>,
    Path(id): Path<Id>,
    Json(change): Json<PersonPatch>,
) -> EmptyResult {
    emulator.change_person(id, change.name.as_deref(), change.locale.as_deref())?;
    if let Some(has_app) = change.has_app {
        emulator.install_app(id, has_app);
    }
    if let Some(blocks_bot) = change.blocks_bot {
        emulator.close_conversation(id, blocks_bot);
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConversationBody {
    with: Others,
}

/// One other person, or those of a group.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Others {
    One(Id),
    Group(Vec<Id>),
}

pub(super) async fn conversation(
    State(emulator): State<Emulator>,
    Path(id): Path<Id>,
    Json(body): Json<ConversationBody>,
) -> JsonResult {
    let channel = match body.with {
        Others::One(other) => emulator.as_user(id).open_direct_message(other)?,
        Others::Group(others) => {
            let people: Vec<Id> = std::iter::once(id).chain(others).collect();
            emulator.open_group(&people)?
        }
    };
    Ok(Json(json!({"channel": channel})))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DismissBody {
    message: Id,
}

pub(super) async fn dismiss(
    State(emulator): State<Emulator>,
    Path(id): Path<Id>,
    Json(dismissed): Json<DismissBody>,
) -> EmptyResult {
    emulator.as_user(id).dismiss(dismissed.message)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn delete_message(
    State(emulator): State<Emulator>,
    Path(id): Path<Id>,
    Query(query): Query<AsQuery>,
) -> EmptyResult {
    match query.person {
        Some(person) => emulator.as_user(person).delete_own(id)?,
        None => emulator.delete_message(id),
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChannelBody {
    name: String,
    #[serde(default = "ChannelBody::text")]
    kind: ChannelKind,
}

impl ChannelBody {
    fn text() -> ChannelKind {
        ChannelKind::Text
    }
}

pub(super) async fn make_channel(
    State(emulator): State<Emulator>,
    Path(server): Path<Id>,
    Json(body): Json<ChannelBody>,
) -> JsonResult {
    Ok(Json(json!({"channel": emulator.add_channel_of(body.kind, server, &body.name)?})))
}

pub(super) async fn join(
    State(emulator): State<Emulator>,
    Path((server, person)): Path<(Id, Id)>,
) -> EmptyResult {
    emulator.join(server, person)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn leave(
    State(emulator): State<Emulator>,
    Path((server, person)): Path<(Id, Id)>,
) -> EmptyResult {
    emulator.check_member(server, person)?;
    emulator.remove_member(server, person);
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn ban(
    State(emulator): State<Emulator>,
    Path((server, person)): Path<(Id, Id)>,
) -> EmptyResult {
    emulator.check_server(server)?;
    emulator.ban(server, person);
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn unban(
    State(emulator): State<Emulator>,
    Path((server, person)): Path<(Id, Id)>,
) -> EmptyResult {
    emulator.check_server(server)?;
    emulator.unban(server, person);
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThreadBody {
    name: String,
    #[serde(default)]
    is_private: bool,
}

pub(super) async fn open_thread(
    State(emulator): State<Emulator>,
    Path(channel): Path<Id>,
    Query(query): Query<AsQuery>,
    Json(body): Json<ThreadBody>,
) -> JsonResult {
    let thread = match query.person {
        Some(person) if body.is_private => {
            emulator.open_private_thread(channel, person, &body.name)?
        }
        person => emulator.open_thread(channel, person, &body.name)?,
    };
    Ok(Json(json!({"channel": thread})))
}

pub(super) async fn delete_channel(
    State(emulator): State<Emulator>,
    Path(id): Path<Id>,
) -> StatusCode {
    emulator.delete_channel(id);
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChannelPatch {
    archived: Option<bool>,
    locked: Option<bool>,
    bot_permissions: Option<u64>,
    /// The bits of the permissions that are denied to single people; 0 denies nothing any more.
    #[serde(default)]
    denied: BTreeMap<Id, u64>,
    slow_mode_seconds: Option<u16>,
    age_restricted: Option<bool>,
}

pub(super) async fn channel(
    State(emulator): State<Emulator>,
    Path(id): Path<Id>,
    Json(change): Json<ChannelPatch>,
) -> StatusCode {
    emulator.change_channel(id, |channel| {
        channel.is_archived = change.archived.unwrap_or(channel.is_archived);
        channel.is_locked = change.locked.unwrap_or(channel.is_locked);
        if let Some(bits) = change.bot_permissions {
            channel.bot_permissions = Permissions(bits);
        }
        for (person, bits) in change.denied {
            channel.denied.insert(person, Permissions(bits));
        }
        channel.denied.retain(|_, denied| *denied != Permissions::NONE);
        channel.slow_mode_seconds = change.slow_mode_seconds.unwrap_or(channel.slow_mode_seconds);
        channel.is_age_restricted = change.age_restricted.unwrap_or(channel.is_age_restricted);
    });
    StatusCode::NO_CONTENT
}

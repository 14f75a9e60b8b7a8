//! Changes that need no interaction: people, channels, threads and messages.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::as_query::AsQuery;
use super::response::JsonResult;
use crate::emulator::action_error::ActionError;
use crate::emulator::handle::Emulator;
use crate::emulator::id::Id;
use crate::emulator::world::Permissions;

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
}

pub(super) async fn person(
    State(emulator): State<Emulator>,
    Path(id): Path<Id>,
    Json(change): Json<PersonPatch>,
) -> EmptyResult {
    emulator.change_person(id, change.name.as_deref(), change.locale.as_deref())?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConversationBody {
    with: Id,
}

pub(super) async fn conversation(
    State(emulator): State<Emulator>,
    Path(id): Path<Id>,
    Json(body): Json<ConversationBody>,
) -> JsonResult {
    Ok(Json(json!({"channel": emulator.as_user(id).open_direct_message(body.with)?})))
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
pub(super) struct NameBody {
    name: String,
}

pub(super) async fn make_channel(
    State(emulator): State<Emulator>,
    Path(server): Path<Id>,
    Json(body): Json<NameBody>,
) -> JsonResult {
    Ok(Json(json!({"channel": emulator.add_channel(server, &body.name)?})))
}

pub(super) async fn open_thread(
    State(emulator): State<Emulator>,
    Path(channel): Path<Id>,
    Query(query): Query<AsQuery>,
    Json(body): Json<NameBody>,
) -> JsonResult {
    Ok(Json(json!({"channel": emulator.open_thread(channel, query.person, &body.name)?})))
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
    });
    StatusCode::NO_CONTENT
}

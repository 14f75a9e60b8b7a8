//! What people do without the bot.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::{Answered, AsSomeone};
use crate::emulator::id::Id;
use crate::emulator::world::Permissions;
use crate::emulator::{Local, NotPossible};

type Done = Result<StatusCode, NotPossible>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPerson {
    name: String,
    locale: Option<String>,
}

pub(super) async fn new_person(
    State(local): State<Local>,
    Json(asked): Json<NewPerson>,
) -> Answered {
    let id = local.new_person(&asked.name, asked.locale.as_deref())?;
    Ok(Json(json!({"id": id})))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PersonChange {
    name: Option<String>,
    locale: Option<String>,
}

pub(super) async fn person(
    State(local): State<Local>,
    Path(id): Path<Id>,
    Json(change): Json<PersonChange>,
) -> Done {
    local.change_person(id, change.name.as_deref(), change.locale.as_deref())?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct With {
    with: Id,
}

pub(super) async fn conversation(
    State(local): State<Local>,
    Path(id): Path<Id>,
    Json(asked): Json<With>,
) -> Answered {
    Ok(Json(json!({"channel": local.as_user(id).talk_to(asked.with)?})))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Dismissed {
    message: Id,
}

pub(super) async fn dismiss(
    State(local): State<Local>,
    Path(id): Path<Id>,
    Json(dismissed): Json<Dismissed>,
) -> Done {
    local.as_user(id).dismiss(dismissed.message)?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn delete_message(
    State(local): State<Local>,
    Path(id): Path<Id>,
    Query(query): Query<AsSomeone>,
) -> Done {
    match query.person {
        Some(person) => local.as_user(person).take_back(id)?,
        None => local.delete_message(id),
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    name: String,
}

pub(super) async fn make_channel(
    State(local): State<Local>,
    Path(server): Path<Id>,
    Json(asked): Json<Named>,
) -> Answered {
    Ok(Json(json!({"channel": local.add_channel(server, &asked.name)?})))
}

pub(super) async fn open_thread(
    State(local): State<Local>,
    Path(channel): Path<Id>,
    Query(query): Query<AsSomeone>,
    Json(asked): Json<Named>,
) -> Answered {
    Ok(Json(json!({"channel": local.open_thread(channel, query.person, &asked.name)?})))
}

pub(super) async fn delete_channel(State(local): State<Local>, Path(id): Path<Id>) -> StatusCode {
    local.delete_channel(id);
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChannelChange {
    archived: Option<bool>,
    locked: Option<bool>,
    bot_permissions: Option<u64>,
}

pub(super) async fn channel(
    State(local): State<Local>,
    Path(id): Path<Id>,
    Json(change): Json<ChannelChange>,
) -> StatusCode {
    local.change_channel(id, |channel| {
        channel.is_archived = change.archived.unwrap_or(channel.is_archived);
        channel.is_locked = change.locked.unwrap_or(channel.is_locked);
        if let Some(bits) = change.bot_permissions {
            channel.bot_permissions = Permissions(bits);
        }
    });
    StatusCode::NO_CONTENT
}

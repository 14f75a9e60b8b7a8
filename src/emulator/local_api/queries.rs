//! Queries of the world and of the request log.

use std::convert::Infallible;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use futures_util::{StreamExt as _, stream};
use serde::Deserialize;
use serde_json::{Value, json};

use super::as_query::AsQuery;
use super::live::request_json;
use super::response::JsonResult;
use crate::action_error::ActionError;
use crate::handle::Emulator;
use crate::id::Id;
use crate::view::{MessagePage, person_view};
use crate::world::{World, access, api_json, iso};

/// The number of messages that are read under one lock.
const READ_AT_ONCE: usize = 100;

pub(super) async fn about(State(emulator): State<Emulator>) -> Json<Value> {
    Json(json!({
        "token": emulator.token(), "application": emulator.application(),
        "api": format!("{}/api/v10", emulator.url()), "gateway": emulator.gateway_url(),
        "bots": emulator.connections(), "now": iso(emulator.now()),
        "seconds_ahead": emulator.seconds_ahead(),
        "kept_in": emulator.folder().map(|folder| folder.display().to_string()),
    }))
}

pub(super) async fn world(
    State(emulator): State<Emulator>,
    Query(query): Query<AsQuery>,
) -> JsonResult {
    let Some(reader) = query.person else { return Ok(Json(emulator.read(whole))) };
    emulator.read(|world| {
        world.person(reader).ok_or(ActionError::NoPerson(reader))?;
        Ok(Json(person_view::world_of(world, reader)))
    })
}

/// Everything, independent of any person.
fn whole(world: &World) -> Value {
    let mut channels: Vec<_> = world.channels().collect();
    channels.sort_by_key(|channel| channel.id);
    json!({
        "people": world.people().map(person_view::person).collect::<Value>(),
        "servers": world.servers().map(|server| json!({
            "id": server.id, "name": server.name, "has_bot": server.has_bot(),
            "members": server.members.keys().collect::<Vec<_>>(),
        })).collect::<Value>(),
        "channels": channels.into_iter().map(|channel| {
            let mut value = api_json::channel(world, channel);
            value["bot_permissions"] = json!(channel.bot_permissions.to_string());
            value
        }).collect::<Value>(),
        "emojis": person_view::emojis(world),
        "commands": world.commands().iter().map(|command| command.value.clone()).collect::<Value>(),
    })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitQuery {
    limit: Option<usize>,
}

pub(super) async fn requests(
    State(emulator): State<Emulator>,
    Query(last): Query<LimitQuery>,
) -> Json<Value> {
    let all = emulator.requests();
    let from = all.len().saturating_sub(last.limit.unwrap_or(usize::MAX));
    Json(all[from..].iter().map(|request| request_json(request)).collect())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MessagesQuery {
    #[serde(rename = "as")]
    reader: Id,
    before: Option<Id>,
    around: Option<Id>,
    limit: Option<usize>,
}

pub(super) async fn messages(
    State(emulator): State<Emulator>,
    Path(channel): Path<Id>,
    Query(query): Query<MessagesQuery>,
) -> Result<Response, ActionError> {
    let MessagesQuery { reader, before, around, limit } = query;
    let ids = emulator.read(|world| {
        world.person(reader).ok_or(ActionError::NoPerson(reader))?;
        if !access::is_in(world, reader, channel) {
            return Err(ActionError::NoChannel(channel));
        }
        let part = MessagePage { before, around, limit };
        Ok(person_view::message_ids(world, channel, reader, part))
    })?;
    Ok(list_of(emulator, &ids))
}

/// A list of messages as a stream, since all of them may not fit into memory.
fn list_of(emulator: Emulator, ids: &[Id]) -> Response {
    let parts: Vec<Vec<Id>> = ids.chunks(READ_AT_ONCE).map(<[Id]>::to_vec).collect();
    let mut is_first = true;
    let parts = stream::iter(parts).map(move |ids| {
        emulator.read(|world| {
            let mut text = String::new();
            for message in ids.iter().filter_map(|id| world.message(*id)) {
                if !std::mem::take(&mut is_first) {
                    text.push(',');
                }
                text.push_str(&person_view::message(message).to_string());
            }
            text
        })
    });
    let end = |text: &str| stream::iter([text.to_owned()]);
    let all = end("[").chain(parts).chain(end("]")).map(Ok::<String, Infallible>);
    ([(CONTENT_TYPE, "application/json")], Body::from_stream(all)).into_response()
}

pub(super) async fn message(
    State(emulator): State<Emulator>,
    Path(id): Path<Id>,
    Query(query): Query<AsQuery>,
) -> JsonResult {
    emulator.read(|world| {
        let message = world.message(id).ok_or(ActionError::NoMessage(id))?;
        let is_seen = query.person.is_none_or(|reader| {
            message.is_visible_to(reader) && access::is_in(world, reader, message.channel)
        });
        if is_seen {
            Ok(Json(person_view::message(message)))
        } else {
            Err(ActionError::NoMessage(id))
        }
    })
}

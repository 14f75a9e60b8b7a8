//! What is there.

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answered, AsSomeone};
use crate::local::id::Id;
use crate::local::seen::Part;
use crate::local::world::{Person, World, iso};
use crate::local::{Local, NotPossible};

pub(super) async fn about(State(local): State<Local>) -> Json<Value> {
    Json(json!({
        "token": local.token(), "application": local.application(),
        "api": format!("{}/api/v10", local.url()), "gateway": local.gateway_url(),
        "bots": local.connections(), "now": iso(local.now()), "kept_in": local.folder().map(|it| it.display().to_string()),
    }))
}

pub(super) async fn world(State(local): State<Local>, Query(query): Query<AsSomeone>) -> Answered {
    let Some(reader) = query.person else { return Ok(Json(local.read(whole))) };
    local.read(|world| {
        world.person(reader).ok_or(NotPossible::NoPerson(reader))?;
        Ok(Json(world.seen_by(reader)))
    })
}

/// All there is, as nobody in it sees it.
fn whole(world: &World) -> Value {
    let mut channels: Vec<_> = world.channels().collect();
    channels.sort_by_key(|it| it.id);
    json!({
        "people": world.people().map(Person::local_json).collect::<Value>(),
        "servers": world.servers().map(|it| json!({
            "id": it.id, "name": it.name, "has_bot": it.has_bot(),
            "members": it.members.keys().collect::<Vec<_>>(),
        })).collect::<Value>(),
        "channels": channels.into_iter().map(|it| {
            let mut value = world.channel_json(it);
            value["bot_permissions"] = json!(it.bot_permissions.to_string());
            value
        }).collect::<Value>(),
        "commands": world.commands().iter().map(|it| it.value.clone()).collect::<Value>(),
    })
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Last {
    limit: Option<usize>,
}

pub(super) async fn requests(State(local): State<Local>, Query(last): Query<Last>) -> Json<Value> {
    let all = local.requests();
    let from = all.len().saturating_sub(last.limit.unwrap_or(usize::MAX));
    Json(all[from..].iter().map(|it| it.json()).collect())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reading {
    #[serde(rename = "as")]
    reader: Id,
    before: Option<Id>,
    around: Option<Id>,
    limit: Option<usize>,
}

pub(super) async fn messages(
    State(local): State<Local>,
    Path(channel): Path<Id>,
    Query(query): Query<Reading>,
) -> Answered {
    let Reading { reader, before, around, limit } = query;
    local.read(|world| {
        world.person(reader).ok_or(NotPossible::NoPerson(reader))?;
        if !world.is_in(reader, channel) {
            return Err(NotPossible::NoChannel(channel));
        }
        let part = Part { before, around, limit };
        Ok(Json(Value::Array(world.messages_seen(channel, reader, part))))
    })
}

pub(super) async fn message(
    State(local): State<Local>,
    Path(id): Path<Id>,
    Query(query): Query<AsSomeone>,
) -> Answered {
    local.read(|world| {
        let message = world.message(id).ok_or(NotPossible::NoMessage(id))?;
        let is_seen = query.person.is_none_or(|reader| {
            message.is_visible_to(reader) && world.is_in(reader, message.channel)
        });
        if is_seen { Ok(Json(message.local_json())) } else { Err(NotPossible::NoMessage(id)) }
    })
}

//! What somebody asks of the bot, and what became of it.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Answered;
use crate::emulator::id::Id;
use crate::emulator::world::World;
use crate::emulator::{Answer, Choice, Interaction, Local};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wait {
    #[serde(default = "Wait::usual")]
    wait_ms: u64,
}

impl Wait {
    fn usual() -> u64 {
        3000
    }

    fn time(&self) -> Duration {
        Duration::from_millis(self.wait_ms)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TypedCommand {
    channel: Id,
    name: String,
    #[serde(default)]
    options: Value,
    focused: Option<String>,
}

pub(super) async fn command(
    State(local): State<Local>,
    Path(user): Path<Id>,
    Query(wait): Query<Wait>,
    Json(typed): Json<TypedCommand>,
) -> Answered {
    let asked = local.as_user(user).command(typed.channel, &typed.name, typed.options)?;
    Ok(Json(outcome(&local, &asked, wait.time()).await))
}

pub(super) async fn autocomplete(
    State(local): State<Local>,
    Path(user): Path<Id>,
    Query(wait): Query<Wait>,
    Json(typed): Json<TypedCommand>,
) -> Answered {
    let focused = typed.focused.unwrap_or_default();
    let someone = local.as_user(user);
    let offered =
        someone.autocomplete(typed.channel, &typed.name, typed.options, &focused, wait.time());
    Ok(Json(json!({"choices": choices(&offered.await?)})))
}

fn choices(offered: &[Choice]) -> Value {
    offered.iter().map(|it| json!({"name": it.name, "value": it.value})).collect()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Use {
    message: Id,
    control: String,
    #[serde(default)]
    values: Vec<String>,
}

pub(super) async fn click(
    State(local): State<Local>,
    Path(user): Path<Id>,
    Query(wait): Query<Wait>,
    Json(used): Json<Use>,
) -> Answered {
    let asked = local.as_user(user).click(used.message, &used.control)?;
    Ok(Json(outcome(&local, &asked, wait.time()).await))
}

pub(super) async fn select(
    State(local): State<Local>,
    Path(user): Path<Id>,
    Query(wait): Query<Wait>,
    Json(used): Json<Use>,
) -> Answered {
    let values: Vec<&str> = used.values.iter().map(String::as_str).collect();
    let asked = local.as_user(user).select(used.message, &used.control, &values)?;
    Ok(Json(outcome(&local, &asked, wait.time()).await))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Said {
    channel: Id,
    text: String,
    reply_to: Option<Id>,
}

pub(super) async fn say(
    State(local): State<Local>,
    Path(user): Path<Id>,
    Json(said): Json<Said>,
) -> Answered {
    let id = local.as_user(user).say(said.channel, &said.text, said.reply_to)?;
    Ok(Json(json!({"id": id})))
}

pub(super) async fn interaction(
    State(local): State<Local>,
    Path(id): Path<Id>,
    Query(wait): Query<Wait>,
) -> Json<Value> {
    let asked = Interaction::new(local.clone(), id);
    Json(outcome(&local, &asked, wait.time()).await)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Filled {
    texts: BTreeMap<String, String>,
}

pub(super) async fn submit(
    State(local): State<Local>,
    Path(id): Path<Id>,
    Query(wait): Query<Wait>,
    Json(filled): Json<Filled>,
) -> Answered {
    let texts: Vec<(&str, &str)> =
        filled.texts.iter().map(|(id, text)| (id.as_str(), text.as_str())).collect();
    let asked = Interaction::new(local.clone(), id).submit(&texts)?;
    Ok(Json(outcome(&local, &asked, wait.time()).await))
}

pub(super) async fn redeliver(State(local): State<Local>, Path(id): Path<Id>) -> StatusCode {
    Interaction::new(local, id).redeliver();
    StatusCode::NO_CONTENT
}

/// What became of an interaction, waited for a while.
async fn outcome(local: &Local, asked: &Interaction, wait: Duration) -> Value {
    let mut value = json!({"id": asked.id(), "answered": null});
    let Ok(answer) = asked.answered(wait).await else { return value };
    let kind = match &answer {
        Answer::Message(_) => "message",
        Answer::Deferred => "deferred",
        Answer::Updated(_) => "updated",
        Answer::DeferredUpdate => "deferred-update",
        Answer::Choices(offered) => {
            value["choices"] = choices(offered);
            "choices"
        }
        Answer::Modal(form) => {
            value["form"] = form.clone();
            "form"
        }
    };
    value["answered"] = json!(kind);
    if !matches!(answer, Answer::Choices(_) | Answer::Modal(_))
        && let Ok(message) = asked.message(wait).await
    {
        value["message"] = message.local_json();
        value["pinged"] = json!(message.pinged);
    }
    value["follow_ups"] = local.read(|world| follow_ups(world, asked.id()));
    value
}

fn follow_ups(world: &World, id: Id) -> Value {
    let ids = world.calls.get(&id).map_or(&[][..], |it| &it.follow_ups);
    ids.iter().filter_map(|it| world.message(*it)).map(|it| it.local_json()).collect()
}

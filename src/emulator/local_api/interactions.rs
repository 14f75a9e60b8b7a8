//! Actions that start an interaction, and its responses.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::response::JsonResult;
use crate::actions::{AutocompleteChoice, Interaction, InteractionResponse};
use crate::handle::Emulator;
use crate::id::Id;
use crate::view::person_view;
use crate::world::World;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WaitQuery {
    #[serde(default = "WaitQuery::usual")]
    wait_ms: u64,
}

impl WaitQuery {
    fn usual() -> u64 {
        3000
    }

    fn time(&self) -> Duration {
        Duration::from_millis(self.wait_ms)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommandBody {
    channel: Id,
    name: String,
    #[serde(default)]
    options: Value,
    focused: Option<String>,
    /// The person in whose menu the command is used.
    target: Option<Id>,
}

pub(super) async fn command(
    State(emulator): State<Emulator>,
    Path(user): Path<Id>,
    Query(wait): Query<WaitQuery>,
    Json(typed): Json<CommandBody>,
) -> JsonResult {
    let CommandBody { channel, name, options, target, .. } = typed;
    let actor = emulator.as_user(user);
    let interaction = match target {
        Some(target) => actor.command_on(channel, &name, target)?,
        None => actor.command(channel, &name, options)?,
    };
    Ok(Json(outcome(&emulator, &interaction, wait.time()).await))
}

pub(super) async fn autocomplete(
    State(emulator): State<Emulator>,
    Path(user): Path<Id>,
    Query(wait): Query<WaitQuery>,
    Json(typed): Json<CommandBody>,
) -> JsonResult {
    let focused = typed.focused.unwrap_or_default();
    let actor = emulator.as_user(user);
    let offered =
        actor.autocomplete(typed.channel, &typed.name, typed.options, &focused, wait.time());
    Ok(Json(json!({"choices": choices(&offered.await?)})))
}

fn choices(offered: &[AutocompleteChoice]) -> Value {
    offered.iter().map(|choice| json!({"name": choice.name, "value": choice.value})).collect()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ComponentBody {
    message: Id,
    control: String,
    #[serde(default)]
    values: Vec<String>,
}

pub(super) async fn click(
    State(emulator): State<Emulator>,
    Path(user): Path<Id>,
    Query(wait): Query<WaitQuery>,
    Json(used): Json<ComponentBody>,
) -> JsonResult {
    let interaction = emulator.as_user(user).click(used.message, &used.control)?;
    Ok(Json(outcome(&emulator, &interaction, wait.time()).await))
}

pub(super) async fn select(
    State(emulator): State<Emulator>,
    Path(user): Path<Id>,
    Query(wait): Query<WaitQuery>,
    Json(used): Json<ComponentBody>,
) -> JsonResult {
    let values: Vec<&str> = used.values.iter().map(String::as_str).collect();
    let interaction = emulator.as_user(user).select(used.message, &used.control, &values)?;
    Ok(Json(outcome(&emulator, &interaction, wait.time()).await))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MessageBody {
    channel: Id,
    text: String,
    reply_to: Option<Id>,
}

pub(super) async fn say(
    State(emulator): State<Emulator>,
    Path(user): Path<Id>,
    Json(message): Json<MessageBody>,
) -> JsonResult {
    let id = emulator.as_user(user).say(message.channel, &message.text, message.reply_to)?;
    Ok(Json(json!({"id": id})))
}

pub(super) async fn interaction(
    State(emulator): State<Emulator>,
    Path(id): Path<Id>,
    Query(wait): Query<WaitQuery>,
) -> Json<Value> {
    let interaction = Interaction::new(emulator.clone(), id);
    Json(outcome(&emulator, &interaction, wait.time()).await)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModalBody {
    texts: BTreeMap<String, String>,
}

pub(super) async fn submit(
    State(emulator): State<Emulator>,
    Path(id): Path<Id>,
    Query(wait): Query<WaitQuery>,
    Json(filled): Json<ModalBody>,
) -> JsonResult {
    let texts: Vec<(&str, &str)> =
        filled.texts.iter().map(|(id, text)| (id.as_str(), text.as_str())).collect();
    let interaction = Interaction::new(emulator.clone(), id).submit(&texts)?;
    Ok(Json(outcome(&emulator, &interaction, wait.time()).await))
}

pub(super) async fn redeliver(State(emulator): State<Emulator>, Path(id): Path<Id>) -> StatusCode {
    Interaction::new(emulator, id).redeliver();
    StatusCode::NO_CONTENT
}

/// The responses to an interaction, after waiting for them.
async fn outcome(emulator: &Emulator, interaction: &Interaction, wait: Duration) -> Value {
    let mut value = json!({"id": interaction.id(), "answered": null});
    let Ok(answer) = interaction.answered(wait).await else { return value };
    let kind = match &answer {
        InteractionResponse::Message(_) => "message",
        InteractionResponse::Deferred => "deferred",
        InteractionResponse::Updated(_) => "updated",
        InteractionResponse::DeferredUpdate => "deferred-update",
        InteractionResponse::Choices(offered) => {
            value["choices"] = choices(offered);
            "choices"
        }
        InteractionResponse::Modal(form) => {
            value["form"] = form.clone();
            "form"
        }
    };
    value["answered"] = json!(kind);
    if !matches!(answer, InteractionResponse::Choices(_) | InteractionResponse::Modal(_))
        && let Ok(message) = interaction.message(wait).await
    {
        value["message"] = person_view::message(&message);
        value["pinged"] = json!(message.pinged);
    }
    value["follow_ups"] = emulator.read(|world| follow_ups(world, interaction.id()));
    value
}

fn follow_ups(world: &World, id: Id) -> Value {
    let ids = world.interactions.get(&id).map_or(&[][..], |interaction| &interaction.follow_ups);
    ids.iter()
        .filter_map(|id| world.message(*id))
        .map(|message| person_view::message(message))
        .collect()
}

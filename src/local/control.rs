//! The control side over plain HTTP, under `/local`: for scripts, for other languages, and for a
//! page in a browser.
//!
//! | request | what it does |
//! |---|---|
//! | `GET /local` | the bot's token, and where everything is |
//! | `GET /local/world` | people, servers, channels and commands |
//! | `GET /local/channels/{id}/messages?as={user}` | what somebody sees in a channel |
//! | `GET /local/requests` | what the bot has asked of the API |
//! | `POST /local/users/{id}/command` | `{"channel", "name", "options"}` |
//! | `POST /local/users/{id}/autocomplete` | the same, and `"focused"` |
//! | `POST /local/users/{id}/click` | `{"message", "control"}` |
//! | `POST /local/users/{id}/select` | `{"message", "control", "values"}` |
//! | `POST /local/users/{id}/say` | `{"channel", "text", "reply_to"}` |
//! | `GET /local/interactions/{id}` | what became of it |
//! | `POST /local/interactions/{id}/submit` | `{"texts": {…}}`, into its form |
//! | `POST /local/interactions/{id}/redeliver` | sends it again |
//! | `DELETE /local/messages/{id}`, `DELETE /local/channels/{id}` | deletes |
//! | `PATCH /local/channels/{id}` | `{"archived", "locked", "bot_permissions"}` |
//! | `POST /local/trouble` | `{"matching", "times", "percent", "mishap", …}` |
//! | `POST /local/outage` | `{"kind"}`: drop, reconnect, invalidate, resumable |
//! | `POST /local/advance` | `{"seconds"}`: sets the clock ahead |
//!
//! What asks the bot for something waits up to `?wait_ms=` for the answer, 3000 if not told.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::id::Id;
use super::world::{Permissions, World};
use super::{Answer, Choice, Interaction, Local, Mishap, NotPossible, Outage, Request, Trouble};

pub(super) fn router() -> Router<Local> {
    Router::new()
        .route("/", get(about))
        .route("/world", get(world))
        .route("/requests", get(requests))
        .route("/channels/{id}/messages", get(messages))
        .route("/channels/{id}", delete(delete_channel).patch(patch_channel))
        .route("/messages/{id}", delete(delete_message))
        .route("/users/{id}/command", post(command))
        .route("/users/{id}/autocomplete", post(autocomplete))
        .route("/users/{id}/click", post(click))
        .route("/users/{id}/select", post(select))
        .route("/users/{id}/say", post(say))
        .route("/interactions/{id}", get(interaction))
        .route("/interactions/{id}/submit", post(submit))
        .route("/interactions/{id}/redeliver", post(redeliver))
        .route("/trouble", post(trouble).delete(end_trouble))
        .route("/outage", post(outage))
        .route("/advance", post(advance))
}

impl IntoResponse for NotPossible {
    fn into_response(self) -> Response {
        (StatusCode::BAD_REQUEST, Json(json!({"problem": self.to_string()}))).into_response()
    }
}

type Answered = Result<Json<Value>, NotPossible>;

async fn about(State(local): State<Local>) -> Json<Value> {
    Json(json!({
        "token": local.token(), "application": local.application(),
        "api": format!("{}/api/v10", local.url()), "gateway": local.gateway_url(),
    }))
}

async fn world(State(local): State<Local>) -> Json<Value> {
    Json(local.read(|world| {
        let mut channels: Vec<_> = world.channels().collect();
        channels.sort_by_key(|it| it.id);
        json!({
            "people": world.people().map(|it| {
                let mut value = it.json();
                value["locale"] = json!(it.locale);
                value
            }).collect::<Value>(),
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
    }))
}

async fn requests(State(local): State<Local>) -> Json<Value> {
    let written = |it: &Request| {
        json!({
            "at": it.at, "method": it.method, "path": it.path, "template": it.template,
            "query": it.query, "body": it.body, "status": it.status, "refusal": it.refusal,
            "files": it.files.iter().map(|it| json!({
                "number": it.number, "name": it.name, "size": it.bytes.len(),
            })).collect::<Value>(),
            "ms": it.took.as_secs_f64() * 1000.0,
        })
    };
    Json(local.requests().iter().map(|it| written(it)).collect())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reader {
    #[serde(rename = "as")]
    reader: Id,
}

async fn messages(
    State(local): State<Local>,
    Path(channel): Path<Id>,
    Query(query): Query<Reader>,
) -> Json<Value> {
    let seen = local.as_user(query.reader).messages(channel);
    Json(seen.into_iter().map(|it| it.value.clone()).collect())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wait {
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
struct TypedCommand {
    channel: Id,
    name: String,
    #[serde(default)]
    options: Value,
    focused: Option<String>,
}

async fn command(
    State(local): State<Local>,
    Path(user): Path<Id>,
    Query(wait): Query<Wait>,
    Json(typed): Json<TypedCommand>,
) -> Answered {
    let asked = local.as_user(user).command(typed.channel, &typed.name, typed.options)?;
    Ok(Json(outcome(&local, &asked, wait.time()).await))
}

async fn autocomplete(
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
struct Use {
    message: Id,
    control: String,
    #[serde(default)]
    values: Vec<String>,
}

async fn click(
    State(local): State<Local>,
    Path(user): Path<Id>,
    Query(wait): Query<Wait>,
    Json(used): Json<Use>,
) -> Answered {
    let asked = local.as_user(user).click(used.message, &used.control)?;
    Ok(Json(outcome(&local, &asked, wait.time()).await))
}

async fn select(
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
struct Said {
    channel: Id,
    text: String,
    reply_to: Option<Id>,
}

async fn say(State(local): State<Local>, Path(user): Path<Id>, Json(said): Json<Said>) -> Answered {
    let id = local.as_user(user).say(said.channel, &said.text, said.reply_to)?;
    Ok(Json(json!({"id": id})))
}

async fn interaction(
    State(local): State<Local>,
    Path(id): Path<Id>,
    Query(wait): Query<Wait>,
) -> Json<Value> {
    let asked = Interaction::new(local.clone(), id);
    Json(outcome(&local, &asked, wait.time()).await)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Filled {
    texts: BTreeMap<String, String>,
}

async fn submit(
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

async fn redeliver(State(local): State<Local>, Path(id): Path<Id>) -> StatusCode {
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
        value["message"] = message.value.clone();
        value["pinged"] = json!(message.pinged);
    }
    value["follow_ups"] = local.read(|world| follow_ups(world, asked.id()));
    value
}

fn follow_ups(world: &World, id: Id) -> Value {
    let ids = world.calls.get(&id).map_or(&[][..], |it| &it.follow_ups);
    ids.iter().filter_map(|it| world.message(*it)).map(|it| it.value.clone()).collect()
}

async fn delete_message(State(local): State<Local>, Path(id): Path<Id>) -> StatusCode {
    local.delete_message(id);
    StatusCode::NO_CONTENT
}

async fn delete_channel(State(local): State<Local>, Path(id): Path<Id>) -> StatusCode {
    local.delete_channel(id);
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChannelChange {
    archived: Option<bool>,
    locked: Option<bool>,
    bot_permissions: Option<u64>,
}

async fn patch_channel(
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedTrouble {
    #[serde(default)]
    matching: String,
    #[serde(default = "AskedTrouble::once")]
    times: u32,
    #[serde(default = "AskedTrouble::always")]
    percent: u8,
    mishap: MishapKind,
    #[serde(default)]
    milliseconds: u64,
    #[serde(default = "AskedTrouble::status")]
    status: u16,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum MishapKind {
    TooMany,
    TooManyGlobally,
    Refused,
    DoneButRefused,
    Cut,
    DoneButCut,
    Slow,
}

impl AskedTrouble {
    fn once() -> u32 {
        1
    }

    fn always() -> u8 {
        100
    }

    fn status() -> u16 {
        500
    }

    fn mishap(&self) -> Mishap {
        let time = Duration::from_millis(self.milliseconds);
        match self.mishap {
            MishapKind::TooMany => Mishap::TooMany { retry_after: time, global: false },
            MishapKind::TooManyGlobally => Mishap::TooMany { retry_after: time, global: true },
            MishapKind::Refused => Mishap::Refused(self.status),
            MishapKind::DoneButRefused => Mishap::DoneButRefused(self.status),
            MishapKind::Cut => Mishap::Cut,
            MishapKind::DoneButCut => Mishap::DoneButCut,
            MishapKind::Slow => Mishap::Slow(time),
        }
    }
}

async fn trouble(State(local): State<Local>, Json(asked): Json<AskedTrouble>) -> StatusCode {
    let mishap = asked.mishap();
    let AskedTrouble { matching, times, percent, .. } = asked;
    local.trouble(Trouble { matching, times, percent, mishap });
    StatusCode::NO_CONTENT
}

async fn end_trouble(State(local): State<Local>) -> StatusCode {
    local.end_trouble();
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedOutage {
    kind: OutageKind,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OutageKind {
    Drop,
    Reconnect,
    Invalidate,
    Resumable,
}

async fn outage(State(local): State<Local>, Json(asked): Json<AskedOutage>) -> StatusCode {
    local.outage(match asked.kind {
        OutageKind::Drop => Outage::Drop,
        OutageKind::Reconnect => Outage::Reconnect,
        OutageKind::Invalidate => Outage::Invalidate { resumable: false },
        OutageKind::Resumable => Outage::Invalidate { resumable: true },
    });
    StatusCode::NO_CONTENT
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ahead {
    seconds: u64,
}

async fn advance(State(local): State<Local>, Json(ahead): Json<Ahead>) -> StatusCode {
    local.advance(Duration::from_secs(ahead.seconds));
    StatusCode::NO_CONTENT
}

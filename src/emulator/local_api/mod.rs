//! The control side over plain HTTP, under `/emulator`: for scripts, for other languages, and for a
//! page in a browser.
//!
//! | request | what it does |
//! |---|---|
//! | `GET /emulator` | the bot's token, where everything is, the time, how many bots are connected |
//! | `GET /emulator/world` | people, servers, channels and commands |
//! | `GET /emulator/world?as={user}` | the same as somebody sees it, with what they missed |
//! | `GET /emulator/channels/{id}/messages?as={user}` | what somebody sees in a channel |
//! | `…&before={id}&limit={n}`, `…&around={id}&limit={n}` | a part of it |
//! | `GET /emulator/messages/{id}?as={user}` | one message |
//! | `GET /emulator/requests?limit={n}` | what the bot has asked of the API |
//! | `GET /emulator/live?as={user}&record={0 or 1}` | a WebSocket that tells what happens |
//! | `POST /emulator/users` | `{"name", "locale"}`: somebody new |
//! | `PATCH /emulator/users/{id}` | `{"name", "locale"}` |
//! | `POST /emulator/users/{id}/command` | `{"channel", "name", "options"}` |
//! | `POST /emulator/users/{id}/autocomplete` | the same, and `"focused"` |
//! | `POST /emulator/users/{id}/click` | `{"message", "control"}` |
//! | `POST /emulator/users/{id}/select` | `{"message", "control", "values"}` |
//! | `POST /emulator/users/{id}/say` | `{"channel", "text", "reply_to"}` |
//! | `POST /emulator/users/{id}/conversation` | `{"with"}`: the conversation of the two |
//! | `POST /emulator/users/{id}/dismiss` | `{"message"}`, which only they see |
//! | `GET /emulator/interactions/{id}` | what became of it |
//! | `POST /emulator/interactions/{id}/submit` | `{"texts": {…}}`, into its form |
//! | `POST /emulator/interactions/{id}/redeliver` | sends it again |
//! | `DELETE /emulator/messages/{id}?as={user}` | deletes what they said; anything, if nobody is named |
//! | `DELETE /emulator/channels/{id}` | deletes |
//! | `PATCH /emulator/channels/{id}` | `{"archived", "locked", "bot_permissions"}` |
//! | `POST /emulator/servers/{id}/channels` | `{"name"}`: a new channel |
//! | `POST /emulator/channels/{id}/threads?as={user}` | `{"name"}`: a new thread |
//! | `GET /emulator/trouble` | the trouble that is still to come |
//! | `POST /emulator/trouble` | `{"matching", "times", "percent", "mishap", …}` |
//! | `DELETE /emulator/trouble` | ends it |
//! | `POST /emulator/outage` | `{"kind"}`: drop, reconnect, invalidate, resumable |
//! | `POST /emulator/advance` | `{"seconds"}`: sets the clock ahead, or back; at most 400 days ahead |
//! | `DELETE /emulator/advance` | sets it right |
//!
//! What asks the bot for something waits up to `?wait_ms=` for the answer, 3000 if not told. What
//! cannot be done is answered with 400, what is not there with 404, and `{"problem"}` says why.

mod changes;
mod faults;
mod interactions;
mod queries;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::api_error::{DiscordError, FieldError};
use super::endpoints::CONTENT_MAX;
use super::id::Id;
use super::{ActionError, Emulator, page_socket};

pub(super) fn router() -> Router<Emulator> {
    Router::new()
        .route("/", get(queries::about))
        .route("/world", get(queries::world))
        .route("/requests", get(queries::requests))
        .route("/live", get(page_socket::upgrade))
        .route("/channels/{id}/messages", get(queries::messages))
        .route(
            "/channels/{id}",
            axum::routing::delete(changes::delete_channel).patch(changes::channel),
        )
        .route("/channels/{id}/threads", post(changes::open_thread))
        .route("/messages/{id}", get(queries::message).delete(changes::delete_message))
        .route("/servers/{id}/channels", post(changes::make_channel))
        .route("/users", post(changes::new_person))
        .route("/users/{id}", axum::routing::patch(changes::person))
        .route("/users/{id}/command", post(interactions::command))
        .route("/users/{id}/autocomplete", post(interactions::autocomplete))
        .route("/users/{id}/click", post(interactions::click))
        .route("/users/{id}/select", post(interactions::select))
        .route("/users/{id}/say", post(interactions::say))
        .route("/users/{id}/conversation", post(changes::conversation))
        .route("/users/{id}/dismiss", post(changes::dismiss))
        .route("/interactions/{id}", get(interactions::interaction))
        .route("/interactions/{id}/submit", post(interactions::submit))
        .route("/interactions/{id}/redeliver", post(interactions::redeliver))
        .route("/trouble", get(faults::pending).post(faults::add).delete(faults::end))
        .route("/outage", post(faults::outage))
        .route("/advance", post(faults::advance).delete(faults::set_clock_right))
}

impl IntoResponse for ActionError {
    fn into_response(self) -> Response {
        let status = match self {
            ActionError::NoPerson(_)
            | ActionError::NoServer(_)
            | ActionError::NoChannel(_)
            | ActionError::NoMessage(_) => StatusCode::NOT_FOUND,
            _ => StatusCode::BAD_REQUEST,
        };
        let mut said = json!({"problem": self.to_string()});
        if let ActionError::TooLong(_) = self {
            // As Discord refuses it.
            let refusal =
                DiscordError::form(&[FieldError::too_long("content", CONTENT_MAX)]).body();
            if let (Some(said), Value::Object(refusal)) = (said.as_object_mut(), refusal) {
                said.extend(refusal);
            }
        }
        (status, Json(said)).into_response()
    }
}

type JsonResult = Result<Json<Value>, ActionError>;

/// As whom something is asked; nobody, if it is not for anybody's eyes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AsQuery {
    #[serde(rename = "as")]
    person: Option<Id>,
}

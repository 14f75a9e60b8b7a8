//! The control side over plain HTTP, under `/local`: for scripts, for other languages, and for a
//! page in a browser.
//!
//! | request | what it does |
//! |---|---|
//! | `GET /local` | the bot's token, where everything is, the time, how many bots are connected |
//! | `GET /local/world` | people, servers, channels and commands |
//! | `GET /local/world?as={user}` | the same as somebody sees it, with what they missed |
//! | `GET /local/channels/{id}/messages?as={user}` | what somebody sees in a channel |
//! | `…&before={id}&limit={n}`, `…&around={id}&limit={n}` | a part of it |
//! | `GET /local/messages/{id}?as={user}` | one message |
//! | `GET /local/requests?limit={n}` | what the bot has asked of the API |
//! | `GET /local/live?as={user}&record={0 or 1}` | a WebSocket that tells what happens |
//! | `POST /local/users` | `{"name", "locale"}`: somebody new |
//! | `PATCH /local/users/{id}` | `{"name", "locale"}` |
//! | `POST /local/users/{id}/command` | `{"channel", "name", "options"}` |
//! | `POST /local/users/{id}/autocomplete` | the same, and `"focused"` |
//! | `POST /local/users/{id}/click` | `{"message", "control"}` |
//! | `POST /local/users/{id}/select` | `{"message", "control", "values"}` |
//! | `POST /local/users/{id}/say` | `{"channel", "text", "reply_to"}` |
//! | `POST /local/users/{id}/conversation` | `{"with"}`: the conversation of the two |
//! | `POST /local/users/{id}/dismiss` | `{"message"}`, which only they see |
//! | `GET /local/interactions/{id}` | what became of it |
//! | `POST /local/interactions/{id}/submit` | `{"texts": {…}}`, into its form |
//! | `POST /local/interactions/{id}/redeliver` | sends it again |
//! | `DELETE /local/messages/{id}?as={user}` | deletes what they said; anything, if nobody is named |
//! | `DELETE /local/channels/{id}` | deletes |
//! | `PATCH /local/channels/{id}` | `{"archived", "locked", "bot_permissions"}` |
//! | `POST /local/servers/{id}/channels` | `{"name"}`: a new channel |
//! | `POST /local/channels/{id}/threads?as={user}` | `{"name"}`: a new thread |
//! | `GET /local/trouble` | the trouble that is still to come |
//! | `POST /local/trouble` | `{"matching", "times", "percent", "mishap", …}` |
//! | `DELETE /local/trouble` | ends it |
//! | `POST /local/outage` | `{"kind"}`: drop, reconnect, invalidate, resumable |
//! | `POST /local/advance` | `{"seconds"}`: sets the clock ahead, or back; at most 400 days ahead |
//! | `DELETE /local/advance` | sets it right |
//!
//! What asks the bot for something waits up to `?wait_ms=` for the answer, 3000 if not told. What
//! cannot be done is answered with 400, what is not there with 404, and `{"problem"}` says why.

mod asking;
mod change;
mod reading;
mod trouble;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::CONTENT_MAX;
use super::fault::{Fault, Wrong};
use super::id::Id;
use super::{Local, NotPossible, live};

pub(super) fn router() -> Router<Local> {
    Router::new()
        .route("/", get(reading::about))
        .route("/world", get(reading::world))
        .route("/requests", get(reading::requests))
        .route("/live", get(live::upgrade))
        .route("/channels/{id}/messages", get(reading::messages))
        .route(
            "/channels/{id}",
            axum::routing::delete(change::delete_channel).patch(change::channel),
        )
        .route("/channels/{id}/threads", post(change::open_thread))
        .route("/messages/{id}", get(reading::message).delete(change::delete_message))
        .route("/servers/{id}/channels", post(change::make_channel))
        .route("/users", post(change::new_person))
        .route("/users/{id}", axum::routing::patch(change::person))
        .route("/users/{id}/command", post(asking::command))
        .route("/users/{id}/autocomplete", post(asking::autocomplete))
        .route("/users/{id}/click", post(asking::click))
        .route("/users/{id}/select", post(asking::select))
        .route("/users/{id}/say", post(asking::say))
        .route("/users/{id}/conversation", post(change::conversation))
        .route("/users/{id}/dismiss", post(change::dismiss))
        .route("/interactions/{id}", get(asking::interaction))
        .route("/interactions/{id}/submit", post(asking::submit))
        .route("/interactions/{id}/redeliver", post(asking::redeliver))
        .route("/trouble", get(trouble::pending).post(trouble::add).delete(trouble::end))
        .route("/outage", post(trouble::outage))
        .route("/advance", post(trouble::advance).delete(trouble::set_clock_right))
}

impl IntoResponse for NotPossible {
    fn into_response(self) -> Response {
        let status = match self {
            NotPossible::NoPerson(_)
            | NotPossible::NoServer(_)
            | NotPossible::NoChannel(_)
            | NotPossible::NoMessage(_) => StatusCode::NOT_FOUND,
            _ => StatusCode::BAD_REQUEST,
        };
        let mut said = json!({"problem": self.to_string()});
        if let NotPossible::TooLong(_) = self {
            // As Discord refuses it.
            let refusal = Fault::form(&[Wrong::too_long("content", CONTENT_MAX)]).body();
            if let (Some(said), Value::Object(refusal)) = (said.as_object_mut(), refusal) {
                said.extend(refusal);
            }
        }
        (status, Json(said)).into_response()
    }
}

type Answered = Result<Json<Value>, NotPossible>;

/// As whom something is asked; nobody, if it is not for anybody's eyes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AsSomeone {
    #[serde(rename = "as")]
    person: Option<Id>,
}

//! The routes under `/local`: the page, scripts and other languages act as people and change the
//! world through them. They name the [`Emulator`]'s methods and the world, and
//! have no rules of their own. Each file has the handlers of one kind of request; begin with
//! [`router`].
//!
//! | request | what it does |
//! |---|---|
//! | `GET /local` | the bot's token, the addresses, the time and how far it is set ahead, the number of connected bots |
//! | `GET /local/world` | people, servers, channels and commands |
//! | `GET /local/world?as={user}` | the same as this person sees it, with missed mentions |
//! | `GET /local/channels/{id}/messages?as={user}` | the messages that this person sees |
//! | `…&before={id}&limit={n}`, `…&around={id}&limit={n}` | a part of them |
//! | `GET /local/messages/{id}?as={user}` | one message |
//! | `GET /local/requests?limit={n}` | the bot's last requests |
//! | `GET /local/live?as={user}&record={0 or 1}` | a WebSocket of events |
//! | `POST /local/users` | `{"name", "locale"}`: a new person |
//! | `PATCH /local/users/{id}` | `{"name", "locale", "has_app", "blocks_bot"}` |
//! | `POST /local/users/{id}/command` | `{"channel", "name", "options"}`, or `"target"` for one in the menu of a person |
//! | `POST /local/users/{id}/autocomplete` | the same, and `"focused"` |
//! | `POST /local/users/{id}/click` | `{"message", "control"}` |
//! | `POST /local/users/{id}/select` | `{"message", "control", "values"}` |
//! | `POST /local/users/{id}/say` | `{"channel", "text", "reply_to"}` |
//! | `POST /local/users/{id}/conversation` | `{"with"}`: opens the direct messages of the two; with a list, those of a group |
//! | `POST /local/users/{id}/dismiss` | `{"message"}`: dismisses an ephemeral message |
//! | `GET /local/interactions/{id}` | the interaction's responses |
//! | `POST /local/interactions/{id}/submit` | `{"texts": {…}}`: submits its modal |
//! | `POST /local/interactions/{id}/redeliver` | sends the interaction again |
//! | `DELETE /local/messages/{id}?as={user}` | deletes the person's own message; without `as` any |
//! | `DELETE /local/channels/{id}` | deletes a channel |
//! | `PATCH /local/channels/{id}` | `{"archived", "locked", "bot_permissions", "denied": {user: bits}, "slow_mode_seconds", "age_restricted"}` |
//! | `POST /local/servers/{id}/channels` | `{"name", "kind"}`: a new channel: text, announcement, voice, stage, forum |
//! | `POST /local/channels/{id}/threads?as={user}` | `{"name", "is_private"}`: a new thread |
//! | `PUT /local/servers/{id}/members/{user}` | adds a person or the bot |
//! | `DELETE /local/servers/{id}/members/{user}` | removes them: they leave or are kicked |
//! | `PUT /local/servers/{id}/bans/{user}` | bans a person or the bot |
//! | `DELETE /local/servers/{id}/bans/{user}` | lets them join again |
//! | `GET /local/trouble` | the pending fault rules |
//! | `POST /local/trouble` | `{"matching", "times", "percent", "mishap", …}`: adds a fault rule; `refused` takes a `status` and an error's `code` |
//! | `DELETE /local/trouble` | removes all fault rules |
//! | `POST /local/outage` | `{"kind"}`: drop, reconnect, invalidate, resumable |
//! | `POST /local/advance` | `{"seconds"}`: sets the clock ahead, or back; at most 400 days ahead |
//! | `DELETE /local/advance` | sets the clock to the machine's time |
//!
//! A request that starts an interaction waits for the bot's response for up to `?wait_ms=`, by
//! default 3000; the bot itself cannot start one. An impossible action gets status 400, a missing
//! object 404, and `{"problem"}` says why.

mod as_query;
mod changes;
mod faults;
mod interactions;
mod live;
mod queries;
mod response;

use axum::Router;
use axum::routing::{get, post, put};

use super::handle::Emulator;

pub(super) fn router() -> Router<Emulator> {
    Router::new()
        .route("/", get(queries::about))
        .route("/world", get(queries::world))
        .route("/requests", get(queries::requests))
        .route("/live", get(live::upgrade))
        .route("/channels/{id}/messages", get(queries::messages))
        .route(
            "/channels/{id}",
            axum::routing::delete(changes::delete_channel).patch(changes::channel),
        )
        .route("/channels/{id}/threads", post(changes::open_thread))
        .route("/messages/{id}", get(queries::message).delete(changes::delete_message))
        .route("/servers/{id}/channels", post(changes::make_channel))
        .route("/servers/{id}/members/{user}", put(changes::join).delete(changes::leave))
        .route("/servers/{id}/bans/{user}", put(changes::ban).delete(changes::unban))
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
        .route("/advance", post(faults::advance).delete(faults::reset_clock))
}

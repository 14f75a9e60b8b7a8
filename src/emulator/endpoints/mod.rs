//! What Discord answers to a request, and what the request does to the world.

mod application;
mod body;
mod callback;
mod channel;
mod command;
mod component;
mod embed;
mod messages;

mod server;
mod thread;
mod webhook;

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::Value;

pub(super) use self::body::CONTENT_MAX;
pub(super) use self::command::LOCALES;
use super::api_error::DiscordError;
use super::route::{Method, Route};
use super::validate::{Object, Validator};
use super::world::{UploadedFile, World};

/// The longest file, in bytes.
pub(super) const FILE_MAX: usize = 10 * 1024 * 1024;

/// A request's query, JSON and files.
#[derive(Debug, Default)]
pub(super) struct ApiRequest {
    pub(super) query: HashMap<String, String>,
    /// Null if there was none.
    pub(super) json: Value,
    /// By the number in `files[n]`.
    pub(super) files: Vec<(u64, UploadedFile)>,
}

/// A status and a body; null for none.
pub(super) type ApiReply = (u16, Value);

pub(super) fn answer(
    world: &mut World,
    route: &Route,
    asked: ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    match route {
        Route::Gateway | Route::GatewayBot => Err(DiscordError::NO_ROUTE),
        Route::Me => Ok((200, application::me(world))),
        Route::MyServers => Ok((200, server::mine(world))),
        Route::Application => Ok((200, application::application(world))),
        Route::User(id) => {
            world.person(*id).map(|it| (200, it.json())).ok_or(DiscordError::NO_USER)
        }
        Route::OpenConversation => channel::open_conversation(world, &asked, now),
        Route::Commands(app, verb) => command::all(world, *app, *verb, asked.json, now),
        Route::Command(app, id, verb) => command::one(world, *app, *id, *verb, asked.json, now),
        Route::Callback(id, token) => callback::answer(world, *id, token, asked, now),
        Route::FollowUp(app, token) => webhook::follow_up(world, *app, token, asked, now),
        Route::AnswerMessage(app, token, which, verb) => {
            let at = webhook::WebhookMessage { application: *app, token, which: *which };
            webhook::message(world, at, *verb, asked, now)
        }
        Route::Channel(id, verb) => channel::one(world, *id, *verb, &asked.json, now),
        Route::Messages(id, Method::Get) => messages::list(world, *id, &asked.query),
        Route::Messages(id, _) => messages::post(world, *id, asked, now),
        Route::Message(channel, id, verb) => messages::one(world, *channel, *id, *verb, asked, now),
        Route::ThreadUnder(channel, id) => {
            thread::open(world, *channel, Some(*id), &asked.json, now)
        }
        Route::Thread(channel) => thread::open(world, *channel, None, &asked.json, now),
        Route::Typing(id) => channel::typing(world, *id),
        Route::Server(id) => server::one(world, *id),
        Route::ServerChannels(id) => server::channels(world, *id),
        Route::ServerMember(id, user) => server::member(world, *id, *user),
    }
}

/// Reads a JSON object with none but these keys, and finishes the form.
fn read<T>(
    json: &Value,
    keys: &[&str],
    read: impl FnOnce(&mut Validator, &Object) -> T,
) -> Result<T, DiscordError> {
    let mut form = Validator::default();
    let it = form.object(json, keys).map(|object| read(&mut form, object));
    form.finish()?;
    it.ok_or(DiscordError::NOT_JSON)
}

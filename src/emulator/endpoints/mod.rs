//! Discord's REST API: what each request changes in the world, and what the reply is. Bodies are
//! checked by `validation/`; HTTP itself, rate limits and faults are in `http/rest.rs`. Endpoints name
//! the world and nothing of the connection. Each file has the endpoints of one part of Discord's
//! documentation; begin with [`dispatch`].

mod application;
mod body;
mod callback;
mod channel;
mod choice;
mod command;
mod component;
mod emoji;
mod localization;
mod messages;
mod request;
mod route;
mod server;
mod thread;
mod webhook;

use jiff::Timestamp;

pub(super) use self::body::CONTENT_MAX;
pub(super) use self::localization::LOCALES;
pub(super) use self::request::{ApiReply, ApiRequest};
pub(super) use self::route::{Method, Route, template};
use super::validation::DiscordError;
use super::world::World;
use crate::world::api_json;

pub(super) fn dispatch(
    world: &mut World,
    route: &Route,
    request: ApiRequest,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    match route {
        Route::Gateway | Route::GatewayBot => Err(DiscordError::NOT_FOUND),
        Route::Me => Ok((200, application::me(world))),
        Route::MyServers => Ok((200, server::bot_servers(world))),
        Route::Application(_) => Ok((200, application::application(world))),
        Route::User(id) => world
            .person(*id)
            .map(|person| (200, api_json::user(person)))
            .ok_or(DiscordError::UNKNOWN_USER),
        Route::OpenConversation => channel::open_conversation(world, &request, now),
        Route::Commands(app, verb) => command::all(world, *app, *verb, request.json, now),
        Route::Command(app, id, verb) => command::one(world, *app, *id, *verb, request.json, now),
        Route::Emojis(app, verb) => emoji::all(world, *app, *verb, &request.json, now),
        Route::Emoji(app, id, verb) => emoji::one(world, *app, *id, *verb, &request.json),
        Route::Callback(id, token) => callback::answer(world, *id, token, request, now),
        Route::FollowUp(app, token) => webhook::follow_up(world, *app, token, request, now),
        Route::AnswerMessage(app, token, which, verb) => {
            let at = webhook::WebhookMessage { application: *app, token, which: *which };
            webhook::message(world, at, *verb, request, now)
        }
        Route::Channel(id, verb) => channel::one(world, *id, *verb, &request.json, now),
        Route::Messages(id, Method::Get) => messages::list(world, *id, &request.query),
        Route::Messages(id, _) => messages::post(world, *id, request, now),
        Route::Message(channel, id, verb) => {
            messages::one(world, *channel, *id, *verb, request, now)
        }
        Route::ThreadUnder(channel, id) => thread::open(world, *channel, Some(*id), request, now),
        Route::Thread(channel) => thread::open(world, *channel, None, request, now),
        Route::Typing(id) => channel::typing(world, *id),
        Route::Server(id) => server::one(world, *id),
        Route::ServerChannels(id) => server::channels(world, *id),
        Route::ServerMember(id, user) => server::member(world, *id, *user),
    }
}

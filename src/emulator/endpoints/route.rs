//! The routes of Discord's REST API.

use crate::id::Id;

/// A known request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    Gateway,
    GatewayBot,
    Me,
    Application(Method),
    User(Id),
    OpenConversation,
    Commands(Id, Method),
    Command(Id, Id, Method),
    Emojis(Id, Method),
    Emoji(Id, Id, Method),
    Callback(Id, String),
    FollowUp(Id, String),
    AnswerMessage(Id, String, MessageRef, Method),
    Channel(Id, Method),
    Messages(Id, Method),
    Message(Id, Id, Method),
    ThreadUnder(Id, Id),
    Thread(Id),
    Typing(Id),
    Server(Id),
    ServerChannels(Id),
    ServerMember(Id, Id),
    MyServers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

/// A message of an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageRef {
    /// `@original`.
    Original,
    /// A follow-up or the original response by its id.
    Numbered(Id),
}

impl Method {
    pub(crate) fn of(method: &str) -> Option<Method> {
        Some(match method {
            "GET" => Method::Get,
            "POST" => Method::Post,
            "PUT" => Method::Put,
            "PATCH" => Method::Patch,
            "DELETE" => Method::Delete,
            _ => return None,
        })
    }
}

impl Route {
    /// The route of a method and a path after `/api/v10`.
    pub(crate) fn of(method: &str, path: &str) -> Option<Route> {
        use Method::{Get, Patch, Post};
        let verb = Method::of(method)?;
        let steps: Vec<&str> = path.split('/').filter(|step| !step.is_empty()).collect();
        let id = |text: &str| text.parse::<Id>().ok();
        Some(match (&steps[..], verb) {
            (["gateway"], Get) => Route::Gateway,
            (["gateway", "bot"], Get) => Route::GatewayBot,
            (["users", "@me"], Get) => Route::Me,
            (["users", "@me", "guilds"], Get) => Route::MyServers,
            (["users", "@me", "channels"], Post) => Route::OpenConversation,
            (["users", user], Get) => Route::User(id(user)?),
            (["oauth2", "applications", "@me"], Get) | (["applications", "@me"], Get | Patch) => {
                Route::Application(verb)
            }
            (["applications", app, "commands"], _) => Route::Commands(id(app)?, verb),
            (["applications", app, "commands", command], _) => {
                Route::Command(id(app)?, id(command)?, verb)
            }
            (["applications", app, "emojis"], _) => Route::Emojis(id(app)?, verb),
            (["applications", app, "emojis", emoji], _) => Route::Emoji(id(app)?, id(emoji)?, verb),
            (["interactions", interaction, token, "callback"], Post) => {
                Route::Callback(id(interaction)?, (*token).to_owned())
            }
            (["webhooks", app, token], Post) => Route::FollowUp(id(app)?, (*token).to_owned()),
            (["webhooks", app, token, "messages", message], _) => {
                let which = match *message {
                    "@original" => MessageRef::Original,
                    number => MessageRef::Numbered(id(number)?),
                };
                Route::AnswerMessage(id(app)?, (*token).to_owned(), which, verb)
            }
            (["channels", rest @ ..], _) => return Route::of_channel(rest, verb),
            (["guilds", server], Get) => Route::Server(id(server)?),
            (["guilds", server, "channels"], Get) => Route::ServerChannels(id(server)?),
            (["guilds", server, "members", user], Get) => {
                Route::ServerMember(id(server)?, id(user)?)
            }
            _ => return None,
        })
    }

    fn of_channel(steps: &[&str], verb: Method) -> Option<Route> {
        let id = |text: &str| text.parse::<Id>().ok();
        let channel = id(steps.first()?)?;
        Some(match (&steps[1..], verb) {
            ([], _) => Route::Channel(channel, verb),
            (["messages"], Method::Get | Method::Post) => Route::Messages(channel, verb),
            (["messages", message], _) => Route::Message(channel, id(message)?, verb),
            (["messages", message, "threads"], Method::Post) => {
                Route::ThreadUnder(channel, id(message)?)
            }
            (["threads"], Method::Post) => Route::Thread(channel),
            (["typing"], Method::Post) => Route::Typing(channel),
            _ => return None,
        })
    }

    /// Whether it needs the bot's token. For others the interaction's token suffices.
    pub(crate) fn needs_token(&self) -> bool {
        !matches!(
            self,
            Route::Gateway | Route::Callback(..) | Route::FollowUp(..) | Route::AnswerMessage(..)
        )
    }
}

/// The path with names in place of ids and tokens, as Discord documents it.
pub(crate) fn template(path: &str) -> String {
    let steps: Vec<&str> = path.split('/').filter(|step| !step.is_empty()).collect();
    let mut written = String::new();
    for (at, step) in steps.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |index| steps[index]);
        let is_number = step.parse::<u64>().is_ok();
        let is_token = at == 2 && matches!(steps[0], "interactions" | "webhooks");
        let named = match before {
            _ if is_token => Some(format!("{{{}_token}}", steps[0].trim_end_matches('s'))),
            _ if !is_number => None,
            "guilds" => Some("{guild_id}".to_owned()),
            "members" => Some("{user_id}".to_owned()),
            before => Some(format!("{{{}_id}}", before.trim_end_matches('s'))),
        };
        written.push('/');
        written.push_str(named.as_deref().unwrap_or(step));
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_name_the_variable_parts() {
        let cases = [
            ("/channels/12/messages/34", "/channels/{channel_id}/messages/{message_id}"),
            (
                "/interactions/1/abc/callback",
                "/interactions/{interaction_id}/{interaction_token}/callback",
            ),
            (
                "/webhooks/1/9/messages/@original",
                "/webhooks/{webhook_id}/{webhook_token}/messages/@original",
            ),
            ("/users/@me", "/users/@me"),
            ("/guilds/1/members/2", "/guilds/{guild_id}/members/{user_id}"),
            ("/applications/1/emojis/2", "/applications/{application_id}/emojis/{emoji_id}"),
            ("/applications/1/commands", "/applications/{application_id}/commands"),
        ];
        for (path, written) in cases {
            assert_eq!(template(path), written);
        }
    }
}

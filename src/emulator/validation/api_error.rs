//! Error responses of Discord's REST API.

use serde_json::{Map, Value, json};

/// An error response: the HTTP status, Discord's error code, and the invalid fields of the body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct DiscordError {
    pub(crate) status: u16,
    code: u32,
    message: &'static str,
    /// The invalid fields as Discord nests them; null if the code says everything.
    errors: Value,
}

impl DiscordError {
    const fn new(status: u16, code: u32, message: &'static str) -> DiscordError {
        DiscordError { status, code, message, errors: Value::Null }
    }

    pub(crate) const NOT_FOUND: DiscordError = DiscordError::new(404, 0, "404: Not Found");
    pub(crate) const METHOD_NOT_ALLOWED: DiscordError =
        DiscordError::new(405, 0, "405: Method Not Allowed");
    pub(crate) const UNAUTHORIZED: DiscordError = DiscordError::new(401, 0, "401: Unauthorized");
    pub(crate) const UNKNOWN_APPLICATION: DiscordError =
        DiscordError::new(404, 10002, "Unknown Application");
    pub(crate) const UNKNOWN_CHANNEL: DiscordError =
        DiscordError::new(404, 10003, "Unknown Channel");
    pub(crate) const UNKNOWN_GUILD: DiscordError = DiscordError::new(404, 10004, "Unknown Guild");
    pub(crate) const UNKNOWN_MEMBER: DiscordError = DiscordError::new(404, 10007, "Unknown Member");
    pub(crate) const UNKNOWN_MESSAGE: DiscordError =
        DiscordError::new(404, 10008, "Unknown Message");
    pub(crate) const UNKNOWN_USER: DiscordError = DiscordError::new(404, 10013, "Unknown User");
    pub(crate) const UNKNOWN_EMOJI: DiscordError = DiscordError::new(404, 10014, "Unknown Emoji");
    pub(crate) const UNKNOWN_WEBHOOK: DiscordError =
        DiscordError::new(404, 10015, "Unknown Webhook");
    pub(crate) const UNKNOWN_INTERACTION: DiscordError =
        DiscordError::new(404, 10062, "Unknown interaction");
    pub(crate) const UNKNOWN_COMMAND: DiscordError =
        DiscordError::new(404, 10063, "Unknown application command");
    pub(crate) const TOO_MANY_EMOJIS: DiscordError =
        DiscordError::new(400, 30008, "Maximum number of emojis reached (2000)");
    pub(crate) const REQUEST_TIMEOUT: DiscordError =
        DiscordError::new(408, 0, "408: Request Timeout");
    pub(crate) const ENTITY_TOO_LARGE: DiscordError =
        DiscordError::new(413, 40005, "Request entity too large");
    pub(crate) const FORUM_CHANNEL: DiscordError =
        DiscordError::new(400, 40058, "Cannot send a message in a forum channel");
    pub(crate) const ALREADY_ACKNOWLEDGED: DiscordError =
        DiscordError::new(400, 40060, "Interaction has already been acknowledged.");
    pub(crate) const TOO_MANY_FOLLOW_UPS: DiscordError = DiscordError::new(
        400,
        40094,
        "This interaction has reached the maximum number of follow up messages",
    );
    pub(crate) const MISSING_ACCESS: DiscordError = DiscordError::new(403, 50001, "Missing Access");
    pub(crate) const NOT_AUTHOR: DiscordError =
        DiscordError::new(403, 50005, "Cannot edit a message authored by another user");
    pub(crate) const EMPTY_MESSAGE: DiscordError =
        DiscordError::new(400, 50006, "Cannot send an empty message");
    pub(crate) const CANNOT_MESSAGE_USER: DiscordError =
        DiscordError::new(403, 50007, "Cannot send messages to this user");
    pub(crate) const NO_MUTUAL_GUILDS: DiscordError = DiscordError::new(
        403,
        50278,
        "Cannot send messages to this user due to having no mutual guilds",
    );
    pub(crate) const MISSING_PERMISSIONS: DiscordError =
        DiscordError::new(403, 50013, "Missing Permissions");
    pub(crate) const WRONG_CHANNEL_TYPE: DiscordError =
        DiscordError::new(400, 50024, "Cannot execute action on this channel type");
    pub(crate) const INVALID_WEBHOOK_TOKEN: DiscordError =
        DiscordError::new(401, 50027, "Invalid Webhook Token");
    pub(crate) const THREAD_ARCHIVED: DiscordError =
        DiscordError::new(400, 50083, "Thread is archived");
    pub(crate) const INVALID_JSON: DiscordError =
        DiscordError::new(400, 50109, "The request body contains invalid JSON.");
    pub(crate) const TOO_MANY_EDITS: DiscordError = DiscordError::new(
        429,
        30046,
        "Maximum number of edits to messages older than 1 hour reached. Try again later.",
    );
    pub(crate) const THREAD_EXISTS: DiscordError =
        DiscordError::new(400, 160_004, "A thread has already been created for this message");
    pub(crate) const THREAD_LOCKED: DiscordError =
        DiscordError::new(400, 160_005, "Thread is locked");
    pub(crate) const MISSING_HISTORY_PERMISSION: DiscordError = DiscordError::new(
        400,
        160_002,
        "You cannot reply without permission to read message history",
    );

    /// Error 50035 with one or more invalid fields.
    pub(crate) fn invalid_form(wrong: &[FieldError]) -> DiscordError {
        let mut errors = Value::Null;
        for field in wrong {
            field.nest_in(&mut errors);
        }
        DiscordError { errors, ..DiscordError::new(400, 50035, "Invalid Form Body") }
    }

    pub(crate) fn body(&self) -> Value {
        let mut body = json!({"message": self.message, "code": self.code});
        if !self.errors.is_null() {
            body["errors"] = self.errors.clone();
        }
        body
    }
}

/// An invalid field of a body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FieldError {
    /// The keys and indices that lead to the field.
    pub(crate) path: Vec<String>,
    pub(crate) code: &'static str,
    pub(crate) message: String,
}

impl FieldError {
    /// The error of a text that is longer than `max` characters.
    pub(crate) fn too_long(key: &str, max: usize) -> FieldError {
        FieldError {
            path: vec![key.to_owned()],
            code: "BASE_TYPE_MAX_LENGTH",
            message: format!("Must be {max} or fewer in length."),
        }
    }

    fn nest_in(&self, errors: &mut Value) {
        let mut at = errors;
        for step in &self.path {
            at = object(at).entry(step.clone()).or_insert(Value::Null);
        }
        let error = json!({"code": self.code, "message": self.message});
        match object(at).entry("_errors").or_insert_with(|| json!([])) {
            Value::Array(list) => list.push(error),
            other => *other = json!([error]),
        }
    }
}

/// The object at `at`; replaces any other value by an empty one.
fn object(at: &mut Value) -> &mut Map<String, Value> {
    if !at.is_object() {
        *at = json!({});
    }
    at.as_object_mut().expect("it is one now")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_nest_as_in_discord() {
        let wrong = |path: &[&str], message: &str| FieldError {
            path: path.iter().map(ToString::to_string).collect(),
            code: "C",
            message: message.to_owned(),
        };
        let fault = DiscordError::invalid_form(&[
            wrong(&["content"], "long"),
            wrong(&["components", "0", "custom_id"], "twice"),
            wrong(&["components", "0", "custom_id"], "odd"),
        ]);
        assert_eq!(
            fault.body(),
            json!({"message": "Invalid Form Body", "code": 50035, "errors": {
                "content": {"_errors": [{"code": "C", "message": "long"}]},
                "components": {"0": {"custom_id": {"_errors": [
                    {"code": "C", "message": "twice"}, {"code": "C", "message": "odd"}]}}},
            }})
        );
    }
}

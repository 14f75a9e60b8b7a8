//! The body of a message, checked against Discord's limits.

use serde_json::{Value, json};

use super::component;
use super::request::ApiRequest;
use crate::validation::{DiscordError, Object, Presence, Validator, id_of};
use crate::world::{Draft, Emojis, FILE_MAX, PostedMessage, UploadedFile};

/// The longest text of a message, in characters.
pub(crate) const CONTENT_MAX: usize = 2000;
/// The longest description of a file, in characters.
const ALT_TEXT_MAX: usize = 1024;
const FILES_MAX: usize = 10;
const MENTIONS_MAX: usize = 100;
const NONCE_MAX: usize = 25;

const SUPPRESS_EMBEDS: u64 = 1 << 2;
const EPHEMERAL: u64 = 1 << 6;
const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
const VOICE: u64 = 1 << 13;

/// Why a body is sent, which decides the allowed keys and flags.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose<'a> {
    /// A new message in a channel.
    Post,
    /// A response or a follow-up to an interaction.
    Response,
    /// An edit of this message.
    Edit(&'a PostedMessage),
}

impl Purpose<'_> {
    fn keys(self) -> &'static [&'static str] {
        match self {
            Purpose::Post => &[
                "content",
                "nonce",
                "tts",
                "embeds",
                "allowed_mentions",
                "message_reference",
                "components",
                "sticker_ids",
                "attachments",
                "flags",
                "enforce_nonce",
                "poll",
                "shared_client_theme",
            ],
            Purpose::Response => &[
                "content",
                "tts",
                "embeds",
                "allowed_mentions",
                "components",
                "attachments",
                "flags",
                "poll",
                // Libraries send it because they use one type for messages and responses.
                "enforce_nonce",
            ],
            Purpose::Edit(_) => &[
                "content",
                "embeds",
                "allowed_mentions",
                "components",
                "attachments",
                "flags",
                // Libraries send them because they use one type for posting and editing.
                "tts",
                "poll",
                "sticker_ids",
                "enforce_nonce",
            ],
        }
    }

    fn flags(self) -> u64 {
        let always = SUPPRESS_EMBEDS;
        match self {
            Purpose::Post => always | SUPPRESS_NOTIFICATIONS | VOICE,
            Purpose::Response => always | SUPPRESS_NOTIFICATIONS | VOICE | EPHEMERAL,
            // An edit keeps the ephemeral flag, and libraries send it again.
            Purpose::Edit(message) => always | (message.flags() & EPHEMERAL),
        }
    }

    /// The error for an attachment without a file.
    fn missing_file_error(self) -> &'static str {
        match self {
            Purpose::Post | Purpose::Response => "Attachment data not found",
            Purpose::Edit(_) => "Attachment data not found, and the message has no such file",
        }
    }
}

/// Checks a message's body. Errors of a callback are nested under `data`.
pub(super) fn message(
    emojis: &Emojis,
    request: ApiRequest,
    purpose: Purpose<'_>,
    under: Option<&str>,
) -> Result<Draft, DiscordError> {
    let ApiRequest { json, files, .. } = request;
    if files.iter().any(|(_, file)| file.bytes.len() > FILE_MAX) {
        return Err(DiscordError::ENTITY_TOO_LARGE);
    }
    let json = if json.is_null() { json!({}) } else { json };
    let mut validator = Validator::default();
    match under {
        Some(step) => {
            validator.within(step, |validator| check(validator, &json, &files, purpose, emojis));
        }
        None => check(&mut validator, &json, &files, purpose, emojis),
    }
    validator.finish()?;
    let Value::Object(body) = json else { return Err(DiscordError::INVALID_JSON) };
    if is_empty(&body, &files, purpose) {
        return Err(DiscordError::EMPTY_MESSAGE);
    }
    Ok(Draft { body, files })
}

fn check(
    validator: &mut Validator,
    json: &Value,
    files: &[(u64, UploadedFile)],
    purpose: Purpose<'_>,
    emojis: &Emojis,
) {
    let Some(body) = validator.object(json, purpose.keys()) else { return };
    validator.text(body, "content", 0..=CONTENT_MAX, Presence::Optional);
    validator.flag(body, "tts");
    validator.flag(body, "enforce_nonce");
    check_nonce(validator, body);
    check_flags(validator, body, purpose);
    check_mentions(validator, body);
    if let Some(value) = body.get("message_reference").filter(|value| !value.is_null()) {
        validator.within("message_reference", |validator| check_reference(validator, value));
    }
    validator.list(body, "sticker_ids", 0..=3, Presence::Optional);
    // Kradan sends none, and libraries an empty list.
    validator.list(body, "embeds", 0..=0, Presence::Optional);
    check_attachments(validator, body, files, purpose);
    component::check(validator, body, emojis);
}

fn check_nonce(validator: &mut Validator, body: &Object) {
    match body.get("nonce") {
        None | Some(Value::Null | Value::Number(_)) => {}
        Some(_) => _ = validator.text(body, "nonce", 1..=NONCE_MAX, Presence::Optional),
    }
}

fn check_flags(validator: &mut Validator, body: &Object, purpose: Purpose<'_>) {
    let flags =
        validator.number(body, "flags", 0..=i64::from(i32::MAX), Presence::Optional).unwrap_or(0);
    let flags = u64::try_from(flags).unwrap_or(0);
    if flags & !purpose.flags() != 0 {
        validator.error_at("flags", "BITFIELD_INVALID_FLAGS", "Invalid flags for this message");
    }
}

fn check_mentions(validator: &mut Validator, body: &Object) {
    let Some(value) = body.get("allowed_mentions").filter(|value| !value.is_null()) else { return };
    validator.within("allowed_mentions", |validator| {
        let keys = ["parse", "users", "roles", "replied_user"];
        let Some(allowed) = validator.object(value, &keys) else { return };
        validator.flag(allowed, "replied_user");
        let parse = validator.list(allowed, "parse", 0..=3, Presence::Optional).unwrap_or(&[]);
        for (at, kind) in parse.iter().enumerate() {
            if !matches!(kind.as_str(), Some("users" | "roles" | "everyone")) {
                let problem = "Value must be one of ('users', 'everyone', 'roles').";
                validator.within("parse", |validator| {
                    validator.error_at(&at.to_string(), "BASE_TYPE_CHOICES", problem);
                });
            }
        }
        for key in ["users", "roles"] {
            let ids =
                validator.list(allowed, key, 0..=MENTIONS_MAX, Presence::Optional).unwrap_or(&[]);
            if ids.iter().any(|value| id_of(value).is_none()) {
                validator.error_at(key, "NUMBER_TYPE_COERCE", "A value is not snowflake.");
            }
            if !ids.is_empty() && parse.contains(&json!(key)) {
                let problem =
                    format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
                validator.error("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", problem);
            }
        }
    });
}

fn check_reference(validator: &mut Validator, value: &Value) {
    let keys = ["type", "message_id", "channel_id", "guild_id", "fail_if_not_exists"];
    let Some(reference) = validator.object(value, &keys) else { return };
    validator.id(reference, "message_id", Presence::Required);
    validator.id(reference, "channel_id", Presence::Optional);
    validator.id(reference, "guild_id", Presence::Optional);
}

fn check_attachments(
    validator: &mut Validator,
    body: &Object,
    files: &[(u64, UploadedFile)],
    purpose: Purpose<'_>,
) {
    let current = match purpose {
        Purpose::Post | Purpose::Response => &[][..],
        Purpose::Edit(message) => message.attachments(),
    };
    let listed = validator.list(body, "attachments", 0..=FILES_MAX, Presence::Optional);
    let listed = listed.unwrap_or(&[]);
    let mut listed_ids = Vec::new();
    for (at, value) in listed.iter().enumerate() {
        validator.within("attachments", |validator| {
            validator.within(at, |validator| {
                let id = check_attachment(validator, value);
                let Some(id) = id else { return };
                if listed_ids.contains(&id) {
                    validator.error_at("id", "ATTACHMENT_DUPLICATED", "The id is there twice");
                }
                listed_ids.push(id);
                let old = current.iter().find(|attachment| id_of(&attachment["id"]) == Some(id));
                let is_new = files.iter().any(|(number, _)| *number == id.0);
                if !is_new && old.is_none() {
                    validator.error("ATTACHMENT_NOT_FOUND", purpose.missing_file_error());
                }
            });
        });
    }
}

fn check_attachment(validator: &mut Validator, value: &Value) -> Option<crate::id::Id> {
    let keys = [
        "id",
        "filename",
        "description",
        "title",
        "duration_secs",
        "waveform",
        "is_spoiler",
        // For a file that is there already, libraries may send all fields.
        "size",
        "url",
        "proxy_url",
        "content_type",
        "width",
        "height",
        "ephemeral",
        "flags",
        "placeholder",
        "placeholder_version",
    ];
    let attachment = validator.object(value, &keys)?;
    validator.text(attachment, "filename", 1..=1024, Presence::Optional);
    validator.text(attachment, "description", 0..=ALT_TEXT_MAX, Presence::Optional);
    validator.id(attachment, "id", Presence::Required)
}

/// Whether the message would have no content.
fn is_empty(body: &Object, files: &[(u64, UploadedFile)], purpose: Purpose<'_>) -> bool {
    let old = |key: &str| match purpose {
        Purpose::Post | Purpose::Response => Value::Null,
        Purpose::Edit(message) => message.value[key].clone(),
    };
    let is_nothing = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    };
    let parts = ["content", "components", "attachments", "sticker_ids", "poll"];
    files.is_empty()
        && parts.iter().all(|key| match body.get(*key) {
            Some(value) => is_nothing(value),
            None => is_nothing(&old(key)),
        })
}

//! The emoji of the bot's application.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::request::{ApiReply, read_object};
use super::route::Method;
use crate::id::Id;
use crate::validation::{DiscordError, Object, Presence, Validator, read_data_uri};
use crate::world::{UploadedFile, World, api_json, emoji};

/// The most emoji of an application.
const EMOJIS_MAX: usize = 2_000;
/// The largest image of an emoji, in bytes.
const IMAGE_MAX: usize = 256 * 1024;

/// The first bytes of the images that Discord takes, and their media types. WebP and AVIF have the
/// length of the file or of its head before these bytes.
const SIGNATURES: [(usize, &[u8], &str); 6] = [
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (4, b"ftypavif", "image/avif"),
];

pub(super) fn all(
    world: &mut World,
    application: Id,
    verb: Method,
    json: &Value,
    now: Timestamp,
) -> Result<ApiReply, DiscordError> {
    check_application(world, application)?;
    match verb {
        Method::Get => {
            let items: Value = world.emojis().map(|emoji| api_json::emoji(world, emoji)).collect();
            Ok((200, json!({"items": items})))
        }
        Method::Post => {
            let (name, image) = read_object(json, &["name", "image"], |validator, object| {
                let name = check_name(world, validator, object, None, Presence::Required);
                (name, check_image(validator, object))
            })?;
            let (Some(name), Some(image)) = (name, image) else {
                return Err(DiscordError::INVALID_JSON);
            };
            if world.emojis().count() >= EMOJIS_MAX {
                return Err(DiscordError::TOO_MANY_EMOJIS);
            }
            let id = emoji::add(world, name, image, now);
            reply(world, 201, id)
        }
        Method::Put | Method::Patch | Method::Delete => Err(DiscordError::METHOD_NOT_ALLOWED),
    }
}

pub(super) fn one(
    world: &mut World,
    application: Id,
    id: Id,
    verb: Method,
    json: &Value,
) -> Result<ApiReply, DiscordError> {
    check_application(world, application)?;
    if !world.emojis.contains_key(&id) {
        return Err(DiscordError::UNKNOWN_EMOJI);
    }
    match verb {
        Method::Get => reply(world, 200, id),
        Method::Patch => {
            let name = read_object(json, &["name"], |validator, object| {
                check_name(world, validator, object, Some(id), Presence::Optional)
            })?;
            if let Some(name) = name {
                emoji::rename(world, id, name);
            }
            reply(world, 200, id)
        }
        Method::Delete => {
            emoji::remove(world, id);
            Ok((204, Value::Null))
        }
        Method::Post | Method::Put => Err(DiscordError::METHOD_NOT_ALLOWED),
    }
}

fn check_application(world: &World, application: Id) -> Result<(), DiscordError> {
    if application == world.bot() { Ok(()) } else { Err(DiscordError::UNKNOWN_APPLICATION) }
}

fn reply(world: &World, status: u16, id: Id) -> Result<ApiReply, DiscordError> {
    let emoji = world.emojis.get(&id).ok_or(DiscordError::UNKNOWN_EMOJI)?;
    Ok((status, api_json::emoji(world, emoji)))
}

/// Checks a name, which no other emoji than `own` may have.
fn check_name(
    world: &World,
    validator: &mut Validator,
    object: &Object,
    own: Option<Id>,
    need: Presence,
) -> Option<String> {
    let name = validator.text(object, "name", 2..=32, need)?;
    if !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
        let problem = "String value did not match validation regex.";
        validator.error_at("name", "STRING_TYPE_REGEX", problem);
    }
    if world.emojis().any(|emoji| emoji.name == name && Some(emoji.id) != own) {
        let problem = "An emoji with this name already exists.";
        validator.error_at("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", problem);
    }
    Some(name.to_owned())
}

fn check_image(validator: &mut Validator, object: &Object) -> Option<UploadedFile> {
    let text = validator.text(object, "image", 0..=usize::MAX, Presence::Required)?;
    let Some((media_type, bytes)) = read_data_uri(text) else {
        validator.error_at("image", "IMAGE_INVALID", "Invalid image data.");
        return None;
    };
    if bytes.len() > IMAGE_MAX {
        let problem = "File cannot be larger than 256.0 kb.";
        validator.error_at("image", "BINARY_TYPE_MAX_SIZE", problem);
        return None;
    }
    let is_of = |&&(at, start, _): &&(usize, &[u8], &str)| {
        bytes.get(at..).is_some_and(|rest| rest.starts_with(start))
    };
    let found = SIGNATURES.iter().find(is_of).map(|(.., media_type)| *media_type);
    if found != Some(media_type) {
        validator.error_at("image", "IMAGE_INVALID", "Unsupported image type given");
        return None;
    }
    let name = format!("emoji.{}", media_type.trim_start_matches("image/"));
    Some(UploadedFile { name, content_type: Some(media_type.to_owned()), bytes: bytes.into() })
}

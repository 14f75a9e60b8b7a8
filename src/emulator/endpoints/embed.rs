//! Checks of embeds.

use serde_json::Value;

use crate::emulator::validate::{Object, Presence, Validator};

const EMBEDS_MAX: usize = 10;
/// The most characters of all embeds of a message together.
const ALL_MAX: usize = 6000;

const KEYS: [&str; 13] = [
    "title",
    "type",
    "description",
    "url",
    "timestamp",
    "color",
    "footer",
    "image",
    "thumbnail",
    "video",
    "provider",
    "author",
    "fields",
];

pub(super) fn check(validator: &mut Validator, body: &Object, names: &[String]) {
    let embeds = validator.list(body, "embeds", 0..=EMBEDS_MAX, Presence::Optional).unwrap_or(&[]);
    let mut length = 0;
    validator.within("embeds", |validator| {
        for (at, value) in embeds.iter().enumerate() {
            validator.within(at, |validator| length += check_one(validator, value, names));
        }
        if length > ALL_MAX {
            let problem = format!("Embed size exceeds maximum size of {ALL_MAX}");
            validator.error("MAX_EMBED_SIZE_EXCEEDED", problem);
        }
    });
}

/// Returns the number of characters that count.
fn check_one(validator: &mut Validator, value: &Value, names: &[String]) -> usize {
    let Some(embed) = validator.object(value, &KEYS) else { return 0 };
    let mut length = 0;
    let mut count = |text: Option<&str>| length += text.map_or(0, |it| it.chars().count());
    count(validator.text(embed, "title", 0..=256, Presence::Optional));
    count(validator.text(embed, "description", 0..=4096, Presence::Optional));
    validator.text(embed, "url", 0..=2048, Presence::Optional);
    validator.text(embed, "timestamp", 1..=64, Presence::Optional);
    validator.number(embed, "color", 0..=0xff_ffff, Presence::Optional);
    for (key, inner, max) in [("footer", "text", 2048), ("author", "name", 256)] {
        let part = embed.get(key).filter(|it| !it.is_null());
        if let Some(Value::Object(part)) = part {
            count(
                validator.within(key, |validator| {
                    validator.text(part, inner, 1..=max, Presence::Required)
                }),
            );
        } else if part.is_some() {
            validator.error_at(
                key,
                "DICT_TYPE_CONVERT",
                "Only dictionaries may be used in a DictType",
            );
        }
    }
    for (at, field) in validator
        .list(embed, "fields", 0..=25, Presence::Optional)
        .unwrap_or(&[])
        .iter()
        .enumerate()
    {
        validator.within("fields", |validator| {
            validator.within(at, |validator| {
                let Some(field) = validator.object(field, &["name", "value", "inline"]) else {
                    return;
                };
                count(validator.text(field, "name", 1..=256, Presence::Required));
                count(validator.text(field, "value", 1..=1024, Presence::Required));
                validator.flag(field, "inline");
            });
        });
    }
    for key in ["image", "thumbnail"] {
        validator.within(key, |validator| check_url(validator, &value[key], names));
    }
    length
}

/// Checks that a picture is on the web, or a file of this message.
fn check_url(validator: &mut Validator, picture: &Value, names: &[String]) {
    if picture.is_null() {
        return;
    }
    let url = picture["url"].as_str().unwrap_or_default();
    let is_right = match url.strip_prefix("attachment://") {
        Some(name) => names.iter().any(|it| it == name),
        None => url.starts_with("http://") || url.starts_with("https://"),
    };
    if !is_right {
        let problem = format!("Not a well formed URL, or no file of the message: {url}");
        validator.error_at("url", "URL_TYPE_INVALID_URL", problem);
    }
}

//! Embeds.

use serde_json::Value;

use crate::emulator::validate::{Object, Presence, Validator};

const EMBEDS_MAX: usize = 10;
/// The characters of all embeds of a message together.
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

pub(super) fn check(form: &mut Validator, body: &Object, names: &[String]) {
    let embeds = form.list(body, "embeds", 0..=EMBEDS_MAX, Presence::Optional).unwrap_or(&[]);
    let mut length = 0;
    form.within("embeds", |form| {
        for (at, value) in embeds.iter().enumerate() {
            form.within(at, |form| length += check_one(form, value, names));
        }
        if length > ALL_MAX {
            let said = format!("Embed size exceeds maximum size of {ALL_MAX}");
            form.wrong("MAX_EMBED_SIZE_EXCEEDED", said);
        }
    });
}

/// Returns how many characters count.
fn check_one(form: &mut Validator, value: &Value, names: &[String]) -> usize {
    let Some(embed) = form.object(value, &KEYS) else { return 0 };
    let mut length = 0;
    let mut count = |text: Option<&str>| length += text.map_or(0, |it| it.chars().count());
    count(form.text(embed, "title", 0..=256, Presence::Optional));
    count(form.text(embed, "description", 0..=4096, Presence::Optional));
    form.text(embed, "url", 0..=2048, Presence::Optional);
    form.text(embed, "timestamp", 1..=64, Presence::Optional);
    form.number(embed, "color", 0..=0xff_ffff, Presence::Optional);
    for (key, inner, most) in [("footer", "text", 2048), ("author", "name", 256)] {
        let part = embed.get(key).filter(|it| !it.is_null());
        if let Some(Value::Object(part)) = part {
            count(form.within(key, |form| form.text(part, inner, 1..=most, Presence::Required)));
        } else if part.is_some() {
            form.wrong_at(key, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType");
        }
    }
    for (at, field) in
        form.list(embed, "fields", 0..=25, Presence::Optional).unwrap_or(&[]).iter().enumerate()
    {
        form.within("fields", |form| {
            form.within(at, |form| {
                let Some(field) = form.object(field, &["name", "value", "inline"]) else { return };
                count(form.text(field, "name", 1..=256, Presence::Required));
                count(form.text(field, "value", 1..=1024, Presence::Required));
                form.flag(field, "inline");
            });
        });
    }
    for key in ["image", "thumbnail"] {
        form.within(key, |form| check_url(form, &value[key], names));
    }
    length
}

/// A picture is on the web, or a file of this message.
fn check_url(form: &mut Validator, picture: &Value, names: &[String]) {
    if picture.is_null() {
        return;
    }
    let url = picture["url"].as_str().unwrap_or_default();
    let is_right = match url.strip_prefix("attachment://") {
        Some(name) => names.iter().any(|it| it == name),
        None => url.starts_with("http://") || url.starts_with("https://"),
    };
    if !is_right {
        let said = format!("Not a well formed URL, or no file of the message: {url}");
        form.wrong_at("url", "URL_TYPE_INVALID_URL", said);
    }
}

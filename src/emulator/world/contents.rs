//! What a message contains: text, files and components.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::draft::Draft;
use super::message::PostedMessage;
use super::state::World;
use crate::id::Id;
use crate::validation::id_of;

/// Applies a draft to a message. Fields that the draft does not have stay.
pub(super) fn fill(
    world: &mut World,
    message: &mut PostedMessage,
    mut draft: Draft,
    now: Timestamp,
) {
    if draft.body.contains_key("content") {
        message.value["content"] = json!(draft.content());
    }
    if draft.body.contains_key("attachments") || !draft.files.is_empty() {
        let attachments = attachments_of(world, message, &mut draft, now);
        message.value["attachments"] = Value::Array(attachments);
    }
    if let Some(components) = draft.body.get_mut("components") {
        let mut components = components.take();
        if components.is_null() {
            components = json!([]);
        }
        number_components(&mut components, &mut 0);
        message.value["components"] = components;
    }
}

/// The attachments that stay, and the new ones.
fn attachments_of(
    world: &mut World,
    message: &PostedMessage,
    draft: &mut Draft,
    now: Timestamp,
) -> Vec<Value> {
    let mut attachments = match draft.list("attachments") {
        Some(list) => {
            let ids: Vec<Id> =
                list.iter().filter_map(|attachment| id_of(&attachment["id"])).collect();
            let stays =
                |attachment: &&Value| id_of(&attachment["id"]).is_some_and(|id| ids.contains(&id));
            message.attachments().iter().filter(stays).cloned().collect()
        }
        None => message.attachments().to_vec(),
    };
    for (number, file) in std::mem::take(&mut draft.files) {
        let described = draft.list("attachments").and_then(|list| {
            list.iter().find(|attachment| id_of(&attachment["id"]) == Some(Id(number)))
        });
        let description =
            described.map_or(Value::Null, |attachment| attachment["description"].clone());
        let id = world.ids.next(now);
        let name =
            described.and_then(|attachment| attachment["filename"].as_str()).unwrap_or(&file.name);
        let url = format!("http://{}/attachments/{}/{id}/{name}", world.address, message.channel);
        let mut value = json!({
            "id": id, "filename": name, "size": file.bytes.len(), "url": url,
            "proxy_url": url, "content_type": file.content_type,
        });
        if let Some((width, height)) = size_of(&file.bytes) {
            value["width"] = json!(width);
            value["height"] = json!(height);
        }
        if !description.is_null() {
            value["description"] = description;
        }
        if message.visible_to.is_some() {
            value["ephemeral"] = json!(true);
        }
        attachments.push(value);
        world.files.put(id, file);
    }
    attachments
}

/// Gives every component its number, and menus their default bounds.
fn number_components(components: &mut Value, last: &mut u64) {
    for component in components.as_array_mut().into_iter().flatten() {
        *last += 1;
        if component.get("id").is_none() {
            component["id"] = json!(*last);
        }
        if matches!(component["type"].as_u64(), Some(3 | 5..=8)) {
            for key in ["min_values", "max_values"] {
                if component[key].is_null() {
                    component[key] = json!(1);
                }
            }
        }
        if let Some(inner) = component.get_mut("components") {
            number_components(inner, last);
        }
    }
}

/// The width and height of a PNG or a GIF.
fn size_of(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let number = |at: usize| -> Option<u32> {
            Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
        };
        return Some((number(16)?, number(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        let number = |at: usize| -> Option<u32> {
            Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?).into())
        };
        return Some((number(6)?, number(8)?));
    }
    None
}

//! Deliberate mutations of valid requests, each of which has to be found by its name.

use kradan_emulator::{LoggedFile, LoggedRequest};
use serde_json::{Value, json};

use super::SPEC;

/// A mutation of a message, and the fault that it has to cause. It returns false where it does not
/// apply.
pub(super) type Mutation = (&'static str, fn(&mut LoggedRequest) -> bool);

/// The message in a request: a post, an edit, or the data of a callback.
pub(super) fn message(request: &mut LoggedRequest) -> Option<&mut Value> {
    let is_callback = request.template.ends_with("/callback");
    let kind = request.body["type"].as_u64();
    if is_callback && !matches!(kind, Some(4 | 7)) {
        return None;
    }
    let has_message = is_callback
        || request.template.contains("/messages")
        || request.template.ends_with("{webhook_token}");
    if !has_message || request.template.ends_with("/threads") {
        return None;
    }
    let body = if is_callback { &mut request.body["data"] } else { &mut request.body };
    body.is_object().then_some(body)
}

/// The rows of a message that is no layout, if it has any.
fn rows(request: &mut LoggedRequest) -> Option<&mut Vec<Value>> {
    let rows = message(request)?.get_mut("components")?.as_array_mut()?;
    (!rows.is_empty() && rows.iter().all(|it| it["type"] == 1)).then_some(rows)
}

/// The first component of a type.
fn first(request: &mut LoggedRequest, kind: u64) -> Option<&mut Value> {
    let all = rows(request)?.iter_mut().filter_map(|it| it["components"].as_array_mut()).flatten();
    all.into_iter().find(|it| it["type"] == kind)
}

fn button(request: &mut LoggedRequest) -> Option<&mut Value> {
    first(request, 2).filter(|it| it["custom_id"].is_string())
}

/// A menu with two options at least.
fn menu(request: &mut LoggedRequest) -> Option<&mut Value> {
    first(request, 3).filter(|it| it["options"].as_array().is_some_and(|it| it.len() > 1))
}

fn set(at: Option<&mut Value>, key: &str, value: Value) -> bool {
    at.map(|it| it[key] = value).is_some()
}

pub(super) const MUTATIONS: [Mutation; 32] = [
    ("'contnet' was unexpected", |it| set(message(it), "contnet", json!("x"))),
    ("content is too long", |it| set(message(it), "content", json!("x".repeat(2_001)))),
    ("\"/data/content\"", |it| {
        it.template.ends_with("/callback") && set(message(it), "content", json!(5))
    }),
    ("'labell' was unexpected", |it| set(button(it), "labell", json!("x"))),
    ("/label\"", |it| set(button(it), "label", json!("x".repeat(81)))),
    ("/custom_id\"", |it| set(button(it), "custom_id", json!("x".repeat(101)))),
    ("/style\"", |it| set(button(it), "style", json!("blue"))),
    ("a button without label and emoji", |it| {
        set(button(it), "emoji", Value::Null) && set(button(it), "label", json!(""))
    }),
    ("a button needs a custom id or, as a link, a url", |it| set(button(it), "style", json!(5))),
    ("an emoji of letters", |it| set(button(it), "emoji", json!({ "name": "pawn" }))),
    ("a custom id twice", |it| {
        let Some(row) = rows(it).and_then(|it| it.first().cloned()) else { return false };
        let has_id = row["components"][0]["custom_id"].is_string();
        rows(it).filter(|it| has_id && it.len() < 5).map(|it| it.push(row)).is_some()
    }),
    ("too many rows", |it| rows(it).map(|it| *it = vec![it[0].clone(); 6]).is_some()),
    ("a row is too wide", |it| {
        let Some(button) = button(it).cloned() else { return false };
        let row = json!({ "type": 1, "components": vec![button; 6] });
        rows(it).map(|it| it[0] = row).is_some()
    }),
    ("a row is too wide", |it| {
        let Some(menu) = menu(it).cloned() else { return false };
        let button = json!({ "type": 2, "style": 2, "custom_id": "x", "label": "x" });
        let row = json!({ "type": 1, "components": [menu, button] });
        rows(it).map(|it| it[0] = row).is_some()
    }),
    ("an empty row", |it| rows(it).map(|it| it[0]["components"] = json!([])).is_some()),
    ("a component outside of a row", |it| {
        let Some(button) = button(it).cloned() else { return false };
        rows(it).map(|it| it[0] = button).is_some()
    }),
    ("a value twice in a menu", |it| {
        menu(it).map(|it| it["options"][1]["value"] = it["options"][0]["value"].clone()).is_some()
    }),
    ("/options\"", |it| {
        let option = |number: usize| json!({ "label": "x", "value": number.to_string() });
        let options: Vec<Value> = (0..26).map(option).collect();
        set(menu(it), "options", json!(options))
    }),
    ("a menu has too many defaults", |it| {
        let Some(menu) = menu(it).filter(|it| it["max_values"].as_u64().unwrap_or(1) == 1) else {
            return false;
        };
        for at in 0..2 {
            menu["options"][at]["default"] = json!(true);
        }
        true
    }),
    ("a menu needs more values than it takes", |it| set(menu(it), "min_values", json!(2))),
    ("a menu takes more values than it has", |it| {
        let Some(menu) = menu(it) else { return false };
        let options = menu["options"].as_array().map_or(0, Vec::len);
        set(Some(menu), "max_values", json!(options + 1))
    }),
    ("/options/0/label\"", |it| {
        menu(it).map(|it| it["options"][0]["label"] = json!("x".repeat(101))).is_some()
    }),
    ("/placeholder\"", |it| set(menu(it), "placeholder", json!("x".repeat(151)))),
    ("mentions of users are parsed and listed", |it| {
        let allowed = json!({ "parse": ["users"], "users": ["12"] });
        set(message(it), "allowed_mentions", allowed)
    }),
    ("/allowed_mentions/users/0\"", |it| {
        set(message(it), "allowed_mentions", json!({ "parse": [], "users": ["Ann"] }))
    }),
    ("an attachment has no file", |it| {
        set(message(it), "attachments", json!([{ "id": 9, "filename": "a.png" }]))
    }),
    ("a file is not listed", |it| {
        let file = LoggedFile { number: 7, name: "a.png".to_owned(), size: 1 };
        let has_list = message(it).is_some_and(|it| it["attachments"].is_array());
        it.files.push(file);
        has_list
    }),
    ("a file is too large", |it| {
        it.files.first_mut().map(|it| it.size = (10 << 20) + 1).is_some() && message(it).is_some()
    }),
    ("/description\"", |it| {
        let attachments = message(it).and_then(|it| it["attachments"].as_array_mut());
        let first = attachments.and_then(|it| it.first_mut());
        set(first, "description", json!("x".repeat(1_025)))
    }),
    ("a layout with content or embeds", |it| {
        let is_new = it.method == "POST";
        is_new
            && set(message(it), "content", json!("x"))
            && set(message(it), "flags", json!(1 << 15))
    }),
    ("an empty message", |it| {
        let is_new = it.method == "POST" && it.body["type"] != 7;
        it.files.clear();
        is_new && message(it).map(|it| *it = json!({ "content": " " })).is_some()
    }),
    ("the length of a choice's name", |it| {
        let choices = it.body.pointer_mut("/data/choices").and_then(Value::as_array_mut);
        set(choices.and_then(|it| it.first_mut()), "name", json!("x".repeat(101)))
    }),
];

/// Checks that every mutation of some valid request is found.
pub(crate) fn check_mutations(requests: &[std::sync::Arc<LoggedRequest>]) {
    for (at, (expected, mutate)) in MUTATIONS.iter().enumerate() {
        let mutated = requests.iter().find_map(|it| {
            let mut request = LoggedRequest::clone(it);
            mutate(&mut request).then_some(request)
        });
        let mutated = mutated.unwrap_or_else(|| panic!("{at}: nothing to mutate for {expected}"));
        let faults = SPEC.all_faults(&mutated);
        assert!(
            faults.iter().any(|it| it.contains(expected)),
            "{at}: {expected} is not found, but {faults:#?} in {:#}",
            mutated.body
        );
    }
}

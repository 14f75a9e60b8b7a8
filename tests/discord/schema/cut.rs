//! Cuts Discord's `OpenAPI` file down to what the tests read: the operations that Kradan and the
//! emulator know, and the schemas that their requests refer to.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::{Map, Value, json};

/// The environment variable that names a whole `OpenAPI` file. If it is set, the cut is written
/// anew.
const WHOLE_FILE: &str = "DISCORD_OPENAPI";

/// The operations that are kept.
const OPERATIONS: [(&str, &[&str]); 33] = [
    ("/applications/@me", &["get"]),
    ("/applications/{application_id}/commands", &["get", "post", "put"]),
    ("/applications/{application_id}/commands/{command_id}", &["get", "patch", "delete"]),
    ("/applications/{application_id}/emojis", &["get", "post"]),
    ("/applications/{application_id}/emojis/{emoji_id}", &["get", "patch", "delete"]),
    ("/channels/{channel_id}", &["get", "patch", "delete"]),
    ("/channels/{channel_id}/messages", &["get", "post"]),
    ("/channels/{channel_id}/messages/pins", &["get"]),
    ("/channels/{channel_id}/messages/pins/{message_id}", &["put", "delete"]),
    ("/channels/{channel_id}/messages/{message_id}", &["get", "patch", "delete"]),
    ("/channels/{channel_id}/messages/{message_id}/threads", &["post"]),
    ("/channels/{channel_id}/thread-members", &["get"]),
    ("/channels/{channel_id}/thread-members/@me", &["put", "delete"]),
    ("/channels/{channel_id}/thread-members/{user_id}", &["get", "put", "delete"]),
    ("/channels/{channel_id}/threads", &["post"]),
    ("/channels/{channel_id}/typing", &["post"]),
    ("/gateway", &["get"]),
    ("/gateway/bot", &["get"]),
    ("/guilds/{guild_id}", &["get"]),
    ("/guilds/{guild_id}/channels", &["get"]),
    ("/guilds/{guild_id}/members/{user_id}", &["get"]),
    ("/guilds/{guild_id}/roles", &["get"]),
    ("/guilds/{guild_id}/threads/active", &["get"]),
    ("/interactions/{interaction_id}/{interaction_token}/callback", &["post"]),
    ("/oauth2/applications/@me", &["get"]),
    ("/users/@me", &["get"]),
    ("/users/@me/channels", &["post"]),
    ("/users/@me/guilds", &["get"]),
    ("/users/@me/guilds/{guild_id}", &["delete"]),
    ("/users/{user_id}", &["get"]),
    ("/webhooks/{webhook_id}/{webhook_token}", &["post"]),
    ("/webhooks/{webhook_id}/{webhook_token}/messages/@original", &["get", "patch", "delete"]),
    ("/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", &["get", "patch", "delete"]),
];

/// The cut of a whole document.
fn cut(whole: &Value) -> Value {
    let mut paths = Map::new();
    for (path, methods) in OPERATIONS {
        let item = &whole["paths"][path];
        assert!(item.is_object(), "there is no path {path}");
        let mut kept = part_of(item, &["parameters"]);
        for &method in methods {
            assert!(item[method].is_object(), "{path} has no {method}");
            kept.insert(method.to_owned(), operation(&item[method]));
        }
        paths.insert(path.to_owned(), Value::Object(kept));
    }
    let mut paths = Value::Object(paths);
    without_prose(&mut paths, Keys::AreNames);

    let mut schemas = Map::new();
    let mut referred = references(&paths);
    while let Some(name) = referred.pop_first() {
        if schemas.contains_key(&name) {
            continue;
        }
        let mut schema = whole["components"]["schemas"][&name].clone();
        assert!(schema.is_object(), "there is no schema {name}");
        without_prose(&mut schema, Keys::AreKeywords);
        referred.extend(references(&schema));
        schemas.insert(name, schema);
    }
    json!({
        "openapi": whole["openapi"],
        "info": part_of(&whole["info"], &["title", "version", "license"]),
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

/// The parameters and the request body of an operation, without its responses.
fn operation(whole: &Value) -> Value {
    let mut kept = part_of(whole, &["parameters"]);
    if let Some(content) = whole["requestBody"]["content"].as_object() {
        // A form has the schema of the JSON body, and files. Only its content type is kept.
        let content = content.iter().map(|(kind, body)| match kind.as_str() {
            "application/json" => (kind.clone(), json!({ "schema": body["schema"] })),
            _ => (kind.clone(), json!({})),
        });
        let content: Map<String, Value> = content.collect();
        kept.insert("requestBody".to_owned(), json!({ "content": content }));
    }
    Value::Object(kept)
}

fn part_of(whole: &Value, names: &[&str]) -> Map<String, Value> {
    let known = |&&name: &&&str| !whole[name].is_null();
    names.iter().filter(known).map(|&name| (name.to_owned(), whole[name].clone())).collect()
}

/// The meaning of an object's keys.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keys {
    /// Keywords of JSON Schema.
    AreKeywords,
    /// Names that Discord chose. One of them may be `description`.
    AreNames,
}

fn without_prose(value: &mut Value, keys: Keys) {
    match value {
        Value::Object(object) => {
            let is_prose = |key: &str| {
                matches!(key, "description" | "title" | "summary" | "examples")
                    || key.starts_with("x-")
            };
            if keys == Keys::AreKeywords {
                object.retain(|key, _| !is_prose(key));
            }
            for (key, inner) in object {
                let are_names = keys == Keys::AreKeywords
                    && matches!(key.as_str(), "properties" | "patternProperties" | "$defs");
                without_prose(inner, if are_names { Keys::AreNames } else { Keys::AreKeywords });
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|it| without_prose(it, Keys::AreKeywords)),
        _ => {}
    }
}

/// The names of the schemas to which a value refers.
fn references(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Object(object) => {
            let own = object.get("$ref").and_then(Value::as_str);
            let own = own.and_then(|path| path.strip_prefix("#/components/schemas/"));
            own.map(str::to_owned).into_iter().chain(object.values().flat_map(references)).collect()
        }
        Value::Array(list) => list.iter().flat_map(references).collect(),
        _ => BTreeSet::new(),
    }
}

mod tests {
    use super::*;

    #[test]
    fn the_cut_schema_holds_what_is_used() {
        let path = super::super::path();
        if let Some(whole) = std::env::var_os(WHOLE_FILE).map(PathBuf::from) {
            let text = std::fs::read_to_string(&whole)
                .unwrap_or_else(|error| panic!("{}: {error}", whole.display()));
            let cut = cut(&serde_json::from_str(&text).unwrap());
            std::fs::write(&path, serde_json::to_string_pretty(&cut).unwrap() + "\n").unwrap();
        }
        let kept: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert!(cut(&kept) == kept, "{} is not what {WHOLE_FILE} gives", path.display());
    }

    #[test]
    fn the_cut_drops_prose_and_keeps_names() {
        let mut schema = json!({
            "title": "A choice", "description": "One of several.", "type": "object",
            "properties": { "description": { "type": "string", "description": "What it is." } },
            "oneOf": [{ "const": 1, "title": "ONE", "x-since": 3 }],
        });
        without_prose(&mut schema, Keys::AreKeywords);
        let expected = json!({
            "type": "object", "properties": { "description": { "type": "string" } },
            "oneOf": [{ "const": 1 }],
        });
        assert_eq!(schema, expected);
    }
}

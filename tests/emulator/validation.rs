//! The limits of requests: a value at a limit is accepted, and one beyond it is refused by location.

use kradan_emulator::GAMES;
use reqwest::Method;
use serde_json::{Value, json};

use crate::api::{Api, code, first_field_error};
use crate::bot::PNG;

fn button(id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": "x", "custom_id": id})
}

fn row(components: Value) -> Value {
    json!({"type": 1, "components": components})
}

fn menu(options: Value) -> Value {
    json!({"components": [row(json!([{"type": 3, "custom_id": "m", "options": options}]))]})
}

fn option(value: usize) -> Value {
    json!({"label": "x", "value": value.to_string()})
}

fn options(count: usize) -> Value {
    (0..count).map(option).collect()
}

fn with_button(change: Value) -> Value {
    let mut it = button("b");
    for (key, value) in change.as_object().unwrap() {
        it[key] = value.clone();
    }
    json!({"components": [row(json!([it]))]})
}

async fn check(api: &Api, cases: Vec<(Value, &str)>) {
    for (body, location) in cases {
        let shown: String = body.to_string().chars().take(120).collect();
        let (status, answer) = api.post(&format!("/channels/{GAMES}/messages"), body).await;
        if location.is_empty() {
            assert_eq!(status, 200, "{shown}: {answer}");
        } else {
            assert_eq!(code(&(status, answer.clone())), (400, 50035), "{shown}");
            assert_eq!(first_field_error(&answer), location, "{shown}");
        }
    }
}

#[tokio::test]
async fn texts_and_keys() {
    let api = Api::start().await;
    check(
        &api,
        vec![
            (json!({"content": "ก".repeat(2000)}), ""),
            (json!({"content": "ก".repeat(2001)}), "content BASE_TYPE_MAX_LENGTH"),
            (json!({"content": 5}), "content STRING_TYPE_CONVERT"),
            (json!({"content": "x", "kontent": "y"}), "kontent UNKNOWN_KEY"),
            (json!({"content": "x", "tts": "yes"}), "tts BOOLEAN_TYPE_CONVERT"),
            (json!({"content": "x", "embeds": {}}), "embeds LIST_TYPE_CONVERT"),
            (json!({"content": "x", "flags": 64}), "flags BITFIELD_INVALID_FLAGS"),
            // Embeds and newer components are unknown here: Kradan sends none.
            (json!({"embeds": [{"title": "x"}]}), "embeds BASE_TYPE_BAD_LENGTH"),
            (json!({"content": "x", "flags": 1 << 15}), "flags BITFIELD_INVALID_FLAGS"),
            (json!({"content": "x", "nonce": "n".repeat(26)}), "nonce BASE_TYPE_BAD_LENGTH"),
        ],
    )
    .await;
    let empty = api.post(&format!("/channels/{GAMES}/messages"), json!({"content": " "})).await;
    assert_eq!(code(&empty), (400, 50006));
    api.emulator.stop().await;
}

#[tokio::test]
async fn buttons_and_menus() {
    let api = Api::start().await;
    let location = "components.0.components.0";
    let at = |rest: &str| format!("{location}.{rest}");
    let rows = |count: usize| -> Value {
        (0..count).map(|it| row(json!([button(&it.to_string())]))).collect()
    };
    let buttons = |count: usize| -> Value {
        let all: Value = (0..count).map(|it| button(&it.to_string())).collect();
        json!({"components": [row(all)]})
    };
    let twice = json!({"components": [row(json!([button("a"), button("a")]))]});
    let beside = json!({"type": 3, "custom_id": "m", "options": options(1)});
    check(
        &api,
        vec![
            (json!({"components": rows(5)}), ""),
            (json!({"components": rows(6)}), "components BASE_TYPE_BAD_LENGTH"),
            (buttons(5), ""),
            (buttons(6), "components.0.components BASE_TYPE_BAD_LENGTH"),
            (buttons(0), "components.0.components BASE_TYPE_BAD_LENGTH"),
            (twice, "components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED"),
            (
                json!({"components": [row(json!([beside, button("a")]))]}),
                "components.0.components COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            ),
            (with_button(json!({"custom_id": "x".repeat(100)})), ""),
            (
                with_button(json!({"custom_id": "x".repeat(101)})),
                &at("custom_id BASE_TYPE_BAD_LENGTH"),
            ),
            (with_button(json!({"custom_id": ""})), &at("custom_id BASE_TYPE_BAD_LENGTH")),
            (with_button(json!({"custom_id": null})), &at("custom_id BASE_TYPE_REQUIRED")),
            (with_button(json!({"label": "x".repeat(80)})), ""),
            (with_button(json!({"label": "x".repeat(81)})), &at("label BASE_TYPE_MAX_LENGTH")),
            (
                with_button(json!({"label": ""})),
                &format!("{location} BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
            ),
            (with_button(json!({"label": "", "emoji": {"name": "♟"}})), ""),
            (
                with_button(json!({"emoji": {"name": "pawn"}})),
                &at("emoji.name BUTTON_COMPONENT_INVALID_EMOJI"),
            ),
            (with_button(json!({"style": 7})), &at("style NUMBER_TYPE_MAX")),
            (menu(options(25)), ""),
            (menu(options(26)), &at("options BASE_TYPE_BAD_LENGTH")),
            (menu(options(0)), &at("options BASE_TYPE_BAD_LENGTH")),
            (
                menu(json!([option(1), option(1)])),
                &at("options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
            ),
            (
                menu(json!([{"label": "x".repeat(101), "value": "1"}])),
                &at("options.0.label BASE_TYPE_BAD_LENGTH"),
            ),
            (
                menu(json!([{"label": "x", "value": "1".repeat(101)}])),
                &at("options.0.value BASE_TYPE_BAD_LENGTH"),
            ),
        ],
    )
    .await;
    api.emulator.stop().await;
}

#[tokio::test]
async fn mentions() {
    let api = Api::start().await;
    let both = json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}});
    check(
        &api,
        vec![
            (both, "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"),
            (
                json!({"content": "x", "allowed_mentions": {"parse": ["all"]}}),
                "allowed_mentions.parse.0 BASE_TYPE_CHOICES",
            ),
        ],
    )
    .await;
    api.emulator.stop().await;
}

#[tokio::test]
async fn files_and_references_to_them() {
    let api = Api::start().await;
    let path = format!("/channels/{GAMES}/messages");
    let alt = |text: &str| json!({"attachments": [{"id": 0, "description": text}]});
    let file = [("board.png", PNG)];
    let send = |body: Value| api.upload(Method::POST, &path, body, &file);
    assert_eq!(send(alt(&"x".repeat(1024))).await.0, 200);
    let (_, long) = send(alt(&"x".repeat(1025))).await;
    assert_eq!(first_field_error(&long), "attachments.0.description BASE_TYPE_MAX_LENGTH");
    let (_, none) = send(json!({"attachments": [{"id": 1}]})).await;
    assert_eq!(first_field_error(&none), "attachments.0 ATTACHMENT_NOT_FOUND");
    let (_, none) = api.post(&path, json!({"content": "x", "attachments": [{"id": "0"}]})).await;
    assert_eq!(first_field_error(&none), "attachments.0 ATTACHMENT_NOT_FOUND");
    let large: &'static [u8] = vec![0; 10 * 1024 * 1024 + 1].leak();
    let sent = api.upload(Method::POST, &path, json!({}), &[("large.png", large)]).await;
    assert_eq!(code(&sent), (413, 40005));
    api.emulator.stop().await;
}

#[tokio::test]
async fn an_edit_keeps_the_files_that_it_lists() {
    let api = Api::start().await;
    let path = format!("/channels/{GAMES}/messages");
    let (_, sent) =
        api.upload(Method::POST, &path, json!({}), &[("a.png", PNG), ("b.png", PNG)]).await;
    let one = format!("{path}/{}", sent["id"].as_str().unwrap());
    let names = |message: &Value| -> Vec<String> {
        let files = message["attachments"].as_array().unwrap();
        files.iter().map(|it| it["filename"].as_str().unwrap().to_owned()).collect()
    };
    let (_, same) = api.patch(&one, json!({"content": "x"})).await;
    assert_eq!(names(&same), ["a.png", "b.png"]);
    let listed = json!([{"id": sent["attachments"][1]["id"]}, {"id": 0}]);
    let body = json!({"attachments": listed});
    let (_, changed) = api.upload(Method::PATCH, &one, body, &[("c.png", PNG)]).await;
    assert_eq!(names(&changed), ["b.png", "c.png"]);
    let removed = json!({"attachments": [{"id": sent["attachments"][0]["id"]}]});
    let (_, refused) = api.patch(&one, removed).await;
    assert_eq!(first_field_error(&refused), "attachments.0 ATTACHMENT_NOT_FOUND");
    let (_, none) = api.patch(&one, json!({"attachments": []})).await;
    assert!(names(&none).is_empty());
    let nothing = api.patch(&one, json!({"content": ""})).await;
    assert_eq!(code(&nothing), (400, 50006));
    api.emulator.stop().await;
}

#[tokio::test]
async fn commands_are_checked_strictly() {
    let api = Api::start().await;
    let named = |name: &str| json!([{"name": name, "description": "d"}]);
    let with = |key: &str, value: Value| {
        let mut command = json!({"name": "a", "description": "d"});
        command[key] = value;
        json!([command])
    };
    let option = |name: &str, required: bool| json!({"type": 3, "name": name, "description": "d", "required": required});
    let choices = |count: usize| -> Value {
        let all: Value =
            (0..count).map(|it| json!({"name": it.to_string(), "value": "v"})).collect();
        json!([{"type": 3, "name": "o", "description": "d", "choices": all}])
    };
    let heavy: Value = (0..25)
        .map(|it| {
            let choices: Value = (0..25)
                .map(|at| {
                    json!({
                        "name": format!("{at}{}", "x".repeat(10)), "value": "v".repeat(10),
                    })
                })
                .collect();
            json!({"type": 3, "name": format!("o{it}"), "description": "d", "choices": choices})
        })
        .collect();
    let cases = [
        (named("เล่น"), ""),
        (named("遊ぶ"), ""),
        (named("Play"), "0.name APPLICATION_COMMAND_INVALID_NAME"),
        (named("two words"), "0.name APPLICATION_COMMAND_INVALID_NAME"),
        (named(&"x".repeat(33)), "0.name BASE_TYPE_BAD_LENGTH"),
        (json!([{"name": "a"}]), "0.description BASE_TYPE_REQUIRED"),
        (with("description", json!("x".repeat(101))), "0.description BASE_TYPE_BAD_LENGTH"),
        (with("name_localizations", json!({"th": "ก"})), ""),
        (with("name_localizations", json!({"tha": "ก"})), "0.name_localizations.tha UNKNOWN_KEY"),
        (with("contexts", json!([3])), "0.contexts BASE_TYPE_CHOICES"),
        (
            with("options", json!([option("x", false), option("y", true)])),
            "0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            with("options", json!([option("x", true), option("x", true)])),
            "0.options.1.name APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
        ),
        (with("options", choices(25)), ""),
        (with("options", choices(26)), "0.options.0.choices BASE_TYPE_BAD_LENGTH"),
        (with("options", heavy), "0 APPLICATION_COMMAND_TOO_LARGE"),
        (
            json!([{"name": "a", "description": "d"}, {"name": "a", "description": "d"}]),
            "1 APPLICATION_COMMANDS_DUPLICATE_NAME",
        ),
    ];
    for (body, location) in cases {
        let shown: String = body.to_string().chars().take(120).collect();
        let (status, answer) = api.put(&api.commands(), body).await;
        if location.is_empty() {
            assert_eq!(status, 200, "{shown}: {answer}");
        } else {
            assert_eq!((status, first_field_error(&answer).as_str()), (400, location), "{shown}");
        }
    }
    api.emulator.stop().await;
}

//! The emoji of the bot's application.

use kradan_emulator::{Emulator, GAMES, Options};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::api::{Api, code, first_field_error};

/// The first bytes of a PNG file, and of a GIF file.
const PNG_URI: &str = "data:image/png;base64,iVBORw0KGgo=";
const GIF_URI: &str = "data:image/gif;base64,R0lGODlh";

fn emojis(api: &Api) -> String {
    format!("/applications/{}/emojis", api.emulator.application())
}

fn named(name: &str) -> Value {
    json!({"name": name, "image": PNG_URI})
}

#[tokio::test]
async fn an_emoji_is_uploaded_renamed_and_deleted() {
    let api = Api::start().await;
    let path = emojis(&api);
    assert_eq!(api.get(&path).await, (200, json!({"items": []})));
    let (status, pawn) = api.post(&path, named("pawn_1")).await;
    assert_eq!((status, &pawn["name"], &pawn["animated"]), (201, &json!("pawn_1"), &json!(false)));
    assert_eq!(pawn["user"]["id"], api.emulator.application().to_string());
    assert_eq!([&pawn["available"], &pawn["require_colons"]], [true, true]);
    let (_, film) = api.post(&path, json!({"name": "film", "image": GIF_URI})).await;
    assert_eq!(film["animated"], true);
    assert_eq!(api.get(&path).await.1, json!({"items": [pawn, film]}));

    let own = format!("{path}/{}", pawn["id"].as_str().unwrap());
    let (status, renamed) = api.patch(&own, json!({"name": "rook"})).await;
    assert_eq!((status, &renamed["name"], &renamed["id"]), (200, &json!("rook"), &pawn["id"]));
    assert_eq!(api.get(&own).await.1, renamed);
    assert_eq!(api.delete(&own).await.0, 204);
    for gone in [api.get(&own).await, api.delete(&own).await] {
        assert_eq!(code(&gone), (404, 10014));
    }
    assert_eq!(code(&api.get("/applications/5/emojis").await), (404, 10002));
    api.emulator.stop().await;
}

#[tokio::test]
async fn invalid_emoji_are_refused() {
    let api = Api::start().await;
    let path = emojis(&api);
    api.post(&path, named("pawn")).await;
    let large = format!("data:image/png;base64,iVBORw0KGgoA{}", "AAAA".repeat(90_000));
    let wrong = [
        (named("p"), "name BASE_TYPE_BAD_LENGTH"),
        (named(&"p".repeat(33)), "name BASE_TYPE_BAD_LENGTH"),
        (named("pa-wn"), "name STRING_TYPE_REGEX"),
        (named("เบี้ย"), "name STRING_TYPE_REGEX"),
        (named("pawn"), "name APPLICATION_EMOJI_NAME_ALREADY_TAKEN"),
        (json!({"image": PNG_URI}), "name BASE_TYPE_REQUIRED"),
        (json!({"name": "rook"}), "image BASE_TYPE_REQUIRED"),
        (json!({"name": "rook", "image": "iVBORw0KGgo="}), "image IMAGE_INVALID"),
        (
            json!({"name": "rook", "image": "data:image/gif;base64,iVBORw0KGgo="}),
            "image IMAGE_INVALID",
        ),
        (json!({"name": "rook", "image": "data:text/plain;base64,iVBO"}), "image IMAGE_INVALID"),
        (json!({"name": "rook", "image": large}), "image BINARY_TYPE_MAX_SIZE"),
    ];
    for (body, expected) in wrong {
        let (status, refused) = api.post(&path, body).await;
        assert_eq!((status, first_field_error(&refused).as_str()), (400, expected));
    }
    api.emulator.stop().await;
}

#[tokio::test]
async fn an_application_owns_two_thousand_emoji() {
    let api = Api::start().await;
    let path = emojis(&api);
    for number in 0..2_000 {
        assert_eq!(api.post(&path, named(&format!("emoji_{number}"))).await.0, 201);
    }
    assert_eq!(code(&api.post(&path, named("one_more")).await), (400, 30008));
    api.emulator.stop().await;
}

#[tokio::test]
async fn components_have_characters_and_emoji_of_the_application() {
    let api = Api::start().await;
    let id = api.post(&emojis(&api), named("pawn")).await.1["id"].clone();
    let messages = format!("/channels/{GAMES}/messages");
    let with = |emoji: Value| {
        json!({"components": [{"type": 1, "components": [
            {"type": 2, "style": 2, "custom_id": "x", "emoji": emoji},
        ]}]})
    };
    for fitting in [
        json!({"name": "♟"}),
        json!({"id": null, "name": "👍"}),
        json!({"id": id}),
        json!({"id": id, "name": "pawn", "animated": false}),
    ] {
        let (status, answer) = api.post(&messages, with(fitting)).await;
        assert_eq!(status, 200, "{answer}");
    }
    for (wrong, expected) in [
        (json!({"id": "5", "name": "pawn"}), "id BUTTON_COMPONENT_INVALID_EMOJI"),
        (json!({"name": "pawn"}), "name BUTTON_COMPONENT_INVALID_EMOJI"),
        (json!({}), "name BUTTON_COMPONENT_INVALID_EMOJI"),
        (json!({"id": "pawn"}), "id NUMBER_TYPE_COERCE"),
        (json!({"id": id, "nmae": "pawn"}), "nmae UNKNOWN_KEY"),
    ] {
        let (status, refused) = api.post(&messages, with(wrong)).await;
        let expected = format!("components.0.components.0.emoji.{expected}");
        assert_eq!((status, first_field_error(&refused)), (400, expected));
    }
    api.emulator.stop().await;
}

#[tokio::test]
async fn emoji_and_their_images_survive_a_restart() {
    let folder = TempDir::new().unwrap();
    let options = || Options { folder: Some(folder.path().to_owned()), ..Options::default() };
    let api = Api::of(Emulator::start(options()).await.unwrap());
    let path = emojis(&api);
    let (_, pawn) = api.post(&path, named("pawn")).await;
    let (_, doomed) = api.post(&path, named("doomed")).await;
    let image = |emoji: &Value, extension: &str| {
        format!("/emojis/{}.{extension}", emoji["id"].as_str().unwrap())
    };
    api.delete(&format!("{path}/{}", doomed["id"].as_str().unwrap())).await;
    api.emulator.stop().await;

    let api = Api::of(Emulator::start(options()).await.unwrap());
    assert_eq!(api.get(&path).await.1, json!({"items": [pawn]}));
    for extension in ["png", "webp"] {
        let url = format!("{}{}", api.emulator.url(), image(&pawn, extension));
        let answer = reqwest::get(url).await.unwrap();
        assert_eq!(answer.headers()["content-type"], "image/png");
        assert_eq!(answer.bytes().await.unwrap()[..], *b"\x89PNG\r\n\x1a\n");
    }
    for gone in [image(&doomed, "png"), image(&pawn, "exe"), "/emojis/5.png".to_owned()] {
        assert_eq!(api.get_unnamed(&gone).await.0, 404);
    }
    let (_, world) = api.get_unnamed("/local/world").await;
    assert_eq!(world["emojis"][0]["name"], "pawn");
    assert_eq!(world["emojis"][0]["url"], image(&pawn, "webp"));
    api.emulator.stop().await;
}

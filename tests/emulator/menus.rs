//! Menus that keep their choice, and menus of people, roles and channels.

use kradan_emulator::{ANN, ActionError, BEN, CHAI, ChannelKind, GAMES, GARDEN, Id, MAKRUK};
use serde_json::{Value, json};

use crate::api::Api;

/// Posts a message with one menu.
async fn menu(api: &Api, menu: Value) -> (Id, String) {
    let body = json!({"components": [{"type": 1, "components": [menu]}]});
    let path = format!("/channels/{GAMES}/messages");
    let (status, sent) = api.post(&path, body).await;
    assert_eq!(status, 200, "{sent}");
    let id = sent["id"].as_str().unwrap();
    (id.parse().unwrap(), format!("{path}/{id}"))
}

#[tokio::test]
async fn the_same_choice_is_sent_again_only_after_an_update() {
    let api = Api::start().await;
    let option = |value: &str| json!({"label": value, "value": value, "default": value == "a"});
    let options = json!([option("a"), option("b"), option("c")]);
    let (id, path) = menu(&api, json!({"type": 3, "custom_id": "m", "options": options})).await;
    let (ann, ben) = (api.emulator.as_user(ANN), api.emulator.as_user(BEN));
    let is_same = |refused| matches!(refused, Err(ActionError::SameChoice { .. }));
    assert!(is_same(ann.select(id, "m", &["a"])), "it is the default");
    let chosen = ann.select(id, "m", &["b"]).unwrap();
    assert!(is_same(ann.select(id, "m", &["b"])));
    assert!(ben.select(id, "m", &["b"]).is_ok(), "others have clients of their own");
    // A response to the choice changes nothing.
    let reply = json!({"type": 4, "data": {"content": "x", "flags": 64}});
    assert_eq!(api.callback(&chosen, reply).await.0, 204);
    assert!(is_same(ann.select(id, "m", &["b"])));
    assert_eq!(api.patch(&path, json!({"content": "new"})).await.0, 200);
    let again = ann.select(id, "m", &["b"]).unwrap();
    // An update by the press renews the menu.
    assert_eq!(api.callback(&again, json!({"type": 7, "data": {"content": "y"}})).await.0, 204);
    assert!(ann.select(id, "m", &["b"]).is_ok());
    api.emulator.stop().await;
}

#[tokio::test]
async fn menus_offer_people_roles_and_channels() {
    let api = Api::start().await;
    let voice = api.emulator.make_channel_of(ChannelKind::Voice, GARDEN, "voice");
    let text = |id: Id| id.to_string();
    let cases = [
        (json!({"type": 5}), text(BEN), text(GAMES), "users"),
        (json!({"type": 6}), text(GARDEN), text(BEN), "roles"),
        (json!({"type": 7}), text(CHAI), text(GAMES), "users"),
        (json!({"type": 7}), text(GARDEN), text(Id(5)), "roles"),
        (json!({"type": 8}), text(MAKRUK), text(BEN), "channels"),
        (json!({"type": 8, "channel_types": [2]}), text(voice), text(MAKRUK), "channels"),
    ];
    for (mut component, offered, other, resolved) in cases {
        component["custom_id"] = json!("m");
        let (id, _) = menu(&api, component.clone()).await;
        let ann = api.emulator.as_user(ANN);
        let refused = ann.select(id, "m", &[&other]);
        assert!(matches!(refused, Err(ActionError::NotOffered { .. })), "{component}");
        let data = ann.select(id, "m", &[&offered]).unwrap().payload()["data"].clone();
        assert_eq!(
            (&data["component_type"], &data["values"]),
            (&component["type"], &json!([offered]))
        );
        assert_eq!(data["resolved"][resolved][&offered]["id"], offered, "{data}");
    }
    api.emulator.stop().await;
}

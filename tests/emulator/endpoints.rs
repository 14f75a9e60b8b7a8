//! The endpoints of the REST API: tokens, permissions, nonces, mentions, threads and history.

use std::time::Duration;

use kradan_emulator::{
    ANN, ANN_AND_BEN, ActionError, BEN, GAMES, GARDEN, Interaction, LOBBY, MAKRUK, Permissions,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::api::{Api, code, first_field_error};
use crate::bot::PNG;

fn ask(api: &Api) -> Interaction {
    api.emulator.as_user(ANN).command(GAMES, "ask", json!({})).unwrap()
}

fn reply(text: &str) -> Value {
    json!({"type": 4, "data": {"content": text}})
}

fn messages() -> String {
    format!("/channels/{GAMES}/messages")
}

fn without(permission: Permissions) -> Permissions {
    Permissions::OF_A_BOT.without(permission)
}

#[tokio::test]
async fn unknown_routes_and_tokens() {
    let api = Api::start().await;
    assert_eq!(code(&api.get("/nothing").await), (404, 0));
    assert_eq!(code(&api.get_unnamed("/api/v9/users/@me").await), (404, 0));
    assert_eq!(code(&api.get_unnamed("/api/v10/users/@me").await), (401, 0));
    assert_eq!(api.get_unnamed("/api/gateway").await.1["url"], api.emulator.gateway_url());
    let unknown = [
        ("/channels/5", 10003),
        ("/guilds/5", 10004),
        ("/users/5", 10013),
        (&*format!("{}/5", messages()), 10008),
        (&*format!("/guilds/{GARDEN}/members/5"), 10013),
        (&*format!("{}/5", api.commands()), 10063),
    ];
    for (path, number) in unknown {
        assert_eq!(code(&api.get(path).await), (404, number), "{path}");
    }
    api.emulator.stop().await;
}

#[tokio::test]
async fn an_interaction_gets_one_response_within_three_seconds() {
    let api = Api::start().await;
    let interaction = ask(&api);
    assert_eq!(api.callback(&interaction, reply("one")).await.0, 204);
    assert_eq!(code(&api.callback(&interaction, reply("two")).await), (400, 40060));
    let late = ask(&api);
    api.emulator.advance(Duration::from_secs(4));
    assert_eq!(code(&api.callback(&late, reply("late")).await), (404, 10062));
    let path = format!("/interactions/{}/wrong/callback", interaction.id());
    assert_eq!(code(&api.post(&path, reply("x")).await), (404, 10062));
    // A response that was refused as invalid can be sent again.
    let retried = ask(&api);
    let (_, refused) = api.callback(&retried, reply(&"x".repeat(2001))).await;
    assert_eq!(first_field_error(&refused), "data.content BASE_TYPE_MAX_LENGTH");
    assert_eq!(api.callback(&retried, reply("x")).await.0, 204);
    api.emulator.stop().await;
}

#[tokio::test]
async fn a_token_expires_after_a_quarter_of_an_hour() {
    let api = Api::start().await;
    let interaction = ask(&api);
    let original = format!("{}/messages/@original", api.webhook(&interaction));
    assert_eq!(code(&api.get(&original).await), (404, 10015));
    api.callback(&interaction, reply("x")).await;
    assert_eq!(api.get(&original).await.1["content"], "x");
    api.emulator.advance(Duration::from_secs(14 * 60));
    assert_eq!(api.patch(&original, json!({"content": "y"})).await.1["content"], "y");
    assert_eq!(api.post(&api.webhook(&interaction), json!({"content": "z"})).await.0, 200);
    api.emulator.advance(Duration::from_secs(2 * 60));
    assert_eq!(code(&api.patch(&original, json!({"content": "z"})).await), (401, 50027));
    assert_eq!(
        code(&api.post(&api.webhook(&interaction), json!({"content": "z"})).await),
        (401, 50027)
    );
    api.emulator.stop().await;
}

#[tokio::test]
async fn the_first_follow_up_replaces_a_deferred_response() {
    let api = Api::start().await;
    let interaction = ask(&api);
    let (_, answer) = {
        let path = format!(
            "/interactions/{}/{}/callback?with_response=true",
            interaction.id(),
            interaction.token()
        );
        api.post(&path, json!({"type": 5, "data": {"flags": 64}})).await
    };
    let promised = &answer["resource"]["message"];
    assert_eq!(promised["flags"], 64 | 128);
    let (_, first) = api.post(&api.webhook(&interaction), json!({"content": "here"})).await;
    assert_eq!((&first["id"], &first["flags"]), (&promised["id"], &json!(64)));
    let (_, second) = api.post(&api.webhook(&interaction), json!({"content": "more"})).await;
    assert_ne!(second["id"], promised["id"]);
    assert_eq!(second["message_reference"]["message_id"], promised["id"]);
    api.emulator.stop().await;
}

#[tokio::test]
async fn a_response_must_fit_its_interaction() {
    let api = Api::start().await;
    let (_, refused) = api.callback(&ask(&api), json!({"type": 7, "data": {}})).await;
    assert_eq!(first_field_error(&refused), "type BASE_TYPE_CHOICES");
    let (_, refused) = api.callback(&ask(&api), json!({"type": 8, "data": {"choices": []}})).await;
    assert_eq!(first_field_error(&refused), "type BASE_TYPE_CHOICES");
    let modal = json!({"type": 9, "data": {"custom_id": "m", "title": "x".repeat(46), "components": [
        {"type": 1, "components": [{"type": 4, "custom_id": "t", "style": 1, "label": "l"}]}]}});
    let (_, refused) = api.callback(&ask(&api), modal).await;
    assert_eq!(first_field_error(&refused), "data.title BASE_TYPE_BAD_LENGTH");
    let defer = json!({"type": 5, "data": {"flags": 4}});
    let (_, refused) = api.callback(&ask(&api), defer).await;
    assert_eq!(first_field_error(&refused), "data.flags BITFIELD_INVALID_FLAGS");
    api.emulator.stop().await;
}

#[tokio::test]
async fn permissions_are_required() {
    let api = Api::start().await;
    let text = json!({"content": "x"});
    let (_, sent) = api.post(&messages(), text.clone()).await;
    let one = format!("{}/{}", messages(), sent["id"].as_str().unwrap());
    let set = |it| api.emulator.set_bot_permissions(GAMES, it);

    set(without(Permissions::SEND_MESSAGES));
    assert_eq!(code(&api.post(&messages(), text.clone()).await), (403, 50013));
    assert_eq!(api.callback(&ask(&api), reply("responses need no permission")).await.0, 204);
    set(without(Permissions::ATTACH_FILES));
    let file = [("board.png", PNG)];
    assert_eq!(code(&api.upload(Method::POST, &messages(), json!({}), &file).await), (403, 50013));
    let interaction = ask(&api);
    let path = format!("/interactions/{}/{}/callback", interaction.id(), interaction.token());
    let sent = api.upload(Method::POST, &path, json!({"type": 4, "data": {}}), &file).await;
    assert_eq!(code(&sent), (403, 50013));
    assert_eq!(api.callback(&interaction, reply("as text then")).await.0, 204);
    set(without(Permissions::READ_MESSAGE_HISTORY));
    assert_eq!(api.get(&messages()).await, (200, json!([])));
    set(without(Permissions::CREATE_PUBLIC_THREADS));
    let thread = json!({"name": "x", "type": 11});
    assert_eq!(code(&api.post(&format!("{one}/threads"), thread).await), (403, 50013));
    set(without(Permissions::VIEW_CHANNEL));
    assert_eq!(code(&api.get(&one).await), (403, 50001));
    assert_eq!(code(&api.post(&messages(), text.clone()).await), (403, 50001));
    // Without membership the bot can only respond to interactions.
    for channel in [LOBBY, ANN_AND_BEN] {
        let path = format!("/channels/{channel}/messages");
        assert_eq!(code(&api.post(&path, text.clone()).await), (403, 50001));
        let interaction = api.emulator.as_user(ANN).command(channel, "ask", json!({})).unwrap();
        assert_eq!(api.callback(&interaction, reply("x")).await.0, 204);
        for _ in 0..5 {
            assert_eq!(api.post(&api.webhook(&interaction), text.clone()).await.0, 200);
        }
        assert_eq!(code(&api.post(&api.webhook(&interaction), text.clone()).await), (400, 40094));
    }
    api.emulator.stop().await;
}

#[tokio::test]
async fn a_nonce_posts_once() {
    let api = Api::start().await;
    let post = |body: Value| api.post("/channels/1300000000000000101/messages", body);
    let body = json!({"content": "x", "nonce": "t1-p2", "enforce_nonce": true});
    let (_, first) = post(body.clone()).await;
    let (_, repeated) = post(body.clone()).await;
    assert_eq!((&first["id"], &first["nonce"]), (&repeated["id"], &json!("t1-p2")));
    let unforced = json!({"content": "x", "nonce": "t1-p2"});
    assert_ne!(post(unforced).await.1["id"], first["id"]);
    api.emulator.advance(Duration::from_secs(6 * 60));
    assert_ne!(post(body).await.1["id"], first["id"]);
    api.emulator.stop().await;
}

#[tokio::test]
async fn only_allowed_mentions_ping() {
    let api = Api::start().await;
    let text = format!("<@{ANN}> <@!{BEN}> <@5>");
    let cases = [
        (Value::Null, vec![ANN, BEN]),
        (json!({"parse": []}), vec![]),
        (json!({"parse": ["users"]}), vec![ANN, BEN]),
        (json!({"parse": [], "users": [BEN]}), vec![BEN]),
    ];
    for (allowed, pinged) in cases {
        let body = json!({"content": text, "allowed_mentions": allowed});
        let (_, sent) = api.post(&messages(), body).await;
        let id = sent["id"].as_str().unwrap().parse().unwrap();
        let pinged_people = api.emulator.read(|world| world.message(id).unwrap().pinged.clone());
        assert_eq!(pinged_people, pinged, "{allowed}");
        assert_eq!(sent["mentions"].as_array().unwrap().len(), pinged.len());
    }
    let silent = json!({"content": text, "flags": 4096});
    let (_, sent) = api.post(&messages(), silent).await;
    let id = sent["id"].as_str().unwrap().parse().unwrap();
    assert!(api.emulator.read(|world| world.message(id).unwrap().pinged.is_empty()));
    api.emulator.stop().await;
}

#[tokio::test]
async fn edits_of_old_messages_are_limited() {
    let api = Api::start().await;
    let (_, sent) = api.post(&messages(), json!({"content": "x"})).await;
    let one = format!("{}/{}", messages(), sent["id"].as_str().unwrap());
    let change = || api.patch(&one, json!({"content": "y"}));
    for _ in 0..10 {
        assert_eq!(change().await.0, 200);
    }
    api.emulator.advance(Duration::from_secs(3601));
    for _ in 0..5 {
        assert_eq!(change().await.0, 200);
    }
    assert_eq!(code(&change().await), (429, 30046));
    api.emulator.stop().await;
}

#[tokio::test]
async fn an_ephemeral_message_is_not_in_the_channel() {
    let api = Api::start().await;
    let interaction = ask(&api);
    api.callback(&interaction, json!({"type": 4, "data": {"content": "x", "flags": 64}})).await;
    let (_, original) = api.get(&format!("{}/messages/@original", api.webhook(&interaction))).await;
    let one = format!("{}/{}", messages(), original["id"].as_str().unwrap());
    assert_eq!(code(&api.get(&one).await), (404, 10008));
    assert_eq!(code(&api.delete(&one).await), (404, 10008));
    assert_eq!(api.get(&messages()).await.1, json!([]));
    assert_eq!(api.emulator.as_user(BEN).messages(GAMES).len(), 0);
    assert_eq!(api.emulator.as_user(ANN).messages(GAMES).len(), 1);
    api.emulator.stop().await;
}

/// Responds publicly. Returns Discord's description of the interaction and of the message.
async fn respond(api: &Api, interaction: &Interaction, kind: u8) -> (Value, Value) {
    let path = format!(
        "/interactions/{}/{}/callback?with_response=true",
        interaction.id(),
        interaction.token()
    );
    let (status, answer) = api.post(&path, json!({"type": kind, "data": {"content": "x"}})).await;
    assert_eq!(status, 200, "{answer}");
    (answer["interaction"].clone(), answer["resource"]["message"].clone())
}

#[tokio::test]
async fn responses_are_ephemeral_for_people_without_permission() {
    let api = Api::start().await;
    let denied = [
        (GAMES, Permissions::SEND_MESSAGES, true),
        (GAMES, Permissions::USE_EXTERNAL_APPS, false),
        (LOBBY, Permissions::USE_EXTERNAL_APPS, true),
        (LOBBY, Permissions::NONE, false),
    ];
    for (channel, permission, is_ephemeral) in denied {
        api.emulator.deny(channel, ANN, permission);
        for kind in [4, 5] {
            let interaction = api.emulator.as_user(ANN).command(channel, "ask", json!({})).unwrap();
            let member = &interaction.payload()["member"]["permissions"];
            let theirs: u64 = member.as_str().unwrap().parse().unwrap();
            assert_eq!(Permissions(theirs) & permission, Permissions::NONE);
            let (response, message) = respond(&api, &interaction, kind).await;
            assert_eq!(response["response_message_ephemeral"], is_ephemeral);
            assert_eq!(message["flags"].as_u64().unwrap() & 64 != 0, is_ephemeral);
            let original = format!("{}/messages/@original", api.webhook(&interaction));
            let (_, filled) = api.patch(&original, json!({"content": "y"})).await;
            assert_eq!(filled["flags"].as_u64().unwrap() & 64 != 0, is_ephemeral, "{channel}");
        }
        api.emulator.deny(channel, ANN, Permissions::NONE);
    }
    // The responses to a person with all permissions are public.
    assert_eq!(api.emulator.as_user(BEN).messages(LOBBY).len(), 2);
    api.emulator.stop().await;
}

#[tokio::test]
async fn responses_in_slow_mode_are_ephemeral_for_people_who_must_wait() {
    let api = Api::start().await;
    api.emulator.set_slow_mode(GAMES, 60);
    assert_eq!(respond(&api, &ask(&api), 4).await.0["response_message_ephemeral"], false);
    api.emulator.as_user(ANN).say(GAMES, "hm", None).unwrap();
    assert_eq!(respond(&api, &ask(&api), 4).await.0["response_message_ephemeral"], true);
    api.emulator.advance(Duration::from_secs(61));
    assert_eq!(respond(&api, &ask(&api), 4).await.0["response_message_ephemeral"], false);
    api.emulator.stop().await;
}

#[tokio::test]
async fn people_without_access_are_not_in_a_channel() {
    let api = Api::start().await;
    api.emulator.deny(GAMES, BEN, Permissions::VIEW_CHANNEL);
    let refused = api.emulator.as_user(BEN).command(GAMES, "ask", json!({}));
    assert!(matches!(refused, Err(ActionError::NoChannel(_))));
    let (_, sent) = api.post(&messages(), json!({"content": format!("<@{BEN}>")})).await;
    let sent = sent["id"].as_str().unwrap().parse().unwrap();
    let pinged = api.emulator.read(|world| world.message(sent).map(|it| it.pinged.clone()));
    assert_eq!(pinged, Some(vec![]));
    api.emulator.stop().await;
}

#[tokio::test]
async fn closed_direct_messages_are_refused() {
    let api = Api::start().await;
    let (_, channel) = api.post("/users/@me/channels", json!({"recipient_id": BEN})).await;
    let path = format!("/channels/{}/messages", channel["id"].as_str().unwrap());
    let message_of = || api.post(&path, json!({"content": "x"}));
    api.emulator.close_conversation(BEN, true);
    assert_eq!(code(&message_of().await), (403, 50007));
    api.emulator.remove_member(GARDEN, BEN);
    assert_eq!(code(&message_of().await), (403, 50278));
    api.emulator.close_conversation(BEN, false);
    assert_eq!(message_of().await.0, 200);
    api.emulator.stop().await;
}

#[tokio::test]
async fn threads_open_close_and_lock() {
    let api = Api::start().await;
    let (_, sent) = api.post(&messages(), json!({"content": "x"})).await;
    let under = format!("{}/{}/threads", messages(), sent["id"].as_str().unwrap());
    let (status, thread) = api.post(&under, json!({"name": "Ann and Ben"})).await;
    assert_eq!((status, &thread["id"]), (201, &sent["id"]));
    assert_eq!(code(&api.post(&under, json!({"name": "again"})).await), (400, 160_004));
    let id = thread["id"].as_str().unwrap().parse().unwrap();
    let inside = format!("/channels/{id}/messages");
    let (_, message_of) = api.post(&inside, json!({"content": "x"})).await;
    let message_of = format!("{inside}/{}", message_of["id"].as_str().unwrap());
    api.emulator.archive(id, true);
    assert_eq!(code(&api.patch(&message_of, json!({"content": "y"})).await), (400, 50083));
    let refused = api.emulator.as_user(ANN).command(id, "ask", json!({}));
    assert!(matches!(refused, Err(ActionError::Archived(_))));
    // A message unarchives the thread.
    assert_eq!(api.post(&inside, json!({"content": "x"})).await.0, 200);
    assert!(api.emulator.as_user(ANN).command(id, "ask", json!({})).is_ok());
    api.emulator.lock_thread(id);
    assert_eq!(code(&api.post(&inside, json!({"content": "x"})).await), (400, 50083));
    api.emulator.set_bot_permissions(id, without(Permissions::SEND_MESSAGES_IN_THREADS));
    assert_eq!(code(&api.post(&inside, json!({"content": "x"})).await), (403, 50013));
    api.emulator.delete_channel(GAMES);
    assert_eq!(code(&api.post(&inside, json!({"content": "x"})).await), (404, 10003));
    api.emulator.stop().await;
}

#[tokio::test]
async fn history_is_read_in_pages() {
    let api = Api::start().await;
    let mut ids = Vec::new();
    for number in 0..6 {
        let (_, sent) = api.post(&messages(), json!({"content": number.to_string()})).await;
        ids.push(sent["id"].as_str().unwrap().to_owned());
    }
    let cases = [
        ("limit=2".to_owned(), "54"),
        (format!("before={}", ids[2]), "10"),
        (format!("after={}&limit=2", ids[2]), "43"),
        (format!("around={}&limit=3", ids[2]), "321"),
    ];
    for (query, expected) in cases {
        let (_, page) = api.get(&format!("{}?{query}", messages())).await;
        let read: String =
            page.as_array().unwrap().iter().map(|it| it["content"].as_str().unwrap()).collect();
        assert_eq!(read, expected, "{query}");
    }
    assert_eq!(code(&api.get(&format!("{}?limit=101", messages())).await), (400, 50035));
    api.emulator.stop().await;
}

#[tokio::test]
async fn direct_messages_reach_one_person() {
    let api = Api::start().await;
    let open = || api.post("/users/@me/channels", json!({"recipient_id": BEN}));
    let (_, channel) = open().await;
    assert_eq!(open().await.1["id"], channel["id"]);
    let path = format!("/channels/{}/messages", channel["id"].as_str().unwrap());
    assert_eq!(api.post(&path, json!({"content": "your move"})).await.0, 200);
    let id = channel["id"].as_str().unwrap().parse().unwrap();
    assert_eq!(api.emulator.as_user(BEN).messages(id).len(), 1);
    assert_eq!(api.emulator.as_user(ANN).messages(id).len(), 0);
    api.emulator.stop().await;
}

#[tokio::test]
async fn commands_keep_their_ids() {
    let api = Api::start().await;
    let (_, all) = api.get(&api.commands()).await;
    let body = json!([{"name": "ask", "description": "New"}, {"name": "b", "description": "d"}]);
    let (_, replaced) = api.put(&api.commands(), body).await;
    assert_eq!(replaced[0]["id"], all[0]["id"]);
    let one = format!("{}/{}", api.commands(), replaced[1]["id"].as_str().unwrap());
    assert_eq!(api.patch(&one, json!({"description": "other"})).await.1["description"], "other");
    assert_eq!(api.delete(&one).await.0, 204);
    assert_eq!(api.emulator.read(|world| world.commands().len()), 1);
    let more = json!({"name": "ask", "description": "d"});
    assert_eq!(api.post(&api.commands(), more).await.0, 200);
    assert_eq!(api.post(&api.commands(), json!({"name": "c", "description": "d"})).await.0, 201);
    api.emulator.stop().await;
}

#[tokio::test]
async fn a_nonce_is_unique_for_the_bot_in_all_channels() {
    let api = Api::start().await;
    let body = json!({"content": "once", "nonce": "7", "enforce_nonce": true});
    let (status, first) = api.post(&messages(), body.clone()).await;
    assert_eq!(status, 200);
    let (_, repeated) = api.post(&messages(), body.clone()).await;
    assert_eq!(repeated["id"], first["id"]);
    let elsewhere = format!("/channels/{MAKRUK}/messages");
    assert_eq!(api.post(&elsewhere, body.clone()).await.1["id"], first["id"]);
    api.emulator.delete_message(first["id"].as_str().unwrap().parse().unwrap());
    assert_eq!(code(&api.post(&messages(), body).await), (404, 10008));
    api.emulator.stop().await;
}

#[tokio::test]
async fn an_inactive_thread_is_archived() {
    let api = Api::start().await;
    let thread = api.emulator.open_thread(GAMES, Some(ANN), "Silent").unwrap();
    let ann = api.emulator.as_user(ANN);
    let ask = || ann.command(thread, "ask", json!({}));
    let is_archived =
        || api.emulator.read(|world| world.channel(thread).is_some_and(|it| it.is_archived));
    let pass = |hours: u64| api.emulator.advance(Duration::from_secs(hours * 3_600));
    pass(23);
    assert!(ask().is_ok());
    let message = ann.say(thread, "Still there", None).unwrap();
    pass(23);
    assert!(!is_archived(), "somebody message something");
    pass(2);
    assert!(is_archived());
    assert!(matches!(ask(), Err(ActionError::Archived(it)) if it == thread));
    let path = format!("/channels/{thread}");
    // An archived thread can only be unarchived.
    let minutes = json!({"auto_archive_duration": 10_080});
    assert_eq!(code(&api.patch(&path, minutes).await).1, 50013, "it is Ann's");
    assert_eq!(api.get(&path).await.1["thread_metadata"]["archived"], true);
    assert_eq!(api.get(&format!("{path}/messages/{message}")).await.0, 200);
    ann.say(thread, "And again", None).unwrap();
    assert!(ask().is_ok());
    pass(25);
    assert!(is_archived());
    assert_eq!(api.patch(&path, json!({"archived": false})).await.0, 200);
    assert!(ask().is_ok(), "whoever may post there may take it out again");
    api.emulator.lock_thread(thread);
    assert!(matches!(ann.say(thread, "Too late", None), Err(ActionError::Archived(_))));
    api.emulator.stop().await;
}

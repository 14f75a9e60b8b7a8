//! Who may do what, where and how long.

use std::time::Duration;

use kradan::emulator::{
    ANN, ANN_AND_BEN, ActionError, BEN, GAMES, GARDEN, Interaction, LOBBY, MAKRUK, Permissions,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::api::{Api, code, fault};
use crate::bot::PNG;

fn ask(api: &Api) -> Interaction {
    api.local.as_user(ANN).command(GAMES, "ask", json!({})).unwrap()
}

fn said(text: &str) -> Value {
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
    assert_eq!(api.get_unnamed("/api/gateway").await.1["url"], api.local.gateway_url());
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
    api.local.stop().await;
}

#[tokio::test]
async fn an_interaction_is_answered_once_and_in_three_seconds() {
    let api = Api::start().await;
    let asked = ask(&api);
    assert_eq!(api.callback(&asked, said("one")).await.0, 204);
    assert_eq!(code(&api.callback(&asked, said("two")).await), (400, 40060));
    let late = ask(&api);
    api.local.advance(Duration::from_secs(4));
    assert_eq!(code(&api.callback(&late, said("late")).await), (404, 10062));
    let path = format!("/interactions/{}/wrong/callback", asked.id());
    assert_eq!(code(&api.post(&path, said("x")).await), (404, 10062));
    // What was refused for its form can be tried again.
    let again = ask(&api);
    let (_, refused) = api.callback(&again, said(&"x".repeat(2001))).await;
    assert_eq!(fault(&refused), "data.content BASE_TYPE_MAX_LENGTH");
    assert_eq!(api.callback(&again, said("x")).await.0, 204);
    api.local.stop().await;
}

#[tokio::test]
async fn a_token_lives_for_a_quarter_of_an_hour() {
    let api = Api::start().await;
    let asked = ask(&api);
    let original = format!("{}/messages/@original", api.webhook(&asked));
    assert_eq!(code(&api.get(&original).await), (404, 10015));
    api.callback(&asked, said("x")).await;
    assert_eq!(api.get(&original).await.1["content"], "x");
    api.local.advance(Duration::from_secs(14 * 60));
    assert_eq!(api.patch(&original, json!({"content": "y"})).await.1["content"], "y");
    assert_eq!(api.post(&api.webhook(&asked), json!({"content": "z"})).await.0, 200);
    api.local.advance(Duration::from_secs(2 * 60));
    assert_eq!(code(&api.patch(&original, json!({"content": "z"})).await), (401, 50027));
    assert_eq!(code(&api.post(&api.webhook(&asked), json!({"content": "z"})).await), (401, 50027));
    api.local.stop().await;
}

#[tokio::test]
async fn the_first_that_follows_a_promise_takes_its_place() {
    let api = Api::start().await;
    let asked = ask(&api);
    let (_, answer) = {
        let path =
            format!("/interactions/{}/{}/callback?with_response=true", asked.id(), asked.token());
        api.post(&path, json!({"type": 5, "data": {"flags": 64}})).await
    };
    let promised = &answer["resource"]["message"];
    assert_eq!(promised["flags"], 64 | 128);
    let (_, first) = api.post(&api.webhook(&asked), json!({"content": "here"})).await;
    assert_eq!((&first["id"], &first["flags"]), (&promised["id"], &json!(64)));
    let (_, second) = api.post(&api.webhook(&asked), json!({"content": "more"})).await;
    assert_ne!(second["id"], promised["id"]);
    assert_eq!(second["message_reference"]["message_id"], promised["id"]);
    api.local.stop().await;
}

#[tokio::test]
async fn an_answer_fits_what_was_asked() {
    let api = Api::start().await;
    let (_, refused) = api.callback(&ask(&api), json!({"type": 7, "data": {}})).await;
    assert_eq!(fault(&refused), "type BASE_TYPE_CHOICES");
    let (_, refused) = api.callback(&ask(&api), json!({"type": 8, "data": {"choices": []}})).await;
    assert_eq!(fault(&refused), "type BASE_TYPE_CHOICES");
    let modal = json!({"type": 9, "data": {"custom_id": "m", "title": "x".repeat(46), "components": [
        {"type": 1, "components": [{"type": 4, "custom_id": "t", "style": 1, "label": "l"}]}]}});
    let (_, refused) = api.callback(&ask(&api), modal).await;
    assert_eq!(fault(&refused), "data.title BASE_TYPE_BAD_LENGTH");
    let defer = json!({"type": 5, "data": {"flags": 4}});
    let (_, refused) = api.callback(&ask(&api), defer).await;
    assert_eq!(fault(&refused), "data.flags BITFIELD_INVALID_FLAGS");
    api.local.stop().await;
}

#[tokio::test]
async fn permissions_are_asked_for() {
    let api = Api::start().await;
    let text = json!({"content": "x"});
    let embed = json!({"embeds": [{"title": "x"}]});
    let (_, sent) = api.post(&messages(), text.clone()).await;
    let one = format!("{}/{}", messages(), sent["id"].as_str().unwrap());
    let set = |it| api.local.set_bot_permissions(GAMES, it);

    set(without(Permissions::SEND_MESSAGES));
    assert_eq!(code(&api.post(&messages(), text.clone()).await), (403, 50013));
    assert_eq!(api.callback(&ask(&api), said("answers need none")).await.0, 204);
    set(without(Permissions::EMBED_LINKS));
    assert_eq!(code(&api.post(&messages(), embed).await), (403, 50013));
    set(without(Permissions::ATTACH_FILES));
    let file = [("board.png", PNG)];
    assert_eq!(code(&api.upload(Method::POST, &messages(), json!({}), &file).await), (403, 50013));
    let asked = ask(&api);
    let path = format!("/interactions/{}/{}/callback", asked.id(), asked.token());
    let sent = api.upload(Method::POST, &path, json!({"type": 4, "data": {}}), &file).await;
    assert_eq!(code(&sent), (403, 50013));
    assert_eq!(api.callback(&asked, said("as text then")).await.0, 204);
    set(without(Permissions::READ_MESSAGE_HISTORY));
    assert_eq!(api.get(&messages()).await, (200, json!([])));
    set(without(Permissions::CREATE_PUBLIC_THREADS));
    let thread = json!({"name": "x", "type": 11});
    assert_eq!(code(&api.post(&format!("{one}/threads"), thread).await), (403, 50013));
    set(without(Permissions::VIEW_CHANNEL));
    assert_eq!(code(&api.get(&one).await), (403, 50001));
    assert_eq!(code(&api.post(&messages(), text.clone()).await), (403, 50001));
    // Where the bot is not, interactions are all there is.
    for channel in [LOBBY, ANN_AND_BEN] {
        let path = format!("/channels/{channel}/messages");
        assert_eq!(code(&api.post(&path, text.clone()).await), (403, 50001));
        let asked = api.local.as_user(ANN).command(channel, "ask", json!({})).unwrap();
        assert_eq!(api.callback(&asked, said("x")).await.0, 204);
        for _ in 0..5 {
            assert_eq!(api.post(&api.webhook(&asked), text.clone()).await.0, 200);
        }
        assert_eq!(code(&api.post(&api.webhook(&asked), text.clone()).await), (400, 40094));
    }
    api.local.stop().await;
}

#[tokio::test]
async fn a_nonce_posts_once() {
    let api = Api::start().await;
    let post = |body: Value| api.post("/channels/1300000000000000101/messages", body);
    let body = json!({"content": "x", "nonce": "t1-p2", "enforce_nonce": true});
    let (_, first) = post(body.clone()).await;
    let (_, again) = post(body.clone()).await;
    assert_eq!((&first["id"], &first["nonce"]), (&again["id"], &json!("t1-p2")));
    let unforced = json!({"content": "x", "nonce": "t1-p2"});
    assert_ne!(post(unforced).await.1["id"], first["id"]);
    api.local.advance(Duration::from_secs(6 * 60));
    assert_ne!(post(body).await.1["id"], first["id"]);
    api.local.stop().await;
}

#[tokio::test]
async fn mentions_reach_whom_they_may() {
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
        let told = api.local.read(|world| world.message(id).unwrap().pinged.clone());
        assert_eq!(told, pinged, "{allowed}");
        assert_eq!(sent["mentions"].as_array().unwrap().len(), pinged.len());
    }
    let silent = json!({"content": text, "flags": 4096});
    let (_, sent) = api.post(&messages(), silent).await;
    let id = sent["id"].as_str().unwrap().parse().unwrap();
    assert!(api.local.read(|world| world.message(id).unwrap().pinged.is_empty()));
    api.local.stop().await;
}

#[tokio::test]
async fn old_messages_are_changed_a_few_times_only() {
    let api = Api::start().await;
    let (_, sent) = api.post(&messages(), json!({"content": "x"})).await;
    let one = format!("{}/{}", messages(), sent["id"].as_str().unwrap());
    let change = || api.patch(&one, json!({"content": "y"}));
    for _ in 0..10 {
        assert_eq!(change().await.0, 200);
    }
    api.local.advance(Duration::from_secs(3601));
    for _ in 0..5 {
        assert_eq!(change().await.0, 200);
    }
    assert_eq!(code(&change().await), (429, 30046));
    api.local.stop().await;
}

#[tokio::test]
async fn what_is_for_one_is_not_in_the_channel() {
    let api = Api::start().await;
    let asked = ask(&api);
    api.callback(&asked, json!({"type": 4, "data": {"content": "x", "flags": 64}})).await;
    let (_, original) = api.get(&format!("{}/messages/@original", api.webhook(&asked))).await;
    let one = format!("{}/{}", messages(), original["id"].as_str().unwrap());
    assert_eq!(code(&api.get(&one).await), (404, 10008));
    assert_eq!(code(&api.delete(&one).await), (404, 10008));
    assert_eq!(api.get(&messages()).await.1, json!([]));
    assert_eq!(api.local.as_user(BEN).messages(GAMES).len(), 0);
    assert_eq!(api.local.as_user(ANN).messages(GAMES).len(), 1);
    api.local.stop().await;
}

/// What Discord says of an answer that was meant for all.
async fn answered(api: &Api, asked: &Interaction, kind: u8) -> (Value, Value) {
    let path =
        format!("/interactions/{}/{}/callback?with_response=true", asked.id(), asked.token());
    let (status, answer) = api.post(&path, json!({"type": kind, "data": {"content": "x"}})).await;
    assert_eq!(status, 200, "{answer}");
    (answer["interaction"].clone(), answer["resource"]["message"].clone())
}

#[tokio::test]
async fn answers_to_those_who_may_not_say_it_themselves_are_for_them_alone() {
    let api = Api::start().await;
    let denied = [
        (GAMES, Permissions::SEND_MESSAGES, true),
        (GAMES, Permissions::USE_EXTERNAL_APPS, false),
        (LOBBY, Permissions::USE_EXTERNAL_APPS, true),
        (LOBBY, Permissions::NONE, false),
    ];
    for (place, permission, is_hidden) in denied {
        api.local.deny(place, ANN, permission);
        for kind in [4, 5] {
            let asked = api.local.as_user(ANN).command(place, "ask", json!({})).unwrap();
            let member = &asked.payload()["member"]["permissions"];
            let theirs: u64 = member.as_str().unwrap().parse().unwrap();
            assert_eq!(Permissions(theirs) & permission, Permissions::NONE);
            let (interaction, message) = answered(&api, &asked, kind).await;
            assert_eq!(interaction["response_message_ephemeral"], is_hidden);
            assert_eq!(message["flags"].as_u64().unwrap() & 64 != 0, is_hidden);
            let original = format!("{}/messages/@original", api.webhook(&asked));
            let (_, filled) = api.patch(&original, json!({"content": "y"})).await;
            assert_eq!(filled["flags"].as_u64().unwrap() & 64 != 0, is_hidden, "{place}");
        }
        api.local.deny(place, ANN, Permissions::NONE);
    }
    // The one denied nothing is heard by all.
    assert_eq!(api.local.as_user(BEN).messages(LOBBY).len(), 2);
    api.local.stop().await;
}

#[tokio::test]
async fn answers_in_slow_mode_are_for_one_who_has_to_wait() {
    let api = Api::start().await;
    api.local.set_slow_mode(GAMES, 60);
    assert_eq!(answered(&api, &ask(&api), 4).await.0["response_message_ephemeral"], false);
    api.local.as_user(ANN).say(GAMES, "hm", None).unwrap();
    assert_eq!(answered(&api, &ask(&api), 4).await.0["response_message_ephemeral"], true);
    api.local.advance(Duration::from_secs(61));
    assert_eq!(answered(&api, &ask(&api), 4).await.0["response_message_ephemeral"], false);
    api.local.stop().await;
}

#[tokio::test]
async fn who_cannot_see_a_channel_is_not_there() {
    let api = Api::start().await;
    api.local.deny(GAMES, BEN, Permissions::VIEW_CHANNEL);
    let refused = api.local.as_user(BEN).command(GAMES, "ask", json!({}));
    assert!(matches!(refused, Err(ActionError::NoChannel(_))));
    let (_, sent) = api.post(&messages(), json!({"content": format!("<@{BEN}>")})).await;
    let sent = sent["id"].as_str().unwrap().parse().unwrap();
    let pinged = api.local.read(|world| world.message(sent).map(|it| it.pinged.clone()));
    assert_eq!(pinged, Some(vec![]));
    api.local.stop().await;
}

#[tokio::test]
async fn who_takes_no_messages_gets_none() {
    let api = Api::start().await;
    let (_, channel) = api.post("/users/@me/channels", json!({"recipient_id": BEN})).await;
    let path = format!("/channels/{}/messages", channel["id"].as_str().unwrap());
    let word = || api.post(&path, json!({"content": "x"}));
    api.local.close_conversation(BEN, true);
    assert_eq!(code(&word().await), (403, 50007));
    api.local.remove_member(GARDEN, BEN);
    assert_eq!(code(&word().await), (403, 50278));
    api.local.close_conversation(BEN, false);
    assert_eq!(word().await.0, 200);
    api.local.stop().await;
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
    let (_, word) = api.post(&inside, json!({"content": "x"})).await;
    let word = format!("{inside}/{}", word["id"].as_str().unwrap());
    api.local.archive(id, true);
    assert_eq!(code(&api.patch(&word, json!({"content": "y"})).await), (400, 50083));
    let refused = api.local.as_user(ANN).command(id, "ask", json!({}));
    assert!(matches!(refused, Err(ActionError::Archived(_))));
    // A word opens it again.
    assert_eq!(api.post(&inside, json!({"content": "x"})).await.0, 200);
    assert!(api.local.as_user(ANN).command(id, "ask", json!({})).is_ok());
    api.local.lock_thread(id);
    assert_eq!(code(&api.post(&inside, json!({"content": "x"})).await), (400, 50083));
    api.local.set_bot_permissions(id, without(Permissions::SEND_MESSAGES_IN_THREADS));
    assert_eq!(code(&api.post(&inside, json!({"content": "x"})).await), (403, 50013));
    api.local.delete_channel(GAMES);
    assert_eq!(code(&api.post(&inside, json!({"content": "x"})).await), (404, 10003));
    api.local.stop().await;
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
    for (query, said) in cases {
        let (_, page) = api.get(&format!("{}?{query}", messages())).await;
        let read: String =
            page.as_array().unwrap().iter().map(|it| it["content"].as_str().unwrap()).collect();
        assert_eq!(read, said, "{query}");
    }
    assert_eq!(code(&api.get(&format!("{}?limit=101", messages())).await), (400, 50035));
    api.local.stop().await;
}

#[tokio::test]
async fn a_person_is_written_to() {
    let api = Api::start().await;
    let open = || api.post("/users/@me/channels", json!({"recipient_id": BEN}));
    let (_, channel) = open().await;
    assert_eq!(open().await.1["id"], channel["id"]);
    let path = format!("/channels/{}/messages", channel["id"].as_str().unwrap());
    assert_eq!(api.post(&path, json!({"content": "your move"})).await.0, 200);
    let id = channel["id"].as_str().unwrap().parse().unwrap();
    assert_eq!(api.local.as_user(BEN).messages(id).len(), 1);
    assert_eq!(api.local.as_user(ANN).messages(id).len(), 0);
    api.local.stop().await;
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
    assert_eq!(api.local.read(|world| world.commands().len()), 1);
    let more = json!({"name": "ask", "description": "d"});
    assert_eq!(api.post(&api.commands(), more).await.0, 200);
    assert_eq!(api.post(&api.commands(), json!({"name": "c", "description": "d"})).await.0, 201);
    api.local.stop().await;
}

#[tokio::test]
async fn a_nonce_is_the_bots_wherever_it_is_used() {
    let api = Api::start().await;
    let nonced = json!({"content": "once", "nonce": "7", "enforce_nonce": true});
    let (status, first) = api.post(&messages(), nonced.clone()).await;
    assert_eq!(status, 200);
    let (_, again) = api.post(&messages(), nonced.clone()).await;
    assert_eq!(again["id"], first["id"]);
    let elsewhere = format!("/channels/{MAKRUK}/messages");
    assert_eq!(api.post(&elsewhere, nonced.clone()).await.1["id"], first["id"]);
    api.local.delete_message(first["id"].as_str().unwrap().parse().unwrap());
    assert_eq!(code(&api.post(&messages(), nonced).await), (404, 10008));
    api.local.stop().await;
}

#[tokio::test]
async fn a_silent_thread_is_archived() {
    let api = Api::start().await;
    let thread = api.local.open_thread(GAMES, Some(ANN), "Silent").unwrap();
    let ann = api.local.as_user(ANN);
    let ask = || ann.command(thread, "ask", json!({}));
    let is_archived =
        || api.local.read(|world| world.channel(thread).is_some_and(|it| it.is_archived));
    let pass = |hours: u64| api.local.advance(Duration::from_secs(hours * 3_600));
    pass(23);
    assert!(ask().is_ok());
    let said = ann.say(thread, "Still there", None).unwrap();
    pass(23);
    assert!(!is_archived(), "somebody said something");
    pass(2);
    assert!(is_archived());
    assert!(matches!(ask(), Err(ActionError::Archived(it)) if it == thread));
    let path = format!("/channels/{thread}");
    // Only what says that it is taken out again changes it.
    let minutes = json!({"auto_archive_duration": 10_080});
    assert_eq!(code(&api.patch(&path, minutes).await).1, 50013, "it is Ann's");
    assert_eq!(api.get(&path).await.1["thread_metadata"]["archived"], true);
    assert_eq!(api.get(&format!("{path}/messages/{said}")).await.0, 200);
    ann.say(thread, "And again", None).unwrap();
    assert!(ask().is_ok());
    pass(25);
    assert!(is_archived());
    assert_eq!(api.patch(&path, json!({"archived": false})).await.0, 200);
    assert!(ask().is_ok(), "whoever may post there may take it out again");
    api.local.lock_thread(thread);
    assert!(matches!(ann.say(thread, "Too late", None), Err(ActionError::Archived(_))));
    api.local.stop().await;
}

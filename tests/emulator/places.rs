//! Kinds of channels, and what people and bots may do there.

use kradan_emulator::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, ActionError, BEN, BOT, CHAI, ChannelKind, DAI, ELSEWHERE, GAMES,
    GARDEN, Id, LOBBY, Permissions,
};
use serde_json::{Value, json};

use crate::api::{Api, code, first_field_error};

fn messages(channel: Id) -> String {
    format!("/channels/{channel}/messages")
}

fn text() -> Value {
    json!({"content": "x"})
}

fn id_of(value: &Value) -> Id {
    value["id"].as_str().unwrap().parse().unwrap()
}

/// Responds to a command and returns whether the response is ephemeral, and the interaction.
async fn answers(api: &Api, person: Id, channel: Id) -> (bool, Value) {
    let asked = api.emulator.as_user(person).command(channel, "ask", json!({})).unwrap();
    let path =
        format!("/interactions/{}/{}/callback?with_response=true", asked.id(), asked.token());
    let (status, answer) = api.post(&path, json!({"type": 4, "data": {"content": "x"}})).await;
    assert_eq!(status, 200, "{answer}");
    let is_ephemeral = answer["interaction"]["response_message_ephemeral"].as_bool().unwrap();
    (is_ephemeral, answer["interaction"].clone())
}

#[tokio::test]
async fn each_kind_of_channel_has_discords_type_and_takes_what_it_takes_there() {
    let api = Api::start().await;
    let kinds = [
        (ChannelKind::Announcement, 5, true, &[10][..]),
        (ChannelKind::Voice, 2, true, &[]),
        (ChannelKind::Stage, 13, true, &[]),
        (ChannelKind::Forum, 15, false, &[11]),
    ];
    for (kind, number, has_messages, threads) in kinds {
        let channel = api.emulator.make_channel_of(kind, GARDEN, "place");
        let (_, value) = api.get(&format!("/channels/{channel}")).await;
        assert_eq!((&value["type"], &value["guild_id"]), (&json!(number), &json!(GARDEN)));
        let posted = api.post(&messages(channel), text()).await;
        let asked = api.emulator.as_user(ANN).command(channel, "ask", json!({}));
        if has_messages {
            assert_eq!(posted.0, 200, "{kind:?}");
            assert!(asked.is_ok());
        } else {
            assert_eq!(code(&posted), (400, 40058));
            assert!(matches!(asked, Err(ActionError::NotHere(_))));
        }
        for of in 10..=12 {
            let body = json!({"name": "a thread", "type": of, "message": text()});
            let body = if kind == ChannelKind::Forum {
                body
            } else {
                json!({"name": "a thread", "type": of})
            };
            let opened = api.post(&format!("/channels/{channel}/threads"), body).await;
            // The posts of a forum are public threads, whatever is asked for.
            if threads.contains(&of) || kind == ChannelKind::Forum {
                assert_eq!((opened.0, &opened.1["type"]), (201, &json!(threads[0])));
            } else {
                assert_eq!(code(&opened), (400, 50024), "{kind:?} {of}");
            }
        }
    }
    let (_, channels) = api.get(&format!("/guilds/{GARDEN}/channels")).await;
    assert_eq!(channels.as_array().unwrap().len(), 7);
    api.emulator.stop().await;
}

#[tokio::test]
async fn a_forum_has_posts_with_a_first_message() {
    let api = Api::start().await;
    let forum = api.emulator.make_channel_of(ChannelKind::Forum, GARDEN, "forum");
    let threads = format!("/channels/{forum}/threads");
    let (_, refused) = api.post(&threads, json!({"name": "empty"})).await;
    assert_eq!(first_field_error(&refused), "message BASE_TYPE_REQUIRED");
    let long = json!({"name": "x", "message": {"content": "x".repeat(2_001)}});
    let (_, refused) = api.post(&threads, long).await;
    assert_eq!(first_field_error(&refused), "message.content BASE_TYPE_MAX_LENGTH");
    let (status, post) = api.post(&threads, json!({"name": "post", "message": text()})).await;
    assert_eq!((status, &post["message"]["id"]), (201, &post["id"]));
    let post = id_of(&post);
    assert_eq!(api.post(&messages(post), text()).await.0, 200);
    let of_ann = api.emulator.open_thread(forum, Some(ANN), "mine").unwrap();
    assert_eq!(api.emulator.as_user(BEN).messages(of_ann)[0].id, of_ann);
    let refused = api.emulator.as_user(ANN).say(forum, "hello", None);
    assert_eq!(refused, Err(ActionError::MayNotPost(forum)));
    api.emulator
        .set_bot_permissions(forum, Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES));
    let refused = api.post(&threads, json!({"name": "post", "message": text()})).await;
    assert_eq!(code(&refused), (403, 50013));
    api.emulator.stop().await;
}

#[tokio::test]
async fn only_members_and_moderators_are_in_a_private_thread() {
    let api = Api::start().await;
    let thread = api.emulator.open_private_thread(GAMES, ANN, "secret").unwrap();
    let names = |person: Id| api.emulator.as_user(person).command(thread, "ask", json!({}));
    assert!(names(ANN).is_ok());
    assert!(matches!(names(BEN), Err(ActionError::NoChannel(_))));
    // The response to an interaction needs no membership, a post does.
    assert!(!answers(&api, ANN, thread).await.0);
    assert_eq!(code(&api.post(&messages(thread), text()).await), (403, 50001));
    api.emulator.add_to_thread(thread, BOT);
    assert_eq!(api.post(&messages(thread), text()).await.0, 200);
    // A mention adds a person.
    let (_, sent) = api.post(&messages(thread), json!({"content": format!("<@{BEN}>")})).await;
    let pinged = api.emulator.read(|world| world.message(id_of(&sent)).unwrap().pinged.clone());
    assert_eq!(pinged, [BEN]);
    assert!(names(BEN).is_ok());
    let own = json!({"name": "ours"});
    let threads = format!("/channels/{GAMES}/threads");
    assert_eq!(code(&api.post(&threads, own.clone()).await), (403, 50013));
    let more = Permissions::OF_A_BOT | Permissions::CREATE_PRIVATE_THREADS;
    api.emulator.set_bot_permissions(GAMES, more);
    let (status, opened) = api.post(&threads, own).await;
    assert_eq!((status, &opened["type"]), (201, &json!(12)), "Discord's default is private");
    assert!(api.emulator.as_user(CHAI).say(id_of(&opened), "hello", None).is_err());
    api.emulator.stop().await;
}

#[tokio::test]
async fn only_moderators_post_and_edit_in_a_locked_thread() {
    let api = Api::start().await;
    let thread = api.emulator.open_thread(GAMES, Some(ANN), "locked").unwrap();
    let (_, sent) = api.post(&messages(thread), text()).await;
    let one = format!("{}/{}", messages(thread), id_of(&sent));
    api.emulator.lock_active_thread(thread);
    assert_eq!(code(&api.post(&messages(thread), text()).await), (400, 160_005));
    assert_eq!(code(&api.patch(&one, text()).await), (400, 160_005));
    let refused = api.emulator.as_user(ANN).say(thread, "hello", None);
    assert_eq!(refused, Err(ActionError::Archived(thread)));
    let more = Permissions::OF_A_BOT | Permissions::MANAGE_THREADS;
    api.emulator.set_bot_permissions(thread, more);
    assert_eq!(api.post(&messages(thread), text()).await.0, 200);
    assert_eq!(api.patch(&one, text()).await.0, 200);
    api.emulator.stop().await;
}

#[tokio::test]
async fn a_button_unarchives_a_thread_unless_the_person_may_not_post() {
    let api = Api::start().await;
    let thread = api.emulator.open_thread(GAMES, Some(ANN), "old").unwrap();
    let button = json!({"type": 2, "style": 1, "custom_id": "go", "label": "Go"});
    let body = json!({"components": [{"type": 1, "components": [button]}]});
    let (_, sent) = api.post(&messages(thread), body).await;
    api.emulator.archive(thread, true);
    api.emulator.deny(thread, BEN, Permissions::SEND_MESSAGES_IN_THREADS);
    let press = |person: Id| api.emulator.as_user(person).click(id_of(&sent), "go");
    assert!(matches!(press(BEN), Err(ActionError::Archived(_))));
    assert!(press(ANN).is_ok());
    assert!(press(BEN).is_ok(), "the thread is active now");
    api.emulator.stop().await;
}

#[tokio::test]
async fn a_voice_channel_is_closed_without_the_permission_to_connect() {
    let api = Api::start().await;
    let voice = api.emulator.make_channel_of(ChannelKind::Voice, GARDEN, "voice");
    let less = Permissions::OF_A_BOT.without(Permissions::CONNECT);
    api.emulator.set_bot_permissions(voice, less);
    assert_eq!(code(&api.post(&messages(voice), text()).await), (403, 50013));
    let asked = api.emulator.as_user(ANN).command(voice, "ask", json!({})).unwrap();
    // Discord computes them as in any channel.
    assert_eq!(asked.payload()["app_permissions"], less.to_string());
    api.emulator.deny(voice, ANN, Permissions::CONNECT);
    let refused = api.emulator.as_user(ANN).command(voice, "ask", json!({}));
    assert!(matches!(refused, Err(ActionError::NotHere(_))));
    api.emulator.stop().await;
}

#[tokio::test]
async fn people_wait_in_slow_mode_and_bots_do_not() {
    let api = Api::start().await;
    api.emulator.set_slow_mode(GAMES, 60);
    let ann = api.emulator.as_user(ANN);
    assert!(ann.say(GAMES, "one", None).is_ok());
    assert_eq!(ann.say(GAMES, "two", None), Err(ActionError::SlowMode(GAMES)));
    for _ in 0..2 {
        assert_eq!(api.post(&messages(GAMES), text()).await.0, 200);
    }
    api.emulator.deny(GAMES, BEN, Permissions::SEND_MESSAGES);
    let refused = api.emulator.as_user(BEN).say(GAMES, "hm", None);
    assert_eq!(refused, Err(ActionError::MayNotPost(GAMES)));
    api.emulator.stop().await;
}

/// The bot of these tests has not asked for the contents of messages.
#[tokio::test]
async fn what_others_write_is_not_read_without_the_intent_for_contents() {
    let api = Api::start().await;
    let ann = api.emulator.as_user(ANN);
    let mention = format!("<@{BOT}> hello");
    for text in ["hello", &mention] {
        ann.say(GAMES, text, None).unwrap();
    }
    api.post(&messages(GAMES), text()).await;
    let (_, read) = api.get(&messages(GAMES)).await;
    let read: Vec<_> = read.as_array().unwrap().iter().map(|it| it["content"].clone()).collect();
    assert_eq!(read, [json!("x"), json!(mention), json!("")]);
    ann.say(ANN_AND_BOT, "hello", None).unwrap();
    let (_, read) = api.get(&messages(ANN_AND_BOT)).await;
    assert_eq!(read[0]["content"], "hello");
    api.emulator.stop().await;
}

#[tokio::test]
async fn no_thread_opens_below_a_private_message() {
    let api = Api::start().await;
    let asked = api.emulator.as_user(ANN).command(GAMES, "ask", json!({})).unwrap();
    let answer = json!({"type": 4, "data": {"content": "x", "flags": 64}});
    assert_eq!(api.callback(&asked, answer).await.0, 204);
    let private = api.emulator.read(|world| world.messages(GAMES, ANN).last().unwrap().id);
    let path = format!("/channels/{GAMES}/messages/{private}/threads");
    assert_eq!(code(&api.post(&path, json!({"name": "x"})).await), (404, 10008));
    api.emulator.stop().await;
}

#[tokio::test]
async fn an_age_restricted_channel_says_so() {
    let api = Api::start().await;
    api.emulator.set_age_restricted(GAMES, true);
    assert_eq!(api.get(&format!("/channels/{GAMES}")).await.1["nsfw"], true);
    let asked = api.emulator.as_user(ANN).command(GAMES, "ask", json!({})).unwrap();
    assert_eq!(asked.payload()["channel"]["nsfw"], true);
    api.emulator.stop().await;
}

#[tokio::test]
async fn owners_are_those_who_have_installed_the_application() {
    let api = Api::start().await;
    let owners = |person: Id, channel: Id| {
        let asked = api.emulator.as_user(person).command(channel, "ask", json!({})).unwrap();
        asked.payload()["authorizing_integration_owners"].clone()
    };
    assert_eq!(owners(ANN, GAMES), json!({"0": GARDEN, "1": ANN}));
    assert_eq!(owners(ANN, LOBBY), json!({"1": ANN}));
    assert_eq!(owners(ANN, ANN_AND_BEN), json!({"1": ANN}));
    assert_eq!(owners(ANN, ANN_AND_BOT), json!({"0": "0", "1": ANN}));
    api.emulator.install_app(ANN, false);
    assert_eq!(owners(ANN, GAMES), json!({"0": GARDEN}));
    assert_eq!(owners(ANN, ANN_AND_BOT), json!({"0": "0"}));
    for channel in [LOBBY, ANN_AND_BEN] {
        let refused = api.emulator.as_user(ANN).command(channel, "ask", json!({}));
        assert!(matches!(refused, Err(ActionError::NotHere(_))));
    }
    // A server can have the commands without the bot.
    api.emulator.install_commands_alone(ELSEWHERE, true);
    assert_eq!(owners(ANN, LOBBY), json!({"0": ELSEWHERE}));
    assert_eq!(code(&api.post(&messages(LOBBY), text()).await), (403, 50001));
    api.emulator.deny(LOBBY, ANN, Permissions::USE_APPLICATION_COMMANDS);
    let refused = api.emulator.as_user(ANN).command(LOBBY, "ask", json!({}));
    assert!(matches!(refused, Err(ActionError::NotHere(_))));
    api.emulator.stop().await;
}

#[tokio::test]
async fn people_without_the_application_press_its_buttons() {
    let api = Api::start().await;
    api.emulator.install_app(BEN, false);
    let asked = api.emulator.as_user(ANN).command(LOBBY, "ask", json!({})).unwrap();
    let button = json!({"type": 2, "style": 1, "custom_id": "go", "label": "Go"});
    let data = json!({"components": [{"type": 1, "components": [button]}]});
    assert_eq!(api.callback(&asked, json!({"type": 4, "data": data})).await.0, 204);
    let (_, board) = api.get(&format!("{}/messages/@original", api.webhook(&asked))).await;
    let pressed = api.emulator.as_user(BEN).click(id_of(&board), "go").unwrap();
    // Ann has authorized the message, and so its presses.
    assert_eq!(pressed.payload()["authorizing_integration_owners"], json!({"1": ANN}));
    assert_eq!(pressed.payload()["member"]["user"]["id"], BEN.to_string());
    assert_eq!(api.callback(&pressed, json!({"type": 4, "data": text()})).await.0, 204);
    for _ in 0..5 {
        assert_eq!(api.post(&api.webhook(&pressed), text()).await.0, 200);
    }
    assert_eq!(code(&api.post(&api.webhook(&pressed), text()).await), (400, 40094));
    api.emulator.stop().await;
}

#[tokio::test]
async fn permissions_of_the_application_are_those_of_the_place() {
    let api = Api::start().await;
    let of = |channel: Id| {
        let asked = api.emulator.as_user(ANN).command(channel, "ask", json!({})).unwrap();
        let bits = asked.payload()["app_permissions"].as_str().unwrap().parse().unwrap();
        Permissions(bits)
    };
    let files = Permissions::ATTACH_FILES | Permissions::EMBED_LINKS;
    let everywhere = files | Permissions::MENTION_EVERYONE;
    assert_eq!(of(GAMES), Permissions::OF_A_BOT);
    assert_eq!(of(LOBBY), files | Permissions::USE_EXTERNAL_EMOJIS);
    assert_eq!(of(ANN_AND_BEN), everywhere);
    assert_eq!(of(ANN_AND_BOT), everywhere | Permissions::USE_EXTERNAL_EMOJIS);
    api.emulator.deny(LOBBY, ANN, Permissions::ATTACH_FILES);
    assert!(!of(LOBBY).has(Permissions::ATTACH_FILES));
    api.emulator.stop().await;
}

#[tokio::test]
async fn direct_messages_need_a_common_server_or_the_application() {
    let api = Api::start().await;
    let (_, channel) = api.post("/users/@me/channels", json!({"recipient_id": BEN})).await;
    let path = messages(id_of(&channel));
    api.emulator.install_app(BEN, false);
    assert_eq!(api.post(&path, text()).await.0, 200);
    api.emulator.remove_member(GARDEN, BEN);
    assert_eq!(code(&api.post(&path, text()).await), (403, 50278));
    api.emulator.install_app(BEN, true);
    assert_eq!(api.post(&path, text()).await.0, 200);
    api.emulator.stop().await;
}

#[tokio::test]
async fn a_group_is_a_conversation_without_the_bot() {
    let api = Api::start().await;
    let wrong: [&[Id]; 3] = [&[ANN], &[ANN, BEN, BOT], &[ANN, BEN, BEN]];
    for people in wrong {
        assert_eq!(api.emulator.open_group(people), Err(ActionError::InvalidGroup));
    }
    let group = api.emulator.open_group(&[ANN, BEN, CHAI]).unwrap();
    let asked = api.emulator.as_user(BEN).command(group, "ask", json!({})).unwrap();
    let (context, channel) = (&asked.payload()["context"], &asked.payload()["channel"]);
    assert_eq!((context, &channel["type"]), (&json!(2), &json!(3)));
    assert_eq!(channel["owner_id"], ANN.to_string());
    assert_eq!(asked.payload()["authorizing_integration_owners"], json!({"1": BEN}));
    assert_eq!(code(&api.post(&messages(group), text()).await), (403, 50001));
    let stranger = api.emulator.as_user(DAI).command(group, "ask", json!({}));
    assert!(matches!(stranger, Err(ActionError::NoChannel(_))));
    api.emulator.stop().await;
}

#[tokio::test]
async fn an_interaction_outside_of_servers_has_no_guild_id() {
    let api = Api::start().await;
    for (channel, has_guild) in [(GAMES, true), (ANN_AND_BOT, false), (ANN_AND_BEN, false)] {
        let (_, interaction) = answers(&api, ANN, channel).await;
        assert_eq!(interaction.get("guild_id").is_some(), has_guild, "{interaction}");
        let asked = api.emulator.as_user(ANN).command(channel, "ask", json!({})).unwrap();
        for key in ["guild_id", "guild", "guild_locale", "member"] {
            assert_eq!(asked.payload().get(key).is_some(), has_guild, "{key}");
        }
    }
    api.emulator.stop().await;
}

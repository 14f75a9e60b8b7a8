//! `/doctor`: what the bot lacks in each kind of place.

use kradan_emulator::{ANN, ANN_AND_BEN, ANN_AND_BOT, BEN, GAMES, Id, LOBBY, Permissions};
use kradan_i18n::{self as i18n, Language};
use serde_json::json;

use super::channel_mention;
use crate::discord::harness::Harness;

/// What `/doctor` says to Ann.
async fn says(harness: &Harness, channel: Id) -> String {
    let said = harness.command(ANN, channel, "doctor", json!({})).await;
    assert_eq!(said.visible_to, Some(ANN));
    said.content().to_owned()
}

fn about(key: &str, variable: &'static str, value: &str) -> String {
    i18n::text_with(key, &[(variable, value)], Language::English)
}

#[tokio::test(flavor = "multi_thread")]
async fn all_is_well_where_nothing_is_missing() {
    let harness = Harness::start().await;
    let games = channel_mention(GAMES);
    assert_eq!(says(&harness, GAMES).await, about("line-doctor-well", "channel", &games));
    let in_private = i18n::text("line-doctor-well-in-private", Language::English);
    assert_eq!(says(&harness, ANN_AND_BOT).await, in_private);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_missing_permission_is_named_with_what_it_is_for() {
    let harness = Harness::start().await;
    let games = channel_mention(GAMES);
    for (permission, key, name) in [
        (Permissions::VIEW_CHANNEL, "line-doctor-view-channel", "View Channel"),
        (Permissions::SEND_MESSAGES, "line-doctor-send-messages", "Send Messages"),
        (Permissions::ATTACH_FILES, "line-doctor-attach-files", "Attach Files"),
        (Permissions::READ_MESSAGE_HISTORY, "line-doctor-history", "Read Message History"),
        (Permissions::CREATE_PUBLIC_THREADS, "line-doctor-public-threads", "Create Public Threads"),
        (Permissions::SEND_MESSAGES_IN_THREADS, "line-doctor-threads", "Send Messages in Threads"),
    ] {
        harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT.without(permission));
        let expected = [
            about("line-doctor-lacking", "channel", &games),
            format!("- {}", about(key, "permissions", name)),
            about("line-doctor-mend", "channel", &games),
        ];
        assert_eq!(says(&harness, GAMES).await, expected.join("\n"));
    }
    let several = Permissions::ATTACH_FILES | Permissions::SEND_MESSAGES;
    harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT.without(several));
    assert_eq!(says(&harness, GAMES).await.lines().count(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_says_what_works_where_the_bot_is_no_member() {
    let harness = Harness::start().await;
    for (channel, key) in
        [(LOBBY, "line-doctor-no-member"), (ANN_AND_BEN, "line-doctor-no-member-in-private")]
    {
        assert_eq!(says(&harness, channel).await, i18n::text(key, Language::English));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_is_told_from_a_channel() {
    let harness = Harness::start().await;
    let options = json!({
        "game": "othello", "opponent": BEN.0.to_string(), "side": "first", "where": "thread",
    });
    let challenge = harness.command(ANN, GAMES, "play", options).await;
    harness.click(BEN, &challenge, "accept").await;
    let thread = harness.emulator.read(|world| {
        world.channels().find(|it| it.parent == Some(GAMES)).map(|it| it.id).expect("a thread")
    });
    let said = says(&harness, thread).await;
    assert!(said.ends_with(&i18n::text("line-doctor-thread", Language::English)), "{said}");
}

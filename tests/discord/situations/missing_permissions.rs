//! What the bot lacks in a channel, as `/server` says.

use kradan_emulator::{ANN, GAMES, Id, Permissions};
use kradan_i18n::{self as i18n, Language};
use serde_json::json;

use super::channel_mention;
use crate::discord::harness::Harness;

/// What `/server` says to Ann of permissions.
async fn says(harness: &Harness, channel: Id) -> String {
    let said = harness.command(ANN, channel, "server", json!({})).await;
    assert_eq!(said.visible_to, Some(ANN));
    said.content().lines().skip(2).collect::<Vec<_>>().join("\n")
}

fn about(key: &str, variable: &'static str, value: &str) -> String {
    i18n::text_with(key, &[(variable, value)], Language::English)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_missing_permission_is_named_with_what_it_is_for() {
    let harness = Harness::start().await;
    let games = channel_mention(GAMES);
    assert_eq!(says(&harness, GAMES).await, "");
    for (permission, key, name) in [
        (Permissions::VIEW_CHANNEL, "line-permissions-view-channel", "View Channel"),
        (Permissions::SEND_MESSAGES, "line-permissions-send-messages", "Send Messages"),
        (Permissions::ATTACH_FILES, "line-permissions-attach-files", "Attach Files"),
        (Permissions::READ_MESSAGE_HISTORY, "line-permissions-history", "Read Message History"),
        (
            Permissions::CREATE_PUBLIC_THREADS,
            "line-permissions-public-threads",
            "Create Public Threads",
        ),
        (
            Permissions::SEND_MESSAGES_IN_THREADS,
            "line-permissions-threads",
            "Send Messages in Threads",
        ),
    ] {
        harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT.without(permission));
        let expected = [
            about("line-permissions-lacking", "channel", &games),
            format!("- {}", about(key, "permissions", name)),
            about("line-permissions-mend", "channel", &games),
        ];
        assert_eq!(says(&harness, GAMES).await, expected.join("\n"));
    }
    let several = Permissions::ATTACH_FILES | Permissions::SEND_MESSAGES;
    harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT.without(several));
    assert_eq!(says(&harness, GAMES).await.lines().count(), 4);
}

//! `/report`: what the moderators of a server are told.

use kradan_emulator::{
    ANN, ANN_AND_BOT, BEN, CHAI, GAMES, GARDEN, MAKRUK, Permissions, PostedMessage, RANDOM,
};
use kradan_rules::GameKind;
use kradan_table::{ChannelId, GuildId, Refusal};
use serde_json::json;

use super::channel_mention;
use crate::discord::harness::{Harness, control_of};
use crate::discord::transcript::Sees::{EphemeralText, Refused};
use crate::discord::transcript::{Transcript, check, mention};

/// Ann chooses the channel for reports, and sees the panel with that.
async fn choose_channel(harness: &Harness) -> std::sync::Arc<PostedMessage> {
    let panel = harness.command(ANN, GAMES, "server", json!({})).await;
    let control = control_of(&panel, "server:moderators");
    let user = harness.emulator.as_user(ANN);
    let asked = user.select(panel.id, &control, &[&RANDOM.to_string()]).unwrap();
    let panel = harness.answer(&asked).await;
    let settings = harness.bot.service.store().server_settings(GuildId(GARDEN.0)).await.unwrap();
    assert_eq!(settings.moderators, Some(ChannelId(RANDOM.0)));
    panel
}

#[tokio::test(flavor = "multi_thread")]
async fn who_chooses_a_public_channel_for_reports_is_warned() {
    let harness = Harness::start().await;
    let warning = "Everybody in this server can read the reports in <#";
    let panel = choose_channel(&harness).await;
    assert!(panel.content().contains(warning), "{}", panel.content());
    // The role of everybody has the id of its server.
    harness.emulator.deny(RANDOM, GARDEN, Permissions::VIEW_CHANNEL);
    let panel = harness.command(ANN, GAMES, "server", json!({})).await;
    assert!(!panel.content().contains(warning), "{}", panel.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_reaches_the_moderators_with_the_game() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    choose_channel(harness).await;
    let before = transcript.public().len();
    let reason = json!({ "reason": "He **insults** me, @everyone" });
    let sent = harness.command(BEN, GAMES, "report", reason).await;
    check(
        BEN,
        "/report",
        &sent,
        EphemeralText("line-report-sent", &[("channel", &channel_mention(RANDOM))]),
    );
    let report = harness.message_with(RANDOM, &mention(BEN)).await;
    let text = report.content();
    assert!(text.contains("\\*\\*insults\\*\\* me, \\@everyone"), "{text}");
    assert!(text.contains("Othello: Ann – Ben · https://discord.com/channels/"), "{text}");
    assert!(text.contains(&transcript.table.0.to_string()), "{text}");
    assert_eq!(report.pinged, []);
    assert_eq!(transcript.public().len(), before, "nobody else is told");
    // Whoever reads the channel may report as well, and nobody else.
    let named = json!({ "reason": "x", "table": transcript.table.0.to_string() });
    let sent = harness.command(CHAI, GAMES, "report", named.clone()).await;
    check(
        CHAI,
        "/report",
        &sent,
        EphemeralText("line-report-sent", &[("channel", &channel_mention(RANDOM))]),
    );
    let refused = harness.command(CHAI, MAKRUK, "report", named).await;
    check(CHAI, "/report", &refused, Refused(&Refusal::NotSeated));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_that_reaches_nobody_says_so() {
    let harness = Harness::start().await;
    let reason = json!({ "reason": "x" });
    let none = harness.command(BEN, GAMES, "report", reason.clone()).await;
    check(BEN, "/report", &none, EphemeralText("line-report-no-channel", &[]));
    for command in ["report", "abort"] {
        let blank = json!({ "reason": "  ", "table": "1" });
        let blank = harness.command(ANN, GAMES, command, blank).await;
        check(ANN, command, &blank, EphemeralText("line-no-reason", &[]));
    }
    let private = harness.command(ANN, ANN_AND_BOT, "report", reason.clone()).await;
    check(ANN, "/report", &private, EphemeralText("line-report-no-server", &[]));
    choose_channel(&harness).await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    harness.emulator.set_bot_permissions(RANDOM, permissions);
    let closed = harness.command(BEN, GAMES, "report", reason.clone()).await;
    check(BEN, "/report", &closed, EphemeralText("line-report-not-allowed", &[]));
    harness.emulator.set_bot_permissions(RANDOM, Permissions::OF_A_BOT);
    for _ in 0..4 {
        harness.command(BEN, GAMES, "report", reason.clone()).await;
    }
    let many = harness.command(BEN, GAMES, "report", reason).await;
    check(BEN, "/report", &many, EphemeralText("line-report-too-many", &[]));
}

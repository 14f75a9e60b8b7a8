//! Reports: what the moderators of a server are told.

use std::sync::Arc;

use kradan_emulator::{ANN, BEN, BOT, CHAI, GAMES, GARDEN, Id, Permissions, PostedMessage, RANDOM};
use kradan_rules::GameKind;
use kradan_table::{ChannelId, GuildId};
use serde_json::json;

use super::channel_mention;
use crate::discord::harness::{Harness, control_of};
use crate::discord::transcript::Sees::EphemeralText;
use crate::discord::transcript::{Transcript, check, mention, table_of};

/// Ann chooses the channel for reports, and sees the panel with that.
pub(super) async fn choose_channel(harness: &Harness) -> Arc<PostedMessage> {
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

impl Harness {
    /// Somebody reports.
    async fn report(&self, who: Id, channel: Id, reason: &str) -> Arc<PostedMessage> {
        let page = self.privacy(who, channel).await;
        self.fill_in(who, &page, "report-game", reason).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_reaches_the_moderators_with_the_game() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    choose_channel(harness).await;
    let before = transcript.public().len();
    for who in [BEN, CHAI] {
        let sent = harness.report(who, GAMES, "He **insults** me, @everyone").await;
        let channel = channel_mention(RANDOM);
        check(who, "report", &sent, EphemeralText("line-report-sent", &[("channel", &channel)]));
        let report = harness.message_with(RANDOM, &mention(who)).await;
        let text = report.content();
        assert!(text.contains("\\*\\*insults\\*\\* me, \\@everyone"), "{text}");
        assert!(text.contains("Othello: Ann – Ben · https://discord.com/channels/"), "{text}");
        assert_eq!(report.pinged, []);
        // The moderators can end the game there.
        assert_eq!(table_of(&report), transcript.table);
    }
    assert_eq!(transcript.public().len(), before, "nobody else is told");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_that_reaches_nobody_says_so() {
    let harness = Harness::start().await;
    let conversation = harness.emulator.conversation(BEN, BOT);
    for (channel, key) in
        [(GAMES, "line-report-no-channel"), (conversation, "line-report-no-server")]
    {
        let page = harness.privacy(BEN, channel).await;
        let none = harness.click(BEN, &page, "report-game").await;
        check(BEN, "report", &none, EphemeralText(key, &[]));
    }
    choose_channel(&harness).await;
    let blank = harness.report(BEN, GAMES, "  ").await;
    check(BEN, "report", &blank, EphemeralText("line-no-reason", &[]));
    let permissions = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    harness.emulator.set_bot_permissions(RANDOM, permissions);
    let closed = harness.report(BEN, GAMES, "x").await;
    check(BEN, "report", &closed, EphemeralText("line-report-not-allowed", &[]));
    harness.emulator.set_bot_permissions(RANDOM, Permissions::OF_A_BOT);
    for _ in 0..4 {
        harness.report(BEN, GAMES, "x").await;
    }
    let many = harness.report(BEN, GAMES, "x").await;
    check(BEN, "report", &many, EphemeralText("line-report-too-many", &[]));
}

//! Permissions that the bot loses during a game.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use kradan::emulator::{
    ANN, BEN, CHAI, FaultRule, GAMES, InjectedFault, MAKRUK, Permissions, PostedMessage,
};
use kradan::i18n::{self, Language, Line, Permission};
use kradan::rules::GameKind;
use kradan::service::Store as _;
use serde_json::json;

use super::channel_mention;
use crate::harness::{Harness, POLL_INTERVAL, WAIT_MAX, control_of, has_control};
use crate::transcript::Sees::Public;
use crate::transcript::{Transcript, public};

/// The line about the missing permission to attach files.
fn missing_attach_files(language: Language) -> String {
    let channel = channel_mention(GAMES);
    let permissions = [Permission::AttachFiles];
    i18n::line(&Line::MissingPermissions { permissions: &permissions, channel: &channel }, language)
}

/// Checks that a board is text and names the missing permission.
fn assert_text_board(message: &PostedMessage, language: Language) {
    assert_eq!(message.attachments().len(), 0);
    let content = message.content();
    assert!(content.contains("```"), "{content}");
    assert!(content.contains(&missing_attach_files(language)), "{content}");
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_text_without_attach_files() {
    for kind in GameKind::ALL {
        let transcript = Transcript::of(kind, &[]).await;
        let legal = transcript.stored().await.table.game().legal_moves();
        let permissions = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
        transcript.harness.emulator.set_bot_permissions(GAMES, permissions);
        let board = transcript.act(ANN, &format!("/move {}", legal[0])).await;
        assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
        assert_text_board(&board, Language::Dutch);
        transcript.harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
        let legal = transcript.stored().await.table.game().legal_moves();
        let board = transcript.act(BEN, &format!("/move {}", legal[0])).await;
        assert_eq!(board.attachments().len(), 1, "{}", board.content());
        transcript
            .ends(&crate::transcript::standing(&transcript.stored().await.table), &[0, 2])
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn panels_are_text_without_attach_files() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
    transcript.harness.emulator.set_bot_permissions(GAMES, permissions);
    let panel = transcript.act(ANN, "pick e3 from piece").await;
    assert_text_board(&panel, Language::English);
    let panel = transcript.act(ANN, "press back").await;
    assert_text_board(&panel, Language::English);
    assert!(has_control(&panel, "piece"));
    let panel = transcript.act(ANN, "pick d3 from piece").await;
    assert_text_board(&panel, Language::English);
    transcript.play(&[(ANN, "pick d3d4 from target", Public("d4"), &[BEN])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_post_is_posted_once_it_is_allowed() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    transcript.harness.emulator.set_bot_permissions(GAMES, permissions);
    let before = transcript.public().len();
    let answer = transcript.harness.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    assert_eq!(answer.visible_to, Some(BEN));
    let path = format!("/channels/{GAMES}/messages");
    let refused = transcript.harness.emulator.wait_for(WAIT_MAX, |_| {
        let requests = transcript.harness.emulator.requests();
        // One attempt with the picture, one without.
        let is_refused = |it: &&Arc<kradan::emulator::LoggedRequest>| {
            it.method == "POST" && it.path == path && it.status == 403
        };
        (requests.iter().filter(is_refused).count() >= 2).then_some(())
    });
    refused.await.expect("a delivery is attempted");
    assert_eq!(transcript.public().len(), before);
    transcript.harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
    // After this time the outbox tries again.
    transcript.harness.pass(60).await;
    let board = transcript.harness.shown(GAMES, transcript.table, 2).await;
    assert_eq!(board.pinged, [ANN]);
    transcript.play(&[(ANN, "pick c4 from square", Public("c4"), &[BEN])]).await;
    transcript.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

/// A player who asks for a board that is still pending has it delivered at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_pending_board_is_posted_when_a_player_asks_for_it() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    transcript.harness.emulator.set_bot_permissions(GAMES, permissions);
    transcript.harness.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    let store = transcript.harness.bot.service.store();
    let postponed = async {
        loop {
            let pending = store.pending_of_table(transcript.table).await.unwrap();
            if let Some(entry) = pending.first().filter(|entry| entry.attempts > 0) {
                return entry.id;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    };
    let pending = tokio::time::timeout(WAIT_MAX, postponed).await.expect("a delivery is attempted");
    let hour = transcript.harness.bot.service.clock().now() + SignedDuration::from_hours(1);
    store.postpone(pending, hour).await.unwrap();
    transcript.harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);

    let answer = transcript.harness.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    assert_eq!(answer.visible_to, Some(BEN), "it is not their turn");
    transcript.harness.shown(GAMES, transcript.table, 2).await;
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn responses_work_without_send_messages() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    transcript.harness.emulator.set_bot_permissions(GAMES, permissions);
    transcript
        .play(&[
            (BEN, "pick c3 from square", Public("c3"), &[ANN]),
            (ANN, "/move c4", Public("c4"), &[BEN]),
        ])
        .await;
    transcript.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_permissions_are_named_with_the_channel() {
    let harness = Harness::start().await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    harness.emulator.set_bot_permissions(GAMES, permissions);
    let options = json!({ "game": "othello" });
    let refused = harness.command(BEN, GAMES, "play", options).await;
    let channel = channel_mention(GAMES);
    let permissions = [Permission::SendMessages];
    let line = Line::MissingPermissions { permissions: &permissions, channel: &channel };
    assert_eq!(refused.content(), i18n::line(&line, Language::Dutch));
    assert_eq!(refused.visible_to, Some(BEN));
    assert!(refused.controls().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_have_no_diagrams_without_attach_files() {
    let harness = Harness::start().await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
    harness.emulator.set_bot_permissions(GAMES, permissions);
    let rules = harness.command(ANN, GAMES, "rules", json!({ "game": "makruk" })).await;
    let menu = control_of(&rules, "guide");
    let parts = i18n::guide(GameKind::Makruk, Language::English);
    for (part, section) in parts.iter().enumerate() {
        let asked = harness.emulator.as_user(ANN).select(rules.id, &menu, &[&part.to_string()]);
        let shown = harness.answer(&asked.unwrap()).await;
        assert!(shown.content().contains(&section.heading), "{}", shown.content());
        assert_eq!(shown.attachments().len(), 0);
    }
}

/// The bot finds its own post whose response was lost, however many messages follow it.
async fn is_found_after_a_lost_response(may_attach: bool) {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let emulator = &transcript.harness.emulator;
    let before = transcript.public().len();
    let posting = "POST /channels/{channel_id}/messages";
    if !may_attach {
        emulator.inject_fault(FaultRule::once(posting, InjectedFault::Refused(403)));
    }
    emulator.inject_fault(FaultRule::once(posting, InjectedFault::DoneButCut));
    transcript.harness.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    let posted = emulator.wait_for(WAIT_MAX, |world| public(world, GAMES).into_iter().nth(before));
    let posted = posted.await.expect("it is posted");
    assert_eq!(posted.attachments().len(), usize::from(may_attach));
    let reading = "GET /channels/{channel_id}/messages";
    emulator.inject_fault(FaultRule::always(reading, InjectedFault::Refused(500)));
    for _ in 0..120 {
        emulator.as_user(CHAI).say(GAMES, "hello", None).unwrap();
    }
    // By now Discord does not recognise the nonce of the post any more.
    emulator.advance(Duration::from_secs(3_600));
    emulator.clear_faults();
    transcript.all_delivered().await;
    assert_eq!(transcript.public().len(), before + 1 + 120);
    let shown =
        transcript.harness.bot.service.store().posted_board(transcript.table).await.unwrap();
    assert_eq!(shown.map(|shown| shown.message.0), Some(posted.id.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_posted_without_a_response_is_found() {
    is_found_after_a_lost_response(true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_board_posted_without_a_response_is_found() {
    is_found_after_a_lost_response(false).await;
}

//! What the bot may not do any more, in mid-game.

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

use super::channel;
use crate::harness::{A_MOMENT, Harness, SOON, control_of, has_control};
use crate::transcript::Sees::All;
use crate::transcript::{Transcript, public};

/// What is said where files may not be sent.
fn missing_attach_files(language: Language) -> String {
    let channel = channel(GAMES);
    let permissions = [Permission::AttachFiles];
    i18n::line(&Line::MissingPermissions { permissions: &permissions, channel: &channel }, language)
}

/// A board in words alone, which says why.
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
        let legal = transcript.row().await.table.game().legal_moves();
        let ours = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
        transcript.harness.emulator.set_bot_permissions(GAMES, ours);
        let board = transcript.does(ANN, &format!("/move {}", legal[0])).await;
        assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
        assert_text_board(&board, Language::Dutch);
        transcript.harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
        let legal = transcript.row().await.table.game().legal_moves();
        let board = transcript.does(BEN, &format!("/move {}", legal[0])).await;
        assert_eq!(board.attachments().len(), 1, "{}", board.content());
        transcript.ends(&crate::transcript::standing(&transcript.row().await.table), &[0, 2]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn panels_are_text_without_attach_files() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let ours = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
    transcript.harness.emulator.set_bot_permissions(GAMES, ours);
    let panel = transcript.does(ANN, "pick e3 from piece").await;
    assert_text_board(&panel, Language::English);
    let panel = transcript.does(ANN, "press back").await;
    assert_text_board(&panel, Language::English);
    assert!(has_control(&panel, "piece"));
    let panel = transcript.does(ANN, "pick d3 from piece").await;
    assert_text_board(&panel, Language::English);
    transcript.play(&[(ANN, "pick d3d4 from target", All("d4"), &[BEN])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_post_is_posted_once_it_is_allowed() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let ours = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    transcript.harness.emulator.set_bot_permissions(GAMES, ours);
    let before = transcript.public().len();
    let told = transcript.harness.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    assert_eq!(told.visible_to, Some(BEN));
    let path = format!("/channels/{GAMES}/messages");
    let refused = transcript.harness.emulator.wait_for(SOON, |_| {
        let requests = transcript.harness.emulator.requests();
        // With the picture, and without.
        let is_refused = |it: &&Arc<kradan::emulator::LoggedRequest>| {
            it.method == "POST" && it.path == path && it.status == 403
        };
        (requests.iter().filter(is_refused).count() >= 2).then_some(())
    });
    refused.await.expect("the bot tries");
    assert_eq!(transcript.public().len(), before);
    transcript.harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
    // Long enough that it is tried again.
    transcript.harness.pass(60).await;
    let board = transcript.harness.shown(GAMES, transcript.table, 2).await;
    assert_eq!(board.pinged, [ANN]);
    transcript.play(&[(ANN, "pick c4 from square", All("c4"), &[BEN])]).await;
    transcript.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

/// Who asks and has not seen what came of it before shows that it is wanted now.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_pending_post_is_tried_when_somebody_asks() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let ours = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    transcript.harness.emulator.set_bot_permissions(GAMES, ours);
    transcript.harness.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    let store = transcript.harness.bot.service.store();
    let put_off = async {
        loop {
            let owed = store.pending_of_table(transcript.table).await.unwrap();
            if let Some(notice) = owed.first().filter(|notice| notice.attempts > 0) {
                return notice.id;
            }
            tokio::time::sleep(A_MOMENT).await;
        }
    };
    let owed = tokio::time::timeout(SOON, put_off).await.expect("the bot tries");
    let hour = transcript.harness.bot.service.clock().now() + SignedDuration::from_hours(1);
    store.postpone(owed, hour).await.unwrap();
    transcript.harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);

    let told = transcript.harness.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    assert_eq!(told.visible_to, Some(BEN), "it is not their turn");
    transcript.harness.shown(GAMES, transcript.table, 2).await;
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn responses_work_without_send_messages() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let ours = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    transcript.harness.emulator.set_bot_permissions(GAMES, ours);
    transcript
        .play(&[
            (BEN, "pick c3 from square", All("c3"), &[ANN]),
            (ANN, "/move c4", All("c4"), &[BEN]),
        ])
        .await;
    transcript.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_permissions_are_named_with_the_channel() {
    let harness = Harness::start().await;
    let ours = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    harness.emulator.set_bot_permissions(GAMES, ours);
    let options = json!({ "game": "othello" });
    let refused = harness.command(BEN, GAMES, "play", options).await;
    let channel = channel(GAMES);
    let permissions = [Permission::SendMessages];
    let line = Line::MissingPermissions { permissions: &permissions, channel: &channel };
    assert_eq!(refused.content(), i18n::line(&line, Language::Dutch));
    assert_eq!(refused.visible_to, Some(BEN));
    assert!(refused.controls().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_have_no_diagrams_without_attach_files() {
    let harness = Harness::start().await;
    let ours = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
    harness.emulator.set_bot_permissions(GAMES, ours);
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

/// A board that was posted unheard is found again, however much was said since.
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
    let posted = emulator.wait_for(SOON, |world| public(world, GAMES).into_iter().nth(before));
    let posted = posted.await.expect("it is posted");
    assert_eq!(posted.attachments().len(), usize::from(may_attach));
    let matching = "GET /channels/{channel_id}/messages".to_owned();
    let fault = InjectedFault::Refused(500);
    emulator.inject_fault(FaultRule { matching, times: u32::MAX, percent: 100, fault });
    for _ in 0..120 {
        emulator.as_user(CHAI).say(GAMES, "hello", None).unwrap();
    }
    // Discord itself does not remember for so long what was posted.
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

//! Permissions that the bot loses during a game.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use kradan_emulator::{
    ANN, BEN, CHAI, FaultRule, GAMES, InjectedFault, LoggedRequest, MAKRUK, Permissions,
    PostedMessage,
};
use kradan_i18n::{self as i18n, Language, Line, Permission};
use kradan_rules::GameKind;
use serde_json::json;

use super::channel_mention;
use crate::discord::harness::{
    Harness, WAIT_MAX, control_of, eventually, eventually_some, offers_moves,
};
use crate::discord::transcript::Sees::Public;
use crate::discord::transcript::{Transcript, public};

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
    let grid = content.split("```").nth(1).unwrap_or_default();
    // A code block does not wrap well on a phone, so that it has the grid alone.
    assert!(grid.lines().all(|line| line.len() <= 28), "{content}");
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
        assert_text_board(&board, Language::English);
        // Ben is to move, and sits below but in Othello.
        let grid = board.content().split("```").nth(1).unwrap_or_default();
        let ranks: Vec<char> =
            grid.lines().filter_map(|line| line.chars().find(char::is_ascii_digit)).collect();
        let top = if kind == GameKind::Othello { '1' } else { ranks[0].min('1') };
        assert_eq!(ranks[0], top, "{kind:?}: {grid}");
        transcript.harness.emulator.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
        let legal = transcript.stored().await.table.game().legal_moves();
        let board = transcript.act(BEN, &format!("/move {}", legal[0])).await;
        assert_eq!(board.attachments().len(), 1, "{}", board.content());
        transcript
            .ends(&crate::discord::transcript::standing(&transcript.stored().await.table), &[0, 2])
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn panels_are_text_without_attach_files() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
    transcript.harness.emulator.set_bot_permissions(GAMES, permissions);
    let panel = transcript.act(ANN, "pick c1 from piece").await;
    assert_text_board(&panel, Language::English);
    let panel = transcript.act(ANN, "press back").await;
    assert_text_board(&panel, Language::English);
    assert!(offers_moves(&panel));
    let panel = transcript.act(ANN, "pick d1 from piece").await;
    assert_text_board(&panel, Language::English);
    transcript.play(&[(ANN, "pick d1e2 from target", Public("e2"), &[BEN])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_post_is_posted_once_it_is_allowed() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    transcript.harness.emulator.set_bot_permissions(GAMES, permissions);
    let before = transcript.public().len();
    let answer =
        transcript.harness.command_elsewhere(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    assert_eq!(answer.visible_to, Some(BEN));
    let path = format!("/channels/{GAMES}/messages");
    let refused = transcript.harness.emulator.wait_for(WAIT_MAX, |_| {
        let requests = transcript.harness.emulator.requests();
        // One attempt with the picture, one without.
        let is_refused = |it: &&Arc<kradan_emulator::LoggedRequest>| {
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
    transcript.harness.command_elsewhere(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    let store = transcript.harness.bot.service.store();
    let attempted = eventually_some("a delivery is attempted", async || {
        let pending = store.pending_of_table(transcript.table).await.unwrap();
        pending.first().filter(|entry| entry.attempts > 0).map(|entry| entry.id)
    });
    let pending = attempted.await;
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
    assert!(rules.content().contains(&parts[0].heading) && rules.attachments().is_empty());
    // The first part is shown already, and choosing it sends nothing.
    for (part, section) in parts.iter().enumerate().skip(1) {
        let asked = harness.emulator.as_user(ANN).select(rules.id, &menu, &[&part.to_string()]);
        let shown = harness.answer(&asked.unwrap()).await;
        assert!(shown.content().contains(&section.heading), "{}", shown.content());
        assert_eq!(shown.attachments().len(), 0);
    }
}

/// The permission goes after the press that says that the bot has it.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_the_rules_is_text_where_attaching_has_just_been_forbidden() {
    let harness = Harness::start().await;
    let rules = harness.command(ANN, GAMES, "rules", json!({ "game": "makruk" })).await;
    assert_eq!(rules.attachments().len(), 1, "{}", rules.content());
    let retry_after = Duration::from_millis(200);
    let callback = "POST /interactions/{interaction_id}/{interaction_token}/callback";
    let limited = InjectedFault::TooMany { retry_after, global: false };
    harness.emulator.inject_fault(FaultRule::once(callback, limited));
    let menu = control_of(&rules, "guide");
    let asked = harness.emulator.as_user(ANN).select(rules.id, &menu, &["1"]).unwrap();
    let is_limited = |it: &Arc<LoggedRequest>| it.status == 429;
    eventually("the response waits", async || harness.emulator.requests().iter().any(is_limited))
        .await;
    let permissions = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
    harness.emulator.set_bot_permissions(GAMES, permissions);
    let shown = harness.answer(&asked).await;
    let parts = i18n::guide(GameKind::Makruk, Language::English);
    assert!(shown.content().contains(&parts[1].heading), "{}", shown.content());
    assert!(shown.attachments().is_empty());
    let refused = |it: &Arc<LoggedRequest>| it.refusal["code"] == 50_013;
    assert!(harness.emulator.requests().iter().any(refused), "the picture was refused");
}

/// A page is turned although the first attempt to show it fails, with or without its effect.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_the_rules_is_shown_after_a_failed_response() {
    use InjectedFault::{Cut, DoneButCut, DoneButRefused, Refused};
    let harness = Harness::start().await;
    let rules = harness.command(ANN, GAMES, "rules", json!({ "game": "makruk" })).await;
    let parts = i18n::guide(GameKind::Makruk, Language::English);
    let callback = "POST /interactions/{interaction_id}/{interaction_token}/callback";
    for (part, fault) in [Refused(500), DoneButRefused(500), Cut, DoneButCut].iter().enumerate() {
        harness.emulator.inject_fault(FaultRule::once(callback, *fault));
        let (menu, part) = (control_of(&rules, "guide"), part + 1);
        let asked = harness.emulator.as_user(ANN).select(rules.id, &menu, &[&part.to_string()]);
        let shown = harness.answer(&asked.unwrap()).await;
        assert!(shown.content().contains(&parts[part].heading), "{}", shown.content());
    }
}

/// The bot finds its own post whose response was lost, however many messages follow it.
async fn is_found_after_a_lost_response(may_attach: bool) {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let emulator = &transcript.harness.emulator;
    let before = transcript.public().len();
    let posting = "POST /channels/{channel_id}/messages";
    if !may_attach {
        let lacking = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
        emulator.set_bot_permissions(GAMES, lacking);
    }
    emulator.inject_fault(FaultRule::once(posting, InjectedFault::DoneButCut));
    transcript.harness.command_elsewhere(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
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

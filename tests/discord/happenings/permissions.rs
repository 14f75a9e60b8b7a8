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
use crate::scene::Sees::All;
use crate::scene::{Scene, public};
use crate::stage::{A_MOMENT, SOON, Stage, control_of, has_control};

/// What is said where files may not be sent.
fn lacking_files(language: Language) -> String {
    let channel = channel(GAMES);
    let permissions = [Permission::AttachFiles];
    i18n::line(&Line::MissingPermissions { permissions: &permissions, channel: &channel }, language)
}

/// A board in words alone, which says why.
fn assert_in_words(message: &PostedMessage, language: Language) {
    assert_eq!(message.attachments().len(), 0);
    let content = message.content();
    assert!(content.contains("```"), "{content}");
    assert!(content.contains(&lacking_files(language)), "{content}");
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_come_in_words_where_files_may_not_be_sent() {
    for kind in GameKind::ALL {
        let scene = Scene::of(kind, &[]).await;
        let legal = scene.row().await.table.game().legal_moves();
        let ours = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
        scene.stage.local.set_bot_permissions(GAMES, ours);
        let board = scene.does(ANN, &format!("/move {}", legal[0])).await;
        assert_eq!((board.visible_to, &board.pinged[..]), (None, &[BEN][..]));
        assert_in_words(&board, Language::Dutch);
        scene.stage.local.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
        let legal = scene.row().await.table.game().legal_moves();
        let board = scene.does(BEN, &format!("/move {}", legal[0])).await;
        assert_eq!(board.attachments().len(), 1, "{}", board.content());
        scene.ends(&crate::scene::standing(&scene.row().await.table), &[0, 2]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn panels_come_in_words_where_files_may_not_be_sent() {
    let scene = Scene::of(GameKind::Makruk, &[]).await;
    let ours = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
    scene.stage.local.set_bot_permissions(GAMES, ours);
    let panel = scene.does(ANN, "pick e3 from piece").await;
    assert_in_words(&panel, Language::English);
    let panel = scene.does(ANN, "press back").await;
    assert_in_words(&panel, Language::English);
    assert!(has_control(&panel, "piece"));
    let panel = scene.does(ANN, "pick d3 from piece").await;
    assert_in_words(&panel, Language::English);
    scene.play(&[(ANN, "pick d3d4 from target", All("d4"), &[BEN])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_could_not_be_posted_is_posted_once_when_it_can_be() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    let ours = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    scene.stage.local.set_bot_permissions(GAMES, ours);
    let before = scene.public().len();
    let told = scene.stage.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    assert_eq!(told.visible_to, Some(BEN));
    let path = format!("/channels/{GAMES}/messages");
    let refused = scene.stage.local.wait_for(SOON, |_| {
        let requests = scene.stage.local.requests();
        // With the picture, and without.
        let is_refused = |it: &&Arc<kradan::emulator::LoggedRequest>| {
            it.method == "POST" && it.path == path && it.status == 403
        };
        (requests.iter().filter(is_refused).count() >= 2).then_some(())
    });
    refused.await.expect("the bot tries");
    assert_eq!(scene.public().len(), before);
    scene.stage.local.set_bot_permissions(GAMES, Permissions::OF_A_BOT);
    // Long enough that it is tried again.
    scene.stage.pass(60).await;
    let board = scene.stage.shown(GAMES, scene.table, 2).await;
    assert_eq!(board.pinged, [ANN]);
    scene.play(&[(ANN, "pick c4 from square", All("c4"), &[BEN])]).await;
    scene.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

/// Who asks and has not seen what came of it before shows that it is wanted now.
#[tokio::test(flavor = "multi_thread")]
async fn what_waits_for_long_is_posted_as_soon_as_somebody_asks() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    let ours = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    scene.stage.local.set_bot_permissions(GAMES, ours);
    scene.stage.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    let store = scene.stage.bot.service.store();
    let put_off = async {
        loop {
            let owed = store.pending_of_table(scene.table).await.unwrap();
            if let Some(notice) = owed.first().filter(|notice| notice.attempts > 0) {
                return notice.id;
            }
            tokio::time::sleep(A_MOMENT).await;
        }
    };
    let owed = tokio::time::timeout(SOON, put_off).await.expect("the bot tries");
    let hour = scene.stage.bot.service.clock().now() + SignedDuration::from_hours(1);
    store.postpone(owed, hour).await.unwrap();
    scene.stage.local.set_bot_permissions(GAMES, Permissions::OF_A_BOT);

    let told = scene.stage.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    assert_eq!(told.visible_to, Some(BEN), "it is not their turn");
    scene.stage.shown(GAMES, scene.table, 2).await;
    scene.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_go_on_where_nothing_can_be_posted() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    let ours = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    scene.stage.local.set_bot_permissions(GAMES, ours);
    scene
        .play(&[
            (BEN, "pick c3 from square", All("c3"), &[ANN]),
            (ANN, "/move c4", All("c4"), &[BEN]),
        ])
        .await;
    scene.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_lacking_is_named_with_the_channel() {
    let stage = Stage::set().await;
    let ours = Permissions::OF_A_BOT.without(Permissions::SEND_MESSAGES);
    stage.local.set_bot_permissions(GAMES, ours);
    let options = json!({ "game": "othello" });
    let refused = stage.command(BEN, GAMES, "play", options).await;
    let channel = channel(GAMES);
    let permissions = [Permission::SendMessages];
    let line = Line::MissingPermissions { permissions: &permissions, channel: &channel };
    assert_eq!(refused.content(), i18n::line(&line, Language::Dutch));
    assert_eq!(refused.visible_to, Some(BEN));
    assert!(refused.controls().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_come_without_diagrams_where_files_may_not_be_sent() {
    let stage = Stage::set().await;
    let ours = Permissions::OF_A_BOT.without(Permissions::ATTACH_FILES);
    stage.local.set_bot_permissions(GAMES, ours);
    let rules = stage.command(ANN, GAMES, "rules", json!({ "game": "makruk" })).await;
    let menu = control_of(&rules, "guide");
    let parts = i18n::guide(GameKind::Makruk, Language::English);
    for (part, section) in parts.iter().enumerate() {
        let asked = stage.local.as_user(ANN).select(rules.id, &menu, &[&part.to_string()]);
        let shown = stage.answer(&asked.unwrap()).await;
        assert!(shown.content().contains(&section.heading), "{}", shown.content());
        assert_eq!(shown.attachments().len(), 0);
    }
}

/// A board that was posted unheard is found again, however much was said since.
async fn is_found_again(may_attach: bool) {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    let local = &scene.stage.local;
    let before = scene.public().len();
    let posting = "POST /channels/{channel_id}/messages";
    if !may_attach {
        local.inject_fault(FaultRule::once(posting, InjectedFault::Refused(403)));
    }
    local.inject_fault(FaultRule::once(posting, InjectedFault::DoneButCut));
    scene.stage.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    let posted = local.wait_for(SOON, |world| public(world, GAMES).into_iter().nth(before));
    let posted = posted.await.expect("it is posted");
    assert_eq!(posted.attachments().len(), usize::from(may_attach));
    let matching = "GET /channels/{channel_id}/messages".to_owned();
    let fault = InjectedFault::Refused(500);
    local.inject_fault(FaultRule { matching, times: u32::MAX, percent: 100, fault });
    for _ in 0..120 {
        local.as_user(CHAI).say(GAMES, "hello", None).unwrap();
    }
    // Discord itself does not remember for so long what was posted.
    local.advance(Duration::from_secs(3_600));
    local.clear_faults();
    scene.settled().await;
    assert_eq!(scene.public().len(), before + 1 + 120);
    let shown = scene.stage.bot.service.store().posted_board(scene.table).await.unwrap();
    assert_eq!(shown.map(|shown| shown.message.0), Some(posted.id.0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_posted_unheard_is_found_again() {
    is_found_again(true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_posted_unheard_in_words_is_found_again() {
    is_found_again(false).await;
}

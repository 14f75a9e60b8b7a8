//! Channels that go, boards that move, and places where the bot is a guest.

use kradan::emulator::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, BEN, GAMES, GARDEN, Id, LOBBY, MAKRUK, RANDOM,
};
use kradan::i18n::{Language, Line};
use kradan::rules::{GameKind, Side};
use kradan::table::{Ending, Event};
use serde_json::json;

use super::{DAY, channel};
use crate::scene::Sees::{All, Event as Happens, Told};
use crate::scene::{Scene, boards, check, standing, told};
use crate::stage::{SOON, Stage};

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_is_deleted_and_the_game_goes_on_elsewhere() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    scene.stage.local.delete_channel(GAMES);
    // The game goes where both were seen.
    scene.stage.command(BEN, MAKRUK, "games", json!({})).await;
    let scene = scene.elsewhere(MAKRUK);
    scene
        .play(&[
            (ANN, "/board", All("<@1300000000000000012>"), &[BEN]),
            (BEN, "pick c3 from square", All("c3"), &[ANN]),
            (ANN, "/move c4", All("c4"), &[BEN]),
        ])
        .await;
    scene.ends("d3 c3 c4; Second to move", &[1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_channel_keeps_no_other_waiting() {
    let gone = Scene::at(Stage::set().await, RANDOM, GameKind::Othello, &["d3"]).await;
    gone.stage.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    gone.stage.local.delete_channel(RANDOM);
    gone.stage.pass(3 * DAY).await;
    let lost = Event::Ended(Ending::OutOfTime(Side::First));
    let end = gone.stage.said(GAMES, &told(&lost, Language::Dutch)).await;
    assert_eq!(end.pinged, [BEN]);
    gone.settled().await;
    assert_eq!(standing(&gone.row().await.table), "d3; OutOfTime(Second)");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_moves_to_another_channel() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    let place = channel(MAKRUK);
    let moved = Told(Line::MovedElsewhere { place: &place });
    scene.stage.command(BEN, MAKRUK, "games", json!({})).await;
    let brought = scene.stage.command(ANN, MAKRUK, "board", json!({})).await;
    assert_eq!((brought.channel, &brought.pinged[..]), (MAKRUK, &[BEN][..]));
    // The old place says where the game went.
    scene.settled().await;
    // What is typed where the board was lands where it is.
    let there = scene.public().len();
    let told = scene.stage.command(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    check(BEN, "/move c3", &told, moved);
    assert_eq!(scene.public().len(), there, "nothing more is said in the old place");
    let shown = scene.stage.shown(MAKRUK, scene.table, 2).await;
    assert_eq!(shown.pinged, [ANN]);
    scene.settled().await;
    assert_eq!(scene.boards(), [0, 1]);
    let usable = |it: &std::sync::Arc<kradan::emulator::PostedMessage>| !it.controls().is_empty();
    let stripped = scene
        .stage
        .local
        .wait_for(SOON, |world| (!world.messages(GAMES, ANN).any(usable)).then_some(()));
    stripped.await.expect("nothing can be pressed in the old place");
    let scene = scene.elsewhere(MAKRUK);
    scene.play(&[(ANN, "pick c4 from square", All("c4"), &[BEN])]).await;
    scene.ends("d3 c3 c4; Second to move", &[1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_deleted_and_brought_back() {
    let scene = Scene::of(GameKind::Othello, &["d3"]).await;
    let board = scene.with(BEN, "square", false);
    scene.stage.local.delete_message(board.id);
    scene
        .play(&[
            (BEN, "/move c3", All("c3"), &[ANN]),
            (ANN, "/board", All("<@1300000000000000011>"), &[]),
            (ANN, "pick c4 from square", All("c4"), &[BEN]),
        ])
        .await;
    scene.ends("d3 c3 c4; Second to move", &[0, 2, 2, 3]).await;
}

/// Where the bot may not post by itself, answers are all it has.
async fn plays_by_answers_alone(place: Id) {
    let scene = Scene::at(Stage::set().await, place, GameKind::Othello, &[]).await;
    let resigned = Event::Ended(Ending::Resigned(Side::First));
    scene
        .play(&[
            (ANN, "pick d3 from square", All("d3"), &[BEN]),
            (BEN, "/move c3", All("c3"), &[ANN]),
            (ANN, "/draw", Happens(&Event::DrawOffered { side: Side::First }), &[BEN]),
            (ANN, "/board", All("<@1300000000000000011>"), &[]),
        ])
        .await;
    scene.does(ANN, "press resign").await;
    scene.play(&[(ANN, "press resign-yes", Happens(&resigned), &[BEN])]).await;
    scene.settled().await;
    assert_eq!(standing(&scene.row().await.table), "d3 c3; Resigned(First)");
    assert_eq!(scene.boards(), [0, 1, 2, 2, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_where_a_person_brought_the_bot_along() {
    plays_by_answers_alone(LOBBY).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_in_a_private_conversation() {
    plays_by_answers_alone(ANN_AND_BEN).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out_where_nothing_can_be_posted() {
    let scene = Scene::at(Stage::set().await, LOBBY, GameKind::Othello, &["d3"]).await;
    scene.stage.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    let before = scene.public().len();
    scene.stage.pass(3 * DAY).await;
    let lost = Event::Ended(Ending::OutOfTime(Side::First));
    let end = scene.stage.said(GAMES, &told(&lost, Language::Dutch)).await;
    assert_eq!(end.pinged, [BEN]);
    assert_eq!(scene.public().len(), before);
    // Whoever asks for the board sees how it ended, without waiting for what cannot be told.
    let shown = scene.does(BEN, "/board").await;
    assert_eq!(boards(&[shown], scene.table), [1]);
    assert_eq!(standing(&scene.row().await.table), "d3; OutOfTime(Second)");
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_talks_to_the_bot_alone() {
    let scene = Scene::of(GameKind::Othello, &["d3", "c3"]).await;
    let games = scene.stage.command(ANN, ANN_AND_BOT, "games", json!({})).await;
    assert_eq!(games.visible_to, Some(ANN));
    assert!(games.content().contains(&format!("/{GARDEN}/{GAMES}/")), "{}", games.content());
    // What one sees alone is a copy: the game stays where both see it, and is played from afar.
    let copy = scene.stage.command(ANN, ANN_AND_BOT, "board", json!({})).await;
    assert_eq!((copy.channel, copy.visible_to), (ANN_AND_BOT, Some(ANN)));
    scene.stage.select(ANN, &copy, "square", "c4").await;
    let shown = scene.stage.shown(GAMES, scene.table, 3).await;
    assert_eq!(shown.pinged, [BEN]);
    scene.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

//! Where a person brought the bot along it can answer, and no more: nothing else is tried there.

use kradan::emulator::{ANN, BEN, BOT, ELSEWHERE, GAMES, Id, LOBBY, PostedMessage};
use kradan::i18n::{Language, Line};
use kradan::rules::{GameKind, Side};
use kradan::table::{Ending, Event};
use serde_json::json;
use std::sync::Arc;

use super::{DAY, channel, has_line};
use crate::scene::Sees::{All, Event as Happens, Stale, Told};
use crate::scene::{Scene, boards, check, standing, told};
use crate::stage::{SOON, Stage};

/// A game of Ann and Ben where the bot is no member.
async fn brought_along(moves: &[&str]) -> Scene {
    Scene::at(Stage::set().await, LOBBY, GameKind::Othello, moves).await
}

impl Stage {
    /// What the bot asked for in a channel by itself.
    fn asked_for(&self, place: Id) -> Vec<String> {
        let prefix = format!("/channels/{place}");
        let requests = self.local.requests();
        let there = requests.iter().filter(|it| it.path.starts_with(&prefix));
        there.map(|it| format!("{} {}", it.method, it.path)).collect()
    }

    /// Waits for a message in somebody's conversation with the bot in which this stands.
    pub(crate) async fn said_to(&self, person: Id, text: &str) -> Arc<PostedMessage> {
        let said = self.local.wait_for(SOON, |world| {
            let is_theirs = |it: &&kradan::emulator::Channel| {
                it.server.is_none() && it.people.contains(&person) && it.people.contains(&BOT)
            };
            let conversation = world.channels().find(is_theirs)?.id;
            let mut messages = world.messages(conversation, person);
            messages.find(|it| it.content().contains(text)).cloned()
        });
        said.await.unwrap_or_else(|_| panic!("{text:?} is not said to {person}"))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_but_answers_is_tried() {
    let scene = brought_along(&["d3"]).await;
    let asked = Event::TakebackAsked { side: Side::First, plies: (1, 2) };
    scene
        .play(&[
            (BEN, "pick c3 from square", All("c3"), &[ANN]),
            (ANN, "old pick d3 from square", Stale, &[]),
            (ANN, "/board", All("<@1300000000000000011>"), &[]),
            (ANN, "/takeback", Happens(&asked), &[BEN]),
        ])
        .await;
    scene.does(BEN, "press refuse").await;
    scene.does(ANN, "press resign").await;
    scene.does(ANN, "press resign-yes").await;
    scene.settled().await;
    assert_eq!(scene.stage.asked_for(LOBBY), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_comes_in_private() {
    let scene = brought_along(&["d3"]).await;
    scene.stage.pass(3 * DAY * 4 / 5 + 10).await;
    let reminded = Event::Reminded { side: Side::Second };
    let reminder = scene.stage.said_to(BEN, &told(&reminded, Language::Dutch)).await;
    assert!(reminder.controls().is_empty());
    let place = channel(LOBBY);
    assert!(has_line(reminder.content(), &Line::CannotPost { place: &place }, Language::Dutch));
    scene.settled().await;
    assert_eq!(scene.stage.asked_for(LOBBY), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_the_time_is_told_to_both_in_private() {
    let scene = brought_along(&["d3"]).await;
    scene.stage.pass(3 * DAY + 10).await;
    let lost = Event::Ended(Ending::OutOfTime(Side::Second));
    scene.stage.said_to(ANN, &told(&lost, Language::English)).await;
    scene.stage.said_to(BEN, &told(&lost, Language::Dutch)).await;
    // Nothing is left to be tried again.
    scene.settled().await;
    assert_eq!(scene.stage.asked_for(LOBBY), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_from_elsewhere_is_told_in_private() {
    let scene = brought_along(&["d3"]).await;
    let place = channel(LOBBY);
    let moved = scene.stage.command(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    check(BEN, "/move c3", &moved, Told(Line::CannotPost { place: &place }));
    let board = scene.stage.said_to(ANN, "c3").await;
    assert_eq!(boards(&[Arc::clone(&board)], scene.table), [2]);
    assert!(has_line(board.content(), &Line::CannotPost { place: &place }, Language::English));
    scene.settled().await;
    assert_eq!(scene.stage.asked_for(LOBBY), Vec::<String>::new());
    scene.play(&[(ANN, "/board", All("<@1300000000000000011>"), &[ANN])]).await;
    assert_eq!(scene.boards(), [0, 1, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_the_last_one_there_is_not_linked_to_itself() {
    let scene = brought_along(&["d3"]).await;
    scene.stage.command(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    scene.settled().await;
    let stale = Told(Line::StaleBoard { link: None });
    scene.play(&[(BEN, "pick c3 from square", stale, &[])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_known_of_a_place_changes() {
    let scene = brought_along(&["d3"]).await;
    scene.stage.local.add_member(ELSEWHERE, BOT);
    scene.play(&[(BEN, "/move c3", All("c3"), &[ANN])]).await;
    scene.stage.pass(3 * DAY + 10).await;
    let lost = Event::Ended(Ending::OutOfTime(Side::First));
    scene.stage.said(LOBBY, &told(&lost, Language::Dutch)).await;
    assert_eq!(standing(&scene.row().await.table), "d3 c3; OutOfTime(First)");
}

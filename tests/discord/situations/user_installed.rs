//! Where a person brought the bot along it can answer, and no more: nothing else is tried there.

use kradan::emulator::{ANN, BEN, BOT, ELSEWHERE, GAMES, Id, LOBBY, PostedMessage};
use kradan::i18n::{Language, Line};
use kradan::rules::{GameKind, Side};
use kradan::table::{Ending, Event};
use serde_json::json;
use std::sync::Arc;

use super::{DAY, channel, has_line};
use crate::harness::{Harness, SOON};
use crate::transcript::Sees::{All, Event as Happens, Stale, Told};
use crate::transcript::{Transcript, boards, check, sentence_of, standing};

/// A game of Ann and Ben where the bot is no member.
async fn user_installed(moves: &[&str]) -> Transcript {
    Transcript::at(Harness::start().await, LOBBY, GameKind::Othello, moves).await
}

impl Harness {
    /// What the bot asked for in a channel by itself.
    fn requests_about(&self, place: Id) -> Vec<String> {
        let prefix = format!("/channels/{place}");
        let requests = self.emulator.requests();
        let there = requests.iter().filter(|it| it.path.starts_with(&prefix));
        there.map(|it| format!("{} {}", it.method, it.path)).collect()
    }

    /// Waits for a message in somebody's conversation with the bot in which this stands.
    pub(crate) async fn direct_message_with(&self, person: Id, text: &str) -> Arc<PostedMessage> {
        let said = self.emulator.wait_for(SOON, |world| {
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
async fn only_responses_are_tried() {
    let transcript = user_installed(&["d3"]).await;
    let asked = Event::TakebackAsked { side: Side::First, plies: (1, 2) };
    transcript
        .play(&[
            (BEN, "pick c3 from square", All("c3"), &[ANN]),
            (ANN, "old pick d3 from square", Stale, &[]),
            (ANN, "/board", All("<@1300000000000000011>"), &[]),
            (ANN, "/takeback", Happens(&asked), &[BEN]),
        ])
        .await;
    transcript.does(BEN, "press refuse").await;
    transcript.does(ANN, "press resign").await;
    transcript.does(ANN, "press resign-yes").await;
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.requests_about(LOBBY), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reminder_comes_by_direct_message() {
    let transcript = user_installed(&["d3"]).await;
    transcript.harness.pass(3 * DAY * 4 / 5 + 10).await;
    let reminded = Event::Reminded { side: Side::Second };
    let reminder =
        transcript.harness.direct_message_with(BEN, &sentence_of(&reminded, Language::Dutch)).await;
    assert!(reminder.controls().is_empty());
    let place = channel(LOBBY);
    assert!(has_line(reminder.content(), &Line::CannotPost { place: &place }, Language::Dutch));
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.requests_about(LOBBY), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_on_time_reaches_both_by_direct_message() {
    let transcript = user_installed(&["d3"]).await;
    transcript.harness.pass(3 * DAY + 10).await;
    let lost = Event::Ended(Ending::OutOfTime(Side::Second));
    transcript.harness.direct_message_with(ANN, &sentence_of(&lost, Language::English)).await;
    transcript.harness.direct_message_with(BEN, &sentence_of(&lost, Language::Dutch)).await;
    // Nothing is left to be tried again.
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.requests_about(LOBBY), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_from_another_channel_comes_by_direct_message() {
    let transcript = user_installed(&["d3"]).await;
    let place = channel(LOBBY);
    let moved = transcript.harness.command(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    check(BEN, "/move c3", &moved, Told(Line::CannotPost { place: &place }));
    let board = transcript.harness.direct_message_with(ANN, "c3").await;
    assert_eq!(boards(&[Arc::clone(&board)], transcript.table), [2]);
    assert!(has_line(board.content(), &Line::CannotPost { place: &place }, Language::English));
    transcript.all_delivered().await;
    assert_eq!(transcript.harness.requests_about(LOBBY), Vec::<String>::new());
    transcript.play(&[(ANN, "/board", All("<@1300000000000000011>"), &[ANN])]).await;
    assert_eq!(transcript.boards(), [0, 1, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_the_last_one_there_is_not_linked_to_itself() {
    let transcript = user_installed(&["d3"]).await;
    transcript.harness.command(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    transcript.all_delivered().await;
    let stale = Told(Line::StaleBoard { link: None });
    transcript.play(&[(BEN, "pick c3 from square", stale, &[])]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_known_kind_of_a_channel_is_updated() {
    let transcript = user_installed(&["d3"]).await;
    transcript.harness.emulator.add_member(ELSEWHERE, BOT);
    transcript.play(&[(BEN, "/move c3", All("c3"), &[ANN])]).await;
    transcript.harness.pass(3 * DAY + 10).await;
    let lost = Event::Ended(Ending::OutOfTime(Side::First));
    transcript.harness.message_with(LOBBY, &sentence_of(&lost, Language::Dutch)).await;
    assert_eq!(standing(&transcript.row().await.table), "d3 c3; OutOfTime(First)");
}

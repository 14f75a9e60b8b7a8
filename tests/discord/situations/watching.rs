//! Games that somebody follows who does not play them.

use std::sync::Arc;

use kradan_emulator::{
    ANN, BEN, BOT, CHAI, DAI, FaultRule, GAMES, GARDEN, Id, InjectedFault, MAKRUK, PostedMessage,
    RANDOM,
};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::{GameKind, Side};
use kradan_store::JobKind;
use kradan_table::{Ending, Event, Refusal};
use serde_json::json;

use crate::discord::harness::{Harness, eventually, has_control};
use crate::discord::transcript::Sees::{EphemeralText, Public, Refused};
use crate::discord::transcript::{Transcript, check, player, sentence_of, table_of, table_option};

impl Harness {
    /// Waits until nobody is to be told anything.
    async fn followers_are_told(&self) {
        eventually("every follower is told", async || {
            self.first_job(JobKind::TellFollower).await.is_none()
        })
        .await;
    }

    /// The direct messages of the bot to somebody, with what they attach.
    pub(super) fn direct_messages(&self, person: Id) -> Vec<Arc<PostedMessage>> {
        let conversation = self.emulator.conversation(person, BOT);
        self.emulator.as_user(person).messages(conversation)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_is_told_of_each_move_and_of_the_end() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    let watched = harness.in_game(DAI, GAMES, json!({}), "follow-moves").await;
    check(DAI, "follow", &watched, EphemeralText("line-watch-moves", &[]));
    let greeted = harness.direct_message_with(DAI, "Ann – Ben").await;
    assert!(has_control(&greeted, "unfollow"));
    let public = transcript.public().len();
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
    let told = harness.direct_message_with(DAI, "c3").await;
    assert_eq!((told.attachments().len(), &told.pinged[..]), (1, &[][..]));
    assert!(has_control(&told, "unfollow"));
    transcript.act(ANN, "press resign").await;
    transcript.act(ANN, "press resign-yes").await;
    let resigned = Event::Ended(Ending::Resigned(Side::First));
    let end = sentence_of(&resigned, Language::Japanese);
    let told = harness.direct_message_with(DAI, &end).await;
    assert!(!has_control(&told, "unfollow"), "there is no more to hear");
    harness.followers_are_told().await;
    assert_eq!(harness.direct_messages(DAI).len(), 3);
    assert_eq!(transcript.public().len(), public + 2, "the channel hears of no follower");
    let followed = harness.bot.service.store().followed_by(player(DAI)).await.unwrap();
    assert_eq!(followed, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_of_the_end_hears_of_no_move_and_nothing_once_they_have_left() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    for person in [CHAI, DAI] {
        let answer = harness.more(person, GAMES, "follow-end").await;
        check(person, "follow", &answer, EphemeralText("line-watch-end", &[]));
        harness.pass(30).await;
    }
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
    let greeted = harness.direct_message_with(CHAI, "Ann – Ben").await;
    let left = harness.click(CHAI, &greeted, "unfollow").await;
    check(CHAI, "unfollow", &left, EphemeralText("line-watch-unfollowed", &[]));
    transcript.act(ANN, "press resign").await;
    transcript.act(ANN, "press resign-yes").await;
    let resigned = Event::Ended(Ending::Resigned(Side::First));
    harness.direct_message_with(DAI, &sentence_of(&resigned, Language::Japanese)).await;
    harness.followers_are_told().await;
    assert_eq!(harness.direct_messages(DAI).len(), 2);
    assert!(harness.direct_messages(CHAI).iter().all(|it| it.attachments().is_empty()));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_has_left_the_server_is_told_no_more_of_its_games() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    for person in [CHAI, DAI] {
        harness.in_game(person, GAMES, json!({}), "follow-moves").await;
        harness.pass(30).await;
    }
    harness.emulator.remove_member(GARDEN, DAI);
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
    harness.direct_message_with(CHAI, "c3").await;
    harness.followers_are_told().await;
    assert!(harness.direct_messages(DAI).iter().all(|it| !it.content().contains("c3")));
    let store = harness.bot.service.store();
    assert_eq!(store.followed_by(player(DAI)).await.unwrap(), []);
    assert_eq!(store.followed_by(player(CHAI)).await.unwrap(), [transcript.table]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_follower_is_told_survives_a_restart_and_comes_once() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.in_game(DAI, GAMES, json!({}), "follow-moves").await;
    let posting = "POST /channels/{channel_id}/messages";
    let refused = FaultRule::always(posting, InjectedFault::Refused(500));
    transcript.harness.emulator.inject_fault(refused);
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
    transcript.harness.restart().await;
    transcript.harness.emulator.clear_faults();
    transcript.harness.direct_message_with(DAI, "c3").await;
    transcript.harness.followers_are_told().await;
    let told = transcript.harness.direct_messages(DAI);
    assert_eq!(told.iter().filter(|it| it.content().contains("c3")).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_takes_no_direct_messages_follows_nothing() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    harness.emulator.close_conversation(DAI, true);
    let closed = harness.in_game(DAI, GAMES, json!({}), "follow-end").await;
    check(DAI, "follow", &closed, EphemeralText("line-watch-closed", &[]));
    let store = harness.bot.service.store();
    assert_eq!(store.followed_by(player(DAI)).await.unwrap(), []);
    // Whoever closes them later is told no more, and hears of no failure.
    harness.emulator.close_conversation(DAI, false);
    harness.in_game(DAI, GAMES, json!({}), "follow-moves").await;
    harness.emulator.close_conversation(DAI, true);
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
    harness.followers_are_told().await;
    assert_eq!(store.followed_by(player(DAI)).await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_games_of_others_are_followed_and_only_from_their_channel() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    let named = json!({ "game": transcript.table.0.to_string() });
    let own = harness.command(ANN, GAMES, "game", named.clone()).await;
    assert!(!has_control(&own, "follow-end"), "{}", own.content());
    let elsewhere = harness.command(CHAI, RANDOM, "game", named).await;
    check(CHAI, "/game", &elsewhere, Refused(&Refusal::NotSeated));
    // Of several games one is chosen.
    let other = table_of(harness.begin(GameKind::Makruk, BEN, ANN, GAMES).await.as_ref());
    let menu = harness.command(CHAI, GAMES, "game", json!({})).await;
    let chosen = harness.select(CHAI, &menu, "which", &table_option(&menu, other)).await;
    let followed = harness.click(CHAI, &chosen, "follow-end").await;
    check(CHAI, "follow", &followed, EphemeralText("line-watch-end", &[]));
    let store = harness.bot.service.store();
    assert_eq!(store.followed_by(player(CHAI)).await.unwrap(), [other]);
}

/// Who follows a game and has never read the channel to which it moves hears no more of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_follower_does_not_follow_into_a_channel_that_they_do_not_read() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    harness.in_game(DAI, GAMES, json!({}), "follow-moves").await;
    for person in [ANN, BEN] {
        harness.command(person, MAKRUK, "help", json!({})).await;
    }
    harness.command_elsewhere(BEN, MAKRUK, "board", json!({})).await;
    transcript.all_delivered().await;
    harness.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    harness.followers_are_told().await;
    assert_eq!(harness.direct_messages(DAI).len(), 1);
    let store = harness.bot.service.store();
    assert_eq!(store.followed_by(player(DAI)).await.unwrap(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_of_a_game_that_is_over_offers_nothing_to_follow() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.act(ANN, "press resign").await;
    transcript.act(ANN, "press resign-yes").await;
    transcript.all_delivered().await;
    let board = transcript.act(CHAI, "/board").await;
    assert!(!has_control(&board, "follow-end"), "{}", board.content());
    let label = i18n::text("label-follow-end", Language::Thai);
    assert!(!board.controls().iter().any(|it| it["label"] == json!(label)));
}

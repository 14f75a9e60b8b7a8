//! Deleted channels, moved boards, and channels in which the bot is only user-installed.

use kradan_emulator::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, BEN, GAMES, GARDEN, Id, LOBBY, MAKRUK, RANDOM,
};
use kradan_i18n::{Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::{AbortReason, Ending, Event};
use serde_json::json;

use super::channel_mention;
use super::time::UNTIL_TIME_OUT;
use crate::discord::harness::{Harness, WAIT_MAX};
use crate::discord::transcript::Sees::{EphemeralLine, Public, PublicEvent};
use crate::discord::transcript::{Transcript, boards, check, mention, sentence_of, standing};

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_is_deleted_and_the_game_goes_on_elsewhere() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.emulator.delete_channel(GAMES);
    // The table moves to a channel where both players have been active.
    transcript.harness.command(BEN, MAKRUK, "games", json!({})).await;
    let transcript = transcript.elsewhere(MAKRUK);
    let board = transcript.harness.command_elsewhere(ANN, MAKRUK, "board", json!({})).await;
    assert_eq!((board.channel, &board.pinged[..]), (MAKRUK, &[BEN][..]));
    transcript
        .play(&[
            (BEN, "pick c3 from square", Public("c3"), &[ANN]),
            (ANN, "/move c4", Public("c4"), &[BEN]),
        ])
        .await;
    transcript.ends("d3 c3 c4; Second to move", &[1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_channel_delays_no_other() {
    let gone = Transcript::at(Harness::start().await, RANDOM, GameKind::Othello, &["d3"]).await;
    gone.harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    gone.harness.emulator.delete_channel(RANDOM);
    gone.harness.pass(UNTIL_TIME_OUT).await;
    let lost = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::First)));
    let end = gone.harness.message_with(GAMES, &sentence_of(&lost, Language::English)).await;
    assert_eq!(end.pinged, [ANN, BEN]);
    // The line with the game mentions whom the words do not.
    let footer = format!("\n-# Othello: Ann – {}", mention(BEN));
    assert!(end.content().ends_with(&footer), "{}", end.content());
    assert_eq!(end.content().matches("Othello").count(), 1, "{}", end.content());
    gone.all_delivered().await;
    assert_eq!(standing(&gone.stored().await.table), "d3; Aborted(OutOfTime(Second))");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_moves_to_another_channel() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let channel = channel_mention(MAKRUK);
    let moved = EphemeralLine(Line::MovedElsewhere { place: &channel });
    transcript.harness.command(BEN, MAKRUK, "games", json!({})).await;
    let board = transcript.harness.command_elsewhere(ANN, MAKRUK, "board", json!({})).await;
    assert_eq!((board.channel, &board.pinged[..]), (MAKRUK, &[BEN][..]));
    // The outbox delivers the notice to the old channel.
    transcript.all_delivered().await;
    // A move typed in the old channel shows its board in the new one.
    let there = transcript.public().len();
    let answer =
        transcript.harness.command_elsewhere(BEN, GAMES, "move", json!({ "move": "c3" })).await;
    check(BEN, "/move c3", &answer, moved);
    assert_eq!(transcript.public().len(), there, "nothing more is posted in the old channel");
    let shown = transcript.harness.shown(MAKRUK, transcript.table, 2).await;
    assert_eq!(shown.pinged, [ANN]);
    transcript.all_delivered().await;
    assert_eq!(transcript.boards(), [0, 1]);
    let usable = |it: &std::sync::Arc<kradan_emulator::PostedMessage>| {
        it.visible_to.is_none() && !it.controls().is_empty()
    };
    let cleaned_up = transcript
        .harness
        .emulator
        .wait_for(WAIT_MAX, |world| (!world.messages(GAMES, ANN).any(usable)).then_some(()));
    cleaned_up.await.expect("the old channel has no controls");
    let transcript = transcript.elsewhere(MAKRUK);
    transcript.play(&[(ANN, "pick c4 from square", Public("c4"), &[BEN])]).await;
    transcript.ends("d3 c3 c4; Second to move", &[1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_deleted_and_brought_back() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let board = transcript.with(BEN, "more", false);
    transcript.harness.emulator.delete_message(board.id);
    transcript
        .play(&[
            (BEN, "/move c3", Public("c3"), &[ANN]),
            (ANN, "/board", Public("<@1300000000000000011>"), &[]),
            (ANN, "pick c4 from square", Public("c4"), &[BEN]),
        ])
        .await;
    transcript.ends("d3 c3 c4; Second to move", &[0, 2, 2, 3]).await;
}

/// In a channel without the bot only responses are possible.
async fn plays_by_responses_alone(channel: Id) {
    let transcript = Transcript::at(Harness::start().await, channel, GameKind::Othello, &[]).await;
    let resigned = Event::Ended(Ending::Resigned(Side::First));
    transcript
        .play(&[
            (ANN, "pick d3 from square", Public("d3"), &[BEN]),
            (BEN, "/move c3", Public("c3"), &[ANN]),
            (ANN, "/draw", PublicEvent(&Event::DrawOffered { side: Side::First }), &[BEN]),
            (ANN, "/board", Public("<@1300000000000000011>"), &[]),
        ])
        .await;
    transcript.act(ANN, "press resign").await;
    transcript.play(&[(ANN, "press resign-yes", PublicEvent(&resigned), &[BEN])]).await;
    transcript.all_delivered().await;
    assert_eq!(standing(&transcript.stored().await.table), "d3 c3; Resigned(First)");
    assert_eq!(transcript.boards(), [0, 1, 2, 2, 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_where_the_bot_is_user_installed() {
    plays_by_responses_alone(LOBBY).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_in_direct_messages() {
    plays_by_responses_alone(ANN_AND_BEN).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out_where_nothing_can_be_posted() {
    let transcript =
        Transcript::at(Harness::start().await, LOBBY, GameKind::Othello, &["d3"]).await;
    transcript.harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    let before = transcript.public().len();
    transcript.harness.pass(UNTIL_TIME_OUT).await;
    let lost = Event::Ended(Ending::Aborted(AbortReason::OutOfTime(Side::First)));
    let end = transcript.harness.message_with(GAMES, &sentence_of(&lost, Language::English)).await;
    assert_eq!(end.pinged, [ANN, BEN]);
    assert_eq!(transcript.public().len(), before);
    // `/board` shows the result without waiting for the pending entry, which cannot be delivered.
    let shown = transcript.act(BEN, "/board").await;
    assert_eq!(boards(&[shown], transcript.table), [1]);
    assert_eq!(standing(&transcript.stored().await.table), "d3; Aborted(OutOfTime(Second))");
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_uses_commands_in_direct_messages_with_the_bot() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    let games = transcript.harness.command(ANN, ANN_AND_BOT, "games", json!({})).await;
    assert_eq!(games.visible_to, Some(ANN));
    assert!(games.content().contains(&format!("/{GARDEN}/{GAMES}/")), "{}", games.content());
    // In direct messages the board is a copy: the table stays in the channel that both see, and a
    // move from the copy is played there.
    let copy = transcript.harness.command_elsewhere(ANN, ANN_AND_BOT, "board", json!({})).await;
    assert_eq!((copy.channel, copy.visible_to), (ANN_AND_BOT, Some(ANN)));
    transcript.harness.pick(ANN, &copy, "c4").await;
    let shown = transcript.harness.shown(GAMES, transcript.table, 3).await;
    assert_eq!(shown.pinged, [BEN]);
    transcript.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

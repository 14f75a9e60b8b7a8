//! The removal of controls from old messages.

use std::sync::Arc;

use kradan_emulator::{ANN, BEN, FaultRule, GAMES, InjectedFault, MAKRUK, PostedMessage, World};
use kradan_rules::{GameKind, Side};
use kradan_store::{JobId, JobKind};
use kradan_table::Event;
use serde_json::json;

use crate::discord::harness::{Harness, WAIT_MAX, control_of, eventually};
use crate::discord::transcript::Sees::{Public, PublicTakeback};
use crate::discord::transcript::{Transcript, public, table_of};

/// Controls that could not be removed are removed later, also by another process and without any
/// interaction.
#[tokio::test(flavor = "multi_thread")]
async fn old_boards_and_offers_lose_their_controls_after_a_restart() {
    let mut transcript = Transcript::of(GameKind::Othello, &[]).await;
    // The controls of the challenge are removed, too.
    transcript.harness.all_cleaned_up().await;
    transcript.only_the_last_board_can_be_used().await;
    transcript.keep_old_controls();
    let asked = Event::TakebackAsked { side: Side::First, plies: (1, 1) };
    transcript
        .play(&[
            (ANN, "pick d3 from square", Public("d3"), &[BEN]),
            (ANN, "press takeback", PublicTakeback(&asked, "`1. d3`"), &[BEN]),
            (BEN, "/move c3", Public("c3"), &[ANN]),
        ])
        .await;
    transcript.all_delivered().await;
    let can_be_used = |transcript: &Transcript| {
        transcript.public().iter().filter(|it| !it.controls().is_empty()).count()
    };
    assert_eq!(can_be_used(&transcript), 4, "three boards and an offer");
    transcript.harness.bot.stop().await;
    transcript.harness.emulator.clear_faults();
    assert_eq!(can_be_used(&transcript), 4);
    transcript.harness.start_stopped_bot().await;
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
    let (channel, usable) =
        (transcript.channel, |it: &&Arc<PostedMessage>| !it.controls().is_empty());
    let one = |world: &World| {
        let public = public(world, channel);
        (public.iter().filter(usable).count() == 1).then_some(())
    };
    transcript
        .harness
        .emulator
        .wait_for(WAIT_MAX, one)
        .await
        .expect("the offer loses its buttons, too");
    transcript.harness.all_cleaned_up().await;
}

/// The bot gets no response to its post, and the game goes on before the bot finds the board.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_posted_without_a_response_loses_its_controls() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let (emulator, before) = (&transcript.harness.emulator, transcript.public().len());
    emulator.inject_fault(FaultRule::once(
        "POST /channels/{channel_id}/messages",
        InjectedFault::DoneButCut,
    ));
    transcript.harness.command_elsewhere(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    let channel = transcript.channel;
    let posted =
        emulator.wait_for(WAIT_MAX, |world| public(world, channel).into_iter().nth(before));
    assert!(!posted.await.expect("it is posted").controls().is_empty());
    let reading = "GET /channels/{channel_id}/messages";
    emulator.inject_fault(FaultRule::always(reading, InjectedFault::Refused(500)));
    transcript.harness.command_elsewhere(ANN, MAKRUK, "move", json!({ "move": "c4" })).await;
    emulator.clear_faults();
    transcript.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

/// The bot gets no response to its post of a challenge, nor to its response to the acceptance.
#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_posted_without_a_response_loses_its_controls() {
    let harness = Harness::start().await;
    let emulator = &harness.emulator;
    emulator.inject_fault(FaultRule::once("POST /interactions", InjectedFault::DoneButCut));
    emulator.inject_fault(FaultRule::always("GET /webhooks", InjectedFault::Refused(500)));
    let options = json!({ "game": "othello", "opponent": BEN.0.to_string() });
    emulator.as_user(ANN).command(GAMES, "play", options).unwrap();
    let with_controls = |world: &World| {
        public(world, GAMES).into_iter().find(|message| !message.controls().is_empty())
    };
    let challenge = emulator.wait_for(WAIT_MAX, with_controls).await.expect("it is posted");
    let transcript = Transcript { table: table_of(&challenge), channel: GAMES, harness };
    let emulator = &transcript.harness.emulator;
    emulator.inject_fault(FaultRule::always("POST /interactions", InjectedFault::Refused(503)));
    let accept = control_of(&challenge, "accept");
    emulator.as_user(BEN).click(challenge.id, &accept).unwrap();
    eventually("the answer fails", async || {
        let store = transcript.harness.bot.service.store();
        let pending = store.pending_of_table(transcript.table).await.unwrap();
        pending.get(1).is_some_and(|it| it.attempts > 0)
    })
    .await;
    emulator.clear_faults();
    transcript.ends("First to move", &[0]).await;
    let is_cleaned_up = |world: &World| {
        let messages = public(world, GAMES);
        messages.iter().all(|it| it.id != challenge.id || it.controls().is_empty()).then_some(())
    };
    emulator.wait_for(WAIT_MAX, is_cleaned_up).await.expect("the challenge loses its buttons");
}

/// The controls of a deleted message cannot be removed, and the cleanup gives up.
#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_that_is_deleted_leaves_the_cleanup_queue() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    transcript.keep_old_controls();
    let board = transcript.with(ANN, "more", false);
    transcript.play(&[(ANN, "pick d3 from square", Public("d3"), &[BEN])]).await;
    transcript.all_delivered().await;
    let replacing = JobId { kind: JobKind::ReplaceMessage, subject: board.id.0 };
    let job = transcript.harness.bot.service.store().job(replacing).await.unwrap();
    assert!(job.is_some(), "it waits");
    transcript.harness.emulator.delete_message(board.id);
    transcript.harness.emulator.clear_faults();
    transcript.harness.all_cleaned_up().await;
}

//! Responses that take longer than Discord waits.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use kradan_emulator::{
    ANN, BEN, CHAI, FaultRule, GAMES, Id, InjectedFault, InteractionResponse, PostedMessage, World,
};
use kradan_i18n::Line;
use kradan_rules::GameKind;
use kradan_table::PlayerId;
use serde_json::json;

use super::other_commands::switch;
use crate::discord::harness::{Harness, POLL_INTERVAL, WAIT_MAX, control_of, has_control};
use crate::discord::transcript::Sees::{EphemeralLine, Public};
use crate::discord::transcript::{Transcript, check, mention, public, table_option};

/// Changes somebody's name and blocks the store that has to record it, until the returned sender is
/// dropped.
pub(super) async fn block_profiles(harness: &Harness, person: Id) -> mpsc::Sender<()> {
    harness.emulator.rename(person, "Somebody");
    let (release, wait) = mpsc::channel();
    let wait = Mutex::new(wait);
    let (begun, mut has_begun) = tokio::sync::mpsc::unbounded_channel();
    let service = harness.bot.service.clone();
    tokio::spawn(async move {
        let change = move |_: &mut _| {
            let _ = begun.send(());
            let _ = wait.lock().unwrap().recv();
        };
        service.store().update_profile(PlayerId(CHAI.0), Box::new(change)).await
    });
    has_begun.recv().await.expect("the store is kept waiting");
    release
}

/// Those beyond the most that are dealt with at once are deferred, and follow.
#[tokio::test(flavor = "multi_thread")]
async fn a_burst_is_responded_to() {
    let harness = Harness::start().await;
    let release = block_profiles(&harness, ANN).await;
    let ann = harness.emulator.as_user(ANN);
    let asked: Vec<_> = (0..300).map(|_| ann.command(GAMES, "games", json!({})).unwrap()).collect();
    for one in &asked {
        let response = one.answered(WAIT_MAX).await.unwrap();
        assert!(matches!(response, InteractionResponse::Deferred), "{response:?}");
    }
    drop(release);
    for one in &asked {
        one.message(WAIT_MAX).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_board_pings_in_a_second_message() {
    for action in ["/move d3", "pick d3 from square"] {
        let transcript = Transcript::of(GameKind::Othello, &[]).await;
        // The lock stands for another delivery at the same table.
        let lock = transcript.harness.bot.service.lock_delivery(transcript.table).await;
        let asked = transcript.ask(ANN, action);
        let first = asked.answered(WAIT_MAX).await.expect("it is deferred in time");
        assert!(matches!(first, InteractionResponse::Deferred), "{first:?}");
        drop(lock);
        let board = asked.message(WAIT_MAX).await.expect("it is edited");
        assert_eq!(board.attachments().len(), 1);
        assert!(board.pinged.is_empty(), "a deferred response pings nobody");
        let pings = asked.followed(1, WAIT_MAX).await.expect("a message pings");
        assert_eq!(pings[0].pinged, [BEN]);
        // The mention stands in the sentence of the board.
        let sentence = pings[0].content();
        assert!(sentence.starts_with(&format!("{},", mention(BEN))), "{sentence}");
        assert!(board.content().contains(sentence), "{sentence}");
        transcript.ends("d3; Second to move", &[0, 1]).await;
        transcript.play(&[(BEN, "pick c3 from square", Public("c3"), &[ANN])]).await;
        transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
    }
}

/// Nothing but the first response opens a form.
#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_cannot_open_in_time_is_asked_for_again() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let game = transcript.act(ANN, "/game").await;
    let release = block_profiles(&transcript.harness, ANN).await;
    let user = transcript.harness.emulator.as_user(ANN);
    let asked = user.click(game.id, &control_of(&game, "note")).unwrap();
    let first = asked.answered(WAIT_MAX).await.expect("it is deferred in time");
    assert!(matches!(first, InteractionResponse::Deferred), "{first:?}");
    drop(release);
    let said = asked.message(WAIT_MAX).await.expect("it is edited");
    check(ANN, "note", &said, EphemeralLine(Line::PressAgain));
}

/// The mention stands in the title alone, which says nothing of what happened.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_offer_pings_with_all_its_words() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let lock = transcript.harness.bot.service.lock_delivery(transcript.table).await;
    let asked = transcript.ask(ANN, "/draw");
    asked.answered(WAIT_MAX).await.expect("it is deferred in time");
    drop(lock);
    let offer = asked.message(WAIT_MAX).await.expect("it is edited");
    let pings = asked.followed(1, WAIT_MAX).await.expect("a message pings");
    assert_eq!((pings[0].content(), &pings[0].pinged[..]), (offer.content(), &[BEN][..]));
    assert!(!offer.content().starts_with("-# "), "{}", offer.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_board_after_the_menu_of_tables_is_public() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    transcript.harness.begin(GameKind::Othello, ANN, CHAI, GAMES).await;
    let asked = transcript.act(ANN, "/move d3").await;
    let lock = transcript.harness.bot.service.lock_delivery(transcript.table).await;
    let (menu, table) = (control_of(&asked, "which"), table_option(&asked, transcript.table));
    let chosen =
        transcript.harness.emulator.as_user(ANN).select(asked.id, &menu, &[&table]).unwrap();
    chosen.answered(WAIT_MAX).await.expect("it is deferred in time");
    drop(lock);
    let board = transcript.harness.answer(&chosen).await;
    assert_eq!((board.visible_to, board.attachments().len()), (None, 1));
    // The press on a private menu was acknowledged, and the board is a new message.
    assert_eq!(board.pinged, [BEN]);
    transcript.ends("d3; Second to move", &[0, 1]).await;
}

/// Asks for something whose deferred response to Ann is ephemeral, though a public board was
/// possible.
async fn confirms_late(transcript: &Transcript, action: &str) -> Arc<PostedMessage> {
    let before = transcript.public().len();
    let release = block_profiles(&transcript.harness, ANN).await;
    let asked = transcript.ask(ANN, action);
    let first = asked.answered(WAIT_MAX).await.expect("it is deferred in time");
    // The press on a panel is acknowledged.
    let is_deferred = match &first {
        InteractionResponse::Deferred => !action.ends_with("from target"),
        InteractionResponse::DeferredUpdate => action.ends_with("from target"),
        _ => false,
    };
    assert!(is_deferred, "{first:?}");
    drop(release);
    let panel = transcript.harness.answer(&asked).await;
    assert_eq!((panel.visible_to, &panel.pinged[..]), (Some(ANN), &[][..]), "{action}");
    assert!(has_control(&panel, "confirm"), "{:?}", panel.controls());
    let is_as_before = |world: &World| (public(world, GAMES).len() == before).then_some(());
    transcript
        .harness
        .emulator
        .wait_for(WAIT_MAX, is_as_before)
        .await
        .expect("the deferral is deleted");
    panel
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_confirmation_is_ephemeral() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    switch(&transcript.harness, "confirm").await;
    let panel = confirms_late(&transcript, "pick d3 from square").await;
    transcript.play(&[(ANN, "press confirm", Public("d3"), &[BEN])]).await;
    transcript.harness.gone(panel.id).await;
}

/// The panel is pressed before Discord has told the bot that it is there.
#[tokio::test(flavor = "multi_thread")]
async fn a_panel_that_is_pressed_at_once_is_deleted() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    switch(&transcript.harness, "confirm").await;
    let slow = FaultRule::once("POST /webhooks", InjectedFault::Slow(Duration::from_secs(2)));
    transcript.harness.emulator.inject_fault(slow);
    let panel = confirms_late(&transcript, "pick d3 from square").await;
    assert!(transcript.harness.emulator.pending_faults().is_empty());
    transcript.play(&[(ANN, "press confirm", Public("d3"), &[BEN])]).await;
    transcript.harness.gone(panel.id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panel_that_changes_late_stays_ephemeral() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    switch(&transcript.harness, "confirm").await;
    let panel = transcript.act(ANN, "pick c1 from piece").await;
    let question = confirms_late(&transcript, "pick c1c2 from target").await;
    assert_eq!(question.id, panel.id, "it is the same panel");
    transcript.play(&[(ANN, "press confirm", Public("c2"), &[BEN])]).await;
    transcript.harness.gone(panel.id).await;
}

/// The bot deletes a public deferral before an ephemeral follow-up: Discord would show the
/// follow-up publicly in its place.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_confirmation_stays_ephemeral_while_discord_fails() {
    for times in [1, u32::MAX] {
        let transcript = Transcript::of(GameKind::Othello, &[]).await;
        switch(&transcript.harness, "confirm").await;
        let (emulator, release) =
            (&transcript.harness.emulator, block_profiles(&transcript.harness, ANN).await);
        let asked = transcript.ask(ANN, "pick d3 from square");
        let first = asked.answered(WAIT_MAX).await.expect("it is deferred in time");
        assert!(matches!(first, InteractionResponse::Deferred), "{first:?}");
        let stays = FaultRule::once("DELETE /webhooks", InjectedFault::Refused(500));
        emulator.inject_fault(FaultRule { times, ..stays });
        drop(release);
        if times == 1 {
            let panel = &asked.followed(1, WAIT_MAX).await.expect("it is tried again")[0];
            assert_eq!(panel.visible_to, Some(ANN));
            continue;
        }
        let tries = || emulator.requests().iter().filter(|it| it.method == "DELETE").count();
        let is_tried = |_: &World| (tries() > 3).then_some(());
        emulator.wait_for(WAIT_MAX, is_tried).await.expect("it is tried again");
        transcript.all_delivered().await;
        let is_seen = |it: &Arc<PostedMessage>| has_control(it, "confirm");
        assert!(!transcript.public().iter().any(is_seen), "the confirmation is public");
        assert!(
            asked.followed(1, POLL_INTERVAL).await.is_err(),
            "nothing follows a public deferral"
        );
    }
}

//! Conflicts between people at a table, as transcripts.

use kradan::emulator::{
    ANN, ActionError, BEN, CHAI, FaultRule, GAMES, Id, InjectedFault, MAKRUK, PostedMessage, World,
};
use kradan::i18n;
use kradan::rules::{GameKind, Side, makruk::Act};
use kradan::service::Store as _;
use kradan::table::{Ending, Event, Refusal};
use serde_json::json;

use crate::harness::{A_MOMENT, Harness, SOON, control_of};
use crate::transcript::Sees::{Public, PublicEvent, Refused, Stale};
use crate::transcript::{
    Transcript, check, language_of, player, public, refused, standing, table_of, table_option,
};

const NOBODY: &[Id] = &[];

/// Makes every removal of old controls fail, so that old boards stay usable.
fn keep_old_controls(transcript: &Transcript) {
    let refused = FaultRule::once("PATCH /channels", InjectedFault::Refused(500));
    transcript.harness.emulator.inject_fault(FaultRule { times: u32::MAX, ..refused });
}

/// The one public message of these responses. Panics unless there is exactly one.
fn the_only_public_one(answers: &[std::sync::Arc<PostedMessage>]) -> &PostedMessage {
    let mut public = answers.iter().filter(|it| it.visible_to.is_none());
    let (Some(first), None) = (public.next(), public.next()) else {
        panic!("one of these is for all: {:?}", answers.iter().map(|it| it.content()))
    };
    first
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wrong_player_moves() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let turn = Refusal::NotYourTurn { turn: Side::First, player: player(ANN) };
    let steps = [
        (BEN, "pick d3 from square", Refused(&turn), NOBODY),
        (BEN, "/move d3", Refused(&turn), NOBODY),
        (CHAI, "pick d3 from square", Refused(&Refusal::NotSeated), NOBODY),
        (ANN, "pick d3 from square", Public("d3"), &[BEN]),
    ];
    transcript.play(&steps).await;
    transcript.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_control_is_clicked_twice_at_once() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let click = (ANN, "pick d3 from square");
    let answers = transcript.at_once(&[click, click]).await;
    assert_eq!(the_only_public_one(&answers).pinged, [BEN]);
    transcript.ends("d3; Second to move", &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_interaction_arrives_again() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let asked = transcript.ask(BEN, "pick c3 from square");
    asked.redeliver();
    asked.redeliver();
    let board = transcript.harness.answer(&asked).await;
    assert_eq!(board.pinged, [ANN]);
    transcript.all_delivered().await;
    // The interaction arrives again long after its response.
    asked.redeliver();
    transcript.play(&[(ANN, "/move c4", Public("c4"), &[BEN])]).await;
    transcript.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_interaction_arrives_again_after_a_restart() {
    let mut transcript = Transcript::of(GameKind::Othello, &[]).await;
    let asked = transcript.ask(ANN, "pick d3 from square");
    transcript.harness.answer(&asked).await;
    transcript.all_delivered().await;
    transcript.harness.restart().await;
    asked.redeliver();
    transcript.play(&[(BEN, "/move c3", Public("c3"), &[ANN])]).await;
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redelivered_interaction_is_carried_out_once() {
    let transcript = Transcript::of_challenge(GameKind::Makruk).await;
    done_once(&transcript, BEN, "press accept").await;
    transcript.begin_from(GameKind::Makruk, "8/8/2n5/8/6k1/2K5/8/1r5S w").await;
    let (first, second) = seats(&transcript).await;
    for (who, action) in [
        (first, "/count claim"),
        (first, "/move h1h2"),
        (second, "/move b1b8"),
        (second, "/draw"),
        (first, "press decline-draw"),
        (first, "/takeback"),
        (second, "press grant"),
        (first, "/board"),
        (first, "press draw"),
        (second, "press accept-draw"),
    ] {
        done_once(&transcript, who, action).await;
    }
    transcript.ends("Agreed", &[0, 1, 2, 0, 0, 0]).await;
    // A rematch is a table of its own. Three deliveries open one table.
    let asked = transcript.ask(first, "press rematch");
    asked.redeliver();
    asked.redeliver();
    transcript.harness.answer(&asked).await;
    transcript.all_delivered().await;
    let games = transcript.harness.command(first, transcript.channel, "games", json!({})).await;
    assert_eq!(games.content().lines().count(), 2, "{}", games.content());
}

/// Uses a control or command whose interaction arrives three times, and checks that it is carried
/// out once.
async fn done_once(transcript: &Transcript, who: Id, action: &str) {
    let (before, said) = (transcript.stored().await.revision, transcript.public().len());
    let asked = transcript.ask(who, action);
    asked.redeliver();
    asked.redeliver();
    let answer = transcript.harness.answer(&asked).await;
    transcript.all_delivered().await;
    asked.redeliver();
    transcript.all_delivered().await;
    assert_eq!(transcript.stored().await.revision, before + 1, "{action}");
    let is_public = answer.visible_to.is_none();
    assert_eq!(transcript.public().len(), said + usize::from(is_public), "{action}");
}

/// The first and the second player.
async fn seats(transcript: &Transcript) -> (Id, Id) {
    let seats = *transcript.stored().await.table.seats().expect("the game is on");
    (Id(seats.first.0), Id(seats.second.0))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_ephemeral_panel_is_for_one_person() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let panel = transcript.act(ANN, "pick e3 from piece").await;
    let asked = transcript.act(BEN, "press resign").await;
    let settings = transcript.act(ANN, "/settings").await;
    for (message, control) in
        [(&panel, "target"), (&panel, "back"), (&asked, "resign-yes"), (&settings, "setting")]
    {
        let pressed = transcript
            .harness
            .emulator
            .as_user(CHAI)
            .click(message.id, &control_of(message, control));
        assert_eq!(pressed.err(), Some(ActionError::NoMessage(message.id)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_player_moves_on_two_devices_at_once() {
    for actions in [
        ["pick d3 from square", "pick c4 from square"],
        ["/move d3", "/move c4"],
        ["pick d3 from square", "/move c4"],
    ] {
        let transcript = Transcript::of(GameKind::Othello, &[]).await;
        let answers = transcript.at_once(&actions.map(|action| (ANN, action))).await;
        let board = the_only_public_one(&answers);
        assert_eq!(board.pinged, [BEN]);
        let made = if board.content().contains("d3") { "d3" } else { "c4" };
        transcript.ends(&format!("{made}; Second to move"), &[0, 1]).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_is_clicked() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    keep_old_controls(&transcript);
    transcript
        .play(&[
            (ANN, "pick d3 from square", Public("d3"), &[BEN]),
            (BEN, "pick c3 from square", Public("c3"), &[ANN]),
            (ANN, "old pick c4 from square", Stale, NOBODY),
            (BEN, "old pick c4 from square", Stale, NOBODY),
            (ANN, "old pick e6 from square", Stale, NOBODY),
            (BEN, "old pick f5 from square", Stale, NOBODY),
        ])
        .await;
    transcript.harness.emulator.clear_faults();
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_on_an_old_board_are_pressed() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    keep_old_controls(&transcript);
    let asked = Event::TakebackAsked { side: Side::First, plies: (1, 1) };
    let again = Event::TakebackAsked { side: Side::First, plies: (3, 3) };
    let stands = Event::TakebackRefused { side: Side::Second };
    transcript
        .play(&[
            (ANN, "press takeback", PublicEvent(&asked), &[BEN]),
            (BEN, "pick c3 from square", Public("c3"), &[ANN]),
        ])
        .await;
    // The outbox knows the current board by now.
    transcript.all_delivered().await;
    transcript
        .play(&[
            (BEN, "old press draw", Stale, NOBODY),
            (BEN, "old press takeback", Stale, NOBODY),
            (ANN, "pick c4 from square", Public("c4"), &[BEN]),
            (ANN, "press takeback", PublicEvent(&again), &[BEN]),
            (BEN, "old press refuse", Stale, NOBODY),
            (BEN, "old press grant", Stale, NOBODY),
            (BEN, "press refuse", PublicEvent(&stands), &[ANN]),
        ])
        .await;
    assert_eq!(transcript.stored().await.table.draw_offer(), None);
}

/// After a takeback and another move the number of plies is the same again, and c3 is legal again.
#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_is_clicked_after_a_takeback_and_another_move() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.only_the_last_board_can_be_used().await;
    keep_old_controls(&transcript);
    let kept = FaultRule::once("DELETE /webhooks", InjectedFault::Refused(500));
    transcript.harness.emulator.inject_fault(kept);
    let resigning = transcript.act(BEN, "press resign").await;
    let asked = Event::TakebackAsked { side: Side::First, plies: (1, 1) };
    transcript
        .play(&[
            (ANN, "press takeback", PublicEvent(&asked), &[BEN]),
            (BEN, "press grant", PublicEvent(&Event::TakenBack { plies: 1 }), &[ANN]),
            (ANN, "pick c4 from square", Public("c4"), &[BEN]),
        ])
        .await;
    // The outbox knows the current board by now.
    transcript.all_delivered().await;
    transcript
        .play(&[
            (BEN, "old pick c3 from square", Stale, NOBODY),
            (BEN, "old press draw", Stale, NOBODY),
            (ANN, "old press takeback", Stale, NOBODY),
            (BEN, "old press resign", Stale, NOBODY),
            (BEN, "old press grant", Stale, NOBODY),
        ])
        .await;
    let resigned = transcript.harness.click(BEN, &resigning, "resign-yes").await;
    check(BEN, "press resign-yes", &resigned, Stale);
    transcript.harness.emulator.clear_faults();
    transcript.play(&[(BEN, "pick c3 from square", Public("c3"), &[ANN])]).await;
    transcript.ends("c4 c3; First to move", &[0, 1, 0, 1, 2]).await;
}

/// An option of the table menu stands for the position in which the menu was made.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_chosen_from_an_old_menu() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    transcript.harness.begin(GameKind::Othello, ANN, CHAI, GAMES).await;
    let menu = transcript.act(ANN, "/draw").await;
    let option = table_option(&menu, transcript.table);
    let moved = json!({ "move": "d3", "table": transcript.table.0.to_string() });
    transcript.harness.command(ANN, GAMES, "move", moved).await;
    transcript.all_delivered().await;
    let chosen = transcript.harness.select(ANN, &menu, "which", &option).await;
    check(ANN, "/draw", &chosen, Stale);
    let table = transcript.stored().await.table;
    assert_eq!(standing(&table), "d3; Second to move");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_count_is_claimed_on_an_old_board() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    keep_old_controls(&transcript);
    transcript.begin_from(GameKind::Makruk, "8/8/2n5/8/6k1/2K5/8/1r5S w").await;
    transcript.act(ANN, "/board").await;
    transcript
        .play(&[
            (ANN, "/move h1h2", Public("h2"), &[BEN]),
            (BEN, "/move b1b8", Public("b8"), &[ANN]),
            (ANN, "old press count", Stale, NOBODY),
        ])
        .await;
    assert_eq!(transcript.stored().await.table.announced(), None);
}

/// Controls that could not be removed are removed later, also by another process and without any
/// interaction.
#[tokio::test(flavor = "multi_thread")]
async fn old_boards_and_offers_lose_their_controls_after_a_restart() {
    let mut transcript = Transcript::of(GameKind::Othello, &[]).await;
    // The controls of the challenge are removed, too.
    transcript.harness.all_cleaned_up().await;
    transcript.only_the_last_board_can_be_used().await;
    keep_old_controls(&transcript);
    let asked = Event::TakebackAsked { side: Side::First, plies: (1, 1) };
    transcript
        .play(&[
            (ANN, "pick d3 from square", Public("d3"), &[BEN]),
            (ANN, "press takeback", PublicEvent(&asked), &[BEN]),
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
        (transcript.channel, |it: &&std::sync::Arc<PostedMessage>| !it.controls().is_empty());
    let one = |world: &World| {
        let public = crate::transcript::public(world, channel);
        (public.iter().filter(usable).count() == 1).then_some(())
    };
    transcript
        .harness
        .emulator
        .wait_for(SOON, one)
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
    transcript.harness.command(BEN, MAKRUK, "move", json!({ "move": "c3" })).await;
    let channel = transcript.channel;
    let posted = emulator
        .wait_for(SOON, |world| crate::transcript::public(world, channel).into_iter().nth(before));
    assert!(!posted.await.expect("it is posted").controls().is_empty());
    let refused_reads =
        FaultRule::once("GET /channels/{channel_id}/messages", InjectedFault::Refused(500));
    emulator.inject_fault(FaultRule { times: u32::MAX, ..refused_reads });
    transcript.harness.command(ANN, MAKRUK, "move", json!({ "move": "c4" })).await;
    emulator.clear_faults();
    transcript.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

/// The bot gets no response to its post of a challenge, nor to its response to the acceptance.
#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_posted_without_a_response_loses_its_controls() {
    let harness = Harness::start().await;
    let emulator = &harness.emulator;
    emulator.inject_fault(FaultRule::once("POST /interactions", InjectedFault::DoneButCut));
    let refused_reads = FaultRule::once("GET /webhooks", InjectedFault::Refused(500));
    emulator.inject_fault(FaultRule { times: u32::MAX, ..refused_reads });
    let options = json!({ "game": "othello", "opponent": BEN.0.to_string() });
    emulator.as_user(ANN).command(GAMES, "play", options).unwrap();
    let with_controls = |world: &World| {
        public(world, GAMES).into_iter().find(|message| !message.controls().is_empty())
    };
    let challenge = emulator.wait_for(SOON, with_controls).await.expect("it is posted");
    let transcript = Transcript { table: table_of(&challenge), channel: GAMES, harness };
    let emulator = &transcript.harness.emulator;
    let refused_responses = FaultRule::once("POST /interactions", InjectedFault::Refused(503));
    emulator.inject_fault(FaultRule { times: u32::MAX, ..refused_responses });
    let accept = control_of(&challenge, "accept");
    emulator.as_user(BEN).click(challenge.id, &accept).unwrap();
    let answer_failed = async {
        let store = transcript.harness.bot.service.store();
        while store
            .pending_of_table(transcript.table)
            .await
            .unwrap()
            .get(1)
            .is_none_or(|it| it.attempts == 0)
        {
            tokio::time::sleep(A_MOMENT).await;
        }
    };
    tokio::time::timeout(SOON, answer_failed).await.expect("it is accepted");
    emulator.clear_faults();
    transcript.ends("First to move", &[0]).await;
    let is_cleaned_up = |world: &World| {
        let messages = public(world, GAMES);
        messages.iter().all(|it| it.id != challenge.id || it.controls().is_empty()).then_some(())
    };
    emulator.wait_for(SOON, is_cleaned_up).await.expect("the challenge loses its buttons");
}

/// The controls of a deleted message cannot be removed, and the cleanup gives up.
#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_that_is_deleted_leaves_the_cleanup_queue() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    keep_old_controls(&transcript);
    let board = transcript.with(ANN, "square", false);
    transcript.play(&[(ANN, "pick d3 from square", Public("d3"), &[BEN])]).await;
    transcript.all_delivered().await;
    let store = transcript.harness.bot.service.store();
    let waiting = store.cleanup_queue(9).await.unwrap();
    assert!(waiting.iter().any(|it| it.message.0 == board.id.0), "{waiting:?}");
    transcript.harness.emulator.delete_message(board.id);
    transcript.harness.emulator.clear_faults();
    transcript.harness.all_cleaned_up().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_panel_is_clicked() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let kept = FaultRule::once("DELETE /webhooks", InjectedFault::Refused(500));
    transcript.harness.emulator.inject_fault(kept);
    let panel = transcript.act(ANN, "pick e3 from piece").await;
    assert_eq!(panel.visible_to, Some(ANN));
    transcript.play(&[(ANN, "/move d3d4", Public("d4"), &[BEN])]).await;
    transcript.play(&[(BEN, "/move d6d5", Public("d5"), &[ANN])]).await;
    transcript.play(&[(ANN, "pick e3e4 from target", Stale, NOBODY)]).await;
    transcript.ends("d3d4 d6d5; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_accepted_twice() {
    let transcript = Transcript::of_challenge(GameKind::Makruk).await;
    keep_old_controls(&transcript);
    let answers = transcript.at_once(&[(BEN, "press accept"), (BEN, "press accept")]).await;
    assert_eq!(the_only_public_one(&answers).attachments().len(), 1);
    let answered = Refused(&Refusal::Answered);
    transcript
        .play(&[
            (BEN, "old press accept", answered, NOBODY),
            (BEN, "old press decline", answered, NOBODY),
            (ANN, "old press cancel", answered, NOBODY),
        ])
        .await;
    transcript.harness.emulator.clear_faults();
    transcript.ends("First to move", &[0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_accepts_their_own_challenge() {
    let transcript = Transcript::of_challenge(GameKind::Ogi).await;
    let before = transcript.stored().await;
    transcript
        .play(&[
            (ANN, "press accept", Refused(&Refusal::OwnChallenge), NOBODY),
            (ANN, "press decline", Refused(&Refusal::OwnChallenge), NOBODY),
            (CHAI, "press accept", Refused(&Refusal::NotChallenged), NOBODY),
            (BEN, "press cancel", Refused(&Refusal::NotSeated), NOBODY),
        ])
        .await;
    assert_eq!(transcript.stored().await.table, before.table);
    let answer = transcript.act(BEN, "press decline").await;
    assert_eq!(answer.pinged, [ANN]);
    transcript.all_delivered().await;
    assert_eq!(crate::transcript::standing(&transcript.stored().await.table), "withdrawn");
    assert!(transcript.boards().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_offer_is_answered_after_a_restart() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let offered = Event::DrawOffered { side: Side::First };
    transcript.play(&[(ANN, "press draw", PublicEvent(&offered), &[BEN])]).await;
    transcript.harness.restart().await;
    let declined = Event::DrawDeclined { side: Side::Second };
    let agreed = Event::Ended(Ending::Agreed);
    transcript
        .play(&[
            (ANN, "press accept-draw", Refused(&Refusal::NothingOffered), NOBODY),
            (BEN, "press decline-draw", PublicEvent(&declined), &[ANN]),
            (ANN, "/draw", Refused(&Refusal::DeclinedAlready), NOBODY),
            (BEN, "/move c3", Public("c3"), &[ANN]),
            (ANN, "/move c4", Public("c4"), &[BEN]),
            (ANN, "/draw", PublicEvent(&offered), &[BEN]),
        ])
        .await;
    transcript.harness.restart().await;
    transcript.play(&[(BEN, "press accept-draw", PublicEvent(&agreed), &[ANN])]).await;
    transcript.ends("d3 c3 c4; Agreed", &[0, 1, 2, 3, 3]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_stays_playable_during_an_offer() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let offered = Event::DrawOffered { side: Side::First };
    let asked = Event::TakebackAsked { side: Side::First, plies: (1, 1) };
    let stands = Event::TakebackRefused { side: Side::Second };
    transcript
        .play(&[
            (ANN, "press draw", PublicEvent(&offered), &[BEN]),
            (ANN, "press draw", Refused(&Refusal::OfferedAlready), NOBODY),
            (ANN, "press takeback", PublicEvent(&asked), &[BEN]),
            (BEN, "press refuse", PublicEvent(&stands), &[ANN]),
        ])
        .await;
    keep_old_controls(&transcript);
    transcript
        .play(&[
            (BEN, "pick c3 from square", Public("c3"), &[ANN]),
            (BEN, "press accept-draw", Stale, NOBODY),
            (BEN, "press decline-draw", Stale, NOBODY),
        ])
        .await;
    transcript.harness.emulator.clear_faults();
    transcript.ends("d3 c3; First to move", &[0, 1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_takeback_undoes_a_claimed_count() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let start = "8/8/2n5/8/6k1/2K5/8/1r5S w";
    transcript.begin_from(GameKind::Makruk, start).await;
    let asked = Event::TakebackAsked { side: Side::First, plies: (1, 2) };
    let claimed = transcript.act(ANN, "/count claim").await;
    assert_eq!(claimed.visible_to, Some(ANN), "the claim is ephemeral before the move");
    assert_eq!(transcript.stored().await.table.announced(), Some(Act::Claim.into()));
    transcript
        .play(&[
            (ANN, "/move h1h2", Public("1"), &[BEN]),
            (BEN, "/move b1b8", Public("b8"), &[ANN]),
            (ANN, "press takeback", PublicEvent(&asked), &[BEN]),
            (ANN, "press grant", Refused(&Refusal::NothingOffered), NOBODY),
            (BEN, "press grant", PublicEvent(&Event::TakenBack { plies: 2 }), &[ANN]),
        ])
        .await;
    let table = transcript.stored().await.table;
    assert_eq!((table.game().position().as_str(), table.announced()), (start, None));
    transcript.play(&[(ANN, "/move h1h2", Public("h2"), &[BEN])]).await;
    transcript.ends("h1h2; Second to move", &[0, 1, 2, 0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_resigns_while_the_other_moves() {
    for ann_is_first in [true, false, true, false] {
        let transcript = Transcript::of(GameKind::Othello, &[]).await;
        let panel = transcript.act(BEN, "press resign").await;
        assert_eq!(panel.visible_to, Some(BEN));
        let mut actions = [(ANN, "pick d3 from square"), (BEN, "press resign-yes")];
        if !ann_is_first {
            actions.reverse();
        }
        let answers = transcript.at_once(&actions).await;
        transcript.all_delivered().await;
        if transcript.stored().await.table.game().plies() == 0 {
            transcript.ends("Resigned(Second)", &[0, 0]).await;
        } else {
            // Ben has not seen the move, which may change his mind.
            let resigning = &answers[usize::from(ann_is_first)];
            check(BEN, "press resign-yes", resigning, Stale);
            transcript.ends("d3; Second to move", &[0, 1]).await;
        }
    }
}

/// Whether a text is the refusal that a stranger gets for a control, in Chai's language.
fn is_refusal_to_a_stranger(control: &str, content: &str) -> bool {
    let language = language_of(CHAI);
    let title = "\u{1}";
    let line = match control {
        "accept" | "decline" => refused(&Refusal::NotChallenged, language),
        "replay" => i18n::text_with("line-replay-heading", &[("title", title)], language),
        "export" => i18n::text_with("line-export-heading", &[("title", title)], language),
        _ => refused(&Refusal::NotSeated, language),
    };
    line.split(title).all(|part| content.contains(part))
}

/// Uses every button and every menu option that Chai sees. Returns the actions of the controls.
async fn stranger_presses_everything(transcript: &Transcript) -> Vec<String> {
    transcript.all_delivered().await;
    if !transcript.boards().is_empty() {
        transcript.only_the_last_board_can_be_used().await;
    }
    transcript.harness.all_cleaned_up().await;
    let before = (transcript.stored().await, transcript.public());
    let mut pressed = Vec::new();
    let user = transcript.harness.emulator.as_user(CHAI);
    for message in &before.1 {
        for control in message.controls() {
            let id = control["custom_id"].as_str().expect("every control does something");
            let kind = id.split(':').next().unwrap_or_default();
            let asked = match control["options"].as_array() {
                Some(options) => {
                    let values = options.iter().filter_map(|it| it["value"].as_str());
                    values.map(|it| user.select(message.id, id, &[it]).unwrap()).collect()
                }
                None => vec![user.click(message.id, id).unwrap()],
            };
            for asked in &asked {
                let answer = transcript.harness.answer(asked).await;
                assert_eq!(answer.visible_to, Some(CHAI), "{id}: {}", answer.content());
                assert!(
                    is_refusal_to_a_stranger(kind, answer.content()),
                    "{id}: {}",
                    answer.content()
                );
            }
            pressed.push(kind.to_owned());
        }
    }
    transcript.all_delivered().await;
    assert_eq!(transcript.stored().await.table, before.0.table);
    assert_eq!(transcript.stored().await.revision, before.0.revision);
    let values = |messages: &[std::sync::Arc<PostedMessage>]| {
        messages.iter().map(|it| it.value.clone()).collect::<Vec<_>>()
    };
    assert_eq!(values(&transcript.public()), values(&before.1), "all is as it was");
    pressed
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_presses_every_button() {
    let challenge = Transcript::of_challenge(GameKind::Othello).await;
    let mut pressed = stranger_presses_everything(&challenge).await;

    let othello = Transcript::of(GameKind::Othello, &["d3"]).await;
    pressed.extend(stranger_presses_everything(&othello).await);
    othello.act(ANN, "/draw").await;
    othello.act(ANN, "/takeback").await;
    othello.act(BEN, "/board").await;
    pressed.extend(stranger_presses_everything(&othello).await);
    othello.act(BEN, "press accept-draw").await;
    pressed.extend(stranger_presses_everything(&othello).await);

    let makruk = Transcript::of(GameKind::Makruk, &[]).await;
    makruk.begin_from(GameKind::Makruk, "8/8/2n5/8/6k1/2K5/8/1r5S w").await;
    makruk.act(ANN, "/board").await;
    pressed.extend(stranger_presses_everything(&makruk).await);

    let all = [
        "accept",
        "accept-draw",
        "cancel",
        "count",
        "decline",
        "decline-draw",
        "draw",
        "export",
        "grant",
        "piece",
        "refuse",
        "rematch",
        "replay",
        "resign",
        "square",
        "takeback",
    ];
    pressed.sort_unstable();
    pressed.dedup();
    assert_eq!(pressed, all, "every kind of control was there to be pressed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_names_the_table_in_every_command() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let before = transcript.stored().await;
    let table = transcript.table.0.to_string();
    for (name, mut options) in [
        ("move", json!({ "move": "c3" })),
        ("resign", json!({})),
        ("draw", json!({})),
        ("takeback", json!({})),
        ("count", json!({ "act": "claim" })),
    ] {
        options["table"] = json!(table);
        let answer = transcript.harness.command(CHAI, transcript.channel, name, options).await;
        check(CHAI, name, &answer, Refused(&Refusal::NotSeated));
    }
    for name in ["board", "history", "export", "replay"] {
        let options = json!({ "table": table });
        let answer = transcript.harness.command(CHAI, transcript.channel, name, options).await;
        assert_eq!(answer.visible_to, Some(CHAI), "/{name}: {}", answer.content());
    }
    assert_eq!(transcript.stored().await.table, before.table);
    transcript.ends("d3; Second to move", &[0, 1]).await;
}

//! One action carried out twice, or two actions at once.

use kradan_emulator::{ANN, BEN, Id, PostedMessage};
use kradan_i18n::Line;
use kradan_rules::GameKind;
use kradan_table::{Refusal, Seat};
use serde_json::json;

use crate::discord::transcript::Sees::{EphemeralLine, Public, Refused, Stale};
use crate::discord::transcript::{NOBODY, Transcript, check, only_public};

#[tokio::test(flavor = "multi_thread")]
async fn one_control_is_clicked_twice_at_once() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let click = (ANN, "pick d3 from square");
    let answers = transcript.at_once(&[click, click]).await;
    assert_eq!(only_public(&answers).pinged, [BEN]);
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
        (first, "count claim"),
        (first, "/move h1h2"),
        (second, "/move b1b8"),
        (second, "/draw"),
        (first, "press decline-draw"),
        (first, "press takeback"),
        (second, "press grant"),
        (first, "/board"),
        (first, "/draw"),
        (second, "press accept-draw"),
    ] {
        done_once(&transcript, who, action).await;
    }
    transcript.ends("Agreed", &[0, 0, 1, 2, 0, 0, 0]).await;
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
    transcript.open_panel_for(who, action).await;
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
    let seats = *transcript.stored().await.table.seats().expect("the game has begun");
    let id = |seat: Seat| Id(seat.player().unwrap().0);
    (id(seats.first), id(seats.second))
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
        let board = only_public(&answers);
        assert_eq!(board.pinged, [BEN]);
        let made = if board.content().contains("d3") { "d3" } else { "c4" };
        let late = answers.iter().position(|it| it.visible_to.is_some()).unwrap();
        if actions[late].starts_with("pick") {
            leads_to_the_board(ANN, &answers[late], board);
        }
        transcript.ends(&format!("{made}; Second to move"), &[0, 1]).await;
    }
}

/// Checks that whoever came too late gets a link to the new board; where that is still on its way, the
/// position.
fn leads_to_the_board(who: Id, late: &PostedMessage, board: &PostedMessage) {
    assert_eq!(late.visible_to, Some(who), "{}", late.content());
    if late.attachments().is_empty() {
        assert!(late.content().contains(&format!("/{}", board.id)), "{}", late.content());
    } else {
        check(who, "late", late, EphemeralLine(Line::StaleBoard { link: None }));
        assert!(late.content().starts_with("Othello: Ann – Ben"), "{}", late.content());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_act_at_once_and_the_later_is_led_to_the_board() {
    for ann_is_first in [true, false, true, false] {
        let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
        let asked = transcript.act(ANN, "press takeback").await;
        assert_eq!(asked.pinged, [BEN]);
        // Ann moves after all, while Ben lets her take back.
        let mut actions = [(ANN, "pick c4 from square"), (BEN, "press grant")];
        if !ann_is_first {
            actions.reverse();
        }
        let answers = transcript.at_once(&actions).await;
        let board = only_public(&answers);
        let late = answers.iter().position(|it| it.visible_to.is_some()).unwrap();
        leads_to_the_board(actions[late].0, &answers[late], board);
        if actions[late].0 == BEN {
            transcript.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
        } else {
            transcript.ends("First to move", &[0, 1, 2, 0]).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_is_accepted_twice() {
    let transcript = Transcript::of_challenge(GameKind::Makruk).await;
    transcript.keep_old_controls();
    let answers = transcript.at_once(&[(BEN, "press accept"), (BEN, "press accept")]).await;
    assert_eq!(only_public(&answers).attachments().len(), 1);
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

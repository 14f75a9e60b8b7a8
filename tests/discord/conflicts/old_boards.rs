//! Controls of old boards, panels and menus.

use kradan_emulator::{ANN, BEN, CHAI, FaultRule, GAMES, GARDEN, InjectedFault, MAKRUK};
use kradan_i18n::Line;
use kradan_rules::{GameKind, Side};
use kradan_table::Event;
use serde_json::json;

use crate::discord::transcript::Sees::{EphemeralLine, Public, PublicEvent, PublicTakeback, Stale};
use crate::discord::transcript::{NOBODY, Transcript, check, standing, table_option};

#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_is_clicked() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    transcript.keep_old_controls();
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
    transcript.keep_old_controls();
    transcript.keep_panels();
    // A panel that has outlived its position makes room for the words.
    transcript.act(BEN, "press more").await;
    transcript.act(BEN, "press more").await;
    let asked = Event::TakebackAsked { side: Side::First, plies: (1, 1) };
    let again = Event::TakebackAsked { side: Side::First, plies: (3, 3) };
    let declined = Event::TakebackRefused { side: Side::Second };
    transcript
        .play(&[
            (ANN, "press takeback", PublicTakeback(&asked, "`1. d3`"), &[BEN]),
            (BEN, "pick c3 from square", Public("c3"), &[ANN]),
        ])
        .await;
    // The outbox knows the current board by now.
    transcript.all_delivered().await;
    transcript
        .play(&[
            (BEN, "old press draw", Stale, NOBODY),
            (ANN, "old press takeback", Stale, NOBODY),
            (ANN, "pick c4 from square", Public("c4"), &[BEN]),
            (ANN, "press takeback", PublicTakeback(&again, "`3. c4`"), &[BEN]),
            (BEN, "old press refuse", Stale, NOBODY),
            (BEN, "old press grant", Stale, NOBODY),
            (BEN, "press refuse", PublicEvent(&declined), &[ANN]),
        ])
        .await;
    assert_eq!(transcript.stored().await.table.draw_offer(), None);
}

/// After a takeback and another move the number of plies is the same again, and c3 is legal again.
#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_is_clicked_after_a_takeback_and_another_move() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.only_the_last_board_can_be_used().await;
    transcript.keep_old_controls();
    transcript.keep_panels();
    let resigning = transcript.act(BEN, "press resign").await;
    // A panel that has outlived its position makes room for the words.
    transcript.act(BEN, "press more").await;
    transcript.act(BEN, "press more").await;
    let asked = Event::TakebackAsked { side: Side::First, plies: (1, 1) };
    transcript
        .play(&[
            (ANN, "press takeback", PublicTakeback(&asked, "`1. d3`"), &[BEN]),
            (BEN, "press grant", Public("taken back (`1. d3`)."), &[ANN]),
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
    let moved = json!({ "move": "d3", "game": transcript.table.0.to_string() });
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
    transcript.keep_old_controls();
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

#[tokio::test(flavor = "multi_thread")]
async fn an_old_panel_is_clicked() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    transcript.keep_panels();
    let panel = transcript.act(ANN, "pick c1 from piece").await;
    assert_eq!(panel.visible_to, Some(ANN));
    transcript.play(&[(ANN, "/move d3d4", Public("d4"), &[BEN])]).await;
    let board = transcript.act(BEN, "/move d6d5").await;
    transcript.all_delivered().await;
    let stale = transcript.act(ANN, "old pick c1c2 from target").await;
    let link = format!("https://discord.com/channels/{GARDEN}/{GAMES}/{}", board.id);
    let stale_line = EphemeralLine(Line::StaleBoard { link: Some(&link) });
    check(ANN, "the old panel", &stale, stale_line);
    transcript.ends("d3d4 d6d5; First to move", &[0, 1, 2]).await;
}

/// The last board that was posted is older than the position, and nothing shows that yet.
#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_is_still_to_be_posted_is_not_linked() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    transcript.act(ANN, "press takeback").await;
    let emulator = &transcript.harness.emulator;
    let posting = "POST /channels/{channel_id}/messages";
    emulator.inject_fault(FaultRule::always(posting, InjectedFault::Refused(500)));
    transcript.keep_old_controls();
    transcript.harness.command_elsewhere(ANN, MAKRUK, "move", json!({ "move": "c4" })).await;
    let late = transcript.act(BEN, "press grant").await;
    check(BEN, "press grant", &late, EphemeralLine(Line::StaleBoard { link: None }));
    assert_eq!(late.attachments().len(), 1);
    emulator.clear_faults();
    transcript.ends("d3 c3 c4; Second to move", &[0, 1, 2, 3]).await;
}

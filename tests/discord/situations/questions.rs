//! The question which game is meant, and panels that outlive what they were made for.

use kradan_emulator::{ANN, BEN, CHAI, GAMES, MAKRUK, RANDOM};
use kradan_i18n::{Language, Line};
use kradan_rules::{GameKind, Side};
use kradan_table::Refusal;
use serde_json::json;

use crate::discord::checks::offered;
use crate::discord::harness::{Harness, WAIT_MAX, has_control};
use crate::discord::transcript::Sees::{EphemeralLine, Public, Refused, Stale};
use crate::discord::transcript::{
    Transcript, check, mention, player, refused, standing, table_of, table_option,
};

/// `d3d4` is no move of Othello, but may be meant as one.
#[tokio::test(flavor = "multi_thread")]
async fn a_typed_move_is_asked_about_where_the_caller_is_to_move_in_several_games() {
    let othello = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &othello.harness;
    let ogi = harness.begin(GameKind::Ogi, ANN, CHAI, GAMES).await;
    let ogi = table_of(&ogi);
    let asked = othello.act(ANN, "/move d3d4").await;
    check(ANN, "/move d3d4", &asked, EphemeralLine(Line::WhichTable));
    assert_eq!(offered(&asked, "which").len(), 2);
    assert_eq!(standing(&harness.stored(ogi).await.table), "First to move");

    // The refusal stands on the question, whose menu takes the same option again.
    let option = table_option(&asked, othello.table);
    for _ in 0..2 {
        let again = harness.select(ANN, &asked, "which", &option).await;
        assert_eq!(again.id, asked.id, "{}", again.content());
        assert!(again.content().contains("d3d4"), "{}", again.content());
        check(ANN, "the wrong game", &again, EphemeralLine(Line::WhichTable));
    }
    let board = harness.select(ANN, &asked, "which", &table_option(&asked, ogi)).await;
    assert_eq!((board.visible_to, &board.pinged[..]), (None, &[CHAI][..]));
    // The answer closes the question; the way to the other game may take its place.
    harness.panel_has_served(asked.id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_answer_closes_the_question() {
    let one = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &one.harness;
    let other = harness.begin(GameKind::Ogi, BEN, ANN, GAMES).await;
    let other = table_of(&other);
    let asked = one.act(ANN, "/draw").await;
    check(ANN, "/draw", &asked, EphemeralLine(Line::WhichTable));
    let offer = harness.select(ANN, &asked, "which", &table_option(&asked, other)).await;
    assert_eq!((offer.visible_to, &offer.pinged[..]), (None, &[BEN][..]));
    harness.gone(asked.id).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_elsewhere_names_the_game() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    let turn = Refusal::NotYourTurn { turn: Side::Second, player: player(BEN).into() };
    let here = transcript.act(ANN, "/move c4").await;
    assert_eq!(here.content(), refused(&turn, Language::English));
    let there = harness.command(ANN, RANDOM, "move", json!({ "move": "c4" })).await;
    check(ANN, "/move c4", &there, Refused(&turn));
    let heading = there.content().lines().next().unwrap_or_default();
    assert!(heading.starts_with("Othello: Ann – Ben · https://"), "{}", there.content());
    harness.command_elsewhere(ANN, RANDOM, "draw", json!({})).await;
    let again = harness.command(ANN, RANDOM, "draw", json!({})).await;
    let again = if has_control(&again, "there") {
        harness.click(ANN, &again, "there").await
    } else {
        again
    };
    assert!(again.content().starts_with("Othello: Ann – Ben · https://"), "{}", again.content());
    assert!(has_control(&again, "withdraw-draw"));
}

/// A restart forgets the panels that are open.
#[tokio::test(flavor = "multi_thread")]
async fn a_panel_that_was_forgotten_is_closed_by_its_own_press() {
    let mut transcript = Transcript::of(GameKind::Makruk, &[]).await;
    let panel = transcript.act(ANN, "pick c1 from piece").await;
    transcript.harness.restart().await;
    transcript.play(&[(ANN, "pick c1c2 from target", Public("c2"), &[BEN])]).await;
    transcript.harness.gone(panel.id).await;

    let panel = transcript.act(BEN, "pick c8 from piece").await;
    transcript.harness.restart().await;
    transcript.play(&[(BEN, "/move c8c7", Public("c7"), &[ANN])]).await;
    // Until the board is noted, the panel leads to it.
    transcript.all_delivered().await;
    let told = transcript.harness.click(BEN, &panel, "go").await;
    check(BEN, "press go", &told, Stale);
    assert_eq!((told.id, told.controls().len()), (panel.id, 0));
    transcript.ends("c1c2 c8c7; First to move", &[0, 1, 2]).await;
}

/// Rematch leaves Watch and Save where the game is shown elsewhere, and comes back once the rematch
/// has come to nothing.
#[tokio::test(flavor = "multi_thread")]
async fn rematch_comes_back_after_a_declined_one() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    let resigning = transcript.act(BEN, "/resign").await;
    let end = harness.click(BEN, &resigning, "resign-yes").await;
    let rematch = harness.click(BEN, &end, "rematch").await;
    let changes = async |has_rematch: bool| {
        let changed = harness.emulator.wait_for(WAIT_MAX, |world| {
            let end = world.message(end.id)?;
            (has_control(end, "rematch") == has_rematch).then(|| end.clone())
        });
        let changed = changed.await.expect("the last board changes");
        assert!(has_control(&changed, "replay") && has_control(&changed, "step"));
        assert_eq!((changed.attachments().len(), changed.content()), (1, end.content()));
        changed
    };
    changes(false).await;
    let declined = harness.click(ANN, &rematch, "decline").await;
    let by_ann = format!("{} declines the challenge.", mention(ANN));
    check(ANN, "decline", &declined, Public(&by_ann));
    let end = changes(true).await;
    let rematch = harness.click(ANN, &end, "rematch").await;
    assert!(has_control(&rematch, "accept"), "{}", rematch.content());
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_suggested_where_the_command_can_do_something() {
    let harness = Harness::start_without_limits().await;
    harness.begin(GameKind::Makruk, ANN, BEN, MAKRUK).await;
    harness.begin(GameKind::Othello, ANN, CHAI, GAMES).await;
    let suggested = async |who, command: &str| {
        harness.suggested(who, RANDOM, (command, "game"), "").await.len()
    };
    assert_eq!(suggested(CHAI, "move").await, 0, "it is Ann's turn");
    harness.command(ANN, GAMES, "move", json!({ "move": "d3" })).await;
    assert_eq!(suggested(CHAI, "move").await, 1);
}

//! Boards that one player alone sees: all that can be done in a game is done from there.

use kradan_emulator::{ANN, BEN, GAMES, RANDOM};
use kradan_i18n as i18n;
use kradan_rules::{GameKind, Side};
use kradan_table::Event;
use serde_json::json;

use crate::discord::harness::{has_control, offers_moves};
use crate::discord::transcript::Sees::Public;
use crate::discord::transcript::{Transcript, check, language_of, standing};

#[tokio::test(flavor = "multi_thread")]
async fn a_private_board_leads_to_more() {
    let transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    let harness = &transcript.harness;
    let games = harness.command(ANN, RANDOM, "games", json!({})).await;
    let board = harness.click(ANN, &games, "open").await;
    assert!(offers_moves(&board) && has_control(&board, "more"));
    let more = harness.click(ANN, &board, "more").await;
    assert_eq!(more.id, board.id);
    assert!(has_control(&more, "resign") && has_control(&more, "draw"));
    let back = harness.click(ANN, &more, "back").await;
    assert!(offers_moves(&back) && has_control(&back, "more"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_count_is_claimed_on_a_private_board() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    transcript.begin_from(GameKind::Makruk, "8/8/2n5/8/6k1/2K5/8/1r5S w").await;
    let harness = &transcript.harness;
    let games = harness.command(ANN, RANDOM, "games", json!({})).await;
    let board = harness.click(ANN, &games, "open").await;
    assert!(offers_moves(&board) && has_control(&board, "count"));
}

/// It is Ann's turn, and Ben is to answer her offer.
#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_waits_is_told_and_answered_on_what_the_list_opens() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &transcript.harness;
    transcript.act(ANN, "/draw").await;
    let games = harness.command(BEN, RANDOM, "games", json!({})).await;
    let language = language_of(BEN);
    let waits = i18n::text("line-game-offer-waits", language);
    assert!(games.content().contains(&waits), "{} lacks {waits}", games.content());
    assert!(!games.content().contains(&i18n::text("line-game-waiting", language)));
    let board = harness.click(BEN, &games, "open").await;
    assert!(!offers_moves(&board) && has_control(&board, "accept-draw"));
    harness.click(BEN, &board, "decline-draw").await;
    let no = Event::DrawDeclined { side: Side::Second };
    let told = crate::discord::transcript::sentence_of(&no, kradan_i18n::Language::English);
    harness.message_with(GAMES, &told).await;
    assert_eq!(standing(&transcript.stored().await.table), "First to move");
    transcript.play(&[(ANN, "/move d3", Public("d3"), &[BEN])]).await;
    let yours = harness.command(BEN, RANDOM, "games", json!({})).await;
    check(
        BEN,
        "/games",
        &yours,
        crate::discord::transcript::Sees::EphemeralText("line-games-heading", &[("count", "1")]),
    );
}

//! Boards that one player alone sees: all that can be done in a game is done from there.

use kradan_emulator::{ANN, BEN, GAMES, RANDOM};
use kradan_i18n as i18n;
use kradan_rules::{GameKind, Side};
use kradan_table::{Ending, Event};
use serde_json::json;

use super::time::BEGUN;
use crate::discord::harness::{has_control, offers_moves};
use crate::discord::transcript::Sees::{EphemeralText, Public};
use crate::discord::transcript::{Transcript, check, language_of, mention, sentence_of, standing};

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

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_is_over_is_opened_from_the_list() {
    let transcript = Transcript::of(GameKind::Othello, &BEGUN).await;
    let harness = &transcript.harness;
    transcript.act(ANN, "press resign").await;
    transcript.act(ANN, "press resign-yes").await;
    for (who, result) in [(ANN, "label-result-lost"), (BEN, "label-result-won")] {
        let language = language_of(who);
        let games = harness.command(who, RANDOM, "games", json!({})).await;
        check(who, "/games", &games, EphemeralText("line-no-games", &[]));
        let controls = games.controls();
        let [button] = &controls[..] else { panic!("{controls:?}") };
        let label = format!("{} · Othello: Ann – Ben · 4. c5", i18n::text(result, language));
        assert_eq!(button["label"], label);
        let board = harness.click(who, &games, "open").await;
        assert_eq!((board.visible_to, board.posted_files.len()), (Some(who), 1));
        assert!(has_control(&board, "rematch") && has_control(&board, "review"));
        let resigned = Event::Ended(Ending::Resigned(Side::First));
        let told = sentence_of(&resigned, language).replace(&mention(ANN), "");
        let told = told.split(&mention(BEN)).next().unwrap().trim().to_owned();
        assert!(board.content().contains(&told), "{} lacks {told}", board.content());
    }
}

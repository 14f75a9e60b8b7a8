//! `/note`: what a player writes down about a game, seen by them alone.

use kradan_emulator::{ANN, BEN, CHAI, GAMES, MAKRUK, RANDOM};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::GameKind;
use kradan_table::Refusal;
use serde_json::json;

use crate::discord::transcript::Sees::{EphemeralText, Refused};
use crate::discord::transcript::{Transcript, check, player, table_of, table_option};

const PLAN: &str = "Take the corner, then h8.";

#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_seen_by_its_author_alone_until_it_is_deleted() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let before = transcript.public().len();
    let empty = transcript.act(ANN, "/note").await;
    check(ANN, "/note", &empty, EphemeralText("line-note-empty", &[]));
    let harness = &mut transcript.harness;
    let kept = harness.command(ANN, GAMES, "note", json!({ "text": PLAN })).await;
    check(ANN, "/note", &kept, EphemeralText("line-note-kept", &[]));
    harness.restart().await;
    let shown = harness.command(ANN, RANDOM, "note", json!({})).await;
    check(ANN, "/note", &shown, EphemeralText("line-note-shown", &[]));
    assert!(shown.content().ends_with(&format!("> {PLAN}")), "{}", shown.content());
    // Her own copies of the board show it, and so does what is behind \"More\".
    let board = transcript.with(ANN, "more", false);
    let harness = &transcript.harness;
    let line = i18n::text_with("line-note-below", &[("text", PLAN)], Language::English);
    let more = harness.click(ANN, &board, "more").await;
    assert!(more.content().contains(&line), "{}", more.content());
    let of_ben = harness.click(BEN, &board, "more").await;
    assert!(!of_ben.content().contains(PLAN), "{}", of_ben.content());
    let bens = transcript.act(BEN, "/note").await;
    check(BEN, "/note", &bens, EphemeralText("line-note-empty", &[]));
    let harness = &transcript.harness;
    let cleared = harness.click(ANN, &shown, "note-clear").await;
    check(ANN, "clear", &cleared, EphemeralText("line-note-cleared", &[]));
    let empty = transcript.act(ANN, "/note").await;
    check(ANN, "/note", &empty, EphemeralText("line-note-empty", &[]));
    assert_eq!(transcript.public().len(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_waits_for_its_game_to_be_chosen() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &transcript.harness;
    let other = table_of(harness.begin(GameKind::Makruk, ANN, BEN, GAMES).await.as_ref());
    let menu = harness.command(ANN, GAMES, "note", json!({ "text": PLAN })).await;
    let kept = harness.select(ANN, &menu, "which", &table_option(&menu, other)).await;
    check(ANN, "which", &kept, EphemeralText("line-note-kept", &[]));
    let store = harness.bot.service.store();
    let note = store.note(other, player(ANN)).await.unwrap().expect("it is kept");
    assert_eq!(note.text, PLAN);
    assert_eq!(store.note(transcript.table, player(ANN)).await.unwrap(), None);
    // What was kept is no draft any more.
    let options = json!({ "table": transcript.table.0.to_string() });
    let empty = harness.command(ANN, GAMES, "note", options).await;
    check(ANN, "/note", &empty, EphemeralText("line-note-empty", &[]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_on_a_game_elsewhere_is_kept_after_a_question() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    let harness = &transcript.harness;
    harness.begin(GameKind::Othello, BEN, CHAI, MAKRUK).await;
    let store = harness.bot.service.store();
    let question = harness.command(ANN, MAKRUK, "note", json!({ "text": PLAN })).await;
    assert!(question.content().contains("Do you mean **Othello: Ann – Ben**"), "{question:?}");
    assert_eq!(store.note(transcript.table, player(ANN)).await.unwrap(), None);
    let kept = harness.click(ANN, &question, "there").await;
    check(ANN, "there", &kept, EphemeralText("line-note-kept", &[]));
    let note = store.note(transcript.table, player(ANN)).await.unwrap();
    assert_eq!(note.expect("it is kept").text, PLAN);
    // What is shown names its game.
    let shown = harness.command(ANN, MAKRUK, "note", json!({})).await;
    check(ANN, "/note", &shown, EphemeralText("line-note-shown", &[]));
}

#[tokio::test(flavor = "multi_thread")]
async fn only_players_write_about_a_game_and_about_one_that_is_over_too() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    let harness = &transcript.harness;
    let named = json!({ "table": transcript.table.0.to_string(), "text": PLAN });
    let refused = harness.command(CHAI, MAKRUK, "note", named.clone()).await;
    check(CHAI, "/note", &refused, Refused(&Refusal::NotSeated));
    transcript.act(BEN, "press resign").await;
    transcript.act(BEN, "press resign-yes").await;
    let kept = transcript.harness.command(BEN, GAMES, "note", named).await;
    check(BEN, "/note", &kept, EphemeralText("line-note-kept", &[]));
}

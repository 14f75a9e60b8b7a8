//! What a player writes down about a game, seen by them alone.

use std::sync::Arc;

use kradan_emulator::{ANN, BEN, CHAI, GAMES, Id, MAKRUK, PostedMessage};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::GameKind;
use serde_json::json;

use crate::discord::harness::{Harness, has_control};
use crate::discord::transcript::{Transcript, player};

const PLAN: &str = "Take the corner, then h8.";

impl Harness {
    /// Writes a note on the only game that fits, or on a named one.
    pub(super) async fn note(
        &self,
        person: Id,
        options: serde_json::Value,
        text: &str,
    ) -> Arc<PostedMessage> {
        let game = self.command(person, GAMES, "game", options).await;
        self.fill_in(person, &game, "note", text).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_note_is_seen_by_its_author_alone_until_it_is_deleted() {
    let mut transcript = Transcript::of(GameKind::Othello, &["d3", "c3"]).await;
    let before = transcript.public().len();
    let line = i18n::text_with("line-note-below", &[("text", PLAN)], Language::English);
    let game = transcript.act(ANN, "/game").await;
    let earlier = transcript.harness.click(ANN, &game, "‹").await;
    let kept = transcript.harness.fill_in(ANN, &earlier, "note", PLAN).await;
    assert_eq!((kept.id, kept.visible_to), (game.id, Some(ANN)));
    // It stands beside the position at which it was written.
    assert!(kept.content().ends_with(&format!("After `1. d3`:\n{line}")), "{}", kept.content());
    transcript.harness.restart().await;
    // Her own copies of the board show it, and so does what is behind "More".
    let board = transcript.with(ANN, "more", false);
    let more = transcript.harness.click(ANN, &board, "more").await;
    assert!(more.content().contains(&line), "{}", more.content());
    for who in [BEN, CHAI] {
        let other = transcript.act(who, "/game").await;
        assert!(!other.content().contains(PLAN), "{}", other.content());
        assert_eq!(has_control(&other, "note"), who == BEN, "only players write");
    }
    let cleared = transcript.harness.note(ANN, json!({}), "  ").await;
    assert!(!cleared.content().contains(PLAN), "{}", cleared.content());
    let store = transcript.harness.bot.service.store();
    assert_eq!(store.note(transcript.table, player(ANN)).await.unwrap(), None);
    assert_eq!(transcript.public().len(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_holds_the_note_as_it_is() {
    let transcript = Transcript::of(GameKind::Othello, &["d3"]).await;
    transcript.harness.note(ANN, json!({}), PLAN).await;
    transcript.act(BEN, "press resign").await;
    transcript.act(BEN, "press resign-yes").await;
    // A game that is over has notes, too, also from elsewhere. What is submitted unchanged stays.
    let named = json!({ "game": transcript.table.0.to_string() });
    let game = transcript.harness.command(ANN, MAKRUK, "game", named).await;
    let control = crate::discord::harness::control_of(&game, "note");
    let asked = transcript.harness.emulator.as_user(ANN).click(game.id, &control).unwrap();
    asked.answered(crate::discord::harness::WAIT_MAX).await.expect("a form opens");
    transcript.harness.answer(&asked.submit(&[]).expect("it is filled in")).await;
    let store = transcript.harness.bot.service.store();
    let note = store.note(transcript.table, player(ANN)).await.unwrap();
    assert_eq!(note.expect("it is kept").text, PLAN);
}

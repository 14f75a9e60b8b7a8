//! The first moves of a game.

use kradan_emulator::{ANN, BEN, GAMES};
use kradan_rules::GameKind;
use serde_json::json;

use crate::discord::harness::{Harness, has_control, offers_moves};

#[tokio::test(flavor = "multi_thread")]
async fn two_friends_play_a_few_moves() {
    let harness = Harness::start().await;
    let board = harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    assert_eq!(board.attachments().len(), 1, "{:#?}", board.value);
    assert_eq!(board.pinged, [ANN]);
    let board = harness.command(ANN, GAMES, "move", json!({ "move": "f5" })).await;
    assert_eq!(board.pinged, [BEN], "{}", board.content());
    let board = harness.pick(BEN, &board, "d6").await;
    assert_eq!(board.pinged, [ANN], "{}", board.content());
    assert!(has_control(&board, "more"));
    assert!(offers_moves(&board));
}

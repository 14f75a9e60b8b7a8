//! The first moves of a game.

use kradan::emulator::{ANN, BEN, GAMES};
use kradan::rules::GameKind;
use serde_json::json;

use crate::harness::{Harness, control_of, has_control};

#[tokio::test(flavor = "multi_thread")]
async fn two_friends_play_a_few_moves() {
    let harness = Harness::start().await;
    let board = harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    assert_eq!(board.attachments().len(), 1, "{:#?}", board.value);
    assert_eq!(board.pinged, [ANN]);
    let board = harness.command(ANN, GAMES, "move", json!({ "move": "f5" })).await;
    assert_eq!(board.pinged, [BEN], "{}", board.content());
    let board = harness.select(BEN, &board, "square", "d6").await;
    assert_eq!(board.pinged, [ANN], "{}", board.content());
    assert!(has_control(&board, "resign"));
    assert!(!control_of(&board, "square").is_empty());
}

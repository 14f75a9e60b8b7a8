//! Games change ratings: the challenge says whether, the result by how much, or why not.

use kradan_emulator::{ANN, BEN, CHAI, GAMES, Id};
use kradan_rules::GameKind;
use serde_json::json;

use crate::discord::harness::Harness;
use crate::discord::transcript::{Transcript, table_of};

/// The fewest moves of a game that counts.
pub(super) const MOVES: [&str; 10] = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"];

/// The line about ratings below a result, if there is one.
pub(super) async fn ends(transcript: &Transcript, loser: Id) -> Option<String> {
    transcript.act(loser, "/resign").await;
    let end = transcript.act(loser, "press resign-yes").await;
    let is_of_ratings = |line: &&str| line.starts_with("-# ") && !line.contains(" · http");
    end.content().lines().find(is_of_ratings).map(str::to_owned)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_says_what_became_of_the_ratings() {
    let transcript = Transcript::of(GameKind::Othello, &MOVES).await;
    let line = ends(&transcript, BEN).await;
    assert_eq!(line.as_deref(), Some("-# Ann 1742? (+242) · Ben 1258? (−242)"));
    let games = transcript.act(ANN, "/games").await;
    assert!(games.content().ends_with("\n-# Your ratings: Othello 1742?"), "{}", games.content());
    let Transcript { harness, .. } = transcript;
    let short = Transcript::at(harness, GAMES, GameKind::Othello, &MOVES[..4]).await;
    let line = ends(&short, ANN).await;
    assert_eq!(line.as_deref(), Some("-# Not rated: too few moves were played."));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_challenge_says_whether_it_is_rated() {
    let harness = Harness::start().await;
    for (options, said) in [
        (
            json!({ "game": "othello", "opponent": BEN.0.to_string() }),
            "3 days for each move · rated.",
        ),
        (
            json!({ "game": "othello", "opponent": CHAI.0.to_string(), "rated": "no", "side": "first" }),
            "3 days for each move · not rated.",
        ),
    ] {
        let challenge = harness.command(ANN, GAMES, "play", options).await;
        assert!(challenge.content().contains(said), "{}", challenge.content());
    }
    let friendly = harness.message_with(GAMES, "not rated").await;
    let board = harness.click(CHAI, &friendly, "accept").await;
    assert!(board.content().contains("not rated"), "{}", board.content());
    let transcript = Transcript { table: table_of(&friendly), channel: GAMES, harness };
    assert_eq!(ends(&transcript, CHAI).await, None, "everybody knows");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_can_have_its_games_not_rated() {
    let harness = Harness::start().await;
    let panel = harness.command(ANN, GAMES, "server", json!({})).await;
    harness.click(ANN, &panel, "server:rated:no").await;
    for (rated, said) in [(None, "not rated."), (Some("yes"), "rated.")] {
        let opponent = if rated.is_some() { BEN } else { CHAI };
        let mut options = json!({ "game": "othello", "opponent": opponent.0.to_string() });
        if let Some(rated) = rated {
            options["rated"] = json!(rated);
        }
        let challenge = harness.command(ANN, GAMES, "play", options).await;
        let said = format!("3 days for each move · {said}");
        assert!(challenge.content().contains(&said), "{}", challenge.content());
    }
}

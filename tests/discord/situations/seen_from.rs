//! The side below, the colours and the pieces of boards, from ply to ply.

use std::sync::Arc;

use kradan::discord::{Hints, Preferences};
use kradan::service::Orientation;
use kradan_emulator::{ANN, BEN, GAMES, Id, MAKRUK, PostedMessage};
use kradan_render::{PieceSet, Theme};
use kradan_rules::GameKind;
use serde_json::json;

use crate::discord::checks::{Expected, check_picture, view_of};
use crate::discord::harness::Harness;
use crate::discord::transcript::{Transcript, table_of};

/// The preferences of a board without any choice, in English.
fn usual(kind: GameKind) -> Preferences {
    let below = if kind == GameKind::Othello { Orientation::First } else { Orientation::Mover };
    Preferences { below, hints: Hints::FirstGames([true; 3]), ..Preferences::default() }
}

/// Chooses an option of a menu of `/settings`.
async fn choose(harness: &Harness, person: Id, menu: &str, value: &str) {
    let panel = harness.command(person, GAMES, "settings", json!({})).await;
    harness.select(person, &panel, &format!("setting:{menu}"), value).await;
}

/// Checks that a board is drawn with these preferences.
async fn assert_drawn(transcript: &Transcript, board: &Arc<PostedMessage>, with: Preferences) {
    let stored = transcript.stored().await;
    let game = stored.table.game();
    let expected = Expected { game, preferences: &with, view: view_of(game, &with) };
    check_picture(&reqwest::Client::new(), board, expected).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn othello_never_turns_and_other_boards_turn_to_the_side_to_move() {
    for kind in GameKind::ALL {
        let transcript = Transcript::of(kind, &[]).await;
        for person in [ANN, BEN, ANN] {
            let legal = transcript.stored().await.table.game().legal_moves();
            let board = transcript.act(person, &format!("/move {}", legal[0])).await;
            assert_drawn(&transcript, &board, usual(kind)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_fixes_the_board_for_both() {
    let transcript = Transcript::of(GameKind::Makruk, &[]).await;
    choose(&transcript.harness, BEN, "below", "second").await;
    let fixed = Preferences { below: Orientation::Second, ..usual(GameKind::Makruk) };
    for (person, mv) in [(ANN, "e3e4"), (BEN, "e6e5")] {
        let board = transcript.act(person, &format!("/move {mv}")).await;
        assert_drawn(&transcript, &board, fixed).await;
    }
    // The side that began chose as well, and goes first.
    choose(&transcript.harness, ANN, "below", "first").await;
    let board = transcript.act(ANN, "/board").await;
    assert_drawn(&transcript, &board, Preferences { below: Orientation::First, ..fixed }).await;
    // A panel is its reader's own.
    let panel = transcript.act(ANN, "pick e1 from piece").await;
    assert_eq!(panel.visible_to, Some(ANN));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_theme_stays_the_same_from_ply_to_ply() {
    let harness = Harness::start().await;
    choose(&harness, BEN, "theme", "night").await;
    choose(&harness, BEN, "pieces", "symbols").await;
    let transcript = Transcript::at(harness, GAMES, GameKind::Ogi, &[]).await;
    let night = Preferences {
        theme: Theme::named("night").unwrap(),
        pieces: PieceSet::Symbols,
        ..usual(GameKind::Ogi)
    };
    for (person, mv) in [(ANN, "e3e4"), (BEN, "e6e5")] {
        let board = transcript.act(person, &format!("/move {mv}")).await;
        assert_drawn(&transcript, &board, night).await;
    }
    // What is chosen during a game counts from the next one on, except for colours that are safe.
    choose(&transcript.harness, ANN, "theme", "wood").await;
    let board = transcript.act(ANN, "/board").await;
    assert_drawn(&transcript, &board, night).await;
    choose(&transcript.harness, BEN, "theme", "safe").await;
    let board = transcript.act(ANN, "/board").await;
    let safe = Preferences { theme: Theme::named("safe").unwrap(), ..night };
    assert_drawn(&transcript, &board, safe).await;
    choose(&transcript.harness, BEN, "theme", "night").await;
    // The first side's choice goes first.
    let next = Transcript::at(transcript.harness, MAKRUK, GameKind::Ogi, &[]).await;
    let board = next.act(ANN, "/board").await;
    let wood = Preferences { theme: Theme::named("wood").unwrap(), ..night };
    assert_drawn(&next, &board, wood).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_theme_that_nobody_chose_stays_as_well() {
    let transcript = Transcript::of(GameKind::Othello, &[]).await;
    choose(&transcript.harness, ANN, "theme", "night").await;
    let board = transcript.act(ANN, "/board").await;
    assert_drawn(&transcript, &board, usual(GameKind::Othello)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_fixes_who_is_below() {
    let harness = Harness::start().await;
    choose(&harness, ANN, "below", "first").await;
    for (below, seen) in [("other", Orientation::Second), ("mover", Orientation::Mover)] {
        let options = json!({
            "game": "makruk", "opponent": BEN.0.to_string(), "side": "first", "below": below,
        });
        let challenge = harness.command(ANN, GAMES, "play", options).await;
        let board = harness.click(BEN, &challenge, "accept").await;
        let stored = harness.stored(table_of(&board)).await;
        let with = Preferences { below: seen, ..usual(GameKind::Makruk) };
        let game = stored.table.game();
        let expected = Expected { game, preferences: &with, view: view_of(game, &with) };
        check_picture(&reqwest::Client::new(), &board, expected).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn legal_squares_are_marked_in_the_first_games() {
    for kind in GameKind::ALL {
        let harness = Harness::start_without_limits().await;
        let mut transcript = Transcript::at(harness, GAMES, kind, &[]).await;
        for _ in 0..3 {
            let board = transcript.act(ANN, "/board").await;
            assert_drawn(&transcript, &board, usual(kind)).await;
            transcript.act(ANN, "press resign").await;
            transcript.act(ANN, "press resign-yes").await;
            transcript = Transcript::at(transcript.harness, GAMES, kind, &[]).await;
        }
        let board = transcript.act(ANN, "/board").await;
        let none = Preferences { hints: Hints::Off, ..usual(kind) };
        assert_drawn(&transcript, &board, none).await;
        let panel = transcript.harness.command(ANN, GAMES, "settings", json!({})).await;
        transcript.harness.click(ANN, &panel, "setting:hints").await;
        let board = transcript.act(ANN, "/board").await;
        let chosen = Preferences { hints: Hints::On, ..none };
        assert_drawn(&transcript, &board, chosen).await;
    }
}

/// A new game of Othello with its first board, on which Ann is to move.
async fn begun(harness: Harness) -> (Transcript, Arc<PostedMessage>) {
    let board = harness.begin(GameKind::Othello, ANN, BEN, GAMES).await;
    (Transcript { harness, table: table_of(&board), channel: GAMES }, board)
}

#[tokio::test(flavor = "multi_thread")]
async fn squares_are_marked_in_the_first_three_games_of_othello_whatever_else_was_played() {
    let (othello, makruk, ogi) = (GameKind::Othello, GameKind::Makruk, GameKind::Ogi);
    let mut harness = Harness::start_without_limits().await;
    let first = Hints::FirstGames([true; 3]);
    for (kind, expected) in [
        (makruk, first),
        (ogi, first),
        (makruk, first),
        (othello, first),
        (othello, first),
        (othello, Hints::Off),
    ] {
        let played = Transcript::at(harness, MAKRUK, kind, &[]).await;
        played.act(ANN, "press resign").await;
        played.act(ANN, "press resign-yes").await;
        let (transcript, board) = begun(played.harness).await;
        assert_drawn(&transcript, &board, Preferences { hints: expected, ..usual(othello) }).await;
        harness = transcript.harness;
    }
}

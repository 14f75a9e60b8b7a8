//! `/game record:`: a game that was played anywhere, as an animation.

use std::io::Cursor;

use image::AnimationDecoder as _;
use image::codecs::gif::GifDecoder;
use kradan_emulator::{ANN, BEN, GAMES};
use kradan_i18n::{self as i18n, Language};
use kradan_rules::GameKind;
use serde_json::json;

use super::other_commands::file;
use crate::discord::harness::{Harness, WAIT_MAX};
use crate::discord::schema::check_requests;

const MAKRUK: &str = "[Event \"Friendly\"] [White \"*Somchai*\"] [Black \"<@1300000000000000013>\"] \
                      [Variant \"Makruk\"] [Result \"1-0\"] 1. e4 d5 2. exd5 exd5 1-0";

const OTHELLO: &str = "(;GM[Othello]PC[here]PB[Zoe]PW[Yan]RE[0]TY[8]BO[8 \
                       ---------------------------O*------*O--------------------------- *]\
                       B[f5]W[d6]B[c3];)";

#[tokio::test(flavor = "multi_thread")]
async fn a_written_game_is_shown_to_who_asks() {
    let harness = Harness::start().await;
    for (record, says, frames) in [
        ("f5d6c3d3c4", "Othello, 5 moves", 6),
        ("F5 d6 C3", "Othello, 3 moves", 4),
        ("1. f5 d6 2. c3 37-27", "Othello, 3 moves", 4),
        ("1. P-e4 P-d5 2. P-e5 Pxe5", "Ōgi, 4 moves", 5),
        ("1. e4 d5 2. exd5", "Makruk, 3 moves", 4),
        (OTHELLO, "Othello: Zoe – Yan, 3 moves", 4),
        (MAKRUK, "Makruk: \\*Somchai\\* – ", 5),
    ] {
        let shown = harness.command(ANN, GAMES, "game", json!({ "record": record })).await;
        assert_eq!((shown.visible_to, shown.pinged.len()), (Some(ANN), 0), "{}", shown.content());
        assert!(shown.content().contains(says), "{}", shown.content());
        let film = GifDecoder::new(Cursor::new(file(&harness, &shown))).unwrap();
        assert!(film.into_frames().collect_frames().unwrap().len() >= frames, "{record}");
        let described = shown.attachments()[0]["description"].as_str().unwrap_or_default();
        assert!(!described.is_empty());
    }
    check_requests(&harness.emulator);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_game_is_refused_in_private() {
    let harness = Harness::start().await;
    for (record, says) in [
        ("hello there", "no game that I can read"),
        ("[Variant \"Chess\"] 1. e4 e5 *", "no game that I can read"),
        ("[Variant \"Makruk\"] *", "no game that I can read"),
        ("()", "no game that I can read"),
        ("f5d6c3a1", "Read as Othello: move 4 of that game, `a1`, cannot be played. "),
        ("1. f5 d6 2. c3 c1 3. f3 64-0", "Read as Othello: move 4 of that game, `c1`, "),
        ("1. f5 d6 {never closed", "Read as Othello up to `{never closed`, where"),
        (
            "[Variant \"Othello\"] [FEN \"8/8/8/3wb3/3bw3/8/8/8 b\"] 1. f5",
            "Read as Othello: the game does",
        ),
        ("1. P-e4 P-d5 2. P-e7 *", "Read as Ōgi: move 2 of that game"),
        ("e3e4 e6e5 d3d4", "That could be Makruk / Ōgi"),
        ("[Variant \"Makruk\"] 1. e4 d5 2. Kh8 *", "Read as Makruk: move 2 of that game"),
    ] {
        let refused = harness.command(ANN, GAMES, "game", json!({ "record": record })).await;
        assert_eq!(refused.visible_to, Some(ANN), "{}", refused.content());
        assert!(refused.content().contains(says), "{record}: {}", refused.content());
    }
    check_requests(&harness.emulator);
}

/// Where moves alone could be of two games, it is the one that is played in the channel, or the one that
/// is chosen.
#[tokio::test(flavor = "multi_thread")]
async fn a_written_game_is_of_the_game_that_is_meant() {
    let harness = Harness::start().await;
    let record = "e3e4 e6e5 d3d4";
    let options = json!({ "record": record, "kind": "makruk" });
    let chosen = harness.command(ANN, GAMES, "game", options).await;
    assert!(chosen.content().contains("Makruk, 3 moves"), "{}", chosen.content());
    harness.begin(GameKind::Ogi, ANN, BEN, GAMES).await;
    let shown = harness.command(ANN, GAMES, "game", json!({ "record": record })).await;
    assert!(shown.content().contains("Ōgi, 3 moves"), "{}", shown.content());
}

/// A long game takes a tenth of a second: a hundred at once are drawn one after another, or refused.
#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_games_at_once_are_shown_or_refused_in_words() {
    let harness = Harness::start().await;
    let moves = "1. Nd2 Nd7 2. Nb1 Nb8 ".repeat(20);
    let record = format!("[Variant \"Makruk\"] {moves} *");
    let busy = i18n::text("line-one-moment", Language::English);
    let asked: Vec<_> = (0..100)
        .map(|_| {
            let options = json!({ "record": record });
            harness.emulator.as_user(ANN).command(GAMES, "game", options).unwrap()
        })
        .collect();
    let mut films = 0;
    for asked in asked {
        let answer = asked.message(WAIT_MAX).await.unwrap();
        if answer.attachments().len() == 1 {
            films += 1;
        } else {
            assert_eq!(answer.content(), busy);
        }
    }
    assert!((1..100).contains(&films), "{films}");
}

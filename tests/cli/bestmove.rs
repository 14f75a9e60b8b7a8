//! `kradan bestmove`.

use serde_json::{Value, json};

use crate::cli::{MAKRUK_START, OTHELLO_START, kradan};

/// White mates at once.
const MATE: &str = "8/8/8/8/8/1K6/7R/k7 w";

#[test]
fn the_best_move_mates_and_is_the_same_each_time() {
    let run = || kradan(&["bestmove", "makruk", MATE, "--nodes", "5000", "--json"]).done();
    let best: Value = serde_json::from_str(&run().out).unwrap();
    assert_eq!(best["move"], json!("h2h1"));
    assert!(best["score"].as_i64().unwrap() > 10_000, "{best}");
    assert_eq!(run().out, run().out);
}

#[test]
fn every_level_finds_a_move_from_the_start() {
    let ogi = "lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o";
    for (game, start) in [("othello", OTHELLO_START), ("makruk", MAKRUK_START), ("ogi", ogi)] {
        let legal = kradan(&["moves", game, start]).done();
        for level in ["1", "4"] {
            let run = kradan(&["bestmove", game, "--level", level]).done();
            let mv = run.out.split(' ').next().unwrap();
            assert!(legal.out.split_whitespace().any(|it| it == mv), "{game}: {}", run.out);
        }
    }
}

#[test]
fn what_has_no_move_is_refused() {
    let over = format!("{} O", "X".repeat(64));
    kradan(&["bestmove", "othello", &over]).refused(&["the game is over"]);
    kradan(&["bestmove", "makruk", "8/8 w"]).refused(&["the position"]);
    kradan(&["bestmove", "makruk", "--level", "9"]).refused(&["from 1 to 8"]);
}

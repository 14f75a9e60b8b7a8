//! `kradan analyse`.

use std::fs;

use serde_json::json;

use crate::cli::{kradan, kradan_reading};

/// White misses a mate at once, and Black moves away from the next one.
const MISSED: &str = "[White \"Ann\"]\n[Variant \"Makruk\"]\n[SetUp \"1\"]\n\
    [FEN \"8/8/8/8/8/1K6/7R/k7 w - - 0 1\"]\n\n1. Rg2 Kb1 *\n";

fn analysed(args: &[&str], text: &str) -> String {
    kradan_reading(&[&["analyse", "-", "--nodes", "3000"], args].concat(), text.as_bytes())
        .done()
        .out
}

#[test]
fn a_pgn_gets_evaluations_and_better_moves_and_reads_back() {
    let out = analysed(&[], MISSED);
    assert!(out.contains("[White \"Ann\"]"), "{out}");
    let one_line = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(one_line.contains("better: Rh1#}") || one_line.contains("better: Rh1}"), "{out}");
    assert!(one_line.contains("1. Rg2 {[%eval "), "{out}");
    // A comment is no part of the game.
    let again = analysed(&[], &out);
    assert_eq!(again, out);
}

/// A sheet of another program is written again with all that stood in it, and so is that sheet.
#[test]
fn nothing_is_lost_beside_the_moves() {
    for (text, kept) in [
        (
            "[WhiteElo \"1700\"] [Variant \"Makruk\"] [Termination \"Time forfeit\"] \
             1. e4 {x} d5 $1 (1... e5) 0-1",
            &[
                "[WhiteElo \"1700\"]",
                "[Termination \"Time forfeit\"]",
                "{x}",
                "$1",
                "(1... e5)",
                "0-1",
            ] as &[&str],
        ),
        (
            "(;GM[Othello]PC[GGS]TI[15//02:00]RE[+12.0:t]TY[8]B[f5//3.2]W[d6];)",
            &["TI[15//02:00]", "RE[+12.0:t]", "/3.2]"],
        ),
    ] {
        let out = analysed(&[], text);
        for kept in kept {
            assert!(out.contains(kept), "{kept} in {out}");
        }
        assert_eq!(analysed(&[], &out), out);
    }
    let list = "e3e4 e6e5 d3d4";
    assert!(analysed(&["--game", "ogi"], list).contains("[Variant \"Ogi\"]"));
    let run = kradan_reading(&["analyse", "-"], list.as_bytes());
    run.refused(&["it could be makruk or ogi"]);
}

#[test]
fn every_ply_has_a_line_of_json() {
    let run = kradan_reading(
        &["analyse", "-", "--json", "--nodes", "3000"],
        MISSED.replace("Rg2 Kb1", "Rh1#").as_bytes(),
    );
    let lines = run.done().json();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!(lines[0]["move"], json!("h2h1"));
    assert_eq!((&lines[0]["score"], &lines[0]["best"]), (&json!(null), &json!("h2h1")));
    assert!(lines[0]["best_score"].as_i64().unwrap() > 29_000, "{lines:?}");
}

#[test]
fn othello_is_read_as_a_transcript_or_as_ggf_and_written_as_ggf() {
    let out = analysed(&[], "F5 d6 c3");
    let places = ["B[f5/", "W[d6/", "B[c3/"].map(|it| out.find(it).expect(it));
    assert!(places.is_sorted(), "{out}");
    assert_eq!(analysed(&[], &out), out);
}

#[test]
fn ogi_is_known_by_its_variant() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    fs::write(&file, "[Variant \"Ogi\"]\n\n1. P-a4 *\n").unwrap();
    let run = kradan(&["analyse", file.to_str().unwrap(), "--nodes", "2000"]);
    let out = if run.code == Some(0) { run.done().out } else { panic!("{}", run.err) };
    assert!(out.contains("[%eval "), "{out}");
}

#[test]
fn what_is_no_game_is_refused() {
    kradan(&["analyse", "no such file"]).refused(&["cannot read no such file"]);
    for (text, part) in [
        ("f5f5", "ply 2"),
        ("[Variant \"Chess\"]\n\n1. e4 *", "another game"),
        ("[Variant \"Makruk\"]\n\n1. e5 *", "ply 1"),
    ] {
        kradan_reading(&["analyse", "-"], text.as_bytes()).refused(&[part]);
    }
    kradan_reading(&["analyse", "-"], &vec![b' '; 1 << 21]).refused(&["at most"]);
}

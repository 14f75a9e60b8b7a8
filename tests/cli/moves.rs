//! `kradan moves`.

use serde_json::json;

use crate::cli::{MAKRUK_START, edge_case, kradan, kradan_reading, records, texts};

#[test]
fn moves_of_every_position_on_the_standard_input() {
    for (game, count) in [("othello", 333), ("makruk", 333), ("ogi", 333)] {
        let records = records(&format!("{game}_legal.jsonl"));
        assert_eq!(records.len(), count);
        let positions: Vec<&str> = records.iter().map(|it| it["pos"].as_str().unwrap()).collect();
        let run = kradan_reading(&["moves", game], positions.join("\n").as_bytes()).done();
        let expected: Vec<String> =
            records.iter().map(|record| texts(&record["moves"]).join(" ")).collect();
        assert_eq!(run.lines(), expected, "{game}");

        let [first, second] = [positions[0], positions[1]];
        let run = kradan(&["moves", game, first, second]).done();
        assert_eq!(run.lines(), expected[..2], "{game}");
    }
}

#[test]
fn moves_of_a_finished_game_are_an_empty_line_and_a_pass_is_alone() {
    let over = format!("{} O", "X".repeat(64));
    assert_eq!(kradan(&["moves", "othello", &over]).done().out, "\n");
    let must_pass = edge_case("must-pass");
    assert_eq!(must_pass["legal"], json!(["pass"]));
    let position = must_pass["pos"].as_str().unwrap();
    assert_eq!(kradan(&["moves", "othello", position]).done().out, "pass\n");
}

#[test]
fn moves_stop_at_the_first_wrong_position() {
    let run = kradan(&["moves", "makruk", MAKRUK_START, "8/8 w", MAKRUK_START])
        .refused(&["position 2", "the board has 2 ranks instead of 8"]);
    assert_eq!(run.lines().len(), 1);

    // Blank lines are skipped, but counted.
    let input = format!("{MAKRUK_START}\n\n   \r\n{MAKRUK_START}\r\nnonsense\n");
    let run = kradan_reading(&["moves", "makruk"], input.as_bytes())
        .refused(&["line 5", "the side to move is missing"]);
    assert_eq!(run.lines().len(), 2);
    assert_eq!(run.lines()[0], run.lines()[1]);
    assert_eq!(kradan(&["moves", "makruk"]).done().out, "");
}

//! `kradan perft`.

use serde_json::json;

use crate::cli::{edge_case, kradan, records};

#[test]
fn perft_counts_the_trees_of_the_three_starts() {
    for game in ["othello", "makruk", "ogi"] {
        let start = &records(&format!("{game}_perft.jsonl"))[0];
        let expected: Vec<u64> = serde_json::from_value(start["perft"].clone()).unwrap();
        let run = kradan(&["perft", game, "4"]).done();
        let columns: Vec<Vec<&str>> =
            run.lines().iter().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(columns.len(), 4);
        for (depth, columns) in (1..).zip(&columns) {
            let &[at, nodes, "nodes", seconds, "s", speed, "nodes/s"] = columns.as_slice() else {
                panic!("{columns:?}");
            };
            assert_eq!((at, nodes), (&*format!("{depth}"), &*expected[depth - 1].to_string()));
            assert!(seconds.parse::<f64>().unwrap() >= 0.0);
            assert!(speed.parse::<u64>().unwrap() > 0);
        }

        let position = start["pos"].as_str().unwrap();
        let run = kradan(&["perft", game, "3", "--position", position, "--json"]).done();
        let [line] = &run.json()[..] else { panic!("{}", run.out) };
        assert_eq!(line["perft"], json!(expected[..3]));
        assert!(line["nps"].as_u64().unwrap() > 0);
        assert!(run.out.starts_with("{\"perft\":["), "{}", run.out);
    }
}

#[test]
fn perft_divides_by_move() {
    let run = kradan(&["perft", "othello", "3", "--divide"]).done();
    let [_, _, deepest, "", divided @ ..] = &run.lines()[..] else { panic!("{}", run.out) };
    assert!(deepest.contains(" 56 nodes "));
    let divided: Vec<Vec<&str>> =
        divided.iter().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(divided, [["c4", "14"], ["d3", "14"], ["e6", "14"], ["f5", "14"], ["total", "56"]]);

    let run = kradan(&["perft", "makruk", "2", "--divide", "--json"]).done();
    let divide = run.json()[0]["divide"].as_object().unwrap().clone();
    assert_eq!(divide.len(), 23);
    assert_eq!(divide.values().map(|leaves| leaves.as_u64().unwrap()).sum::<u64>(), 529);
    let places: Vec<usize> =
        divide.keys().map(|mv| run.out.find(&format!("{mv:?}")).unwrap()).collect();
    assert!(places.is_sorted(), "{}", run.out);
}

/// A finished game of Othello is one leaf; a checkmate in Makruk has none.
#[test]
fn perft_of_a_finished_game() {
    let over = format!("{} O", "X".repeat(64));
    let run = kradan(&["perft", "othello", "2", "--position", &over, "--json", "--divide"]).done();
    assert_eq!(run.json()[0]["perft"], json!([1, 1]));
    assert_eq!(run.json()[0]["divide"], json!({}));
    let mated = edge_case("mate-two-rua")["pos"].as_str().unwrap().to_owned();
    let run = kradan(&["perft", "makruk", "2", "--position", &mated, "--divide"]).done();
    let columns: Vec<&str> = run.out.split_whitespace().collect();
    assert_eq!(columns[..2], ["1", "0"]);
    assert_eq!(columns[columns.len() - 2..], ["total", "0"]);
}

/// A count that is about to end does not prune the tree.
#[test]
fn perft_does_not_count_honours() {
    let counted = "8/8/8/4k3/8/8/1R6/K7 b pieces:b:16/16";
    let plain = "8/8/8/4k3/8/8/1R6/K7 b";
    let perft = |position| {
        let run = kradan(&["perft", "makruk", "4", "--position", position, "--json"]).done();
        run.json()[0]["perft"].clone()
    };
    assert_eq!(perft(counted), perft(plain));
}

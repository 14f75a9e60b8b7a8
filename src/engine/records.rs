//! The mates and the Othello endgames of the conformance records are found.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::evaluate::{CERTAIN, WIN};
use super::{Choice, Strength, choose};
use kradan_rules::{Game, GameKind};

/// What an Othello disc counts in the score of a game that is played out.
const DISC: i64 = 10;

fn records(name: &str) -> Vec<Value> {
    let folder = [env!("CARGO_MANIFEST_DIR"), "..", "..", "tests", "conformance", "records", name];
    let text = fs::read_to_string(folder.iter().collect::<PathBuf>()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn found(kind: GameKind, record: &Value, strength: Strength) -> Choice {
    let game = Game::from_position(kind, record["pos"].as_str().unwrap()).unwrap();
    choose(&game, strength, 0).unwrap()
}

/// How much deeper a search is than a mate is long, at most: what looks bad is looked at less far.
const DEEPER: u32 = 7;

/// Searches the mates of a file, up to the longest one.
fn mates_are_found(kind: GameKind, longest: u64) {
    let mut count = 0;
    for record in records(&format!("{kind}_mate.jsonl")) {
        let moves = record["mate_in"].as_u64().unwrap();
        if moves > longest {
            continue;
        }
        let plies = u32::try_from(2 * moves - 1).unwrap();
        let mut choices = (plies..=plies + DEEPER).map(|depth| {
            found(kind, &record, Strength { nodes: 400_000, depth, spread: 0, solves: 0 })
        });
        let is_found = choices.any(|choice| is_mate(&record, &choice, WIN - plies as i32));
        assert!(is_found, "{record}");
        count += 1;
    }
    assert!(count > 50, "{count}");
}

/// Whether a choice mates as fast as a record says. Where only one key is given, others and shorter
/// mates were not looked for.
fn is_mate(record: &Value, choice: &Choice, score: i32) -> bool {
    match record["keys"].as_array() {
        Some(keys) => keys.iter().any(|key| *key == choice.text.as_str()) && choice.score == score,
        None => choice.score >= score,
    }
}

#[test]
fn mates_in_up_to_three_moves_are_found_in_makruk() {
    mates_are_found(GameKind::Makruk, 3);
}

#[test]
fn mates_in_up_to_two_moves_are_found_in_ogi() {
    mates_are_found(GameKind::Ogi, 2);
}

#[test]
#[ignore = "takes minutes"]
fn mates_in_up_to_three_moves_are_found_in_ogi() {
    mates_are_found(GameKind::Ogi, 3);
}

#[test]
fn the_last_squares_of_othello_are_played_out_exactly() {
    let mut count = 0;
    for record in records("othello_endgame.jsonl") {
        let empties = record["empties"].as_u64().unwrap();
        if empties > 14 {
            continue;
        }
        let strength = Strength { nodes: 1_000, depth: 1, spread: 0, solves: 14 };
        let choice = found(GameKind::Othello, &record, strength);
        // Of the longer ones the score alone is known.
        if let Some(best) = record["best"].as_array() {
            assert!(best.iter().any(|best| *best == choice.text.as_str()), "{record}: {choice:?}");
        }
        let score = record["score"].as_i64().unwrap();
        assert_eq!(
            i64::from(choice.score),
            score.signum() * i64::from(CERTAIN) + score * DISC,
            "{record}"
        );
        count += 1;
    }
    assert!(count > 100, "{count}");
}

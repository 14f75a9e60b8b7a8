//! How fast the computer opponent looks ahead, on one thread: positions a second in each game, and how
//! long it takes to play the last squares of Othello out.
//!
//! `cargo bench -p kradan-bench --bench engine` runs it; with `-- --quick` it only sees that it works.

#![allow(clippy::print_stdout, reason = "the table is what this program is for")]
#![allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]

mod common;

use std::time::Instant;

use kradan_engine::{Strength, choose};
use kradan_rules::{Game, GameKind};

use self::common::{median, records};

fn main() {
    let is_full = common::is_in_full();
    let nodes = if is_full { 1_000_000 } else { 5_000 };
    println!("| game | positions a second |\n|---|---|");
    for kind in GameKind::ALL {
        let speeds = games(kind).into_iter().map(|game| {
            let strength = Strength { nodes, depth: 64, spread: 0, solves: 0 };
            nodes as f64 / seconds(&game, strength)
        });
        println!("| {kind} | {:.0} |", median(speeds.collect()));
    }
    println!("\n| empty squares | median seconds |\n|---|---|");
    let most = if is_full { 20 } else { 12 };
    for empties in (most - 4..=most).step_by(2) {
        let times = records("othello_endgame.jsonl")
            .into_iter()
            .filter(|record| record["empties"].as_u64() == Some(empties))
            .map(|record| {
                let position = record["pos"].as_str().expect("a record has a position");
                let game = Game::from_position(GameKind::Othello, position).expect("it is one");
                let solves = u32::try_from(empties).expect("a board has 64 squares");
                seconds(&game, Strength { nodes: 1, depth: 1, spread: 0, solves })
            });
        println!("| {empties} | {:.3} |", median(times.collect()));
    }
}

/// Positions in the middle of games, which Kradan played itself.
fn games(kind: GameKind) -> Vec<Game> {
    let strength = Strength { nodes: 200, depth: 64, spread: 10, solves: 0 };
    let game = |seed| {
        let mut game = Game::new(kind);
        for _ in 0..16 + 2 * seed {
            let Some(choice) = choose(&game, strength, seed) else { break };
            game.play_text(&choice.text).expect("it chooses legal moves");
        }
        game
    };
    (0..9).map(game).collect()
}

/// How long it takes to choose a move.
fn seconds(game: &Game, strength: Strength) -> f64 {
    let begun = Instant::now();
    choose(game, strength, 1).expect("the game goes on");
    begun.elapsed().as_secs_f64()
}

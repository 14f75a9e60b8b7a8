//! How fast the computer opponent looks ahead, on one thread: positions a second in each game, how long it
//! takes to play the last squares of Othello out, and to review a game.
//!
//! `cargo bench -p kradan-bench --bench engine` runs it; with `-- --quick` it only sees that it works.

#![allow(clippy::print_stdout, reason = "the table is what this program is for")]
#![allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]

mod common;

use std::time::Instant;

use kradan_engine::{Reviewing, Strength, choose};
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
    println!("\n| game | plies | median seconds of its review |\n|---|---|---|");
    for kind in GameKind::ALL {
        let plies = match kind {
            _ if !is_full => 6,
            GameKind::Othello => 60,
            GameKind::Makruk | GameKind::Ogi => 80,
        };
        // Some end before.
        let games = (0..).map(|seed| game(kind, plies, seed)).filter(|game| game.plies() == plies);
        let times = games.take(3).map(|game| seconds_of_review(&game)).collect();
        println!("| {kind} | {plies} | {:.1} |", median(times));
    }
}

/// Positions in the middle of games.
fn games(kind: GameKind) -> Vec<Game> {
    (0..9).map(|seed| game(kind, 16 + 2 * seed as usize, seed)).collect()
}

/// A game of so many plies, if it does not end before, which Kradan played itself.
fn game(kind: GameKind, plies: usize, seed: u64) -> Game {
    let strength = Strength { nodes: 200, depth: 64, spread: 10, solves: 0 };
    let mut game = Game::new(kind);
    while game.plies() < plies {
        let Some(choice) = choose(&game, strength, seed) else { break };
        game.play_text(&choice.text).expect("it chooses legal moves");
    }
    game
}

fn seconds_of_review(game: &Game) -> f64 {
    let begun = Instant::now();
    let mut reviewing = Reviewing::new(game);
    while reviewing.step().is_none() {}
    begun.elapsed().as_secs_f64()
}

/// How long it takes to choose a move.
fn seconds(game: &Game, strength: Strength) -> f64 {
    let begun = Instant::now();
    choose(game, strength, 1).expect("the game goes on");
    begun.elapsed().as_secs_f64()
}

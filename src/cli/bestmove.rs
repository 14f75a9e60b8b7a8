//! `kradan bestmove`: the move that the computer opponent would make.

use std::io::{self, Write};

use clap::Args;
use kradan_engine::{Choice, Strength, choose};
use kradan_rules::{Game, GameKind, PositionError};
use kradan_table::Level;
use serde::Serialize;

use super::games;
use super::input::position_argument;

/// The depth of a search that nothing but its nodes ends.
const DEPTH_MAX: u32 = 64;

/// Where no more moves than this are left of an Othello game, they are all played out.
const SOLVES: u32 = 10;

/// The arguments of `kradan bestmove`.
#[derive(Debug, Args)]
#[command(
    after_help = "Prints the move in the exact notation, and how the side to move stands with \
it: a pawn is
about 100, in Othello a disc. The same position and nodes give the same move.

Example: kradan bestmove makruk '8/8/8/8/8/1K6/7R/k7 w' --json"
)]
pub(crate) struct BestMoveArgs {
    #[arg(help = games::help())]
    game: GameKind,
    /// A position; without one, the start
    #[arg(value_name = "POS", allow_hyphen_values = true, value_parser = position_argument)]
    position: Option<String>,
    /// How many positions to look at
    #[arg(long, value_name = "N", default_value_t = 400_000)]
    nodes: u64,
    /// Play as this level of the opponent does, from 1 to 8
    #[arg(long, conflicts_with = "nodes", value_parser = level)]
    level: Option<Level>,
    /// Write one line of JSON: {"move":"h2h1","score":n}
    #[arg(long)]
    json: bool,
}

fn level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("LEVEL must be a number from 1 to {}", Level::MAX.number()))
}

/// Why there is no best move.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BestMoveError {
    #[error("the position")]
    Position(#[source] PositionError),
    #[error("the game is over")]
    Over,
    #[error("cannot write the move")]
    Write(#[from] io::Error),
}

#[derive(Serialize)]
struct BestMove<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    score: i32,
}

/// Prints the best move.
pub(super) fn run(args: &BestMoveArgs, out: &mut impl Write) -> Result<(), BestMoveError> {
    let game = match &args.position {
        Some(text) => Game::from_position(args.game, text).map_err(BestMoveError::Position)?,
        None => Game::new(args.game),
    };
    let strength = match args.level {
        Some(level) => Strength::of_level(args.game, level.number()),
        None => Strength { nodes: args.nodes, depth: DEPTH_MAX, spread: 0, solves: SOLVES },
    };
    let Choice { text, score } = choose(&game, strength, 0).ok_or(BestMoveError::Over)?;
    if args.json {
        let line = serde_json::to_string(&BestMove { text: &text, score });
        writeln!(out, "{}", line.expect("a text and a number always serialise"))?;
    } else {
        writeln!(out, "{text} {score:+}")?;
    }
    Ok(())
}

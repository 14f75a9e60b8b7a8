//! `kradan perft` counts the leaves of the move tree and the speed of counting.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use kradan_rules::{Game, GameKind, Position, PositionError, divide, each_game, perft};
use serde::Serialize;

use super::games;
use super::input::position_argument;

/// The largest depth, far beyond what anyone can wait for.
const DEPTH_MAX: u32 = 30;

/// The arguments of `kradan perft`.
#[derive(Debug, Args)]
#[command(after_help = "Leaves are moves alone: Makruk's counts and Ōgi's repetition end no game \
here. In Othello a pass
is one ply and a finished game one leaf.

Example: kradan perft ogi 4 --divide")]
pub(crate) struct PerftArgs {
    #[arg(help = games::help())]
    game: GameKind,
    /// The deepest ply to count, from 1 to 30
    #[arg(value_parser = depth)]
    depth: u32,
    /// Where to begin instead of the start
    #[arg(long, value_name = "POS", allow_hyphen_values = true, value_parser = position_argument)]
    position: Option<String>,
    /// Show the leaves below each move too
    #[arg(long)]
    divide: bool,
    /// Write one line of JSON: {"perft":[n1,n2,…],"nps":n}
    #[arg(long)]
    json: bool,
}

fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|depth| (1..=DEPTH_MAX).contains(depth));
    depth.ok_or_else(|| format!("DEPTH must be a number from 1 to {DEPTH_MAX}"))
}

/// Why leaves could not be counted.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PerftError {
    #[error("--position")]
    Position(#[source] PositionError),
    #[error("cannot write the counts")]
    Write(#[from] io::Error),
}

/// Counts each depth up to that of the arguments.
pub(super) fn run(args: &PerftArgs, out: &mut impl Write) -> Result<(), PerftError> {
    let game = match &args.position {
        Some(text) => Game::from_position(args.game, text).map_err(PerftError::Position)?,
        None => Game::new(args.game),
    };
    each_game!(game, record => count(record.position().for_perft(), args, out))?;
    Ok(())
}

fn count<P: Position>(position: P, args: &PerftArgs, out: &mut impl Write) -> io::Result<()> {
    let mut counted = Vec::new();
    let mut divided = None;
    for depth in 1..=args.depth {
        let began = Instant::now();
        let nodes = if args.divide && depth == args.depth {
            leaves_by_move(&position, depth, divided.insert(BTreeMap::new()))
        } else {
            perft(&position, depth)
        };
        let count = DepthCount { depth, nodes, took: began.elapsed() };
        if !args.json {
            writeln!(out, "{count}")?;
        }
        counted.push(count);
    }
    if args.json {
        let line = serde_json::to_string(&PerftLine::of(&counted, divided))
            .expect("numbers and texts always serialise");
        writeln!(out, "{line}")?;
    } else if let (Some(divided), Some(deepest)) = (divided, counted.last()) {
        write_divided(out, &divided, deepest.nodes)?;
    }
    Ok(())
}

/// The leaves at a depth, and in `divided` how many of them are below each move.
fn leaves_by_move<P: Position>(
    position: &P,
    depth: u32,
    divided: &mut BTreeMap<String, u64>,
) -> u64 {
    divided
        .extend(divide(position, depth).into_iter().map(|(mv, leaves)| (mv.to_string(), leaves)));
    // A finished game has no moves, and still may be a leaf itself.
    if divided.is_empty() { perft(position, depth) } else { divided.values().sum() }
}

fn write_divided(
    out: &mut impl Write,
    divided: &BTreeMap<String, u64>,
    total: u64,
) -> io::Result<()> {
    writeln!(out)?;
    for (mv, leaves) in divided {
        writeln!(out, "{mv:<5} {leaves:>14}")?;
    }
    writeln!(out, "total {total:>14}")
}

/// The leaves at a depth, and how long they took.
struct DepthCount {
    depth: u32,
    nodes: u64,
    took: Duration,
}

impl DepthCount {
    fn nodes_per_second(&self) -> u64 {
        // The clock may be too coarse for the shortest counts.
        let nanoseconds = self.took.as_nanos().max(1);
        let per_second = u128::from(self.nodes) * 1_000_000_000 / nanoseconds;
        u64::try_from(per_second).unwrap_or(u64::MAX)
    }
}

impl std::fmt::Display for DepthCount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (seconds, speed) = (self.took.as_secs_f64(), self.nodes_per_second());
        write!(
            f,
            "{:>2} {:>14} nodes {seconds:>11.6} s {speed:>12} nodes/s",
            self.depth, self.nodes
        )
    }
}

/// The counts as JSON.
#[derive(Serialize)]
struct PerftLine {
    perft: Vec<u64>,
    /// Of the deepest.
    nps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

impl PerftLine {
    fn of(counted: &[DepthCount], divide: Option<BTreeMap<String, u64>>) -> PerftLine {
        PerftLine {
            perft: counted.iter().map(|count| count.nodes).collect(),
            nps: counted.last().map_or(0, DepthCount::nodes_per_second),
            divide,
        }
    }
}

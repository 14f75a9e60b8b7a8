//! `kradan moves`: the legal moves of positions.

use std::io::{self, BufRead, Write};

use clap::Args;
use kradan_rules::{Game, GameKind, PositionError};

use super::games;
use super::input::{self, InputError};

/// The arguments of `kradan moves`.
#[derive(Debug, Args)]
#[command(
    after_help = "Each position gets one line: its legal moves, sorted as ASCII, with spaces \
between; an empty
line when the game is over. In Othello `pass` stands alone when it is the only move.

Example: kradan moves makruk '8/8/2n5/8/6k1/2K5/8/1r5S w'"
)]
pub(crate) struct MovesArgs {
    #[arg(help = games::help())]
    game: GameKind,
    /// Positions; without any, each line of the standard input that is not blank is one
    #[arg(value_name = "POS", allow_hyphen_values = true, value_parser = input::position_argument)]
    positions: Vec<String>,
}

/// Why moves could not be listed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MovesError {
    #[error("position {number}")]
    Argument { number: usize, source: PositionError },
    #[error("line {line}")]
    Line { line: usize, source: PositionError },
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("cannot write the moves")]
    Write(#[from] io::Error),
}

/// Prints the legal moves of each position, up to the first wrong one.
pub(super) fn run(
    args: &MovesArgs,
    input: impl BufRead,
    out: &mut impl Write,
) -> Result<(), MovesError> {
    for (number, text) in (1..).zip(&args.positions) {
        let moves = legal_moves(args.game, text)
            .map_err(|source| MovesError::Argument { number, source })?;
        writeln!(out, "{moves}")?;
    }
    if !args.positions.is_empty() {
        return Ok(());
    }
    for read in input::lines(input) {
        let (line, text) = read?;
        let moves =
            legal_moves(args.game, &text).map_err(|source| MovesError::Line { line, source })?;
        writeln!(out, "{moves}")?;
    }
    Ok(())
}

fn legal_moves(kind: GameKind, position: &str) -> Result<String, PositionError> {
    Ok(Game::from_position(kind, position)?.legal_moves().join(" "))
}

//! `kradan analyse`: a written game with what the computer opponent thinks of each move.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, Read as _, Write};

use clap::Args;
use kradan_engine::{self as engine, Choice, Strength, Walk};
use kradan_rules::{Game, GameKind, MoveStyle, notation};
use serde::Serialize;

use super::games::{self, Evaluation};

/// The longest game in bytes.
const FILE_MAX: u64 = 1 << 20;

/// The depth of a search that nothing but its nodes ends.
const DEPTH_MAX: u32 = 64;

/// Where no more moves than this are left of an Othello game, they are all played out.
const SOLVES: u32 = 12;

/// By how much a better move is worth its words: a pawn.
const WORTH_SAYING: i32 = 100;

/// The arguments of `kradan analyse`.
#[derive(Debug, Args)]
#[command(
    after_help = "Reads PGN, GGF (Othello) or moves as people write them, and writes the game
again, with all that stood beside its moves. In PGN each move is followed by [%eval n]: how
the first side stands, in pawns, or #n for a mate in n moves. Where another move
is better by a pawn or more, it is named. In GGF each move is followed by the
mover's lead in discs: estimated, and exact at the end.

With --json, each ply is {\"ply\",\"move\",\"score\",\"best\",\"best_score\"}. Scores
are the mover's, as of bestmove; \"score\" is null where the move ends the game.

Example: kradan analyse game.pgn --nodes 200000 > analysed.pgn"
)]
pub(crate) struct AnalyseArgs {
    /// The game; `-` reads the standard input
    file: String,
    /// The game, where the moves alone could be of several
    #[arg(long, value_name = "GAME")]
    game: Option<GameKind>,
    /// Positions to look at for each move
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    nodes: u64,
    /// Write a JSON object for each ply
    #[arg(long)]
    json: bool,
}

/// Why a game cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AnalyseError {
    #[error("cannot read {name}")]
    Unreadable { name: String, source: io::Error },
    #[error("a game has at most {FILE_MAX} bytes")]
    TooLong,
    #[error("the game (PGN, GGF of Othello, or moves alone)")]
    Game(#[source] Box<dyn Error + Send + Sync>),
    #[error("cannot write the analysis")]
    Write(#[from] io::Error),
}

/// A ply with what was thought of it. Scores are the mover's.
#[derive(Serialize)]
struct Judged {
    ply: usize,
    #[serde(rename = "move")]
    text: String,
    score: Option<i32>,
    best: String,
    best_score: i32,
}

/// Reads a game and writes it with evaluations.
pub(super) fn run(
    args: &AnalyseArgs,
    input: impl BufRead,
    out: &mut impl Write,
) -> Result<(), AnalyseError> {
    let text = read(&args.file, input)?;
    let read = match args.game {
        Some(kind) => notation::read_as(&text, kind),
        None => notation::read(&text),
    };
    let (game, header) = read.map_err(|error| AnalyseError::Game(error.into()))?;
    let strength = Strength { nodes: args.nodes, depth: DEPTH_MAX, spread: 0, solves: SOLVES };
    let mut evaluations = Vec::new();
    for (judged, evaluation) in judge(&game, strength) {
        if args.json {
            let line = serde_json::to_string(&judged);
            writeln!(out, "{}", line.expect("texts and numbers always serialise"))?;
            out.flush()?;
        }
        evaluations.push(evaluation);
    }
    if !args.json {
        out.write_all(games::evaluated(&game, &header, &evaluations).as_bytes())?;
    }
    Ok(())
}

fn read(name: &str, input: impl BufRead) -> Result<String, AnalyseError> {
    let unreadable = |source| AnalyseError::Unreadable { name: name.to_owned(), source };
    let mut text = String::new();
    let length = if name == "-" {
        input.take(FILE_MAX + 1).read_to_string(&mut text)
    } else {
        File::open(name).and_then(|file| file.take(FILE_MAX + 1).read_to_string(&mut text))
    };
    if length.map_err(unreadable)? as u64 > FILE_MAX {
        Err(AnalyseError::TooLong)
    } else {
        Ok(text)
    }
}

/// Judges every ply, the first one first.
fn judge(game: &Game, strength: Strength) -> impl Iterator<Item = (Judged, Evaluation)> {
    Walk::new(game, strength).map(move |judged| {
        let engine::Judged { ply, played, best, score, .. } = judged;
        let is_better =
            best.text != played && score.is_some_and(|score| best.score >= score + WORTH_SAYING);
        let better = is_better.then(|| written(game.at_ply(ply), &best.text));
        let evaluation = Evaluation { score, better };
        let Choice { text: best, score: best_score } = best;
        (Judged { ply: ply + 1, text: played, score, best, best_score }, evaluation)
    })
}

/// A move as people write it.
fn written(mut game: Game, text: &str) -> String {
    let ply = game.plies();
    let is_made = game.play_text(text).is_ok();
    let short = is_made.then(|| game.written(ply, MoveStyle::Letters)).flatten();
    short.unwrap_or_else(|| text.to_owned())
}

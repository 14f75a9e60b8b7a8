//! `kradan replay`: a game played move by move, with what each move does.

mod lines;
mod page;
mod ply;
mod typed;

use std::io::{self, BufRead, Write};

use clap::{Args, ValueEnum};
use kradan::rules::{Escaped, Game, Illegal, Kind, MoveError, PositionError, Record, cut, makruk};

use self::ply::Ply;
use super::input::{self, InputError};

/// The longest part of a move's text that an error repeats, in characters.
const MOVE_TEXT_MAX: usize = 24;

/// What to play.
#[derive(Debug, Args)]
#[command(after_help = "\
In Makruk a move may act on the count: claim:e3e4, skip:e3e4, stop:e3e4.
Numbers before moves are passed over; an Othello transcript (f5d6c3) is read
too. The first illegal move ends the replay with exit code 2.

With --json, each ply is
{\"ply\",\"move\",\"pos\",\"check\",\"said\",\"count\",\"flipped\"|\"captured\"|\"promoted\"},
with \"act\" behind \"move\" where there was one; \"pos\" is the plain position, to
which count and house rule do not belong.

Example: kradan replay makruk --from '8/8/2n5/8/6k1/2K5/8/1r5S w' claim:h1h2 b1b2")]
pub(crate) struct ReplayArgs {
    /// The game: othello, makruk or ogi
    game: Kind,
    /// Moves as people type them; without any, those of the standard input
    moves: Vec<String>,
    /// Where to begin instead of the start
    #[arg(long, value_name = "POS", allow_hyphen_values = true,
          value_parser = input::position_argument)]
    from: Option<String>,
    /// A rule of the table: Makruk's lowest honour
    #[arg(long = "option", value_name = "OPTION", ignore_case = true)]
    options: Vec<TableOption>,
    /// Write a JSON object for each ply, and a last one with the result
    #[arg(long)]
    json: bool,
}

/// A rule that a table may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableOption {
    Lowest,
}

/// Why a game could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReplayError {
    #[error("--from")]
    From(#[source] PositionError),
    #[error("--option lowest is a rule of makruk, not of {0}")]
    OptionOfMakruk(Kind),
    #[error("--option lowest: nobody counts in this position")]
    OptionUncounted,
    #[error("ply {ply}{}", told(.text, .source))]
    Move { ply: usize, text: String, source: MoveError<Illegal> },
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("cannot write the replay")]
    Write(#[from] io::Error),
}

/// What was typed, in brackets, where the reason does not repeat it anyway.
fn told(text: &str, reason: &MoveError<Illegal>) -> String {
    match reason {
        MoveError::NotAMove(_) => String::new(),
        MoveError::Illegal(_) | MoveError::Ambiguous(_) | MoveError::Over(_) => {
            format!(" ({})", Escaped(text))
        }
    }
}

/// Plays every move, until one cannot be made.
pub(super) fn run(
    args: &ReplayArgs,
    input: impl BufRead,
    out: &mut impl Write,
) -> Result<(), ReplayError> {
    let game = start(args)?;
    let form = if args.json { Form::Lines } else { Form::Page };
    if args.moves.is_empty() {
        replay(game, input::lines(input).map(|read| read.map(|(_, line)| line)), form, out)
    } else {
        replay(game, args.moves.iter().cloned().map(Ok), form, out)
    }
}

fn start(args: &ReplayArgs) -> Result<Game, ReplayError> {
    let mut game = match &args.from {
        Some(text) => Game::from_position(args.game, text).map_err(ReplayError::From)?,
        None => Game::new(args.game),
    };
    for option in &args.options {
        game = match (option, game) {
            (TableOption::Lowest, Game::Makruk(record)) => {
                let position = record.position();
                if position.honours() == makruk::Honours::Off {
                    return Err(ReplayError::OptionUncounted);
                }
                Game::Makruk(Record::new(position.with_honours(makruk::Honours::Lowest)))
            }
            (TableOption::Lowest, other) => return Err(ReplayError::OptionOfMakruk(other.kind())),
        };
    }
    Ok(game)
}

/// What a replay looks like.
#[derive(Clone, Copy)]
enum Form {
    /// For people.
    Page,
    /// For scripts: JSON, an object a line.
    Lines,
}

fn replay(
    mut game: Game,
    inputs: impl Iterator<Item = Result<String, InputError>>,
    form: Form,
    out: &mut impl Write,
) -> Result<(), ReplayError> {
    if let Form::Page = form {
        page::write_start(&game, out)?;
    }
    let mut number = 0;
    for line in inputs {
        for text in typed::moves(&game, &line?) {
            number += 1;
            play(&mut game, number, &text)?;
            let ply = Ply::last(&game).expect("a move was made just now");
            match form {
                Form::Page => page::write_ply(&game, &ply, out)?,
                Form::Lines => lines::write_ply(&game, &ply, out)?,
            }
        }
    }
    match form {
        Form::Page => page::write_end(&game, out)?,
        Form::Lines => lines::write_end(&game, out)?,
    }
    Ok(())
}

fn play(game: &mut Game, ply: usize, text: &str) -> Result<(), ReplayError> {
    match game.play(text) {
        Ok(_) => Ok(()),
        Err(source) => {
            Err(ReplayError::Move { ply, text: cut(text.trim(), MOVE_TEXT_MAX), source })
        }
    }
}

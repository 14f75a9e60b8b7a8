//! `kradan replay`: a game played move by move, with what each move does.

mod lines;
mod page;
mod ply;

use std::io::{self, BufRead, Write};

use clap::{Args, ValueEnum};
use kradan::rules::{Game, Illegal, Kind, MoveError, PositionError, Record, makruk};

use self::ply::Ply;
use super::input::{self, InputError};

/// The longest part of a move's text that an error repeats, in characters.
const MOVE_TEXT_MAX: usize = 24;

/// What to play.
#[derive(Debug, Args)]
#[command(after_help = "\
In Makruk a move may act on the count: claim:e3e4, skip:e3e4, stop:e3e4.
The first illegal move ends the replay with exit code 2.

Example: kradan replay makruk --from '8/8/2n5/8/6k1/2K5/8/1r5S w' claim:h1h2 b1b2")]
pub(crate) struct ReplayArgs {
    /// The game: othello, makruk or ogi
    game: Kind,
    /// Moves as people type them; without any, the words of the standard input
    moves: Vec<String>,
    /// Where to begin instead of the start
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    from: Option<String>,
    /// A rule of the table: Makruk's lowest honour
    #[arg(long = "option", value_name = "OPTION")]
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
    #[error("ply {ply} ({text})")]
    Move { ply: usize, text: String, source: MoveError<Illegal> },
    #[error(transparent)]
    Input(#[from] InputError),
    #[error("cannot write the replay")]
    Write(#[from] io::Error),
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
        replay(game, input::words(input), form, out)
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
                let position = record.position().with_honours(makruk::Honours::Lowest);
                Game::Makruk(Record::new(position))
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
    moves: impl Iterator<Item = Result<String, InputError>>,
    form: Form,
    out: &mut impl Write,
) -> Result<(), ReplayError> {
    if let Form::Page = form {
        page::write_start(&game, out)?;
    }
    for (number, read) in (1..).zip(moves) {
        let text = read?;
        game.play(&text).map_err(|source| ReplayError::Move {
            ply: number,
            text: input::cut(&text, MOVE_TEXT_MAX),
            source,
        })?;
        let ply = Ply::last(&game).expect("a move was made just now");
        match form {
            Form::Page => page::write_ply(&game, &ply, out)?,
            Form::Lines => lines::write_ply(&game, &ply, out)?,
        }
    }
    match form {
        Form::Page => page::write_end(&game, out)?,
        Form::Lines => lines::write_end(&game, out)?,
    }
    Ok(())
}

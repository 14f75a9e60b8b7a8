//! The command line of `kradan`: the arguments, the commands and their errors.
//!
//! This layer may name every other one, for it starts the bot. Each command has a file with its
//! arguments, its errors and a function `run`. Commands write to the writer that they are given and
//! read from the reader that they are given; only `main` names the standard streams. Begin with
//! [`Cli::run`], which calls the command, and [`host`](host::host), which runs the bot.

mod analyse;
mod backup;
mod bestmove;
mod draw;
mod engine;
mod game;
mod games;
mod gtp;
mod host;
mod input;
mod invite;
mod moves;
mod perft;
mod ply;
mod ratings;
mod replay;
mod sheets;
mod systemd;

use std::error::Error;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};
use kradan::service::ErrorChain;
use kradan_rules::{Escaped, cut};

use self::analyse::{AnalyseArgs, AnalyseError};
use self::backup::{BackupArgs, RescueArgs};
use self::bestmove::{BestMoveArgs, BestMoveError};
use self::draw::{DrawArgs, DrawError};
use self::engine::EngineArgs;
use self::host::{HostArgs, HostError};
use self::invite::InviteArgs;
use self::moves::{MovesArgs, MovesError};
use self::perft::{PerftArgs, PerftError};
use self::replay::{ReplayArgs, ReplayError};
use self::sheets::{SheetsArgs, SheetsError};

/// The longest error about arguments, in characters, since an argument may be a whole file by
/// mistake.
const REFUSAL_MAX: usize = 300;

/// The longest argument that an error repeats, in characters.
const ARGUMENT_MAX: usize = 40;

/// The parts of clap's errors that repeat an argument.
const REPEATED: [ContextKind; 3] =
    [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand];

/// The texts that begin clap's paragraphs after the problem.
const AFTER_REFUSAL: [&str; 3] = ["\n\n  tip: ", "\n\nUsage: ", "\n\nFor more information"];

const ABOUT: &str =
    "Kradan (กระดาน, \"board\") is a Discord bot with which friends play board games:
Othello, Makruk (Thai chess) and Ōgi (an 8×8 shogi with a princess).";

const EXAMPLES: &str = "Without a command the bot runs: on Discord where a token is configured, and
otherwise on a local Discord of its own.

Examples:
  kradan check                      tells how the bot would run
  kradan perft makruk 4             counts four plies of Makruk's move tree
  kradan moves ogi < positions      lists the legal moves, line by line
  kradan replay othello f5 d6 c3    plays three moves and tells what each does
  kradan draw ogi e1f2 -o ogi.png   draws the board after a move

A position is one argument: put it in quotes.
GAME is NAMES.
Wrong input gets one line on the standard error and exit code 2. Where backup
or rescue could not save everything, the exit code is 3.";

fn examples() -> String {
    EXAMPLES.replace("NAMES", &games::names())
}

/// The arguments of the program.
#[derive(Debug, Parser)]
#[command(name = "kradan", bin_name = "kradan", version, about = ABOUT, after_help = examples())]
pub(crate) struct Cli {
    #[command(flatten)]
    host: HostArgs,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Tell how the bot would run, and whether it could
    Check,
    /// Print the link that adds the bot to a server
    Invite(InviteArgs),
    /// Look through all stored games
    Verify,
    /// Write all that is stored to a file, also while the bot runs
    Backup(BackupArgs),
    /// Put a backup where no games are yet
    Restore(BackupArgs),
    /// Make a backup of what still reads in a damaged folder
    Rescue(RescueArgs),
    /// Compute all ratings anew from the games while the bot is stopped
    Ratings,
    /// Count the leaves of the move tree, depth by depth
    Perft(PerftArgs),
    /// List the legal moves of positions, a line each
    Moves(MovesArgs),
    /// Tell which move the computer opponent would make
    Bestmove(BestMoveArgs),
    /// Write a game with what the computer opponent thinks of each move
    Analyse(AnalyseArgs),
    /// Play as an engine for programs that speak UCI or, in Othello, GTP
    Engine(EngineArgs),
    /// Play moves and show what each of them does
    Replay(ReplayArgs),
    /// Draw a game as a picture, an animation or a text
    Draw(DrawArgs),
    /// Prepare what the pictures are made of, and tell how long it takes
    Sheets(SheetsArgs),
}

impl Cli {
    /// Runs the command. It may read `input`, and writes its output to `out`; `started` is the
    /// start of the program.
    pub(crate) fn run(
        &self,
        started: Instant,
        input: impl BufRead + Send + 'static,
        out: &mut impl Write,
    ) -> Result<(), CommandError> {
        match &self.command {
            None => host::host(&self.host, out)?,
            Some(CliCommand::Check) => host::check(&self.host, out)?,
            Some(CliCommand::Invite(args)) => invite::run(&self.host, args, out)?,
            Some(CliCommand::Verify) => host::verify(&self.host, out)?,
            Some(CliCommand::Backup(args)) => backup::backup(&self.host, args, out)?,
            Some(CliCommand::Restore(args)) => backup::put_back(&self.host, args, input, out)?,
            Some(CliCommand::Rescue(args)) => backup::rescue(args, out)?,
            Some(CliCommand::Ratings) => ratings::run(&self.host, out)?,
            Some(CliCommand::Perft(args)) => perft::run(args, out)?,
            Some(CliCommand::Moves(args)) => moves::run(args, input, out)?,
            Some(CliCommand::Bestmove(args)) => bestmove::run(args, out)?,
            Some(CliCommand::Analyse(args)) => analyse::run(args, input, out)?,
            Some(CliCommand::Engine(args)) => engine::run(args, input, out)?,
            Some(CliCommand::Replay(args)) => replay::run(args, input, out)?,
            Some(CliCommand::Draw(args)) => draw::run(args, out)?,
            Some(CliCommand::Sheets(args)) => sheets::run(args, started, out)?,
        }
        Ok(())
    }
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CommandError {
    #[error(transparent)]
    Arguments(#[from] ArgumentsError),
    #[error(transparent)]
    Perft(#[from] PerftError),
    #[error(transparent)]
    Moves(#[from] MovesError),
    #[error(transparent)]
    BestMove(#[from] BestMoveError),
    #[error(transparent)]
    Analyse(#[from] AnalyseError),
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Draw(#[from] DrawError),
    #[error(transparent)]
    Sheets(#[from] SheetsError),
    #[error(transparent)]
    Host(#[from] HostError),
    #[error("cannot write the output")]
    Write(#[from] io::Error),
}

impl CommandError {
    /// Whether something is lost for good.
    pub(crate) fn is_loss(&self) -> bool {
        matches!(self, CommandError::Host(HostError::Lost { .. }))
    }

    /// The error of writing the output, if it was that.
    pub(crate) fn not_written(&self) -> Option<&io::Error> {
        match self {
            CommandError::Perft(PerftError::Write(error))
            | CommandError::Moves(MovesError::Write(error))
            | CommandError::BestMove(BestMoveError::Write(error))
            | CommandError::Analyse(AnalyseError::Write(error))
            | CommandError::Replay(ReplayError::Write(error))
            | CommandError::Draw(DrawError::Write(error))
            | CommandError::Sheets(SheetsError::Write(error))
            | CommandError::Host(HostError::Write(error))
            | CommandError::Write(error) => Some(error),
            CommandError::Arguments(_)
            | CommandError::Perft(_)
            | CommandError::Moves(_)
            | CommandError::BestMove(_)
            | CommandError::Analyse(_)
            | CommandError::Replay(_)
            | CommandError::Draw(_)
            | CommandError::Host(_) => None,
        }
    }
}

/// The arguments are wrong.
#[derive(Debug, thiserror::Error)]
#[error("{refusal}; see kradan --help")]
pub(crate) struct ArgumentsError {
    refusal: String,
}

impl From<clap::Error> for ArgumentsError {
    /// Shortens clap's paragraphs to the problem, with the tip if there is one.
    fn from(error: clap::Error) -> ArgumentsError {
        let mut text = error.to_string();
        for kind in REPEATED {
            // A long argument would leave no room for the problem.
            if let Some(ContextValue::String(argument)) = error.get(kind)
                && argument.chars().nth(ARGUMENT_MAX).is_some()
            {
                text = text.replace(argument, &cut(argument, ARGUMENT_MAX));
            }
        }
        let text = text.trim_start_matches("error: ");
        let ends = AFTER_REFUSAL.iter().filter_map(|paragraph| text.find(paragraph));
        let (what, rest) = text.split_at(ends.min().unwrap_or(text.len()));
        let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
        let what = cut(&what, REFUSAL_MAX);
        let tip = rest.trim_start().strip_prefix("tip: ").and_then(|tip| tip.lines().next());
        let hint = tip.map_or(String::new(), |tip| format!(" ({tip})"));
        ArgumentsError { refusal: what + &hint }
    }
}

/// An error and its sources as one line that is safe to print.
pub(crate) fn one_line(error: &dyn Error) -> String {
    Escaped(&ErrorChain(error).to_string()).to_string()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}

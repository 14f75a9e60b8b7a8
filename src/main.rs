//! The `kradan` program.

mod cli;

use std::io::{self, BufReader, Write as _};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser as _;

use self::cli::{ArgumentsError, Cli, CommandError};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The exit code for wrong arguments, positions or moves.
const WRONG_INPUT: u8 = 2;

/// The exit code when not everything could be rescued.
const LOST: u8 = 3;

/// The exit code when the output cannot be written.
const NOT_WRITTEN: u8 = 1;

fn main() -> ExitCode {
    let started = Instant::now();
    let Err(error) = answer(started) else { return ExitCode::SUCCESS };
    let code = match error.not_written() {
        // The reader has read enough, as `head` does.
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
        Some(_) => NOT_WRITTEN,
        None if error.is_loss() => LOST,
        None => WRONG_INPUT,
    };
    // If the error cannot be written either, the exit code still tells.
    let _ = writeln!(io::stderr(), "kradan: {}", cli::one_line(&error));
    ExitCode::from(code)
}

fn answer(started: Instant) -> Result<(), CommandError> {
    let mut out = io::stdout().lock();
    match Cli::try_parse() {
        Ok(cli) => cli.run(started, BufReader::new(io::stdin()), &mut out)?,
        Err(refusal) if refusal.use_stderr() => return Err(ArgumentsError::from(refusal).into()),
        Err(help) => write!(out, "{}", help.render())?,
    }
    out.flush()?;
    Ok(())
}

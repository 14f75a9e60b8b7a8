//! Reads input line by line, with a limit for each line.

use std::io::{self, BufRead, Read as _};

/// The longest line of input in bytes, with its end. A position takes a hundred; a whole game fits.
pub(super) const LINE_MAX: usize = 65_536;

/// Why the input cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    #[error("line {line} is longer than {LINE_MAX} bytes")]
    TooLong { line: usize },
    #[error("line {line} is not UTF-8 text")]
    NotText { line: usize },
    #[error("cannot read line {line}")]
    Unreadable { line: usize, source: io::Error },
}

/// The lines that are not blank, each with its number from 1.
pub(super) fn lines(
    mut input: impl BufRead,
) -> impl Iterator<Item = Result<(usize, String), InputError>> {
    let numbered = (1..).map_while(move |line| read_line(&mut input, line).transpose());
    numbered.filter(|read| !matches!(read, Ok((_, text)) if text.trim().is_empty()))
}

fn read_line(input: &mut impl BufRead, line: usize) -> Result<Option<(usize, String)>, InputError> {
    let mut bytes = Vec::new();
    // One byte more than allowed distinguishes a line that is too long.
    let mut bounded = input.take(LINE_MAX as u64 + 1);
    match bounded.read_until(b'\n', &mut bytes) {
        Ok(0) => return Ok(None),
        Ok(length) if length > LINE_MAX => return Err(InputError::TooLong { line }),
        Ok(_) => {}
        Err(source) => return Err(InputError::Unreadable { line, source }),
    }
    let mut text = String::from_utf8(bytes).map_err(|_| InputError::NotText { line })?;
    // Some editors begin a file with a byte order mark.
    if line == 1 && text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(Some((line, text)))
}

/// Reads a position from an argument. An Othello board may begin with dashes, so such arguments
/// are allowed unless they look like an option.
pub(super) fn position_argument(text: &str) -> Result<String, String> {
    let squares = |c: char| !c.is_ascii_alphabetic() || matches!(c, 'X' | 'x' | 'O' | 'o');
    let is_option = text.strip_prefix("--").is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_alphabetic()) && !rest.chars().all(squares)
    });
    if is_option { Err("unexpected argument".to_owned()) } else { Ok(text.to_owned()) }
}

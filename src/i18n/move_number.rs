//! The numbers of moves, as players of each game count them: Othello's discs from 1 to 60, and in the
//! other games one number for both sides' moves.

use std::fmt;
use std::str::FromStr;

/// The number of a move: `12`, or `12…` for the second side's move of that number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    pub(crate) number: usize,
    pub(crate) is_second: bool,
}

impl MoveNumber {
    /// The number of a ply, counted from 0, where so many plies share a number.
    pub(crate) fn shared_by(plies: usize, ply: usize) -> MoveNumber {
        MoveNumber { number: ply / plies + 1, is_second: !ply.is_multiple_of(plies) }
    }

    /// From 1; 0 stands for the start.
    #[must_use]
    pub fn number(self) -> usize {
        self.number
    }

    /// Whether the move has the same number as the one before it.
    #[must_use]
    pub fn is_second(self) -> bool {
        self.is_second
    }

    /// As it stands before a move: `12.` or `12…`.
    #[must_use]
    pub fn before_move(self) -> String {
        if self.is_second { self.to_string() } else { format!("{self}.") }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number, if self.is_second { "…" } else { "" })
    }
}

/// Why a text is no number of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is not the number of a move")]
pub struct ParseMoveNumberError;

impl FromStr for MoveNumber {
    type Err = ParseMoveNumberError;

    /// Reads `12`, `12.`, `12…` and `12...`.
    fn from_str(text: &str) -> Result<MoveNumber, ParseMoveNumberError> {
        let text = text.trim();
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (digits, dots) = text.split_at(end);
        let is_second = match dots.trim() {
            "" | "." => false,
            "…" | ".." | "..." => true,
            _ => return Err(ParseMoveNumberError),
        };
        let number = digits.parse().map_err(|_| ParseMoveNumberError)?;
        Ok(MoveNumber { number, is_second })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_texts_are_no_numbers() {
        for text in ["", "…", "-1", "x", "1x", "1....", "99999999999999999999999", "１"] {
            assert_eq!(text.parse::<MoveNumber>(), Err(ParseMoveNumberError), "{text:?}");
        }
    }
}

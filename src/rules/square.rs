//! Squares of an 8×8 board.

use std::fmt;
use std::str::FromStr;

use super::Quoted;
use super::text::shortened;

/// A square of an 8×8 board, written `a1` to `h8`.
///
/// a1 is file 0, rank 0 in every game. Pictures show it at the first side's bottom left in Makruk
/// and Ōgi, and at the top left in Othello.
///
/// ```
/// use kradan_rules::Square;
///
/// let square: Square = "e4".parse()?;
/// assert_eq!((square.file(), square.rank()), (4, 3));
/// assert_eq!(square.offset(1, 2).unwrap().to_string(), "f6");
/// assert_eq!(square.offset(4, 0), None);
/// # Ok::<(), kradan_rules::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// A text that is not a square from `a1` to `h8`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a square (a1 to h8)", Quoted(.text))]
pub struct ParseSquareError {
    /// The text, cut to its first 24 characters.
    text: String,
}

impl ParseSquareError {
    fn new(text: &str) -> ParseSquareError {
        ParseSquareError { text: shortened(text) }
    }
}

impl Square {
    /// The square at a file and a rank, both 0 to 7; `None` off the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 { Some(Square(rank * 8 + file)) } else { None }
    }

    /// The square with an index from 0 (a1) by files, then ranks, to 63 (h8).
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// The square whose index is the low six bits of a number.
    #[must_use]
    #[inline]
    pub const fn wrapping(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// From 0 (a1), 1 (b1) to 63 (h8).
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        // The mask tells the compiler what `new` ensures, so that tables are read unchecked.
        (self.0 & 63) as usize
    }

    /// The file, from 0 (a) to 7 (h).
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// The rank, from 0 (written 1) to 7 (written 8).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The square so many files and ranks away; `None` off the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        // A sum below 0 wraps to far above 7, which is off the board as well.
        Square::new(self.file().wrapping_add_signed(files), self.rank().wrapping_add_signed(ranks))
    }

    /// All 64 squares, a1, b1 … h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let &[file, rank] = text.as_bytes() else { return Err(ParseSquareError::new(text)) };
        let file = file.to_ascii_lowercase().wrapping_sub(b'a');
        Square::new(file, rank.wrapping_sub(b'1')).ok_or_else(|| ParseSquareError::new(text))
    }
}

/// A file or a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileOrRank {
    /// A file, 0 (a) to 7 (h).
    File(u8),
    /// A rank, 0 (written 1) to 7 (written 8).
    Rank(u8),
}

impl fmt::Display for FileOrRank {
    /// `the a file` or `rank 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileOrRank::File(file) => write!(f, "the {} file", char::from(b'a' + (file & 7))),
            FileOrRank::Rank(rank) => write!(f, "rank {}", (rank & 7) + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
    }

    #[test]
    fn other_texts_are_no_squares() {
        for text in ["", "a", "i1", "a0", "a9", "a1 ", "11", "aa", "é1", "a10"] {
            let error = text.parse::<Square>().unwrap_err();
            assert_eq!(error.to_string(), format!("\"{text}\" is not a square (a1 to h8)"));
        }
    }
}

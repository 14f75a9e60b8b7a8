//! Errors in the text of a move or of a position.

use std::error::Error;
use std::fmt;

use super::text::shortened;
use super::{GameKind, Outcome, Quoted, Side, Square};

/// A text that is not a move in any notation of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a move", Quoted(.text))]
pub struct ParseMoveError {
    text: String,
}

impl ParseMoveError {
    /// An error about a text, of which it keeps the beginning.
    #[must_use]
    pub fn new(text: &str) -> ParseMoveError {
        ParseMoveError { text: shortened(text) }
    }

    /// The text, cut to its first 24 characters.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Why a text cannot be played as a move; `I` is the game's type of reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError<I> {
    /// The text is not a move in any notation of the game.
    Unreadable(ParseMoveError),
    /// The text is a move, but the rules forbid it here.
    Illegal(I),
    /// Several legal moves fit the text: all of them, as [`Display`](fmt::Display) writes them,
    /// sorted.
    Ambiguous(Vec<String>),
    /// The game is over.
    Over(Outcome),
}

impl<I> MoveError<I> {
    /// Converts the reason for illegality.
    pub fn map_illegal<J>(self, wrap: impl FnOnce(I) -> J) -> MoveError<J> {
        match self {
            MoveError::Unreadable(error) => MoveError::Unreadable(error),
            MoveError::Illegal(reason) => MoveError::Illegal(wrap(reason)),
            MoveError::Ambiguous(moves) => MoveError::Ambiguous(moves),
            MoveError::Over(outcome) => MoveError::Over(outcome),
        }
    }
}

impl<I> From<ParseMoveError> for MoveError<I> {
    fn from(error: ParseMoveError) -> MoveError<I> {
        MoveError::Unreadable(error)
    }
}

impl<I: fmt::Display> fmt::Display for MoveError<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Unreadable(error) => error.fmt(f),
            MoveError::Illegal(reason) => reason.fmt(f),
            MoveError::Ambiguous(moves) => {
                write!(f, "more than one move fits: {}", moves.join(", "))
            }
            MoveError::Over(outcome) => write!(f, "the game is over: {outcome}"),
        }
    }
}

impl<I: Error> Error for MoveError<I> {}

/// Why a text is not a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A part of the text is missing.
    #[error("the {0} is missing")]
    Missing(Field),
    /// A part of the text cannot be read.
    #[error("{} is not a {field}", Quoted(.text))]
    Unreadable {
        /// Which part of the text.
        field: Field,
        /// The part, cut to its first 24 characters.
        text: String,
    },
    /// More text follows the position.
    #[error("unexpected {} after the position", Quoted(.0))]
    Trailing(String),
    /// The board of an Othello position does not have 64 squares.
    #[error("the board has {0} squares instead of 64")]
    Squares(usize),
    /// An Othello board has no discs; a game always has four or more.
    #[error("the board has no discs")]
    NoDiscs,
    /// The board does not have eight ranks.
    #[error("the board has {0} ranks instead of 8")]
    Ranks(usize),
    /// A rank does not have eight squares.
    #[error("rank {rank} has {squares} squares instead of 8")]
    RankWidth {
        /// The rank, 1 to 8.
        rank: u8,
        /// How many squares it has.
        squares: usize,
    },
    /// A side does not have one king (khun).
    #[error("{} has {found} {}s instead of one", .kind.side_name(*.side), .kind.royal())]
    Kings {
        /// Which game it is.
        kind: GameKind,
        side: Side,
        /// How many it has.
        found: usize,
    },
    /// A piece stands where it can never be.
    #[error("a {piece} cannot stand on {square}")]
    CannotStand {
        /// What the piece is called, unpromoted.
        piece: String,
        square: Square,
    },
    /// There are more pieces of a kind than a game or a side can have.
    #[error("{found} of one piece ({piece}), where at most {most} are possible")]
    TooMany {
        /// What one of the pieces is called.
        piece: String,
        /// How many there are.
        found: usize,
        /// How many there can be.
        most: usize,
    },
    /// A side has more pieces than the game gives it.
    #[error("{} has {found} pieces, where at most {most} are possible", .kind.side_name(*.side))]
    TooManyPieces {
        /// Which game it is.
        kind: GameKind,
        side: Side,
        /// How many it has.
        found: usize,
        /// How many it can have.
        most: usize,
    },
    /// The side to move could capture the king (khun) with its own king safe: the last move was
    /// illegal.
    #[error("{} is to move and could capture the {}", .kind.side_name(*.side), .kind.royal())]
    KingCanBeTaken {
        /// Which game it is.
        kind: GameKind,
        /// The side to move.
        side: Side,
    },
    /// The text has a count that these pieces do not allow.
    #[error("this count is not possible with these pieces")]
    Count,
}

/// A part of a position's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Where the pieces stand.
    Board,
    /// The pieces in hand.
    Hands,
    /// The side to move.
    Turn,
    /// Makruk's count or its house rule.
    Count,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Board => "board",
            Field::Hands => "pair of hands",
            Field::Turn => "side to move",
            Field::Count => "count",
        })
    }
}

impl Field {
    /// The error for a part that cannot be read.
    pub(crate) fn unreadable(self, text: &str) -> PositionError {
        PositionError::Unreadable { field: self, text: shortened(text) }
    }
}

impl PositionError {
    /// The error for text after the position.
    pub(crate) fn trailing(text: &str) -> PositionError {
        PositionError::Trailing(shortened(text))
    }
}

//! What can be wrong with a text that should be a move or a position.

use std::error::Error;
use std::fmt;

use super::{Outcome, Side, Square};

/// The longest piece of a text that an error repeats, in characters.
const ECHO_MAX: usize = 24;

/// A text that is no move in any notation of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a move")]
pub struct NotAMove {
    text: String,
}

impl NotAMove {
    pub(crate) fn new(text: &str) -> NotAMove {
        NotAMove { text: echo(text) }
    }

    /// The text, cut to its first 24 characters.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The beginning of a text, short enough to be repeated in an error.
pub(crate) fn echo(text: &str) -> String {
    match text.char_indices().nth(ECHO_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Why a text is not a move that can be made now; `I` is the game's own reasons for a move being
/// illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError<I> {
    /// The text is no move in any notation of the game.
    NotAMove(NotAMove),
    /// The text is a move, but the rules forbid it here.
    Illegal(I),
    /// More than one legal move fits the text: all of them, in the notation of
    /// [`Display`](fmt::Display), sorted.
    Ambiguous(Vec<String>),
    /// The game is over.
    Over(Outcome),
}

impl<I> MoveError<I> {
    /// The same error with the reason for illegality in another type.
    pub fn map_illegal<J>(self, wrap: impl FnOnce(I) -> J) -> MoveError<J> {
        match self {
            MoveError::NotAMove(error) => MoveError::NotAMove(error),
            MoveError::Illegal(reason) => MoveError::Illegal(wrap(reason)),
            MoveError::Ambiguous(moves) => MoveError::Ambiguous(moves),
            MoveError::Over(outcome) => MoveError::Over(outcome),
        }
    }
}

impl<I> From<NotAMove> for MoveError<I> {
    fn from(error: NotAMove) -> MoveError<I> {
        MoveError::NotAMove(error)
    }
}

impl<I: fmt::Display> fmt::Display for MoveError<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::NotAMove(error) => error.fmt(f),
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
    /// A part of the text says nothing that is known there.
    #[error("{text:?} is not a {field}")]
    Unreadable {
        /// Which part of the text.
        field: Field,
        /// What stands there, cut short.
        text: String,
    },
    /// The board of an Othello position does not have 64 squares.
    #[error("the board has {0} squares instead of 64")]
    Squares(usize),
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
    #[error("the {} side has {found} kings instead of one", ordinal(*.side))]
    Kings {
        /// The side.
        side: Side,
        /// How many it has.
        found: usize,
    },
    /// A piece stands where it can never be.
    #[error("a {piece} cannot stand on {square}")]
    CannotStand {
        /// The letter of the piece as the text writes it.
        piece: char,
        /// The square.
        square: Square,
    },
    /// There are more pieces of a kind than the game has.
    #[error("there are {found} {piece} where the game has {most}")]
    TooMany {
        /// The letter of the piece as the text writes it.
        piece: char,
        /// How many there are.
        found: usize,
        /// How many there can be.
        most: usize,
    },
    /// The side to move could capture the king (khun), its own being safe then: the last move was
    /// illegal.
    #[error("the {} side is to move and could capture the king", ordinal(*.0))]
    KingCanBeTaken(Side),
    /// A count is said to run that these pieces do not allow.
    #[error("no such count can run with these pieces")]
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
    /// Something after the end.
    End,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Field::Board => "board",
            Field::Hands => "pair of hands",
            Field::Turn => "side to move",
            Field::Count => "count",
            Field::End => "proper end",
        })
    }
}

impl Field {
    /// The error that this part of a text cannot be read.
    pub(crate) fn unreadable(self, text: &str) -> PositionError {
        PositionError::Unreadable { field: self, text: echo(text) }
    }
}

fn ordinal(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

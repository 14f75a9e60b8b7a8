//! Whole games as text that other programs read: [PGN](pgn), [GGF](ggf) or an Othello [transcript].
//!
//! A single move's exact notation is its `Display`; [`MoveStyle`](super::MoveStyle) lists the other
//! forms.

pub mod ggf;
pub mod pgn;
pub mod transcript;
mod words;
mod written;

pub use self::words::Said;
pub use self::written::{UnreadableGame, WrittenGame, play_on, read, read_as};

use super::{Escaped, MoveError, PositionError, Quoted, Side, Verdict};

/// What a written game has besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// The name of the first side's player.
    pub first: Option<String>,
    /// The name of the second side's player.
    pub second: Option<String>,
    /// The occasion.
    pub event: Option<String>,
    pub site: Option<String>,
    /// The day, as `2026.11.20` in PGN.
    pub date: Option<String>,
    /// The result of a game that the rules did not end: by resignation, agreement or time.
    pub result: Option<Verdict>,
    /// How long moves may take, as PGN writes it: `1/259200` for three days each, `-` for no limit.
    /// The other notations leave it out.
    pub time_control: Option<String>,
    /// How players ended the game, where that is known.
    pub ended: Option<Ended>,
    /// Everything else that the notation has a name for, in order.
    pub more: Vec<(String, String)>,
    /// What stands before the first move, and behind each, as the notation has it. Empty ones at the end
    /// are left out.
    pub notes: Vec<Vec<String>>,
}

/// How a game ended that the rules did not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Resigned,
    OutOfTime,
    Agreed,
}

impl Header {
    /// The result to write: by the rules, or else by the players.
    fn verdict(&self, by_rule: Option<super::Outcome>) -> Option<Verdict> {
        by_rule.map(|outcome| outcome.verdict).or(self.result)
    }
}

/// Replaces a control character with a space, since names are on one line.
fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// Why a text is not a written game; `I` is the game's type of reasons.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError<I: std::error::Error + 'static> {
    /// The text is a record of another game.
    #[error("{} is another game", Quoted(.0))]
    OtherGame(String),
    /// The text ends too early, or has something where it cannot be.
    #[error("the record cannot be read at {}", Quoted(.0))]
    Broken(String),
    /// The start is no position.
    #[error("the start is not a position")]
    Start(#[source] PositionError),
    /// A move cannot be made.
    #[error("ply {ply}{}", in_brackets(.text, .source))]
    Move {
        /// Which ply, from 1.
        ply: usize,
        /// The beginning of the move as it is written.
        text: String,
        source: MoveError<I>,
    },
    /// A move is written for the side that is not to move.
    #[error("ply {ply} is a move by {}, but it is {}'s turn", .kind.side_name(!*.turn), .kind.side_name(*.turn))]
    WrongSide {
        /// Which game it is.
        kind: super::GameKind,
        /// Which ply, from 1.
        ply: usize,
        /// Whose turn it is.
        turn: Side,
    },
}

impl<I: std::error::Error> RecordError<I> {
    /// Converts the reason for illegality.
    pub fn map_illegal<J: std::error::Error>(self, wrap: impl FnOnce(I) -> J) -> RecordError<J> {
        match self {
            RecordError::OtherGame(text) => RecordError::OtherGame(text),
            RecordError::Broken(text) => RecordError::Broken(text),
            RecordError::Start(error) => RecordError::Start(error),
            RecordError::Move { ply, text, source } => {
                RecordError::Move { ply, text, source: source.map_illegal(wrap) }
            }
            RecordError::WrongSide { kind, ply, turn } => {
                RecordError::WrongSide { kind, ply, turn }
            }
        }
    }
}

/// The written move in brackets, unless the reason repeats it.
fn in_brackets<I>(text: &str, reason: &MoveError<I>) -> String {
    match reason {
        MoveError::Unreadable(_) => String::new(),
        MoveError::Illegal(_) | MoveError::Ambiguous(_) | MoveError::Over(_) => {
            format!(" ({})", Escaped(text))
        }
    }
}

//! Notation: how moves and whole games are written for people and for other programs.
//!
//! A move's exact notation is its `Display`. Beside it stand the forms people use: letters (SAN
//! for Makruk, western shogi notation for Ōgi) and the game's own script (Thai, kanji). Whole
//! games are written as [PGN](pgn), [GGF](ggf) or an Othello [transcript].

pub(crate) mod fen;
pub mod ggf;
pub mod pgn;
pub mod transcript;
pub(crate) mod typed;

use super::{PositionError, Quoted, Side, Verdict};

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveStyle {
    /// The exact notation, as it is stored: `b1d2`, `P@e5`.
    Exact,
    /// With piece letters: `Nd2`, `P*e5`.
    Letters,
    /// In the script of the game's home: `ม้า b1-d2`, `▲e5歩打`.
    Native,
}

/// What a written game says besides its moves.
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
}

impl Header {
    /// The result to write: what the rules say, or else what the players did.
    fn verdict(&self, by_rule: Option<super::Outcome>) -> Option<Verdict> {
        by_rule.map(|outcome| outcome.verdict).or(self.result)
    }
}

/// What stands for a character in a name: names are one line and hold nothing unprintable.
fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// Why a text is not a written game; `I` is the game's own reasons for a move being illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError<I: std::error::Error + 'static> {
    /// The text is a game of something else.
    #[error("{} is another game", Quoted(.0))]
    OtherGame(String),
    /// The text breaks off inside something, or something stands where it cannot.
    #[error("the record cannot be read at {}", Quoted(.0))]
    Broken(String),
    /// The start is no position.
    #[error("the start is not a position")]
    Start(#[source] PositionError),
    /// A move cannot be made.
    #[error("ply {ply}")]
    Move {
        /// Which ply, from 1.
        ply: usize,
        source: super::MoveError<I>,
    },
    /// A move is written down as one side's when it is the other's turn.
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

//! How games end.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::text::shortened;
use super::{Quoted, Side};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Win(Side),
    Draw,
}

impl fmt::Display for Verdict {
    /// As in the PGN standard, from the first side's point of view: `1-0`, `0-1` or `1/2-1/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Win(Side::First) => "1-0",
            Verdict::Win(Side::Second) => "0-1",
            Verdict::Draw => "1/2-1/2",
        })
    }
}

/// A text that is not `1-0`, `0-1` or `1/2-1/2`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} is not a result (1-0, 0-1 or 1/2-1/2)", Quoted(.text))]
pub struct ParseVerdictError {
    /// The text, cut to its first 24 characters.
    text: String,
}

impl FromStr for Verdict {
    type Err = ParseVerdictError;

    fn from_str(text: &str) -> Result<Verdict, ParseVerdictError> {
        match text {
            "1-0" => Ok(Verdict::Win(Side::First)),
            "0-1" => Ok(Verdict::Win(Side::Second)),
            "1/2-1/2" => Ok(Verdict::Draw),
            _ => Err(ParseVerdictError { text: shortened(text) }),
        }
    }
}

/// Why a game is over by its rules. What people do (resigning, agreeing, running out of time) is
/// not among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Othello: every square holds a disc.
    Full,
    /// Othello: squares are left, but neither side can move.
    NoMoves,
    /// Othello: one colour is gone from the board.
    WipeOut,
    /// Makruk (รุกจน) and Ōgi: in check without a legal move.
    Checkmate,
    /// Makruk (อับ): not in check and without a legal move, a draw.
    Stalemate,
    /// Makruk: a number above the limit was said.
    Count,
    /// Ōgi: not in check and without a legal move, a loss.
    NoMove,
    /// Ōgi: the same position stood for the fourth time.
    Repetition,
    /// Ōgi: the same, and one side had given check with every move.
    PerpetualCheck,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Full => "full",
            Reason::NoMoves => "no-moves",
            Reason::WipeOut => "wipe-out",
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Count => "count",
            Reason::NoMove => "no-move",
            Reason::Repetition => "repetition",
            Reason::PerpetualCheck => "perpetual-check",
        })
    }
}

/// How a game ended: who won, and why it was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    pub verdict: Verdict,
    /// Why the game was over.
    pub reason: Reason,
}

impl Outcome {
    /// A win of one side.
    #[must_use]
    pub const fn win(side: Side, reason: Reason) -> Outcome {
        Outcome { verdict: Verdict::Win(side), reason }
    }

    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { verdict: Verdict::Draw, reason }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.verdict, self.reason)
    }
}

/// Whose turn it is, or that it is nobody's: a finished game has no one to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The game goes on.
    Ongoing {
        /// The side to move.
        turn: Side,
    },
    /// The game is over.
    Over(Outcome),
}

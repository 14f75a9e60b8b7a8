//! Why a table does not do what a player asks.

use super::{Ending, GameRefusal, PlayerId};
use crate::rules::{Illegal, MoveError, Side};

/// Why not: the player's business, with what it takes to say so in any language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Who asks does not sit at this table.
    #[error("you are not at this table")]
    NotSeated,
    /// The challenge is for somebody else.
    #[error("this challenge is for somebody else")]
    NotChallenged,
    /// Nobody plays against themselves.
    #[error("this challenge is your own")]
    OwnChallenge,
    /// The challenge was answered already.
    #[error("this challenge was answered already")]
    Answered,
    /// The game has not begun: the challenge waits for an answer.
    #[error("the game has not begun")]
    NotBegun,
    /// It is the opponent's turn.
    #[error("it is not your turn")]
    NotYourTurn { turn: Side, player: PlayerId },
    /// The player chose on a position that is no longer the present one.
    #[error("the board has changed since: it is at ply {ply} now")]
    Stale {
        /// How many plies were played by now.
        ply: usize,
    },
    /// The move cannot be made.
    #[error(transparent)]
    Move(MoveError<Illegal>),
    /// The game is over.
    #[error("the game is over")]
    Over(Ending),
    /// Nothing of the kind was offered or asked for.
    #[error("nothing was offered")]
    NothingOffered,
    /// The player offered or asked already.
    #[error("you have offered that already")]
    OfferedAlready,
    /// The opponent has said no to it, and the player has not moved since.
    #[error("your opponent has said no to that")]
    DeclinedAlready,
    /// The opponent asks for a takeback, and is to be answered first.
    #[error("your opponent asks for a takeback")]
    AskedFirst,
    /// The player has made no move that could be taken back.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    /// A rule of this game forbids it at a table.
    #[error(transparent)]
    Game(#[from] GameRefusal),
    /// The other player may not be able to read the place to which the table was to move.
    #[error("your opponent may not be able to read that place")]
    Unread,
    /// The game is not over, so there is no rematch yet.
    #[error("the game is not over yet")]
    NotOver,
}

impl From<MoveError<Illegal>> for Refusal {
    fn from(error: MoveError<Illegal>) -> Refusal {
        Refusal::Move(error)
    }
}

//! Why a table does not do what a player asks.

use super::{Ending, GameRefusal, Seat};
use kradan_rules::{Illegal, MoveError, Side};

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
    /// A player declines a challenge of their own.
    #[error("this challenge is your own: it can be withdrawn, not declined")]
    OwnChallengeDeclined,
    /// A player withdraws somebody else's challenge.
    #[error("this challenge is not yours")]
    NotYourChallenge,
    /// A player has the computer accept somebody else's challenge.
    #[error("this challenge is not yours: the computer plays its challenger alone")]
    NotYourComputer,
    /// The challenge was answered already.
    #[error("this challenge was answered already")]
    Answered,
    /// The game has not begun: the challenge waits for an answer.
    #[error("the game has not begun")]
    NotBegun,
    /// It is the opponent's turn.
    #[error("it is not your turn")]
    NotYourTurn { turn: Side, player: Seat },
    /// The player chose on a position that is no longer the present one.
    #[error("the board has changed since: it is at ply {ply} now")]
    Stale {
        /// How many plies were played by now.
        ply: usize,
    },
    /// The move cannot be made.
    #[error(transparent)]
    Move(MoveError<Illegal>),
    /// One of the moves of a line that a player plans cannot be made there.
    #[error("move {number} of the line, {text}: {why}")]
    PlannedMove {
        /// Which one, from 1.
        number: usize,
        /// The move, as it was typed or chosen.
        text: String,
        why: Box<Refusal>,
    },
    /// A line that a player plans has no move of the opponent, or no reply at its end.
    #[error("the line has no reply at its end")]
    NoPlannedReply,
    #[error("the line has too many moves")]
    LineTooLong,
    #[error("there are too many lines")]
    TooManyLines,
    /// The game is over.
    #[error("the game is over")]
    Over(Ending),
    /// Nothing of the kind was offered or asked for.
    #[error("nothing was offered")]
    NothingOffered,
    /// The player answers an offer or a request of their own.
    #[error("you have asked that yourself")]
    OwnOffer,
    /// The player has no offer or request that waits for an answer.
    #[error("you have offered nothing that could be withdrawn")]
    NothingToWithdraw,
    /// The player offered or asked already.
    #[error("you have offered that already")]
    OfferedAlready,
    /// It was declined or withdrawn, and the player has not moved since.
    #[error("that was declined or withdrawn")]
    DeclinedAlready,
    /// The opponent asks for a takeback, and is to be answered first.
    #[error("your opponent asks for a takeback")]
    AskedFirst,
    /// The opponent offers a draw, and is to be answered first.
    #[error("your opponent offers a draw")]
    OfferedFirst,
    /// The opponent offers a pause, and is to be answered first.
    #[error("your opponent offers a pause")]
    PauseOfferedFirst,
    /// The game rests already.
    #[error("the game is paused")]
    Paused,
    /// The game does not rest.
    #[error("the game is not paused")]
    NotPaused,
    /// The game has no time limit.
    #[error("this game has no clocks")]
    NoClock,
    /// Time was given too often in this turn.
    #[error("time was given often enough in this turn")]
    GivenOften,
    /// The opponent would have more time than a clock can hold.
    #[error("your opponent's clock holds {most} hours: {room} can be given")]
    ClockFull {
        /// The hours that it can hold.
        most: u16,
        /// The hours that it can take up now.
        room: u16,
    },
    /// The player has asked for this with the next move already.
    #[error("you have asked for that with your next move already")]
    AnnouncedAlready,
    /// The player has not asked for this with the next move.
    #[error("you have not asked for that with your next move")]
    NothingAnnounced,
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
    /// The data of the opponent was erased.
    #[error("the opponent is nobody any more")]
    OpponentErased,
    /// The time for the move ends before the reminder that was asked for.
    #[error("your time for this move ends before that")]
    ReminderTooLate,
}

impl From<MoveError<Illegal>> for Refusal {
    fn from(error: MoveError<Illegal>) -> Refusal {
        Refusal::Move(error)
    }
}

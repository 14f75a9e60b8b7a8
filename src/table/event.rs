//! What happened at a table.

use serde::{Deserialize, Serialize};

use super::{ChannelId, Furigoma, GameEnding, GameEvent, PlayerId};
use crate::rules::{BySide, Outcome, Side, Verdict};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// Somebody was challenged, or whoever likes to.
    Challenged {
        challenger: PlayerId,
        /// Who, if it is somebody in particular.
        opponent: Option<PlayerId>,
    },
    /// The challenge was accepted, and the game begins.
    Accepted {
        seats: BySide<PlayerId>,
        /// The throw of pawns that decided it, where one did.
        furigoma: Option<Furigoma>,
    },
    /// A thread was wished for and could not be opened: the game is played where the challenge was.
    NoThread,
    /// The challenge was declined.
    Declined,
    Cancelled,
    /// Nobody answered the challenge in time.
    Lapsed,
    /// A move was made.
    Moved {
        side: Side,
        /// Which ply it was, from 1.
        ply: usize,
        /// The move in the exact notation.
        text: String,
        /// Makruk: the number said with it.
        said: Option<u8>,
    },
    /// Othello: a side could not move, and passed by itself.
    Passed {
        side: Side,
        /// Which ply it was, from 1.
        ply: usize,
    },
    /// A draw is offered.
    DrawOffered {
        side: Side,
    },
    /// The offer was declined.
    DrawDeclined {
        side: Side,
    },
    /// A player asks for moves to be taken back.
    TakebackAsked {
        side: Side,
        /// The plies that would go, from 1, the first and the last one.
        plies: (usize, usize),
    },
    /// The takeback was refused.
    TakebackRefused {
        side: Side,
    },
    /// Moves were taken back.
    TakenBack {
        plies: usize,
    },
    /// The table is shown somewhere else.
    Shown(ChannelId),
    /// The side to move has little time left.
    Reminded {
        side: Side,
    },
    /// The game is over.
    Ended(Ending),
    /// Something that only this game knows.
    #[serde(untagged)]
    Game(GameEvent),
}

/// How a game came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    Rules(Outcome),
    /// This side gave up.
    Resigned(Side),
    /// This side ran out of time.
    OutOfTime(Side),
    /// The players agreed on a draw.
    Agreed,
    /// Makruk: the side to move claimed a draw at the third occurrence of the position, or the
    /// fifth occurrence made it one.
    Repetition,
    /// The game had too many plies.
    TooLong,
    /// In a way that only this game knows.
    #[serde(untagged)]
    Game(GameEnding),
}

impl Ending {
    #[must_use]
    pub fn verdict(self) -> Verdict {
        match self {
            Ending::Rules(outcome) => outcome.verdict,
            Ending::Resigned(side) | Ending::OutOfTime(side) => Verdict::Win(!side),
            Ending::Agreed | Ending::Repetition | Ending::TooLong | Ending::Game(_) => {
                Verdict::Draw
            }
        }
    }
}

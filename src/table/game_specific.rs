//! What only one game's tables know: commands, events, refusals and endings.
//!
//! They are stored without their games' names, so a table and an event read the same as if those of
//! all games stood in one list.

use std::fmt;

use serde::{Deserialize, Serialize};

use kradan_rules::makruk::Act;
use kradan_rules::{GameKind, Side};

/// What a player of one game asks for with the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GameCommand {
    /// Makruk: to claim, skip or stop a count.
    Makruk(Act),
}

impl GameCommand {
    fn kind(self) -> GameKind {
        match self {
            GameCommand::Makruk(_) => GameKind::Makruk,
        }
    }

    /// Why a table of another game does not do it.
    pub(super) fn refusal_elsewhere(self) -> GameRefusal {
        match self {
            GameCommand::Makruk(_) => MakrukRefusal::NoCounts.into(),
        }
    }

    /// Whether players of a game can ask for it at all.
    pub(super) fn check_kind(self, kind: GameKind) -> Result<(), GameRefusal> {
        if self.kind() == kind { Ok(()) } else { Err(self.refusal_elsewhere()) }
    }
}

impl From<Act> for GameCommand {
    fn from(act: Act) -> GameCommand {
        GameCommand::Makruk(act)
    }
}

impl fmt::Display for GameCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameCommand::Makruk(act) => act.fmt(f),
        }
    }
}

/// What happened at a table that only one game knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GameEvent {
    Makruk(MakrukEvent),
}

/// Why a table does not do what only one game knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameRefusal {
    #[error(transparent)]
    Makruk(#[from] MakrukRefusal),
}

/// How a game came to an end at a table that only this game knows. It is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum GameEnding {
    Makruk(MakrukEnding),
}

/// What happened to Makruk's counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum MakrukEvent {
    /// A player will do this to the count with the next move.
    CountAnnounced { side: Side, act: Act },
    /// A player takes back what they announced about the count.
    CountLeft { side: Side },
    /// A player has once more made up their mind about the count in the same position: they alone
    /// learn of it, for each announcement is a board for all.
    CountChangedAgain {
        side: Side,
        /// What is done with the next move; `None` where the count is left as it is.
        act: Option<Act>,
    },
    /// The pieces' honour fell due with a move.
    CountDue {
        /// The side that counts.
        side: Side,
        /// The first number that it says.
        number: u8,
        /// The last number that leaves the other side a move.
        limit: u8,
    },
}

/// Why a table does not do to Makruk's counts what a player asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MakrukRefusal {
    /// The game is another one.
    #[error("this game has no counts")]
    NoCounts,
    /// Only the weaker side may claim a count.
    #[error("only the weaker side may claim the count")]
    NotWeaker,
}

/// How a table ends a game of Makruk that its rules would let go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MakrukEnding {
    /// Two khun stand alone.
    BareKhuns,
}

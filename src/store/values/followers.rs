//! That people follow games which they do not play.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use kradan_table::Event;

/// That a player follows a game that they do not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follow {
    /// Whether they are told of each move, or of the end alone.
    pub each_move: bool,
    pub since: Timestamp,
}

impl Follow {
    /// Whether the follower is told when these events happen.
    #[must_use]
    pub fn wants(&self, events: &[Event]) -> bool {
        events.iter().any(|event| match event {
            Event::Ended(_) => true,
            Event::Moved { .. } | Event::Passed { .. } | Event::TakenBack { .. } => self.each_move,
            _ => false,
        })
    }
}

/// How many may follow one table, and how many tables one player may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowLimits {
    pub of_table: usize,
    pub of_player: usize,
}

/// What became of the wish to follow a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Following {
    New,
    /// The player followed it before.
    Known,
    /// As many follow the table as may, and nothing was stored.
    TableFull,
    /// The player follows as many tables as one may, and nothing was stored.
    PlayerFull,
}

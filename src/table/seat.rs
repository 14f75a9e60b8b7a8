//! Who sits at a side of a table.

use serde::{Deserialize, Serialize};

use super::PlayerId;

/// Who sits at a side of a table. A player is stored as the number alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Seat {
    Player(PlayerId),
    Computer { computer: Level },
}

/// How well a computer plays: 1 is for beginners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Level(u8);

impl Level {
    /// The highest level.
    pub const MAX: Level = Level(8);

    /// The level of whoever does not ask for one.
    pub const DEFAULT: Level = Level(2);

    /// A level by its number, 1 to [`Level::MAX`].
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::MAX.0).contains(&number).then_some(Level(number))
    }

    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

/// A number that is no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no level {0}")]
pub struct NoLevel(u8);

impl TryFrom<u8> for Level {
    type Error = NoLevel;

    fn try_from(number: u8) -> Result<Level, NoLevel> {
        Level::new(number).ok_or(NoLevel(number))
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.0
    }
}

impl Seat {
    /// The person who sits there, who may be erased; `None` for a computer.
    #[must_use]
    pub const fn player(self) -> Option<PlayerId> {
        match self {
            Seat::Player(player) => Some(player),
            Seat::Computer { .. } => None,
        }
    }

    /// The level of the computer that sits there.
    #[must_use]
    pub const fn level(self) -> Option<Level> {
        match self {
            Seat::Player(_) => None,
            Seat::Computer { computer } => Some(computer),
        }
    }

    #[must_use]
    pub fn is_erased(self) -> bool {
        self.player().is_some_and(PlayerId::is_erased)
    }
}

impl From<PlayerId> for Seat {
    fn from(player: PlayerId) -> Seat {
        Seat::Player(player)
    }
}

impl From<Level> for Seat {
    fn from(computer: Level) -> Seat {
        Seat::Computer { computer }
    }
}

impl PartialEq<PlayerId> for Seat {
    fn eq(&self, player: &PlayerId) -> bool {
        self.player() == Some(*player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_stored_as_the_number_alone_and_a_computer_by_its_level() {
        let level = Level::new(3).unwrap();
        for (seat, stored) in
            [(Seat::Player(PlayerId(7)), "7"), (Seat::from(level), r#"{"computer":3}"#)]
        {
            assert_eq!(serde_json::to_string(&seat).unwrap(), stored);
            assert_eq!(serde_json::from_str::<Seat>(stored).unwrap(), seat);
        }
        for wrong in [r#"{"computer":0}"#, r#"{"computer":9}"#, "{}", r#""7""#] {
            assert!(serde_json::from_str::<Seat>(wrong).is_err(), "{wrong}");
        }
    }
}

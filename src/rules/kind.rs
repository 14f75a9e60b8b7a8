//! The names of the games.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($Game:ident in $game:ident),+) => {
        /// Which game it is.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(rename_all = "lowercase")]
        pub enum GameKind {
            $($Game,)+
        }

        impl GameKind {
            /// All the games.
            pub const ALL: [GameKind; [$(stringify!($game)),+].len()] = [$(GameKind::$Game),+];

            /// The [names](GameKind::name) of all the games.
            pub const NAMES: [&'static str; GameKind::ALL.len()] = [$(stringify!($game)),+];

            /// The game's name in text that programs read, such as `othello`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(GameKind::$Game => stringify!($game),)+
                }
            }
        }
    };
}

all_games!(kinds);

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

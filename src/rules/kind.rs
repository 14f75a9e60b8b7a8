//! The names of the games.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($(#[$about:meta])* $Game:ident = $name:literal;)+) => {
        /// Which game it is.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
        )]
        #[serde(rename_all = "lowercase")]
        pub enum GameKind {
            $($(#[$about])* $Game,)+
        }

        impl GameKind {
            /// All the games.
            pub const ALL: [GameKind; [$($name),+].len()] = [$(GameKind::$Game),+];

            /// The [names](GameKind::name) of all the games.
            pub const NAMES: [&'static str; GameKind::ALL.len()] = [$($name),+];

            /// The game's name in text that programs read, such as `othello`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(GameKind::$Game => $name,)+
                }
            }
        }
    };
}

kinds! {
    /// Othello.
    Othello = "othello";
    /// Makruk, Thai chess.
    Makruk = "makruk";
    /// Ōgi, an 8×8 shogi with a princess.
    Ogi = "ogi";
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

//! What is made of the list of the games, [`all_games`]. The rules of a game are a
//! [`Position`](super::Position) in the game's own module.
//!
//! The list makes [`Game`] and [`Illegal`], and two macros for code that is the same for every
//! game. `each_game!(game, record => …)` runs an expression on the record inside a [`Game`];
//! `each_kind!(kind, P => …)` runs one with the position type of a [`GameKind`]. Both expand to a
//! `match`, so nothing is boxed. A game whose module is missing, and a layer whose trait a new game
//! does not implement, do not compile.

use std::fmt;
use std::str::FromStr;

use super::{GameKind, Position as _, Record, Side};

/// `$d` is a dollar sign, for the macros that this one defines.
macro_rules! games {
    ($d:tt $($Game:ident in $game:ident),+) => {
        /// A game of any kind, as a record of its moves.
        ///
        /// Moves go in and out as text here; whoever needs the game's own types matches the
        /// variants.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Game {
            $($Game(Record<super::$game::Position>),)+
        }

        $(impl From<Record<super::$game::Position>> for Game {
            fn from(record: Record<super::$game::Position>) -> Game {
                Game::$Game(record)
            }
        })+

        /// Why a move of any of the games may not be made.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
        pub enum Illegal {
            $(#[error(transparent)] $Game(#[from] super::$game::Illegal),)+
        }

        /// Runs the same expression on whichever record is inside a game.
        #[macro_export]
        macro_rules! each_game {
            ($d game:expr, $d record:ident => $d body:expr) => {
                match $d game {
                    $($crate::Game::$Game($d record) => $d body,)+
                }
            };
        }

        /// Runs the same expression with the position type of whichever game it is.
        #[macro_export]
        macro_rules! each_kind {
            ($d kind:expr, $d P:ident => $d body:expr) => {
                match $d kind {
                    $($crate::GameKind::$Game => {
                        type $d P = $crate::$game::Position;
                        $d body
                    })+
                }
            };
        }
    };
}

all_games!(games $);

impl GameKind {
    /// What players call the sides of this game.
    #[must_use]
    pub const fn side_name(self, side: Side) -> &'static str {
        let names = each_kind!(self, P => P::SIDE_NAMES);
        match side {
            Side::First => names.first,
            Side::Second => names.second,
        }
    }

    /// What the piece is called that must not be lost.
    pub(super) const fn royal(self) -> &'static str {
        each_kind!(self, P => P::ROYAL)
    }
}

/// A text that names none of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseGameKindError;

impl fmt::Display for ParseGameKindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = GameKind::ALL.map(GameKind::name);
        let (last, others) = names.split_last().ok_or(fmt::Error)?;
        write!(f, "the games are {} and {last}", others.join(", "))
    }
}

impl std::error::Error for ParseGameKindError {}

impl FromStr for GameKind {
    type Err = ParseGameKindError;

    fn from_str(text: &str) -> Result<GameKind, ParseGameKindError> {
        let text = text.to_lowercase();
        let is_named = |kind: &GameKind| {
            let aliases = each_kind!(kind, P => P::ALIASES);
            text == kind.name() || aliases.contains(&text.as_str())
        };
        GameKind::ALL.into_iter().find(is_named).ok_or(ParseGameKindError)
    }
}

//! The list of the games' rules. A game is added to [`GameKind`] and here, and its rules are a
//! [`Position`](super::Position) in a folder of its own.
//!
//! The list makes [`Game`] and [`Illegal`], and two macros for code that is the same for every
//! game. `each_game!(game, record => …)` runs an expression on the record inside a [`Game`];
//! `each_kind!(kind, P => …)` runs one with the position type of a [`GameKind`]. Both expand to a
//! `match`, so nothing is boxed. A game that the list lacks, and a layer whose trait a new game does
//! not implement, do not compile.

use std::fmt;
use std::str::FromStr;

use super::{GameKind, Position as _, Record, Side, makruk, ogi, othello};

/// `$d` is a dollar sign, for the macros that this one defines.
macro_rules! games {
    ($d:tt $($(#[$about:meta])* $Game:ident in $module:ident;)+) => {
        /// A game of any kind, as a record of its moves.
        ///
        /// Moves go in and out as text here; whoever needs the game's own types matches the
        /// variants.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Game {
            $($(#[$about])* $Game(Record<$module::Position>),)+
        }

        $(impl From<Record<$module::Position>> for Game {
            fn from(record: Record<$module::Position>) -> Game {
                Game::$Game(record)
            }
        })+

        /// Why a move of any of the games may not be made.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
        pub enum Illegal {
            $($(#[$about])* #[error(transparent)] $Game(#[from] $module::Illegal),)+
        }

        /// Runs the same expression on whichever record is inside a game.
        macro_rules! each_game {
            ($d game:expr, $d record:ident => $d body:expr) => {
                match $d game {
                    $($crate::rules::Game::$Game($d record) => $d body,)+
                }
            };
        }

        /// Runs the same expression with the position type of whichever game it is.
        macro_rules! each_kind {
            ($d kind:expr, $d P:ident => $d body:expr) => {
                match $d kind {
                    $($crate::rules::GameKind::$Game => {
                        type $d P = $crate::rules::$module::Position;
                        $d body
                    })+
                }
            };
        }
    };
}

games! {
    $
    /// Othello.
    Othello in othello;
    /// Makruk, Thai chess.
    Makruk in makruk;
    /// Ōgi, an 8×8 shogi with a princess.
    Ogi in ogi;
}

pub(crate) use {each_game, each_kind};

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

//! The two sides of a game.

use std::ops::{Index, IndexMut, Not};

use serde::{Deserialize, Serialize};

/// One of the two sides: the one that opens, or the other.
///
/// Othello opens with Black, Makruk with White, Ōgi with Sente; colours are a matter of drawing
/// and of words, so the rules say first and second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that makes the first move.
    First,
    /// The side that answers it.
    Second,
}

impl Side {
    /// Both sides, the first one first.
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// A letter in the case of the side, as positions are written: a capital for the first side, a
    /// small one for the second.
    #[must_use]
    pub const fn cased(self, letter: char) -> char {
        match self {
            Side::First => letter.to_ascii_uppercase(),
            Side::Second => letter.to_ascii_lowercase(),
        }
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// One value for each side, indexed by [`Side`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BySide<T> {
    pub first: T,
    pub second: T,
}

impl<T> BySide<T> {
    /// The value of each side.
    ///
    /// ```
    /// use kradan_rules::{BySide, Side};
    ///
    /// let is_first = BySide::of(|side| side == Side::First);
    /// assert_eq!(is_first, BySide { first: true, second: false });
    /// ```
    #[inline]
    #[must_use]
    pub fn of(mut value: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { first: value(Side::First), second: value(Side::Second) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}

//! Counting (การนับศักดิ์): the weaker side limits the moves in which the other must checkmate.

use std::fmt;
use std::ops::RangeInclusive;

use super::board::Board;
use super::illegal::{Illegal, Unclaimable};
use super::moves::Act;
use super::role::Role;
use crate::{GameKind, Side};

/// The limit of the board's honour: after this number the other side has one more move.
pub const BOARD_LIMIT: u8 = 64;

/// Which of the two counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Honour {
    /// The board's honour (ศักดิ์กระดาน): claimed by a side that has two pieces or more, from 1
    /// to 64.
    Board,
    /// The pieces' honour (ศักดิ์หมาก): begins without a claim for a lone khun. Its first number
    /// is one more than the pieces on the board.
    Pieces,
}

/// A count that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// Which count it is.
    pub honour: Honour,
    pub side: Side,
    /// The number said last; before the first number of a pieces' honour, the number of pieces
    /// that were on the board.
    pub number: u8,
    /// The last number that leaves the other side a move; the number above it is a draw.
    pub limit: u8,
}

impl fmt::Display for Count {
    /// As a sentence: `White counts the pieces' honour: 5/16`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let honour = match self.honour {
            Honour::Board => "board's",
            Honour::Pieces => "pieces'",
        };
        let side = GameKind::Makruk.side_name(self.side);
        write!(f, "{side} counts the {honour} honour: {}/{}", self.number, self.limit)
    }
}

/// A table's house rule for the counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Honours {
    /// The limit of the pieces' honour is that of the highest piece on the board.
    #[default]
    Highest,
    /// The limit of the pieces' honour is the smallest that applies.
    Lowest,
    /// No counts, as in perft.
    Off,
}

/// The state of the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Counting {
    Idle,
    /// The pieces' honour is due and its first number is not said yet. A number above the limit is
    /// a draw only once it is said.
    Due(Count),
    /// A count runs.
    Running(Count),
    /// This side, a lone khun, stopped its count, which does not become due again.
    GivenUp(Side),
}

impl Counting {
    /// The count at the start of a game with these pieces; a lone khun's is due at once.
    pub(super) fn at_start(board: &Board, honours: Honours) -> Counting {
        Counting::Idle.falling_due(board, honours)
    }

    pub(super) fn count(self) -> Option<Count> {
        match self {
            Counting::Due(count) | Counting::Running(count) => Some(count),
            Counting::Idle | Counting::GivenUp(_) => None,
        }
    }

    fn count_of(self, side: Side) -> Option<Count> {
        self.count().filter(|count| count.side == side)
    }

    /// Whether a number above the limit was said: the draw.
    #[inline]
    pub(super) fn is_exceeded(self) -> bool {
        matches!(self, Counting::Running(count) if count.number > count.limit)
    }

    /// The number that `mover` says with a move.
    pub(super) fn said(self, mover: Side, act: Option<Act>) -> Option<u8> {
        match act {
            Some(Act::Claim) => Some(1),
            Some(Act::Skip | Act::Stop) => None,
            None => self.count_of(mover).map(|count| count.number + 1),
        }
    }

    /// The counts after a move by `mover` that led to `board`.
    pub(super) fn after(
        self,
        mover: Side,
        act: Option<Act>,
        board: &Board,
        honours: Honours,
    ) -> Counting {
        let counting = match (act, self.count_of(mover)) {
            (Some(Act::Claim), _) => Counting::Running(Count {
                honour: Honour::Board,
                side: mover,
                number: 1,
                limit: BOARD_LIMIT,
            }),
            (Some(Act::Stop), Some(Count { honour: Honour::Pieces, .. })) => {
                Counting::GivenUp(mover)
            }
            (Some(Act::Stop), Some(_)) => Counting::Idle,
            (None, Some(count)) => Counting::Running(Count { number: count.number + 1, ..count }),
            (Some(Act::Skip | Act::Stop) | None, _) => self,
        };
        if counting.is_exceeded() { counting } else { counting.falling_due(board, honours) }
    }

    /// The pieces' honour becomes due when one side is a lone khun and no bia is left. It replaces
    /// a board's honour; a running pieces' honour continues.
    fn falling_due(self, board: &Board, honours: Honours) -> Counting {
        let counted = self.count().is_some_and(|count| count.honour == Honour::Pieces);
        if counted || honours == Honours::Off || !board.role(Role::Bia).is_empty() {
            return self;
        }
        let lone = Side::ALL.into_iter().find(|&side| is_lone(board, side));
        match lone {
            // Two lone khun have no count to begin; a running count continues.
            Some(side) if !is_lone(board, !side) && self != Counting::GivenUp(side) => {
                Counting::Due(Count {
                    honour: Honour::Pieces,
                    side,
                    number: board.occupied().len() as u8,
                    limit: limit(board, !side, honours),
                })
            }
            Some(_) | None => self,
        }
    }

    /// The counts under another house rule: a count that is due takes the limit of the rule, a
    /// running one keeps its own.
    pub(super) fn under(self, board: &Board, before: Honours, honours: Honours) -> Counting {
        match (before, honours) {
            // Without counts the past is unknown.
            (Honours::Off, Honours::Highest | Honours::Lowest) | (_, Honours::Off) => {
                Counting::at_start(board, honours)
            }
            (Honours::Highest, Honours::Lowest) | (Honours::Lowest, Honours::Highest) => match self
            {
                Counting::Due(count) => {
                    let limit = limit(board, !count.side, honours);
                    Counting::Due(Count { limit, ..count })
                }
                Counting::Idle | Counting::Running(_) | Counting::GivenUp(_) => self,
            },
            (Honours::Highest, Honours::Highest) | (Honours::Lowest, Honours::Lowest) => self,
        }
    }

    /// Whether `mover` may do this to the counts with a move from `board`.
    pub(super) fn check_legal(
        self,
        mover: Side,
        act: Act,
        board: &Board,
        honours: Honours,
    ) -> Result<(), Illegal> {
        match act {
            Act::Skip | Act::Stop => match self.count_of(mover) {
                Some(_) => Ok(()),
                None => Err(Illegal::NotCounting { act }),
            },
            Act::Claim if honours == Honours::Off => Err(Illegal::CannotClaim(Unclaimable::Off)),
            Act::Claim if !board.role(Role::Bia).is_empty() => {
                Err(Illegal::CannotClaim(Unclaimable::BiaStands))
            }
            Act::Claim if Side::ALL.into_iter().any(|side| is_lone(board, side)) => {
                Err(Illegal::CannotClaim(Unclaimable::LoneKhun))
            }
            Act::Claim if self.count_of(mover).is_some() => {
                Err(Illegal::CannotClaim(Unclaimable::AlreadyCounting))
            }
            Act::Claim => Ok(()),
        }
    }

    /// Whether the count is possible with these pieces.
    pub(super) fn fits(self, board: &Board, honours: Honours) -> bool {
        let counts_pieces = |side| is_lone(board, side) && honours != Honours::Off;
        let no_bia = board.role(Role::Bia).is_empty();
        match self {
            Counting::Idle => true,
            Counting::GivenUp(side) => no_bia && counts_pieces(side),
            Counting::Due(count) => {
                let number = DUE_LEAST..=PIECES_MOST;
                no_bia && counts_pieces(count.side) && fits_pieces(count, number)
            }
            Counting::Running(count) => match count.honour {
                Honour::Board => {
                    let nobody_lone = !Side::ALL.into_iter().any(|side| is_lone(board, side));
                    no_bia
                        && nobody_lone
                        && honours != Honours::Off
                        && count.limit == BOARD_LIMIT
                        && (1..=BOARD_LIMIT + 1).contains(&count.number)
                }
                Honour::Pieces => {
                    let number = DUE_LEAST + 1..=count.limit.max(PIECES_MOST).saturating_add(1);
                    no_bia && counts_pieces(count.side) && fits_pieces(count, number)
                }
            },
        }
    }
}

/// The pieces on the board when the pieces' honour falls due: two khun and one piece more at least,
/// at most all of one side and a khun.
const DUE_LEAST: u8 = 3;
const PIECES_MOST: u8 = 17;

fn fits_pieces(count: Count, number: RangeInclusive<u8>) -> bool {
    let is_a_limit = LIMITS.iter().any(|&(_, _, limit)| limit == count.limit);
    is_a_limit && number.contains(&count.number)
}

fn is_lone(board: &Board, side: Side) -> bool {
    !board.side(side).is_several()
}

/// The limits of the pieces' honour by piece and number, the highest piece first.
const LIMITS: [(Role, usize, u8); 6] = [
    (Role::Rua, 2, 8),
    (Role::Rua, 1, 16),
    (Role::Khon, 2, 22),
    (Role::Khon, 1, 44),
    (Role::Ma, 2, 32),
    (Role::Ma, 1, 64),
];

/// The limit where only met and bia-ngai stand.
const METS_LIMIT: u8 = 64;

fn limit(board: &Board, strong: Side, honours: Honours) -> u8 {
    let mut standing = LIMITS.iter().filter_map(|&(role, number, limit)| {
        ((board.role(role) & board.side(strong)).len() >= number).then_some(limit)
    });
    let limit = match honours {
        Honours::Highest | Honours::Off => standing.next(),
        Honours::Lowest => standing.min(),
    };
    limit.unwrap_or(METS_LIMIT)
}

//! Othello.
//!
//! Black moves first. A move encloses enemy discs and turns them. A side without a move passes.
//! When neither side can move, the side with more discs wins and gets the empty squares. a1 is the
//! top left square.

mod diagram;
mod discs;
mod pgn;
mod text;

use std::fmt;

use self::discs::{flips, legal, replies};
use super::typed;
use super::{
    Bitboard, BySide, GameKind, MoveError, MoveStyle, Outcome, Reason, Side, Square, Verdict,
};

/// An Othello position.
///
/// ```
/// use kradan_rules::othello::Position;
///
/// let start = Position::default();
/// assert_eq!(start.placements().to_string(), "\
/// ........
/// ........
/// ....#...
/// .....#..
/// ..#.....
/// ...#....
/// ........
/// ........
/// ");
/// assert_eq!(
///     start.to_string(),
///     "---------------------------OX------XO--------------------------- X",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The discs of the side to move.
    mover: Bitboard,
    /// The discs of the other side.
    other: Bitboard,
    turn: Side,
}

/// A move: a disc on a square, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A disc placed here.
    Place(Square),
    /// A pass, legal only when the side to move can place no disc and the other side can.
    Pass,
}

/// Why an Othello move may not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// A disc lies there already.
    #[error("{square} is taken")]
    Taken { square: Square },
    /// No line from there encloses an enemy disc.
    #[error("a disc on {square} encloses nothing")]
    EnclosesNothing { square: Square },
    /// The side to move can place a disc, so it may not pass.
    #[error("you can place a disc, so you may not pass")]
    MayNotPass,
    /// The side to move cannot place a disc and must pass.
    #[error("you can place no disc and must pass")]
    MustPass,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            mover: Bitboard(1 << 28 | 1 << 35),
            other: Bitboard(1 << 27 | 1 << 36),
            turn: Side::First,
        }
    }
}

impl Position {
    /// The discs of a side.
    #[must_use]
    pub fn discs(&self, side: Side) -> Bitboard {
        if side == self.turn { self.mover } else { self.other }
    }

    /// How many discs each side has on the board.
    #[must_use]
    pub fn disc_counts(&self) -> BySide<usize> {
        BySide { first: self.discs(Side::First).len(), second: self.discs(Side::Second).len() }
    }

    /// The official score of a finished game: the discs, and the empty squares for the winner.
    ///
    /// A draw gives the empty squares to nobody.
    #[must_use]
    pub fn score(&self) -> BySide<usize> {
        let mut score = self.disc_counts();
        let empty = 64 - score.first - score.second;
        match self.verdict() {
            Verdict::Win(side) => score[side] += empty,
            Verdict::Draw => {}
        }
        score
    }

    /// The squares on which the side to move can place a disc.
    #[must_use]
    pub fn placements(&self) -> Bitboard {
        Bitboard(legal(self.mover.0, self.other.0))
    }

    /// The discs that a disc on an empty square would turn; none where it may not be placed.
    ///
    /// ```
    /// use kradan_rules::othello::Position;
    ///
    /// let start = Position::default();
    /// assert_eq!(start.flipped("d3".parse()?), ["d4".parse()?].into_iter().collect());
    /// # Ok::<(), kradan_rules::ParseSquareError>(())
    /// ```
    #[must_use]
    pub fn flipped(&self, square: Square) -> Bitboard {
        if (self.mover | self.other).contains(square) {
            return Bitboard::EMPTY;
        }
        Bitboard(flips(square, self.mover.0, self.other.0))
    }

    /// Whether the other side could place a disc.
    fn opponent_can_move(&self) -> bool {
        legal(self.other.0, self.mover.0) != 0
    }

    fn verdict(&self) -> Verdict {
        let discs = self.disc_counts();
        match discs.first.cmp(&discs.second) {
            std::cmp::Ordering::Greater => Verdict::Win(Side::First),
            std::cmp::Ordering::Less => Verdict::Win(Side::Second),
            std::cmp::Ordering::Equal => Verdict::Draw,
        }
    }
}

impl super::Position for Position {
    type Move = Move;
    type Illegal = Illegal;

    const KIND: GameKind = GameKind::Othello;
    const SIDE_NAMES: BySide<&'static str> = BySide { first: "Black", second: "White" };
    const ALIASES: &'static [&'static str] = &["reversi"];
    const OVER_IS_A_LEAF: bool = true;

    fn turn(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.placements().is_empty() || self.opponent_can_move() {
            return None;
        }
        let reason = if self.mover.is_empty() || self.other.is_empty() {
            Reason::WipeOut
        } else if self.mover | self.other == Bitboard::ALL {
            Reason::Full
        } else {
            Reason::NoMoves
        };
        Some(Outcome { verdict: self.verdict(), reason })
    }

    #[inline]
    fn each_move(&self, mut visit: impl FnMut(Move)) {
        let placements = self.placements();
        if placements.is_empty() && self.opponent_can_move() {
            return visit(Move::Pass);
        }
        for square in placements {
            visit(Move::Place(square));
        }
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        match self.placements().len() as u64 {
            0 => u64::from(self.opponent_can_move()),
            placements => placements,
        }
    }

    fn count_replies(&self) -> u64 {
        if self.placements().is_empty() {
            return if self.opponent_can_move() { self.after(Move::Pass).count_moves() } else { 0 };
        }
        replies(self.mover.0, self.other.0)
    }

    #[inline]
    fn after(&self, mv: Move) -> Position {
        let (mut mover, mut other) = (self.mover, self.other);
        if let Move::Place(square) = mv {
            let turned = Bitboard(flips(square, mover.0, other.0));
            mover ^= turned | Bitboard::of(square);
            other ^= turned;
        }
        Position { mover: other, other: mover, turn: !self.turn }
    }

    fn check_legal(&self, mv: Move) -> Result<(), Illegal> {
        let placements = self.placements();
        match mv {
            Move::Pass if placements.is_empty() => Ok(()),
            Move::Pass => Err(Illegal::MayNotPass),
            Move::Place(square) if placements.contains(square) => Ok(()),
            Move::Place(square) if (self.mover | self.other).contains(square) => {
                Err(Illegal::Taken { square })
            }
            Move::Place(_) if placements.is_empty() => Err(Illegal::MustPass),
            Move::Place(square) => Err(Illegal::EnclosesNothing { square }),
        }
    }

    fn written(&self, mv: Move, _: MoveStyle) -> String {
        mv.to_string()
    }

    fn captioned(&self, outcome: Option<Outcome>, below: Side) -> String {
        self.diagram_with(outcome, below)
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError<Illegal>> {
        typed::read(self, text)
    }
}

impl typed::ReadTyped for Position {
    fn meant(&self, tidy: &typed::TidyText) -> Option<typed::MoveMeaning<Self>> {
        let mv = match tidy.text.as_str() {
            // As transcripts, GGF and other programs write it.
            "pa" | "ps" | "--" | "pas" | "ผ่าน" | "パス" => Move::Pass,
            text => text.parse().ok()?,
        };
        Some(typed::one(self, mv))
    }

    fn is_written(&self, mv: Move, text: &str) -> bool {
        mv.to_string() == text
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

//! Steps, leaps and lines on an 8×8 board, in tables computed at compile time.

use super::{Bitboard, Side, Square};

/// A step or leap: files to the right, ranks up (towards rank 8).
pub(super) type Offset = (i8, i8);

/// The eight steps of a king.
pub(super) const KING_STEPS: [Offset; 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The eight leaps of a knight of western chess.
pub(super) const LEAPS: [Offset; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// For each square, a set of squares.
pub(super) struct SquareTable([Bitboard; 64]);

impl SquareTable {
    #[inline]
    pub(super) fn at(&self, square: Square) -> Bitboard {
        self.0[square.index()]
    }
}

/// The squares reached from each square by one of the steps.
pub(super) const fn steps(steps: &[Offset]) -> SquareTable {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let from = Square::wrapping(index as u32);
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = from.offset(steps[step].0, steps[step].1) {
                table[index].0 |= Bitboard::of(to).0;
            }
            step += 1;
        }
        index += 1;
    }
    SquareTable(table)
}

/// A table for each side. Steps are written for the first side; the second side's go down the
/// ranks.
pub(super) struct SidedSquareTable {
    first: SquareTable,
    second: SquareTable,
}

impl SidedSquareTable {
    #[inline]
    pub(super) fn at(&self, side: Side, square: Square) -> Bitboard {
        match side {
            Side::First => self.first.at(square),
            Side::Second => self.second.at(square),
        }
    }
}

/// The squares reached from each square by one of the steps; up is ahead for the side.
pub(super) const fn sided_steps<const N: usize>(ahead: [Offset; N]) -> SidedSquareTable {
    let mut back = ahead;
    let mut step = 0;
    while step < N {
        back[step].1 = -back[step].1;
        step += 1;
    }
    SidedSquareTable { first: steps(&ahead), second: steps(&back) }
}

/// All squares that the steps reach from the squares of a set; up is ahead for the side.
#[inline]
pub(super) fn stepped<const N: usize>(side: Side, from: Bitboard, ahead: [Offset; N]) -> Bitboard {
    let up = match side {
        Side::First => 1,
        Side::Second => -1,
    };
    let mut reached = Bitboard::EMPTY;
    for (files, ranks) in ahead {
        reached |= from.shift(files, ranks * up);
    }
    reached
}

/// The squares of a line on both sides of a square.
#[derive(Clone, Copy)]
struct Rays {
    lower: u64,
    upper: u64,
}

const NO_RAYS: Rays = Rays { lower: 0, upper: 0 };

/// The squares beyond a square in one direction, up to the edge.
pub(super) const fn ray(from: Square, step: Offset) -> u64 {
    let mut squares = 0;
    let mut at = from;
    while let Some(next) = at.offset(step.0, step.1) {
        squares |= Bitboard::of(next).0;
        at = next;
    }
    squares
}

const fn lines(up: Offset) -> [Rays; 64] {
    let mut table = [NO_RAYS; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::wrapping(index as u32);
        table[index] = Rays { lower: ray(square, (-up.0, -up.1)), upper: ray(square, up) };
        index += 1;
    }
    table
}

static RANKS: [Rays; 64] = lines((1, 0));
static FILES: [Rays; 64] = lines((0, 1));
static DIAGONALS: [Rays; 64] = lines((1, 1));
static ANTIDIAGONALS: [Rays; 64] = lines((-1, 1));

/// The squares that a rider on `square` attacks on a line, up to the first occupied one on each
/// side.
///
/// Twice the nearest piece above minus the nearest piece below has every bit between them set
/// ("obstruction difference"), so no table of occupancies is needed.
#[inline]
fn slide(lines: &[Rays; 64], square: Square, occupied: Bitboard) -> Bitboard {
    let line = &lines[square.index()];
    // a1 replaces a missing piece below; a line that holds a1 ends there anyway.
    let below = 1 << (line.lower & occupied.0 | 1).ilog2();
    let upper = line.upper & occupied.0;
    let above = upper & upper.wrapping_neg();
    let between = above.wrapping_mul(2).wrapping_sub(below);
    Bitboard((line.lower | line.upper) & between)
}

/// The squares a rook on `square` attacks.
#[inline]
pub(super) fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slide(&RANKS, square, occupied) | slide(&FILES, square, occupied)
}

/// The squares a bishop on `square` attacks.
#[inline]
pub(super) fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slide(&DIAGONALS, square, occupied) | slide(&ANTIDIAGONALS, square, occupied)
}

/// The squares a lance of `side` on `square` attacks: straight ahead only.
#[inline]
pub(super) fn lance_attacks(side: Side, square: Square, occupied: Bitboard) -> Bitboard {
    slide(&FILES, square, occupied) & ahead(side, square)
}

/// The squares straight ahead of `square`, up to the last rank.
#[inline]
pub(super) fn ahead(side: Side, square: Square) -> Bitboard {
    let line = &FILES[square.index()];
    Bitboard(match side {
        Side::First => line.upper,
        Side::Second => line.lower,
    })
}

/// The squares strictly between two squares on a common line; none where there is no such line.
#[inline]
pub(super) fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.index()][b.index()])
}

/// The whole line through two squares without the first of them; none where they share no line.
#[inline]
pub(super) fn line_through(a: Square, b: Square) -> Bitboard {
    Bitboard(THROUGH[a.index()][b.index()])
}

static BETWEEN: [[u64; 64]; 64] = pairs(LinePart::Between);
static THROUGH: [[u64; 64]; 64] = pairs(LinePart::Whole);

/// Which part of the line through two squares.
#[derive(Clone, Copy)]
enum LinePart {
    /// The squares strictly between the two.
    Between,
    /// All squares but the first of the two.
    Whole,
}

/// The part of the common line for every two squares.
#[expect(clippy::large_stack_arrays, reason = "only the compiler runs it")]
const fn pairs(part: LinePart) -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut index = 0;
    while index < 64 {
        let a = Square::wrapping(index as u32);
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = KING_STEPS[direction];
            let (beyond_a, before_a) = (ray(a, (files, ranks)), ray(a, (-files, -ranks)));
            let mut at = a;
            while let Some(b) = at.offset(files, ranks) {
                table[index][b.index()] = match part {
                    LinePart::Between => beyond_a & ray(b, (-files, -ranks)),
                    LinePart::Whole => beyond_a | before_a,
                };
                at = b;
            }
            direction += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks square by square.
    fn walked(square: Square, steps: &[Offset], occupied: Bitboard) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for &(files, ranks) in steps {
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                reached |= Bitboard::of(next);
                if occupied.contains(next) {
                    break;
                }
                at = next;
            }
        }
        reached
    }

    #[test]
    fn riders_stop_where_a_walk_stops() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2_000 {
            let occupied = Bitboard(random.u64(..) & random.u64(..));
            for square in Square::all() {
                let rook = walked(square, &KING_STEPS[..4], occupied);
                let bishop = walked(square, &KING_STEPS[4..], occupied);
                let lance = walked(square, &[(0, 1)], occupied);
                assert_eq!(rook_attacks(square, occupied), rook, "{square} {occupied}");
                assert_eq!(bishop_attacks(square, occupied), bishop, "{square} {occupied}");
                assert_eq!(lance_attacks(Side::First, square, occupied), lance);
            }
        }
    }

    /// The squares between `a` and `b` and the line through both, if they share one, found by
    /// walking.
    fn shared(a: Square, b: Square) -> (Bitboard, Bitboard) {
        for (files, ranks) in KING_STEPS {
            let ahead = walked(a, &[(files, ranks)], Bitboard::EMPTY);
            if ahead.contains(b) {
                let before = walked(a, &[(files, ranks)], b.into()).without(b.into());
                return (before, ahead | walked(a, &[(-files, -ranks)], Bitboard::EMPTY));
            }
        }
        (Bitboard::EMPTY, Bitboard::EMPTY)
    }

    #[test]
    fn squares_between_two_and_on_their_line() {
        let mut pairs = 0;
        for a in Square::all() {
            for b in Square::all() {
                let (before, line) = shared(a, b);
                assert_eq!(between(a, b), before, "{a} {b}");
                assert_eq!(line_through(a, b), line, "{a} {b}");
                pairs += usize::from(!line.is_empty());
            }
        }
        // A queen alone on the board has 1,456 moves, over all squares.
        assert_eq!(pairs, 1_456);
    }
}

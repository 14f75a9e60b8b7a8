//! The discs as two words of 64 bits: where one may be placed, and which ones turn.
//!
//! Every step works on the four lines through a square at once, as four lanes of a vector
//! register. All of it must be inlined into [`Replies`], which is compiled for several processors.

#![expect(clippy::inline_always, reason = "only inlined code is compiled for the wider processor")]
#![expect(clippy::needless_range_loop, reason = "lanes of several arrays go together")]

use pulp::{Arch, NullaryFnOnce};

use super::Square;

/// The distance of neighbours on the four lines: a rank, a file, and both diagonals.
const STRIDES: [u64; 4] = [1, 8, 7, 9];

/// All files but a and h: a line along a rank or a diagonal encloses no disc on those.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares from which a line of `other` leads to a disc of `mover`.
///
/// Each line of discs is followed from all discs of the mover together, by one, by two and by two
/// squares (parallel prefix): six steps are the longest line that can be enclosed.
#[inline(always)]
pub(super) fn legal(mover: u64, other: u64) -> u64 {
    let inner = other & INNER_FILES;
    let enclosable = [inner, other, inner, inner];
    let mut ends = [0; 4];
    for lane in 0..4 {
        let (line, by) = (enclosable[lane], STRIDES[lane]);
        let (pairs_up, pairs_down) = (line & line << by, line & line >> by);
        let mut up = line & mover << by;
        let mut down = line & mover >> by;
        up |= line & up << by;
        down |= line & down >> by;
        up |= pairs_up & up << (2 * by);
        down |= pairs_down & down >> (2 * by);
        up |= pairs_up & up << (2 * by);
        down |= pairs_down & down >> (2 * by);
        ends[lane] = up << by | down >> by;
    }
    (ends[0] | ends[1] | ends[2] | ends[3]) & !(mover | other)
}

/// The discs of `other` that turn when `mover` places one on `square`.
///
/// On each half line the squares before the first one that is not `other`'s turn, if that one has
/// a disc of `mover`.
#[inline(always)]
pub(super) fn flips(square: Square, mover: u64, other: u64) -> u64 {
    let rays = &RAYS[square.index()];
    let mut turned = [0; 4];
    for lane in 0..4 {
        let (up, down) = (rays.up[lane], rays.down[lane]);
        let stops = up & !other;
        let end = stops & stops.wrapping_neg() & mover;
        let enclosed_up = up & end.wrapping_sub(u64::from(end != 0));
        let end = highest(down & !other) & mover;
        let enclosed_down = down & end.wrapping_neg() << 1;
        turned[lane] = enclosed_up | enclosed_down;
    }
    turned[0] | turned[1] | turned[2] | turned[3]
}

/// The highest bit of each lane, by shifts, which stay in the lanes.
#[inline(always)]
fn highest(bits: u64) -> u64 {
    let mut filled = bits;
    for by in [1, 2, 4, 8, 16, 32] {
        filled |= filled >> by;
    }
    filled ^ filled >> 1
}

/// The number of moves in reply, summed over all placements of `mover`; a reply that is a pass,
/// or the end of the game, counts as one.
pub(super) fn replies(mover: u64, other: u64) -> u64 {
    Arch::new().dispatch(Replies { mover, other })
}

/// [`replies`] as a value, which pulp compiles for several processors.
struct Replies {
    mover: u64,
    other: u64,
}

impl NullaryFnOnce for Replies {
    type Output = u64;

    #[inline(always)]
    fn call(self) -> u64 {
        let Replies { mover, other } = self;
        let mut placements = legal(mover, other);
        let mut sum = 0;
        while placements != 0 {
            let square = Square::wrapping(placements.trailing_zeros());
            placements &= placements - 1;
            let turned = flips(square, mover, other);
            let replies = legal(other ^ turned, mover ^ turned ^ 1 << square.index());
            sum += u64::from(replies.count_ones()).max(1);
        }
        sum
    }
}

/// The squares beyond one on its four lines, towards higher and towards lower indices.
struct Rays {
    up: [u64; 4],
    down: [u64; 4],
}

static RAYS: [Rays; 64] = {
    let mut table = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut index = 0;
    while index < 64 {
        let from = Square::wrapping(index as u32);
        let mut lane = 0;
        while lane < 4 {
            let (files, ranks) = [(1, 0), (0, 1), (-1, 1), (1, 1)][lane];
            table[index].up[lane] = super::super::geometry::ray(from, (files, ranks));
            table[index].down[lane] = super::super::geometry::ray(from, (-files, -ranks));
            lane += 1;
        }
        index += 1;
    }
    table
};

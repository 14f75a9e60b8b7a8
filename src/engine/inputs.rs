//! What both sides see of a position, for a net to tell its worth.

use kradan_rules::{Bitboard, BySide, Side, Square};

/// How many parts of a game have weights of their own in the last layer.
pub const PARTS: usize = 8;

/// The words that hold the inputs of a side, one bit each.
const WORDS: usize = 36;

/// A king's square and those beside it.
const AROUND: usize = 9;

/// How many inputs there are for who attacks the squares around both kings.
pub(super) const AROUND_KINGS: usize = 4 * AROUND;

/// The inputs that are present for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen(pub(super) [u64; WORDS]);

impl Seen {
    /// No input is present.
    pub(super) const NOTHING: Seen = Seen([0; WORDS]);

    /// The inputs that are present.
    pub fn each(&self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(word, bits)| {
            Bitboard(bits).into_iter().map(move |bit| word * 64 + bit.index())
        })
    }

    /// How many inputs are present in the first words.
    #[expect(
        clippy::inline_always,
        reason = "it is compiled for the wider processor by its caller"
    )]
    #[inline(always)]
    pub(super) fn count(&self, words: usize) -> u32 {
        self.0[..words].iter().map(|word| word.count_ones()).sum()
    }

    /// How many inputs of the first words are present on one of both sides alone.
    #[expect(
        clippy::inline_always,
        reason = "it is compiled for the wider processor by its caller"
    )]
    #[inline(always)]
    pub(super) fn differences(&self, other: &Seen, words: usize) -> u32 {
        let words = self.0[..words].iter().zip(&other.0);
        words.map(|(own, other)| (own ^ other).count_ones()).sum()
    }

    #[inline]
    fn add(&mut self, input: usize) {
        if let Some(word) = self.0.get_mut(input / 64) {
            *word |= 1 << (input % 64);
        }
    }
}

/// What both sides see of a position.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    pub(super) seen: BySide<Seen>,
    pub(super) turn: Side,
    pub(super) part: usize,
}

impl Inputs {
    /// The inputs that are present, for the side to move and for the other one.
    #[must_use]
    pub fn seen(&self) -> [&Seen; 2] {
        [&self.seen[self.turn], &self.seen[!self.turn]]
    }

    /// The part of a game, below [`PARTS`].
    #[must_use]
    pub fn part(&self) -> usize {
        self.part
    }
}

/// Collects what both sides see.
pub(super) struct Viewers {
    seen: BySide<Seen>,
    /// Whether a side sees the board mirrored.
    is_mirrored: BySide<bool>,
}

impl Viewers {
    /// Nothing is seen yet. `kings` are the squares of the kings.
    pub(super) fn new(kings: BySide<Option<Square>>) -> Viewers {
        let is_mirrored = BySide::of(|side| kings[side].is_some_and(|king| king.index() % 8 >= 4));
        Viewers { seen: BySide::of(|_| Seen::NOTHING), is_mirrored }
    }

    /// Pieces of a kind stand on these squares. There are so many kinds.
    #[inline]
    pub(super) fn stand(&mut self, side: Side, (kind, kinds): (usize, usize), squares: Bitboard) {
        for viewer in Side::ALL {
            let kind = if side == viewer { kind } else { kinds + kind };
            self.seen[viewer].0[kind] = self.turned(viewer, squares).0;
        }
    }

    /// A side has something that is on no square: `nth` of `count` such things. Those of the viewer
    /// are the inputs from `begin` on, those of the other side follow.
    #[inline]
    pub(super) fn has(&mut self, side: Side, begin: usize, (nth, count): (usize, usize)) {
        for viewer in Side::ALL {
            self.seen[viewer].add(begin + nth + if side == viewer { 0 } else { count });
        }
    }

    /// A side attacks these squares of those around a king, [`AROUND_KINGS`] inputs from `begin` on.
    #[inline]
    pub(super) fn attack(
        &mut self,
        side: Side,
        begin: usize,
        (near, king): (Side, Square),
        squares: Bitboard,
    ) {
        for viewer in Side::ALL {
            let whose = usize::from(side != viewer) + 2 * usize::from(near != viewer);
            let king = self.turned(viewer, Bitboard::of(king)).0.trailing_zeros() as usize;
            for square in self.turned(viewer, squares) {
                let square = square.index();
                let place = (square % 8 + 1 - king % 8) + 3 * (square / 8 + 1 - king / 8);
                self.seen[viewer].add(begin + AROUND * whose + place);
            }
        }
    }

    /// Squares as a side sees them: its own edge is rank 0, its king on the left half.
    #[inline]
    fn turned(&self, viewer: Side, squares: Bitboard) -> Bitboard {
        let squares = squares.0;
        Bitboard(match (viewer, self.is_mirrored[viewer]) {
            (Side::First, false) => squares,
            (Side::First, true) => squares.reverse_bits().swap_bytes(),
            (Side::Second, false) => squares.swap_bytes(),
            (Side::Second, true) => squares.reverse_bits(),
        })
    }

    /// What was collected. `part` is the part of the game.
    pub(super) fn inputs(self, turn: Side, part: usize) -> Inputs {
        Inputs { seen: self.seen, turn, part: part.min(PARTS - 1) }
    }
}

//! What both sides see of a position, for a net to tell its worth.

use kradan_rules::{BySide, Side, Square};

/// How many parts of a game have weights of their own in the last layer.
pub const PARTS: usize = 8;

/// The most inputs that are present.
pub const PRESENT: usize = 128;

/// A king's square and those beside it.
const AROUND: usize = 9;

/// How many inputs there are for who attacks the squares around both kings.
pub(super) const AROUND_KINGS: usize = 4 * AROUND;

/// What both sides see of a position.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    /// What the side to move sees, and what the other one sees.
    pub(super) seen: [[u16; PRESENT]; 2],
    pub(super) count: usize,
    pub(super) part: usize,
}

impl Inputs {
    /// The inputs that are present, for the side to move and for the other one.
    #[must_use]
    pub fn seen(&self) -> [&[u16]; 2] {
        self.seen.each_ref().map(|seen| &seen[..self.count])
    }

    /// The part of a game, below [`PARTS`].
    #[must_use]
    pub fn part(&self) -> usize {
        self.part
    }
}

/// Collects what both sides see.
pub(super) struct Viewers {
    sides: [Side; 2],
    /// What differs between a square and the square that a side sees.
    turned: BySide<usize>,
    inputs: Inputs,
}

impl Viewers {
    /// Nothing is seen yet. `kings` are the squares of the kings.
    pub(super) fn new(turn: Side, kings: BySide<Option<Square>>) -> Viewers {
        let turned = BySide::of(|side| {
            let is_mirrored = kings[side].is_some_and(|king| king.index() % 8 >= 4);
            let edge = if side == Side::First { 0 } else { 0o70 };
            edge | if is_mirrored { 0o7 } else { 0 }
        });
        let inputs = Inputs { seen: [[0; PRESENT]; 2], count: 0, part: 0 };
        Viewers { sides: [turn, !turn], turned, inputs }
    }

    /// A piece of a kind stands on a square. There are so many kinds.
    #[inline]
    pub(super) fn stands(&mut self, side: Side, (kind, kinds): (usize, usize), square: Square) {
        self.see(|viewer, turned| {
            let kind = if side == viewer { kind } else { kinds + kind };
            kind * 64 + (square.index() ^ turned)
        });
    }

    /// A side has something that is on no square: `nth` of `count` such things. Those of the viewer
    /// are the inputs from `begin` on, those of the other side follow.
    pub(super) fn has(&mut self, side: Side, begin: usize, (nth, count): (usize, usize)) {
        self.see(|viewer, _| begin + nth + if side == viewer { 0 } else { count });
    }

    /// A side attacks a square of those around a king, [`AROUND_KINGS`] inputs from `begin` on.
    #[inline]
    pub(super) fn attacks(
        &mut self,
        side: Side,
        begin: usize,
        (near, king): (Side, Square),
        square: Square,
    ) {
        self.see(|viewer, turned| {
            let (king, square) = (king.index() ^ turned, square.index() ^ turned);
            let place = (square % 8 + 1 - king % 8) + 3 * (square / 8 + 1 - king / 8);
            let whose = usize::from(side != viewer) + 2 * usize::from(near != viewer);
            begin + AROUND * whose + place
        });
    }

    #[inline]
    fn see(&mut self, input: impl Fn(Side, usize) -> usize) {
        let inputs = &mut self.inputs;
        for (seen, viewer) in inputs.seen.iter_mut().zip(self.sides) {
            if let Some(place) = seen.get_mut(inputs.count) {
                *place = input(viewer, self.turned[viewer]) as u16;
            }
        }
        inputs.count = PRESENT.min(inputs.count + 1);
    }

    /// What was collected. `part` is the part of the game.
    pub(super) fn inputs(self, part: usize) -> Inputs {
        Inputs { part: part.min(PARTS - 1), ..self.inputs }
    }
}

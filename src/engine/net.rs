//! The worth of a position of Makruk or Ōgi by a small neural network.
//!
//! Both sides *see* the position from their own edge of the board, mirrored where their king stands on
//! the right half of it. What they see is *inputs*: one for each kind of piece of each side on each square,
//! and in Ōgi for each piece in hand. The first layer adds up the rows of what is there, for both sides.
//! They are kept, and the next position changes them by the rows of what is gone and what is new.
//! Each sum is held between 0 and 1, and squared. The last layer adds up the squares, those of the
//! side to move first; its weights are for one of eight [*parts*](PARTS) of a game. The weights are
//! learnt: see `tests/bench/learn.rs`.

use pulp::{Arch, NullaryFnOnce};

use super::evaluate::{CERTAIN, Evaluate};
pub use super::inputs::{Inputs, PARTS, Seen};
use kradan_rules::{BySide, Game, GameKind, Position as _, each_game, each_kind};

/// How many sums of the first layer there are for a side.
pub const WIDTH: usize = 128;

/// What stands for 1 in the first layer and in its sums.
pub const ONE: i16 = 255;

/// What stands for 1 in the weights of the last layer.
pub const LAST_ONE: i16 = 64;

/// The score of a position that wins e times as often as it loses.
pub const SCALE: i16 = 250;

/// The length of a number in the file of a net.
const LENGTH: usize = 2;

type Row = [i16; WIDTH];

/// The weights of a net.
pub(super) struct Net {
    /// What each input adds to the sums of the first layer.
    rows: Vec<Row>,
    /// The words that hold the inputs.
    words: usize,
    /// What the sums begin with.
    begin: Row,
    /// By part, the weights of the side to move and of the other one.
    last: [[Row; 2]; PARTS],
    /// What the last sum begins with.
    last_begin: [i16; PARTS],
}

impl Net {
    /// Reads numbers of two bytes, the lower one first: the rows, what the sums begin with, the last
    /// layer, and what that begins with.
    pub(super) fn read(bytes: &[u8]) -> Net {
        let mut numbers =
            bytes.chunks_exact(LENGTH).map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
        let mut number = || numbers.next().unwrap_or_default();
        let inputs = (bytes.len() / LENGTH).saturating_sub(len(0)) / WIDTH;
        let mut row = || std::array::from_fn(|_| number());
        let rows = (0..inputs).map(|_| row()).collect();
        let words = inputs.div_ceil(64);
        let (begin, last) = (row(), std::array::from_fn(|_| [row(), row()]));
        Net { rows, words, begin, last, last_begin: std::array::from_fn(|_| number()) }
    }

    /// How good a position is for the side to move. The sums are those of another position of this
    /// net, and become those of this one.
    pub(super) fn score(&self, inputs: &Inputs, sums: &mut Sums) -> i32 {
        let (one, last_one) = (i64::from(ONE), i64::from(LAST_ONE));
        let sum = i64::from(Arch::new().dispatch(Score { net: self, inputs, sums }));
        let sum = sum / one + i64::from(self.last_begin[inputs.part]) * one;
        let certain = i64::from(CERTAIN - 1);
        (sum * i64::from(SCALE) / (one * last_one)).clamp(-certain, certain) as i32
    }
}

/// How many numbers a net with so many inputs has.
#[must_use]
pub const fn len(inputs: usize) -> usize {
    (inputs + 1 + 2 * PARTS) * WIDTH + PARTS
}

/// The sums of the first layer for the position that was judged last.
#[derive(Default)]
pub(super) struct Sums(Option<Box<BySide<(Seen, Row)>>>);

/// The sum of the last layer, which pulp compiles for several processors.
struct Score<'n> {
    net: &'n Net,
    inputs: &'n Inputs,
    sums: &'n mut Sums,
}

impl NullaryFnOnce for Score<'_> {
    type Output = i32;

    #[expect(
        clippy::inline_always,
        reason = "only inlined code is compiled for the wider processor"
    )]
    #[inline(always)]
    fn call(self) -> i32 {
        let Score { net, inputs, sums } = self;
        let nothing = (Seen::NOTHING, net.begin);
        let kept = sums.0.get_or_insert_with(|| Box::new(BySide::of(|_| nothing)));
        let mut last = 0;
        for (side, weights) in [inputs.turn, !inputs.turn].into_iter().zip(&net.last[inputs.part]) {
            let (now, (before, kept)) = (&inputs.seen[side], &mut kept[side]);
            // What was mirrored has little in common.
            if now.differences(before, net.words) > now.count(net.words) {
                (*before, *kept) = nothing;
            }
            let mut sums = *kept;
            for word in 0..net.words {
                let (now, before) = (now.0[word], before.0[word]);
                let (mut gone, mut new) = (before & !now, now & !before);
                while gone != 0 {
                    let row = &net.rows[word * 64 + gone.trailing_zeros() as usize];
                    // A zip would not be inlined: the whole search would take twice as long.
                    for place in 0..WIDTH {
                        sums[place] = sums[place].wrapping_sub(row[place]);
                    }
                    gone &= gone - 1;
                }
                while new != 0 {
                    let row = &net.rows[word * 64 + new.trailing_zeros() as usize];
                    for place in 0..WIDTH {
                        sums[place] = sums[place].wrapping_add(row[place]);
                    }
                    new &= new - 1;
                }
            }
            *kept = sums;
            *before = *now;
            for place in 0..WIDTH {
                let held = sums[place].clamp(0, ONE);
                last += i32::from(held.wrapping_mul(weights[place])) * i32::from(held);
            }
        }
        last
    }
}

/// What both sides see of the position of a game, where a net tells its worth.
#[must_use]
pub fn inputs(game: &Game) -> Option<Inputs> {
    each_game!(game, record => record.position().inputs())
}

/// How many inputs the net of a game has.
#[must_use]
pub fn inputs_in(kind: GameKind) -> usize {
    each_kind!(kind, P => <P as Evaluate>::INPUTS)
}

/// Whether the side to move is not in check, and this move wins nothing at once.
#[must_use]
pub fn is_quiet(game: &Game, text: &str) -> bool {
    each_game!(game, record => {
        let position = record.position();
        text.parse().is_ok_and(|mv| !position.is_check() && position.gain(mv) == 0)
    })
}

#[cfg(test)]
mod tests {
    use super::super::inputs::Viewers;
    use super::*;
    use kradan_rules::Side;

    #[test]
    fn the_files_hold_a_row_for_each_input() {
        let files: [(GameKind, &[u8]); 2] = [
            (GameKind::Makruk, include_bytes!("../../assets/engine/makruk")),
            (GameKind::Ogi, include_bytes!("../../assets/engine/ogi")),
        ];
        for (kind, bytes) in files {
            assert_eq!(bytes.len(), LENGTH * len(inputs_in(kind)), "{kind}");
            assert_eq!(Net::read(bytes).rows.len(), inputs_in(kind), "{kind}");
        }
    }

    #[test]
    fn a_score_is_the_sum_of_the_squares_that_are_left_of_the_sums() {
        let mut net = Net::read(&vec![0; LENGTH * len(2)]);
        net.rows[0][0] = ONE / 2 + 1;
        net.rows[1][0] = ONE;
        net.rows[1][1] = -ONE;
        net.last[3][0][0] = 2 * LAST_ONE - 1;
        net.last[3][1][1] = LAST_ONE;
        let seen = |inputs: &[usize]| {
            let mut viewers = Viewers::new(BySide::of(|_| None));
            for &nth in inputs {
                viewers.has(Side::First, 0, (nth, 0));
            }
            net.score(&viewers.inputs(Side::First, 3), &mut Sums::default())
        };
        let (scale, two) = (f64::from(SCALE), f64::from(2 * LAST_ONE - 1) / f64::from(LAST_ONE));
        for (inputs, worth) in [(&[][..], 0.0), (&[0], two / 4.0), (&[1], two), (&[0, 1], two)] {
            let score = f64::from(seen(inputs));
            assert!((score - worth * scale).abs() < 0.02 * scale, "{inputs:?}: {score}");
        }
    }
}

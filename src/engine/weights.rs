//! The worth of a position as a sum of what it has, its *features*, each times a weight.
//!
//! A weight is two numbers, for the middle of a game and for its end, and a position lies somewhere
//! between. The weights are learnt: see `tests/bench/learn.rs`.

use super::evaluate::{CERTAIN, Evaluate};
pub use super::features::Features;
use crate::rules::{Game, GameKind, Position, each_game, each_kind};

/// The middle of a game; its end is 0.
pub(super) const MIDDLE: i32 = 32;

/// The length of a weight, in bytes.
const LENGTH: usize = 4;

/// What the features of a position are told to.
pub(super) trait Tally {
    /// The first side has a feature so many times more than the second one.
    fn add(&mut self, feature: usize, times: i32);
}

/// The two numbers of a weight: the lower half is for the middle of a game.
#[derive(Clone, Copy)]
pub(super) struct Weight(i32);

impl Weight {
    const fn new(middle: i16, end: i16) -> Weight {
        Weight((end as i32) * (1 << 16) + middle as i32)
    }

    /// The number for the middle of a game and the one for its end.
    const fn parts(self) -> [i32; 2] {
        let middle = self.0 as i16 as i32;
        [middle, (self.0 - middle) >> 16]
    }
}

/// Reads weights: for each the number for the middle and the one for the end, the lower byte first.
pub(super) const fn read<const N: usize>(bytes: &[u8]) -> [Weight; N] {
    assert!(bytes.len() == N * LENGTH, "each feature has a weight");
    let mut weights = [Weight(0); N];
    let mut at = 0;
    while at < N {
        let byte = at * LENGTH;
        weights[at] = Weight::new(
            i16::from_le_bytes([bytes[byte], bytes[byte + 1]]),
            i16::from_le_bytes([bytes[byte + 2], bytes[byte + 3]]),
        );
        at += 1;
    }
    weights
}

/// A position whose worth is a sum.
pub(super) trait Tallied: Position {
    /// A weight for each feature.
    const WEIGHTS: &'static [Weight];

    /// Tells all that it has.
    fn tally(&self, tally: &mut impl Tally);

    /// How far it is from the end, up to [`MIDDLE`].
    fn stage(&self) -> i32;
}

struct Sum(&'static [Weight], i32);

impl Tally for Sum {
    #[inline]
    fn add(&mut self, feature: usize, times: i32) {
        self.1 = self.1.wrapping_add(self.0[feature].0.wrapping_mul(times));
    }
}

/// How good a position is for the first side.
#[inline]
pub(super) fn sum<P: Tallied>(position: &P) -> i32 {
    let mut sum = Sum(P::WEIGHTS, 0);
    position.tally(&mut sum);
    let [middle, end] = Weight(sum.1).parts();
    let stage = position.stage();
    ((middle * stage + end * (MIDDLE - stage)) / MIDDLE).clamp(1 - CERTAIN, CERTAIN - 1)
}

impl Tally for Features {
    fn add(&mut self, feature: usize, times: i32) {
        let feature = feature as u16;
        match self.present.iter_mut().find(|it| it.0 == feature) {
            Some((_, present)) => *present += times as i16,
            None => self.present.push((feature, times as i16)),
        }
    }
}

/// A [stage](Tallied::stage) as a part of the middle.
fn part(stage: i32) -> f32 {
    f32::from(stage as i16) / f32::from(MIDDLE as i16)
}

/// What a position has, where its worth is a sum.
pub(super) fn features_of<P: Tallied>(position: &P) -> Features {
    let mut features = Features { middle: part(position.stage()), ..Features::default() };
    position.tally(&mut features);
    features.present.retain(|&(_, times)| times != 0);
    features
}

/// The weights as they are used: for each feature the number for the middle and the one for the end.
pub(super) fn weights_of<P: Tallied>() -> Vec<[i32; 2]> {
    P::WEIGHTS.iter().map(|it| it.parts()).collect()
}

/// What the position of a game has, where its worth is a sum.
#[must_use]
pub fn features(game: &Game) -> Option<Features> {
    each_game!(game, record => record.position().features())
}

/// The weights of the features of a game: for each the number for the middle and the one for the end.
#[must_use]
pub fn weights(kind: GameKind) -> Vec<[i32; 2]> {
    each_kind!(kind, P => <P as Evaluate>::weights())
}

/// Whether the side to move is not in check, and this move wins nothing at once.
#[must_use]
pub fn is_quiet(game: &Game, text: &str) -> bool {
    each_game!(game, record => {
        let position = record.position();
        text.parse().is_ok_and(|mv| !position.is_check() && position.gain(mv) == 0)
    })
}

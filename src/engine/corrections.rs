//! How far off a net is, learnt while it is searched: of positions that share a shape, such as where the
//! pawns stand, all are often worth more than the net tells, or all less.

use super::evaluate::{Evaluate, SHAPES};

/// How many shapes are told apart, by the lower bits of their hashes.
const PLACES: usize = 1 << 14;

/// The most that is noted of a shape.
const NOTED_MAX: i32 = 1_024;

/// The most that one search notes.
const ONCE_MAX: i32 = 256;

/// What is noted of all shapes for each point of a score.
const SHARE: i32 = 48;

/// How far off the net was, by shape and side to move.
pub(super) struct Corrections(Vec<[[i16; SHAPES]; 2]>);

impl Default for Corrections {
    fn default() -> Corrections {
        Corrections(vec![[[0; SHAPES]; 2]; PLACES])
    }
}

impl Corrections {
    /// What is to be added to the score that a net tells.
    pub(super) fn of<P: Evaluate>(&self, position: &P) -> i32 {
        let noted = position.shapes().into_iter().enumerate().map(|(nth, shape)| {
            i32::from(self.0[shape as usize % PLACES][position.turn() as usize][nth])
        });
        noted.sum::<i32>() / SHARE
    }

    /// Notes that a search of a depth found a score that is so far off.
    pub(super) fn learn<P: Evaluate>(&mut self, position: &P, depth: u32, off: i32) {
        let by = (off * depth as i32).clamp(-ONCE_MAX, ONCE_MAX);
        for (nth, shape) in position.shapes().into_iter().enumerate() {
            let noted = &mut self.0[shape as usize % PLACES][position.turn() as usize][nth];
            // The nearer it is to the limit, the less it changes.
            let before = i32::from(*noted);
            *noted = (before + by - before * by.abs() / NOTED_MAX) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_rules::makruk::Position;

    #[test]
    fn positions_that_share_a_shape_are_corrected_alike() {
        let position = |text: &str| text.parse::<Position>().unwrap();
        let learnt = position("8/3k4/8/3p4/8/2PK4/8/R7 w");
        let mut corrections = Corrections::default();
        for _ in 0..100 {
            corrections.learn(&learnt, 8, -30);
        }
        let of = |text: &str| corrections.of(&position(text));
        let same = corrections.of(&learnt);
        assert_eq!(same, -(SHAPES as i32) * NOTED_MAX / SHARE, "it ends at the limit");
        let bia = of("8/8/4k3/3p4/8/2P1K3/8/7R w");
        assert!(same < bia && bia < 0, "{same} {bia}");
        assert_eq!(of("8/8/4k3/4p3/8/1P2K3/8/7R w"), 0, "nothing is shared");
        assert_eq!(of("8/3k4/8/3p4/8/2PK4/8/R7 b"), 0, "the other side is to move");
    }
}

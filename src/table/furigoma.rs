//! The throw of pawns that decides who begins.

use serde::{Deserialize, Serialize};

use super::PlayerId;
use kradan_rules::Side;

/// The throw of five pawns that decides who begins at Ōgi (振り駒).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Furigoma {
    pub thrower: PlayerId,
    /// For each pawn, whether it shows its promoted face, と.
    pub promoted: [bool; 5],
}

impl Furigoma {
    pub(super) fn throw(thrower: PlayerId, chance: u64) -> Furigoma {
        Furigoma { thrower, promoted: std::array::from_fn(|pawn| chance >> pawn & 1 == 1) }
    }

    /// The thrower's side: with more と than 歩 facing up, the thrower is Gote.
    #[must_use]
    pub fn side(&self) -> Side {
        let promoted = self.promoted.iter().filter(|&&promoted| promoted).count();
        if promoted > self.promoted.len() / 2 { Side::Second } else { Side::First }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_promoted_pawns_make_the_thrower_gote() {
        for chance in 0..32_u64 {
            let side = if chance.count_ones() >= 3 { Side::Second } else { Side::First };
            assert_eq!(Furigoma::throw(PlayerId(1), chance).side(), side, "{chance:05b}");
        }
    }
}
